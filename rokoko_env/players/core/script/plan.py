"""What a player keeps in mind at a decision: the `PLAN` record, and the worth of money.

Everything is measured in prestige.
"""

import numpy as np

from rokoko_env.core.ids import COLORS, HALLS, MAX_CARDS, MAX_TILE_KINDS, MAX_WINDOWS, NUM_ACTIONS
from rokoko_env.core.jit import jit
from rokoko_env.core.state import record_dtype

NEVER = -1e9

PLAN_FIELDS = (
    ("turns", np.float64, (), "own turns after the one at hand"),
    ("turns_now", np.int64, (), "those of them in this round"),
    ("rounds_left", np.float64, (), "rounds after this one"),
    ("past", np.float64, (), "0 in the first round, 1 in the last"),
    ("livre", np.float64, (), "what a Livre is worth that can still be spent"),
    ("working", np.float64, (), "the first so many are worth more"),
    ("working_extra", np.float64, (), "each of them by so much"),
    ("floor", np.float64, (), "what it is worth at the end"),
    ("purse", np.float64, (), "how many can still be spent"),
    ("yearly", np.float64, (), "one Livre more income in each round"),
    ("trim", np.float64, (), "yarn or lace beside all plans"),
    ("bale", np.float64, (COLORS,), "a bale beside all plans"),
    ("in_hall", np.float64, (HALLS, 2), "one more dress in a hall, on a normal or Master space"),
    ("new_hall", np.float64, (HALLS,), "being present in a hall"),
    ("best_space", np.float64, (2, 2), "best guest space: outside or in the King's hall, by rank"),
    ("terrace", np.float64, (), "what the terrace adds to each prestige in the King's hall"),
    ("color", np.float64, (COLORS,), "one more dress of a colour, rented out"),
    ("per_decoration", np.float64, (), "one more decoration, for income and bonuses"),
    ("dress", np.float64, (MAX_WINDOWS,), "the dress in each window, made and paid for"),
    ("potential", np.float64, (), "silk and trim as they are"),
    ("tiles_rated", np.int64, (), "kinds of tile that have been thought about"),
    ("tile", np.float64, (MAX_TILE_KINDS,), "a tile of each of them, kept or traded"),
    ("card", np.float64, (MAX_CARDS,), "each card that can be picked or played"),
    ("worth", np.float64, (NUM_ACTIONS,), "of each legal action"),
)
PLAN = record_dtype(
    np.dtype([(name, kind, shape) for name, kind, shape, _ in PLAN_FIELDS], align=True)
)


@jit
def purse(plan, money):
    """What this much money is worth."""
    spendable = min(money, plan.purse)
    worth = plan.livre * spendable + plan.floor * (money - spendable)
    return worth + plan.working_extra * min(money, plan.working)


@jit
def paying(plan, money, livre):
    """What it costs to pay (or brings to get, if negative) so many Livre."""
    return purse(plan, money) - purse(plan, money - livre)
