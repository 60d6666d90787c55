"""A scripted player's notes at a decision (the `PLAN` record), and the value of money.

All values are in prestige.
"""

import numpy as np

from parlour.core.jit import jit
from parlour.core.records import record_dtype
from rokoko_env.core.ids import COLORS, HALLS, MAX_CARDS, MAX_TILE_KINDS, MAX_WINDOWS, NUM_ACTIONS

NEVER = -1e9

PLAN_FIELDS = (
    ("turns", np.float64, (), "own turns after the current one"),
    ("turns_now", np.int64, (), "own turns left in this round"),
    ("rounds_left", np.float64, (), "rounds after this one"),
    ("progress", np.float64, (), "0 in the first round, 1 in the last"),
    ("livre", np.float64, (), "value of a Livre that can still be spent"),
    ("working", np.float64, (), "number of Livre that are worth more"),
    ("working_extra", np.float64, (), "by this much each"),
    ("floor", np.float64, (), "value of a Livre at the end"),
    ("purse", np.float64, (), "Livre that can still be spent"),
    ("income", np.float64, (), "one Livre more income in each round"),
    ("trim", np.float64, (), "yarn or lace, not counting plans"),
    ("bale", np.float64, (COLORS,), "a bale, not counting plans"),
    ("in_hall", np.float64, (HALLS, 2), "one more dress in a hall, on a normal or Master space"),
    ("new_hall", np.float64, (HALLS,), "being present in a hall"),
    ("best_space", np.float64, (2, 2), "best guest space: outside or in the King's hall, by rank"),
    ("terrace", np.float64, (), "gain on the terrace per prestige in the King's hall"),
    ("color", np.float64, (COLORS,), "one more dress of a colour, rented out"),
    ("per_decoration", np.float64, (), "one more decoration, for income and bonuses"),
    ("dress", np.float64, (MAX_WINDOWS,), "the dress in each window, made and paid for"),
    ("potential", np.float64, (), "current silk and trim"),
    ("tiles_rated", np.int64, (), "kinds of tile rated so far"),
    ("tile", np.float64, (MAX_TILE_KINDS,), "a tile of each kind, kept or traded"),
    ("card", np.float64, (MAX_CARDS,), "each card that can be picked or played"),
    ("rating", np.float64, (NUM_ACTIONS,), "of each legal action"),
)
PLAN = record_dtype(np.dtype([(n, kind, shape) for n, kind, shape, _ in PLAN_FIELDS], align=True))


@jit
def _money_value(plan, money):
    """Value an amount of money."""
    spendable = min(money, plan.purse)
    value = plan.livre * spendable + plan.floor * (money - spendable)
    return value + plan.working_extra * min(money, plan.working)


@jit
def payment_cost(plan, money, livre):
    """Return the value lost by paying this many Livre (gained, if negative)."""
    return _money_value(plan, money) - _money_value(plan, money - livre)
