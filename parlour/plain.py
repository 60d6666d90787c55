"""Text and pictures for a game that has none of its own: its view, line by line."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from parlour.render.shapes import Picture

if TYPE_CHECKING:
    from parlour.game import Game

WIDTH = 100  # columns of text
LINE_HEIGHT, TEXT_SIZE = 18, 12
MAX_OPTIONS = 6  # named in an error


def view_as_text(view: dict[str, Any], components: object) -> str:
    """Write each entry of a view; lists of mappings have a line for each of them."""
    lines = []
    for name, value in view.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines += [f"{name} {i}: {_entries(entry)}" for i, entry in enumerate(value)]
        else:
            lines.append(f"{name}: {_entries(value)}")
    indent = " " * 4
    return "\n".join(textwrap.fill(line, WIDTH, subsequent_indent=indent) for line in lines)


def _entries(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_entries(entry)}" for name, entry in value.items())
    if isinstance(value, list):
        return " ".join(str(entry) for entry in value) or "-"
    return "-" if value is None else str(value)


def draw(view: dict[str, Any], components: object) -> Picture:
    """Write the text into a picture."""
    lines = view_as_text(view, components).splitlines()
    picture = Picture(8 * WIDTH, LINE_HEIGHT * (len(lines) + 1), "")
    for number, line in enumerate(lines, 1):
        picture.text(10, LINE_HEIGHT * number, line, TEXT_SIZE)
    return picture


def explain_illegal(game: Game, action: int) -> str:
    """Name the options, as the end of a sentence."""
    if game.is_over:
        return "the game is over"
    return f"it has to {game.decision} ({option_names(game)})"


def option_names(game: Game) -> str:
    """Name the legal actions, or the first of them."""
    names = [game.action_name(option) for option in game.legal_actions()]
    return ", ".join(names[:MAX_OPTIONS]) + (", ..." if len(names) > MAX_OPTIONS else "")
