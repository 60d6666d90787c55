"""Buildings and knights: what they are worth, and where they should stand."""

from noblemen_env.core import grid, ids
from noblemen_env.core.buildings import building_cells, empty_meadows, price
from noblemen_env.core.enlarge import estate
from noblemen_env.core.knights import num_free_areas
from noblemen_env.players.core.script.plan import NEVER
from noblemen_env.players.core.script.planning import payment_cost, tiles_value
from parlour.core.bits import lowest
from parlour.core.jit import jit


@jit
def chance_enclosed(s, style, plan, p, near):
    """Return the share of the scorings to come in which a building is likely to be enclosed."""
    if grid.size(near) < 9:  # at the rim of the frame
        return 0.0
    missing = grid.size(grid.without(near, estate(s, p)))
    if missing == 0:
        return 1.0
    share = style.enclose**missing
    if missing > 3 * plan.turns_now and plan.scorings > 0:  # not before the next one
        share *= (plan.scorings - 1) / plan.scorings
    return share


@jit
def place_value(s, rules, style, plan, p, building, cell):
    """Value a building on a cell for the scorings to come; follies take up useful meadows."""
    near = grid.around(grid.single(cell))
    if building == ids.CHAPEL:
        return _chapel_place_value(s, rules, style, plan, p, near)
    if building >= ids.FOLLY:
        return -0.1 * grid.size(grid.both(near, estate(s, p)))
    chapels = grid.size(grid.both(near, grid.load(s.buildings[p, ids.CHAPEL])))
    castle = rules.scoring_castle + rules.scoring_castle_chapel * chapels
    share = chance_enclosed(s, style, plan, p, near) * plan.scorings * style.want_castles
    if building == ids.CASTLE:
        return castle * share
    return (rules.scoring_palace + rules.scoring_palace_chapel * chapels - castle) * share


@jit
def _chapel_place_value(s, rules, style, plan, p, near):
    """Each castle or palace next to a chapel gains at every scoring."""
    value = 0.0
    for building in (ids.CASTLE, ids.PALACE):
        gain = rules.scoring_castle_chapel
        if building == ids.PALACE:
            gain = rules.scoring_palace_chapel
        cells = grid.both(near, grid.load(s.buildings[p, building]))
        for word in range(ids.WORDS):
            left = cells[word]
            while left:
                cell = word * ids.WORD_CELLS + lowest(left)
                left &= left - 1
                around = grid.around(grid.single(cell))
                value += gain * chance_enclosed(s, style, plan, p, around)
    return value * style.chapel_near * plan.scorings * style.want_chapels


@jit
def best_place(s, rules, style, plan, p, building):
    """Return the best cell for a building, and its value there."""
    cells = building_cells(s, p, building)
    best, best_value = -1, NEVER
    for word in range(ids.WORDS):
        left = cells[word]
        while left:
            cell = word * ids.WORD_CELLS + lowest(left)
            left &= left - 1
            value = place_value(s, rules, style, plan, p, building, cell)
            if value > best_value:
                best, best_value = cell, value
    return best, best_value


@jit
def castle_value(s, rules, style, plan, by_card):
    """Value a castle on its best place, without its price."""
    p = s.player
    _, value = best_place(s, rules, style, plan, p, ids.CASTLE)
    value += style.castle * style.want_castles
    value += style.palace_hope * min(1.0, plan.turns / 4) * style.want_castles
    if not by_card and rules.knights:
        value += max(0.0, best_visit(s, rules, style, plan))
    return value


@jit
def building_value(s, rules, style, plan, building):
    """Value a building that can be built, less its price."""
    p = s.player
    cost = payment_cost(s, plan, price(s, rules, p, building))
    if building == ids.CASTLE:
        return castle_value(s, rules, style, plan, False) - cost
    _, value = best_place(s, rules, style, plan, p, building)
    if building == ids.PALACE:
        value += style.palace * style.want_castles + plan.queen
        return value + plan.prestige * rules.prestige_palace - cost
    if building == ids.CHAPEL:
        best = 0.0
        for card in range(ids.CARD_KINDS):
            best = max(best, 0.6 * plan.card[card])
        return value + style.chapel * style.want_chapels + best - cost
    built = 0
    for folly in range(ids.FOLLIES):
        built += s.folly_owner[folly] >= 0
    value += rules.folly_points[built] * style.want_follies + style.folly
    if grid.size(empty_meadows(s, p)) == 1:
        value -= 0.3 * style.site_castle
    return value - cost


@jit
def visit_value(s, rules, style, plan, host, kind):
    """Value a knight on an area of a host: what it takes now, brings later, and denies."""
    later = ids.DECADES - s.round_number
    if kind == ids.MANOR:
        now = -payment_cost(s, plan, -min(rules.knight_pounds, s.money[host]))
        uses = style.tax_uses * (later + 1 - s.taxes_used[s.player])
        stays = uses * rules.taxes_knight * plan.pound * style.want_fields
        loss = uses * rules.taxes_manor * plan.pound
    elif kind == ids.FOREST:
        now = tiles_value(s, plan, rules.knight_tiles)
        uses = style.land_uses * (later + 1 - s.land_used[s.player])
        stays = uses * rules.land_knight * plan.tile * style.want_groves
        loss = now + uses * rules.land_forest * plan.tile
    else:
        now = plan.queen if s.queen == host else 0.0
        stays = plan.prestige * rules.prestige_knight
        loss = plan.prestige * rules.prestige_garden
    return style.knight * (now + stays) + style.deny * loss


@jit
def best_visit(s, rules, style, plan):
    """Return the value of the best area that a knight could visit."""
    best = NEVER
    for host in range(s.num_players):
        if host == s.player:
            continue
        for kind in range(len(ids.AREAS)):
            if num_free_areas(s, host, kind):
                best = max(best, visit_value(s, rules, style, plan, host, kind))
    return best
