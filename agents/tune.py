"""`python -m agents.tune --players 3 --generations 200`: tune the numbers of a scripted player.

An evolution strategy (SNES): in every generation some variants are drawn around the current
numbers, each plays the same deals against the current player, and the numbers move towards the
variants that did better. They are written after every generation, so the command can be
interrupted, and resumes from them.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from agents.reporting.cli import (
    CommandError,
    PlayersOptions,
    Stopped,
    check_at_least,
    num_workers,
    run_command,
)
from agents.reporting.files import write_json
from parlour.players.agent import Agent
from parlour.players.play import play_games
from parlour.players.tunable import Tunable, find_tunable
from parlour.spec import GameSpec


@dataclass(frozen=True)
class Options(PlayersOptions):
    """Tune the numbers of the scripted player by letting variants of it play against it."""

    generations: int = 100
    """Steps of the evolution strategy."""
    variants: int = 32
    """In each generation; an even number."""
    deals: int = 100
    """Each variant plays this many, on every seat."""
    spread: float = 0.08
    """Of the variants, at first."""
    own: float = 0.01
    """Weight of a player's own points, next to the lead."""
    copies: float = 0.0
    """Weight of the winner's points in games among copies of the variant."""
    seed: int = 1
    """Of the variants and their deals."""
    workers: int = 0
    """Processes; 0: one for each core."""
    out: Path | None = None
    """File with the numbers, which is read and written; by default the game's."""

    @property
    def file(self) -> Path:
        """The file with the numbers."""
        return self.out or tunable_numbers(self.spec).file

    def check(self) -> None:
        if self.variants < 2 or self.variants % 2:
            raise CommandError(f"variants is {self.variants}, expected an even number from 2 on")
        for name in ("generations", "deals"):
            check_at_least(name, getattr(self, name), 1)
        check_at_least("seed", self.seed, 0)


def tunable_numbers(spec: GameSpec) -> Tunable:
    """Return the numbers of a game's script."""
    tunable = find_tunable(spec)
    if tunable is None:
        raise CommandError(f"{spec.title} has no script whose numbers could be tuned")
    return tunable


def tune(options: Options) -> None:
    """Tune the numbers for one number of players."""
    options.check()
    file = options.file
    workers = num_workers(options.workers)
    try:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
            _evolve(options, executor, workers)
    except KeyboardInterrupt:
        raise Stopped(f"stopped; {file} has the numbers of all finished generations") from None


def _evolve(options: Options, executor: ProcessPoolExecutor, workers: int) -> None:
    spec, num_players, file = options.spec, options.num_players, options.file
    tunable = tunable_numbers(spec)
    mean = tunable.to_unit(tunable.load(file)[num_players])
    spread = np.full(len(mean), options.spread)
    rng = np.random.default_rng(options.seed)
    utilities = _utilities(options.variants)
    rate = (3 + np.log(len(mean))) / (5 * np.sqrt(len(mean)))
    average = mean.copy()
    for generation in range(options.generations):
        half = rng.standard_normal((options.variants // 2, len(mean)))
        steps = np.concatenate([half, -half])
        variants = np.clip(mean + spread * steps, 0, 1)
        seed = int(rng.integers(2**40))
        jobs = [
            executor.submit(
                fitness, spec, part, mean, num_players, options.deals, seed,
                own=options.own, copies=options.copies,
            )
            for part in np.array_split(variants, workers)
        ]  # fmt: skip
        values = np.concatenate([job.result() for job in jobs])
        weights = np.zeros(len(steps))
        weights[np.argsort(-values)] = utilities
        mean = np.clip(mean + spread * (weights @ steps), 0, 1)
        spread = spread * np.exp(rate / 2 * (weights @ (steps**2 - 1)))
        average = 0.9 * average + 0.1 * mean  # the path is noisy: its average is better
        # Read again: another run may have written those for other numbers of players.
        numbers = tunable.load(file)
        numbers[num_players] = tunable.from_unit(average)
        write_json(file, numbers)
        print(
            f"generation {generation + 1}: best {values.max():+.3f}, mean {values.mean():+.3f}, "
            f"spread {spread.mean():.4f}",
            flush=True,
        )


def _utilities(variants: int) -> np.ndarray:
    """Return the utility of each place in the order of a generation; they add up to 0."""
    places = np.maximum(0, np.log(variants / 2 + 1) - np.log(np.arange(1, variants + 1)))
    utilities: np.ndarray = places / places.sum() - 1 / variants
    return utilities


def fitness(
    spec: GameSpec,
    variants: np.ndarray,
    mean: np.ndarray,
    num_players: int,
    deals: int,
    seed: int,
    *,
    own: float = Options.own,
    copies: float = Options.copies,
) -> np.ndarray:
    """Let each variant play on every seat against copies of the current player, `mean`.

    A lead counts up to a whole victory; own points have a small weight next to it, and so may the
    winner's points in games among copies of the variant.
    """
    tunable = tunable_numbers(spec)
    numbers = [tunable.from_unit(unit) for unit in (mean, *variants)]
    agents = [tunable.make_agent(num_players, one) for one in numbers]
    # (games, players): game by game, the variant moves on by a seat.
    is_own = np.tile(np.eye(num_players, dtype=bool), (deals, 1))
    number = np.arange(1, len(variants) + 1)[:, None, None]
    seating = is_own * number
    scores = _scores(spec, agents, seating, seed)
    own_scores = scores[:, is_own]
    lead = own_scores - np.where(is_own, -np.inf, scores).max(axis=2)
    values: np.ndarray = (np.tanh(lead / tunable.lead_scale) + own * own_scores).mean(axis=1)
    if copies:
        among_copies = np.ones_like(seating[:, ::num_players]) * number
        winners = _scores(spec, agents, among_copies, seed).max(axis=2)
        values += copies * winners.mean(axis=1)
    return values


def _scores(spec: GameSpec, agents: list[Agent], seating: np.ndarray, seed: int) -> np.ndarray:
    """(variants, games, players) final scores; all variants play the same deals."""
    variants, games, num_players = seating.shape
    seeds = seed + np.tile(np.arange(games) // num_players, variants)
    results = play_games(agents, seating.reshape(-1, num_players), seeds, spec=spec)
    return results.scores.reshape(variants, games, num_players).astype(float)


main = partial(run_command, Options, tune)

if __name__ == "__main__":
    sys.exit(main())
