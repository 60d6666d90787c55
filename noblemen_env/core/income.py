"""Bribe, taxes, land, church and leisure (N4.13 to N4.17)."""

from noblemen_env.core import grid
from noblemen_env.core.ids import (
    DONATE,
    FIELD,
    FOR_LAND,
    FOR_TAXES,
    FOREST,
    FROM_BRIBES,
    FROM_CHURCH,
    FROM_LEISURE,
    GROVE,
    MANOR,
    SPEND,
    TILES,
)
from noblemen_env.core.knights import num_free_areas, visits
from noblemen_env.core.supply import draw_tiles
from noblemen_env.core.turn import begin_action, finish_action
from parlour.core.jit import jit


@jit
def buy_markers(s, rules, number):
    """N4.13: markers from the board, a point for each."""
    p = s.player
    begin_action(s, 0)
    s.pool -= number
    s.markers[p] += number
    s.money[p] -= number * rules.bribes_price
    s.points[p, FROM_BRIBES] += number * rules.bribes_points


@jit
def taxes_of(rules, fields, manors, knights):
    """Return the pounds for fields, free manors and own knights on manors."""
    return fields * rules.taxes_field + manors * rules.taxes_manor + knights * rules.taxes_knight


@jit
def land_of(rules, groves, forests, knights):
    """Return the tiles for groves, free forests and own knights on forests."""
    return groves * rules.land_grove + forests * rules.land_forest + knights * rules.land_knight


@jit
def begin_spending(s, purpose):
    """N4.14, N4.15: once in a decade; markers are added before anything is drawn."""
    begin_action(s, 0)
    s.purpose = purpose
    s.given = 0
    if purpose == FOR_TAXES:
        s.taxes_used[s.player] = 1
    else:
        s.land_used[s.player] = 1
    s.decision = SPEND


@jit
def base_yield(s, rules, p, purpose):
    """Return what taxes or land bring without markers."""
    if purpose == FOR_TAXES:
        fields = grid.size(grid.load(s.land[p, FIELD]))
        return taxes_of(rules, fields, num_free_areas(s, p, MANOR), visits(s, p, MANOR))
    groves = grid.size(grid.load(s.land[p, GROVE]))
    return land_of(rules, groves, num_free_areas(s, p, FOREST), visits(s, p, FOREST))


@jit
def give_up_marker(s, p):
    """A marker goes back to the board."""
    s.markers[p] -= 1
    s.pool += 1


@jit
def spend_marker(s):
    give_up_marker(s, s.player)
    s.given += 1


@jit
def finish_spending(s, rules):
    p = s.player
    amount = base_yield(s, rules, p, s.purpose)
    if s.purpose == FOR_LAND:
        draw_tiles(s, p, amount + s.given * rules.land_marker)
    else:
        s.money[p] += amount + s.given * rules.taxes_marker
    finish_action(s)


@jit
def begin_donation(s):
    """N4.16: tiles for the church, which takes a few of each type in a decade."""
    begin_action(s, 0)
    s.given = 0
    s.decision = DONATE


@jit
def donate(s, rules, t):
    p = s.player
    s.tiles[p, t] -= 1
    s.church[t] += 1
    s.given += 1
    s.points[p, FROM_CHURCH] += rules.church_points


@jit
def welcome_tiles(s, rules, p):
    """The types that the player has and the church still takes, as a set."""
    types = 0
    for t in range(len(TILES)):
        if s.tiles[p, t] > 0 and s.church[t] < rules.church_tiles:
            types |= 1 << t
    return types


@jit
def take_leisure(s, rules):
    """N4.17: nothing, for a point."""
    begin_action(s, 0)
    s.points[s.player, FROM_LEISURE] += rules.leisure_points
