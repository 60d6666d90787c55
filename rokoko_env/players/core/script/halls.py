"""The value of majorities (halls and fireworks) and of progress to the all-halls bonus."""

import math

from parlour.core.bits import count
from parlour.core.jit import jit
from rokoko_env.core.ids import HALLS, MUSICIANS


@jit
def _probability(lead, sharpness):
    return 1.0 / (1.0 + math.exp(-sharpness * lead))


@jit
def majority(mine, best, second, first_prize, second_prize, sharpness):
    """Return the expected prestige of a majority against the two strongest others."""
    if mine <= 0:
        return 0.0
    first = _probability(mine - best, sharpness)
    if second_prize == 0:  # two players: only one exponential is needed
        return first_prize * first
    expected = second_prize * (1.0 - first) * _probability(mine - second, sharpness)
    return first_prize * first + expected


@jit
def _strength(s, rules, style, p, hall):
    """Return a player's dresses in a hall, plus fractions for the tie-breaks; 0 without a dress."""
    dresses = s.guests[p] & rules.hall_spaces[hall]
    if dresses == 0:
        return 0.0
    strength = count(dresses) + style.tie_break * count(dresses & rules.master_spaces)
    if s.decorations[p] & (1 << (MUSICIANS + hall)):
        strength += 0.5 * style.tie_break
    return strength


@jit
def plan_halls(s, rules, style, plan, p):
    sharpness = style.sharp_early + (style.sharp_late - style.sharp_early) * plan.progress
    present = 0
    for hall in range(HALLS):
        best = second = 0.0
        for other in range(s.num_players):
            if other != p:
                strength = _strength(s, rules, style, other, hall)
                best, second = max(best, strength), max(second, min(best, strength))
        mine = _strength(s, rules, style, p, hall)
        first_prize = rules.hall_majority[hall, 0]
        second_prize = rules.hall_majority[hall, 1] if s.num_players > 2 else 0
        now = majority(mine, best, second, first_prize, second_prize, sharpness)
        scale = style.want_majorities * (1.0 + (style.deny if best > 0 else 0.0))
        for master in range(2):
            more = mine + 1.0 + style.tie_break * master
            then = majority(more, best, second, first_prize, second_prize, sharpness)
            plan.in_hall[hall, master] = (then - now) * scale
        is_present = mine > 0 or s.decorations[p] & (1 << (MUSICIANS + hall)) != 0
        present += is_present
        plan.new_hall[hall] = 0.0 if is_present else 1.0
    step = _step_to_all_halls(s, rules, style, plan, p, present)
    for hall in range(HALLS):
        plan.new_hall[hall] *= step


@jit
def _step_to_all_halls(s, rules, style, plan, p, present):
    """Value one more hall on the way to the all-halls bonus; the last one counts most."""
    if s.all_halls[p] >= 0 or HALLS - present > plan.turns + 1:
        return 0.0
    taken = 0
    for seat in range(s.num_players):
        taken += s.all_halls[seat] >= 0
    if taken >= rules.num_all_halls:
        return 0.0
    prize = rules.all_halls_prestige[taken]
    if present == HALLS - 1:
        return 1.0 * prize
    return style.presence * prize * (2 * present + 1) / (HALLS * HALLS)
