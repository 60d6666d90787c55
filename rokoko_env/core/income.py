"""Phase 4: income (R7.1)."""

from parlour.core.bits import count
from parlour.core.jit import jit
from rokoko_env.core.ids import LOWER_FOUNTAIN, MAX_FOUNTAIN_ROW, UPPER_FOUNTAIN

UPPER_ROW = ((1 << MAX_FOUNTAIN_ROW) - 1) << UPPER_FOUNTAIN
LOWER_ROW = ((1 << MAX_FOUNTAIN_ROW) - 1) << LOWER_FOUNTAIN


@jit
def pay_income(s, rules):
    for p in range(s.num_players):
        s.money[p] += income(s, rules, p)


@jit
def income(s, rules, p):
    livre = rules.income
    if s.decorations[p] & UPPER_ROW:
        livre += count(s.decorations[p])
    if s.decorations[p] & LOWER_ROW:
        livre += count(s.guests[p])
    return livre
