"""The start of every decision: `make_plan` computes once what all options share.

Nothing here looks at hidden information: others' hands, their silk, the order of stacks.
"""

from parlour.core.bits import count
from parlour.core.jit import jit
from rokoko_env.core.ids import HAND_SIZE, PICK, PLAY, ROUNDS
from rokoko_env.players.core.script import dresses
from rokoko_env.players.core.script.cards import plan_cards
from rokoko_env.players.core.script.halls import plan_halls
from rokoko_env.players.core.script.plan import payment_cost


@jit
def make_plan(s, rules, style, plan):
    """Fill the plan with everything that does not depend on the option."""
    p = s.player
    plan.rounds_left = ROUNDS - s.round_number
    in_hand = count(s.hand[p])
    if s.decision == PLAY:
        in_hand -= 1
    elif s.decision == PICK:
        in_hand = HAND_SIZE - 1
    plan.turns_now = in_hand
    plan.turns = in_hand + HAND_SIZE * plan.rounds_left
    plan.progress = (s.round_number - 1) / (ROUNDS - 1)
    _plan_money(s, rules, style, plan)
    dresses.plan_silk(style, plan)
    plan_halls(s, rules, style, plan, p)
    dresses.plan_colors(s, rules, style, plan, p)
    plan_cards(s, rules, style, plan, p)
    dresses.plan_spaces(s, rules, style, plan)
    for w in range(rules.num_windows):
        if s.window[w] >= 0:
            cost = payment_cost(plan, s.money[p], rules.window_cost[w])
            value = dresses.dress_value(s, rules, style, plan, s.window[w], True)
            plan.dress[w] = value - cost
    plan.tiles_rated = 0
    plan.potential = dresses.potential(s, rules, style, plan, 0, 0, 0, 0, 0, 0, -1)


@jit
def _plan_money(s, rules, style, plan):
    full = style.livre_early + (style.livre_late - style.livre_early) * plan.progress
    plan.floor = 1.0 / rules.livre_per_prestige
    plan.livre = plan.floor + (full - plan.floor) * min(1.0, plan.turns / style.spending_turns)
    plan.working = style.working
    plan.working_extra = style.working_extra * min(1.0, plan.turns / style.spending_turns)
    plan.purse = style.purse * min(1.0, plan.turns) + style.purse_per_turn * plan.turns
    plan.income = plan.floor + plan.rounds_left * style.livre_late * style.income_later
