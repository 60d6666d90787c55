"""Masquerades: how much prestige to buy, by the titles it would bring."""

import numpy as np

from noblemen_env.core import ids
from noblemen_env.core.masquerade import base_prestige
from noblemen_env.players.core.script.plan import NEVER
from parlour.core.jit import jit


@jit
def expected_counters(s, rules, style, out):
    """Write the counters of the others: as placed, or by what their estates and bribes promise."""
    for p in range(s.num_players):
        if p == s.player:
            out[p] = -1
        elif s.counter[p] >= 0:
            out[p] = s.counter[p]
        else:
            spare = 0
            for card in range(ids.CARD_KINDS):
                spare += s.cards[p, card]
            spare += s.markers[p]
            promised = base_prestige(s, rules, p)
            out[p] = promised + np.int64(min(1.0 * spare, style.rival_bids))


@jit
def value_of_prestige(s, rules, plan, counters, prestige):
    """Return the value of the title that this much prestige would bring."""
    number = prestige
    p = 0
    while number > 0 and p < s.num_players:  # it slides down below counters that are placed
        if s.counter[p] >= 0 and counters[p] == number:
            number -= 1
            p = 0
        else:
            p += 1
    better = 0
    for p in range(s.num_players):
        better += p != s.player and counters[p] > number
    # Each seat ahead takes the best title that it can reach.
    left = rules.title_copies.copy()
    for rank in range(better):
        threshold = _nth_counter(s, counters, rank)
        for title in range(len(ids.TITLES)):
            if left[title] > 0 and threshold >= rules.title_prestige[title]:
                left[title] -= 1
                break
    reached = number if rules.switches_threshold_by_position else prestige
    for title in range(len(ids.TITLES)):
        if left[title] > 0 and reached >= rules.title_prestige[title]:
            return plan.title[title]
    return 0.0


@jit
def _nth_counter(s, counters, n):
    """The n-th highest counter of the others."""
    for p in range(s.num_players):
        if p == s.player:
            continue
        higher = 0
        for q in range(s.num_players):
            if q != s.player and (
                counters[q] > counters[p] or (counters[q] == counters[p] and q < p)
            ):
                higher += 1
        if higher == n:
            return counters[p]
    return np.int64(-1)


@jit
def rate_bid(s, rules, style, plan):
    """Rate going on with the cheapest thing, and being done."""
    p = s.player
    counters = np.zeros(ids.MAX_PLAYERS, np.int64)
    expected_counters(s, rules, style, counters)
    now = np.int64(s.prestige[p])
    base = value_of_prestige(s, rules, plan, counters, now)
    plan.rating[ids.DONE] = 0.0
    plan.rating[ids.MARKER] = NEVER
    for card in range(ids.CARD_KINDS):
        plan.rating[ids.CARD + card] = NEVER
    gain, first = _best_purchase(s, rules, plan, counters, now, base)
    if first >= 0:
        plan.rating[first] = gain


@jit
def _best_purchase(s, rules, plan, counters, now, base):
    """Find the best total to reach by giving up the cheapest things first.

    Returns what it gains, and the action to begin with, or -1.
    """
    p = s.player
    markers = np.int64(s.markers[p])
    cards = s.cards[p].copy()
    best, first_action = 0.0, -1
    cost, prestige, first = 0.0, now, -1
    marker_cost = _marker_cost(s, plan)
    while True:
        action, unit, worth = _cheapest(rules, plan, markers, cards, marker_cost)
        if action < 0:
            return best, first_action
        if action == ids.MARKER:
            markers -= 1
        else:
            cards[action - ids.CARD] -= 1
        if first < 0:
            first = action
        cost += unit * worth
        prestige += worth
        gain = value_of_prestige(s, rules, plan, counters, prestige) - base - cost
        if gain > best:
            best, first_action = gain, first


@jit
def _marker_cost(s, plan):
    """Value a marker for later: for the next masquerade, or as a pound or tile."""
    others = max(0.0, plan.masquerades - 1)
    return max(plan.marker * min(1.0, others), 0.1 + 0.5 * plan.pound)


@jit
def _cheapest(rules, plan, markers, cards, marker_cost):
    """Return the thing that costs least for each prestige, this cost, and its prestige."""
    best_action, best, best_worth = -1, 1e9, np.int64(0)
    if markers > 0 and rules.prestige_marker > 0:
        best_action, best = ids.MARKER, marker_cost / rules.prestige_marker
        best_worth = np.int64(rules.prestige_marker)
    for card in range(ids.CARD_KINDS):
        worth = np.int64(rules.prestige_card)
        if card == ids.BLACKMAIL:
            worth = np.int64(rules.prestige_blackmail)
        if cards[card] > 0 and worth > 0 and plan.card[card] / worth < best:
            best_action, best, best_worth = ids.CARD + card, plan.card[card] / worth, worth
    return best_action, best, best_worth
