"""Options of `training.sb3_ppo`: every field is one on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agents.reporting.cli import PlayersOptions, check_between
from parlour.players.registry import make_agent
from training.errors import TrainingError
from training.options import check_numbers, check_run_name
from training.run import RUNS

MAX_SEEDS = 2**20


@dataclass(frozen=True)
class Options(PlayersOptions):
    """Train stock MaskablePPO against agents and snapshots of itself."""

    name: str = "sb3"
    """Name of the run; its files are in runs/NAME."""
    total_timesteps: int = 10_000_000
    """Total decisions of the learner; rollouts are always finished."""
    resume: bool = False
    """Resume the run with its options; those given here replace them."""
    seed: int = 0
    """Of deals, initial weights and all random draws."""
    torch_threads: int = 0
    """Threads of PyTorch; 0: its default."""

    games: int = 256
    """Games in parallel (SB3's n_envs)."""
    n_steps: int = 128
    """Decisions per game in a rollout."""
    batch_size: int = 4096
    """Decisions per gradient step; must divide the size of a rollout."""
    n_epochs: int = 3
    """Passes over the decisions of a rollout."""
    learning_rate: float = 3e-4
    """Learning rate of Adam."""
    ent_coef: float = 0.01
    """Coefficient of the entropy bonus, which keeps the policy exploring."""
    gamma: float = 1.0
    """Discount factor; games are finite, so none is needed."""
    gae_lambda: float = 0.95
    """Lambda of generalised advantage estimation."""
    hidden_sizes: tuple[int, ...] = (512, 256)
    """Units of each hidden layer; policy and value share them."""
    reward: Literal["win", "margin", "shaped", "rank"] = "win"
    """Reward of the learner (see parlour.core.rewards)."""

    opponents: tuple[str, ...] = ("random",)
    """Agents in the pool, in addition to snapshots, by their names in the arena."""
    snapshot_every: int = 10
    """Rollouts between snapshots of the learner for the pool."""
    pool_size: int = 10
    """Snapshots kept in the pool; a full pool drops the one that loses most."""
    checkpoint_every: int = 10
    """Rollouts between checkpoints."""

    @property
    def folder(self) -> Path:
        return RUNS / self.name

    @property
    def rollout_size(self) -> int:
        """Decisions between updates."""
        return self.games * self.n_steps

    def check(self) -> None:
        """Refuse wrong values before anything is written."""
        check_run_name(self.name)
        _ = self.num_players  # is checked
        counts = "total_timesteps games n_steps n_epochs snapshot_every pool_size checkpoint_every"
        check_numbers(self, counts, 1, 10**12)
        check_between("seed", self.seed, 0, MAX_SEEDS - 1)
        check_between("torch_threads", self.torch_threads, 0, 1024)
        check_numbers(self, "learning_rate ent_coef", 0, 1000)
        check_numbers(self, "gamma gae_lambda", 0, 1)
        for size in self.hidden_sizes or (0,):
            check_between("hidden_sizes", size, 1, 65536)
        for agent in self.opponents:
            make_agent(agent, self.spec)
        # Advantages are divided by their standard deviation: a batch of one has none.
        check_between("batch_size", self.batch_size, 2, 10**12)
        rollout = f"a rollout of {self.games} games x {self.n_steps} steps = {self.rollout_size}"
        if self.batch_size > self.rollout_size:
            raise TrainingError(f"batch_size is {self.batch_size}, more than {rollout}")
        if self.rollout_size % self.batch_size:
            raise TrainingError(f"batch_size is {self.batch_size}: {rollout} is no multiple of it")
