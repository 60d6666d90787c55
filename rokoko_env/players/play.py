"""`play_games`: whole games between agents, many at a time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from rokoko_env import Game
from rokoko_env.core import ids
from rokoko_env.core.state import new_states
from rokoko_env.core.states import score_games, start_games
from rokoko_env.players.agent import Agent, AgentError, Seats
from rokoko_env.players.core.seats import draw_seeds, sort_by_agent, step_chosen, still_going
from rokoko_env.ruleset import ComponentsLike, Ruleset, ruleset_for


@dataclass
class GameResults:
    """How some games went; the first index is the game, the second the seat."""

    points: np.ndarray  # (games, players, sources) prestige by source, `core.ids.SOURCE_NAMES`
    livre_left: np.ndarray  # (games, players) Livre left after the final exchange, for ties
    decisions: np.ndarray  # (games, players) real choices made
    asked: np.ndarray  # (agents,) decisions of each agent
    seconds: np.ndarray  # (agents,) time they took
    actions: list[list[int]] = field(default_factory=list)  # of each game, where they are kept

    @property
    def scores(self) -> np.ndarray:
        """(games, players) final prestige."""
        scores: np.ndarray = self.points.sum(axis=2)
        return scores

    @property
    def ranks(self) -> np.ndarray:
        """(games, players) 1 for the winner; those who tie in Livre too share the better rank."""
        standing = self.scores * 1000 + self.livre_left
        ranks: np.ndarray = 1 + (standing[:, None, :] > standing[:, :, None]).sum(axis=2)
        return ranks

    @property
    def wins(self) -> np.ndarray:
        """(games, players) each seat's share of the victory; 1 is divided among those who tie."""
        first = self.ranks == 1
        wins: np.ndarray = first / first.sum(axis=1, keepdims=True)
        return wins


def play_games(
    agents: Sequence[Agent],
    seating: np.ndarray,
    seeds: np.ndarray,
    *,
    match_seed: int = 0,
    numbers: np.ndarray | None = None,
    components: ComponentsLike = None,
    keep_actions: bool = False,
) -> GameResults:
    """Play game g with seed `seeds[g]` and agent `seating[g, seat]` on each seat.

    All games go on at the same time, so that agents are asked about many at once. What the agents
    draw at random depends on `match_seed`, the game's number (`numbers`, by default its place), the
    seat and how many decisions it has made: not on which games are played together.
    """
    seating = np.ascontiguousarray(seating, np.int64)
    games = len(seating)
    ruleset = ruleset_for(components, seating.shape[1])
    states = new_states(games)
    seeds = np.ascontiguousarray(seeds, np.uint64)
    start_games(states, ruleset.rules, ruleset.num_players, seeds, 0, games)
    numbers = np.arange(games) if numbers is None else np.ascontiguousarray(numbers, np.int64)
    match = _Match(agents, seating, states, ruleset, np.uint64(match_seed), numbers)
    actions: list[list[int]] = [[] for _ in range(games)] if keep_actions else []
    match.play(actions)
    return match.result(actions)


class _Match:
    """Games under way."""

    def __init__(
        self,
        agents: Sequence[Agent],
        seating: np.ndarray,
        states: np.ndarray,
        ruleset: Ruleset,
        match_seed: np.uint64,
        numbers: np.ndarray,
    ) -> None:
        self.agents, self.seating, self.states = agents, seating, states
        self.ruleset, self.match_seed, self.numbers = ruleset, match_seed, numbers
        self.decisions = np.zeros((len(states), ids.MAX_PLAYERS), np.int64)
        self.asked = np.zeros(len(agents), np.int64)
        self.seconds = np.zeros(len(agents))

    def play(self, actions: list[list[int]]) -> None:
        """To the end; the actions are added to those of their game, if they are kept."""
        going = np.arange(len(self.states))
        by_agent = np.empty_like(going)
        ends = np.zeros(len(self.agents), np.int64)
        while len(going):
            sort_by_agent(self.states, self.seating, going, by_agent, ends)
            start = 0
            for agent, end in enumerate(ends.tolist()):
                if end > start:
                    chosen = by_agent[start:end]
                    answers = self._ask(agent, chosen)
                    if actions:
                        for game, action in zip(chosen, answers, strict=True):
                            actions[game].append(int(action))
                start = end
            going = self._without_finished(going)

    def _ask(self, agent: int, chosen: np.ndarray) -> np.ndarray:
        """Let an agent choose in these games, and step them."""
        seeds = np.empty(len(chosen), np.uint64)
        given = (self.match_seed, self.states, chosen, self.numbers, self.decisions)
        draw_seeds(*given, seeds)
        seats = Seats(self.states, chosen.copy(), self.ruleset, seeds, self.numbers[chosen])
        begin = time.perf_counter()
        answers = np.asarray(self.agents[agent].act_batch(seats))
        seats.close()
        self.seconds[agent] += time.perf_counter() - begin
        self.asked[agent] += len(chosen)
        if answers.shape != chosen.shape or answers.dtype.kind not in "iu":
            raise AgentError(
                f"{self.agents[agent]!r} must return {len(chosen)} whole numbers, not an array of "
                f"shape {answers.shape} and type {answers.dtype}"
            )
        answers = answers.astype(np.int64)
        wrong = step_chosen(self.states, self.ruleset.rules, chosen, answers, self.decisions)
        if wrong >= 0:
            game = Game.from_state(self.states[chosen[wrong]][None], self.ruleset)
            complaint = game.complaint(int(answers[wrong]), game.current_player)
            raise AgentError(f"{self.agents[agent]!r}: {complaint}")
        return answers

    def _without_finished(self, going: np.ndarray) -> np.ndarray:
        before = going.copy()
        left = going[: still_going(self.states, going)]
        if len(left) < len(before):
            over = np.setdiff1d(before, left, assume_unique=True)
            for agent in self.agents:
                agent.forget(self.numbers[over])
        return left

    def result(self, actions: list[list[int]]) -> GameResults:
        """What came out of it."""
        games, num_players = self.seating.shape
        points = np.zeros((games, ids.MAX_PLAYERS, ids.NUM_SOURCES), np.int64)
        score_games(self.states, self.ruleset.rules, points, 0, games)
        rate = int(self.ruleset.rules["livre_per_prestige"][0])
        return GameResults(
            points=points[:, :num_players].astype(np.int16),
            livre_left=(self.states["money"][:, :num_players] % rate).astype(np.int16),
            decisions=self.decisions[:, :num_players].astype(np.int16),
            asked=self.asked,
            seconds=self.seconds,
            actions=actions,
        )
