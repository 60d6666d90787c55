"""The record that holds one game: `FIELDS` explains every field.

Sets (of cards, tiles, dresses, spaces) are int64 bitsets, see `bits`. A single card, tile, dress,
space or seat is a small number, -1 for none. Cards, tiles and dresses are numbered as in the rules
record (`rules`). Stacks and the bag keep no order: the next component is drawn when it is needed,
which is the same as shuffling beforehand and leaves no secret in the record. The last column is
explained in `parlour.codec`.
"""

from __future__ import annotations

import numpy as np

from parlour.core.records import AMOUNT, SET, SMALL, ByPlayer, Table, table_dtype
from rokoko_env.core.ids import (
    BLIND_FILLINGS,
    COLORS,
    DISPLAY_SPACES,
    MASK_WORDS,
    MAX_GUESTS,
    MAX_PLAYERS,
    MAX_WAREHOUSE,
    MAX_WINDOWS,
)

_P = ByPlayer((MAX_PLAYERS,))

FIELDS: Table = (
    ("rng", np.uint64, (), "state of the random numbers"),
    (
        "legal",
        SET,
        (MASK_WORDS,),
        "legal actions of the seat to decide; all at the end",
        "derived",
    ),
    # the common supply
    ("hire_stack", SET, (), "hire cards not yet revealed", "{cards}"),
    ("bag", SET, (), "dresses in the bag", "{dresses}"),
    ("dress_discard", SET, (), "dresses discarded", "{dresses}"),
    ("tile_stack", SET, (), "resource tiles in the stack", "{tiles}"),
    ("tile_discard", SET, (), "resource tiles discarded", "{tiles}"),
    (
        "blind",
        SET,
        (BLIND_FILLINGS,),
        "kept tiles drawn unseen, by filling of the stack",
        "{tiles}",
    ),
    # by player
    ("hand", SET, _P, "cards in hand", "{cards}"),
    ("hand_known", SET, _P, "cards in hand that everybody knows of", "{cards}"),
    ("supply", SET, _P, "cards in the supply", "{cards}"),
    ("discard", SET, _P, "cards on the discard pile", "{cards}"),
    ("silk", SET, _P, "resource tiles kept as silk", "{tiles}"),
    ("guests", SET, _P, "guest spaces with an own dress", "{guests}"),
    ("decorations", SET, _P, "own decoration spaces", "{decorations}"),
    (
        "guests_by_color",
        SET,
        (COLORS,),
        "guest spaces by main colour of the dress",
        "{guests}",
    ),
    (
        "leaving",
        SET,
        (),
        "deputed by depute_use_bonus in this turn: they go at its end",
        "{cards}",
    ),
    ("money", AMOUNT, _P, "Livre"),
    ("prestige", AMOUNT, _P, "prestige tokens gained in play"),
    ("score", AMOUNT, _P, "final score, 0 before the end"),
    ("bales", AMOUNT, (MAX_PLAYERS, COLORS), "bales on the tiles in silk, by colour", "derived"),
    ("bales_given", AMOUNT, (), "green and yellow bales given so far in pp_for_silk"),
    ("yarn", AMOUNT, _P, "yarn"),
    ("lace", AMOUNT, _P, "lace"),
    ("all_halls", SMALL, _P, "place in the all-halls section, 0 is the most valuable; -1"),
    # on the board
    ("display", SMALL, (DISPLAY_SPACES,), "hire cards on display, in the order revealed", "cards"),
    ("window", SMALL, (MAX_WINDOWS,), "dress on each window, left to right", "dresses"),
    (
        "warehouse",
        SMALL,
        (MAX_WAREHOUSE,),
        "tile on each space, 4 for each segment",
        "tiles",
    ),
    (
        "guest_dress",
        SMALL,
        (MAX_GUESTS,),
        "dress on each guest space, 9 for each hall",
        "dresses",
    ),
    # the course of the game
    ("num_players", SMALL, (), "2 to 5"),
    ("round_number", SMALL, (), "1 to 7"),
    ("start_player", SMALL, (), "start player of the round"),
    ("favor", SMALL, (), "seat with the favor card; -1: it is on the board"),
    ("player", SMALL, (), "the seat to decide"),
    ("decision", SMALL, (), "the decision, see ids.DECISION_NAMES", "decisions"),
    # the current turn
    ("in_play", SMALL, (), "the card in play", "cards"),
    ("in_play_deputed", SMALL, (), "1: it was deputed as the main action"),
    ("bonus_card", SMALL, (), "the card whose bonus is being used; -1 before that", "cards"),
    ("chosen_card", SMALL, (), "the kind of card to depute, until its pile is chosen", "cards"),
    ("tile", SMALL, (), "a tile taken and not yet kept or traded", "tiles"),
    ("tile_is_blind", SMALL, (), "1: it was drawn unseen"),
    ("dress", SMALL, (), "the dress being made", "dresses"),
    ("missing", SMALL, (COLORS,), "its bales not yet paid, before what a bonus saves"),
    ("filling", SMALL, (), "which filling of the tile stack this is; 3: the fourth or later"),
)

STATE = table_dtype(FIELDS)


def new_states(number: int) -> np.ndarray:
    """Return an array for this many games, to be filled by `setup`."""
    return np.zeros(number, STATE)
