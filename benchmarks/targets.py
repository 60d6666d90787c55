"""Figures to reach, each a ratio of two measurements of one run.

python -m benchmarks.targets      prints them from the committed results
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial

from agents.reporting.cli import run_command
from agents.reporting.tables import new_table, print_result
from benchmarks import store
from benchmarks.coldstart import LIMITS, PARTS
from benchmarks.peers import OPENSPIEL_LOOP
from benchmarks.threads import SITUATIONS, gains
from benchmarks.throughput import BATCH_SIZES, YARDSTICK, batch_name
from benchmarks.timing import Rate

HEAD = ("ratio", "measured", "wanted at least", "")


@dataclass(frozen=True)
class Target:
    """A measured ratio with its lower limit, and perhaps a higher aim."""

    what: str
    measured: Rate
    wanted: float
    aim: float | None = None

    @property
    def verdict(self) -> str:
        if self.measured.median < self.wanted:
            return "missed"
        return "reached" if self.measured.median >= (self.aim or 0) else "reached, not the aim"

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """Cells of a table: ratio, measured, wanted, verdict."""
        wanted = f"{self.wanted:g}" + (f", aim {self.aim:g}" if self.aim else "")
        return self.what, self.measured.spread("{:.3g}".format), wanted, self.verdict


def targets() -> list[Target]:
    return [*_against_peers(), *_against_memory(), *_threads(), *_proportions(), *_cold_start()]


def _against_peers() -> list[Target]:
    rates = store.rates("peers", "rates")

    def ratio(own: str, peer: str) -> Rate:
        return rates[f"rokoko: {own}"].over(rates[peer])

    limits = [
        ("random play inside the jit", "OpenSpiel crazy_eights, C++ random rollouts", 1.0, 1.5),
        ("Batch(1,024).step", OPENSPIEL_LOOP, 15.0, None),
        ("Batch(1,024).step", _best_pgx(rates), 8.0, None),
        ("Batch(1).step", OPENSPIEL_LOOP, 2.0, None),
        ("AEC raw", "PettingZoo connect_four_v3, raw", 4.0, None),
        ("AEC wrapped", "PettingZoo connect_four_v3, wrapped", 1.5, None),
        ("Gymnasium, own steps", "RLCard gin-rummy, env.step", 3.0, None),
        ("SB3 VecEnv(256)", "rokoko: Batch(256).step", 0.5, None),
    ]
    return [
        Target(f"{own} / {peer.removeprefix('rokoko: ')}", ratio(own, peer), limit, aim)
        for own, peer, limit, aim in limits
        if peer in rates
    ]


def _best_pgx(rates: dict[str, Rate]) -> str:
    """The name of pgx with its own random agent, at its best number of games."""
    sizes = [name for name in rates if name.startswith("pgx") and name.endswith("games")]
    return max(sizes, key=lambda name: rates[name].median, default="pgx")


def _against_memory() -> list[Target]:
    games = store.rates("roofline", "games", "1024")
    fraction = games["step"].over(games["fill"])
    return [Target("Batch(1,024).step / merely filling the same buffers", fraction, 0.12, 0.2)]


def _threads() -> list[Target]:
    by_situation = {name: gains(store.rates("threads", name)) for name in SITUATIONS}
    free, busy = SITUATIONS
    limits = [(free, 1024, 1.4), (free, 16384, 1.6), (busy, 1024, 0.9), (busy, 16384, 0.9)]
    return [
        Target(f"2 threads / 1, {size:,} games, {situation}", by_situation[situation][size], limit)
        for situation, size, limit in limits
    ]


def _proportions() -> list[Target]:
    rates = store.rates("throughput", "players", "4")
    sizes = [rates[batch_name(size, 1)] for size in BATCH_SIZES]
    best = max(sizes, key=lambda rate: rate.median)
    in_turn = store.rates("throughput", "players_in_turn")

    def five_over_two(layer: str) -> Rate:
        return in_turn[f"{layer}, 5 players"].over(in_turn[f"{layer}, 2 players"])

    step = batch_name(1024, 1)
    return [
        Target("Batch(16,384).step / the best number of games", sizes[-1].over(best), 0.6),
        Target("Batch(1,024).step, 5 players / 2", five_over_two(step), 0.6),
        Target(f"{YARDSTICK}, 5 players / 2", five_over_two(YARDSTICK), 0.6),
    ]


def _cold_start() -> list[Target]:
    measured = store.load("coldstart")["seconds"]
    return [
        Target(f"{limit:g} s / import and first full game, {name}", Rate((limit / seconds,)), 1.0)
        for name, limit in LIMITS.items()
        if (seconds := measured[name][PARTS[0]])
    ]


@dataclass(frozen=True)
class Options:
    """Print the figures to reach, from the committed results."""


def show(options: Options) -> None:
    title = "figures to reach: ratios, median (lowest to highest repeat)"
    print_result([new_table(title, *HEAD, rows=[target.texts for target in targets()])])


main = partial(run_command, Options, show)

if __name__ == "__main__":
    sys.exit(main())
