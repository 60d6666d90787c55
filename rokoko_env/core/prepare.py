"""Phase 1: prepare the round (section 4 of the rules)."""

from parlour.core.jit import jit
from parlour.core.rng import draw
from rokoko_env.core.ids import BLIND_FILLINGS, DISPLAY_SPACES, MAX_LEVELS, SEGMENT_SPACES, SEGMENTS


@jit
def prepare_round(s, rules):
    s.round_number += 1
    _pass_start_player(s)
    _reveal_employees(s, rules)
    _fill_warehouse(s, rules)
    _fill_workshop(s, rules)


@jit
def _pass_start_player(s):
    """R4.1: the favor card makes its holder start player and returns to the board."""
    if s.favor >= 0:
        s.start_player = s.favor
        s.favor = -1


@jit
def _reveal_employees(s, rules):
    """R4.2: the rest of the display leaves the game; lower levels are on top of the stack."""
    for i in range(DISPLAY_SPACES):
        for level in range(1, MAX_LEVELS):
            on_top = s.hire_stack & rules.level_cards[level]
            if on_top:
                card = draw(s, on_top)
                s.hire_stack &= ~(1 << card)
                s.display[i] = card
                break


@jit
def _fill_warehouse(s, rules):
    """R4.3: segment by segment, space by space, while there are tiles."""
    for segment in range(SEGMENTS):
        for place in range(rules.segment_spaces[segment]):
            space = segment * SEGMENT_SPACES + place
            if s.warehouse[space] < 0:
                s.warehouse[space] = draw_tile(s)


@jit
def draw_tile(s):
    """The next tile of the stack, -1 if there is none; an empty stack is refilled first (R4.3)."""
    if s.tile_stack == 0:
        s.tile_stack = s.tile_discard
        s.tile_discard = 0
        if s.tile_stack == 0:
            return -1
        _next_filling(s)
    tile = draw(s, s.tile_stack)
    s.tile_stack &= ~(1 << tile)
    return tile


@jit
def _next_filling(s):
    """Start a new filling: tiles drawn unseen from the old one are not mixed with the stack."""
    if s.filling < BLIND_FILLINGS - 1:
        s.filling += 1
    else:  # the two oldest ones share a place, the new one never does
        s.blind[0] |= s.blind[1]
        for i in range(1, BLIND_FILLINGS - 1):
            s.blind[i] = s.blind[i + 1]
        s.blind[BLIND_FILLINGS - 1] = 0


@jit
def _fill_workshop(s, rules):
    """R4.4: empty the two dark windows, slide the rest right, fill up from right to left."""
    last = rules.num_windows - 1
    for w in range(last - 1, last + 1):
        if s.window[w] >= 0:
            s.dress_discard |= 1 << s.window[w]
            s.window[w] = -1
    target = last
    for w in range(last, -1, -1):
        dress = s.window[w]
        if dress >= 0:
            s.window[w] = -1
            s.window[target] = dress
            target -= 1
    for w in range(target, -1, -1):
        s.window[w] = _draw_dress(s)


@jit
def _draw_dress(s):
    """A dress from the bag, -1 if there is none; an empty bag takes the discards back (R4.4)."""
    if s.bag == 0:
        s.bag = s.dress_discard
        s.dress_discard = 0
        if s.bag == 0:
            return -1
    dress = draw(s, s.bag)
    s.bag &= ~(1 << dress)
    return dress
