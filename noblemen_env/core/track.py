"""The end of a turn: the Queen's owner moves the round marker, and what it reaches happens."""

from noblemen_env.core.deck import begin_drafts
from noblemen_env.core.ids import (
    AT_DECADE,
    BUILDINGS,
    DECADES,
    FROM_QUEEN,
    MASK_FIELD,
    SCORING_FIELD,
    TILES,
)
from noblemen_env.core.masquerade import begin_masquerade
from noblemen_env.core.scoring import end_game, score_buildings
from noblemen_env.core.turn import begin_turn, clear_turn
from parlour.core.jit import jit


@jit
def end_turn(s, rules):
    """N3.4: the Queen's owner gains a point and moves the marker; then the next turn."""
    p = s.active
    clear_turn(s)
    if s.queen == p:
        s.points[p, FROM_QUEEN] += rules.queen_points
        advance_marker(s, rules)
    else:
        next_turn(s)


@jit
def next_turn(s):
    begin_turn(s, (s.active + 1) % s.num_players)


@jit
def advance_marker(s, rules):
    """N7.1, N7.2, N8.7: move the marker one field, and do what it says."""
    s.track += 1
    kind = rules.track[s.track]
    if kind == MASK_FIELD:
        begin_masquerade(s, rules)
    elif kind == SCORING_FIELD:
        _end_decade(s, rules)
    else:
        next_turn(s)


@jit
def _end_decade(s, rules):
    """N10.1 to N10.3, N11.1: score the buildings; then prepare a decade, or end the game."""
    score_buildings(s, rules)
    if s.round_number == DECADES:
        end_game(s, rules)
        return
    _refill_offer(s, rules)
    for t in range(len(TILES)):
        s.bag[t] += s.church[t]
        s.church[t] = 0
    for p in range(s.num_players):
        s.taxes_used[p] = s.land_used[p] = 0
    if not begin_drafts(s, AT_DECADE, s.queen):
        begin_decade(s)


@jit
def _refill_offer(s, rules):
    """N10.1, S18: fill the board up from the reserve, as far as it goes."""
    for b in range(len(BUILDINGS)):
        number = min(rules.offer[b] - s.offer[b], s.reserve[b])
        s.offer[b] += number
        s.reserve[b] -= number


@jit
def begin_decade(s):
    """N10.4, S25."""
    s.round_number += 1
    s.track = 0
    next_turn(s)
