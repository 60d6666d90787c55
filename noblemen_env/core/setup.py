"""A new game (N2): board, estates, the choice of tiles, the first scandal cards."""

from noblemen_env.core import grid
from noblemen_env.core.deck import begin_drafts, shuffle_deck
from noblemen_env.core.ids import (
    AT_START,
    BARON,
    BUILDINGS,
    CASTLE,
    FOLLIES,
    KNIGHTS,
    MEADOW,
    START_CELL,
    TAKE,
    TILES,
)
from noblemen_env.core.supply import draw_tiles
from noblemen_env.core.turn import begin_turn, clear_turn
from parlour.core.jit import jit
from parlour.core.rng import seed_rng


@jit
def set_up(s, rules, num_players, seed):
    """N2.1 to N2.5. The record may hold an old game: every field is written."""
    seed_rng(s, seed)
    s.num_players = num_players
    s.round_number = 1
    s.track = 0
    s.queen = num_players - 1
    s.active = s.player = 0
    _prepare_board(s, rules)
    for p in range(len(s.money)):
        _prepare_player(s, rules, p, p < num_players)
    clear_turn(s)
    _begin_choices(s, rules)


@jit
def _prepare_board(s, rules):
    for t in range(len(TILES)):
        s.bag[t] = rules.tile_copies[t]
        s.church[t] = 0
    for b in range(len(BUILDINGS)):
        s.offer[b] = rules.offer[b]
        s.reserve[b] = rules.pieces[b] - rules.offer[b]
    for f in range(FOLLIES):
        s.folly_owner[f] = s.folly_cell[f] = -1
    s.pool = rules.markers
    s.deck[:] = -1
    s.deck_top = s.deck_size = 0


@jit
def _prepare_player(s, rules, p, playing):
    for t in range(len(TILES)):
        grid.clear(s.land[p, t])
        s.tiles[p, t] = 0
    for b in range(len(BUILDINGS)):
        grid.clear(s.buildings[p, b])
    grid.clear(s.areas[p])
    grid.clear(s.visited[p])
    s.points[p, :] = 0
    s.cards[p, :] = 0
    s.score[p] = s.markers[p] = s.taxes_used[p] = s.land_used[p] = 0
    s.prestige[p] = s.counter[p] = -1
    for k in range(KNIGHTS):
        s.knight_host[p, k] = s.knight_area[p, k] = -1
    s.title[p] = BARON if playing else -1
    s.money[p] = rules.start_pounds + p * rules.start_step if playing else 0
    if playing:
        grid.add(s.land[p, MEADOW], START_CELL)
        grid.add(s.buildings[p, CASTLE], START_CELL)
        s.bag[MEADOW] -= 1
        s.reserve[CASTLE] -= 1


@jit
def _begin_choices(s, rules):
    """N2.6: all players choose some tiles of each type, or all begin with the same."""
    if rules.switches_fixed_start:
        for p in range(s.num_players):
            for t in range(len(TILES)):
                _take(s, p, t, rules.start_choice)
        _finish_hands(s, rules)
    else:
        s.decision = TAKE
        s.tile = 0
        s.waiting = s.num_players - 1


@jit
def _take(s, p, t, number):
    s.tiles[p, t] += number
    s.bag[t] -= number


@jit
def take_tiles(s, rules, number):
    """N2.6, S22: take this many tiles of a type; then the next type, or the next player."""
    _take(s, s.player, s.tile, number)
    s.tile += 1
    if s.tile < len(TILES):
        return
    s.tile = 0
    s.player += 1
    s.waiting -= 1
    if s.player == s.num_players:
        _finish_hands(s, rules)


@jit
def _finish_hands(s, rules):
    """N2.6, N2.7: draw up to the full hand, then the first cards."""
    for p in range(s.num_players):
        held = 0
        for t in range(len(TILES)):
            held += s.tiles[p, t]
        draw_tiles(s, p, rules.start_tiles - held)
    shuffle_deck(s, rules)
    s.tile = -1
    if not begin_drafts(s, AT_START, 0):
        begin_turn(s, 0)
