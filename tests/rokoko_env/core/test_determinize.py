"""Hidden information is redrawn: consistently with what the seat saw, and uniformly."""

from __future__ import annotations

import random
from collections import Counter
from math import comb

import numpy as np
import pytest
from scipy.stats import chisquare

from parlour.codec import members
from parlour.core.jit import JIT_DISABLED
from parlour.core.states import draw_worlds, refresh_legal, seeds_for
from rokoko_env import Game
from rokoko_env.core import ids
from tests.rokoko_env.core.compare import choose

SAMPLES = 2_000 if JIT_DISABLED else 20_000
P_VALUE = 1e-4  # the seeds are fixed: a passing test stays passing


def samples(game: Game, seat: int, number: int = SAMPLES) -> np.ndarray:
    """Many determinizations of one position."""
    states = np.repeat(game._states, number)
    seats = np.full(number, seat, np.int64)
    draw_worlds(states, game._rules, np.arange(number), seats, seeds_for(1, number), states)
    return states


def assert_uniform(counts: Counter, possible: int) -> None:
    assert len(counts) == possible
    assert chisquare(list(counts.values())).pvalue > P_VALUE


def positions(num_players: int, seed: int, every: int):
    """Positions of an eager random game."""
    game = Game(num_players, seed)
    rng = random.Random(seed)
    number = 0
    while not game.is_over:
        if number % every == 0:
            yield game
        options = [game.action_name(a) for a in game.legal_actions()]
        game.apply(game.parse_action(choose(options, rng, eager=True)))
        number += 1
    yield game


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_the_seats_own_view_is_unchanged(num_players):
    changed = 0
    for game in positions(num_players, seed=num_players, every=17 if JIT_DISABLED else 7):
        for seat in range(num_players):
            for seed in range(2):
                other = game.determinize(seat, seed)
                assert other.view(seat) == game.view(seat)
                assert other.observation(seat).tobytes() == game.observation(seat).tobytes()
                assert other.text(seat) == game.text(seat)
                changed += other.view(None) != game.view(None)
    assert changed > (3 if JIT_DISABLED else 10)


def test_a_determinized_game_can_be_played_to_its_end():
    for game in positions(3, seed=11, every=40):
        other = game.determinize(game.current_player, 5)
        rng = random.Random(1)
        while not other.is_over:
            other.apply(rng.choice(other.legal_actions()))
        assert other.round == 7


def test_the_future_depends_on_the_seed_alone():
    """The game's own random numbers do not show: search can't see future draws."""
    game = Game(2, 3)
    twin = game.clone()
    twin.record["rng"] ^= np.uint64(12345)
    futures = set()
    for seed in range(5):
        other = game.determinize(0, seed)
        assert other.state_hash() == twin.determinize(0, seed).state_hash()
        futures.add(int(other.record["rng"]))
    assert len(futures) == 5
    assert int(game.record["rng"]) not in futures


def test_every_hand_of_the_opponent_is_equally_likely():
    """Round 1 with two players: 3 of 5 cards, 10 hands."""
    game = Game(2, 5)
    while game.decision == "pick":
        game.apply(game.legal_actions()[0])
    me = game.current_player
    states = samples(game, me)
    hands = Counter(int(h) for h in states["hand"][:, 1 - me])
    assert_uniform(hands, 10)
    assert (states["hand"][:, me] == game.record["hand"][me]).all()


def test_a_card_known_to_be_in_hand_stays_there():
    """A hired card is known; the other hand cards are some of the hidden ones."""
    game = Game(2, 8)
    for name in ("base_master", "base_journeyman", "base_apprentice_acquire"):
        game.apply(game.parse_action(f"card {name}"))
    while game.decision == "pick":
        game.apply(game.legal_actions()[0])
    game.apply(game.parse_action("card base_master"))
    game.apply(next(a for a in game.legal_actions() if ids.CARD <= a < ids.SURRENDER))
    me = game.current_player
    known = int(game.record["hand_known"][1 - me])
    states = samples(game, me)
    assert all(int(h) & known == known for h in states["hand"][:, 1 - me])
    hidden = int(game.record["hand"][1 - me] | game.record["supply"][1 - me]) & ~known
    in_hand = int(game.record["hand"][1 - me]).bit_count() - known.bit_count()
    pools = Counter(int(h) for h in states["hand"][:, 1 - me])
    assert (hidden.bit_count(), in_hand) == (4, 2)
    assert_uniform(pools, comb(4, 2))


def with_blind_tiles(num_players: int, owners: dict[int, int], older: dict[int, int]) -> Game:
    """A position with a small stack in which players hold tiles that they drew unseen.

    `owners` maps a player to a number of tiles from the current filling of the stack, `older` to
    those from before a refill. Five tiles are left in the stack.
    """
    game = Game(num_players, 2)
    s = game.record
    stack = members(s["tile_stack"])
    random.Random(1).shuffle(stack)
    s["filling"] = 1 if older else 0
    for filling, holders in ((0, older), (1, owners)) if older else ((0, owners),):
        for player, number in holders.items():
            for _ in range(number):
                tile = stack.pop()
                s["silk"][player] |= 1 << tile
                s["blind"][filling] |= 1 << tile
                s["bales"][player] += game.rules["kind_bales"][game.rules["tile_kind"][tile]]
    s["tile_stack"] = sum(1 << tile for tile in stack[:5])
    s["tile_discard"] = sum(1 << tile for tile in stack[5:])
    return Game.from_bytes(game.to_bytes())  # checks the position


def test_an_unseen_tile_may_be_any_that_was_in_the_stack():
    game = with_blind_tiles(2, {1: 1}, {})
    states = samples(game, 0)
    assert_uniform(Counter(int(silk) for silk in states["silk"][:, 1]), 6)
    conserved = states["silk"][:, 1] | states["tile_stack"]
    assert (conserved == game.record["silk"][1] | game.record["tile_stack"]).all()
    bales = game.rules["kind_bales"][game.rules["tile_kind"]]
    for state in states[:50]:
        tile = members(state["silk"][1])[0]
        assert (state["bales"][1] == bales[tile]).all()


def test_own_unseen_tiles_are_known_to_their_owner():
    game = with_blind_tiles(2, {0: 2, 1: 1}, {})
    states = samples(game, 0, 200)
    assert (states["silk"][:, 0] == game.record["silk"][0]).all()


def test_tiles_from_before_a_refill_are_mixed_among_the_players_only():
    """Two opponents hold 1 and 2 old tiles: three ways; the new tile is any of six."""
    game = with_blind_tiles(3, {1: 1}, {1: 1, 2: 2})
    old = int(game.record["blind"][0])
    states = samples(game, 0)
    assert (states["blind"][:, 0] == old).all()
    ways = Counter(int(silk) & old for silk in states["silk"][:, 1])
    assert_uniform(ways, 3)
    new = Counter(int(silk) & ~old for silk in states["silk"][:, 1])
    assert_uniform(new, 6)


def test_a_single_opponents_old_tiles_are_known_by_elimination():
    game = with_blind_tiles(2, {}, {1: 2})
    states = samples(game, 0, 200)
    assert (states["silk"][:, 1] == game.record["silk"][1]).all()


def test_a_tile_just_drawn_unseen_is_redrawn_for_the_others():
    game = with_blind_tiles(2, {}, {})
    s = game.record
    player = game.current_player
    blind = game.cards.index("l1_blind_tile")
    s["hire_stack"] &= ~(1 << blind)
    s["display"][:] = [-1 if c == blind else c for c in s["display"]]
    s["hand"][player] = 1 << blind
    s["supply"][player] &= ~int(s["hand"][player])
    s["decision"] = ids.MAIN
    s["in_play"], s["hand"][player] = blind, 0
    refresh_legal(game._states, game._rules)
    game.apply(game.parse_action("forgo action"))
    game.apply(game.parse_action("use bonus"))
    assert game.decision == "tile"
    redrawn = {game.determinize(1 - player, i).observation(1 - player).tobytes() for i in range(9)}
    assert redrawn == {game.observation(1 - player).tobytes()}
    states = samples(game, 1 - player)
    assert_uniform(Counter(int(tile) for tile in states["tile"]), 5)
    assert (samples(game, player, 100)["tile"] == game.record["tile"]).all()


def test_a_dress_in_work_can_be_paid_in_every_draw():
    """The others have seen that the player can pay: draws that contradict it do not occur."""
    game = with_blind_tiles(2, {1: 2}, {})
    s = game.record
    kinds = [game.tiles[t] for t in members(s["silk"][1])]
    master = game.cards.index("base_master")
    s["player"], s["decision"], s["in_play"] = 1, ids.SILK, master
    s["supply"][1] &= ~(1 << master)
    dress = members(s["bag"])[0]
    s["bag"] &= ~(1 << dress)
    s["dress"] = dress
    missing = sum(
        game.rules["kind_bales"][game.rules["tile_kind"][t]] for t in members(s["silk"][1])
    )
    s["missing"] = np.minimum(missing, 1)
    refresh_legal(game._states, game._rules)
    assert len(game.legal_actions()) == 2, f"the position needs two kinds of silk, not {kinds}"
    states = samples(game, 0, 500)
    assert (states["bales"][:, 1] >= s["missing"]).all()
    assert len(set(states["silk"][:, 1].tolist())) > 1
