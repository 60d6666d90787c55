"""`LearnerBatch`: many games, in each of which one seat learns and agents play the others."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.buffers import Buffers, writable
from parlour.core.rewards import SHAPED, reward_of_illegal_action
from parlour.core.rows import draw_words, start_rows, states_in, step_others
from parlour.envs.opponents import OpponentsLike, resolve_opponents
from parlour.envs.spaces import ILLEGAL
from parlour.errors import IllegalActionError
from parlour.game import Game
from parlour.players.agent import Agent, Seats, ask, illegal_answer
from parlour.players.random import RandomAgent
from parlour.ruleset import ComponentsLike, ruleset_for
from parlour.spec import GameSpec
from parlour.standings import ranks
from parlour.validation import action_array, one_of, reward_kind, whole_number


class LearnerBatch:
    """The common part of the Gymnasium and Stable-Baselines3 environments.

    After `start` and `step` every game stands at a decision of its learning seat, or is over. The
    arrays are reused; environments copy at their border.
    """

    def __init__(
        self,
        spec: GameSpec,
        num_games: int,
        num_players: int = 4,
        *,
        seat: int | str = "rotate",
        opponents: OpponentsLike = "random",
        reward: str = "win",
        components: ComponentsLike = None,
        illegal: str = "raise",
    ) -> None:
        self.spec = spec
        self._kernels = spec.kernels
        self.num_games = whole_number("num_games", num_games, 1, 2**31)
        self.num_players = spec.check_players(num_players)
        is_fixed = seat != "rotate"
        self.seat = whole_number("seat", seat, 0, self.num_players - 1) if is_fixed else "rotate"
        self.opponents = resolve_opponents(spec, opponents, self.num_players)
        self.ruleset = ruleset_for(spec, components, self.num_players)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        # The jit plays random opponents itself.
        self._all_random = all(type(agent) is RandomAgent for agent in self.opponents)
        self._rules = self.ruleset.rules
        self._reward_kind = reward_kind(reward)
        self._rows = spec.new_rows(self.num_games)
        self._all_games = np.arange(self.num_games)
        self._games_begun = self._all_games.copy()  # neighbours begin in different seats
        self._game_numbers = self._all_games.copy()  # tell the games apart, for agents
        self._at_decision = False
        self.complaints: dict[int, str] = {}  # games given up in the last step, and why
        self.decisions = 0  # of all seats, for benchmarks
        self._buffers = Buffers(spec, self.num_games)
        self.reward = np.zeros(self.num_games, np.float32)
        self.done = np.zeros(self.num_games, bool)

    @property
    def observation(self) -> np.ndarray:
        return self._buffers.observation

    @property
    def mask(self) -> np.ndarray:
        return self._buffers.mask

    @property
    def learner(self) -> np.ndarray:
        """The learning seat of each game."""
        learner: np.ndarray = self._rows["learner"]
        return learner

    def start(self, games: np.ndarray, seeds: np.ndarray) -> None:
        """Start new games in these places, up to the first decision of the learning seat."""
        for agent in self.opponents:
            agent.forget(self._game_numbers[games])
        self._game_numbers[games] += self.num_games
        self._rows["seed"][games] = seeds
        seats = self._games_begun[games] % self.num_players
        self._rows["learner"][games] = seats if self.seat == "rotate" else self.seat
        self._games_begun[games] += 1
        shaped = self._reward_kind == SHAPED
        for game in games:
            start_rows(self._rows, self._rules, self.num_players, shaped, game, game + 1)
        self._play_opponents(games)

    def restart_rotation(self) -> None:
        """Give out the learning seats as at the beginning."""
        self._games_begun[:] = np.arange(self.num_games)

    def step(self, actions: Any) -> None:
        """One decision of every learning seat; games that are over stay as they are."""
        if not self._at_decision:
            raise RuntimeError("reset the environment first: it has no decision to make")
        actions = self._checked(actions)
        arguments = (self._rows, self._rules, actions, self._reward_kind)
        self._kernels.step_learners(*arguments, 0, self.num_games)
        self.decisions += self.num_games
        for game in self.complaints:
            potential = self._rows["potential"][game]
            lost = reward_of_illegal_action(potential, self.num_players, self.learner[game])
            self._rows["owed"][game] = lost[self.learner[game]]
        self._play_opponents(self._all_games)

    def _checked(self, actions: Any) -> np.ndarray:
        """The actions as an array; an illegal one raises, or loses its game."""
        chosen = action_array(actions, self.num_games)
        self.complaints = {}
        while (game := self._kernels.first_illegal_learner(self._rows, chosen)) >= 0:
            complaint = self.game(game).complaint(int(chosen[game]), int(self.learner[game]))
            if self.illegal == "raise":
                raise IllegalActionError(complaint)
            self._rows["given_up"][game] = True
            self.complaints[game] = complaint
        return chosen

    def _play_opponents(self, games: np.ndarray) -> None:
        """Play the other seats until every learner has a decision or its game is over."""
        self._at_decision = False  # an opponent that fails leaves a game that can't be stepped
        if self._all_random:
            self.decisions += self._kernels.play_others_at_random(
                self._rows, self._rules, self._reward_kind, 0, self.num_games
            )
        else:
            self._ask_opponents()
        results = (*self._buffers.records, self.reward, self.done)
        self._kernels.show_learners(self._rows, self._rules, games, *results)
        self._at_decision = True

    def _ask_opponents(self) -> None:
        rows, state = self._rows, self._rows["state"]
        while True:
            waiting = (state["player"] != rows["learner"]) & (state["decision"] != self.spec.over)
            games = np.flatnonzero(waiting & ~rows["given_up"])
            if len(games) == 0:
                return
            relative = (state["player"][games] - rows["learner"][games]) % self.num_players
            for number in np.unique(relative):
                self._ask(self.opponents[number - 1], games[relative == number])

    def _ask(self, opponent: Agent, games: np.ndarray) -> None:
        """One decision of an opponent in each of these games."""
        words = np.empty(len(games), np.uint64)
        draw_words(self._rows, games, words)
        states, places = states_in(self._rows, games), np.arange(len(games))
        seats = Seats(states, places, self.ruleset, words, self._game_numbers[games])
        name = f"opponent {opponent!r}"
        actions = ask(opponent, seats, name)
        wrong = step_others(self._rows, self._rules, games, actions, self._reward_kind)
        if wrong >= 0:
            raise illegal_answer(name, self.game(int(games[wrong])), int(actions[wrong]))
        self.decisions += len(games)

    def final_info(self, number: int) -> dict[str, Any]:
        """The end of a game, for its learning seat."""
        seat = int(self.learner[number])
        rows = self.game(number).score_breakdown()
        scores = [row["total"] for row in rows]
        places = ranks(scores, [row[self.spec.tie_break_word] for row in rows])
        info = {"seat": seat, "score": scores[seat], "scores": scores, "score_breakdown": rows}
        if number not in self.complaints:
            return {**info, "rank": int(places[seat])}
        return {**info, "rank": self.num_players, "illegal_action": self.complaints[number]}

    def current_scores(self) -> np.ndarray:
        """The learning seats' scores if the games ended now."""
        scores = np.empty(self.num_games, np.int64)
        self._kernels.write_current_scores(self._rows, self._rules, scores)
        return scores

    def game(self, number: int) -> Game:
        """A copy of one game, to look at."""
        states = self._rows["state"][number : number + 1]
        return self.spec.game_class.from_state(states, self.ruleset)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._rows, self._games_begun = writable(self._rows), writable(self._games_begun)
        self._game_numbers = writable(self._game_numbers)
        self.reward, self.done = writable(self.reward), writable(self.done)
