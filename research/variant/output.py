"""An A/B comparison for people and programs: table, CSV, JSON and a plot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich import box
from rich.markup import escape
from rich.table import Table

from agents.reporting.figures import NO_PLOTS, write_png
from agents.reporting.files import write_csv, write_json
from research.variant.measures import UNITS, Kind
from research.variant.paired import PairedComparison, PairedEffect

_CLEAR, _OPEN = "#d55e00", "#4c4c4c"
_PANELS = ((Kind.WINS, Kind.SEAT), (Kind.SCORE, Kind.SOURCE))


def effects_table(found: PairedComparison, title: str) -> Table:
    """All measures; a star marks what is clear."""
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column("measure", overflow="fold")
    together = f"for all {len(found.effects)} together"
    for column in ("A", "B", "B - A", "95 %, this alone", together, ""):
        table.add_column(column, justify="right")
    kind = None
    for effect in found.effects:
        measure = effect.measure
        if measure.kind is not kind:
            kind = measure.kind
            table.add_section()
            table.add_row(f"[bold]{kind}[/bold], {UNITS[kind]}")
        table.add_row(
            escape(f"  {measure.name}"),
            f"{effect.before:.2f}",
            f"{effect.after:.2f}",
            f"{effect.alone.estimate:+.2f}",
            _ends(effect.alone.low, effect.alone.high),
            _ends(effect.together.low, effect.together.high),
            "*" if effect.is_clear else "",
        )
    return table


def _ends(low: float, high: float) -> str:
    return f"{low:+.2f} to {high:+.2f}"


def write_effects(folder: Path, found: PairedComparison, told: dict[str, Any]) -> None:
    """`effects.csv` and `result.json`."""
    head = ["kind", "name", "unit", "before", "after", "effect", "low", "high"]
    head += ["together_low", "together_high", "clear", "width_against_unpaired"]
    write_csv(folder / "effects.csv", head, (_row(effect) for effect in found.effects))
    rows = [dict(zip(head, _row(effect), strict=True)) for effect in found.effects]
    write_json(folder / "result.json", {**told, "effects": rows})


def _row(effect: PairedEffect) -> list[Any]:
    alone, together = effect.alone, effect.together
    numbers = [effect.before, effect.after, alone.estimate, alone.low, alone.high]
    numbers += [together.low, together.high]
    measure = effect.measure
    rounded = [float(f"{number:.6g}") for number in numbers]
    width = None if np.isnan(effect.width) else float(f"{effect.width:.4g}")
    return [str(measure.kind), measure.name, measure.unit, *rounded, effect.is_clear, width]


def draw_effects(
    path: Path, found: PairedComparison, title: str, lines: Sequence[str]
) -> str | None:
    """The effects with their intervals; without matplotlib nothing, and a sentence says so."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return NO_PLOTS
    panels = [[e for e in found.effects if e.measure.kind in kinds] for kinds in _PANELS]
    rows = max(map(len, panels)) + 1
    figure = Figure(figsize=(11, 1.8 + 0.3 * rows), layout="constrained")
    left, right = figure.subplots(1, 2)
    for axes, effects, unit in ((left, panels[0], "points of win share"), (right, panels[1], "PP")):
        _draw_panel(axes, effects)
        axes.set_xlabel(f"B - A, {unit}")
    left.set_title("Who wins", loc="left", fontsize=10)
    right.set_title("Where prestige comes from", loc="left", fontsize=10)
    figure.suptitle(title, x=0.01, ha="left", fontsize=12)
    note = "Thick: 95 % interval of this alone. Thin: of all together. Orange: a clear effect."
    figure.supxlabel("\n".join([*lines, note]), x=0.01, ha="left", fontsize=9)
    write_png(path, figure)
    return None


def _draw_panel(axes: Any, effects: Sequence[PairedEffect]) -> None:
    """One row for each measure, the first on top."""
    for place, effect in enumerate(reversed(effects)):
        color = _CLEAR if effect.is_clear else _OPEN
        for interval, width in ((effect.together, 1.2), (effect.alone, 3.5)):
            axes.plot([interval.low, interval.high], [place, place], color=color, linewidth=width)
        axes.plot(effect.alone.estimate, place, "o", color=color, markersize=5)
    axes.axvline(0, color="0.6", linestyle="--", linewidth=1, zorder=0)
    axes.set_yticks(range(len(effects)), [_label(effect) for effect in reversed(effects)])
    axes.set_ylim(-0.6, len(effects) - 0.4)
    axes.grid(True, axis="x", alpha=0.3)


def _label(effect: PairedEffect) -> str:
    name = effect.measure.name.replace("_", " ")
    return f"score, {name}" if effect.measure.kind is Kind.SCORE else name
