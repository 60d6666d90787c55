"""Kinds of actions, as reports count them."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.action_kinds import ActionKinds
from rokoko_env.core import ids

GROUPS = {
    "main action": ("take a tile", "make a dress", "hire", "fund a decoration", "depute",
                    "take the favor card", "forgo the action"),
    "decoration": ("fireworks", "statue", "fountain", "musician"),
    "the dress goes to": ("the King's hall", *(f"hall {hall}" for hall in range(2, ids.HALLS + 1)),
                          "the bank (sold)"),
    "the tile is": ("kept", "traded for trim"),
    "the bonus is": ("used", "forgone"),
}  # fmt: skip
# Kinds by their first action, and kinds of decorations by their first space.
MAIN_STARTS = {
    ids.FORGO_ACTION: "forgo the action", ids.FAVOR: "take the favor card", ids.DEPUTE: "depute",
    ids.TAKE_TILE: "take a tile", ids.MAKE_DRESS: "make a dress", ids.FUND: "fund a decoration",
    ids.CARD: "hire",
}  # fmt: skip
DECORATION_STARTS = {
    0: "fireworks", ids.STATUES: "statue", ids.UPPER_FOUNTAIN: "fountain",
    ids.MUSICIANS: "musician",
}  # fmt: skip


def _kind(starts: Mapping[int, str], number: int) -> str:
    return starts[max(start for start in starts if start <= number)]


def kinds_of(decision: str, action: int) -> tuple[str, ...]:
    """Return the kinds of an action at a decision; none for cards and payments."""
    funds: tuple[str, ...] = ()
    if ids.FUND <= action < ids.CARD:
        funds = (_kind(DECORATION_STARTS, action - ids.FUND),)
    if decision == "main":
        return (_kind(MAIN_STARTS, action), *funds)
    if decision == "place":
        *halls, bank = GROUPS["the dress goes to"]
        return (bank if action == ids.SELL else halls[(action - ids.RENT) // ids.HALL_SPACES],)
    if decision == "tile":
        return ("kept" if action == ids.KEEP_TILE else "traded for trim",)
    if decision == "bonus":
        return ("forgone" if action == ids.FORGO_BONUS else "used", *funds)
    return ()


ACTION_KINDS = ActionKinds(
    GROUPS, kinds_of, note="Decorations are funded, and dresses made, by bonuses too."
)
