"""`Rollout`: whole games of a network against itself and others, as trajectories to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from rokoko_env import Batch
from rokoko_env.core.ids import MAX_PLAYERS, NUM_ACTIONS, ROUNDS
from rokoko_env.core.sections import OBSERVATION_SIZE
from rokoko_env.players.agent import Agent, Seats
from rokoko_env.players.core.sampling import draw_actions
from rokoko_env.players.network import PolicyNetwork
from training.core.hidden import HIDDEN_SIZE, write_hidden
from training.core.trajectories import note_decisions, pay_rewards, write_advantages
from training.critic import FullView, PrivilegedCritic

USUAL_DECISIONS = {2: 230, 3: 340, 4: 430, 5: 530}  # of a game: room to begin with
AT_ONCE = 8192  # rows that the critic judges at a time


@dataclass
class Outcomes:
    """How the games of a rollout went."""

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
    """Decisions of the learning network: one row each, in the order they were made."""

    def __init__(
        self,
        room: int,
        precision: torch.dtype = torch.float32,
        critic: PrivilegedCritic | None = None,
    ) -> None:
        self.critic, self.rows = critic, 0
        self.observation = torch.empty((room, OBSERVATION_SIZE), dtype=precision)
        self.mask = np.empty((room, NUM_ACTIONS), np.int8)
        self.action = np.empty(room, np.int64)
        self.label = np.zeros(room, np.int64)  # what the teacher would do
        self.log_chance = np.empty(room, np.float32)
        self.value = np.empty(room, np.float32)
        self.paid = np.empty(room, np.float32)
        self.following = np.empty(room, np.int64)
        self.advantage = np.empty(room, np.float32)
        self.round_number = np.empty(room, np.int8)
        self.secrets = np.empty((room if critic else 0, HIDDEN_SIZE), np.float32)

    def make_room(self, number: int) -> None:
        """For so many rows more."""
        room = len(self.action)
        if self.rows + number <= room:
            return
        larger = Rollout(2 * room + number, self.observation.dtype, self.critic)
        for name, array in vars(self).items():
            if isinstance(array, np.ndarray | torch.Tensor):
                getattr(larger, name)[: len(array)] = array
                setattr(self, name, getattr(larger, name))

    def ask_critic(self) -> None:
        """Take the values of a critic that sees everything, if there is one."""
        if self.critic is None:
            return
        for start in range(0, self.rows, AT_ONCE):
            chosen = torch.arange(start, min(start + AT_ONCE, self.rows))
            self.value[start : start + AT_ONCE][: len(chosen)] = (
                self.critic(self.full_views(chosen)).cpu().numpy()
            )

    def full_views(self, chosen: Tensor) -> FullView:
        """What really was the case at these rows; for a critic."""
        assert self.critic is not None
        device = next(self.critic.parameters()).device
        secrets = torch.from_numpy(self.secrets)[chosen.cpu()].to(self.observation.dtype)
        return FullView(self.observation[chosen.cpu()].to(device), secrets.to(device))

    def estimate_advantages(self, gamma: float, gae_lambda: float) -> None:
        n = self.rows
        known = (self.paid[:n], self.value[:n], self.following[:n])
        write_advantages(*known, gamma, gae_lambda, self.advantage[:n])

    def value_error(self) -> list[float]:
        """Root of the mean squared error of the values, round by round."""
        rounds = self.round_number[: self.rows]
        wrong = self.advantage[: self.rows] ** 2
        return [
            float(np.sqrt(wrong[rounds == number].mean())) if (rounds == number).any() else 0.0
            for number in range(1, ROUNDS + 1)
        ]

    def columns(self) -> Tensor:
        """Those of the observation in which any row has anything but zero.

        With two players that is little more than half of them: there are no third, fourth and
        fifth player to tell of.
        """
        seen = self.observation[: self.rows]
        return (seen.amin(dim=0).bool() | seen.amax(dim=0).bool()).nonzero().squeeze(1)

    def tensors(
        self, columns: Tensor, mean: float, spread: float, device: torch.device
    ) -> dict[str, Tensor]:
        """The rows as the update takes them: of observations only some columns, advantages on a
        scale of mean 0 and spread 1.
        """
        n = self.rows
        advantage = self.advantage[:n]
        arrays = {
            "mask": self.mask[:n],
            "action": self.action[:n],
            "label": self.label[:n],
            "log_chance": self.log_chance[:n],
            "value": self.value[:n],
            "returns": advantage + self.value[:n],
            "advantage": ((advantage - mean) / spread).astype(np.float32),
        }
        tensors = {name: torch.from_numpy(array).to(device) for name, array in arrays.items()}
        observation = self.observation[:n].index_select(1, columns)
        return {"observation": observation.to(device), **tensors}


class RolloutWorker:
    """Plays games with one number of players, and writes what the learner decides to a rollout."""

    def __init__(self, num_players: int, games: int, reward: str) -> None:
        self.batch = Batch(games, num_players, reward=reward, auto_reset=False)
        self.num_players, self.games = num_players, games

    def play(
        self,
        rollout: Rollout,
        network: PolicyNetwork,
        rng: np.random.Generator,
        *,
        opponent: Agent | None = None,
        opponent_name: str = "",
        opponent_games: int = 0,
        teacher: Agent | None = None,
    ) -> Outcomes:
        """New games to their end.

        In the first `opponent_games` one seat learns and the opponent has all others. A teacher
        says what it would do at every decision, and plays every second game itself.
        """
        batch = self.batch
        batch.reset(int(rng.integers(2**62)))
        seats = np.arange(self.games) % self.num_players
        guests = np.arange(self.games) < (opponent_games if opponent else 0)
        last = np.full((self.games, MAX_PLAYERS), -1, np.int64)
        actions = np.zeros(self.games, np.int64)
        begin = rollout.rows
        while not batch.done.all():
            going = np.flatnonzero(~batch.done)
            theirs = guests[going] & (batch.player[going] != seats[going])
            if theirs.any():
                assert opponent is not None
                asked = going[theirs]
                actions[asked] = self._ask(opponent, asked, rng)
            asked = going[~theirs]
            if len(asked):
                first = rollout.rows
                actions[asked] = self._decide(rollout, network, asked, last, rng)
                if teacher:
                    labels = self._ask(teacher, asked, rng)
                    rollout.label[first : rollout.rows] = labels
                    actions[asked] = np.where(asked % 2 == 0, labels, actions[asked])
            batch.step(actions)
            pay_rewards(batch.reward, last, rollout.paid)
        found = Outcomes(self.games, rollout.rows - begin, float(batch.score.max(axis=1).sum()))
        if guests.any():
            found.against.append((opponent_name, self._win_share(guests, seats), int(guests.sum())))
        return found

    def _decide(
        self,
        rollout: Rollout,
        network: PolicyNetwork,
        asked: np.ndarray,
        last: np.ndarray,
        rng: np.random.Generator,
    ) -> np.ndarray:
        """The network's actions in these games, each a new row."""
        number = len(asked)
        rollout.make_room(number)
        rows = slice(rollout.rows, rollout.rows + number)
        seen = rollout.observation[rows]
        seen.copy_(torch.from_numpy(self.batch.observation[asked]))
        mask, action = rollout.mask[rows], rollout.action[rows]
        mask[:] = self.batch.mask[asked]
        logits, value = network(seen.to(next(network.parameters()).device))
        words = rng.bit_generator.random_raw(number)
        draw_actions(logits.cpu().numpy(), mask, words, 1.0, action, rollout.log_chance[rows])
        rollout.value[rows] = value.cpu().numpy()
        rollout.paid[rows] = 0.0
        rollout.round_number[rows] = self.batch.states["round_number"][asked]
        if rollout.critic is not None:
            write_hidden(np.ascontiguousarray(self.batch.states[asked]), rollout.secrets[rows])
        players = self.batch.player[asked].astype(np.int64)
        note_decisions(asked, players, rollout.rows, last, rollout.following)
        rollout.rows += number
        return action

    def _ask(self, agent: Agent, asked: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """An agent that does not learn, in these games."""
        states = np.ascontiguousarray(self.batch.states[asked])
        words = rng.bit_generator.random_raw(len(asked))
        seats = Seats(states, np.arange(len(asked)), self.batch.ruleset, words, asked)
        return agent.act_batch(seats)

    def _win_share(self, guests: np.ndarray, seats: np.ndarray) -> float:
        """Of the learner against the opponent, on a scale where chance alone gives a half."""
        n, score = self.num_players, self.batch.score[guests]
        own = np.arange(n) == seats[guests][:, None]
        learner = score[own]
        best = np.where(own, -1, score).max(axis=1)
        wins = float(((learner > best) + (learner == best) / 2).mean())
        return wins * (n - 1) / (wins * (n - 1) + 1 - wins)


def room_for(players: Sequence[int], games: Sequence[int]) -> int:
    """Rows that so many games with so many players usually take."""
    return sum(USUAL_DECISIONS[p] * g for p, g in zip(players, games, strict=True))
