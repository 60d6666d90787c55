"""Many games in each of which one seat learns and the others are played inside."""

from __future__ import annotations

from typing import Any

import numpy as np

from rokoko_env.buffers import Buffers, Showing, writable
from rokoko_env.core import ids
from rokoko_env.core.jit import direct
from rokoko_env.core.rewards import SHAPED
from rokoko_env.core.rows import (
    ROW,
    first_illegal_learner,
    first_illegal_of,
    play_others_at_random,
    show_learners,
    show_some,
    start_rows,
    step_learners,
    step_others,
    write_worth,
)
from rokoko_env.envs.opponents import OpponentsLike, RandomOpponent, resolve_opponents
from rokoko_env.envs.spaces import ILLEGAL
from rokoko_env.errors import IllegalActionError
from rokoko_env.game import Game
from rokoko_env.ruleset import ComponentsLike, ruleset_for
from rokoko_env.validation import action_array, one_of, reward_kind, whole_number

_first_illegal, _step_learners = direct(first_illegal_learner), direct(step_learners)
_play_others_at_random, _show_learners = direct(play_others_at_random), direct(show_learners)
_write_worth = direct(write_worth)


class LearnerBatch(Showing):
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
        self.ruleset = ruleset_for(components, self.num_players)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self._all_random = all(type(o) is RandomOpponent for o in self.opponents)
        self._rules = self.ruleset.rules
        self._reward_kind = reward_kind(reward)
        self._rows = np.zeros(self.num_games, ROW)
        self._games_begun = np.arange(self.num_games)  # neighbours begin in different seats
        self._all_games = np.arange(self.num_games)
        self._at_decision = False
        self.complaints: dict[int, str] = {}  # games given up in the last step, and why
        self.rng = np.random.default_rng(0)
        self.decisions = 0  # of all seats, for benchmarks
        self._shown = Buffers(self.num_games)
        self.reward = np.zeros(self.num_games, np.float32)
        self.done = np.zeros(self.num_games, bool)

    @property
    def learner(self) -> np.ndarray:
        """The learning seat of each game."""
        learner: np.ndarray = self._rows["learner"]
        return learner

    def start(self, games: np.ndarray, seeds: np.ndarray) -> None:
        """Begin these games anew, up to the first decision of the learning seat."""
        self._rows["seed"][games] = seeds
        if self.seat == "rotate":
            self._rows["learner"][games] = self._games_begun[games] % self.num_players
        else:
            self._rows["learner"][games] = self.seat
        self._games_begun[games] += 1
        shaped = self._reward_kind == SHAPED
        for game in games:
            start_rows(self._rows, self._rules, self.num_players, shaped, game, game + 1)
        self._go_on(games)

    def restart_rotation(self) -> None:
        """Let the learning seats begin where they began at first."""
        self._games_begun[:] = np.arange(self.num_games)

    def step(self, actions: Any) -> None:
        """One decision of every learning seat; games that are over stay as they are."""
        if not self._at_decision:
            raise RuntimeError("reset the environment first: it has no decision to make")
        actions = self._checked(actions)
        _step_learners(self._rows, self._rules, actions, self._reward_kind, 0, self.num_games)
        self.decisions += self.num_games
        for game in self.complaints:
            # What shaping has paid so far is taken back: the return is that of a lost game.
            paid = self._rows["potential"][game, self._rows["learner"][game]]
            self._rows["owed"][game] = -1.0 - paid
        self._go_on(self._all_games)

    def _checked(self, actions: Any) -> np.ndarray:
        """The actions as an array; for illegal ones complain, or give the game up."""
        chosen = action_array(actions, self.num_games)
        self.complaints = {}
        while (game := _first_illegal(self._rows, chosen)) >= 0:
            complaint = self.game(game).complaint(int(chosen[game]), int(self.learner[game]))
            if self.illegal == "raise":
                raise IllegalActionError(complaint)
            self._rows["given_up"][game] = True
            self.complaints[game] = complaint
        return chosen

    def _go_on(self, games: np.ndarray) -> None:
        """Let the others play until every learner is asked or its game is over."""
        self._at_decision = False  # an opponent that fails leaves a game that can't be stepped
        if self._all_random:
            self.decisions += _play_others_at_random(
                self._rows, self._rules, self._reward_kind, 0, self.num_games
            )
        else:
            self._ask_opponents()
        told = (*self._shown.records, self.reward, self.done)
        _show_learners(self._rows, self._rules, games, *told)
        self._at_decision = True

    def _ask_opponents(self) -> None:
        rows, state = self._rows, self._rows["state"]
        while True:
            waiting = (state["player"] != rows["learner"]) & (state["decision"] != ids.OVER)
            games = np.flatnonzero(waiting & ~rows["given_up"])
            if len(games) == 0:
                return
            relative = (state["player"][games] - rows["learner"][games]) % self.num_players
            for number in np.unique(relative):
                asked = games[relative == number]
                actions = self._choices(self.opponents[number - 1], asked)
                step_others(rows, self._rules, asked, actions, self._reward_kind)
                self.decisions += len(asked)

    def _choices(self, opponent: Any, games: np.ndarray) -> np.ndarray:
        """What an opponent does in these games; it is told when that is not possible."""
        shown = Buffers(len(games))
        observations, masks = shown.observation, shown.mask
        show_some(self._rows, self._rules, games, *shown.records)
        if hasattr(opponent, "act_batch"):
            actions = np.asarray(opponent.act_batch(observations, masks, self.rng))
        else:
            seen: Any = observations
            if getattr(opponent, "uses_view", False):
                tables = [self.game(int(game)) for game in games]
                seen = [table.view(table.current_player) for table in tables]
            asked = zip(seen, masks, strict=True)
            actions = np.asarray([opponent.act(o, m, self.rng) for o, m in asked])
        if actions.shape != (len(games),) or actions.dtype.kind not in "iu":
            raise TypeError(
                f"opponent {opponent!r} must return {len(games)} whole numbers, not an array of "
                f"shape {actions.shape} and type {actions.dtype}"
            )
        actions = actions.astype(np.int64)
        wrong = first_illegal_of(self._rows, games, actions)
        if wrong >= 0:
            table = self.game(int(games[wrong]))
            complaint = table.complaint(int(actions[wrong]), table.current_player)
            raise IllegalActionError(f"opponent {opponent!r}: {complaint}")
        return actions

    def final_info(self, number: int) -> dict[str, Any]:
        """How a game that is over ended for its learning seat."""
        table = self.game(number)
        seat = int(self.learner[number])
        rows = table.score_breakdown()
        standing = [(row["total"], row["livre_left"]) for row in rows]
        info: dict[str, Any] = {
            "seat": seat,
            "score": rows[seat]["total"],
            "scores": [row["total"] for row in rows],
            "score_breakdown": rows,
            "rank": 1 + sum(other > standing[seat] for other in standing),
        }
        if number in self.complaints:
            info["rank"] = self.num_players
            info["illegal_action"] = self.complaints[number]
        return info

    def worth(self) -> np.ndarray:
        """The learning seats' points if the games ended now."""
        points = np.empty(self.num_games, np.int64)
        _write_worth(self._rows, self._rules, points)
        return points

    def game(self, number: int) -> Game:
        """A copy of one game, to look at."""
        return Game.from_state(self._rows["state"][number : number + 1], self.ruleset)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._rows, self._games_begun = writable(self._rows), writable(self._games_begun)
        self.reward, self.done = writable(self.reward), writable(self.done)


def _checked_seat(seat: int | str, num_players: int) -> int | str:
    if seat == "rotate":
        return "rotate"
    return whole_number("seat", seat, 0, num_players - 1)
