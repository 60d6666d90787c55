"""`python -m rokoko_env`: play and print a random game, or verify a saved one."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from parlour.game_command import GameCommand
from rokoko_env.game import Game
from rokoko_env.spec import SPEC


def _round_line(game: Game) -> str:
    return f"Round {game.round}, start player {int(game.record['start_player'])}"


COMMAND = GameCommand(SPEC, 4, _round_line, frozenset({"pick", "play", "silk"}))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    return COMMAND.run(argv)


if __name__ == "__main__":
    sys.exit(main())
