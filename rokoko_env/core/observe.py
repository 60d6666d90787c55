"""What a seat knows, as a vector of floats with named slices.

Nothing in it is hidden from a player with perfect memory: of the others' hands only the cards that
must be there, of their silk only the tiles taken in the open; of stack and bag what is left, never
an order. It sums up where the view lists (who of the others owns which space, which dresses are in
the bag). Seats are relative: 0 is the observer, 1 the seat to its left, and so on; seats beyond the
number of players stay zero. `SECTIONS` explains every slice.
"""

from __future__ import annotations

from rokoko_env.core.bits import count, lowest
from rokoko_env.core.deck import deck_cards
from rokoko_env.core.employees import hire_price
from rokoko_env.core.ids import (
    COLORS,
    DISPLAY_SPACES,
    HALLS,
    KINGS_HALL,
    LACE_ONLY,
    MAX_CARDS,
    MAX_DECORATIONS,
    MAX_GUESTS,
    MAX_PLAYERS,
    MAX_TILE_KINDS,
    MAX_WAREHOUSE,
    MAX_WINDOWS,
    MUSICIANS,
    OVER,
    PILE,
    ROUNDS,
    TILE,
    YARN_AND_LACE,
    YARN_ONLY,
    YARN_OR_LACE,
)
from rokoko_env.core.income import LOWER_ROW, UPPER_ROW
from rokoko_env.core.jit import jit
from rokoko_env.core.scoring import ALL_FIREWORKS, ALL_STATUES, dress_prestige
from rokoko_env.core.warehouse import all_blind, tile_price
from rokoko_env.core.workshop import maker, still_to_pay

TILE_FEATURES = 7
WAREHOUSE_FEATURES = TILE_FEATURES + 1
WINDOW_FEATURES = 14
PLAYER_FEATURES = 25
OTHERS = MAX_PLAYERS - 1

# How sure another player's card is in hand: known to be there, in hand or supply, discarded. The
# sums for two copies of one kind stay distinct.
IN_HAND, HAND_OR_SUPPLY, DISCARDED = 1.0, 0.6, 0.25

SECTIONS: tuple[tuple[str, int, str], ...] = (
    ("decision", OVER + 1, "one-hot: what is asked (ids.DECISION_NAMES)"),
    ("num_players", 4, "one-hot: 2 to 5"),
    ("round", ROUNDS, "one-hot: 1 to 7"),
    ("to_decide", MAX_PLAYERS, "one-hot: relative seat to decide"),
    ("start_player", MAX_PLAYERS, "one-hot: relative seat"),
    ("favor", MAX_PLAYERS + 1, "one-hot: relative seat with the favor card, last: on the board"),
    ("card_in_use", MAX_CARDS, "one-hot: the card in play, or whose bonus is used, or to depute"),
    ("turn", 2, "a bonus is being used; the card in play was deputed"),
    ("rank_in_use", 3, "one-hot: Master, Journeyman, Apprentice"),
    ("tile_taken", TILE_FEATURES, "bales by colour / 2, yarn, lace, both; zero if unseen"),
    ("dress_in_work", 10, "main colour one-hot, bales missing / 3, Livre / 20, prestige / 4"),
    ("bales_to_pay", 1, "bales still to pay / 4"),
    ("odd_bale_given", 1, "pp_for_silk: one green or yellow bale waits for a second one"),
    ("display", MAX_CARDS, "kinds of card on display"),
    ("hire_price", 1, "/ 5"),
    ("hire_stack", MAX_CARDS, "kinds of card not yet revealed"),
    ("warehouse", MAX_WAREHOUSE * WAREHOUSE_FEATURES, "per space: as tile_taken, price / 2"),
    (
        "workshop",
        MAX_WINDOWS * WINDOW_FEATURES,
        (
            "per window: cost / 8, colour one-hot, bales / 3, yarn, lace, Livre / 20, "
            "prestige / 4, thimble"
        ),
    ),
    ("bag", COLORS, "dresses in the bag by main colour / 10"),
    ("stack_pool", MAX_TILE_KINDS, "tiles in the stack or drawn from it unseen, by kind / 4"),
    ("older_pool", MAX_TILE_KINDS, "others' unseen tiles from before a refill, by kind / 4"),
    ("hand", MAX_CARDS, "own hand, by kind"),
    ("supply", MAX_CARDS, "own supply, by kind"),
    ("discard", MAX_CARDS, "own discard pile, by kind"),
    ("silk", MAX_TILE_KINDS, "own silk, by kind / 2"),
    ("others_cards", OTHERS * MAX_CARDS, "1 surely in hand, 0.6 hand or supply, 0.25 discarded"),
    ("others_silk", OTHERS * MAX_TILE_KINDS, "silk taken in the open, by kind / 2"),
    ("own_guests", MAX_GUESTS, "guest spaces with an own dress"),
    ("guest_prestige", MAX_GUESTS, "(1 + prestige) / 5 of the dress on each space, 0 if free"),
    (
        "halls",
        MAX_PLAYERS * HALLS * 3,
        "per player and hall: dresses / 4, on Master spaces / 2, musician",
    ),
    ("own_decorations", MAX_DECORATIONS, "own decoration spaces"),
    ("others_decorations", MAX_DECORATIONS, "decoration spaces of the others"),
    (
        "players",
        MAX_PLAYERS * PLAYER_FEATURES,
        (
            "per player: is there, money / 30, yarn / 4, lace / 4, prestige tokens / 20, cards in "
            "hand / 4, in supply / 8, in the deck / 10, silk tiles / 6, unseen ones / 4, unseen "
            "ones from before a refill / 4, dresses by colour / 4, dresses / 8, their prestige / "
            "20, prestige in the King's hall / 8, decorations / 6, fireworks / 4, farthest-right "
            "fireworks / 8, statues / 3, upper fountain, lower fountain, all-halls prestige / 6"
        ),
    ),
)


def _slices() -> dict[str, slice]:
    slices, start = {}, 0
    for name, size, _ in SECTIONS:
        slices[name] = slice(start, start + size)
        start += size
    return slices


OBSERVATION_SLICES = _slices()
OBSERVATION_SIZE = OBSERVATION_SLICES[SECTIONS[-1][0]].stop

# Jitted code takes the starts as constants.
_DECISION = OBSERVATION_SLICES["decision"].start
_NUM_PLAYERS = OBSERVATION_SLICES["num_players"].start
_ROUND = OBSERVATION_SLICES["round"].start
_TO_DECIDE = OBSERVATION_SLICES["to_decide"].start
_START_PLAYER = OBSERVATION_SLICES["start_player"].start
_FAVOR = OBSERVATION_SLICES["favor"].start
_CARD_IN_USE = OBSERVATION_SLICES["card_in_use"].start
_TURN = OBSERVATION_SLICES["turn"].start
_RANK_IN_USE = OBSERVATION_SLICES["rank_in_use"].start
_TILE_TAKEN = OBSERVATION_SLICES["tile_taken"].start
_DRESS_IN_WORK = OBSERVATION_SLICES["dress_in_work"].start
_BALES_TO_PAY = OBSERVATION_SLICES["bales_to_pay"].start
_ODD_BALE = OBSERVATION_SLICES["odd_bale_given"].start
_DISPLAY = OBSERVATION_SLICES["display"].start
_HIRE_PRICE = OBSERVATION_SLICES["hire_price"].start
_HIRE_STACK = OBSERVATION_SLICES["hire_stack"].start
_WAREHOUSE = OBSERVATION_SLICES["warehouse"].start
_WORKSHOP = OBSERVATION_SLICES["workshop"].start
_BAG = OBSERVATION_SLICES["bag"].start
_STACK_POOL = OBSERVATION_SLICES["stack_pool"].start
_OLDER_POOL = OBSERVATION_SLICES["older_pool"].start
_HAND = OBSERVATION_SLICES["hand"].start
_SUPPLY = OBSERVATION_SLICES["supply"].start
_DISCARD = OBSERVATION_SLICES["discard"].start
_SILK = OBSERVATION_SLICES["silk"].start
_OTHERS_CARDS = OBSERVATION_SLICES["others_cards"].start
_OTHERS_SILK = OBSERVATION_SLICES["others_silk"].start
_OWN_GUESTS = OBSERVATION_SLICES["own_guests"].start
_GUEST_PRESTIGE = OBSERVATION_SLICES["guest_prestige"].start
_HALLS = OBSERVATION_SLICES["halls"].start
_OWN_DECORATIONS = OBSERVATION_SLICES["own_decorations"].start
_OTHERS_DECORATIONS = OBSERVATION_SLICES["others_decorations"].start
_PLAYERS = OBSERVATION_SLICES["players"].start


@jit
def write_observation(s, rules, seat, out):
    """Fill `out` with what this seat knows."""
    out[:] = 0.0
    _write_context(s, seat, out)
    _write_turn(s, rules, seat, out)
    _write_markets(s, rules, out)
    _write_hidden_tiles(s, rules, seat, out)
    _write_own(s, rules, seat, out)
    others_decorations = 0
    for r in range(s.num_players):
        p = (seat + r) % s.num_players
        if r > 0:
            _write_other(s, rules, p, r - 1, out)
            others_decorations |= s.decorations[p]
        _write_halls(s, rules, p, _HALLS + r * HALLS * 3, out)
        _write_player(s, rules, p, _PLAYERS + r * PLAYER_FEATURES, out)
    _write_members(others_decorations, _OTHERS_DECORATIONS, out)


@jit
def relative(s, seat, p):
    """Seat p as the observer counts."""
    return (p - seat + s.num_players) % s.num_players


@jit
def _write_context(s, seat, out):
    out[_DECISION + s.decision] = 1.0
    out[_NUM_PLAYERS + s.num_players - 2] = 1.0
    out[_ROUND + s.round_number - 1] = 1.0
    if s.decision != OVER:
        out[_TO_DECIDE + relative(s, seat, s.player)] = 1.0
    out[_START_PLAYER + relative(s, seat, s.start_player)] = 1.0
    out[_FAVOR + (relative(s, seat, s.favor) if s.favor >= 0 else MAX_PLAYERS)] = 1.0


@jit
def _write_turn(s, rules, seat, out):
    """The turn under way."""
    if s.in_play < 0:
        return
    card = s.chosen_card if s.decision == PILE else maker(s)
    out[_CARD_IN_USE + rules.card_kind[card]] = 1.0
    out[_RANK_IN_USE + rules.card_rank[card]] = 1.0
    out[_TURN] = 1.0 if s.bonus_card >= 0 else 0.0
    out[_TURN + 1] = s.in_play_deputed
    if s.tile >= 0 and (s.player == seat or not s.tile_is_blind):
        _write_tile(rules, s.tile, _TILE_TAKEN, out)
    if s.dress >= 0:
        out[_DRESS_IN_WORK + rules.dress_color[s.dress]] = 1.0
        for color in range(COLORS):
            out[_DRESS_IN_WORK + COLORS + color] = s.missing[color] / 3.0
        out[_DRESS_IN_WORK + 8] = rules.dress_livre[s.dress] / 20.0
        out[_DRESS_IN_WORK + 9] = rules.dress_prestige[s.dress] / 4.0
        out[_BALES_TO_PAY] = still_to_pay(s, rules, -1) / 4.0
    out[_ODD_BALE] = s.bales_given % 2


@jit
def _write_tile(rules, tile, at, out):
    kind = rules.tile_kind[tile]
    trim = rules.kind_trim[kind]
    for color in range(COLORS):
        out[at + color] = rules.kind_bales[kind, color] / 2.0
    out[at + 4] = 1.0 if trim == YARN_OR_LACE or trim == YARN_AND_LACE or trim == YARN_ONLY else 0.0
    out[at + 5] = 1.0 if trim == YARN_OR_LACE or trim == YARN_AND_LACE or trim == LACE_ONLY else 0.0
    out[at + 6] = 1.0 if trim == YARN_AND_LACE else 0.0


@jit
def _write_markets(s, rules, out):
    """Display, stack, warehouse, workshop and bag."""
    for i in range(DISPLAY_SPACES):
        if s.display[i] >= 0:
            out[_DISPLAY + rules.card_kind[s.display[i]]] += 1.0
    out[_HIRE_PRICE] = hire_price(s, rules) / 5.0
    _write_cards(rules, s.hire_stack, 1.0, _HIRE_STACK, out)
    for space in range(MAX_WAREHOUSE):
        if s.warehouse[space] >= 0:
            at = _WAREHOUSE + space * WAREHOUSE_FEATURES
            _write_tile(rules, s.warehouse[space], at, out)
            out[at + TILE_FEATURES] = tile_price(s, rules, space) / 2.0
    for w in range(rules.num_windows):
        _write_window(s, rules, w, _WORKSHOP + w * WINDOW_FEATURES, out)
    left = s.bag
    while left:
        out[_BAG + rules.dress_color[lowest(left)]] += 0.1
        left &= left - 1


@jit
def _write_window(s, rules, w, at, out):
    out[at] = rules.window_cost[w] / 8.0
    dress = s.window[w]
    if dress < 0:
        return
    out[at + 1 + rules.dress_color[dress]] = 1.0
    for color in range(COLORS):
        out[at + 5 + color] = rules.dress_bales[dress, color] / 3.0
    out[at + 9] = rules.dress_yarn[dress]
    out[at + 10] = rules.dress_lace[dress]
    out[at + 11] = rules.dress_livre[dress] / 20.0
    out[at + 12] = rules.dress_prestige[dress] / 4.0
    out[at + 13] = rules.dress_thimble[dress]


@jit
def _write_hidden_tiles(s, rules, seat, out):
    """What the seat can't tell apart: the stack and what the others drew from it unseen."""
    pool = s.tile_stack | (s.blind[s.filling] & ~s.silk[seat])
    if s.decision == TILE and s.tile_is_blind and s.player != seat:
        pool |= 1 << s.tile
    _write_tiles(rules, pool, 0.25, _STACK_POOL, out)
    _write_tiles(rules, all_blind(s) & ~s.blind[s.filling] & ~s.silk[seat], 0.25, _OLDER_POOL, out)


@jit
def _write_own(s, rules, seat, out):
    _write_cards(rules, s.hand[seat], 1.0, _HAND, out)
    _write_cards(rules, s.supply[seat], 1.0, _SUPPLY, out)
    _write_cards(rules, s.discard[seat], 1.0, _DISCARD, out)
    _write_tiles(rules, s.silk[seat], 0.5, _SILK, out)
    _write_members(s.guests[seat], _OWN_GUESTS, out)
    _write_members(s.decorations[seat], _OWN_DECORATIONS, out)


@jit
def _write_other(s, rules, p, number, out):
    """Another player's cards and silk, as far as they are public."""
    at = _OTHERS_CARDS + number * MAX_CARDS
    hidden = (s.hand[p] | s.supply[p]) & ~s.hand_known[p]
    _write_cards(rules, s.hand_known[p], IN_HAND, at, out)
    _write_cards(rules, hidden, HAND_OR_SUPPLY, at, out)
    _write_cards(rules, s.discard[p], DISCARDED, at, out)
    seen = s.silk[p] & ~all_blind(s)
    _write_tiles(rules, seen, 0.5, _OTHERS_SILK + number * MAX_TILE_KINDS, out)


@jit
def _write_halls(s, rules, p, at, out):
    """A player's standing in each hall; and the prestige of his dresses on their spaces."""
    for hall in range(HALLS):
        dresses = s.guests[p] & rules.hall_spaces[hall]
        out[at + 3 * hall] = count(dresses) / 4.0
        out[at + 3 * hall + 1] = count(dresses & rules.master_spaces) / 2.0
        out[at + 3 * hall + 2] = (s.decorations[p] >> (MUSICIANS + hall)) & 1
    left = s.guests[p]
    while left:
        space = lowest(left)
        left &= left - 1
        out[_GUEST_PRESTIGE + space] = (1 + rules.dress_prestige[s.guest_dress[space]]) / 5.0


@jit
def _write_player(s, rules, p, at, out):
    """The public numbers of a player."""
    blind = s.silk[p] & all_blind(s)
    fireworks = s.decorations[p] & ALL_FIREWORKS
    out[at] = 1.0
    out[at + 1] = s.money[p] / 30.0
    out[at + 2] = s.yarn[p] / 4.0
    out[at + 3] = s.lace[p] / 4.0
    out[at + 4] = s.prestige[p] / 20.0
    out[at + 5] = count(s.hand[p]) / 4.0
    out[at + 6] = count(s.supply[p]) / 8.0
    out[at + 7] = count(deck_cards(s, p)) / 10.0
    out[at + 8] = count(s.silk[p]) / 6.0
    out[at + 9] = count(blind) / 4.0
    out[at + 10] = count(blind & ~s.blind[s.filling]) / 4.0
    for color in range(COLORS):
        out[at + 11 + color] = count(s.guests[p] & s.guests_by_color[color]) / 4.0
    out[at + 15] = count(s.guests[p]) / 8.0
    out[at + 16] = dress_prestige(s, rules, s.guests[p]) / 20.0
    out[at + 17] = dress_prestige(s, rules, s.guests[p] & rules.hall_spaces[KINGS_HALL]) / 8.0
    out[at + 18] = count(s.decorations[p]) / 6.0
    out[at + 19] = count(fireworks) / 4.0
    while fireworks:
        out[at + 20] = (lowest(fireworks) + 1) / 8.0
        fireworks &= fireworks - 1
    out[at + 21] = count(s.decorations[p] & ALL_STATUES) / 3.0
    out[at + 22] = 1.0 if s.decorations[p] & UPPER_ROW else 0.0
    out[at + 23] = 1.0 if s.decorations[p] & LOWER_ROW else 0.0
    if s.all_halls[p] >= 0:
        out[at + 24] = rules.all_halls_prestige[s.all_halls[p]] / 6.0


@jit
def _write_members(members, at, out):
    while members:
        out[at + lowest(members)] = 1.0
        members &= members - 1


@jit
def _write_cards(rules, cards, value, at, out):
    while cards:
        out[at + rules.card_kind[lowest(cards)]] += value
        cards &= cards - 1


@jit
def _write_tiles(rules, tiles, value, at, out):
    while tiles:
        out[at + rules.tile_kind[lowest(tiles)]] += value
        tiles &= tiles - 1
