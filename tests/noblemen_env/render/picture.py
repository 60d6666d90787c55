"""The picture of the docs: the last turns of a game of five.

python -m tests.noblemen_env.render.picture docs/noblemen/board.png
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tyro.conf import Positional

from agents.reporting.cli import run_command
from noblemen_env.game import Game
from noblemen_env.players import make_agent
from parlour.players.agent import Seat


@dataclass(frozen=True)
class Options:
    """Draw a late position of a game between the strongest scripts."""

    path: Positional[Path]
    """The PNG to write."""
    players: int = 5
    """Number of players."""
    seed: int = 1
    """Seed of the game."""


def late_position(num_players: int, seed: int) -> Game:
    """Return the first turn on the lock field of the last decade."""
    game, agent = Game(num_players, seed), make_agent("heuristic")
    lock = game.components.board.track.index("lock")
    while game.round < 3 or game.record["track"] < lock or game.decision != "act":
        game.apply(agent.act(Seat.at(game)))
    return game


def write(options: Options) -> None:
    """Draw the position as a PNG."""
    from PIL import Image

    picture = late_position(options.players, options.seed).render("rgb_array")
    Image.fromarray(picture).quantize(128).save(options.path, optimize=True)


main = partial(run_command, Options, write)

if __name__ == "__main__":
    sys.exit(main())
