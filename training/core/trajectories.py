"""Who decided what, what it brought him, and how good it was: trajectories of single seats.

Decisions are rows in the order in which they were made. Those of one seat in one game form a
trajectory: `following[r]` is the seat's next decision after row r, -1 after its last one. What
others do in between is part of the world: their rows never bootstrap a seat's value.
"""

from rokoko_env.core.jit import entry


@entry
def note_decisions(games, players, first, last, following):
    """Rows `first`, `first + 1`, ... are decisions of these players in these games.

    `last[game, player]` is the row of a seat's latest decision, -1 before its first.
    """
    for k in range(len(games)):
        g, p = games[k], players[k]
        row = first + k
        if last[g, p] >= 0:
            following[last[g, p]] = row
        following[row] = -1
        last[g, p] = row


@entry
def pay_rewards(rewards, last, paid):
    """Every seat's reward of a step belongs to the decision it made last."""
    for g in range(len(rewards)):
        for p in range(rewards.shape[1]):
            if last[g, p] >= 0:
                paid[last[g, p]] += rewards[g, p]


@entry
def write_advantages(paid, values, following, gamma, gae_lambda, advantages):
    """Generalised advantage estimates (Schulman et al. 2016) along each seat's own decisions."""
    for row in range(len(paid) - 1, -1, -1):  # what follows a row stands below it
        after = following[row]
        surprise = paid[row] - values[row]
        later = 0.0
        if after >= 0:
            surprise += gamma * values[after]
            later = gamma * gae_lambda * advantages[after]
        advantages[row] = surprise + later
