"""The choice of the reward for training: the same short run with each of them.

python -m benchmarks.rewards          trains (six minutes on two quiet cores)
python -m benchmarks.rewards --save   and keeps the curves for the docs

Everything except the reward is quickstart's, with two random seeds. The number of decisions is
fixed, not the time, so that the result does not depend on the machine's other load. Strength is
measured by points scored in games against the strongest script: win shares against it are near 0
after so short a training, and against the next one soon near 1. The runs are kept in runs/rewards:
the same command resumes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from agents.reporting.cli import CommandError, run_command
from agents.reporting.figures import COLORS, draw_intervals, new_figure, svg, tidy
from agents.reporting.jsonl import read_lines
from agents.reporting.tables import new_table, print_result
from agents.statistics import Interval
from benchmarks import store
from parlour.files import write_file
from parlour.games import DEFAULT_GAME
from parlour.players.registry import training_baselines
from parlour.spec import GameSpec
from training import quickstart
from training.recipes.recipe import Recipe, folder, follow, is_finished

DOCS, PLOT = Path(__file__).parent.parent / "docs", "rewards.svg"
REWARDS = ("win", "margin", "shaped")
SEEDS = (0, 1)
SAMPLES = 1_200_000


class Options(store.Options):
    """Train with each reward, and compare the strength that it reaches."""


def measured_against(spec: GameSpec) -> tuple[str, str]:
    """Return the two strongest agents that networks in training are measured against."""
    names = training_baselines(spec)
    if len(names) < 2:
        raise CommandError(f"{spec.title} has only {names[0]} to measure against, expected two")
    return names[-2], names[-1]


def head(spec: GameSpec) -> tuple[str, ...]:
    weaker, stronger = measured_against(spec)
    return "reward", "seed", f"win share against `{weaker}`, %", f"score against `{stronger}`"


def recipe(spec: GameSpec, reward: str, seed: int) -> Recipe:
    game = "" if spec.name == DEFAULT_GAME else f"{spec.name}-"
    return {
        **quickstart.RECIPE, "game": spec.name, "name": f"rewards/{game}{reward}-{seed}",
        "reward": reward, "seed": seed, "minutes": 0.0, "total_timesteps": SAMPLES,
        "eval_every": 20, "eval_games": 200, "baselines": measured_against(spec),
    }  # fmt: skip


def evaluations(run: Recipe) -> Iterator[dict[str, Any]]:
    """The evaluations of a run, one after another."""
    for line in read_lines(folder(run) / "evaluations.jsonl"):
        metrics = {name: line[name] for name in ("samples", "baseline", "win_share", "score")}
        yield {"reward": run["reward"], "seed": run["seed"], **metrics}


def scores(run: Recipe) -> dict[str, Any]:
    """The winner's mean score in the games of a run, iteration by iteration."""
    lines = list(read_lines(folder(run) / "log.jsonl"))
    return {
        "reward": run["reward"],
        "seed": run["seed"],
        "samples": [line["samples"] for line in lines],
        "winner_score": [round(line["winner_score"], 2) for line in lines],
    }


def last(curves: Sequence[dict[str, Any]], reward: str, seed: int, baseline: str) -> dict[str, Any]:
    """Return the evaluation at the end of a run."""
    key = (reward, seed, baseline)
    lines = [c for c in curves if (c["reward"], c["seed"], c["baseline"]) == key]
    return max(lines, key=lambda line: int(line["samples"]))


def rows(spec: GameSpec, curves: Sequence[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """A row for each run, with its strength at the end."""
    weaker, stronger = measured_against(spec)
    for reward, seed in dict.fromkeys((c["reward"], c["seed"]) for c in curves):
        share = Interval.from_json(last(curves, reward, seed, weaker)["win_share"])
        score = Interval.from_json(last(curves, reward, seed, stronger)["score"])
        yield f"`{reward}`", str(seed), share.text(".1f", 100), score.text(".1f")


def figure(spec: GameSpec, curves: Sequence[dict[str, Any]], logs: Sequence[dict[str, Any]]) -> Any:
    """Draw scores against decisions, a line for each run: in self-play, and against the script."""
    stronger = measured_against(spec)[1]
    result = new_figure(4)
    alone, against = result.subplots(1, 2, sharey=True)
    for log in logs:
        reward = log["reward"]
        color = COLORS[REWARDS.index(reward)]
        label = reward if log["seed"] == SEEDS[0] else None
        alone.plot(np.array(log["samples"]) / 1e6, log["winner_score"], color=color, label=label)
        run = (reward, log["seed"], stronger)
        lines = [c for c in curves if (c["reward"], c["seed"], c["baseline"]) == run]
        score = [Interval.from_json(line["score"]) for line in lines]
        samples = [line["samples"] / 1e6 for line in lines]
        draw_intervals(against, samples, score, horizontal=False, fmt="o-", color=color)
    tidy(alone, "winner's score in self-play")
    tidy(against, f"score against {stronger}")
    alone.legend()
    for axes in (alone, against):
        axes.set_xlabel("million decisions learned from")
    return result


def measure(options: Options) -> int | None:
    """Train what is missing, print the results and keep them. Returns training's exit code."""
    spec, logs = options.spec, []
    curves: list[dict[str, Any]] = []
    for seed, reward in product(SEEDS, REWARDS):
        run = recipe(spec, reward, seed)
        if not is_finished(run) and (code := follow(run)):
            return code
        curves += evaluations(run)
        logs.append(scores(run))
    print_result([new_table("rewards", *head(spec), rows=rows(spec, curves))])
    if options.save:
        options.keep("rewards", {"curves": curves, "logs": logs})
        data = svg(figure(spec, curves, logs))
        write_file(store.of_game(DOCS, spec.name) / PLOT, lambda file: file.write(data))
    return None


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
