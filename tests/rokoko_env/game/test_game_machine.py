"""Random walks through games with everything that a user may do in between."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from parlour.codec import members
from parlour.core.states import start_games
from rokoko_env import NUM_ACTIONS, Game, IllegalActionError
from rokoko_env.core.ids import COLORS
from rokoko_env.core.state import new_states
from rokoko_env.invariants import broken_invariants
from tests.rokoko_env.kernels import draw_from_own_rng, step_all


def broken_sums(game: Game) -> list[str]:
    """Compare the sums of bales, which the core updates step by step, with the silk."""
    s, kind_bales, tile_kind = game.record, game.rules["kind_bales"], game.rules["tile_kind"]
    problems = []
    for p in range(game.num_players):
        bales = sum(
            (kind_bales[tile_kind[tile]].astype(int) for tile in members(s["silk"][p])),
            np.zeros(COLORS, int),
        )
        if list(s["bales"][p]) != list(bales):
            problems.append(f"player {p}: the sums of bales do not match the silk")
    return problems


class GameMachine(RuleBasedStateMachine):
    """The game under test, and a twin that gets the same actions and is pickled."""

    @initialize(players=st.integers(2, 5), seed=st.integers(0, 2**64 - 1))
    def begin(self, players, seed):
        self.game = Game(players, seed)
        self.twin = Game(players, seed)

    def step(self, choice):
        legal = self.game.legal_actions()
        action = legal[choice % len(legal)]
        self.game.apply(action)
        self.twin.apply(action)

    @precondition(lambda self: not self.game.is_over)
    @rule(choices=st.lists(st.integers(0, 10**6), min_size=1, max_size=40))
    def play(self, choices):
        for choice in choices:
            if not self.game.is_over:
                self.step(choice)

    @rule(choice=st.integers(0, 10**6), length=st.integers(1, 60))
    def clones_are_independent(self, choice, length):
        before = self.game.to_bytes()
        other = self.game.clone()
        for _ in range(length):
            if other.is_over:
                break
            legal = other.legal_actions()
            other.apply(legal[choice % len(legal)])
        assert self.game.to_bytes() == before

    @rule(action=st.one_of(st.integers(-3, NUM_ACTIONS + 3), st.integers()))
    def illegal_actions_change_nothing(self, action):
        if action in self.game.legal_actions():
            return
        before = self.game.to_bytes()
        with pytest.raises(IllegalActionError, match=f"player {self.game.current_player}"):
            self.game.apply(action)
        assert self.game.to_bytes() == before

    @rule()
    def saved_games_come_back(self):
        assert Game.from_bytes(self.game.to_bytes()) == self.game
        assert Game.from_dict(json.loads(json.dumps(self.game.to_dict()))) == self.game
        self.twin = pickle.loads(pickle.dumps(self.twin))

    @rule(seat=st.integers(0, 4), seed=st.integers(0, 2**64 - 1))
    def determinized_games_are_sound(self, seat, seed):
        seat %= self.game.num_players
        other = self.game.determinize(seat, seed)
        assert not broken_invariants(other.record, other.rules, other._ruleset.vocabulary)
        assert not broken_sums(other)
        assert other.view(seat) == self.game.view(seat)

    @rule(size=st.integers(1, 5), place=st.integers(0, 4))
    def the_same_actions_in_a_batch_give_the_same_bytes(self, size, place):
        place %= size
        states = new_states(size)
        seeds = np.full(size, 99, np.uint64)
        seeds[place] = self.game.seed
        start_games(states, self.game._rules, self.game.num_players, seeds)
        actions = np.zeros(size, np.int64)
        for action in self.game.history:
            draw_from_own_rng(states, actions, 0, place)
            draw_from_own_rng(states, actions, place + 1, size)
            actions[place] = action
            assert step_all(states, self.game._rules, actions) == -1
        assert states[place : place + 1].tobytes() == self.game._states.tobytes()

    @invariant()
    def nothing_is_lost_or_negative(self):
        if hasattr(self, "game"):
            game = self.game
            assert not broken_invariants(game.record, game.rules, game._ruleset.vocabulary)
            assert not broken_sums(game)

    @invariant()
    def there_is_always_a_choice(self):
        if hasattr(self, "game") and not self.game.is_over:
            assert self.game.action_mask().sum() >= 2

    @invariant()
    def same_seed_and_actions_same_bytes(self):
        if hasattr(self, "game"):
            assert self.game.to_bytes() == self.twin.to_bytes()


TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)


@pytest.mark.soak
class TestGameMachineLong(GameMachine.TestCase):
    settings = settings(
        max_examples=1_000, stateful_step_count=60, deadline=None, derandomize=False
    )
