"""A scripted player's notes at a decision: the `PLAN` record. Values are in victory points."""

import numpy as np

from noblemen_env.core.ids import AREAS, CARD_KINDS, CELLS, NUM_ACTIONS, TILES, TITLES, WORDS
from parlour.core.records import record_dtype

NEVER = -1e9
STAGES = 3  # one, two or three tiles of an area are there
CORNERS = 4

PLAN_FIELDS = (
    ("turns", np.float64, (), "own turns after the current one"),
    ("turns_now", np.float64, (), "those of this decade"),
    ("scorings", np.float64, (), "scorings to come"),
    ("masquerades", np.float64, (), "masquerades to come"),
    ("pound", np.float64, (), "a pound that can still be spent"),
    ("purse", np.float64, (), "pounds that can still be spent"),
    ("tile", np.float64, (), "a tile in hand"),
    ("spare_tile", np.float64, (), "a tile beyond those that can be laid"),
    ("layable", np.float64, (), "tiles that can still be laid"),
    ("marker", np.float64, (), "a bribe marker"),
    ("prestige", np.float64, (), "one more prestige in all masquerades to come"),
    ("queen", np.float64, (), "taking the Queen"),
    ("laying", np.float64, (len(TILES),), "a tile laid, without areas and places"),
    ("area", np.float64, (len(AREAS),), "an area completed"),
    ("card", np.float64, (CARD_KINDS,), "a card kept for later"),
    ("title", np.float64, (len(TITLES),), "receiving a title"),
    ("growth", np.int64, (len(AREAS), STAGES, CORNERS, WORDS), "cells that make squares grow"),
    ("enclosing", np.float64, (CELLS,), "land on a cell, for buildings around it"),
    ("rating", np.float64, (NUM_ACTIONS,), "of each legal action"),
)
PLAN = record_dtype(np.dtype([(n, kind, shape) for n, kind, shape, _ in PLAN_FIELDS], align=True))
