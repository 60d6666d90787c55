"""Training speed, compared with the compute limit of its network and with MaskablePPO.

python -m benchmarks.training            measures (some minutes)
python -m benchmarks.training --quick    fewer repeats
python -m benchmarks.training --save     keeps the figures for the docs

The compute limit is the time of the same forward passes and gradient steps on as many samples, with
nothing else: no games, no masks, no advantages, no log. Like training, it leaves out columns that
are always zero in its gradient steps. Everything runs on one thread, in turn, so that ratios can be
trusted; two workers use both cores, and are compared with one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import torch
from rich.console import Console
from rich.table import Table
from torch import Tensor

from agents.reporting.cli import run_command
from benchmarks import store
from benchmarks.sb3_rate import learner_rate
from benchmarks.targets import Target
from benchmarks.timing import Rate, Workload, measure_once
from rokoko_env.core.sections import OBSERVATION_SIZE
from rokoko_env.players.network import PolicyNetwork
from training.options import Options
from training.selfplay import Trainer, network_size
from training.workers import WorkerGroup, worker_group

# What both trainers are given.
HIDDEN_SIZES, EPOCHS, BATCH_SIZE, GAMES = (512, 256), 3, 4096, 256
PRECISIONS = ("float32", "bfloat16")
SB3 = "MaskablePPO, float32"


def own(precision: str) -> str:
    return f"self-play PPO, {precision}"


def limit(precision: str) -> str:
    return f"compute limit, {precision}"


def team(workers: int) -> str:
    return f"self-play PPO, bfloat16, {workers} worker{'s' if workers > 1 else ''}"


def options(precision: str, **changes: object) -> Options:
    given = {
        "games": (GAMES,), "hidden_sizes": HIDDEN_SIZES, "update_epochs": EPOCHS,
        "minibatch_size": BATCH_SIZE, "precision": precision, "target_kl": 0.0, "baselines": (),
        "workers": 1,
    }  # fmt: skip
    return Options(**{**given, **changes})  # type: ignore[arg-type]


class Native:
    """Iterations of the self-play trainer."""

    def __init__(self, precision: str) -> None:
        self.trainer = Trainer(options(precision), WorkerGroup())
        self.iteration = 0

    def iterate(self) -> int:
        self.iteration += 1
        return iterate(self.trainer, self.iteration)


def iterate(trainer: Trainer, iteration: int) -> int:
    """Play and learn once. Returns the decisions of all workers."""
    trainer.play(iteration, teaching=False)
    trainer.learn(iteration, 0.0, teaching=False)
    return int(trainer.group.sum(trainer.rollout.rows)[0])


class Limit:
    """The network's own part of an iteration, on made-up observations; gradient steps take those of
    their columns that training has anything in.
    """

    def __init__(self, precision: str, columns: Tensor) -> None:
        kind = getattr(torch, precision)
        self.autocast = torch.autocast("cpu", kind, enabled=precision != "float32")
        self.network = PolicyNetwork(HIDDEN_SIZES)
        self.optimizer = torch.optim.Adam(self.network.parameters(), fused=True)
        self.played = torch.rand(GAMES, OBSERVATION_SIZE).to(kind)
        self.columns = columns
        self.batch = torch.rand(BATCH_SIZE, len(columns)).to(kind)

    def work(self) -> int:
        """As many passes as one batch of samples takes."""
        with torch.inference_mode(), self.autocast:
            for _ in range(BATCH_SIZE // GAMES):
                self.network(self.played)
        for _ in range(EPOCHS):
            with self.autocast:
                logits, value = self.network(self.batch, self.columns)
            self.optimizer.zero_grad()
            (logits.mean() + value.mean()).backward()
            self.optimizer.step()
        return BATCH_SIZE


def sb3_rate(rollouts: int) -> float:
    """Learner samples a second of MaskablePPO, random opponents played inside the jit."""
    return learner_rate(
        rollouts,
        games=GAMES,
        n_steps=128,
        hidden_sizes=HIDDEN_SIZES,
        n_epochs=EPOCHS,
        batch_size=BATCH_SIZE,
    ).samples_per_second


def measure(repeats: int, seconds: float, console: Console) -> dict[str, Rate]:
    """All rates, one repeat after another."""
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    works: dict[str, Workload] = {}
    for precision in PRECISIONS:
        native = Native(precision)
        native.iterate()  # compiles, and fills caches
        works[own(precision)] = native.iterate
        works[limit(precision)] = Limit(precision, native.trainer.rollout.columns()).work
        works[limit(precision)]()
    found: dict[str, list[float]] = {}
    for repeat in range(repeats):
        console.print(f"repeat {repeat + 1} of {repeats} ...")
        for name, work in works.items():
            found.setdefault(name, []).append(measure_once(work, seconds))
        found.setdefault(SB3, []).append(sb3_rate(1))
        for workers in (1, 2):
            found.setdefault(team(workers), []).append(team_rate(workers))
    return {name: Rate(tuple(values)) for name, values in found.items()}


def _help(of: WorkerGroup, given: Options, iterations: int) -> None:
    trainer = Trainer(given, of)
    for iteration in range(iterations):
        iterate(trainer, iteration)


def team_rate(workers: int, iterations: int = 3) -> float:
    """Samples a second of so many workers together; the first iteration does not count."""
    given = options("bfloat16", workers=workers)
    size = network_size(given)
    with worker_group(workers, size, _help, given, iterations + 1) as of:
        trainer = Trainer(given, of)
        iterate(trainer, 0)
        begin = time.perf_counter()
        samples = sum(iterate(trainer, iteration) for iteration in range(1, iterations + 1))
        return samples / (time.perf_counter() - begin)


def targets(rates: dict[str, Rate]) -> list[Target]:
    """Return the ratios to reach."""
    targets = [
        Target(f"{own(precision)} / {limit(precision)}",
               rates[own(precision)].over(rates[limit(precision)]), 0.75)
        for precision in PRECISIONS
    ]  # fmt: skip
    for precision in PRECISIONS:
        ratio = rates[own(precision)].over(rates[SB3])
        targets.append(Target(f"{own(precision)} / {SB3}", ratio, 1.3))
    return targets


class CommandLine(store.QuickOptions):
    """Measure training next to its network's own work, and next to MaskablePPO."""


def run(arguments: CommandLine) -> None:
    console = Console(width=120)
    rates = measure(arguments.pick(full=5, quick=1), 3.0, console)
    table = Table("one thread unless said otherwise", "samples/s")
    for name, rate in rates.items():
        table.add_row(name, str(rate))
    console.print(table)
    table = Table("ratio", "measured", "wanted at least", "")
    for target in targets(rates):
        table.add_row(*target.texts)
    console.print(table)
    if arguments.save:
        store.save("training", {"rates": store.rates_json(rates)})


def main(argv: Sequence[str] | None = None) -> int:
    return run_command(CommandLine, run, argv)


if __name__ == "__main__":
    sys.exit(main())
