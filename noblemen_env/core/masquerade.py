"""A masquerade (N8): players bid prestige in turn, then titles are given again."""

import numpy as np

from noblemen_env.core import grid
from noblemen_env.core.deck import give_up_card
from noblemen_env.core.ids import (
    BID,
    BLACKMAIL,
    FOUNTAIN,
    FROM_TITLES,
    GARDEN,
    MAX_PLAYERS,
    PALACE,
    TITLES,
)
from noblemen_env.core.income import give_up_marker
from noblemen_env.core.knights import num_free_areas, visits
from parlour.core.jit import jit


@jit
def prestige_of(rules, fountains, gardens, knights, palaces):
    """Return the prestige for fountains, free gardens, own knights on gardens and palaces."""
    prestige = fountains * rules.prestige_fountain + gardens * rules.prestige_garden
    return prestige + knights * rules.prestige_knight + palaces * rules.prestige_palace


@jit
def base_prestige(s, rules, p):
    """N8.2: return a player's prestige before anything is given up."""
    fountains = grid.size(grid.load(s.land[p, FOUNTAIN]))
    palaces = grid.size(grid.load(s.buildings[p, PALACE]))
    return prestige_of(
        rules, fountains, num_free_areas(s, p, GARDEN), visits(s, p, GARDEN), palaces
    )


@jit
def begin_masquerade(s, rules):
    """N8.1: all titles go back; the Queen's owner bids first."""
    for p in range(s.num_players):
        s.title[p] = -1
    s.waiting = s.num_players - 1
    _begin_bid(s, rules, s.queen)


@jit
def _begin_bid(s, rules, p):
    s.player = p
    s.prestige[p] = base_prestige(s, rules, p)
    s.decision = BID


@jit
def bid_marker(s, rules):
    give_up_marker(s, s.player)
    s.prestige[s.player] += rules.prestige_marker


@jit
def bid_card(s, rules, card):
    give_up_card(s, s.player, card)
    worth = rules.prestige_blackmail if card == BLACKMAIL else rules.prestige_card
    s.prestige[s.player] += worth


@jit
def finish_bid(s, rules):
    """Place the counter; return True if it was the last one and the titles are given."""
    s.counter[s.player] = _free_number(s, s.prestige[s.player])
    if s.waiting > 0:
        s.waiting -= 1
        _begin_bid(s, rules, (s.player + 1) % s.num_players)
        return False
    _give_titles(s, rules)
    for p in range(MAX_PLAYERS):
        s.prestige[p] = s.counter[p] = -1
    return True


@jit
def _free_number(s, number):
    """N8.4, S9: the number or the next lower one without a counter; 0 holds many."""
    place = np.int64(number)
    p = 0
    while place > 0 and p < s.num_players:
        if s.counter[p] == place:
            place -= 1
            p = 0
        else:
            p += 1
    return place


@jit
def _give_titles(s, rules):
    """N8.5, N8.6, S8 to S10: in the order of the counters all get the best title they can."""
    left = rules.title_copies.copy()
    for _ in range(s.num_players):
        p = _next_to_choose(s)
        reached = s.counter[p] if rules.switches_threshold_by_position else s.prestige[p]
        title = 0
        while left[title] == 0 or reached < rules.title_prestige[title]:
            title += 1
        left[title] -= 1
        s.title[p] = title
        s.points[p, FROM_TITLES] += rules.title_points[title]


@jit
def _next_to_choose(s):
    """The seat without a title that has the highest counter; of equals the one that bid first."""
    best = -1
    for step in range(s.num_players):
        p = (s.queen + step) % s.num_players
        if s.title[p] < 0 and (best < 0 or s.counter[p] > s.counter[best]):
            best = p
    return best


assert TITLES[-1] == "baron", "the last title asks for nothing, and there is one for everybody"
