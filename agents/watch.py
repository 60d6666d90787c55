"""`python -m agents.watch heuristic --seed 1`: a game in words, with what was considered.

For scripted players every decision comes with the worth (in prestige) of the options that looked
best to them, the chosen one first.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from rokoko_env import Game, IllegalActionError
from rokoko_env.game import MAX_SEED
from rokoko_env.players.agent import Agent, AgentError, Seat, Seats
from rokoko_env.players.registry import make_agent
from rokoko_env.players.scripted import StyleAgent
from rokoko_env.playthrough import action_words, decision_words, purse

CONSIDERED = 3  # options shown of a decision


def tell(agents: Sequence[Agent], num_players: int, seed: int) -> Iterator[str]:
    """The game line by line; the agents sit in turn."""
    game = Game(num_players, seed)
    shown = 0
    while not game.is_over:
        if game.round != shown:
            shown = game.round
            yield from _round(game)
        seat = game.current_player
        agent = agents[seat % len(agents)]
        seats = Seat.at(game).alone()
        action = int(agent.act_batch(seats)[0])
        what = f"{decision_words(game)}: {action_words(game, action)}"
        yield f"  player {seat} ({purse(game, seat)}), {what}"
        if isinstance(agent, StyleAgent):
            yield f"      {_considered(game, agent, seats, action)}"
        game.apply(action)
    yield ""
    yield game.text()


def _round(game: Game) -> Iterator[str]:
    yield ""
    yield f"=== Round {game.round}, start player {int(game.record['start_player'])}"
    display = ", ".join(game.cards[card] for card in game.record["display"] if card >= 0)
    yield f"  to hire: {display}"
    scores = ", ".join(f"player {p} {score}" for p, score in enumerate(game.scores()))
    yield f"  if the game ended now: {scores}"


def _considered(game: Game, agent: StyleAgent, seats: Seats, action: int) -> str:
    """The options that looked best, with their worth."""
    worth = agent.ratings(seats)[0]
    best = sorted(game.legal_actions(), key=lambda option: (option != action, -worth[option]))
    told = [f"{worth[option]:+.1f} {game.action_name(option)}" for option in best[:CONSIDERED]]
    more = len(best) - len(told)
    return f"worth {', '.join(told)}" + (f" (and {more} more)" if more else "")


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m agents.watch", description=__doc__)
    parser.add_argument("agents", nargs="+", metavar="AGENT", help="who sit in turn")
    parser.add_argument("--players", type=int, default=2, choices=range(2, 6))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(argv)
    if not 0 <= given.seed <= MAX_SEED:
        parser.error(f"--seed is {given.seed}, expected 0 to {MAX_SEED}")
    try:
        agents = [make_agent(name) for name in given.agents]
    except AgentError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"Rokoko with {given.players} players, seed {given.seed}: {', '.join(given.agents)}")
    try:
        for line in tell(agents, given.players, given.seed):
            print(line)
    except (AgentError, IllegalActionError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader (head, less) has seen enough
        sys.stderr.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
