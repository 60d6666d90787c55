"""`python -m agents.watch mcts:100 --seed 1`: a game in words.

For agents that rate options (`Agent.ratings`, in points) every decision comes with the best ones,
the chosen one first.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import numpy as np
import tyro

from agents.reporting.cli import CommandError, PlayersOptions, check_between, run_command
from parlour.game import Game
from parlour.players.agent import Agent, Seat, ask
from parlour.players.registry import make_agent
from parlour.validation import MAX_SEED

MAX_OPTIONS = 3  # shown of a decision


@dataclass(frozen=True)
class Options(PlayersOptions):
    """Let agents play a game, and print it in words."""

    agents: Annotated[tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="AGENT")] = ()
    """They take the seats in turn."""
    seed: int = 1
    """Of the game."""
    components: Path | None = None
    """Folder with another set of components."""

    def check(self) -> None:
        if not self.agents:
            raise CommandError("name at least one agent")
        check_between("seed", self.seed, 0, MAX_SEED)


def describe_game(agents: Sequence[Agent], game: Game) -> Iterator[str]:
    """Play a game to its end and yield its lines; the agents take the seats in turn."""
    spec, current_round = game.spec, 0
    while not game.is_over:
        if game.round != current_round:
            current_round = game.round
            yield from _describe_round(game)
        seat = game.current_player
        agent = agents[seat % len(agents)]
        action = int(ask(agent, Seat.at(game).alone(), repr(agent))[0])
        decision = f"{spec.decision_words(game)}: {spec.action_words(game, action)}"
        yield f"  player {seat}{spec.seat_words(game, seat)}, {decision}"
        ratings = agent.ratings(Seat.at(game).alone())
        if ratings is not None:
            yield f"      {_best_options(game, ratings[0], action)}"
        game.apply(action)
    yield ""
    yield game.text()


def _describe_round(game: Game) -> Iterator[str]:
    yield ""
    yield f"=== Round {game.round}"
    yield from (f"  {line}" for line in game.spec.round_words(game))
    scores = ", ".join(f"player {p} {score}" for p, score in enumerate(game.scores()))
    yield f"  if the game ended now: {scores}"


def _best_options(game: Game, rating: np.ndarray, action: int) -> str:
    """Return the best options with their ratings, the chosen one first."""
    best = sorted(game.legal_actions(), key=lambda option: (option != action, -rating[option]))
    names = [f"{rating[option]:+.1f} {game.action_name(option)}" for option in best[:MAX_OPTIONS]]
    more = len(best) - len(names)
    return f"worth {', '.join(names)}" + (f" (and {more} more)" if more else "")


def watch(options: Options) -> None:
    """Play the game and print it."""
    options.check()
    spec, num_players = options.spec, options.num_players
    agents = [make_agent(name, spec) for name in options.agents]
    game = spec.game_class(num_players, options.seed, options.components)
    title = f"{spec.title} with {num_players} players, seed {options.seed}"
    print(f"{title}: {', '.join(options.agents)}")
    for line in describe_game(agents, game):
        print(line)


main = partial(run_command, Options, watch)

if __name__ == "__main__":
    sys.exit(main())
