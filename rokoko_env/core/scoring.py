"""The end of the game: final scoring (R7.3 to R7.11)."""

import numpy as np

from parlour.core.bits import count, lowest
from parlour.core.jit import jit
from rokoko_env.core import ids
from rokoko_env.core.deck import by_deck_size, deck_cards

ALL_FIREWORKS = ((1 << ids.MAX_FIREWORKS) - 1) << ids.FIREWORKS
ALL_STATUES = ((1 << ids.MAX_STATUES) - 1) << ids.STATUES


@jit
def write_scores(s, rules):
    points = np.zeros((ids.MAX_PLAYERS, ids.NUM_SOURCES), np.int64)
    break_down(s, rules, points)
    for p in range(s.num_players):
        s.score[p] = points[p].sum()


@jit
def tie_break(s, rules, p):
    """R7.11: the Livre left after the final exchange."""
    return np.int64(s.money[p] % rules.livre_per_prestige)


@jit
def break_down(s, rules, points):
    """Write the prestige of every player by its source, if the game ended now."""
    for p in range(s.num_players):
        points[p, ids.FROM_TOKENS] = s.prestige[p]
        points[p, ids.FROM_MONEY] = s.money[p] // rules.livre_per_prestige  # R7.3, S13
        points[p, ids.FROM_CROWNS] = _crowns(s, rules, p)
        points[p, ids.FROM_FAVOR] = rules.favor_prestige if s.favor == p else 0
        points[p, ids.FROM_STATUES] = _statues(s, rules, p)
        points[p, ids.FROM_DRESSES] = dress_prestige(s, rules, s.guests[p])
        points[p, ids.FROM_TERRACE] = _terrace(s, rules, p)
        points[p, ids.FROM_DECORATIONS] = _decorations(s, rules, p)
        points[p, ids.FROM_ALL_HALLS] = 0  # `points` may hold another game: every entry is written
        if s.all_halls[p] >= 0:
            points[p, ids.FROM_ALL_HALLS] = rules.all_halls_prestige[s.all_halls[p]]
        points[p, ids.FROM_HALLS] = points[p, ids.FROM_FIREWORKS] = 0
    for hall in range(ids.HALLS):
        _score_hall(s, rules, hall, points)
    _score_fireworks(s, rules, points)


@jit
def _crowns(s, rules, p):
    """R7.4: the crown cards in the deck."""
    cards = deck_cards(s, p)
    prestige = 0
    left = cards
    while left:
        prestige += _crown(s, rules, p, rules.card_bonus[lowest(left)], count(cards))
        left &= left - 1
    return prestige


@jit
def _crown(s, rules, p, bonus, size):
    effect = rules.effect[bonus]
    amount = rules.effect_amount[bonus]
    if effect == ids.CROWN_BY_DECK:
        return by_deck_size(rules, bonus, size)
    if effect == ids.CROWN_TRIM_PAIRS:
        return amount * min(s.yarn[p], s.lace[p])
    if effect == ids.CROWN_MASTER_GUESTS:
        return amount * (count(s.guests[p] & rules.master_spaces) // 2)
    if effect == ids.CROWN_COUPLES:
        dresses = s.guests_by_color
        ladies = count(s.guests[p] & (dresses[ids.YELLOW] | dresses[ids.RED]))
        gentlemen = count(s.guests[p] & (dresses[ids.GREEN] | dresses[ids.BLUE]))
        return amount * min(ladies, gentlemen)
    return 0


@jit
def hall_strength(s, rules, hall, p):
    """R7.5: dresses, then dresses on Master spaces, then the musician; 0 without a dress."""
    dresses = s.guests[p] & rules.hall_spaces[hall]
    musician = 1 if s.decorations[p] & (1 << (ids.MUSICIANS + hall)) else 0
    if dresses == 0:
        return 0
    return count(dresses) * 32 + count(dresses & rules.master_spaces) * 2 + musician


@jit
def _score_hall(s, rules, hall, points):
    strength = np.zeros(ids.MAX_PLAYERS, np.int64)
    for p in range(s.num_players):
        strength[p] = hall_strength(s, rules, hall, p)
    award(
        strength,
        s.num_players,
        rules.hall_majority[hall, 0],
        rules.hall_majority[hall, 1],
        points[:, ids.FROM_HALLS],
    )


@jit
def _score_fireworks(s, rules, points):
    """R7.6: markers, then the space farthest right."""
    strength = np.zeros(ids.MAX_PLAYERS, np.int64)
    for p in range(s.num_players):
        markers = s.decorations[p] & ALL_FIREWORKS
        # No two players own the same space: the larger set of equally many lies farther right.
        strength[p] = count(markers) << ids.MAX_FIREWORKS | markers
    award(
        strength,
        s.num_players,
        rules.fireworks_majority[0],
        rules.fireworks_majority[1],
        points[:, ids.FROM_FIREWORKS],
    )


@jit
def award(strength, num_players, first, second, points):
    """R7.5, S6, S7: all of the strongest get the first number; if that is one player of more than
    two (R7.7), all of the next strongest get the second one."""
    strongest = strength.max()
    if strongest == 0:
        return
    winners = 0
    runner_up = 0
    for p in range(num_players):
        if strength[p] == strongest:
            points[p] += first
            winners += 1
        elif strength[p] > runner_up:
            runner_up = strength[p]
    if winners > 1 or num_players == 2 or runner_up == 0:
        return
    for p in range(num_players):
        if strength[p] == runner_up:
            points[p] += second


@jit
def _terrace(s, rules, p):
    """R7.8: the gain by multipliers when the best dresses of the King's hall watch the fireworks.

    The highest prestige goes to the highest multiplier.
    """
    dresses = s.guests[p] & rules.hall_spaces[ids.KINGS_HALL]
    spaces = s.decorations[p] & ALL_FIREWORKS
    added = 0
    while dresses and spaces:
        best_dress = best_space = -1
        prestige = multiplier = -1
        left = dresses
        while left:
            space = lowest(left)
            left &= left - 1
            if rules.dress_prestige[s.guest_dress[space]] > prestige:
                prestige = rules.dress_prestige[s.guest_dress[space]]
                best_dress = space
        left = spaces
        while left:
            space = lowest(left)
            left &= left - 1
            if rules.multiplier[space - ids.FIREWORKS] > multiplier:
                multiplier = rules.multiplier[space - ids.FIREWORKS]
                best_space = space
        added += prestige * (multiplier - 1)
        dresses &= ~(1 << best_dress)
        spaces &= ~(1 << best_space)
    return added


@jit
def _statues(s, rules, p):
    """R7.9: a set of different colours for each statue, no dress in two sets."""
    statues = count(s.decorations[p] & ALL_STATUES)
    in_sets = 0
    for color in range(ids.COLORS):
        in_sets += min(statues, count(s.guests[p] & s.guests_by_color[color]))
    return rules.statue_prestige * in_sets


@jit
def dress_prestige(s, rules, spaces):
    """R7.10: the plain prestige of the dresses on these guest spaces."""
    prestige = 0
    while spaces:
        prestige += rules.dress_prestige[s.guest_dress[lowest(spaces)]]
        spaces &= spaces - 1
    return prestige


@jit
def _decorations(s, rules, p):
    """R7.10: the prestige printed on all own decoration spaces."""
    prestige = 0
    left = s.decorations[p]
    while left:
        prestige += rules.decoration_prestige[lowest(left)]
        left &= left - 1
    return prestige
