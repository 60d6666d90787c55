"""The record that holds one game: `FIELDS` explains every field.

Sets (of cards, tiles, dresses, spaces) are int64 bitsets, see `bits`. A single card, tile, dress,
space or seat is a small number, -1 for none. Cards, tiles and dresses are numbered as in the rules
record (`rules`). Stacks and the bag keep no order: the next component is drawn when it is needed,
which is the same as shuffling beforehand and leaves no secret in the record.
"""

from __future__ import annotations

import numpy as np

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
from rokoko_env.core.jit import JIT_DISABLED

# numba computes with int64 for any width of a field. Plain NumPy does not, so with the JIT off (to
# measure coverage) all fields are wide.
SET = np.int64
AMOUNT: type = np.int64 if JIT_DISABLED else np.int16
SMALL: type = np.int64 if JIT_DISABLED else np.int8
_P = (MAX_PLAYERS,)

FIELDS: tuple[tuple[str, type, tuple[int, ...], str], ...] = (
    ("rng", np.uint64, (), "state of the random numbers"),
    ("legal", SET, (MASK_WORDS,), "legal actions of the seat to decide; all when the game is over"),
    # the common supply
    ("hire_stack", SET, (), "hire cards not yet revealed"),
    ("bag", SET, (), "dresses in the bag"),
    ("dress_discard", SET, (), "dresses discarded"),
    ("tile_stack", SET, (), "resource tiles in the stack"),
    ("tile_discard", SET, (), "resource tiles discarded"),
    ("blind", SET, (BLIND_FILLINGS,), "kept tiles drawn unseen, by the filling of the stack"),
    # by player
    ("hand", SET, _P, "cards in hand"),
    ("hand_known", SET, _P, "cards in hand that everybody knows of"),
    ("supply", SET, _P, "cards in the supply"),
    ("discard", SET, _P, "cards on the discard pile"),
    ("silk", SET, _P, "resource tiles kept as silk"),
    ("guests", SET, _P, "guest spaces with an own dress"),
    ("decorations", SET, _P, "own decoration spaces"),
    ("guests_by_color", SET, (COLORS,), "guest spaces by the main colour of the dress on them"),
    ("leaving", SET, (), "cards deputed by depute_use_bonus in this turn: they go at its end"),
    ("money", AMOUNT, _P, "Livre"),
    ("prestige", AMOUNT, _P, "prestige tokens gained in play"),
    ("score", AMOUNT, _P, "final score, 0 before the end"),
    ("bales", AMOUNT, (MAX_PLAYERS, COLORS), "bales on the tiles in silk, by colour"),
    ("bales_given", AMOUNT, (), "green and yellow bales given so far in pp_for_silk"),
    ("yarn", AMOUNT, _P, "yarn"),
    ("lace", AMOUNT, _P, "lace"),
    ("all_halls", SMALL, _P, "place in the all-halls section, 0 is the most valuable; -1"),
    # on the board
    ("display", SMALL, (DISPLAY_SPACES,), "hire cards on display, in the order revealed"),
    ("window", SMALL, (MAX_WINDOWS,), "dress on each window, left to right"),
    ("warehouse", SMALL, (MAX_WAREHOUSE,), "tile on each space, 4 spaces for each segment"),
    ("guest_dress", SMALL, (MAX_GUESTS,), "dress on each guest space, 9 spaces for each hall"),
    # the course of the game
    ("num_players", SMALL, (), "2 to 5"),
    ("round_number", SMALL, (), "1 to 7"),
    ("start_player", SMALL, (), "start player of the round"),
    ("favor", SMALL, (), "seat with the favor card; -1: it is on the board"),
    ("player", SMALL, (), "the seat to decide"),
    ("decision", SMALL, (), "the decision, see ids.DECISION_NAMES"),
    # the current turn
    ("in_play", SMALL, (), "the card in play"),
    ("in_play_deputed", SMALL, (), "1: it was deputed as the main action"),
    ("bonus_card", SMALL, (), "the card whose bonus is being used; -1 before that"),
    ("chosen_card", SMALL, (), "the kind of card to depute, until its pile is chosen"),
    ("tile", SMALL, (), "a tile taken and not yet kept or traded"),
    ("tile_is_blind", SMALL, (), "1: it was drawn unseen"),
    ("dress", SMALL, (), "the dress being made"),
    ("missing", SMALL, (COLORS,), "its bales not yet paid, before what a bonus saves"),
    ("filling", SMALL, (), "which filling of the tile stack this is; 3: the fourth or later"),
)

_PLAIN = np.dtype([(name, kind, shape) for name, kind, shape, _ in FIELDS], align=True)


def record_dtype(plain: np.dtype) -> np.dtype:
    """Return the dtype to use for records: with the JIT off Python needs records with attributes.

    (With it on, numba's dispatch of a plain structured array is six times as fast.)
    """
    return np.dtype((np.record, plain)) if JIT_DISABLED else plain


STATE = record_dtype(_PLAIN)


def new_states(number: int) -> np.ndarray:
    """Return an array for this many games, to be filled by `setup`."""
    return np.zeros(number, STATE)
