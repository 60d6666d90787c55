"""The layout of an observation: `SECTIONS` explains every slice of the vector.

It holds only what a player with perfect memory knows: of the others' hands the cards that must be
there, of their silk the tiles taken openly, of stack and bag the contents without an order. Where
the view lists (owners of spaces, dresses in the bag), it holds sums. Seats are relative: 0 is the
observer, 1 the seat to its left, and so on; seats beyond the number of players stay zero.
"""

from __future__ import annotations

from parlour.core.sections import observation_dtype, section_slices
from rokoko_env.core.ids import (
    COLORS,
    HALLS,
    MAX_CARDS,
    MAX_DECORATIONS,
    MAX_GUESTS,
    MAX_PLAYERS,
    MAX_TILE_KINDS,
    MAX_WAREHOUSE,
    MAX_WINDOWS,
    OVER,
    ROUNDS,
)

TILE_FEATURES = 7
DRESS_FEATURES = 13
# A space of the warehouse also has a price, a window a cost.
SPACE_FEATURES, PRICE = TILE_FEATURES + 1, TILE_FEATURES
WINDOW_FEATURES, COST = 1 + DRESS_FEATURES, 0
OTHERS = MAX_PLAYERS - 1

# The public numbers of a player, and their divisors.
PLAYER_NUMBERS: tuple[tuple[str, int], ...] = (
    ("is there", 1),
    ("money", 30),
    ("yarn", 4),
    ("lace", 4),
    ("prestige tokens", 20),
    ("cards in hand", 4),
    ("cards in supply", 8),
    ("cards in the deck", 10),
    ("silk tiles", 6),
    ("silk tiles drawn unseen", 4),
    ("silk tiles drawn unseen before a refill", 4),
    ("yellow dresses", 4),
    ("green dresses", 4),
    ("red dresses", 4),
    ("blue dresses", 4),
    ("dresses", 8),
    ("prestige of the dresses", 20),
    ("prestige in the King's hall", 8),
    ("decorations", 6),
    ("fireworks", 4),
    ("farthest-right fireworks", 8),
    ("statues", 3),
    ("upper fountain", 1),
    ("lower fountain", 1),
    ("all-halls prestige", 6),
)
PLAYER_SCALES = tuple(1 / divisor for _, divisor in PLAYER_NUMBERS)
DRESS_WORDS = "colour one-hot, bales / 3, yarn, lace, Livre / 20, prestige / 4, thimble"

SECTIONS: tuple[tuple[str, tuple[int, ...], str], ...] = (
    ("decision", (OVER + 1,), "one-hot: the decision (ids.DECISION_NAMES)"),
    ("num_players", (4,), "one-hot: 2 to 5"),
    ("round_number", (ROUNDS,), "one-hot: 1 to 7"),
    ("to_decide", (MAX_PLAYERS,), "one-hot: relative seat to decide"),
    ("start_player", (MAX_PLAYERS,), "one-hot: relative seat"),
    ("favor", (MAX_PLAYERS + 1,), "one-hot: relative seat with the favor card, last: on the board"),
    ("card_in_use", (MAX_CARDS,), "one-hot: card in play, or whose bonus is used, or to depute"),
    ("turn", (2,), "a bonus is being used; the card in play was deputed"),
    ("rank_in_use", (3,), "one-hot: Master, Journeyman, Apprentice"),
    ("tile_taken", (TILE_FEATURES,), "bales by colour / 2, yarn, lace, both; zero if unseen"),
    ("dress_in_work", (10,), "main colour one-hot, bales missing / 3, Livre / 20, prestige / 4"),
    ("bales_to_pay", (1,), "bales still to pay / 4"),
    ("odd_bale_given", (1,), "pp_for_silk: one green or yellow bale waits for a second one"),
    ("display", (MAX_CARDS,), "kinds of card on display"),
    ("hire_price", (1,), "/ 5"),
    ("hire_stack", (MAX_CARDS,), "kinds of card not yet revealed"),
    ("warehouse", (MAX_WAREHOUSE, SPACE_FEATURES), "per space: as tile_taken, price / 2"),
    ("workshop", (MAX_WINDOWS, WINDOW_FEATURES), f"per window: cost / 8, {DRESS_WORDS}"),
    ("bag", (COLORS,), "dresses in the bag by main colour / 10"),
    ("stack_pool", (MAX_TILE_KINDS,), "tiles in the stack or drawn from it unseen, by kind / 4"),
    ("older_pool", (MAX_TILE_KINDS,), "others' unseen tiles from before a refill, by kind / 4"),
    ("hand", (MAX_CARDS,), "own hand, by kind"),
    ("supply", (MAX_CARDS,), "own supply, by kind"),
    ("discard", (MAX_CARDS,), "own discard pile, by kind"),
    ("silk", (MAX_TILE_KINDS,), "own silk, by kind / 2"),
    ("others_cards", (OTHERS, MAX_CARDS), "1 surely in hand, 0.6 hand or supply, 0.25 discarded"),
    ("others_silk", (OTHERS, MAX_TILE_KINDS), "silk taken in the open, by kind / 2"),
    ("own_guests", (MAX_GUESTS,), "guest spaces with an own dress"),
    ("guest_prestige", (MAX_GUESTS,), "(1 + prestige) / 5 of the dress on each space, 0 if free"),
    ("hall_guests", (MAX_PLAYERS, HALLS), "per player: dresses in each hall / 4"),
    ("master_guests", (MAX_PLAYERS, HALLS), "per player: those on Master spaces / 2"),
    ("musicians", (MAX_PLAYERS, HALLS), "per player: the halls with an own musician"),
    ("own_decorations", (MAX_DECORATIONS,), "own decoration spaces"),
    ("others_decorations", (MAX_DECORATIONS,), "decoration spaces of the others"),
    ("players", (MAX_PLAYERS, len(PLAYER_NUMBERS)), "per player: PLAYER_NUMBERS, each divided"),
)


OBSERVATION_SLICES = section_slices(SECTIONS)
OBSERVATION = observation_dtype(SECTIONS)
OBSERVATION_SIZE = OBSERVATION_SLICES[SECTIONS[-1][0]].stop
