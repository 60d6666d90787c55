"""`RunCallback`: what `training.sb3_ppo` does between rollouts: logs, snapshots, checkpoints."""

from __future__ import annotations

import json
import math
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, cast

import numpy as np
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from stable_baselines3.common.callbacks import BaseCallback

from rokoko_env.files import write_file
from rokoko_env.players.network import save_network
from rokoko_env.players.trained import RUN_NETWORK
from training.sb3.network import to_network
from training.sb3.pool import OpponentPool

# Called after each decision with the number of samples, and what there is to say after an update.
Show = Callable[[int, str], object]
# What SB3 records about an update, and how a line of the log calls it.
RECORDED = {
    "policy_loss": "train/policy_gradient_loss",
    "value_loss": "train/value_loss",
    "kl": "train/approx_kl",
    "clipped": "train/clip_fraction",
    "explained_variance": "train/explained_variance",
}


def won_share(info: Mapping[str, Any]) -> float:
    """1 for a win, a part of it if several won, 0 otherwise."""
    standing = [(row["total"], row["livre_left"]) for row in info["score_breakdown"]]
    return 1 / standing.count(max(standing)) if info["rank"] == 1 else 0.0


class Tally:
    """The games that ended in a rollout."""

    def __init__(self) -> None:
        self.rewards: list[float] = []
        self.win_shares: list[float] = []
        self.scores: list[int] = []

    def add(self, reward: float, win_share: float, score: int) -> None:
        self.rewards.append(reward)
        self.win_shares.append(win_share)
        self.scores.append(score)

    def to_json(self) -> dict[str, Any]:
        """Means; none if no game ended."""
        return {
            "games": len(self.rewards),
            "episode_reward": _mean(self.rewards),
            "win_share": _mean(self.win_shares),
            "score": _mean(self.scores),
        }


def _mean(numbers: list[float] | list[int]) -> float | None:
    return float(np.mean(numbers)) if numbers else None


class RunCallback(BaseCallback):
    """Keeps a run's folder while SB3 trains.

    SB3 updates after the end of a rollout and says nothing when that is done: what belongs to a
    rollout is finished when the next one begins, or at the end.
    """

    def __init__(
        self,
        folder: Path,
        pool: OpponentPool,
        interrupt: Interrupt,
        show: Show,
        *,
        iteration: int,
        seconds: float,
        snapshot_every: int,
        checkpoint_every: int,
        about: Mapping[str, Any],
        seed: int,
    ) -> None:
        super().__init__()
        self.folder, self.pool, self.about = folder, pool, about
        self.interrupt, self.show = interrupt, show
        self.iteration, self.seconds = iteration, seconds
        self.snapshot_every, self.checkpoint_every = snapshot_every, checkpoint_every
        self.seed = seed
        self.samples = 0  # those of rollouts that were learnt from
        self.saved = -1
        self._rolled = False

    def _on_training_start(self) -> None:
        self.samples = self.model.num_timesteps
        self._rng = np.random.default_rng([self.seed, self.samples])
        self._rewards = np.zeros(self.training_env.num_envs)
        self._words = ""
        self.save()  # so that there is something to go on from, whatever happens

    def _on_rollout_start(self) -> None:
        self._finish()
        self.pool.draw(self._rng)
        self._tally = Tally()
        self._began = time.perf_counter()

    def _on_step(self) -> bool:
        infos, self._rewards = self.locals["infos"], self._rewards + self.locals["rewards"]
        ended = {}
        for game in np.flatnonzero(self.locals["dones"]).tolist():
            ended[game] = won_share(infos[game])
            self._tally.add(float(self._rewards[game]), ended[game], infos[game]["score"])
            self._rewards[game] = 0
        self.pool.note_step(ended)
        self.show(self.model.num_timesteps, self._words)
        return not self.interrupt.asked

    def _on_rollout_end(self) -> None:
        self._rolled = True
        self._rollout_seconds = time.perf_counter() - self._began

    def _on_training_end(self) -> None:
        self._finish()
        # A rollout that Ctrl-C cut short was not learnt from.
        self.model.num_timesteps = self.samples
        if self.saved != self.samples:
            self.save()

    def _finish(self) -> None:
        """The update after a rollout is done."""
        if not self._rolled:
            return
        self._rolled = False
        took = time.perf_counter() - self._began
        self.seconds += took
        self.iteration += 1
        line = self._line(took, self.model.num_timesteps - self.samples)
        self.samples = self.model.num_timesteps
        with (self.folder / "log.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")
        share = "" if line["win_share"] is None else f", wins {line['win_share']:.0%}"
        self._words = f"{line['samples_per_second']:,.0f}/s{share} against {line['opponent']}"
        if self.iteration % self.snapshot_every == 0:
            self.pool.add_snapshot(to_network(self.model.policy), self.samples)
        if self.iteration % self.checkpoint_every == 0:
            self.save()

    def _line(self, took: float, samples: int) -> dict[str, Any]:
        recorded = self.model.logger.name_to_value
        told = {name: float(recorded[key]) for name, key in RECORDED.items()}
        told["entropy"] = -float(recorded["train/entropy_loss"])
        return {
            "iteration": self.iteration,
            "samples": self.model.num_timesteps,
            "seconds": round(self.seconds, 3),
            "samples_per_second": round(samples / took, 1),
            "rollout_seconds": round(self._rollout_seconds, 3),
            "update_seconds": round(took - self._rollout_seconds, 3),
            "opponent": self.pool.playing.name,
            **self._tally.to_json(),
            **{name: value if math.isfinite(value) else None for name, value in told.items()},
            "pool": {member.name: round(member.win_share, 4) for member in self.pool.members},
        }

    def save(self) -> None:
        """A checkpoint. SB3's file first: a pool that is older than the learner does no harm."""
        # The games are not kept, so neither is what was seen in them.
        seen = ("_last_obs", "_last_episode_starts", "_last_original_obs")
        # (What is open for writing is a BufferedIOBase: SB3 asks for that.)
        write_file(
            self.folder / "sb3.zip",
            lambda file: self.model.save(cast(BufferedIOBase, file), exclude=seen),
        )
        about = {**self.about, "iteration": self.iteration, "samples": self.samples}
        save_network(self.folder / RUN_NETWORK, to_network(self.model.policy), about)
        self.pool.save(self.folder / "pool")
        self.saved = self.samples


def cut_log(path: Path, samples: int) -> tuple[int, float]:
    """Take from the log what came after the checkpoint; returns iterations and seconds until then.

    The same rollouts will be played again, and each is to stand there once.
    """
    lines = []
    for text in path.read_text().splitlines() if path.exists() else []:
        try:
            line = json.loads(text)
        except json.JSONDecodeError:
            break  # the machine went down while it was written
        if line["samples"] > samples:
            break
        lines.append(line)
    if path.exists():
        kept = "".join(json.dumps(line) + "\n" for line in lines)
        write_file(path, lambda file: file.write(kept.encode()))
    return (lines[-1]["iteration"], lines[-1]["seconds"]) if lines else (0, 0.0)


class Interrupt:
    """The first Ctrl-C asks to stop after the update at hand, a second one stops at once."""

    def __init__(self) -> None:
        self.asked = False

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        print("stopping after this update (Ctrl-C once more: at once)", file=sys.stderr)

    def __enter__(self) -> Interrupt:
        self._is_main = threading.current_thread() is threading.main_thread()
        if self._is_main:  # others get no signals
            self._before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._is_main:
            signal.signal(signal.SIGINT, self._before)


@contextmanager
def show_progress(wanted: int, done: int) -> Iterator[Show]:
    """A bar with rates and the time left, on stderr; nothing where that is no terminal."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("samples"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
        console=console,
        refresh_per_second=2,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task("", total=wanted, completed=done)
        yield lambda samples, words: bar.update(task, completed=samples, description=words)
