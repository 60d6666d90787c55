"""The records of a game of Rokoko, and the numbers of the options that are watched.

An *option* is something that a seat can take when the rules offer it: an employee to hire, a dress
to make, a hall to rent out to, and so on. A *situation* is the state of a seat at the beginning of
a turn. An *opportunity* is an option that a seat could take in a round, whether or not it did, with
the situation of the first turn of that round in which it could. The *times* are the rounds.
"""

import numpy as np

from parlour.core.records import record_dtype, table_dtype
from rokoko_env.core import ids
from rokoko_env.core.ids import (
    HALLS,
    MAX_CARDS,
    MAX_DRESSES,
    MAX_PLAYERS,
    MAX_WINDOWS,
    NUM_SOURCES,
    ROUNDS,
)

# --- numbers of the options, family by family ----------------------------------------------------
HIRE = 0  # one for each kind of card
MAKE = HIRE + MAX_CARDS  # one for each dress
RENT_TO = MAKE + MAX_DRESSES  # one for each hall
SELL_DRESS = RENT_TO + HALLS  # instead of renting it out
FUND_KIND = SELL_DRESS + 1  # one for each kind of decoration
DECORATION_KINDS = ("fireworks", "statue", "upper fountain", "lower fountain", "musician")
TAKE_FAVOR = FUND_KIND + len(DECORATION_KINDS)
DEPUTE_CARD = TAKE_FAVOR + 1
GET_ALL_HALLS = DEPUTE_CARD + 1  # no single action takes it: see ALL_HALLS_FROM
NUM_OPTIONS = GET_ALL_HALLS + 1

# The kind of each decoration space, by its number in DECORATION_KINDS.
_FIRST_SPACES = (
    ids.FIREWORKS, ids.STATUES, ids.UPPER_FOUNTAIN, ids.LOWER_FOUNTAIN, ids.MUSICIANS,
)  # fmt: skip
KIND_OF_SPACE = np.searchsorted(_FIRST_SPACES, np.arange(ids.MAX_DECORATIONS), side="right") - 1

# The all-halls bonus counts as offered from this number of halls on, while a space is left.
ALL_HALLS_FROM = 3

TIMES = ROUNDS + 1  # the beginning of each round, and the end

# --- records -------------------------------------------------------------------------------------
SEAT_FIELDS = (
    ("order", np.int8, (), "0 for the start player of the first round, then clockwise"),
    ("points", np.int16, (NUM_SOURCES,), "prestige by source at the end"),
    ("money", np.int16, (TIMES,), "Livre at the beginning of each round and at the end"),
    ("worth", np.int16, (TIMES,), "prestige if the game ended then"),
    ("bales", np.int16, (TIMES,), "bales of silk"),
    ("trim", np.int16, (TIMES,), "yarn and lace"),
    ("deck", np.int8, (TIMES,), "cards in the deck"),
    ("dresses", np.int8, (TIMES,), "own dresses on the board"),
    ("decorations", np.int8, (TIMES,), "own decoration spaces"),
    ("halls", np.int8, (TIMES,), "halls the seat is present in"),
    ("turn_order", np.int8, (TIMES,), "0 for the start player of the round"),
    ("cards_played", np.int8, (ROUNDS,), "in each round"),
    ("hired", np.int8, (), "employees hired"),
    ("deputed", np.int8, (), "employees deputed as a main action"),
    ("sold", np.int8, (), "dresses sold"),
    ("rented", np.int8, (HALLS,), "dresses rented out, by hall"),
    ("funded", np.int8, (len(DECORATION_KINDS),), "decorations, by kind"),
    ("favors", np.int8, (), "times the favor card was taken"),
    ("all_halls", np.int8, (), "place in the all-halls section, 0 is the best; -1 without"),
)
SITUATION_FIELDS = (
    ("game", np.int32, (), "number of the game"),
    ("seat", np.int8, (), "the seat about to choose a main action"),
    ("round", np.int8, (), "1 to 7"),
    ("turn_order", np.int8, (), "0 for the start player of the round"),
    ("turn", np.int8, (), "cards the seat has played in this round so far"),
    ("rank", np.int8, (), "of the card in play: 0 Master, 1 Journeyman, 2 Apprentice"),
    ("masters", np.int8, (), "Masters left in the hand"),
    ("hand", np.int8, (), "cards left in the hand"),
    ("deck", np.int8, (), "cards in the deck"),
    ("money", np.int16, (), "Livre"),
    ("worth", np.int16, (), "prestige if the game ended now"),
    ("lead", np.int16, (), "worth above that of the best other seat"),
    ("bales", np.int16, (), "bales of silk"),
    ("trim", np.int16, (), "yarn and lace"),
    ("dresses", np.int8, (), "own dresses on the board"),
    ("decorations", np.int8, (), "own decoration spaces"),
    ("halls", np.int8, (), "halls the seat is present in"),
    ("display", np.int8, (), "employees on display"),
)
SEAT, SITUATION = table_dtype(SEAT_FIELDS), table_dtype(SITUATION_FIELDS)
_OF_A_DRESS = ("seat", "round", "dress", "hall", "master_space")  # hall -1: it was sold
DRESS_MADE = record_dtype(
    np.dtype([("game", np.int32), *((name, np.int8) for name in _OF_A_DRESS)], align=True)
)
MEMORY_FIELDS = (
    ("open_rows", np.int64, (MAX_PLAYERS, NUM_OPTIONS), "opportunities, -1 where none is open"),
    ("of_rokoko", np.int8, (), "tells this record from those of other games"),
)
MEMORY = table_dtype(MEMORY_FIELDS)


def max_situations(num_players: int) -> int:
    """Most in a game: three cards a round for each player, and the four that can be hired."""
    return ROUNDS * (3 * num_players + 4)


MAX_DRESSES_MADE = ROUNDS * MAX_WINDOWS  # made in a game: every window is filled once a round
