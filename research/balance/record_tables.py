"""Records and findings as tidy Parquet and CSV files."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from parlour.files import write_file
from parlour.ruleset import ruleset_for
from parlour.spec import GameSpec
from research.balance.effects import options_of
from research.balance.games import EVENTS
from research.balance.record import Records
from research.balance.study import Study
from research.statistics import Estimate


def write_tables(records: Records, folder: Path) -> None:
    """The records as Parquet files; the `layout` of the game explains the columns."""
    folder.mkdir(exist_ok=True)
    for name, columns in tables(records.match.spec).items():
        write_file(folder / f"{name}.parquet", partial(_write_parquet, columns(records)))


def _write_parquet(columns: Mapping[str, Any], file: Any) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.table(dict(columns)), file)


def _named(numbers: np.ndarray, names: Sequence[str]) -> Any:
    """A column of names, each of which is stored once."""
    import pyarrow as pa

    return pa.DictionaryArray.from_arrays(pa.array(numbers.astype(np.int16)), names)


def seat_columns(records: Records) -> dict[str, Any]:
    """A row for each game and seat."""
    seats, (games, num_players) = records.seats.reshape(-1), records.wins.shape
    parts = records.parts
    columns: dict[str, Any] = {
        "game": np.repeat(np.arange(games), num_players),
        "seed": np.repeat(records.match.games(0, games).seeds, num_players),
        "seat": np.tile(np.arange(num_players), games),
        "score": records.scores.ravel(),
        "rank": records.ranks.ravel(),
        "win_share": records.wins.ravel(),
        parts.spec.tie_break_word: records.tie_breaks.ravel(),
        "decisions": records.decisions.ravel(),
    }
    columns |= {name: seats[name] for name in parts.fields(())}
    sources = [f"{parts.unit.lower()}_{name}" for name in parts.spec.sources]
    for field, names in {"points": sources, **parts.parts_of_fields}.items():
        columns |= {name: seats[field][:, k] for k, name in enumerate(names)}
    return columns


def round_columns(records: Records) -> dict[str, Any]:
    """A row for each game, seat and time; the last one is the end of the game."""
    parts, (games, num_players) = records.parts, records.wins.shape
    times = len(parts.times)
    shape = (games, num_players, times + 1)
    places = np.indices(shape).reshape(3, -1)
    columns: dict[str, Any] = {"game": places[0], "seat": places[1], "round": places[2] + 1}
    columns |= {name: records.seats[name].ravel() for name in parts.fields((times + 1,))}
    worth = records.seats["worth"]
    columns["lead"] = (worth - _best_other(worth)).ravel()
    for name in parts.fields((times,)):
        numbers = np.zeros(shape, records.seats[name].dtype)
        numbers[:, :, :-1] = records.seats[name]
        columns[name] = numbers.ravel()
    return columns


def _best_other(worth: np.ndarray) -> np.ndarray:
    """(games, players, times) the highest worth among the other seats."""
    ordered = np.sort(worth, axis=1)
    first, second = ordered[:, -1:], ordered[:, -2:-1]
    return np.where(worth == first, second, first)


def _situation_columns(records: Records) -> dict[str, Any]:
    rows = records.situations
    columns = {name: rows[name] for name in rows.dtype.names or ()}
    return {"situation": np.arange(len(rows)), **columns}


def _opportunity_columns(records: Records) -> dict[str, Any]:
    match, number = records.match, records.parts.layout.num_options
    names, families = [""] * number, [""] * number
    for option in options_of(ruleset_for(match.spec, match.components, match.num_players)):
        names[option.number], families[option.number] = option.name, option.family
    rows = records.opportunities
    return {
        "situation": rows["situation"],
        "family": _named(rows["option"], families),
        "option": _named(rows["option"], names),
        "taken": rows["taken"],
    }


def _event_columns(records: Records) -> dict[str, Any]:
    match, rows = records.match, records.events
    ruleset = ruleset_for(match.spec, match.components, match.num_players)
    columns = {name: rows[name] for name in rows.dtype.names or ()}
    for name, (lowest, names) in records.parts.names_in_events(ruleset).items():
        columns[name] = _named(rows[name] - lowest, names)
    return columns


TABLES = {
    "seats": seat_columns,
    "rounds": round_columns,
    "situations": _situation_columns,
    "opportunities": _opportunity_columns,
}
ALL_TABLES = (*TABLES, *EVENTS.values())  # of any game


def tables(spec: GameSpec) -> dict[str, Callable[[Records], dict[str, Any]]]:
    """The tables of a game's records by name: each makes its columns."""
    return {**TABLES, EVENTS[spec.name]: _event_columns}


# --- findings ------------------------------------------------------------------------------------

FIELDS = ("family", "name", "words", "offered", "taken")


def finding_rows(study: Study) -> list[dict[str, object]]:
    """A row for each finding: shares of the victory, 0 to 1, points, and 95 % intervals.

    `all_low` to `all_high` is the interval that holds together with those of all findings.
    """
    rows, points = [], study.parts.score_word.replace(" ", "_")
    for finding in study.findings:
        together = study.interval(finding)
        row: dict[str, object] = {
            "agent": study.agent,
            "players": study.num_players,
            "games": study.games,
            **{name: getattr(finding, name) for name in FIELDS},
        }
        row |= _numbers("", finding.estimate) | _numbers("naive_", finding.naive)
        row |= _numbers(f"{points}_", finding.margin)
        row |= {"all_low": _short(together.low), "all_high": _short(together.high)}
        row["clear"] = int(finding.clear(study.reach))
        rows.append(row)
    return rows


def _numbers(prefix: str, estimate: Estimate | None) -> dict[str, object]:
    names = [f"{prefix}{end}" for end in ("estimate", "low", "high")]
    if estimate is None:
        return dict.fromkeys(names, "")
    return dict(zip(names, map(_short, astuple(estimate.interval())), strict=True))


def _short(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.6g}"
