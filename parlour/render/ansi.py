"""Pages of coloured text for a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from parlour.render import palette

WIDTH = 100

Section = tuple[str, list[Text]]  # its title and its lines


def page(headline: Text, sections: Iterable[Section]) -> str:
    """Return lines of at most `WIDTH` columns, with colour codes on any terminal."""
    out = io.StringIO()
    console = Console(
        file=out,
        width=WIDTH,
        height=100,  # with both set, rich ignores TERM and COLUMNS
        force_terminal=True,
        force_jupyter=False,
        color_system="truecolor",
        no_color=False,
        legacy_windows=False,
        highlight=False,
        emoji=False,
        markup=False,
    )
    console.print(headline)
    for title, lines in sections:
        console.print(Rule(title, align="left", style="dim", characters="─"))
        for line in lines:
            console.print(line, overflow="fold")
    return out.getvalue()


def styled(words: str, style: str) -> Text:
    """Return words in a style that, unlike the style of a `Text`, ends with them."""
    return Text().append(words, style)


def badge(seat: int) -> Text:
    """The number of a seat on its colour."""
    color = palette.PLAYERS[seat]
    return styled(f" {seat} ", f"bold {color.ink} on {color.fill}")


def padded(text: Text, width: int) -> Text:
    """Cut or pad with spaces to exactly this width."""
    text = text.copy()
    text.truncate(width, overflow="ellipsis")
    text.append(" " * (width - cell_len(text.plain)))
    return text
