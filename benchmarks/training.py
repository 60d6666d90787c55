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
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count

import torch
from torch import Tensor

from agents.reporting.cli import run_command
from agents.reporting.progress import track
from agents.reporting.tables import new_table, print_result
from benchmarks import store
from benchmarks.sb3_rate import learner_rate
from benchmarks.targets import HEAD, Target
from benchmarks.timing import Rate, Workload, measure_once, rates_table
from parlour.games import DEFAULT_GAME, find_game
from parlour.players.torch_network import PolicyNetwork
from parlour.spec import GameSpec
from training.options import Options
from training.selfplay import Trainer, network_size
from training.workers import WorkerGroup, worker_group

# Of both trainers.
HIDDEN_SIZES, EPOCHS, BATCH_SIZE, GAMES = (512, 256), 3, 4096, 256
PRECISIONS = ("float32", "bfloat16")
SB3 = "MaskablePPO, float32"


def own(precision: str) -> str:
    return f"self-play PPO, {precision}"


def limit(precision: str) -> str:
    return f"compute limit, {precision}"


def with_workers(workers: int) -> str:
    return f"self-play PPO, bfloat16, {workers} worker{'s' if workers > 1 else ''}"


def options(precision: str, workers: int = 1, game: str = DEFAULT_GAME) -> Options:
    return Options(
        game=game, games=(GAMES,), hidden_sizes=HIDDEN_SIZES, update_epochs=EPOCHS,
        minibatch_size=BATCH_SIZE, precision=precision, target_kl=0.0, baselines=(),
        workers=workers,
    )  # fmt: skip


def iterations(trainer: Trainer) -> Workload:
    """Iterations of the self-play trainer."""
    numbers = count(1)
    return lambda: iterate(trainer, next(numbers))


def iterate(trainer: Trainer, iteration: int) -> int:
    """Play and learn once. Returns the decisions of all workers."""
    trainer.play(iteration, teaching=False)
    trainer.learn(iteration, 0.0, teaching=False)
    return int(trainer.group.sum(trainer.rollout.rows)[0])


def network_alone(spec: GameSpec, precision: str, columns: Tensor) -> Workload:
    """The network's own part of an iteration, on made-up observations; gradient steps take those of
    their columns that training has anything in.
    """
    kind = getattr(torch, precision)
    autocast = torch.autocast("cpu", kind, enabled=precision != "float32")
    network = PolicyNetwork(spec, HIDDEN_SIZES)
    optimizer = torch.optim.Adam(network.parameters(), fused=True)
    observations = torch.rand(GAMES, spec.observation_size).to(kind)
    batch = torch.rand(BATCH_SIZE, len(columns)).to(kind)

    def run() -> int:
        """As many passes as one batch of samples takes."""
        with torch.inference_mode(), autocast:
            for _ in range(BATCH_SIZE // GAMES):
                network(observations)
        for _ in range(EPOCHS):
            with autocast:
                logits, value = network(batch, columns)
            optimizer.zero_grad()
            (logits.mean() + value.mean()).backward()
            optimizer.step()
        return BATCH_SIZE

    return run


def sb3_rate(game: str) -> float:
    """Learner samples a second of MaskablePPO, random opponents played inside the jit."""
    return learner_rate(
        1, game=game, games=GAMES, n_steps=128, hidden_sizes=HIDDEN_SIZES, n_epochs=EPOCHS,
        batch_size=BATCH_SIZE,
    )  # fmt: skip


def measure_rates(game: str, repeats: int, seconds: float) -> dict[str, Rate]:
    """All rates, one repeat after another."""
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    workloads: dict[str, Workload] = {}
    for precision in PRECISIONS:
        trainer = Trainer(options(precision, game=game), WorkerGroup())
        workloads[own(precision)] = iterations(trainer)
        workloads[own(precision)]()  # compiles, and fills caches
        columns = trainer.rollout.columns()
        workloads[limit(precision)] = network_alone(find_game(game), precision, columns)
        workloads[limit(precision)]()
    once: dict[str, Callable[[], float]] = {}
    once |= {name: partial(measure_once, workload, seconds) for name, workload in workloads.items()}
    once[SB3] = partial(sb3_rate, game)
    once |= {with_workers(n): partial(workers_rate, game, n) for n in (1, 2)}
    values: dict[str, list[float]] = {name: [] for name in once}
    for name, measure in track([*once.items()] * repeats, "measuring"):
        values[name].append(measure())
    return {name: Rate(tuple(rates)) for name, rates in values.items()}


def _run_worker(group: WorkerGroup, options: Options, iterations: int) -> None:
    trainer = Trainer(options, group)
    for iteration in range(iterations):
        iterate(trainer, iteration)


def workers_rate(game: str, workers: int, iterations: int = 3) -> float:
    """Samples a second of a number of workers together; the first iteration does not count."""
    run = options("bfloat16", workers, game)
    with worker_group(workers, network_size(run), _run_worker, run, iterations + 1) as group:
        trainer = Trainer(run, group)
        iterate(trainer, 0)
        begin = time.perf_counter()
        samples = sum(iterate(trainer, iteration) for iteration in range(1, iterations + 1))
        return samples / (time.perf_counter() - begin)


def targets(rates: Mapping[str, Rate]) -> list[Target]:
    """Return the ratios to reach."""
    pairs = [(own(precision), limit(precision), 0.75) for precision in PRECISIONS]
    pairs += [(own(precision), SB3, 1.3) for precision in PRECISIONS]
    return [Target(f"{a} / {b}", rates[a].over(rates[b]), wanted) for a, b, wanted in pairs]


class CommandLine(store.QuickOptions):
    """Measure training next to its network's own work, and next to MaskablePPO."""


def measure(arguments: CommandLine) -> None:
    """Measure all rates, print them with the ratios to reach, and keep them."""
    rates = measure_rates(arguments.game, arguments.pick(full=5, quick=1), 3.0)
    speeds = rates_table("training", "one thread unless stated otherwise", "samples/s", rates)
    ratios = new_table("figures to reach", *HEAD, rows=[t.texts for t in targets(rates)])
    print_result([speeds, ratios])
    arguments.keep("training", {"rates": rates})


main = partial(run_command, CommandLine, measure)

if __name__ == "__main__":
    sys.exit(main())
