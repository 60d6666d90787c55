"""`ActionKinds`: a game's actions by kind, for reports on how a player plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class ActionKinds:
    """Kinds of actions in groups; the first group holds the main kinds, which are shown by round.

    No kind is in two groups.
    """

    groups: Mapping[str, tuple[str, ...]]  # by the name of the group
    kinds_of: Callable[[str, int], tuple[str, ...]]  # those of an action at a decision, by its name
    note: str = ""  # a sentence on what is counted

    @property
    def main_group(self) -> str:
        """The name of the first group."""
        return next(iter(self.groups))

    @property
    def main(self) -> tuple[str, ...]:
        """The kinds of the first group."""
        return self.groups[self.main_group]
