"""Kinds of actions, as reports count them."""

from __future__ import annotations

from collections.abc import Mapping

from noblemen_env.core import ids
from noblemen_env.wording import CARD_WORDS, a
from parlour.action_kinds import ActionKinds

_LAND = tuple(f"lay {a(tile)}" for tile in ids.TILES)
_PLAYED = {
    number: f"play {CARD_WORDS[card]}"
    for number, card in enumerate(ids.CARDS)
    if number not in (ids.INTRIGUE, ids.BLACKMAIL, ids.LIAISON)
}
_KEPT = tuple(f"keep {CARD_WORDS[card]}" for card in ids.CARDS)
_VISITED = tuple(f"visit {a(area)}" for area in ids.AREAS)
GROUPS = {
    "main action": ("enlarge", *ids.BUILDINGS, "folly", "bribe", "taxes", "land", "church",
                    "leisure"),
    "tile": (*_LAND, "swap tiles"),
    "card played": tuple(_PLAYED.values()),
    "card kept": (*_KEPT, "keep all cards"),
    "knight": (*_VISITED, "send no knight"),
    "masquerade": ("give up a marker", "give up Blackmail", "give up another card", "stop"),
}  # fmt: skip
# Kinds by their first action.
MAIN_STARTS = {
    ids.LEISURE: "leisure", ids.ENLARGE: "enlarge", ids.BUILD_CASTLE: "castle",
    ids.BUILD_PALACE: "palace", ids.BUILD_CHAPEL: "chapel", ids.BUILD_FOLLY: "folly",
    ids.BRIBE: "bribe", ids.TAXES: "taxes", ids.LAND: "land", ids.CHURCH: "church",
}  # fmt: skip


def _kind(starts: Mapping[int, str], number: int) -> str:
    return starts[max(start for start in starts if start <= number)]


def kinds_of(decision: str, action: int) -> tuple[str, ...]:
    """Return the kinds of an action at a decision; none for cells, and for what only pays."""
    if ids.SWAP <= action < ids.CELL:
        return ("swap tiles",)
    if decision == "act":
        return _in_turn(action)
    if decision == "lay" and action != ids.DONE:
        return (_LAND[action - ids.TILE],)
    if decision == "draft":
        return ("keep all cards",) if action == ids.KEEP_ALL else (_KEPT[action - ids.CARD],)
    if decision == "bid":
        return (_in_masquerade(action),)
    if decision in ("move", "visit") and action == ids.DONE:
        return ("send no knight",)
    if decision == "visit":
        return (_VISITED[(action - ids.VISIT_AREA) % len(ids.AREAS)],)
    return ()


def _in_turn(action: int) -> tuple[str, ...]:
    if action == ids.DONE:
        return ()
    if action >= ids.CARD:
        return (_PLAYED[action - ids.CARD],)
    return (_kind(MAIN_STARTS, action),)


def _in_masquerade(action: int) -> str:
    others = {
        ids.DONE: "stop",
        ids.MARKER: "give up a marker",
        ids.CARD + ids.BLACKMAIL: "give up Blackmail",
    }
    return others.get(action, "give up another card")


ACTION_KINDS = ActionKinds(
    GROUPS, kinds_of, note="Tiles are laid for Masterstroke too, and castles built for Inheritance."
)
