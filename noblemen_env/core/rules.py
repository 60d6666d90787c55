"""The components as one record ("rules") that the jitted code reads at run time.

So changing a price or a title changes data only, without compiling anything.
"""

from __future__ import annotations

from dataclasses import astuple, fields

import numpy as np

from noblemen_env.components import Components
from noblemen_env.core import grid, ids
from parlour.core.records import AMOUNT, SET, SMALL, Table, table_dtype

_BUILDINGS = len(ids.BUILDINGS)
_NUMBERS = (
    ("start_pounds", "money of the start player"),
    ("start_step", "more for each next player"),
    ("start_tiles", "tiles in hand at the start"),
    ("start_choice", "tiles of a type that may be chosen, at most"),
    ("enlarge_tiles", "tiles laid by an enlargement, at most"),
    ("enlarge_field", "pounds for a field laid"),
    ("enlarge_manor", "pounds for a manor completed"),
    ("enlarge_grove", "tiles for a grove laid"),
    ("enlarge_forest", "tiles for a forest completed"),
    ("taxes_field", "pounds for a field"),
    ("taxes_manor", "pounds for an own manor without a knight"),
    ("taxes_knight", "pounds for an own knight on a manor"),
    ("taxes_marker", "pounds for a marker"),
    ("land_grove", "tiles for a grove"),
    ("land_forest", "tiles for an own forest without a knight"),
    ("land_knight", "tiles for an own knight on a forest"),
    ("land_marker", "tiles for a marker"),
    ("bribes_price", "pounds for a marker"),
    ("bribes_most", "markers bought at once, at most"),
    ("bribes_points", "points for a marker bought"),
    ("church_tiles", "tiles of a type that the church takes in a decade"),
    ("church_points", "points for a tile"),
    ("leisure_points", "points for doing nothing"),
    ("queen_points", "points at the end of a turn with the Queen"),
    ("knight_pounds", "pounds from the owner of a manor"),
    ("knight_tiles", "tiles from the owner of a forest"),
    ("prestige_fountain", "for a fountain"),
    ("prestige_garden", "for an own garden without a knight"),
    ("prestige_knight", "for an own knight on a garden"),
    ("prestige_palace", "for a palace"),
    ("prestige_marker", "for a marker given up"),
    ("prestige_blackmail", "for Blackmail given up"),
    ("prestige_card", "for another card given up"),
    ("scoring_castle", "points for an enclosed castle"),
    ("scoring_castle_chapel", "points for a chapel next to it"),
    ("scoring_palace", "points for an enclosed palace"),
    ("scoring_palace_chapel", "points for a chapel next to it"),
    ("scoring_liaison", "points for a Liaison at the end"),
    ("cards_wedding_markers", "markers for Secret wedding"),
    ("cards_wedding_points", "points for it"),
    ("cards_dowry_tiles", "tiles for Dowry"),
    ("cards_tribute_pounds", "pounds for Tribute"),
    ("cards_vicar_tiles", "tiles returned for Vicar's favour, at most"),
    ("cards_vicar_points", "points for each"),
    ("switches_areas_overlap", "1: areas may share tiles"),
    ("switches_threshold_by_position", "1: a title asks for the place of the counter"),
    ("switches_fixed_start", "1: players begin with equal tiles of each type"),
    ("switches_swaps_mid_action", "1: tiles may be swapped between laying two"),
    ("switches_radius", "of the frame around the start meadow"),
)

FIELDS: Table = (
    ("tile_copies", AMOUNT, (len(ids.TILES),), "land tiles in all, by type"),
    ("card_copies", SMALL, (ids.CARD_KINDS,), "scandal cards by kind"),
    ("title_prestige", AMOUNT, (len(ids.TITLES),), "prestige that a title asks for"),
    ("title_points", AMOUNT, (len(ids.TITLES),), "points for receiving it"),
    ("title_discount", AMOUNT, (len(ids.TITLES),), "pounds saved on each building"),
    ("title_copies", SMALL, (len(ids.TITLES),), "copies with this number of players"),
    ("folly_areas", SMALL, (ids.FOLLIES, len(ids.AREAS)), "areas that a folly needs, by kind"),
    ("folly_price", AMOUNT, (ids.FOLLIES,), "price of each folly"),
    ("folly_points", AMOUNT, (ids.FOLLIES,), "points by the number of follies built before"),
    ("pieces", SMALL, (_BUILDINGS,), "castles, palaces and chapels in all"),
    ("offer", SMALL, (_BUILDINGS,), "those on the board at the start of a decade"),
    ("price", AMOUNT, (_BUILDINGS, ids.MAX_PRICES + 1), "of the next, by how many are left"),
    ("markers", SMALL, (), "bribe markers in all"),
    ("knights", SMALL, (), "knights of each player"),
    ("track", SMALL, (ids.MAX_TRACK,), "kind of each field of the round track"),
    ("frame", SET, (ids.WORDS,), "cells on which tiles may be laid"),
    *((name, AMOUNT, (), sentence) for name, sentence in _NUMBERS),
)

RULES = table_dtype(FIELDS)


def build_rules(components: Components, num_players: int) -> np.ndarray:
    """Write the components for a number of players into a record, in an array of length 1."""
    rules = np.zeros(1, RULES)
    record = rules[0]
    record["tile_copies"] = [tile.copies for tile in components.tiles]
    record["card_copies"] = [card.copies for card in components.cards]
    for name in ("prestige", "points", "discount"):
        record[f"title_{name}"] = [getattr(title, name) for title in components.titles]
    place = num_players - 3
    record["title_copies"] = [title.copies[place] for title in components.titles]
    record["folly_areas"] = [(f.manors, f.forests, f.gardens) for f in components.follies]
    record["folly_price"] = [folly.price for folly in components.follies]
    _write_board(record, components, place)
    for table in fields(components.numbers):
        if table.name != "sources":
            numbers = getattr(components.numbers, table.name)
            for key, value in zip(fields(numbers), astuple(numbers), strict=True):
                record[f"{table.name}_{key.name}"] = value
    store_frame(record, components.numbers.switches.radius)
    return rules


def _write_board(record: np.void, components: Components, place: int) -> None:
    board = components.board
    record["folly_points"] = board.folly_points
    record["markers"], record["knights"] = board.pieces.markers, board.pieces.knights
    for building, name in enumerate(("castles", "palaces", "chapels")):
        record["pieces"][building] = getattr(board.pieces, name)
        record["offer"][building] = getattr(board.offer, name)[place]
        prices = getattr(board.prices, name)
        for left in range(1, len(prices) + 1):  # they stand on the most expensive fields
            record["price"][building, left] = prices[-left]
    record["track"] = ids.SCORING_FIELD
    record["track"][: len(board.track)] = [ids.TRACK_FIELDS.index(word) for word in board.track]


def store_frame(record: np.void, radius: int) -> None:
    """Write the cells of the frame: a square around the start cell."""
    middle = ids.SIDE // 2
    rows = range(middle - radius, middle + radius + 1)
    cells = sum(1 << (row * ids.SIDE + column) for row in rows for column in rows)
    for word in range(ids.WORDS):
        record["frame"][word] = (cells >> (word * ids.WORD_CELLS)) & grid.FULL
