"""`RunCallback`: the work of `training.sb3_ppo` between rollouts: log, snapshots, checkpoints."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import asdict
from io import BufferedIOBase
from pathlib import Path
from typing import Any, cast

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback

from agents.reporting.interrupt import Interrupt
from agents.reporting.jsonl import append_line, cut_lines
from agents.reporting.progress import Update
from parlour.files import write_file
from parlour.players.torch_network import save_network
from parlour.players.trained import RUN_NETWORK
from parlour.spec import GameSpec
from parlour.standings import win_shares
from training.sb3.network import to_network
from training.sb3.options import Options
from training.sb3.pool import OpponentPool

# Names in the log, and those under which SB3 records the metrics of an update.
METRICS = {
    "policy_loss": "train/policy_gradient_loss",
    "value_loss": "train/value_loss",
    "kl": "train/approx_kl",
    "clipped": "train/clip_fraction",
    "explained_variance": "train/explained_variance",
}


def win_share(spec: GameSpec, info: Mapping[str, Any]) -> float:
    """The learner's share of the win at the end of a game."""
    if info["rank"] > 1:
        return 0.0
    players, keys = info["score_breakdown"], ("total", spec.tie_break_word)
    scores, tie_breaks = ([player[key] for player in players] for key in keys)
    return float(win_shares(scores, tie_breaks).max())


class RunCallback(BaseCallback):
    """Maintains a run's folder while SB3 trains.

    SB3 has no hook after an update: it is dealt with when the next rollout begins, or at the end.
    """

    def __init__(
        self, options: Options, pool: OpponentPool, interrupt: Interrupt, update_progress: Update
    ) -> None:
        super().__init__()
        self.options, self.folder, self.pool = options, options.folder, pool
        self.interrupt, self.update_progress = interrupt, update_progress
        self._saved_samples = -1
        self._has_rollout = False  # a whole one that is being learned from

    def _on_training_start(self) -> None:
        self.samples = self.model.num_timesteps  # of the rollouts that were learned from
        self.iteration, self.seconds = cut_log(self.folder / "log.jsonl", self.samples)
        self._rng = np.random.default_rng([self.options.seed, self.samples])
        self._rewards = np.zeros(self.training_env.num_envs)
        self.save()  # a first checkpoint to resume from

    def _on_rollout_start(self) -> None:
        self._finish_update()
        self.pool.draw(self._rng)
        self._games: list[tuple[float, float, int]] = []  # rewards, win shares and scores
        self._start = time.perf_counter()

    def _on_step(self) -> bool:
        infos, self._rewards = self.locals["infos"], self._rewards + self.locals["rewards"]
        finished = {}
        for game in np.flatnonzero(self.locals["dones"]).tolist():
            finished[game] = win_share(self.options.spec, infos[game])
            result = float(self._rewards[game]), finished[game], infos[game]["score"]
            self._games.append(result)
            self._rewards[game] = 0
        self.pool.note_step(finished)
        self.update_progress(self.model.num_timesteps)
        return not self.interrupt.asked

    def _on_rollout_end(self) -> None:
        self._has_rollout = True
        self._rollout_seconds = time.perf_counter() - self._start

    def _on_training_end(self) -> None:
        self._finish_update()
        # A rollout that Ctrl-C cut short was not learned from.
        self.model.num_timesteps = self.samples
        if self._saved_samples != self.samples:
            self.save()

    def _finish_update(self) -> None:
        """Log the last update, and write snapshot and checkpoint when they are due."""
        if not self._has_rollout:
            return
        self._has_rollout = False
        seconds = time.perf_counter() - self._start
        self.seconds += seconds
        self.iteration += 1
        line = self._line(seconds, self.model.num_timesteps - self.samples)
        self.samples = self.model.num_timesteps
        append_line(self.folder / "log.jsonl", line)
        self.update_progress(self.samples, description=_description(line))
        if self.iteration % self.options.snapshot_every == 0:
            self.pool.add_snapshot(to_network(self.model.policy), self.samples)
        if self.iteration % self.options.checkpoint_every == 0:
            self.save()

    def _line(self, seconds: float, samples: int) -> dict[str, Any]:
        recorded = self.model.logger.name_to_value
        metrics = {name: float(recorded[key]) for name, key in METRICS.items()}
        metrics["entropy"] = -float(recorded["train/entropy_loss"])
        names = ("episode_reward", "win_share", "score")
        columns = zip(*self._games, strict=True)
        means: list[float | None] = [float(np.mean(column)) for column in columns]
        return {
            "iteration": self.iteration,
            "samples": self.model.num_timesteps,
            "seconds": round(self.seconds, 3),
            "samples_per_second": round(samples / seconds, 1),
            "rollout_seconds": round(self._rollout_seconds, 3),
            "update_seconds": round(seconds - self._rollout_seconds, 3),
            "opponent": self.pool.current.name,
            "games": len(self._games),
            **dict(zip(names, means or [None] * 3, strict=True)),
            **{name: value if math.isfinite(value) else None for name, value in metrics.items()},
            "pool": {member.name: round(member.win_share, 4) for member in self.pool.members},
        }

    def save(self) -> None:
        """Write a checkpoint. SB3's file first: a pool older than the learner does no harm."""
        # Games are not saved, so neither are the last observations of them.
        excluded = ("_last_obs", "_last_episode_starts", "_last_original_obs")
        # (SB3 wants a BufferedIOBase, which a file open for writing is.)
        write_file(
            self.folder / "sb3.zip",
            lambda file: self.model.save(cast(BufferedIOBase, file), exclude=excluded),
        )
        counts = {"iteration": self.iteration, "samples": self.samples}
        about = {"command": "training.sb3_ppo", "options": asdict(self.options), **counts}
        save_network(self.folder / RUN_NETWORK, to_network(self.model.policy), about)
        self.pool.save(self.folder / "pool")
        self._saved_samples = self.samples


def _description(line: Mapping[str, Any]) -> str:
    """An update, for the progress bar."""
    share = "" if line["win_share"] is None else f", wins {line['win_share']:.0%}"
    return f"{line['samples_per_second']:,.0f} decisions/s{share} against {line['opponent']}"


def cut_log(path: Path, samples: int) -> tuple[int, float]:
    """Drop what was logged after the checkpoint. Returns iterations and seconds until then."""
    lines = cut_lines(path, lambda line: line["samples"] <= samples)
    return (lines[-1]["iteration"], lines[-1]["seconds"]) if lines else (0, 0.0)
