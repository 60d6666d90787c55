"""The output of a comparison: table, CSV and JSON files, a plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from rich.markup import escape
from rich.table import Table

from agents.reporting import figures
from agents.reporting.files import write_csv, write_json
from agents.reporting.tables import new_table
from research.variant.measures import Kind
from research.variant.paired import PairedComparison, PairedEffect


def effects_table(comparison: PairedComparison, title: str) -> Table:
    """All measures; a star marks clear effects."""
    together = f"for all {len(comparison.effects)} together"
    table = new_table(title, "measure", "A", "B", "B - A", "95 %, this alone", together, "")
    kinds = groupby(comparison.effects, lambda e: (e.measure.kind_words, e.measure.unit))
    for (kind, unit), effects in kinds:
        table.add_section()
        table.add_row(f"[bold]{kind}[/bold], {unit}")
        for effect in effects:
            numbers = f"{effect.before:.2f}", f"{effect.after:.2f}", f"{effect.alone.estimate:+.2f}"
            both = (effect.alone, effect.together)
            ends = (f"{interval.low:+.2f} to {interval.high:+.2f}" for interval in both)
            star = "*" if effect.is_clear else ""
            table.add_row(escape(f"  {effect.measure.name}"), *numbers, *ends, star)
    return table


def write_effects(folder: Path, comparison: PairedComparison, summary: dict[str, Any]) -> None:
    """Write `effects.csv` and `result.json`."""
    head = ["kind", "name", "unit", "before", "after", "effect", "low", "high"]
    head += ["together_low", "together_high", "clear", "width_against_unpaired"]
    write_csv(folder / "effects.csv", head, (_row(effect) for effect in comparison.effects))
    rows = [dict(zip(head, _row(effect), strict=True)) for effect in comparison.effects]
    write_json(folder / "result.json", {**summary, "effects": rows})


def _row(effect: PairedEffect) -> list[Any]:
    measure, together = effect.measure, effect.together
    numbers = (effect.before, effect.after, *astuple(effect.alone), together.low, together.high)
    rounded = [float(f"{number:.6g}") for number in numbers]
    width = None if np.isnan(effect.width) else float(f"{effect.width:.4g}")
    return [measure.kind_words, measure.name, measure.unit, *rounded, effect.is_clear, width]


def draw_effects(comparison: PairedComparison, title: str, lines: Sequence[str]) -> Any:
    """Draw the effects with their intervals."""
    points = comparison.points
    names = (
        ("Who wins", "points of win share", (Kind.WINS, Kind.SEAT)),
        (f"Sources of {points.word}", points.unit, (Kind.SCORE, Kind.SOURCE)),
    )
    panels = [[e for e in comparison.effects if e.measure.kind in kinds] for *_, kinds in names]
    figure = figures.new_figure(2.1 + 0.3 * max(map(len, panels)))
    for axes, effects, (name, unit, _) in zip(figure.subplots(1, 2), panels, names, strict=True):
        _draw_panel(axes, effects)
        figures.tidy(axes, name)
        axes.set_xlabel(f"B - A, {unit}")
    figure.suptitle(title, x=0.01, ha="left", fontsize=12)
    note = "Thick: 95 % interval of this alone. Thin: of all together. Orange: a clear effect."
    figure.supxlabel("\n".join([*lines, note]), x=0.01, ha="left", fontsize=9)
    return figure


def _draw_panel(axes: Any, effects: Sequence[PairedEffect]) -> None:
    """Draw a row for each measure, the first on top."""
    for row, effect in enumerate(reversed(effects)):
        color = figures.CLEAR if effect.is_clear else figures.UNCLEAR
        style: dict[str, Any] = {"color": color, "capsize": 0}
        figures.draw_intervals(axes, [row], [effect.together], elinewidth=1.2, **style)
        figures.draw_intervals(axes, [row], [effect.alone], elinewidth=3.5, **style)
    axes.axvline(0, color="0.6", linestyle="--", linewidth=1, zorder=0)
    axes.set_yticks(range(len(effects)), [_label(effect) for effect in reversed(effects)])
    axes.set_ylim(-0.6, len(effects) - 0.4)


def _label(effect: PairedEffect) -> str:
    name = figures.short_name(effect.measure.name.replace("_", " "))
    return f"score, {name}" if effect.measure.kind is Kind.SCORE else name
