"""The beginning of every decision: what all its options have in common is thought over once.

Nothing here looks at what the player does not know: others' hands, their silk, the order of stacks.
"""

from rokoko_env.core.bits import count
from rokoko_env.core.ids import HAND_SIZE, PICK, PLAY, ROUNDS
from rokoko_env.core.jit import jit
from rokoko_env.players.core.script.cards import think_of_cards
from rokoko_env.players.core.script.dresses import (
    dress_worth,
    potential,
    think_of_colors,
    think_of_silk,
    think_of_spaces,
)
from rokoko_env.players.core.script.halls import think_of_halls
from rokoko_env.players.core.script.plan import paying


@jit
def make_plan(s, rules, style, plan):
    """All that does not depend on the option."""
    p = s.player
    plan.rounds_left = ROUNDS - s.round_number
    in_hand = count(s.hand[p])
    if s.decision == PLAY:
        in_hand -= 1
    elif s.decision == PICK:
        in_hand = HAND_SIZE - 1
    plan.turns_now = in_hand
    plan.turns = in_hand + HAND_SIZE * plan.rounds_left
    plan.past = (s.round_number - 1) / (ROUNDS - 1)
    _think_of_money(s, rules, style, plan)
    think_of_silk(style, plan)
    think_of_halls(s, rules, style, plan, p)
    think_of_colors(s, rules, style, plan, p)
    think_of_cards(s, rules, style, plan, p)
    think_of_spaces(s, rules, style, plan)
    for w in range(rules.num_windows):
        if s.window[w] >= 0:
            plan.dress[w] = dress_worth(s, rules, style, plan, s.window[w], True) - paying(
                plan, s.money[p], rules.window_cost[w]
            )
    plan.tiles_rated = 0
    plan.potential = potential(s, rules, style, plan, 0, 0, 0, 0, 0, 0, -1)


@jit
def _think_of_money(s, rules, style, plan):
    full = style.livre_early + (style.livre_late - style.livre_early) * plan.past
    plan.floor = 1.0 / rules.livre_per_prestige
    plan.livre = plan.floor + (full - plan.floor) * min(1.0, plan.turns / style.spending_turns)
    plan.working = style.working
    plan.working_extra = style.working_extra * min(1.0, plan.turns / style.spending_turns)
    plan.purse = style.purse * min(1.0, plan.turns) + style.purse_per_turn * plan.turns
    plan.yearly = plan.floor + plan.rounds_left * style.livre_late * style.income_later
