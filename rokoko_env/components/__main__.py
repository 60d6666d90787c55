"""`python -m rokoko_env.components`: export the standard set, check a set, count its sources."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from parlour.component_errors import count_noun
from parlour.components_command import ComponentsCommand
from rokoko_env.components.load import COMPONENT_FILES, load_components
from rokoko_env.components.model import Components
from rokoko_env.components.sources import count_sources


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    command = ComponentsCommand(COMPONENT_FILES, load_components, count_sources, _sizes)
    return command.run(argv, __doc__)


def _sizes(components: Components) -> str:
    base = sum(card.copies for card in components.employees if card.level == 0)
    hire = sum(card.copies for card in components.employees if card.level > 0)
    tiles = sum(tile.copies for tile in components.resources)
    cards = f"{count_noun(base, 'base card')}, {count_noun(hire, 'hire card')}"
    dresses = count_noun(len(components.dresses), "dress", "dresses")
    sides = count_noun(len(components.boards), "board side")
    return f"{cards}, {dresses}, {count_noun(tiles, 'tile')}, {sides}"


if __name__ == "__main__":
    sys.exit(main())
