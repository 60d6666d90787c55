"""Two positions that look the same to a seat give it the same bytes.

The hidden part is shuffled here in plain Python, without the core's own determinization.
"""

from __future__ import annotations

import json
import random

import pytest

from parlour.codec import members
from parlour.core.states import refresh_legal
from rokoko_env import Game
from rokoko_env.core import ids
from tests.parlour.game_checks import assert_looks_the_same
from tests.rokoko_env.core.compare import choose
from tests.rokoko_env.kernels import play_forced


def shuffle_hidden(game: Game, seat: int, rng: random.Random) -> Game:
    """Shuffle hidden information: others' hidden cards and unseen tiles, random numbers."""
    other = game.clone()
    s = other.record
    s["rng"] = rng.getrandbits(64)
    for p in range(game.num_players):
        if p != seat:
            hidden = members((s["hand"][p] | s["supply"][p]) & ~s["hand_known"][p])
            rng.shuffle(hidden)
            in_hand = int(s["hand"][p]).bit_count() - int(s["hand_known"][p]).bit_count()
            s["hand"][p] = int(s["hand_known"][p]) | sum(1 << c for c in hidden[:in_hand])
            s["supply"][p] = sum(1 << c for c in hidden[in_hand:])
    _swap_unseen_tiles(other, seat, rng)
    refresh_legal(other._states, other._rules)
    return other


def _swap_unseen_tiles(game: Game, seat: int, rng: random.Random) -> None:
    s = game.record
    filling = int(s["filling"])
    for p in range(game.num_players):
        if p == seat:
            continue
        for tile in members(s["silk"][p] & s["blind"][filling]):
            stack = members(s["tile_stack"])
            if not stack:
                return
            new = rng.choice(stack)
            for field, at in (("silk", p), ("blind", filling)):
                s[field][at] = int(s[field][at]) & ~(1 << tile) | 1 << new
            s["tile_stack"] = int(s["tile_stack"]) & ~(1 << new) | 1 << tile
            bales = game.rules["kind_bales"][game.rules["tile_kind"]]
            s["bales"][p] += bales[new] - bales[tile]


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_hidden_information_shows_nowhere(num_players):
    rng = random.Random(num_players)
    differences = 0
    for seed in range(3):
        game = Game(num_players, seed)
        number = 0
        while not game.is_over:
            number += 1
            if number % 9 == 0:
                seat = rng.randrange(num_players)
                other = shuffle_hidden(game, seat, rng)
                differences += other.state_hash() != game.state_hash()
                assert_looks_the_same(game, other, seat)
            options = [game.action_name(a) for a in game.legal_actions()]
            game.apply(game.parse_action(choose(options, rng, eager=True)))
    assert differences > 30


def test_the_shuffle_shows_to_the_shuffled_player():
    """The comparison can fail: to the shuffled player the positions differ."""
    game = Game(2, 1)
    while game.decision == "pick":
        game.apply(game.legal_actions()[0])
    rng = random.Random(0)
    views = {json.dumps(shuffle_hidden(game, 0, rng).view(1)) for _ in range(20)}
    assert len(views) > 1


def test_of_two_equal_cards_the_known_one_is_played_first():
    """Playing a Master does not reveal if the hidden card was a Master, too."""
    views = []
    for hidden in ("base_master", "base_journeyman"):
        game = Game(2, 1)
        s = game.record
        known = 1 << 1  # the second Master; the first one may be the hidden card
        s["player"], s["decision"] = 0, ids.PLAY
        s["hand"][0], s["hand_known"][0] = known | 1 << game.cards.index(hidden), known
        s["supply"][0] = int(game.rules["base_cards"]) & ~int(s["hand"][0])
        s["hand"][1], s["supply"][1] = 0b111, 0b11000
        refresh_legal(game._states, game._rules)
        before = json.dumps(game.view(1))
        if len(game.legal_actions()) > 1:
            game.apply(game.parse_action("card base_master"))
        else:  # two Masters are one choice
            play_forced(game._states, game._rules)
        views.append((before, json.dumps(game.view(1)), game.observation(1).tobytes()))
    assert views[0] == views[1]


def test_of_two_equal_tiles_a_seen_one_is_surrendered_first():
    """Giving a tile does not reveal if the unseen tile was of the same kind."""
    views = []
    for hidden in ("2g", "2y"):
        game = Game(2, 1)
        s = game.record
        stack = members(s["tile_stack"])
        seen = max(t for t in stack if game.tiles[t] == "2g")
        unseen = min(t for t in stack if game.tiles[t] == hidden)
        s["tile_stack"] = int(s["tile_stack"]) & ~(1 << seen | 1 << unseen)
        s["silk"][0], s["blind"][0] = 1 << seen | 1 << unseen, 1 << unseen
        silk_card = game.cards.index("l5_silk_pp")
        s["hire_stack"] &= ~(1 << silk_card)
        s["player"], s["decision"], s["in_play"] = 0, ids.BONUS, silk_card
        s["bonus_card"] = silk_card
        game = Game.from_bytes(game.to_bytes())
        game.apply(game.parse_action("surrender 2g"))
        views.append((json.dumps(game.view(1)), game.observation(1).tobytes()))
    assert views[0] == views[1]


def test_the_opponents_pick_is_not_seen():
    """R5.1: the second seat's observation is the same for any pick of the first one."""
    views = set()
    for choice in range(4):
        game = Game(2, 4)
        first = game.current_player
        game.apply(game.legal_actions()[choice])
        while game.current_player == first:
            game.apply(game.legal_actions()[0])
        views.add(game.observation(1 - first).tobytes() + json.dumps(game.view(1 - first)).encode())
    assert len(views) == 1
