"""The output of a calibration: tables, CSV and JSON files, a plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from agents.reporting.figures import COLORS, new_figure, tidy
from agents.reporting.files import write_csv, write_json
from agents.reporting.tables import new_table
from research.calibrate.claims import Outcome, Spread, Standing, Topic

_COLORS = {
    Standing.THROUGHOUT: COLORS[2],
    Standing.MOSTLY: COLORS[5],
    Standing.DEPENDS: COLORS[1],
    Standing.OPEN: COLORS[6],
}
_WIDTH = 13.0  # inches, for two columns of claims


def outcomes_table(outcomes: Sequence[Outcome], num_players: int) -> Table:
    """The claims by topic, with the number of sets on which they hold."""
    sets = len(outcomes[0].others)
    title = f"{len(outcomes)} claims on {sets} drawn sets, {num_players} players"
    heads = (f"same sign in, of {sets}", "clear in", "clearly reversed in", "standing")
    table = new_table(title, "claim", "known set, 95 %", *heads)
    for topic in Topic:
        of_topic = [outcome for outcome in outcomes if outcome.claim.topic is topic]
        if not of_topic:
            continue
        table.add_section()
        table.add_row(f"[bold]{topic}[/bold], {of_topic[0].claim.unit}")
        for outcome in of_topic:
            counts = (outcome.same_sign, outcome.clear, outcome.reversed_clearly, outcome.standing)
            text = escape(f"  {outcome.claim.text}")
            table.add_row(text, outcome.known.text("+.2f"), *map(str, counts))
    return table


def spreads_table(spreads: Sequence[Spread], sets: int) -> Table:
    """The variation of the measures."""
    title = f"The same measures on {sets} drawn sets"
    columns = ("known set", "lowest", "highest", "deviation between sets")
    table = new_table(title, "measure", *columns)
    for spread in spreads:
        numbers = (spread.known, spread.lowest, spread.highest, spread.deviation)
        table.add_row(escape(str(spread.measure)), *(f"{number:.2f}" for number in numbers))
    return table


def write_outcomes(
    folder: Path, outcomes: Sequence[Outcome], spreads: Sequence[Spread], summary: dict[str, Any]
) -> None:
    """Write `findings.csv`, `measures.csv` and `result.json`."""
    rows, measures = list(map(_row, outcomes)), list(map(_spread_row, spreads))
    for name, table in (("findings", rows), ("measures", measures)):
        write_csv(folder / f"{name}.csv", list(table[0]), (list(row.values()) for row in table))
    findings = [
        {**row, "on_drawn_sets": [other.to_json() for other in outcome.others]}
        for row, outcome in zip(rows, outcomes, strict=True)
    ]
    write_json(folder / "result.json", {**summary, "findings": findings, "measures": measures})


def _row(outcome: Outcome) -> dict[str, Any]:
    known = outcome.known.to_json()
    return {
        "topic": str(outcome.claim.topic),
        "finding": outcome.claim.text,
        "unit": outcome.claim.unit,
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
    return {"kind": spread.measure.kind_words, "name": spread.measure.name, **numbers}


def draw_outcomes(outcomes: Sequence[Outcome]) -> Any:
    """Draw a row for each claim, a dot for each set."""
    panels = [[o for o in outcomes if o.claim.topic is topic] for topic in Topic]
    halves = panels[:2], panels[2:]
    rows = max(sum(map(len, half)) for half in halves)
    figure = new_figure(2.4 + 0.27 * rows, _WIDTH)
    for column, half in zip(figure.subfigures(1, 2), halves, strict=True):
        filled = list(filter(None, half))
        heights = [len(panel) + 1 for panel in filled]
        axes = column.subplots(len(filled), 1, squeeze=False, height_ratios=heights)
        for place, panel in zip(axes[:, 0], filled, strict=True):
            _draw_panel(place, panel)
    _draw_legend(figure)
    sets = len(outcomes[0].others)
    figure.suptitle(f"Claims on {sets} drawn sets: left of the line they are reversed")
    return figure


def _draw_legend(figure: Any) -> None:
    from matplotlib.lines import Line2D

    marks = [
        Line2D([], [], color=color, marker="o", linestyle="", label=str(standing))
        for standing, color in _COLORS.items()
    ]
    marks.append(Line2D([], [], color="black", marker="|", linestyle="", label="known set"))
    figure.legend(handles=marks, loc="outside lower center", ncols=len(marks), fontsize=9)


def _draw_panel(axes: Any, outcomes: Sequence[Outcome]) -> None:
    for row, outcome in enumerate(reversed(outcomes)):
        color = _COLORS[outcome.standing]
        estimates = [other.estimate for other in outcome.others]
        axes.plot(estimates, [row] * len(estimates), "o", color=color, markersize=4, alpha=0.5)
        axes.plot(outcome.known.estimate, row, "|", color="black", markersize=13, mew=2)
    axes.axvline(0, color="0.5", linestyle="--", linewidth=1, zorder=0)
    texts = [outcome.claim.text for outcome in reversed(outcomes)]
    axes.set_yticks(range(len(outcomes)), texts, parse_math=False)
    axes.set_ylim(-0.7, len(outcomes) - 0.3)
    tidy(axes, f"{outcomes[0].claim.topic} ({outcomes[0].claim.unit})")
    axes.grid(False, axis="y")
