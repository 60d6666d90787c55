"""Figures to reach, each a ratio of two measurements of one run.

python -m benchmarks.targets                    prints them from the committed results
python -m benchmarks.targets --game noblemen    those of another game, next to the default one
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from agents.reporting.cli import GameOptions, run_command
from agents.reporting.tables import new_table, print_result
from benchmarks import store
from benchmarks.coldstart import LIMITS, PARTS
from benchmarks.peers import BATCH, FUSED, OPENSPIEL_LOOP, name_of_default
from benchmarks.threads import SITUATIONS, gains
from benchmarks.throughput import BATCH_SIZES, YARDSTICK, batch_name
from benchmarks.timing import Rate
from benchmarks.workloads import DEFAULT
from parlour.spec import GameSpec

HEAD = ("ratio", "measured", "wanted at least", "")
MAX_RECORD = 2048  # bytes
BEST_PGX, OWN_BATCH = "pgx", "Batch(256).step"
ROLLOUTS = "OpenSpiel crazy_eights, C++ random rollouts"
Limit: TypeAlias = tuple[str, str, float, float | None]  # own, peer, at least, aim
LIMITS_BY_PEER: tuple[Limit, ...] = (
    (FUSED, ROLLOUTS, 1.0, 1.5),
    (BATCH, OPENSPIEL_LOOP, 15.0, None),
    (BATCH, BEST_PGX, 8.0, None),
    ("Batch(1).step", OPENSPIEL_LOOP, 2.0, None),
    ("AEC raw", "PettingZoo connect_four_v3, raw", 4.0, None),
    ("AEC wrapped", "PettingZoo connect_four_v3, wrapped", 1.5, None),
    ("Gymnasium, own steps", "RLCard gin-rummy, env.step", 3.0, None),
    ("SB3 VecEnv(256)", OWN_BATCH, 0.5, None),
)
OTHER_LIMITS: tuple[Limit, ...] = (
    (FUSED, name_of_default(FUSED), 0.3, None),
    (BATCH, name_of_default(BATCH), 0.35, None),
    (FUSED, ROLLOUTS, 1.0, None),
    (BATCH, OPENSPIEL_LOOP, 10.0, None),
)


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


def targets(spec: GameSpec = DEFAULT) -> list[Target]:
    """Return the figures to reach of a game."""
    if spec is not DEFAULT:
        return [*_against_peers(spec, OTHER_LIMITS), _record_size(spec), *_cold_start(spec)]
    by_peer = _against_peers(spec, LIMITS_BY_PEER)
    return [*by_peer, *_against_memory(), *_threads(), *_proportions(), *_cold_start(spec)]


def _against_peers(spec: GameSpec, limits: Iterable[Limit]) -> Iterator[Target]:
    rates = store.rates("peers", "rates", game=spec.name)
    for own, peer, limit, aim in limits:
        other = {BEST_PGX: _best_pgx(rates), OWN_BATCH: f"{spec.name}: {OWN_BATCH}"}.get(peer, peer)
        if other in rates:
            ratio = rates[f"{spec.name}: {own}"].over(rates[other])
            yield Target(f"{own} / {other.removeprefix(f'{spec.name}: ')}", ratio, limit, aim)


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


def _record_size(spec: GameSpec) -> Target:
    ratio = Rate((MAX_RECORD / spec.state.itemsize,))
    return Target(f"{MAX_RECORD:,} bytes / the record of a game", ratio, 1.0)


def _cold_start(spec: GameSpec) -> list[Target]:
    measured = store.load("coldstart", spec.name)["seconds"]
    return [
        Target(f"{limit:g} s / import and first full game, {name}", Rate((limit / seconds,)), 1.0)
        for name, limit in LIMITS.items()
        if (seconds := measured[name][PARTS[0]])
    ]


@dataclass(frozen=True)
class Options(GameOptions):
    """Print the figures to reach, from the committed results."""


def show(options: Options) -> None:
    title = "figures to reach: ratios, median (lowest to highest repeat)"
    print_result([new_table(title, *HEAD, rows=[target.texts for target in targets(options.spec)])])


main = partial(run_command, Options, show)

if __name__ == "__main__":
    sys.exit(main())
