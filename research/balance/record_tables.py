"""Records and findings as tidy Parquet and CSV files."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from parlour.files import write_file
from parlour.ruleset import ruleset_for
from research.balance.core import layout
from research.balance.effects import options_of
from research.balance.record import Records
from research.balance.study import Study
from research.statistics import Estimate
from rokoko_env import SPEC
from rokoko_env.core.ids import HALLS, SOURCE_NAMES

# Fields of a seat's record: those that are one number, and those with a number for each round.
PLAIN = ("order", "hired", "deputed", "sold", "favors", "all_halls")
BY_TIME = ("money", "worth", "bales", "trim", "deck", "dresses", "decorations", "halls",
           "turn_order")  # fmt: skip


def write_tables(records: Records, folder: Path) -> None:
    """The records as Parquet files; `research.balance.core.layout` explains the columns."""
    folder.mkdir(exist_ok=True)
    for name, columns in TABLES.items():
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
    columns: dict[str, Any] = {
        "game": np.repeat(np.arange(games), num_players),
        "seed": np.repeat(records.match.games(0, games).seeds, num_players),
        "seat": np.tile(np.arange(num_players), games),
        "score": records.scores.ravel(),
        "rank": records.ranks.ravel(),
        "win_share": records.wins.ravel(),
        "livre_left": records.tie_breaks.ravel(),
        "decisions": records.decisions.ravel(),
    }
    columns |= {name: seats[name] for name in PLAIN}
    columns |= {f"pp_{name}": seats["points"][:, k] for k, name in enumerate(SOURCE_NAMES)}
    columns |= {f"rented_hall_{hall + 1}": seats["rented"][:, hall] for hall in range(HALLS)}
    return columns | {
        f"funded_{kind.replace(' ', '_')}": seats["funded"][:, k]
        for k, kind in enumerate(layout.DECORATION_KINDS)
    }


def round_columns(records: Records) -> dict[str, Any]:
    """A row for each game, seat and beginning of a round; 8 is the end of the game."""
    games, num_players = records.wins.shape
    shape = (games, num_players, layout.TIMES)
    places = np.indices(shape).reshape(3, -1)
    columns: dict[str, Any] = {"game": places[0], "seat": places[1], "round": places[2] + 1}
    columns |= {name: records.seats[name].ravel() for name in BY_TIME}
    worth = records.seats["worth"]
    columns["lead"] = (worth - _best_other(worth)).ravel()
    cards_played = np.zeros(shape, np.int8)
    cards_played[:, :, :-1] = records.seats["cards_played"]
    columns["cards_played"] = cards_played.ravel()
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
    names, families = [""] * layout.NUM_OPTIONS, [""] * layout.NUM_OPTIONS
    for option in options_of(ruleset_for(SPEC, records.match.components, records.num_players)):
        names[option.number], families[option.number] = option.name, option.family
    rows = records.opportunities
    return {
        "situation": rows["situation"],
        "family": _named(rows["option"], families),
        "option": _named(rows["option"], names),
        "taken": rows["taken"],
    }


def _dress_columns(records: Records) -> dict[str, Any]:
    ruleset = ruleset_for(SPEC, records.match.components, records.num_players)
    halls = [hall.name for hall in ruleset.components.board_for(records.num_players).halls]
    rows = records.dresses
    return {name: rows[name] for name in rows.dtype.names or ()} | {
        "dress": _named(rows["dress"], ruleset.vocabulary["dresses"]),
        "hall": _named(rows["hall"] + 1, ["sold", *halls]),
    }


TABLES = {
    "seats": seat_columns,
    "rounds": round_columns,
    "situations": _situation_columns,
    "opportunities": _opportunity_columns,
    "dresses": _dress_columns,
}

# --- findings ------------------------------------------------------------------------------------

FIELDS = ("family", "name", "words", "offered", "taken")


def finding_rows(study: Study) -> list[dict[str, object]]:
    """A row for each finding: shares of the victory, 0 to 1, and 95 % intervals.

    `all_low` to `all_high` is the interval that holds together with those of all findings.
    """
    rows = []
    for finding in study.findings:
        together = study.interval(finding)
        row: dict[str, object] = {
            "agent": study.agent,
            "players": study.num_players,
            "games": study.games,
            **{name: getattr(finding, name) for name in FIELDS},
        }
        row |= _numbers("", finding.estimate) | _numbers("naive_", finding.naive)
        row |= _numbers("prestige_", finding.prestige)
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
