"""The roofline of `Batch.step`: how close it comes to what memory allows, and its parts.

    python -m benchmarks.roofline            the fraction, the shares, instructions per decision
    python -m benchmarks.roofline --quick    without the instructions

The roof is the time to fill the same observation and mask buffers with a constant. The shares are
those of the parts of a step, each timed alone on the same games; the rest is applying the action.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from agents.reporting.cli import run_command
from agents.reporting.progress import progress_bar
from agents.reporting.tables import new_table, print_result
from benchmarks import instructions, store, workloads
from benchmarks.timing import Rate, Workload, counted, measure_together
from benchmarks.workloads import PLAYERS
from parlour.batch import Batch
from parlour.core.rows import show_rows, start_rows
from parlour.core.states import play_to_end, refresh_legal, seeds_for, start_games
from parlour.spec import GameSpec

SIZES = (1024, 16384)
SHARES_AT = 1024


def measure_roof(
    spec: GameSpec, sizes: Sequence[int], repeats: int, seconds: float
) -> dict[int, dict[str, Rate]]:
    by_name: dict[str, Workload] = {}
    for size in sizes:
        by_name[f"fill {size}"] = workloads.fill(size, spec=spec)
        by_name[f"step {size}"] = workloads.batch_step(size, PLAYERS, spec=spec)
    rates = measure_together(by_name, repeats, seconds)
    return {size: {kind: rates[f"{kind} {size}"] for kind in ("fill", "step")} for size in sizes}


def parts(spec: GameSpec, num_games: int) -> dict[str, Workload]:
    """Return the parts of a step, on games in the middle; each returns a number of decisions."""
    games = Batch(num_games, PLAYERS, spec=spec)
    for _ in range(150):
        games.step(games.random_actions())
    rows, rules, every = games._rows.copy(), games._rules, (0, num_games)
    states = np.ascontiguousarray(rows["state"])
    observations, masks = games._buffers.records
    new = (rows.copy(), rules, PLAYERS, False)
    until_refill = round(num_games * _decisions_per_game(spec, rules))

    return {
        "whole step": workloads.batch_step(num_games, PLAYERS, spec=spec),
        "draw the actions": lambda: len(games.random_actions()),
        "legal actions (bitset)": counted(num_games, refresh_legal, states, rules),
        "mask (bytes)": counted(num_games, show_rows, rows, rules, observations[:0], masks, *every),
        "observe": counted(num_games, show_rows, rows, rules, observations, masks[:0], *every),
        "refill: new games": counted(until_refill, start_rows, *new, *every),
    }


def _decisions_per_game(spec: GameSpec, rules: np.ndarray) -> float:
    states = spec.new_states(500)
    start_games(states, rules, PLAYERS, seeds_for(0, 500))
    return float(play_to_end(states, rules) / 500)


def measure_shares(spec: GameSpec, repeats: int, seconds: float) -> dict[str, Rate]:
    """Measure each part's share of a step's time."""
    rates = measure_together(parts(spec, SHARES_AT), repeats, seconds)
    whole = rates.pop("whole step")
    of_whole = {name: whole.over(rate) for name, rate in rates.items()}
    columns = zip(*(share.values for share in of_whole.values()), strict=True)
    rest = tuple(1 - sum(column) for column in columns)
    return {**of_whole, "apply the action (the rest)": Rate(rest)}


class Options(store.QuickOptions):
    """Measure how close Batch.step comes to what memory allows, and where its time goes."""


def measure(options: Options) -> None:
    """Measure, count instructions except in a quick run, print the results and keep them."""
    repeats, seconds = options.pick(full=(9, 0.25), quick=(3, 0.1))
    spec = options.spec
    by_size = measure_roof(spec, SIZES, repeats, seconds)
    by_part = measure_shares(spec, repeats, seconds)
    title = "Batch.step with mask and observation, one thread, 4 players"
    head = ("games", "filling the buffers/s", "decisions/s", "fraction")
    step = f"time of a step, {SHARES_AT:,} games"
    shares = new_table(step, "part", "share", rows=share_rows(by_part))
    print_result([new_table(title, *head, rows=roof_rows(by_size)), shares])
    if options.quick:
        return
    counts: dict[str, float] = {}
    counter = instructions.available_counter()
    if counter is None:
        print(instructions.MISSING)
    else:
        with progress_bar(f"counting instructions with {counter} (some minutes)"):
            counts = instructions.per_decision(counter, spec)
        title = f"instructions per decision ({counter})"
        rows = instruction_rows(counts)
        print_result([new_table(title, "workload", "instructions", rows=rows)])
    by_decision = {"counter": counter, "per decision": counts}
    options.keep("roofline", {"games": by_size, "shares": by_part, "instructions": by_decision})


def roof_rows(by_size: Mapping[int, Mapping[str, Rate]]) -> Iterator[tuple[str, str, str, str]]:
    for size, rates in by_size.items():
        fraction = rates["step"].over(rates["fill"])
        yield f"{size:,}", str(rates["fill"]), str(rates["step"]), f"{fraction.median:.1%}"


def share_rows(by_part: Mapping[str, Rate]) -> list[tuple[str, str]]:
    return [(name, share.spread("{:.0%}".format)) for name, share in by_part.items()]


def instruction_rows(counts: Mapping[str, float]) -> list[tuple[str, str]]:
    return [(name, f"{number:,.0f}") for name, number in counts.items()]


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
