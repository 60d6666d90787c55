"""Find good numbers for the scripted player by letting variants of it play against it.

    python -m agents.tune --players 2 --generations 200

An evolution strategy (SNES): in every generation some variants are drawn around the present
numbers, each plays the same deals against the present player, and the numbers move towards the
variants that did better. What has been found is written after every generation, so it can be
interrupted and goes on from there.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from agents.reporting.files import write_json
from rokoko_env.players.core.script.style import FIELDS, make_styles
from rokoko_env.players.play import play_games
from rokoko_env.players.scripted import NUMBERS, StyleAgent, load_numbers

SCALE = 25.0  # a lead of so many points counts nearly as a whole victory
TUNED = [field for field in FIELDS if not field[0].startswith("want_")]
NAMES = [name for name, *_ in TUNED]
LOW = np.array([low for _, _, low, _, _ in TUNED])
HIGH = np.array([high for _, _, _, high, _ in TUNED])


@dataclass(frozen=True)
class Counts:
    """What counts beside the lead."""

    own: float = 0.01  # an own point
    copies: float = 0.0  # a point of the winner among copies of oneself


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m agents.tune", description=__doc__)
    parser.add_argument("--players", type=int, default=2, choices=range(2, 6))
    parser.add_argument("--generations", type=int, default=100)
    parser.add_argument("--variants", type=int, default=32, help="in each generation")
    parser.add_argument("--deals", type=int, default=100, help="each variant plays")
    parser.add_argument("--spread", type=float, default=0.08, help="of the variants, at first")
    parser.add_argument("--own", type=float, default=0.01, help="what an own point counts")
    parser.add_argument("--copies", type=float, default=0.0, help="a winner's point among copies")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, default=NUMBERS, help="where the numbers are kept")
    arguments = parser.parse_args(argv)
    if arguments.variants < 2 or arguments.variants % 2:
        parser.error(f"--variants is {arguments.variants}, expected an even number from 2 on")
    for name in ("generations", "deals", "workers"):
        if getattr(arguments, name) < 1:
            parser.error(f"--{name} is {getattr(arguments, name)}, expected at least 1")
    try:
        _tune(arguments)
    except KeyboardInterrupt:
        print(f"interrupted; what was found so far is in {arguments.out}", file=sys.stderr)
        return 130
    return 0


def _tune(arguments: argparse.Namespace) -> None:
    numbers = load_numbers(arguments.out)
    mean = to_unit(numbers[arguments.players])
    spread = np.full(len(NAMES), arguments.spread)
    rng = np.random.default_rng(arguments.seed)
    utilities = _utilities(arguments.variants)
    rate = (3 + np.log(len(NAMES))) / (5 * np.sqrt(len(NAMES)))
    average = mean.copy()
    with ProcessPoolExecutor(arguments.workers, mp_context=get_context("spawn")) as workers:
        for generation in range(arguments.generations):
            half = rng.standard_normal((arguments.variants // 2, len(NAMES)))
            steps = np.concatenate([half, -half])
            variants = np.clip(mean + spread * steps, 0, 1)
            seed = int(rng.integers(2**40))
            worth = _compare(workers, arguments, variants, mean, seed)
            order = np.argsort(-worth)
            weights = np.zeros(len(steps))
            weights[order] = utilities
            mean = np.clip(mean + spread * (weights @ steps), 0, 1)
            spread = spread * np.exp(rate / 2 * (weights @ (steps**2 - 1)))
            average = 0.9 * average + 0.1 * mean  # the path is noisy: its average is better
            # Others may be at work on the numbers for other numbers of players.
            numbers = load_numbers(arguments.out)
            numbers[arguments.players] = _from_unit(average)
            write_json(arguments.out, numbers)
            print(
                f"generation {generation + 1}: best {worth.max():+.3f}, mean {worth.mean():+.3f}, "
                f"spread {spread.mean():.4f}",
                flush=True,
            )


def _utilities(number: int) -> np.ndarray:
    """What each place in the order of a generation counts; they add up to 0."""
    places = np.maximum(0, np.log(number / 2 + 1) - np.log(np.arange(1, number + 1)))
    utilities: np.ndarray = places / places.sum() - 1 / number
    return utilities


def _compare(
    workers: ProcessPoolExecutor,
    arguments: argparse.Namespace,
    variants: np.ndarray,
    mean: np.ndarray,
    seed: int,
) -> np.ndarray:
    parts = np.array_split(variants, arguments.workers)
    counts = Counts(arguments.own, arguments.copies)
    jobs = [
        workers.submit(worths, part, mean, arguments.players, arguments.deals, seed, counts)
        for part in parts
    ]
    return np.concatenate([job.result() for job in jobs])


def worths(
    variants: np.ndarray, mean: np.ndarray, num_players: int, deals: int, seed: int, counts: Counts
) -> np.ndarray:
    """How each variant does on every seat against copies of the present player.

    A lead counts up to a whole victory; every own point counts a little beside it, and what wins
    among copies of the variant.
    """
    agents = [
        StyleAgent({num_players: make_styles(_from_unit(unit))}) for unit in [mean, *variants]
    ]
    games = deals * num_players
    seat = np.arange(games) % num_players
    seating = np.zeros((len(variants), games, num_players), np.int64)
    for variant in range(len(variants)):
        seating[variant, np.arange(games), seat] = variant + 1
    scores = _scores(agents, seating, seed)
    is_own = np.arange(num_players) == seat[:, None]
    own = scores[:, is_own]
    lead = own - np.where(is_own, -np.inf, scores).max(axis=2)
    worth: np.ndarray = (np.tanh(lead / SCALE) + counts.own * own).mean(axis=1)
    if counts.copies:
        among_copies = np.ones_like(seating) * np.arange(1, len(variants) + 1)[:, None, None]
        winners = _scores(agents, among_copies[:, ::num_players], seed).max(axis=2)
        worth += counts.copies * winners.mean(axis=1)
    return worth


def _scores(agents: list[StyleAgent], seating: np.ndarray, seed: int) -> np.ndarray:
    """(variants, games, players) final scores; all variants play the same deals."""
    variants, games, num_players = seating.shape
    seeds = seed + np.tile(np.arange(games) // num_players, variants)
    played = play_games(agents, seating.reshape(-1, num_players), seeds)
    return played.scores.reshape(variants, games, num_players).astype(float)


def to_unit(numbers: dict[str, float]) -> np.ndarray:
    values = np.array([numbers[name] for name in NAMES])
    unit: np.ndarray = (values - LOW) / (HIGH - LOW)
    return unit


def _from_unit(unit: np.ndarray) -> dict[str, float]:
    values = LOW + np.clip(unit, 0, 1) * (HIGH - LOW)
    return {name: round(float(value), 4) for name, value in zip(NAMES, values, strict=True)}


if __name__ == "__main__":
    sys.exit(main())
