"""Speed next to another commit's, both in turn: a change should not slow anything down.

    python -m benchmarks.against 690a29f

The other commit is checked out into a temporary folder. Each repeat runs both trees, each in a
process of its own; the programs use only what both have.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import tyro

from agents.reporting.cli import CommandError, run_command
from agents.reporting.progress import track
from agents.reporting.tables import new_table, print_result
from benchmarks.targets import HEAD, Target
from benchmarks.timing import Rate

ROOT = Path(__file__).parents[1]
MIN_RATIO = 0.97  # of the other commit's rate
COMMON = """
import json, sys, time
import numpy as np
seconds, rates = float(sys.argv[1]), {}

def measure(name, work):
    work()
    events, start = 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        events += work()
    rates[name] = events / passed
"""
PLAY = """
from benchmarks import workloads

measure("random play inside the jit", workloads.fused(4))
measure("Batch(1).step", workloads.batch_step(1, 4))
measure("Batch(1,024).step", workloads.batch_step(1024, 4))
measure("PettingZoo AEC, raw", workloads.rokoko_aec(4, wrapped=False))
"""
SEARCH = """
from rokoko_env import Game
from rokoko_env.players import Seat, make_agent

def search(name):
    agent, game = make_agent(name), Game(2, 1)
    simulations = int(name.split(":")[-1])

    def work():
        agent.act(Seat.at(game))
        agent.forget(np.zeros(1, np.int64))
        return simulations

    return work

measure("mcts, simulations", search("mcts:1000"))
measure("puct, leaves", search("puct::800"))
"""
TRAINING = """
import torch
from benchmarks import training
from training.selfplay import Trainer
from training.workers import WorkerGroup

torch.set_num_threads(1)
torch.set_flush_denormal(True)
measure("PPO, samples", training.iterations(Trainer(training.options("float32"), WorkerGroup())))
"""
PROGRAMS = {"play": PLAY, "search": SEARCH, "training": TRAINING}


@dataclass(frozen=True)
class Options:
    """Compare the speed of this tree with that of another commit."""

    commit: Annotated[str, tyro.conf.Positional]
    """The other commit."""
    repeats: int = 7
    """Runs of each tree."""
    seconds: float = 1.0
    """Duration of each workload in a run."""
    only: tuple[Literal["play", "search", "training"], ...] = ("play", "search", "training")
    """The programs to run."""


@contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """Check out a commit into a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        archive = ["git", "archive", "--format=tar", commit]
        process = subprocess.run(archive, cwd=ROOT, capture_output=True, check=False)
        if process.returncode:
            raise CommandError(f"{commit} is not a commit of this repository")
        subprocess.run(["tar", "-x", "-C", folder], input=process.stdout, check=True)
        yield Path(folder)


def rates(tree: Path, program: str, seconds: float) -> dict[str, float]:
    """Run a program in a tree. Return events a second by workload."""
    # The core does not change between the runs of one tree, so its cache stays warm.
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-c", COMMON + program + "print(json.dumps(rates))", str(seconds)]
    process = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    if process.returncode:
        raise CommandError(f"a program failed in {tree}: {process.stderr.strip()[-500:]}")
    by_workload: dict[str, float] = json.loads(process.stdout.splitlines()[-1])
    return by_workload


def measure(options: Options) -> None:
    """Run both trees in turn, and print the ratios."""
    measured: dict[str, tuple[list[float], list[float]]] = {}
    with checkout(options.commit) as other:
        trees = (ROOT, other)
        steps = [(n, name) for n in range(options.repeats + 1) for name in options.only]
        for repeat, name in track(steps, "measuring"):
            for place in (0, 1) if repeat % 2 else (1, 0):
                for workload, rate in rates(trees[place], PROGRAMS[name], options.seconds).items():
                    if repeat:  # the first run compiles
                        measured.setdefault(workload, ([], []))[place].append(rate)
    rows = []
    for workload, both in measured.items():
        here, there = (Rate(tuple(values)) for values in both)
        target = Target(workload, here.over(there), MIN_RATIO)
        rows.append((workload, str(here), str(there), *target.texts[1:]))
    head = ("workload", "this tree, 1/s", f"{options.commit}, 1/s", *HEAD[1:])
    print_result([new_table("speed", *head, rows=rows)])


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
