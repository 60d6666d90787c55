"""Decorations: fund one (R6.60); and the all-halls bonus (R6.70)."""

from parlour.core.jit import jit
from rokoko_env.core.ids import ACTION_DONE, HALLS, MAX_DECORATIONS, MUSICIANS

ALL_DECORATIONS = (1 << MAX_DECORATIONS) - 1


@jit
def fund(s, rules, space, discount):
    """R6.60; a discounted cost never falls below 0 (S5)."""
    p = s.player
    s.money[p] -= max(0, rules.decoration_cost[space] - discount)
    s.decorations[p] |= 1 << space
    claim_all_halls(s, rules)
    s.decision = ACTION_DONE


@jit
def claim_all_halls(s, rules):
    """R6.70: present in all five halls, by dress or musician, for the first time."""
    p = s.player
    if s.all_halls[p] >= 0:
        return
    for hall in range(HALLS):
        if not (
            s.guests[p] & rules.hall_spaces[hall] or s.decorations[p] & (1 << (MUSICIANS + hall))
        ):
            return
    taken = 0
    for seat in range(s.num_players):
        taken += s.all_halls[seat] >= 0
    if taken < rules.num_all_halls:
        s.all_halls[p] = taken


@jit
def free_decorations(s):
    """Spaces that nobody owns, including numbers that the board does not have."""
    owned = 0
    for seat in range(s.num_players):
        owned |= s.decorations[seat]
    return ALL_DECORATIONS & ~owned
