"""The record that holds one game: `FIELDS` explains every field.

An estate lies in a frame of 15 x 15 cells; a set of cells is four words of int64, see `grid`. Land
tiles in hands, bag and church are counted by type, scandal cards by kind. The deck is a ring, kept
in its order because cards return under it. The last column is explained in `parlour.codec`.
"""

from __future__ import annotations

import numpy as np

from noblemen_env.core.ids import (
    BUILDINGS,
    CARD_KINDS,
    DRAFT_CARDS,
    FOLLIES,
    KNIGHTS,
    MASK_WORDS,
    MAX_DECK,
    MAX_PLAYERS,
    NUM_SOURCES,
    TILES,
    WORD_CELLS,
    WORDS,
)
from parlour.core.records import AMOUNT, SET, SMALL, ByPlayer, Table, table_dtype

_P = ByPlayer((MAX_PLAYERS,))
_TYPES, _BUILDINGS = len(TILES), len(BUILDINGS)
_CELLS = f"{{cells/{WORD_CELLS}}}"


def _by_player(*shape: int) -> ByPlayer:
    return ByPlayer((MAX_PLAYERS, *shape))


FIELDS: Table = (
    ("rng", np.uint64, (), "state of the random numbers"),
    ("legal", SET, (MASK_WORDS,), "legal actions of the seat to decide", "derived"),
    # by player
    ("land", SET, _by_player(_TYPES, WORDS), "cells of the estate, by type of tile", _CELLS),
    ("buildings", SET, _by_player(_BUILDINGS, WORDS), "cells of castle, palace, chapel", _CELLS),
    ("areas", SET, _by_player(WORDS), "areas, by the top left one of their cells", _CELLS),
    ("visited", SET, _by_player(WORDS), "those with a rival's knight", "derived"),
    ("points", AMOUNT, _by_player(NUM_SOURCES), "points gained so far, by source"),
    ("score", AMOUNT, _P, "final score, 0 before the end"),
    ("money", AMOUNT, _P, "pounds"),
    ("tiles", AMOUNT, _by_player(_TYPES), "tiles in hand, by type"),
    ("cards", SMALL, _by_player(CARD_KINDS), "scandal cards in hand, by kind"),
    ("markers", SMALL, _P, "bribe markers"),
    ("title", SMALL, _P, "title; -1 during a masquerade", "titles"),
    ("taxes_used", SMALL, _P, "1: has collected taxes in this decade"),
    ("land_used", SMALL, _P, "1: has acquired land in this decade"),
    ("knight_host", SMALL, _by_player(KNIGHTS), "seat that a knight visits; -1: in the supply"),
    (
        "knight_area",
        AMOUNT,
        _by_player(KNIGHTS),
        "the area that it visits, by its top left cell",
        "cells",
    ),
    # the common supply
    ("bag", AMOUNT, (_TYPES,), "tiles in the bag, by type"),
    ("church", SMALL, (_TYPES,), "tiles donated in this decade, by type"),
    ("deck", SMALL, (MAX_DECK,), "the deck as a ring of cards", "cards"),
    ("deck_top", SMALL, (), "place of its top card"),
    ("deck_size", SMALL, (), "cards in it"),
    ("offer", SMALL, (_BUILDINGS,), "castles, palaces and chapels on the board"),
    ("reserve", SMALL, (_BUILDINGS,), "those beside it"),
    ("folly_owner", SMALL, (FOLLIES,), "seat that has built each folly; -1: on the board"),
    ("folly_cell", AMOUNT, (FOLLIES,), "where it stands; -1", "cells"),
    ("pool", SMALL, (), "bribe markers on the board"),
    # the course of the game
    ("num_players", SMALL, (), "3 to 5"),
    ("round_number", SMALL, (), "the decade, 1 to 3"),
    ("track", SMALL, (), "field of the round marker, from 0"),
    ("queen", SMALL, (), "seat with the Queen"),
    ("active", SMALL, (), "whose turn it is; at a masquerade or new decade: whose it was"),
    ("player", SMALL, (), "the seat to decide"),
    ("decision", SMALL, (), "the decision, see ids.DECISION_NAMES", "decisions"),
    # the current turn
    ("acted", SMALL, (), "1: the action of this turn is done, or being done"),
    ("card_played", SMALL, (), "1: so is the card"),
    ("by_card", SMALL, (), "1: what is being done comes from a card"),
    ("to_lay", SMALL, (), "tiles that may still be laid in this enlargement"),
    ("tile", SMALL, (), "type of the tile to place, or to take at the start; -1"),
    ("laid", SMALL, (_TYPES,), "tiles laid in this enlargement, by type"),
    ("completed", SMALL, (_TYPES - 1,), "areas completed in it, by kind"),
    ("building", SMALL, (), "building in work: castle, palace, chapel, then the follies; -1"),
    ("knight", SMALL, (), "knight about to visit an area; -1"),
    ("given", SMALL, (), "markers spent, or tiles donated or returned, in what is being done"),
    ("due", SMALL, (), "tiles that the seat still has to give, or may still return"),
    ("purpose", SMALL, (), "what markers are spent on, or why cards are drafted, see ids; -1"),
    ("drafted", SMALL, (DRAFT_CARDS,), "cards looked at, -1 for none", "cards"),
    ("waiting", SMALL, (), "seats still to take, draft or bid after this one"),
    ("prestige", AMOUNT, _P, "prestige in a masquerade; -1: not computed"),
    ("counter", AMOUNT, _P, "place of the counter on the prestige track in it; -1: not placed"),
)

STATE = table_dtype(FIELDS)
