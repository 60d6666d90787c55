"""`python -m noblemen_env`: play and print a random game, or verify a saved one."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

from noblemen_env.core import ids
from noblemen_env.game import Game
from noblemen_env.spec import SPEC
from parlour.game_command import GameCommand


def _round_line(game: Game) -> str:
    return f"Decade {game.round}, the Queen is with player {int(game.record['queen'])}"


def _choose(game: Game, rng: random.Random) -> int:
    """Choose at random, but no swap: there are so many that they would use up all tiles."""
    actions = game.legal_actions()
    others = [action for action in actions if not ids.SWAP <= action < ids.CELL]
    return rng.choice(others or actions)


MINOR = frozenset({"take", "lay", "spend", "give", "return"})
COMMAND = GameCommand(SPEC, 3, _round_line, MINOR, _choose)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    return COMMAND.run(argv)


if __name__ == "__main__":
    sys.exit(main())
