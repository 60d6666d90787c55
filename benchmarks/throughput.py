"""How many decisions a second the engine makes, layer by layer, on one thread.

    python -m benchmarks.throughput            all layers, 2 to 5 players, 7 repeats
    python -m benchmarks.throughput --quick    4 players, 3 short repeats
    python -m benchmarks.throughput --json FILE

Beside each rate stands its ratio to a yardstick of the same run: copying the record of a game, the
least that any search or batch has to do.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.timing import Rate, measure
from rokoko_env import NUM_ACTIONS, OBSERVATION_SIZE, Game, load_components
from rokoko_env.core import batch, ids
from rokoko_env.core.state import STATE, new_states
from rokoko_env.core.tables import build_rules

GAMES = 1024
YARDSTICK = "copy the record"


class Bench:
    """A batch of games in mid-play, and the layers to measure on it."""

    def __init__(self, num_players: int) -> None:
        self.num_players = num_players
        self.rules = build_rules(load_components(), num_players)
        self.states = new_states(GAMES)
        seeds = batch.seeds_for(0, GAMES)
        batch.start_games(self.states, self.rules, num_players, seeds, 0, GAMES)
        self.actions = np.zeros(GAMES, np.int64)
        self.masks = np.zeros((GAMES, NUM_ACTIONS), np.int8)
        self.observations = np.zeros((GAMES, OBSERVATION_SIZE), np.float32)
        self.spare = new_states(GAMES)
        self.rng = random.Random(0)
        self.game = Game(num_players, 0)

    def layers(self) -> dict[str, Callable[[], int]]:
        return {
            YARDSTICK: self.copy_records,
            "random play inside the jit": self.fused,
            f"step {GAMES:,} games": self.step,
            f"step {GAMES:,} games, with masks": self.step_and_mask,
            f"step {GAMES:,} games, with masks and observations": self.step_and_observe,
            "Game.apply with legal_actions": self.play_game,
        }

    def copy_records(self) -> int:
        # As bytes: NumPy copies structured arrays field by field.
        self.spare.view(np.uint8)[:] = self.states.view(np.uint8)
        return GAMES

    def fused(self) -> int:
        """Draw a legal action, apply it, start a new game when one is over."""
        batch.play_random(self.states, self.rules, 64, 0, GAMES)
        return 64 * GAMES

    def step(self) -> int:
        """Given actions in given games; finished games start anew."""
        batch.random_actions(self.states, self.actions, 0, GAMES)
        batch.step_games(self.states, self.rules, self.actions, 0, GAMES)
        for i in np.flatnonzero(self.states["decision"] == ids.OVER):
            seeds = np.full(GAMES, self.rng.getrandbits(60), np.uint64)
            batch.start_games(self.states, self.rules, self.num_players, seeds, int(i), int(i) + 1)
        return GAMES

    def step_and_mask(self) -> int:
        self.step()
        batch.write_masks(self.states, self.masks, 0, GAMES)
        return GAMES

    def step_and_observe(self) -> int:
        self.step_and_mask()
        seats = self.states["player"].astype(np.int64)
        batch.write_observations(self.states, self.rules, seats, self.observations, 0, GAMES)
        return GAMES

    def play_game(self) -> int:
        """The friendly object, from Python."""
        for _ in range(100):
            self.game.apply(self.rng.choice(self.game.legal_actions()))
            if self.game.is_over:
                self.game = Game(self.num_players, self.rng.getrandbits(60))
        return 100


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="4 players, 3 short repeats")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    arguments = parser.parse_args(argv)
    numbers = (4,) if arguments.quick else (2, 3, 4, 5)
    repeats, seconds = (3, 0.2) if arguments.quick else (7, 0.5)
    console = Console(width=120)
    rates: dict[int, dict[str, Rate]] = {}
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("measuring (the first run compiles for half a minute)", total=None)
        for num_players in numbers:
            layers = Bench(num_players).layers()
            progress.update(task, total=len(numbers) * len(layers))
            rates[num_players] = {}
            for name, work in layers.items():
                rates[num_players][name] = measure(work, repeats, seconds)
                progress.advance(task)
    for num_players, by_layer in rates.items():
        console.print(_table(num_players, by_layer, repeats))
    if arguments.json:
        figures = {n: {k: asdict(r) for k, r in rows.items()} for n, rows in rates.items()}
        machine = {"machine": platform.machine(), "python": platform.python_version()}
        arguments.json.write_text(json.dumps({**machine, "rates": figures}, indent=1) + "\n")
    return 0


def _table(num_players: int, rates: dict[str, Rate], repeats: int) -> Table:
    table = Table(
        title=f"{num_players} players, record of {STATE.itemsize} bytes, one thread",
        caption=f"a second: median of {repeats} repeats (lowest to highest)",
    )
    table.add_column("layer")
    table.add_column("decisions/s", justify="right")
    table.add_column("of copying", justify="right")
    for name, rate in rates.items():
        table.add_row(name, str(rate), f"{rate.median / rates[YARDSTICK].median:.2%}")
    return table


if __name__ == "__main__":
    sys.exit(main())
