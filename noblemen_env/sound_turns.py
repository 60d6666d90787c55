"""Checks of the course of a game: seats, track, titles, and what is pending in a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from noblemen_env.core import ids

FLAGS = ("acted", "card_played", "by_card")
LAYING = (ids.LAY, ids.PLACE)
OF_KNIGHTS = (ids.MOVE, ids.VISIT, ids.GIVE)
IN_TURN = (
    ids.ACT, *LAYING, ids.BUILD, *OF_KNIGHTS, ids.SPEND, ids.DONATE, ids.RETURN,
)  # fmt: skip


def course(s: np.void, rules: np.void) -> list[str]:
    """Check seats, flags, the round marker and titles."""
    n = int(s["num_players"])
    problems = [
        f"{name} is {int(s[name])}, not a seat of {n} players"
        for name in ("queen", "active")
        if not 0 <= s[name] < n
    ]
    problems += [f"{name} is {int(s[name])}, not 0 or 1" for name in FLAGS if s[name] not in (0, 1)]
    for name in ("taxes_used", "land_used"):
        if not np.isin(s[name][:n], (0, 1)).all():
            problems.append(f"{name} is not 0 or 1")
    return problems or [*_track(s, rules), *_titles(s, rules)]


def _track(s: np.void, rules: np.void) -> Iterator[str]:
    """The marker stands on a mask at masquerades, on the scoring after it, else on a field."""
    scoring = rules["track"].tolist().index(ids.SCORING_FIELD)
    if not 0 <= s["track"] <= scoring:
        yield f"track is {int(s['track'])}, not 0 to {scoring}"
        return
    kind = rules["track"][s["track"]]
    after_decade = s["decision"] == ids.DRAFT and s["purpose"] == ids.AT_DECADE
    if (s["decision"] == ids.BID) != (kind == ids.MASK_FIELD):
        yield "the round marker must be on a mask exactly during a masquerade"
    if (after_decade or s["decision"] == ids.OVER) != (kind == ids.SCORING_FIELD):
        yield "the round marker must be on the scoring exactly between decades and at the end"
    is_last = s["round_number"] == ids.DECADES
    if (s["decision"] == ids.OVER and not is_last) or (after_decade and is_last):
        yield "the game must be over exactly after the scoring of the last decade"
    if s["decision"] == ids.TAKE and (s["track"] or s["round_number"] != 1):
        yield "tiles are chosen at the start only"


def _titles(s: np.void, rules: np.void) -> Iterator[str]:
    titles = s["title"][: s["num_players"]]
    if s["decision"] == ids.BID:
        if (titles != -1).any():
            yield "nobody has a title during a masquerade"
    elif not ((titles >= 0) & (titles < len(ids.TITLES))).all():
        yield "a player has no title outside a masquerade"
    else:
        for title, name in enumerate(ids.TITLES):
            if (titles == title).sum() > rules["title_copies"][title]:
                yield f"too many players have the title {name}"


# --- what is pending -----------------------------------------------------------------------------


def pending(s: np.void, rules: np.void) -> list[str]:
    """Check the fields of the present turn, setup or masquerade."""
    checks: tuple[Callable[[np.void, np.void], Iterator[str]], ...] = (
        _seats,
        _turn,
        _laying,
        _building,
        _numbers,
        _cards,
        _counters,
    )
    return [problem for check in checks for problem in check(s, rules)]


def _seats(s: np.void, rules: np.void) -> Iterator[str]:
    """The seat that decides, and how many still wait."""
    n, decision, waiting = int(s["num_players"]), s["decision"], int(s["waiting"])
    first = _first_of_all(s)
    if first is None:
        if waiting:
            yield f"waiting is {waiting}, but nobody waits"
        if decision == ids.GIVE:
            if s["player"] == s["active"]:
                yield "tiles are given to the active player by another one"
        elif decision != ids.OVER and s["player"] != s["active"]:
            yield "the active player has to decide"
    elif not 0 <= waiting < n:
        yield f"waiting is {waiting}, not 0 to {n - 1}"
    elif s["player"] != (first + n - 1 - waiting) % n:
        yield "the seat to decide does not fit to those that wait"
    elif s["active"] != first:
        yield "all decide in turn, beginning with another seat than the active one"


def _first_of_all(s: np.void) -> int | None:
    """The seat that begins if all decide in turn; None if they do not."""
    if s["decision"] == ids.DRAFT:
        if s["purpose"] == ids.FOR_CHAPEL:
            return None
        return int(s["queen"]) if s["purpose"] == ids.AT_DECADE else 0
    if s["decision"] == ids.BID:
        return int(s["queen"])
    return 0 if s["decision"] == ids.TAKE else None


def _turn(s: np.void, rules: np.void) -> Iterator[str]:
    """Action and card of the turn."""
    decision = s["decision"]
    in_turn = decision in IN_TURN or (decision == ids.DRAFT and s["purpose"] == ids.FOR_CHAPEL)
    if not in_turn and any(s[name] for name in FLAGS):
        yield "there is no turn, but an action or a card of it"
    if decision in (ids.ACT, *OF_KNIGHTS, ids.SPEND, ids.DONATE, ids.DRAFT) and s["by_card"]:
        yield "this decision does not come from a card"
    if decision == ids.RETURN and not s["by_card"]:
        yield "tiles are returned for a card only"
    if s["by_card"] and not s["card_played"]:
        yield "a card is being used that has not been played"
    if in_turn and decision != ids.ACT and not (s["by_card"] or s["acted"]):
        yield "an action is being done that has not begun"


def _laying(s: np.void, rules: np.void) -> Iterator[str]:
    """Tiles chosen, laid, and still to lay."""
    types, laid = len(ids.TILES), int(s["laid"].sum())
    with_tile = s["decision"] in (ids.PLACE, ids.TAKE)
    if (0 <= s["tile"] < types) != with_tile or (s["tile"] != -1 and not with_tile):
        yield "a tile must be chosen exactly while it is placed, or while tiles are taken"
    if (s["laid"] < 0).any() or (s["completed"] < 0).any():
        yield "a number of tiles laid or areas completed is negative"
    if s["decision"] not in LAYING:
        if s["to_lay"] or laid or s["completed"].any():
            yield "tiles are being laid, but there is no enlargement"
    elif not 1 <= s["to_lay"] <= rules["enlarge_tiles"]:
        yield f"to_lay is {int(s['to_lay'])}, not 1 to {int(rules['enlarge_tiles'])}"
    elif laid != rules["enlarge_tiles"] - s["to_lay"]:
        yield "tiles laid and tiles still to lay do not add up"
    elif (s["completed"] > 4 * s["laid"][: len(ids.AREAS)].astype(int)).any():
        yield "more areas are completed than the tiles laid can complete"


def _building(s: np.void, rules: np.void) -> Iterator[str]:
    """The building in work; castles send knights, and chapels have cards drawn."""
    decision, building = s["decision"], s["building"]
    expected = {
        ids.BUILD: range(ids.FOLLY + ids.FOLLIES),
        **dict.fromkeys(OF_KNIGHTS, (ids.CASTLE,)),
    }.get(int(decision), (-1,))
    if decision == ids.DRAFT and s["purpose"] == ids.FOR_CHAPEL:
        expected = (ids.CHAPEL,)
    if building not in expected:
        yield f"building is {int(building)}, which does not fit to the decision"
    elif decision == ids.BUILD and s["by_card"] and building != ids.CASTLE:
        yield "a card builds castles only"
    yield from _knight(s, rules)


def _knight(s: np.void, rules: np.void) -> Iterator[str]:
    decision, hosts = s["decision"], s["knight_host"][s["active"]]
    visits = decision in (ids.VISIT, ids.GIVE)
    if s["knight"] not in (range(rules["knights"]) if visits else (-1,)):
        yield "a knight must be chosen exactly while it visits an area"
    elif decision == ids.GIVE and hosts[s["knight"]] != s["player"]:
        yield "tiles are given by another player than the knight's host"
    elif decision == ids.MOVE or (decision == ids.VISIT and hosts[s["knight"]] >= 0):
        if not (hosts[: rules["knights"]] >= 0).all():
            yield "a knight is moved while another is in the supply"


def _numbers(s: np.void, rules: np.void) -> Iterator[str]:
    """Tiles and markers given, tiles due, and the purpose."""
    decision, given, due = s["decision"], int(s["given"]), int(s["due"])
    if given < 0 or (given and decision not in (ids.SPEND, ids.DONATE, ids.RETURN)):
        yield f"given is {given}, which does not fit to the decision"
    if decision == ids.RETURN:
        if due < 1 or given + due != rules["cards_vicar_tiles"]:
            yield "tiles returned and tiles that may be returned do not add up"
    elif decision == ids.GIVE:
        held = int(s["tiles"][s["player"]].sum())
        if not 1 <= due <= min(held, int(rules["knight_tiles"])):
            yield f"{due} tiles are due, and the player has {held}"
    elif due:
        yield "tiles are due, but nobody has to give any"
    purposes = {ids.DRAFT: 3, ids.SPEND: 2}.get(int(decision), 0)
    if not (0 <= s["purpose"] < purposes if purposes else s["purpose"] == -1):
        yield f"purpose is {int(s['purpose'])}, which does not fit to the decision"
    elif decision == ids.SPEND:
        used = s["land_used"] if s["purpose"] == ids.FOR_LAND else s["taxes_used"]
        if not used[s["player"]]:
            yield "markers are spent on what has not been marked as used"


def _cards(s: np.void, rules: np.void) -> Iterator[str]:
    """Cards that are looked at."""
    drafted = s["drafted"]
    if ((drafted < -1) | (drafted >= ids.CARD_KINDS)).any():
        yield "a card that is looked at does not exist"
    if (drafted[0] >= 0) != (s["decision"] == ids.DRAFT):
        yield "cards must be looked at exactly in a draft"
    if (np.diff((drafted >= 0).astype(int)) > 0).any():
        yield "there is a gap in the cards that are looked at"


def _counters(s: np.void, rules: np.void) -> Iterator[str]:
    """Prestige and counters in a masquerade, in the order of bidding."""
    n = int(s["num_players"])
    prestige, counter = s["prestige"][:n], s["counter"][:n]
    bidding = s["decision"] == ids.BID
    done = n - 1 - int(s["waiting"]) if bidding else 0
    for step in range(n):
        p = (int(s["queen"]) + step) % n
        if (counter[p] >= 0) != (step < done) or counter[p] < -1:
            yield f"the counter of player {p} must be placed exactly after they have bid"
        if (prestige[p] >= 0) != (bidding and step <= done) or prestige[p] < -1:
            yield f"the prestige of player {p} must be known exactly from their bid on"
        if counter[p] > prestige[p]:
            yield f"the counter of player {p} is above their prestige"
    placed = counter[counter > 0]
    if len(set(placed.tolist())) != len(placed):
        yield "two counters are on one number"
