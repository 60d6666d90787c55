"""The error of this package, and a helper for its messages."""

from __future__ import annotations

from collections.abc import Iterable

from agents.reporting.cli import CommandError


class TrainingError(CommandError):
    """A run can't start or resume; the message says why."""


def joined(numbers: Iterable[float]) -> str:
    """Return numbers as a command line has them."""
    return " ".join(map(str, numbers))
