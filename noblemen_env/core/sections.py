"""The layout of an observation: `SECTIONS` explains every slice of the vector.

It holds what a seat sees: its own tiles and cards, of the others only their numbers (who has seen a
card return or given a tile has to remember it). Of the own estate it shows the window of 11 x 11
cells around the start meadow, of the others counts and yields. Seats are relative: 0 is the
observer, 1 the next seat, and so on; seats beyond the number of players stay zero.
"""

from __future__ import annotations

from noblemen_env.core.ids import (
    AREAS,
    BUILDINGS,
    CARD_KINDS,
    DECADES,
    FOLLIES,
    FOLLY,
    KNIGHTS,
    MAX_PLAYERS,
    MAX_TRACK,
    OVER,
    TILES,
    TITLES,
)
from parlour.core.sections import observation_dtype, section_slices

WINDOW = 11  # rows and columns of the own estate that are shown
_TYPES, _KINDS = len(TILES), len(AREAS)

# The public numbers of a player and of an estate, and their divisors.
PLAYER_NUMBERS: tuple[tuple[str, int], ...] = (
    ("is there", 1),
    ("points", 50),
    ("money", 20),
    ("markers", 5),
    ("tiles in hand", 12),
    ("cards in hand", 4),
    ("taxes used", 1),
    ("land used", 1),
    ("knights in the supply", 2),
    ("own knights on manors", 2),
    ("own knights on forests", 2),
    ("own knights on gardens", 2),
    ("prestige of the estate", 14),
    ("taxes now", 15),
    ("tiles for land now", 15),
    ("prestige in this masquerade", 14),
    ("place of the counter", 14),
    ("counter placed", 1),
)
ESTATE_NUMBERS: tuple[tuple[str, int], ...] = (
    ("fields", 10),
    ("groves", 10),
    ("fountains", 10),
    ("meadows", 10),
    ("empty meadows", 4),
    ("manors", 4),
    ("forests", 4),
    ("gardens", 4),
    ("free manors", 4),
    ("free forests", 4),
    ("free gardens", 4),
    ("castles", 4),
    ("palaces", 4),
    ("chapels", 4),
    ("enclosed castles", 4),
    ("enclosed palaces", 4),
    ("points for buildings now", 20),
    ("follies", 2),
)
PLAYER_SCALES = tuple(1 / divisor for _, divisor in PLAYER_NUMBERS)
ESTATE_SCALES = tuple(1 / divisor for _, divisor in ESTATE_NUMBERS)

# What is shown of each cell of the window.
PLANES: tuple[tuple[str, str], ...] = (
    ("fields", "fields"),
    ("groves", "groves"),
    ("fountains", "fountains"),
    ("meadows", "empty meadows; 0.3: with a folly"),
    ("castles", "castles"),
    ("palaces", "palaces"),
    ("chapels", "chapels"),
    ("castle_sites", "empty meadows on which a castle may stand"),
    ("chapel_sites", "empty meadows on which a chapel may stand"),
    ("enclosing", "cells without land around palaces; 0.6: around castles only"),
    ("manors", "cells that lack to a manor"),
    ("forests", "cells that lack to a forest"),
    ("gardens", "cells that lack to a garden"),
)

SECTIONS: tuple[tuple[str, tuple[int, ...], str], ...] = (
    ("decision", (OVER + 1,), "one-hot: the decision (ids.DECISION_NAMES)"),
    ("num_players", (3,), "one-hot: 3 to 5"),
    ("decade", (DECADES,), "one-hot: 1 to 3"),
    ("track", (MAX_TRACK,), "one-hot: field of the round marker"),
    ("moves", (3,), "moves of the marker to the next masquerade / 5, to the scoring / 8; locked"),
    ("to_decide", (MAX_PLAYERS,), "one-hot: relative seat to decide"),
    ("active", (MAX_PLAYERS,), "one-hot: relative seat whose turn it is"),
    ("queen", (MAX_PLAYERS,), "one-hot: relative seat with the Queen"),
    ("turn", (3,), "action done; card played; what is being done comes from a card"),
    ("to_lay", (1,), "tiles that may still be laid / 3"),
    ("tile", (_TYPES,), "one-hot: type to place, or to take at the start"),
    ("laid", (_TYPES,), "tiles laid in this enlargement / 3, by type"),
    ("completed", (_KINDS,), "areas completed in it / 2, by kind"),
    ("building", (FOLLY + FOLLIES,), "one-hot: building in work"),
    ("knight", (KNIGHTS,), "one-hot: knight about to visit"),
    ("given", (1,), "markers or tiles given so far / 4"),
    ("due", (1,), "tiles still to give or return / 4"),
    ("purpose", (5,), "one-hot: spending for taxes, for land; drafting at start, chapel, decade"),
    ("waiting", (1,), "seats still to take, draft or bid / 4"),
    ("drafted", (CARD_KINDS,), "cards looked at, by kind, if the observer drafts"),
    ("tiles", (_TYPES,), "own tiles / 6, by type"),
    ("cards", (CARD_KINDS,), "own cards / 2, by kind"),
    ("own_prices", (FOLLY + FOLLIES,), "own price / 10 of each building on the board; 0: none"),
    ("buildable", (FOLLY + FOLLIES,), "buildings that could be paid for and placed"),
    ("sites", (3,), "empty meadows fit for a castle / 3, for a chapel / 3; cells to lay on / 20"),
    ("own_knights", (KNIGHTS, MAX_PLAYERS + _KINDS), "one-hot: relative host (0: supply), kind"),
    ("offer", (len(BUILDINGS),), "castles, palaces and chapels on the board / 4"),
    ("reserve", (len(BUILDINGS),), "beside it / 10"),
    ("folly_offer", (FOLLIES,), "follies on the board"),
    ("folly_points", (1,), "points for the next folly / 10"),
    ("pool", (1,), "bribe markers on the board / 20"),
    ("church", (_TYPES,), "tiles that the church still takes / 3, by type"),
    ("bag", (1,), "tiles in the bag / 150"),
    ("deck", (1,), "cards in the deck / 35"),
    ("titles", (MAX_PLAYERS, len(TITLES)), "per player, one-hot: title"),
    ("players", (MAX_PLAYERS, len(PLAYER_NUMBERS)), "per player: PLAYER_NUMBERS, each divided"),
    ("estates", (MAX_PLAYERS, len(ESTATE_NUMBERS)), "per player: ESTATE_NUMBERS, each divided"),
    ("estate", (len(PLANES) * WINDOW, WINDOW), "window of the own estate: the rows of PLANES"),
)

OBSERVATION_SLICES = section_slices(SECTIONS)
OBSERVATION = observation_dtype(SECTIONS)
OBSERVATION_SIZE = OBSERVATION_SLICES[SECTIONS[-1][0]].stop
