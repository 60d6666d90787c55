"""The exception of this package, and helpers for its messages."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import NamedTuple, NoReturn

_MAX_QUOTE = 60


class ComponentError(ValueError):
    """A set of components cannot be used; the message is one sentence with place and reason."""


class Range(NamedTuple):
    """A range of whole numbers, both ends included."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


def fail(place: str, problem: str) -> NoReturn:
    """Raise the error for one place."""
    raise ComponentError(f"{place}: {problem}")


def quote(value: object) -> str:
    """Quote a value on one line, shortened if it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, int) and abs(value) >= 10**_MAX_QUOTE:
        return "a very long number"  # Python refuses to print some of them at all
    if isinstance(value, str):
        value = value if len(value) <= _MAX_QUOTE else value[:_MAX_QUOTE] + "..."
        return ascii(value) if not value.isprintable() else repr(value)
    return str(value)


def suggestion(word: object, words: Sequence[str]) -> str:
    """End a sentence about an unknown word: with the nearest known one, or with all of them."""
    near = difflib.get_close_matches(str(word)[:_MAX_QUOTE], words, n=1)
    return f", did you mean {near[0]!r}?" if near else f", expected one of {join_words(words)}"


def join_words(words: Iterable[object]) -> str:
    """Join words with commas."""
    return ", ".join(str(word) for word in words)


def count_noun(number: int, singular: str, plural: str | None = None) -> str:
    """Return a number with its noun in singular or plural."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"
