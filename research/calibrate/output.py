"""Findings on many sets for people and programs: tables, CSV, JSON and a plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich import box
from rich.markup import escape
from rich.table import Table

from agents.reporting.figures import NO_PLOTS, write_png
from agents.reporting.files import write_csv, write_json
from research.calibrate.claims import Outcome, Spread, Standing, Topic

_COLORS = {
    Standing.THROUGHOUT: "#009e73",
    Standing.MOSTLY: "#56b4e9",
    Standing.DEPENDS: "#d55e00",
    Standing.OPEN: "#888888",
}


def outcomes_table(outcomes: Sequence[Outcome], num_players: int) -> Table:
    sets = len(outcomes[0].others)
    table = Table(
        title=f"{len(outcomes)} findings on {sets} drawn sets, {num_players} players",
        title_justify="left",
        box=box.SIMPLE_HEAD,
    )
    table.add_column("finding", overflow="fold")
    counts = (f"same sign in, of {sets}", "clear in", "clearly reversed in")
    for column in ("known set, 95 %", *counts):
        table.add_column(column, justify="right")
    table.add_column("so it")
    for topic in Topic:
        of_topic = [outcome for outcome in outcomes if outcome.finding.topic is topic]
        if not of_topic:
            continue
        table.add_section()
        table.add_row(f"[bold]{topic}[/bold], {of_topic[0].finding.unit}")
        for outcome in of_topic:
            table.add_row(
                escape(f"  {outcome.finding.text}"),
                outcome.known.text("+.2f"),
                str(outcome.same_sign),
                str(outcome.clear),
                str(outcome.reversed_clearly),
                str(outcome.standing),
            )
    return table


def spreads_table(spreads: Sequence[Spread], sets: int) -> Table:
    """How far the numbers themselves move."""
    title = f"The same measures on {sets} drawn sets"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column("measure", overflow="fold")
    for column in ("known set", "lowest", "highest", "deviation between sets"):
        table.add_column(column, justify="right")
    for spread in spreads:
        numbers = (spread.known, spread.lowest, spread.highest, spread.deviation)
        table.add_row(escape(str(spread.measure)), *(f"{number:.2f}" for number in numbers))
    return table


def write_outcomes(
    folder: Path, outcomes: Sequence[Outcome], spreads: Sequence[Spread], told: dict[str, Any]
) -> None:
    """`findings.csv`, `measures.csv` and `result.json`."""
    rows = [_row(outcome) for outcome in outcomes]
    write_csv(folder / "findings.csv", list(rows[0]), (list(row.values()) for row in rows))
    moved = [_spread_row(spread) for spread in spreads]
    write_csv(folder / "measures.csv", list(moved[0]), (list(row.values()) for row in moved))
    of_sets = [
        {**row, "on_drawn_sets": [other.to_json() for other in outcome.others]}
        for row, outcome in zip(rows, outcomes, strict=True)
    ]
    write_json(folder / "result.json", {**told, "findings": of_sets, "measures": moved})


def _row(outcome: Outcome) -> dict[str, Any]:
    known = outcome.known.to_json()
    return {
        "topic": str(outcome.finding.topic),
        "finding": outcome.finding.text,
        "unit": outcome.finding.unit,
        "known": known["estimate"],
        "known_low": known["low"],
        "known_high": known["high"],
        "sets": len(outcome.others),
        "same_sign": outcome.same_sign,
        "clear": outcome.clear,
        "reversed_clearly": outcome.reversed_clearly,
        "standing": str(outcome.standing),
    }


def _spread_row(spread: Spread) -> dict[str, Any]:
    numbers = {k: float(f"{v:.6g}") for k, v in asdict(spread).items() if k != "measure"}
    return {"kind": str(spread.measure.kind), "name": spread.measure.name, **numbers}


def draw_outcomes(path: Path, outcomes: Sequence[Outcome]) -> str | None:
    """A row for each finding, a dot for each set; without matplotlib a sentence."""
    try:
        from matplotlib.figure import Figure
        from matplotlib.lines import Line2D
    except ImportError:
        return NO_PLOTS
    panels = [[o for o in outcomes if o.finding.topic is topic] for topic in Topic]
    left, right = panels[:2], panels[2:]
    rows = max(sum(map(len, side)) for side in (left, right))
    figure = Figure(figsize=(13, 2.4 + 0.27 * rows), layout="constrained")
    columns: Any = figure.subfigures(1, 2)
    for column, side in zip(columns, (left, right), strict=True):
        filled = [panel for panel in side if panel]
        heights = [len(panel) + 1 for panel in filled]
        axes = column.subplots(len(filled), 1, squeeze=False, height_ratios=heights)
        for place, panel in zip(axes[:, 0], filled, strict=True):
            _draw_panel(place, panel)
    marks: list[Any] = [
        Line2D([], [], color=color, marker="o", linestyle="", label=str(standing))
        for standing, color in _COLORS.items()
    ]
    marks.append(Line2D([], [], color="black", marker="|", linestyle="", label="known set"))
    figure.legend(handles=marks, loc="outside lower center", ncols=len(marks), fontsize=9)
    sets = len(outcomes[0].others)
    figure.suptitle(f"Findings on {sets} drawn sets: left of the line they are reversed")
    write_png(path, figure)
    return None


def _draw_panel(axes: Any, outcomes: Sequence[Outcome]) -> None:
    for place, outcome in enumerate(reversed(outcomes)):
        color = _COLORS[outcome.standing]
        estimates = [other.estimate for other in outcome.others]
        axes.plot(estimates, [place] * len(estimates), "o", color=color, markersize=4, alpha=0.5)
        axes.plot(outcome.known.estimate, place, "|", color="black", markersize=13, mew=2)
    axes.axvline(0, color="0.5", linestyle="--", linewidth=1, zorder=0)
    axes.set_yticks(range(len(outcomes)), [o.finding.text for o in reversed(outcomes)], fontsize=8)
    axes.set_ylim(-0.7, len(outcomes) - 0.3)
    axes.grid(True, axis="x", alpha=0.3)
    topic, unit = outcomes[0].finding.topic, outcomes[0].finding.unit
    axes.set_title(f"{topic} ({unit})", loc="left", fontsize=10)
