"""Invariants of every position: no piece is lost or doubled, and what is pending fits together."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from noblemen_env import sound_estates, sound_turns, worth
from noblemen_env.core import ids
from noblemen_env.estate import knights, read_estate
from noblemen_env.views import deck
from parlour.codec import Vocabulary


def broken_invariants(record: np.void, rules: np.void, names: Vocabulary) -> list[str]:
    """Return one sentence for each error in a position; none if it is sound.

    The engine has checked the fields that it reads itself.
    """
    for check in (sound_turns.course, sound_turns.pending, sound_estates.cells, _ranges):
        if problems := check(record, rules):  # the next ones rely on it
            return problems
    return sound_estates.estates(record, rules) + _pieces(record, rules) + _points(record)


def _ranges(s: np.void, rules: np.void) -> list[str]:
    """Check that nothing is negative, and cards have names."""
    numbers = _players(s, "money", "markers", "tiles", "cards", "points") | {
        "bag": s["bag"],
        "church": s["church"],
        "offer": s["offer"],
        "reserve": s["reserve"],
        "pool": s["pool"],
    }
    problems = [f"{name} has a negative number" for name, n in numbers.items() if np.min(n) < 0]
    if (s["church"] > rules["church_tiles"]).any():
        problems.append("the church has taken more tiles of a type than it takes")
    if (s["offer"] > rules["offer"]).any():
        problems.append("there are more buildings on the board than at the start of a decade")
    return problems + _deck(s)


def _players(s: np.void, *names: str) -> dict[str, np.ndarray]:
    return {name: s[name][: s["num_players"]] for name in names}


def _deck(s: np.void) -> list[str]:
    """Check that the ring of the deck holds its cards, and nothing elsewhere."""
    if not (0 <= s["deck_top"] < ids.MAX_DECK and 0 <= s["deck_size"] <= ids.MAX_DECK):
        return [f"the deck has {int(s['deck_size'])} cards from place {int(s['deck_top'])}"]
    cards = deck(s)
    if not all(0 <= card < ids.CARD_KINDS for card in cards):
        return ["a card of the deck does not exist"]
    if (s["deck"] >= 0).sum() != len(cards):
        return ["a card lies beside the deck"]
    return []


# --- pieces --------------------------------------------------------------------------------------


def _pieces(s: np.void, rules: np.void) -> list[str]:
    """Check that there are as many of all pieces as the box holds."""
    no_deck = s["decision"] == ids.TAKE  # it is shuffled after the choice of tiles
    return (
        _lost("tile", ids.TILES, _tiles(s), rules["tile_copies"])
        + _lost("card", ids.CARDS, _cards(s), rules["card_copies"] * (not no_deck))
        + _lost("building", ids.BUILDINGS, _buildings(s), rules["pieces"])
        + _lost("piece", ["marker"], [int(s["pool"]) + _sum(s, "markers")], [rules["markers"]])
    )


def _lost(
    kind: str, names: Iterable[str], found: Iterable[int], copies: Iterable[int]
) -> list[str]:
    return [
        f"{kind} {name}: {int(number)} are in the game, expected {int(copy)}"
        for name, number, copy in zip(names, found, copies, strict=True)
        if number != copy
    ]


def _sum(s: np.void, name: str) -> int:
    return int(s[name][: s["num_players"]].sum())


def _tiles(s: np.void) -> list[int]:
    hands = s["tiles"][: s["num_players"]].sum(axis=0)
    estates = [read_estate(s, p) for p in range(s["num_players"])]
    placing = s["tile"] if s["decision"] == ids.PLACE else -1
    return [
        int(s["bag"][kind])
        + int(s["church"][kind])
        + int(hands[kind])
        + sum(estate.tiles(kind) for estate in estates)
        + int(placing == kind)
        for kind in range(len(ids.TILES))
    ]


def _cards(s: np.void) -> list[int]:
    elsewhere = [*deck(s), *s["drafted"]]
    hands = s["cards"][: s["num_players"]].sum(axis=0)
    return [int(hands[card]) + elsewhere.count(card) for card in range(ids.CARD_KINDS)]


def _buildings(s: np.void) -> list[int]:
    estates = [read_estate(s, p) for p in range(s["num_players"])]
    return [
        int(s["offer"][building])
        + int(s["reserve"][building])
        + sum(len(estate.cells_with(building)) for estate in estates)
        for building in range(len(ids.BUILDINGS))
    ]


def _points(s: np.void) -> list[str]:
    problems = []
    for p in range(s["num_players"]):
        expected = int(s["points"][p].sum()) if s["decision"] == ids.OVER else 0
        if s["score"][p] != expected:
            problems.append(f"player {p} has a score of {int(s['score'][p])}, expected {expected}")
    return problems


# --- decisions, and fields that follow -----------------------------------------------------------


def broken_decision(s: np.void, rules: np.void) -> list[str]:
    """Check that what is being done can be done, in a position that is sound and not over."""
    seat, building = int(s["player"]), int(s["building"])
    if s["decision"] == ids.BUILD:
        price = worth.price_for(s, rules, building, seat)
        if price is None:
            return ["the building in work is not on the board"]
        if not s["by_card"] and price > s["money"][seat]:
            return ["the building in work can't be paid"]
        if building >= ids.FOLLY and not _has_areas(s, rules, seat, building - ids.FOLLY):
            return ["the folly in work needs areas that the estate does not have"]
    if s["decision"] == ids.MOVE:
        rivals = [p for p in range(s["num_players"]) if p != seat]
        if not any(_free_areas(s, p) for p in rivals):
            return ["there is no area that a knight could move to"]
    return []


def _has_areas(s: np.void, rules: np.void, seat: int, folly: int) -> bool:
    estate, needed = read_estate(s, seat), rules["folly_areas"][folly]
    return all(len(estate.areas_of(kind)) >= needed[kind] for kind in range(len(ids.AREAS)))


def _free_areas(s: np.void, seat: int) -> bool:
    estate = read_estate(s, seat)
    return any(estate.free_areas(kind) for kind in range(len(ids.AREAS)))


def derive(s: np.void, rules: np.void) -> None:
    """Fill in the fields that follow from others."""
    s["visited"] = 0
    for _owner, host, area in knights(s):
        word, place = divmod(area, ids.WORD_CELLS)
        s["visited"][host][word] |= 1 << place
