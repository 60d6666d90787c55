"""Which reward to train with: the same short run from nothing with each of them.

python -m benchmarks.rewards          trains (six minutes on two quiet cores)
python -m benchmarks.rewards --save   and keeps the curves for the docs

Everything but the reward is quickstart's, twice with other random numbers. The number of decisions
is fixed, not the time, so that what comes out does not depend on what else the machine does.
Strength is told by prestige scored in games against `heuristic`: win shares against it are near 0
after so short a training, and against `greedy` soon near 1. The runs are kept in runs/rewards: the
command goes on where it was stopped.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from agents.files import write_file
from agents.pictures import COLORS, svg
from agents.statistics import Interval
from benchmarks import results
from training import quickstart
from training.recipes import Recipe, folder, follow, is_finished
from training.run import read_lines

PLOT = Path(__file__).parent.parent / "docs" / "rewards.svg"
REWARDS = ("win", "margin", "shaped")
SEEDS = (0, 1)
SAMPLES = 1_200_000
BASELINES = ("greedy", "heuristic")


def recipe(reward: str, seed: int) -> Recipe:
    changed = {
        "name": f"rewards/{reward}-{seed}",
        "reward": reward,
        "seed": seed,
        "minutes": 0.0,
        "samples": SAMPLES,
        "evaluate_every": 20,
        "evaluate_games": 200,
        "baselines": BASELINES,
    }
    return {**quickstart.RECIPE, **changed}


def curve(trained: Recipe) -> list[dict[str, Any]]:
    """What its evaluations said, one after another."""
    found = []
    for line in read_lines(folder(trained) / "evaluations.jsonl"):
        told = {name: line[name] for name in ("samples", "baseline", "win_share", "score")}
        found.append({"reward": trained["reward"], "seed": trained["seed"], **told})
    return found


def last(curves: Sequence[dict[str, Any]], reward: str, seed: int, baseline: str) -> dict[str, Any]:
    """The evaluation at the end of a run."""
    wanted = (reward, seed, baseline)
    lines = [c for c in curves if (c["reward"], c["seed"], c["baseline"]) == wanted]
    return max(lines, key=lambda line: int(line["samples"]))


def rows(curves: Sequence[dict[str, Any]]) -> list[tuple[str, ...]]:
    """A line for each run: how strong it was at the end."""
    found = []
    for reward, seed in dict.fromkeys((c["reward"], c["seed"]) for c in curves):
        greedy = Interval.from_json(last(curves, reward, seed, "greedy")["win_share"])
        score = Interval.from_json(last(curves, reward, seed, "heuristic")["score"])
        found.append((f"`{reward}`", str(seed), greedy.text(".1f", 100), score.text(".1f")))
    return found


HEAD = ("reward", "seed", "win share against `greedy`, %", "score against `heuristic`")


def draw(path: Path, curves: Sequence[dict[str, Any]]) -> None:
    """Scores against the script while the runs learn, a line for each."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.subplots()
    for reward, color in zip(REWARDS, COLORS[: len(REWARDS)], strict=True):
        for seed in SEEDS:
            lines = [c for c in curves if (c["reward"], c["seed"]) == (reward, seed)]
            lines = [c for c in lines if c["baseline"] == "heuristic"]
            at = np.array([c["samples"] for c in lines]) / 1e6
            score = [c["score"]["estimate"] for c in lines]
            axes.plot(at, score, "o-", color=color, label=reward if seed == SEEDS[0] else None)
    axes.set_xlabel("million decisions learned from")
    axes.set_ylabel("mean score against `heuristic`")
    axes.set_title("The same short run with each reward, twice", loc="left")
    axes.grid(True, alpha=0.3)
    axes.legend()
    write_file(path, lambda file: file.write(svg(figure)))


def main(argv: Sequence[str] | None = None) -> int:
    arguments = results.options(__doc__, argv, has_quick=False)
    curves: list[dict[str, Any]] = []
    for seed in SEEDS:
        for reward in REWARDS:
            trained = recipe(reward, seed)
            if not is_finished(trained):
                code = follow(trained)
                if code:
                    return code
            curves += curve(trained)
    table = Table(*HEAD)
    for row in rows(curves):
        table.add_row(*row)
    Console(width=120).print(table)
    if arguments.save:
        results.save("rewards", {"curves": json.loads(json.dumps(curves))})
        draw(PLOT, curves)
    return 0


if __name__ == "__main__":
    sys.exit(main())
