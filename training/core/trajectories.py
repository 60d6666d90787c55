"""Trajectories of single seats: their decisions, rewards and advantages.

Decisions are rows in the order in which they were made. Those of one seat in one game form a
trajectory: `next_row[r]` is the seat's next decision after row r, -1 after its last one. The other
seats are part of the environment: their rows never bootstrap a seat's value.
"""

from parlour.core.jit import entry


@entry
def link_decisions(games, players, first, last_row, next_row):
    """Append rows `first`, `first + 1`, ... to the trajectories of these players in these games.

    `last_row[game, player]` is the row of a seat's latest decision, -1 before its first.
    """
    for k in range(len(games)):
        g, p = games[k], players[k]
        row = first + k
        if last_row[g, p] >= 0:
            next_row[last_row[g, p]] = row
        next_row[row] = -1
        last_row[g, p] = row


@entry
def add_rewards(step_rewards, last_row, rewards):
    """Add each seat's reward of a step to its latest decision."""
    for g in range(len(step_rewards)):
        for p in range(step_rewards.shape[1]):
            if last_row[g, p] >= 0:
                rewards[last_row[g, p]] += step_rewards[g, p]


@entry
def write_advantages(rewards, values, next_row, gamma, gae_lambda, advantages):
    """Generalised advantage estimates (Schulman et al. 2016) along each seat's own decisions."""
    for row in range(len(rewards) - 1, -1, -1):  # a seat's next decision has a higher row
        following = next_row[row]
        delta = rewards[row] - values[row]
        future = 0.0
        if following >= 0:
            delta += gamma * values[following]
            future = gamma * gae_lambda * advantages[following]
        advantages[row] = delta + future
