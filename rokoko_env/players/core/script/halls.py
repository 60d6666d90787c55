"""Majorities of halls and fireworks, and the way to the all-halls bonus."""

import math

from rokoko_env.core.bits import count
from rokoko_env.core.ids import HALLS, MUSICIANS
from rokoko_env.core.jit import jit


@jit
def _chance(lead, sharp):
    return 1.0 / (1.0 + math.exp(-sharp * lead))


@jit
def majority(mine, best, second, first_prize, second_prize, sharp):
    """Prestige to expect from a majority, against the two strongest others."""
    if mine <= 0:
        return 0.0
    first = _chance(mine - best, sharp)
    if second_prize == 0:  # with two players: half of the exponentials
        return first_prize * first
    return first_prize * first + second_prize * (1.0 - first) * _chance(mine - second, sharp)


@jit
def _strength(s, rules, style, p, hall):
    """Dresses of a player in a hall, with what breaks ties; 0 without a dress."""
    dresses = s.guests[p] & rules.hall_spaces[hall]
    if dresses == 0:
        return 0.0
    strength = count(dresses) + style.tie_break * count(dresses & rules.master_spaces)
    if s.decorations[p] & (1 << (MUSICIANS + hall)):
        strength += 0.5 * style.tie_break
    return strength


@jit
def think_of_halls(s, rules, style, plan, p):
    sharp = style.sharp_early + (style.sharp_late - style.sharp_early) * plan.past
    present = 0
    for hall in range(HALLS):
        best = second = 0.0
        for other in range(s.num_players):
            if other != p:
                strength = _strength(s, rules, style, other, hall)
                if strength > best:
                    best, second = strength, best
                elif strength > second:
                    second = strength
        mine = _strength(s, rules, style, p, hall)
        first_prize = rules.hall_majority[hall, 0]
        second_prize = rules.hall_majority[hall, 1] if s.num_players > 2 else 0
        now = majority(mine, best, second, first_prize, second_prize, sharp)
        scale = style.want_majorities * (1.0 + (style.deny if best > 0 else 0.0))
        for master in range(2):
            more = mine + 1.0 + style.tie_break * master
            then = majority(more, best, second, first_prize, second_prize, sharp)
            plan.in_hall[hall, master] = (then - now) * scale
        is_present = mine > 0 or s.decorations[p] & (1 << (MUSICIANS + hall)) != 0
        present += is_present
        plan.new_hall[hall] = 0.0 if is_present else 1.0
    step = _step_to_all_halls(s, rules, style, plan, p, present)
    for hall in range(HALLS):
        plan.new_hall[hall] *= step


@jit
def _step_to_all_halls(s, rules, style, plan, p, present):
    """What the next hall is worth on the way to the all-halls bonus: the last one most."""
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
