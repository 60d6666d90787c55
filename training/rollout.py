"""`Rollout`: the decisions of whole games of self-play, as trajectories to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from parlour.batch import Batch
from parlour.players.agent import Agent, Seats, ask
from parlour.players.core.sampling import draw_actions
from parlour.players.torch_network import PolicyNetwork
from parlour.spec import GameSpec
from parlour.standings import win_shares
from training.core.hidden import write_hidden_rows
from training.core.trajectories import add_rewards, link_decisions, write_advantages
from training.critic import FullView, PrivilegedCritic
from training.pool import Member

SPARE_CAPACITY = 1.07  # some games have more decisions than is typical
CRITIC_BATCH_SIZE = 8192


@dataclass
class Outcomes:
    """Results of the games of a rollout."""

    games: int = 0
    decisions: int = 0
    winner_scores: float = 0.0  # their sum
    against: list[tuple[str, float, int]] = field(default_factory=list)  # name, win share, games

    def add(self, other: Outcomes) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.winner_scores += other.winner_scores
        self.against += other.against


class Rollout:
    """Decisions of the learning network, one row each, in the order they were made."""

    def __init__(
        self,
        spec: GameSpec,
        capacity: int,
        precision: torch.dtype = torch.float32,
        critic: PrivilegedCritic | None = None,
    ) -> None:
        self.spec, self.critic, self.rows = spec, critic, 0
        self.observation = torch.empty((capacity, spec.observation_size), dtype=precision)
        self.mask = np.empty((capacity, spec.num_actions), np.int8)
        self.action = np.empty(capacity, np.int64)
        self.label = np.zeros(capacity, np.int64)  # the teacher's action
        self.log_prob = np.empty(capacity, np.float32)
        self.value = np.empty(capacity, np.float32)
        self.reward = np.empty(capacity, np.float32)  # up to the seat's next decision
        self.next_row = np.empty(capacity, np.int64)  # the seat's next decision, -1 after its last
        self.advantage = np.empty(capacity, np.float32)
        self.round_number = np.empty(capacity, np.int8)
        self.hidden = np.empty((capacity if critic else 0, spec.hidden_size), np.float32)

    def reserve(self, number: int) -> None:
        """Grow if `number` more rows do not fit."""
        capacity = len(self.action)
        if self.rows + number <= capacity:
            return
        larger = Rollout(self.spec, 2 * capacity + number, self.observation.dtype, self.critic)
        for name, array in vars(self).items():
            if isinstance(array, np.ndarray | torch.Tensor):
                getattr(larger, name)[: len(array)] = array
                setattr(self, name, getattr(larger, name))

    def apply_critic(self) -> None:
        """Replace the values by those of the privileged critic, if there is one."""
        if self.critic is None:
            return
        for start in range(0, self.rows, CRITIC_BATCH_SIZE):
            rows = torch.arange(start, min(start + CRITIC_BATCH_SIZE, self.rows))
            value = self.critic(self.full_views(rows)).cpu().numpy()
            self.value[start : start + len(rows)] = value

    def full_views(self, rows: Tensor) -> FullView:
        """The critic's input."""
        assert self.critic is not None
        device, rows = next(self.critic.parameters()).device, rows.cpu()
        hidden = torch.from_numpy(self.hidden)[rows].to(self.observation.dtype)
        return FullView(self.observation[rows].to(device), hidden.to(device))

    def estimate_advantages(self, gamma: float, gae_lambda: float) -> None:
        n = self.rows
        trajectories = (self.reward[:n], self.value[:n], self.next_row[:n])
        write_advantages(*trajectories, gamma, gae_lambda, self.advantage[:n])

    def value_error(self) -> list[float]:
        """Root mean squared error of the values in each round."""
        rounds = self.round_number[: self.rows]
        squares = self.advantage[: self.rows] ** 2
        return [
            float(np.sqrt(squares[rounds == number].mean())) if (rounds == number).any() else 0.0
            for number in range(1, self.spec.rounds + 1)
        ]

    def columns(self) -> Tensor:
        """Columns of the observation that are not zero in all rows.

        With few players these may be little more than half: the others are about absent players.
        """
        observation = self.observation[: self.rows]
        is_used = observation.amin(dim=0).bool() | observation.amax(dim=0).bool()
        return is_used.nonzero().squeeze(1)

    def tensors(
        self, columns: Tensor, mean: float, std: float, device: torch.device
    ) -> dict[str, Tensor]:
        """The rows for the update: these columns of observations, and normalised advantages."""
        n = self.rows
        advantage = self.advantage[:n]
        names = ("mask", "action", "label", "log_prob", "value")
        arrays = {name: getattr(self, name)[:n] for name in names}
        arrays["returns"] = advantage + self.value[:n]
        arrays["advantage"] = ((advantage - mean) / std).astype(np.float32)
        tensors = {name: torch.from_numpy(array).to(device) for name, array in arrays.items()}
        observation = self.observation[:n].index_select(1, columns)
        return {"observation": observation.to(device), **tensors}


class RolloutWorker:
    """Plays games with one number of players, and adds the learner's decisions to a rollout."""

    def __init__(self, spec: GameSpec, num_players: int, games: int, reward: str) -> None:
        self.batch = Batch(games, num_players, reward=reward, auto_reset=False, spec=spec)
        self.num_players, self.games = num_players, games

    def play(
        self,
        rollout: Rollout,
        network: PolicyNetwork,
        rng: np.random.Generator,
        opponent: Member | None = None,
        opponent_games: int = 0,
        teacher: Agent | None = None,
    ) -> Outcomes:
        """Play new games to the end.

        In the first `opponent_games` one seat learns and the opponent plays all others. A teacher
        labels every decision, and plays every second game itself.
        """
        batch = self.batch
        batch.reset(int(rng.integers(2**62)))
        learners = np.arange(self.games) % self.num_players  # seats, in games with the opponent
        has_opponent = np.arange(self.games) < (opponent_games if opponent else 0)
        last_row = np.full((self.games, self.batch.spec.max_players), -1, np.int64)
        actions = np.zeros(self.games, np.int64)
        start = rollout.rows
        while not batch.done.all():
            active = np.flatnonzero(~batch.done)
            is_opponent = has_opponent[active] & (batch.player[active] != learners[active])
            if is_opponent.any():
                assert opponent is not None
                games = active[is_opponent]
                actions[games] = self._act(opponent.agent, games, rng)
            games = active[~is_opponent]
            if len(games):
                first = rollout.rows
                actions[games] = self._decide(rollout, network, games, last_row, rng)
                if teacher:
                    labels = self._act(teacher, games, rng)
                    rollout.label[first : rollout.rows] = labels
                    actions[games] = np.where(games % 2 == 0, labels, actions[games])
            batch.step(actions)
            add_rewards(batch.reward, last_row, rollout.reward)
        winner_scores = float(batch.score.max(axis=1).sum())
        outcomes = Outcomes(self.games, rollout.rows - start, winner_scores)
        if opponent and has_opponent.any():
            share = self._win_share(has_opponent, learners)
            outcomes.against.append((opponent.name, share, int(has_opponent.sum())))
        return outcomes

    def _decide(
        self,
        rollout: Rollout,
        network: PolicyNetwork,
        games: np.ndarray,
        last_row: np.ndarray,
        rng: np.random.Generator,
    ) -> np.ndarray:
        """Add a row for each of these games. Returns the network's actions."""
        number = len(games)
        rollout.reserve(number)
        rows = slice(rollout.rows, rollout.rows + number)
        observation = rollout.observation[rows]
        observation.copy_(torch.from_numpy(self.batch.observation[games]))
        mask, action = rollout.mask[rows], rollout.action[rows]
        mask[:] = self.batch.mask[games]
        logits, value = network(observation.to(next(network.parameters()).device))
        seeds = rng.bit_generator.random_raw(number)
        draw_actions(logits.cpu().numpy(), mask, seeds, 1.0, action, rollout.log_prob[rows])
        rollout.value[rows] = value.cpu().numpy()
        rollout.reward[rows] = 0.0
        rollout.round_number[rows] = self.batch.states["round_number"][games]
        if rollout.critic is not None:
            states = np.ascontiguousarray(self.batch.states[games])
            write_hidden_rows(states, rollout.hidden[rows])
        players = self.batch.player[games].astype(np.int64)
        link_decisions(games, players, rollout.rows, last_row, rollout.next_row)
        rollout.rows += number
        return action

    def _act(self, agent: Agent, games: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """The actions of an agent that does not learn."""
        states = np.ascontiguousarray(self.batch.states[games])
        seeds = rng.bit_generator.random_raw(len(games))
        seats = Seats(states, np.arange(len(games)), self.batch.ruleset, seeds, games)
        return ask(agent, seats, repr(agent))

    def _win_share(self, games: np.ndarray, learners: np.ndarray) -> float:
        """The learner's win share in these games, on a scale where equal players have a half."""
        n = self.num_players
        shares = win_shares(self.batch.score[games], self.batch.tie_break[games])
        wins = float(shares[np.arange(len(shares)), learners[games]].mean())
        return wins * (n - 1) / (wins * (n - 1) + 1 - wins)


def expected_rows(spec: GameSpec, players: Sequence[int], games: Sequence[int]) -> int:
    """Rows that this many games of each number of players roughly take."""
    typical = spec.typical_decisions
    rows = sum(typical[p] * g for p, g in zip(players, games, strict=True))
    return round(SPARE_CAPACITY * rows)
