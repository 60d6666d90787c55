"""The one exception of this package, and how its sentences name a place in a file."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import NamedTuple, NoReturn

_LONGEST_QUOTE = 60


class ComponentError(ValueError):
    """A set of components cannot be used; the message is one sentence that says where and why."""


class Range(NamedTuple):
    """The whole numbers a value may be, both ends included."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


def fail(place: str, problem: str) -> NoReturn:
    """Raise the error for one place."""
    raise ComponentError(f"{place}: {problem}")


def shown(value: object) -> str:
    """The value as found, on one line and not longer than a reader needs."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, int) and abs(value) >= 10**_LONGEST_QUOTE:
        return "a very long number"  # Python refuses to print some of them at all
    if isinstance(value, str):
        value = value if len(value) <= _LONGEST_QUOTE else value[:_LONGEST_QUOTE] + "..."
        return ascii(value) if not value.isprintable() else repr(value)
    return str(value)


def suggestion(found: object, known: Sequence[str]) -> str:
    """The end of a sentence about an unknown word: the nearest known one, or all of them."""
    near = difflib.get_close_matches(str(found)[:_LONGEST_QUOTE], known, n=1)
    return f", did you mean {near[0]!r}?" if near else f", expected one of {listed(known)}"


def listed(words: Iterable[object]) -> str:
    """Words with commas between them."""
    return ", ".join(str(word) for word in words)


def counted(number: int, singular: str, plural: str | None = None) -> str:
    """A number with its noun."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"
