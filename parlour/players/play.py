"""Play whole games between agents, many at a time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from parlour.core.seats import draw_seeds
from parlour.core.states import score_games, start_games, step_games
from parlour.players.agent import Agent, Seats, ask, illegal_answer
from parlour.ruleset import ComponentsLike, Ruleset, ruleset_for
from parlour.spec import GameSpec
from parlour.standings import Ranked


@dataclass
class GameResults(Ranked):
    """The results of games; the first index is the game, the second the seat."""

    points: np.ndarray  # (games, players, sources) points by source, `spec.sources`
    tie_breaks: np.ndarray  # (games, players) of equal scores the higher one wins
    decisions: np.ndarray  # (games, players) choices made, forced ones not counted
    asked: np.ndarray  # (agents,) decisions of each agent
    seconds: np.ndarray  # (agents,) time spent on them
    actions: list[list[int]] = field(default_factory=list)  # of each game, if they are kept

    @property
    def scores(self) -> np.ndarray:
        """(games, players) final scores."""
        scores: np.ndarray = self.points.sum(axis=2)
        return scores


def play_games(
    agents: Sequence[Agent],
    seating: np.ndarray,
    seeds: np.ndarray,
    *,
    spec: GameSpec,
    match_seed: int = 0,
    numbers: np.ndarray | None = None,
    components: ComponentsLike = None,
    keep_actions: bool = False,
) -> GameResults:
    """Play game g with seed `seeds[g]` and agent `seating[g, seat]` on each seat.

    All games are in progress at the same time, so that agents choose in many at once. The agents'
    random numbers depend on `match_seed`, the game's number (`numbers`, by default its index), the
    seat and the number of its decisions: not on the games that are played together.
    """
    seating = np.ascontiguousarray(seating, np.int64)
    games = len(seating)
    ruleset = ruleset_for(spec, components, spec.check_players(seating.shape[1]))
    states = spec.new_states(games)
    seeds = np.ascontiguousarray(seeds, np.uint64)
    start_games(states, ruleset.rules, ruleset.num_players, seeds)
    numbers = np.arange(games) if numbers is None else np.ascontiguousarray(numbers, np.int64)
    match = _Match(agents, seating, states, ruleset, np.uint64(match_seed), numbers)
    actions: list[list[int]] = [[] for _ in range(games)] if keep_actions else []
    match.play(actions)
    return match.result(actions)


@dataclass
class _Match:
    """Games in progress; the fields are as for `play_games` and `GameResults`."""

    agents: Sequence[Agent]
    seating: np.ndarray
    states: np.ndarray
    ruleset: Ruleset
    match_seed: np.uint64
    numbers: np.ndarray

    def __post_init__(self) -> None:
        self.decisions = np.zeros(self.states["score"].shape, np.int64)
        self.asked = np.zeros(len(self.agents), np.int64)
        self.seconds = np.zeros(len(self.agents))

    def play(self, actions: list[list[int]]) -> None:
        """Play all games to their end; append to the actions of each game, if these are kept."""
        games = np.arange(len(self.states))
        while len(games):
            to_decide = self.seating[games, self.states["player"][games]]
            for number in range(len(self.agents)):
                group = games[to_decide == number]
                if len(group):
                    chosen = self._step(number, group)
                    if actions:
                        for game, action in zip(group, chosen, strict=True):
                            actions[game].append(int(action))
            over = self.states["decision"][games] == self.ruleset.spec.over
            if over.any():
                for agent in self.agents:
                    agent.forget(self.numbers[games[over]])
                games = games[~over]

    def _step(self, number: int, games: np.ndarray) -> np.ndarray:
        """Let an agent choose in these games, and step them. Return the actions."""
        agent, name = self.agents[number], repr(self.agents[number])
        seeds = np.empty(len(games), np.uint64)
        draw_seeds(self.match_seed, self.states, games, self.numbers, self.decisions, seeds)
        seats = Seats(self.states, games, self.ruleset, seeds, self.numbers[games])
        begin = time.perf_counter()
        actions = ask(agent, seats, name)
        self.seconds[number] += time.perf_counter() - begin
        self.asked[number] += len(games)
        illegal = step_games(self.states, self.ruleset.rules, games, actions)
        if illegal >= 0:
            state = self.states[games[illegal]][None]
            game = self.ruleset.spec.game_class.from_state(state, self.ruleset)
            raise illegal_answer(name, game, int(actions[illegal]))
        self.decisions[games, seats.players] += 1
        return actions

    def result(self, actions: list[list[int]]) -> GameResults:
        """Return the results of the games."""
        num_players = self.seating.shape[1]
        tie_breaks = np.zeros_like(self.decisions)
        points = np.zeros((*tie_breaks.shape, len(self.ruleset.spec.sources)), np.int64)
        score_games(self.states, self.ruleset.rules, points, tie_breaks)
        arrays = (points, tie_breaks, self.decisions)
        by_seat = [array[:, :num_players].astype(np.int16) for array in arrays]
        return GameResults(by_seat[0], by_seat[1], by_seat[2], self.asked, self.seconds, actions)
