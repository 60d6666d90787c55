"""How close `Batch.step` comes to what memory allows, and where its time goes.

    python -m benchmarks.roofline            the fraction, the shares, instructions per decision
    python -m benchmarks.roofline --quick    without the instructions

The roof is the time just to fill the same observation and mask buffers with a constant. The shares
are the parts of a step, each timed alone on the same games; what is left is applying the action.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import instructions, store, workloads
from benchmarks.timing import Rate, Workload, measure_together
from rokoko_env import Batch
from rokoko_env.core.rows import show_rows, start_rows
from rokoko_env.core.state import new_states
from rokoko_env.core.states import play_to_end, refresh_legal, seeds_for, start_games

PLAYERS = 4
SIZES = (1024, 16384)
SHARES_AT = 1024


def roof(sizes: Sequence[int], repeats: int, seconds: float) -> dict[int, dict[str, Rate]]:
    made: dict[str, Workload] = {}
    for size in sizes:
        made[f"fill {size}"] = workloads.fill(size)
        made[f"step {size}"] = workloads.batch_step(size, PLAYERS)
    rates = measure_together(made, repeats, seconds)
    return {size: {what: rates[f"{what} {size}"] for what in ("fill", "step")} for size in sizes}


def parts(num_games: int) -> dict[str, Workload]:
    """The parts of a step, on games in the middle; the number that each returns is of decisions."""
    games = Batch(num_games, PLAYERS)
    for _ in range(150):
        games.step(games.random_actions())
    rows, rules = games._rows.copy(), games._rules
    states = np.ascontiguousarray(rows["state"])
    observations, masks = games._shown.records
    spare = rows.copy()
    per_game = _decisions_per_game(rules)

    def counted(call: object, *arguments: object) -> Workload:
        def work() -> int:
            call(*arguments, 0, num_games)  # type: ignore[operator]
            return num_games

        return work

    def begin() -> int:
        start_rows(spare, rules, PLAYERS, False, 0, num_games)
        return round(num_games * per_game)  # a game begins once in so many decisions

    return {
        "whole step": workloads.batch_step(num_games, PLAYERS),
        "draw the actions": lambda: len(games.random_actions()),
        "legal actions (bitset)": counted(refresh_legal, states, rules),
        "mask (bytes)": counted(show_rows, rows, rules, observations[:0], masks),
        "observe": counted(show_rows, rows, rules, observations, masks[:0]),
        "refill: new games": begin,
    }


def _decisions_per_game(rules: np.ndarray) -> float:
    states = new_states(500)
    start_games(states, rules, PLAYERS, seeds_for(0, 500))
    return play_to_end(states, rules) / 500


def shares(repeats: int, seconds: float) -> dict[str, Rate]:
    """What part of a step's time each part takes."""
    rates = measure_together(parts(SHARES_AT), repeats, seconds)
    whole = rates.pop("whole step")
    of_whole = {name: whole.over(rate) for name, rate in rates.items()}
    columns = zip(*(share.values for share in of_whole.values()), strict=True)
    rest = tuple(1 - sum(column) for column in columns)
    return {**of_whole, "apply the action (the rest)": Rate(rest)}


def main(argv: Sequence[str] | None = None) -> int:
    arguments = store.options(__doc__, argv)
    repeats, seconds = (3, 0.1) if arguments.quick else (9, 0.25)
    console = Console(width=120)
    with console.status("measuring"):
        by_size = roof(SIZES, repeats, seconds)
        by_part = shares(repeats, seconds)
    console.print(_roof_table(by_size))
    console.print(_shares_table(by_part))
    counted: dict[str, float] = {}
    counter = None
    if not arguments.quick:
        counter = instructions.counter()
        if counter is None:
            console.print(instructions.MISSING)
        else:
            with console.status(f"counting instructions with {counter} (some minutes)"):
                counted = instructions.per_decision(counter)
            console.print(_instructions_table(counter, counted))
    if arguments.save:
        store.save(
            "roofline",
            {
                "games": {
                    str(size): {what: rate.to_json() for what, rate in rates.items()}
                    for size, rates in by_size.items()
                },
                "shares": {name: share.to_json() for name, share in by_part.items()},
                "instructions": {"counter": counter, "per decision": counted},
            },
        )
    return 0


def _roof_table(by_size: dict[int, dict[str, Rate]]) -> Table:
    table = Table(title="Batch.step with mask and observation, one thread, 4 players")
    for column in ("games", "merely filling the buffers/s", "decisions/s", "fraction"):
        table.add_column(column, justify="right")
    for size, rates in by_size.items():
        fraction = rates["step"].over(rates["fill"])
        table.add_row(f"{size:,}", str(rates["fill"]), str(rates["step"]), f"{fraction.median:.1%}")
    return table


def _shares_table(by_part: dict[str, Rate]) -> Table:
    table = Table(title=f"where a step's time goes, {SHARES_AT:,} games")
    table.add_column("part")
    table.add_column("share", justify="right")
    for name, share in by_part.items():
        table.add_row(name, share.spread("{:.0%}".format))
    return table


def _instructions_table(counter: str, counted: dict[str, float]) -> Table:
    table = Table(title=f"instructions per decision ({counter})")
    table.add_column("work")
    table.add_column("instructions", justify="right")
    for name, number in counted.items():
        table.add_row(name, f"{number:,.0f}")
    return table


if __name__ == "__main__":
    sys.exit(main())
