"""The course of a game: its beginning, and what an action does (see `parlour.core.protocol`)."""

from parlour.core.jit import jit
from rokoko_env.core import ids
from rokoko_env.core.bonuses import surrender_for_prestige, take_bonus_trim, use_bonus
from rokoko_env.core.decorations import fund
from rokoko_env.core.employees import (
    choose_deputy,
    depute_from,
    depute_played_card,
    hire,
    take_favor,
)
from rokoko_env.core.hands import pick
from rokoko_env.core.setup import set_up
from rokoko_env.core.turn import action_done, begin_round, end_turn, play_card
from rokoko_env.core.warehouse import keep_tile, take_tile, trade_tile
from rokoko_env.core.workshop import make_dress, pay_silk, rent, sell


@jit
def begin(s, rules, num_players, seed):
    """Start a new game, up to its first question."""
    set_up(s, rules, num_players, seed)
    begin_round(s, rules)


@jit
def is_over(s):
    return s.decision == ids.OVER


@jit
def word_starts(s):
    return ids.WORD_STARTS


@jit
def choose(s, rules, action):
    """Apply one action, and all that follows until somebody is asked."""
    apply_action(s, rules, action)
    if s.decision == ids.ACTION_DONE:
        action_done(s)
    if s.decision == ids.TURN_DONE:
        end_turn(s, rules)


@jit
def apply_action(s, rules, action):
    """Apply one action by its rule, without what follows from it."""
    if action >= ids.RENT:
        rent(s, rules, action - ids.RENT)
    elif action >= ids.SURRENDER:
        _apply_surrender(s, rules, action - ids.SURRENDER)
    elif action >= ids.CARD:
        _apply_card(s, rules, action - ids.CARD)
    elif action >= ids.FUND:
        discount = 0
        if s.decision == ids.BONUS:
            discount = rules.effect_amount[rules.card_bonus[s.bonus_card]]
        fund(s, rules, action - ids.FUND, discount)
    elif action >= ids.MAKE_DRESS:
        make_dress(s, rules, action - ids.MAKE_DRESS)
    elif action >= ids.TAKE_TILE:
        take_tile(s, rules, action - ids.TAKE_TILE)
    elif action >= ids.FROM_HAND:
        depute_from(s, rules, action)
    else:
        _apply_plain(s, rules, action)


@jit
def _apply_surrender(s, rules, kind):
    if s.decision == ids.SILK:
        pay_silk(s, rules, kind)
    else:
        surrender_for_prestige(s, rules, kind)


@jit
def _apply_card(s, rules, kind):
    if s.decision == ids.PICK:
        pick(s, rules, kind)
    elif s.decision == ids.PLAY:
        play_card(s, rules, kind)
    elif s.decision == ids.MAIN:
        hire(s, rules, kind)
    else:
        choose_deputy(s, kind)


@jit
def _apply_plain(s, rules, action):
    """The actions without a target."""
    if action == ids.FORGO_ACTION:
        s.decision = ids.ACTION_DONE
    elif action == ids.FORGO_BONUS or action == ids.STOP:
        s.decision = ids.TURN_DONE
    elif action == ids.USE_BONUS:
        use_bonus(s, rules)
    elif action == ids.FAVOR:
        take_favor(s, rules)
    elif action == ids.DEPUTE:
        depute_played_card(s, rules)
    elif action == ids.KEEP_TILE:
        keep_tile(s, rules)
    elif action == ids.SELL:
        sell(s, rules)
    elif s.decision == ids.TILE:
        trade_tile(s, rules, action)
    else:
        take_bonus_trim(s, rules, action)
