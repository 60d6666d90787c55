"""Speed next to another commit's, both in turn: a change should not slow anything down.

    python -m benchmarks.against 48005cf
    python -m benchmarks.against 6ddfb0e --game noblemen

The other commit is checked out into a temporary folder. Each repeat runs both trees, each in a
process of its own; the programs use only what both have. Workloads are rates; starts are times. All
ratios are of speed: one of 0.5 is half as fast, or takes twice as long.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Annotated, Literal

import tyro

from agents.arena.match import Match
from agents.arena.workers import _PiecePlayer, one_thread_each
from agents.reporting.cli import CommandError, GameOptions, run_command
from agents.reporting.progress import track
from agents.reporting.tables import new_table, print_result
from benchmarks import coldstart
from benchmarks.targets import HEAD, Target
from benchmarks.timing import Rate
from parlour.players.registry import baselines
from parlour.spec import GameSpec

ROOT = Path(__file__).parents[1]
MIN_RATIO = 0.97  # of the other commit's rate
COLD, WARM, IMPORT = "first game, empty cache", "first game, warm cache", "import"
MAX_TIMES = {COLD: 1.1, WARM: 1.05, IMPORT: 1.05}  # of the other commit's
COLD_STARTS = 3  # of each tree: they take long, and differ little
WORKER, MAX_SECONDS = "a worker of the arena is ready", 3.0  # of this tree, with a warm cache
COMMON = """
import importlib, json, sys, time
import numpy as np
seconds, rates, package = float(sys.argv[1]), {}, importlib.import_module(sys.argv[2])
is_default = sys.argv[2] == "rokoko_env"  # which earlier commits know without being told

def measure(name, work):
    work()
    events, start = 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        events += work()
    rates[name] = events / passed
"""
PLAY = """
from benchmarks import workloads

spec = {} if is_default else {"spec": package.SPEC}
measure("random play inside the jit", workloads.fused(4, **spec))
measure("Batch(1).step", workloads.batch_step(1, 4, **spec))
measure("Batch(1,024).step", workloads.batch_step(1024, 4, **spec))
measure("PettingZoo AEC, raw", workloads.aec(package.raw_env(num_players=4)))
"""
SEARCH = """
from pathlib import Path
players = importlib.import_module(sys.argv[2] + ".players")
num_players = 2 if is_default else package.SPEC.players[0]

def search(name):
    agent, game = players.make_agent(name), package.Game(num_players, 1)
    simulations = int(name.split(":")[-1])

    def work():
        agent.act(players.Seat.at(game))
        agent.forget(np.zeros(1, np.int64))
        return simulations

    return work

measure("mcts, simulations", search("mcts:1000"))
if Path(players.__file__).with_name("weights").joinpath("ppo.safetensors").exists():
    measure("puct, leaves", search("puct::800"))
"""
TRAINING = """
import torch
from benchmarks import training
from training.selfplay import Trainer
from training.workers import WorkerGroup

torch.set_num_threads(1)
torch.set_flush_denormal(True)
game = {} if is_default else {"game": sys.argv[2]}
options = training.options("float32", **game)
measure("PPO, samples", training.iterations(Trainer(options, WorkerGroup())))
"""
PROGRAMS = {"play": PLAY, "search": SEARCH, "training": TRAINING}
Kind = Literal["play", "search", "training", "start", "cold start", "worker"]
KINDS: tuple[Kind, ...] = ("play", "search", "training", "start", "cold start", "worker")
# Rates of workloads, or seconds (those in MAX_TIMES), of a tree.
Figures = Mapping[str, float]


@dataclass(frozen=True)
class Options(GameOptions):
    """Compare the speed of this tree with that of another commit."""

    commit: Annotated[str, tyro.conf.Positional] = "HEAD"
    """The other commit; by default the last one."""
    repeats: int = 7
    """Runs of each tree."""
    seconds: float = 1.0
    """Duration of each workload in a run."""
    only: tuple[Kind, ...] = KINDS
    """Measure these kinds alone."""


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


def rates(program: str, seconds: float, package: str, tree: Path) -> Figures:
    """Run a program in a tree. Return events a second by workload."""
    # The core does not change between the runs of one tree, so its cache stays warm.
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-c", COMMON + program + "print(json.dumps(rates))"]
    command += [str(seconds), package]
    process = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    if process.returncode:
        raise CommandError(f"a program failed in {tree}: {process.stderr.strip()[-500:]}")
    by_workload: dict[str, float] = json.loads(process.stdout.splitlines()[-1])
    return by_workload


def warm_start(cache: str, package: str, tree: Path) -> Figures:
    """Return the seconds of a first game and of the import, where all is compiled already."""
    parts = coldstart.run(cache, tree, package)
    return {WARM: parts["whole process"], IMPORT: parts["import"]}


def cold_start(package: str, tree: Path) -> Figures:
    """Return the seconds of a first game that compiles everything."""
    with tempfile.TemporaryDirectory() as cache:
        return {COLD: coldstart.run(cache, tree, package)["whole process"]}


def worker_start(spec: GameSpec, tree: Path) -> Figures:
    """Return the seconds until a new worker of the arena can play: of this tree alone."""
    if tree != ROOT:
        return {}
    agents, components = (baselines(spec)[-1], "mcts:100"), spec.load_components(None)
    match = Match(spec, agents, spec.players[0], 0, "all", True, False, components)
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_become_worker, args=(match, there))
    begin = time.perf_counter()
    with one_thread_each():
        process.start()
    there.close()
    here.recv()
    seconds = time.perf_counter() - begin
    process.join()
    return {WORKER: seconds}


def _become_worker(match: Match, connection: Connection) -> None:
    _PiecePlayer(match, None, None)
    connection.send(None)


def measure_trees(options: Options, other: Path) -> dict[str, tuple[Rate, Rate]]:
    """Run both trees in turn. Return the figures of this and of the other one."""
    values: dict[str, tuple[list[float], list[float]]] = {}
    spec, package = options.spec, options.spec.package
    functions: dict[str, Callable[[Path], Figures]] = {
        name: partial(rates, program, options.seconds, package)
        for name, program in PROGRAMS.items()
    }
    functions["cold start"] = partial(cold_start, package)
    functions["worker"] = partial(worker_start, spec)
    with tempfile.TemporaryDirectory() as cache:
        functions["start"] = partial(warm_start, cache, package)
        steps = [(n, kind) for n in range(options.repeats + 1) for kind in options.only]
        steps = [(n, kind) for n, kind in steps if kind != "cold start" or 0 < n <= COLD_STARTS]
        for repeat, kind in track(steps, "measuring"):
            for place in (0, 1) if repeat % 2 else (1, 0):
                for name, value in functions[kind]((ROOT, other)[place]).items():
                    if repeat:  # the first run compiles
                        values.setdefault(name, ([], []))[place].append(value)
    return {name: (Rate(tuple(own)), Rate(tuple(its))) for name, (own, its) in values.items()}


def target(name: str, here: Rate, there: Rate) -> Target:
    """Return the ratio of speeds with its limit."""
    if name == WORKER:
        return Target(name, Rate((MAX_SECONDS,) * len(here.values)).over(here), 1.0)
    if name in MAX_TIMES:
        return Target(name, there.over(here), round(1 / MAX_TIMES[name], 3))
    return Target(name, here.over(there), MIN_RATIO)


def row(name: str, here: Rate, there: Rate) -> tuple[str, ...]:
    """Return the cells of a table: both figures, the ratio, its limit and the verdict."""
    unit = "s" if name in (*MAX_TIMES, WORKER) else "/s"
    figures = (f"{rate} {unit}" if rate.values else f"{MAX_SECONDS:g} s" for rate in (here, there))
    return (name, *figures, *target(name, here, there).texts[1:])


def measure(options: Options) -> None:
    """Measure both trees, and print the ratios."""
    with checkout(options.commit) as other:
        measured = measure_trees(options, other)
    head = ("figure", "this tree", options.commit, "ratio of speeds", *HEAD[2:])
    rows = [row(name, *both) for name, both in measured.items()]
    print_result([new_table("speed", *head, rows=rows)])


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
