"""Many games in each of which one seat learns and the others are played inside."""

from __future__ import annotations

from typing import Any

import numpy as np

from rokoko_env.arguments import one_of, reward_kind, whole_number
from rokoko_env.core import ids
from rokoko_env.core.observe import OBSERVATION_SIZE
from rokoko_env.core.rewards import SHAPED
from rokoko_env.core.rows import (
    ROW,
    first_illegal,
    play_others_at_random,
    show_learners,
    show_some,
    start_rows,
    step_learners,
    step_others,
)
from rokoko_env.envs.opponents import OpponentsLike, RandomOpponent, resolve_opponents
from rokoko_env.errors import IllegalActionError
from rokoko_env.game import Game
from rokoko_env.setting import ComponentsLike, setting_for

ILLEGAL = ("raise", "lose")


class SeatBatch:
    """The common part of the Gymnasium and Stable-Baselines3 environments.

    After `start` and `step` every game stands at a decision of its learning seat, or is over. The
    arrays are reused; environments copy at their border.
    """

    def __init__(
        self,
        num_games: int,
        num_players: int = 4,
        *,
        seat: int | str = "rotate",
        opponents: OpponentsLike = "random",
        reward: str = "win",
        components: ComponentsLike = None,
        illegal: str = "raise",
    ) -> None:
        self.num_games = whole_number("num_games", num_games, 1, 2**31)
        self.num_players = whole_number("num_players", num_players, 2, ids.MAX_PLAYERS)
        self.seat = _checked_seat(seat, self.num_players)
        self.opponents = resolve_opponents(opponents, self.num_players)
        self.setting = setting_for(components, self.num_players)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self._all_random = all(isinstance(o, RandomOpponent) for o in self.opponents)
        self._rules = self.setting.rules
        self._reward_kind = reward_kind(reward)
        self._rows = np.zeros(self.num_games, ROW)
        self._games_begun = np.arange(self.num_games)  # neighbours begin in different seats
        self._forfeited = np.zeros(self.num_games, bool)
        self.rng = np.random.default_rng(0)
        self.decisions = 0  # of all seats, for benchmarks
        self.observation = np.zeros((self.num_games, OBSERVATION_SIZE), np.float32)
        self.mask = np.zeros((self.num_games, ids.NUM_ACTIONS), np.int8)
        self.reward = np.zeros(self.num_games, np.float32)
        self.done = np.zeros(self.num_games, bool)

    @property
    def learner(self) -> np.ndarray:
        """The learning seat of each game."""
        learner: np.ndarray = self._rows["learner"]
        return learner

    @property
    def score(self) -> np.ndarray:
        """Final scores of the games that are over."""
        score: np.ndarray = self._rows["score"][:, : self.num_players]
        return score

    def start(self, games: np.ndarray, seeds: np.ndarray) -> None:
        """Begin these games anew, up to the first decision of the learning seat."""
        self._rows["seed"][games] = seeds
        if self.seat == "rotate":
            self._rows["learner"][games] = self._games_begun[games] % self.num_players
        else:
            self._rows["learner"][games] = self.seat
        self._games_begun[games] += 1
        self._forfeited[games] = False
        shaped = self._reward_kind == SHAPED
        for game in games:
            start_rows(self._rows, self._rules, self.num_players, shaped, game, game + 1)
        self._go_on()
        self.reward[games] = 0.0

    def restart_rotation(self) -> None:
        """Let the learning seats begin where they began at first."""
        self._games_begun[:] = np.arange(self.num_games)

    def step(self, actions: np.ndarray) -> None:
        """One decision of every learning seat; games that are over stay as they are."""
        actions = np.array(actions, np.int64)
        forfeits = self._check(actions)
        step_learners(self._rows, self._rules, actions, self._reward_kind, 0, self.num_games)
        self.decisions += self.num_games
        self._go_on()
        for game in forfeits:
            self._forfeited[game] = True
            self.reward[game] = -1.0
            self.done[game] = True

    def _check(self, actions: np.ndarray) -> list[int]:
        """Complain about illegal actions, or make them harmless and list the games given up."""
        if actions.shape != (self.num_games,):
            raise ValueError(f"expected {self.num_games} actions, found shape {actions.shape}")
        forfeits: list[int] = []
        actions[self.done] = 0  # a finished game accepts anything and stays
        while (game := first_illegal(self._rows, actions, 0, self.num_games)) >= 0:
            if self.illegal == "raise":
                seat = int(self._rows["learner"][game])
                raise IllegalActionError(self.game(game).complaint(int(actions[game]), seat))
            forfeits.append(game)
            actions[game] = np.flatnonzero(self.mask[game])[0]
        return forfeits

    def _go_on(self) -> None:
        """Let the others play until every learner is asked or its game is over."""
        if self._all_random:
            self.decisions += play_others_at_random(
                self._rows, self._rules, self._reward_kind, 0, self.num_games
            )
        else:
            self._ask_opponents()
        show_learners(self._rows, self._rules, self.observation, self.mask, 0, self.num_games)
        self.reward[:] = self._rows["owed"]
        self.done[:] = (self._rows["state"]["decision"] == ids.OVER) | self._forfeited

    def _ask_opponents(self) -> None:
        state = self._rows["state"]
        while True:
            waiting = (state["player"] != self._rows["learner"]) & (state["decision"] != ids.OVER)
            games = np.flatnonzero(waiting & ~self._forfeited)
            if len(games) == 0:
                return
            relative = (state["player"][games] - self._rows["learner"][games]) % self.num_players
            for number in np.unique(relative):
                asked = games[relative == number]
                actions = self._choices(self.opponents[number - 1], asked)
                step_others(self._rows, self._rules, asked, actions, self._reward_kind)
                self.decisions += len(asked)

    def _choices(self, opponent: Any, games: np.ndarray) -> np.ndarray:
        observations = np.zeros((len(games), OBSERVATION_SIZE), np.float32)
        masks = np.zeros((len(games), ids.NUM_ACTIONS), np.int8)
        show_some(self._rows, self._rules, games, observations, masks)
        if hasattr(opponent, "act_batch"):
            actions = np.asarray(opponent.act_batch(observations, masks, self.rng), np.int64)
        else:
            seen: Any = observations
            if getattr(opponent, "uses_view", False):
                tables = [self.game(int(game)) for game in games]
                seen = [table.view(table.current_player) for table in tables]
            actions = np.array(
                [opponent.act(o, m, self.rng) for o, m in zip(seen, masks, strict=True)], np.int64
            )
        wrong = np.flatnonzero(masks[np.arange(len(games)), actions] == 0)
        if len(wrong):
            table = self.game(int(games[wrong[0]]))
            raise IllegalActionError(
                f"opponent {opponent!r}: "
                + table.complaint(int(actions[wrong[0]]), table.current_player)
            )
        return actions

    def game(self, number: int) -> Game:
        """A copy of one game, to look at."""
        return Game.from_state(self._rows["state"][number : number + 1], self.setting)


def _checked_seat(seat: int | str, num_players: int) -> int | str:
    if seat == "rotate":
        return "rotate"
    return whole_number("seat", seat, 0, num_players - 1)
