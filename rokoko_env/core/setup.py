"""Section 3 of the rules: a new game before its first round."""

from parlour.core.jit import jit
from parlour.core.rng import below, seed_rng
from rokoko_env.core.ids import DISPLAY_SPACES, MAX_GUESTS, MAX_WAREHOUSE, MAX_WINDOWS


@jit
def set_up(s, rules, num_players, seed):
    """R3.1 to R3.5. The record must hold zeros or an old game: every field is written."""
    seed_rng(s, seed)
    s.num_players = num_players
    s.round_number = 0
    s.start_player = below(s, num_players)
    s.favor = -1
    s.player = s.start_player
    _fill_stacks(s, rules)
    _clear_board(s)
    for p in range(len(s.hand)):
        playing = p < num_players
        s.supply[p] = rules.base_cards if playing else 0
        s.hand[p] = s.hand_known[p] = s.discard[p] = 0
        s.silk[p] = s.guests[p] = s.decorations[p] = 0
        s.money[p] = rules.start_livre if playing else 0
        s.yarn[p] = rules.start_yarn if playing else 0
        s.lace[p] = rules.start_lace if playing else 0
        s.prestige[p] = s.score[p] = 0
        s.all_halls[p] = -1
        s.bales[p, :] = 0
    clear_turn(s)


@jit
def _fill_stacks(s, rules):
    """R3.2, R3.3: stacks and bag are sets; their order is drawn when it matters."""
    s.hire_stack = 0
    for cards in rules.level_cards:
        s.hire_stack |= cards
    s.tile_stack = rules.all_tiles
    s.bag = rules.all_dresses
    s.tile_discard = s.dress_discard = 0
    s.blind[:] = 0
    s.filling = 0


@jit
def _clear_board(s):
    for i in range(DISPLAY_SPACES):
        s.display[i] = -1
    for i in range(MAX_WINDOWS):
        s.window[i] = -1
    for i in range(MAX_WAREHOUSE):
        s.warehouse[i] = -1
    for i in range(MAX_GUESTS):
        s.guest_dress[i] = -1
    s.guests_by_color[:] = 0


@jit
def clear_turn(s):
    """Reset the fields of a turn."""
    s.in_play = s.bonus_card = s.chosen_card = s.tile = s.dress = -1
    s.in_play_deputed = s.tile_is_blind = 0
    s.leaving = 0
    s.bales_given = 0
    s.missing[:] = 0
