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

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from agents.reporting.figures import COLORS, svg
from agents.reporting.jsonl import read_lines
from agents.statistics import Interval
from benchmarks import store
from rokoko_env.files import write_file
from training import quickstart
from training.recipes.recipe import Recipe, folder, follow, is_finished

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
        "total_timesteps": SAMPLES,
        "eval_every": 20,
        "eval_games": 200,
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


def scores(trained: Recipe) -> dict[str, Any]:
    """The winner's mean score in the games that it learned from, iteration by iteration."""
    lines = list(read_lines(folder(trained) / "log.jsonl"))
    return {
        "reward": trained["reward"],
        "seed": trained["seed"],
        "samples": [line["samples"] for line in lines],
        "winner_score": [round(line["winner_score"], 2) for line in lines],
    }


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


def draw(path: Path, curves: Sequence[dict[str, Any]], logs: Sequence[dict[str, Any]]) -> None:
    """Scores while the runs learn, a line for each: with itself, and against the script."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4), layout="constrained")
    alone, against = figure.subplots(1, 2, sharey=True)
    colors = dict(zip(REWARDS, COLORS[: len(REWARDS)], strict=True))
    for log in logs:
        reward = log["reward"]
        label = reward if log["seed"] == SEEDS[0] else None
        at = np.array(log["samples"]) / 1e6
        alone.plot(at, log["winner_score"], color=colors[reward], label=label)
        lines = [c for c in curves if (c["reward"], c["seed"]) == (reward, log["seed"])]
        lines = [c for c in lines if c["baseline"] == "heuristic"]
        score = [Interval.from_json(c["score"]) for c in lines]
        ends = np.array([[i.estimate - i.low, i.high - i.estimate] for i in score]).T
        at, middle = [c["samples"] / 1e6 for c in lines], [i.estimate for i in score]
        # Where nothing is known of the ends, none are drawn.
        against.errorbar(at, middle, np.nan_to_num(ends), fmt="o-", color=colors[reward])
    alone.set_title("winner's score in games with itself", loc="left", fontsize=10)
    against.set_title("its own score against heuristic", loc="left", fontsize=10)
    alone.legend()
    for axes in (alone, against):
        axes.set_xlabel("million decisions learned from")
        axes.grid(True, alpha=0.3)
    write_file(path, lambda file: file.write(svg(figure)))


def main(argv: Sequence[str] | None = None) -> int:
    arguments = store.options(__doc__, argv, has_quick=False)
    curves: list[dict[str, Any]] = []
    logs = []
    for seed in SEEDS:
        for reward in REWARDS:
            trained = recipe(reward, seed)
            if not is_finished(trained):
                code = follow(trained)
                if code:
                    return code
            curves += curve(trained)
            logs.append(scores(trained))
    table = Table(*HEAD)
    for row in rows(curves):
        table.add_row(*row)
    Console(width=120).print(table)
    if arguments.save:
        store.save("rewards", {"curves": curves, "logs": logs})
        draw(PLOT, curves, logs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
