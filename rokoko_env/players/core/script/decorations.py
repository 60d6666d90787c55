"""The value of funding a decoration."""

from parlour.core.bits import count, lowest
from parlour.core.jit import jit
from rokoko_env.core import ids
from rokoko_env.core.scoring import ALL_FIREWORKS, ALL_STATUES
from rokoko_env.players.core.script.halls import majority


@jit
def decoration_value(s, rules, style, plan, space):
    """Value a decoration space as if it were funded."""
    p = s.player
    value = rules.decoration_prestige[space] + plan.per_decoration
    if space >= ids.MUSICIANS:
        hall = space - ids.MUSICIANS
        value += _fading(plan, style.fund_musician) + plan.new_hall[hall]
        return (value + style.tie_break * 0.5 * plan.in_hall[hall, 0]) * style.want_musicians
    if space >= ids.UPPER_FOUNTAIN:
        upper = space < ids.UPPER_FOUNTAIN + ids.MAX_FOUNTAIN_ROW
        owned = count(s.decorations[p]) + 1 if upper else count(s.guests[p])
        future = style.dresses_to_come * plan.turns
        value += _fading(plan, style.fund_fountain) + style.fountain_round * plan.rounds_left
        return (value + plan.income * (owned + 0.5 * future)) * style.want_fountains
    if space >= ids.STATUES:
        value += _fading(plan, style.fund_statue) + _statue(s, rules, style, plan, p)
        return value * style.want_statues
    value += _fading(plan, style.fund_fireworks) + _fireworks(s, rules, style, plan, p, space)
    return value * style.want_fireworks


@jit
def _fading(plan, value):
    """Fade a value that nothing else counts, such as money saved, in the last turns."""
    return value * min(1.0, plan.turns / ids.HAND_SIZE)


@jit
def _statue(s, rules, style, plan, p):
    """R7.9: value one more set, of the colours present and those that may come."""
    statues = count(s.decorations[p] & ALL_STATUES)
    colors = 0.0
    for color in range(ids.COLORS):
        dresses = count(s.guests[p] & s.guests_by_color[color])
        if dresses > statues:
            colors += 1.0
        else:
            colors += min(0.8, style.dress_hope * plan.turns / (1.0 + statues - dresses))
    return rules.statue_prestige * colors


@jit
def _fireworks(s, rules, style, plan, p, space):
    """R7.6, R7.8: value the majority and a dress on the terrace."""
    best = second = 0.0
    for other in range(s.num_players):
        if other != p:
            markers = 1.0 * count(s.decorations[other] & ALL_FIREWORKS)
            best, second = max(best, markers), max(second, min(best, markers))
    mine = 1.0 * count(s.decorations[p] & ALL_FIREWORKS)
    second_prize = rules.fireworks_majority[1] if s.num_players > 2 else 0
    prize = rules.fireworks_majority[0]
    now = majority(mine, best, second, prize, second_prize, style.sharp_fireworks)
    right = 0.02 * space
    then = majority(mine + 1 + right, best, second, prize, second_prize, style.sharp_fireworks)
    gain = (then - now) * (1.0 + (style.deny if best > 0 else 0.0))
    dress = _best_unwatched(s, rules, p, int(mine))
    if dress == 0.0:
        dress = style.terrace_hope * min(1.0, plan.turns / 4.0)
    return gain + (rules.multiplier[space - ids.FIREWORKS] - 1) * dress


@jit
def _best_unwatched(s, rules, p, taken):
    """Return the prestige of the best own dress in the King's hall without fireworks, or 0."""
    left = s.guests[p] & rules.hall_spaces[ids.KINGS_HALL]
    if count(left) <= taken:
        return 0.0
    best = 0
    lowest_prestige = 99
    while left:
        prestige = rules.dress_prestige[s.guest_dress[lowest(left)]]
        left &= left - 1
        best = max(best, prestige)
        lowest_prestige = min(lowest_prestige, prestige)
    return 1.0 * (best if taken == 0 else lowest_prestige)
