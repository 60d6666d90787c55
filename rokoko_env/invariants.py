"""Invariants of every position: no component is lost or duplicated, nothing is negative."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from parlour.codec import Vocabulary, members
from rokoko_env.core import ids
from rokoko_env.core.income import LOWER_ROW, UPPER_ROW


def broken_invariants(record: np.void, rules: np.void, names: Vocabulary) -> list[str]:
    """Return one sentence for each error in a position; none if it is sound.

    The engine has checked the fields that it reads itself.
    """
    problems = _course(record, rules)
    if problems:  # the other checks rely on valid seats and decisions
        return problems
    return (
        _dresses(record, rules, names)
        + _tiles(record, rules, names)
        + _cards(record, rules, names)
        + _spaces(record, rules, names)
        + _amounts(record)
    )


def _course(s: np.void, rules: np.void) -> list[str]:
    problems = [
        f"{name} is {int(s[name])}, not a seat of {int(s['num_players'])} players"
        for name, lowest in (("start_player", 0), ("favor", -1))
        if not lowest <= s[name] < s["num_players"]
    ]
    in_turn = ids.PLAY < s["decision"] < ids.OVER
    if (s["in_play"] >= 0) != in_turn:
        problems.append("a card must be in play exactly during a turn")
    bonus_needed = s["decision"] in (ids.BONUS, ids.PILE, ids.EXCHANGE, ids.SILK_BONUS)
    if bonus_needed and s["bonus_card"] < 0:
        problems.append("the decision is about a bonus, but no card's bonus is in use")
    if (s["decision"] == ids.TILE) != (s["tile"] >= 0):
        problems.append("a tile must be pending exactly while it is kept or traded")
    if (s["decision"] in (ids.SILK, ids.PLACE)) != (s["dress"] >= 0):
        problems.append("a dress must be in work exactly while it is paid for and placed")
    if (s["decision"] == ids.PILE) != (s["chosen_card"] >= 0):
        problems.append("a card must be chosen for deputing exactly while its pile is chosen")
    problems += _turn(s, rules)
    return problems


def _turn(s: np.void, rules: np.void) -> list[str]:
    """Check the fields of the current turn."""
    problems = [
        f"{name} is {int(s[name])}, not 0 to {highest}"
        for name, highest in (
            ("in_play_deputed", 1),
            ("tile_is_blind", 1),
            ("filling", ids.BLIND_FILLINGS - 1),
            ("bales_given", 9 * ids.MAX_TILES),
        )
        if not 0 <= s[name] <= highest
    ]
    needed = rules["dress_bales"][s["dress"]] if s["dress"] >= 0 else np.zeros(ids.COLORS, int)
    if ((s["missing"] < 0) | (s["missing"] > needed)).any():
        problems.append("more bales are missing than the dress in work needs")
    if s["in_play"] < 0 and (s["leaving"] or s["bonus_card"] >= 0 or s["in_play_deputed"]):
        problems.append("no card is in play, but fields of a turn are set")
    if s["tile_is_blind"] and s["tile"] < 0:
        problems.append("a tile drawn unseen is marked, but no tile is pending")
    if any(s["blind"][s["filling"] + 1 :] if s["filling"] >= 0 else []):
        problems.append("a tile was drawn unseen from a later filling of the stack")
    return problems


def broken_decision(s: np.void, rules: np.void) -> list[str]:
    """Check that a dress in work can be paid, in a position that is sound and not over."""
    if s["decision"] == ids.SILK:
        missing = np.maximum(0, s["missing"] - s["bales"][s["player"]])
        bonus = rules["card_bonus"][s["bonus_card"]] if s["bonus_card"] >= 0 else 0
        green_yellow = missing[ids.GREEN] + missing[ids.YELLOW] - rules["saves_green_yellow"][bonus]
        red = missing[ids.RED] - rules["saves_red"][bonus]
        if green_yellow > 0 or red > 0 or missing[ids.BLUE] > 0:
            return ["the dress in work can't be paid"]
    return []


def derive(s: np.void, rules: np.void) -> None:
    """Fill in the fields that follow from others."""
    s["bales"] = 0
    for p in range(s["num_players"]):
        for tile in members(s["silk"][p]):
            s["bales"][p] += rules["kind_bales"][rules["tile_kind"][tile]]


def _duplicates(numbers: Iterable[int], names: Sequence[str]) -> list[str]:
    return [names[i] for i, n in Counter(numbers).items() if n > 1]


def _dresses(s: np.void, rules: np.void, names: Vocabulary) -> list[str]:
    if (s["window"][rules["num_windows"] :] >= 0).any():
        return ["a dress lies on a window that the board does not have"]
    numbers = members(s["bag"]) + members(s["dress_discard"])
    numbers += [int(d) for d in s["window"] if d >= 0]
    numbers += [int(d) for d in s["guest_dress"] if d >= 0]
    numbers += [int(s["dress"])] if s["dress"] >= 0 else []
    return _not_once("dress", numbers, names["dresses"])


def _tiles(s: np.void, rules: np.void, names: Vocabulary) -> list[str]:
    segments = s["warehouse"].reshape(ids.SEGMENTS, ids.SEGMENT_SPACES)
    if any((segments[i, n:] >= 0).any() for i, n in enumerate(rules["segment_spaces"])):
        return ["a tile lies on a warehouse space that the board does not have"]
    numbers = members(s["tile_stack"]) + members(s["tile_discard"])
    numbers += [int(t) for t in s["warehouse"] if t >= 0]
    numbers += [int(s["tile"])] if s["tile"] >= 0 else []
    silk = [tile for p in range(s["num_players"]) for tile in members(s["silk"][p])]
    problems = _not_once("tile", numbers + silk, names["tiles"])
    blind = [tile for filling in s["blind"] for tile in members(filling)]
    if _duplicates(blind, names["tiles"]) or not set(silk).issuperset(blind):
        problems.append("a tile drawn unseen is not in exactly one player's silk")
    return problems


def _not_once(kind: str, numbers: list[int], names: Sequence[str]) -> list[str]:
    problems = [f"the {kind} {name} is in two places" for name in _duplicates(numbers, names)]
    problems += [f"the {kind} {names[i]} is lost" for i in set(range(len(names))) - set(numbers)]
    return problems


def _cards(s: np.void, rules: np.void, names: Vocabulary) -> list[str]:
    """Cards may have left the game, but none is in two places; each player has own base cards."""
    problems = []
    base = int(rules["base_cards"])
    hire_cards = [*members(s["hire_stack"]), *(int(c) for c in s["display"] if c >= 0)]
    for p in range(s["num_players"]):
        own = members(s["hand"][p]) + members(s["supply"][p]) + members(s["discard"][p])
        if p == s["player"] and s["in_play"] >= 0:
            own += [int(s["in_play"]), *members(s["leaving"])]
        doubled = _duplicates(own, names["cards"])
        problems += [f"player {p} has {card} in two places" for card in doubled]
        if len(own) < ids.HAND_SIZE + 1:
            problems.append(f"player {p} has a deck of only {len(own)} cards")
        if int(s["hand_known"][p]) & ~int(s["hand"][p]):
            problems.append(f"player {p}: a card known to be in hand is not in it")
        hire_cards += [card for card in own if not base >> card & 1]
    doubled = _duplicates(hire_cards, names["cards"])
    problems += [f"the card {card} is in two places" for card in doubled]
    return problems


def _spaces(s: np.void, rules: np.void, names: Vocabulary) -> list[str]:
    problems = []
    guests = [space for p in range(s["num_players"]) for space in members(s["guests"][p])]
    decorations = [d for p in range(s["num_players"]) for d in members(s["decorations"][p])]
    exist = int(rules["normal_spaces"] | rules["master_spaces"])
    problems += [
        f"guest space {name} has two owners" for name in _duplicates(guests, names["guests"])
    ]
    problems += [
        f"{name} has two owners" for name in _duplicates(decorations, names["decorations"])
    ]
    occupied = [space for space in range(ids.MAX_GUESTS) if s["guest_dress"][space] >= 0]
    if sorted(guests) != occupied or any(not exist >> space & 1 for space in occupied):
        problems.append("the dresses on guest spaces do not match their owners' markers")
    for color in range(ids.COLORS):
        right = [g for g in occupied if rules["dress_color"][s["guest_dress"][g]] == color]
        if members(s["guests_by_color"][color]) != right:
            problems.append(f"guests_by_color[{color}] does not match the dresses on the board")
    if any(not int(rules["affordable"][-1]) >> d & 1 for d in decorations):
        problems.append("a player owns a decoration space that the board does not have")
    for p in range(s["num_players"]):
        own = int(s["decorations"][p])
        if (own & UPPER_ROW).bit_count() > 1 or (own & LOWER_ROW).bit_count() > 1:
            problems.append(f"player {p} owns two spaces in one row of the fountain")
    places = [int(a) for a in s["all_halls"][: s["num_players"]] if a >= 0]
    if sorted(places) != list(range(len(places))) or len(places) > rules["num_all_halls"]:
        problems.append("the all-halls spaces are not taken in order")
    return problems


def _amounts(s: np.void) -> list[str]:
    return [
        f"player {p} has {int(s[name][p])} {name}"
        for p in range(s["num_players"])
        for name in ("money", "yarn", "lace", "prestige")
        if s[name][p] < 0
    ]
