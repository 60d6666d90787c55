"""Random walks through games with everything that a user may do in between.

A game's tests make a subclass with its `spec` and hand it to Hypothesis:

    class PebblesMachine(GameMachine):
        spec = SPEC

    TestPebbles = PebblesMachine.TestCase
    TestPebbles.settings = SHORT
"""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from parlour.codec import DERIVED
from parlour.core.states import start_games, step_games
from parlour.errors import IllegalActionError
from parlour.game import Game
from parlour.spec import GameSpec
from tests.parlour.game_checks import assert_sound

SHORT = settings(max_examples=25, stateful_step_count=25, deadline=None)
LONG = settings(max_examples=1_000, stateful_step_count=60, deadline=None, derandomize=False)
MAX_ID = 400  # beyond the actions of any game


def assert_derived(game: Game) -> None:
    """Fields that the core updates step by step are what follows from the others."""
    other = game.clone()
    for name, *_, content in game.spec.fields:
        if content == DERIVED:
            other.record[name] = 0
    other._derive()
    assert other._states.tobytes() == game._states.tobytes()


class GameMachine(RuleBasedStateMachine):
    """The game under test, and a twin that gets the same actions and is pickled."""

    spec: GameSpec

    @initialize(players=st.integers(0, 9), seed=st.integers(0, 2**64 - 1))
    def begin(self, players, seed):
        number = self.spec.players[players % len(self.spec.players)]
        self.game = self.spec.game_class(number, seed)
        self.twin = self.spec.game_class(number, seed)

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

    @rule(action=st.one_of(st.integers(-3, MAX_ID), st.integers()))
    def illegal_actions_change_nothing(self, action):
        if action in self.game.legal_actions():
            return
        before = self.game.to_bytes()
        with pytest.raises(IllegalActionError, match=f"player {self.game.current_player}"):
            self.game.apply(action)
        assert self.game.to_bytes() == before

    @rule()
    def saved_games_come_back(self):
        game_class = self.spec.game_class
        assert game_class.from_bytes(self.game.to_bytes()) == self.game
        assert game_class.from_dict(json.loads(json.dumps(self.game.to_dict()))) == self.game
        self.twin = pickle.loads(pickle.dumps(self.twin))

    @rule(seat=st.integers(0, 9), seed=st.integers(0, 2**64 - 1))
    def determinized_games_are_sound(self, seat, seed):
        seat %= self.game.num_players
        other = self.game.determinize(seat, seed)
        assert_sound(other)
        assert_derived(other)
        assert other.view(seat) == self.game.view(seat)

    @rule(size=st.integers(1, 5), place=st.integers(0, 4))
    def the_same_actions_in_a_batch_give_the_same_bytes(self, size, place):
        place %= size
        states = self.spec.new_states(size)
        seeds = np.full(size, 99, np.uint64)
        seeds[place] = self.game.seed
        start_games(states, self.game._rules, self.game.num_players, seeds)
        actions, legal = np.zeros(size, np.int64), np.empty(self.spec.num_actions, np.int64)
        for action in self.game.history:
            for i in range(size):
                number = self.spec.kernels.list_legal(states[i : i + 1], legal)
                actions[i] = action if i == place else legal[action % number]
            assert step_games(states, self.game._rules, np.arange(size), actions) == -1
        assert states[place : place + 1].tobytes() == self.game._states.tobytes()

    @invariant()
    def nothing_is_lost_or_negative(self):
        if hasattr(self, "game"):
            assert_sound(self.game)
            assert_derived(self.game)

    @invariant()
    def there_is_always_a_choice(self):
        if hasattr(self, "game") and not self.game.is_over:
            assert self.game.action_mask().sum() >= 2

    @invariant()
    def same_seed_and_actions_same_bytes(self):
        if hasattr(self, "game"):
            assert self.game.to_bytes() == self.twin.to_bytes()
