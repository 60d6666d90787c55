"""`python -m noblemen_env.components`: export the standard set, check a set, count its sources."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from noblemen_env.components.load import COMPONENT_FILES, load_components
from noblemen_env.components.model import Components
from noblemen_env.components.sources import count_sources
from parlour.component_errors import count_noun
from parlour.components_command import ComponentsCommand


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    command = ComponentsCommand(COMPONENT_FILES, load_components, count_sources, _sizes)
    return command.run(argv, __doc__)


def _sizes(components: Components) -> str:
    tiles = sum(tile.copies for tile in components.tiles)
    cards = sum(card.copies for card in components.cards)
    pieces = components.board.pieces
    buildings = pieces.castles + pieces.chapels + pieces.palaces + len(components.follies)
    fields = count_noun(len(components.board.track), "field")
    return (
        f"{count_noun(tiles, 'land tile')}, {count_noun(cards, 'scandal card')}, "
        f"{count_noun(buildings, 'building')}, round track of {fields}"
    )


if __name__ == "__main__":
    sys.exit(main())
