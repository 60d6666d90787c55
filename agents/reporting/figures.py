"""Figures: one look for all reports.

matplotlib is imported only when a figure is made: agents play and learn without it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agents.statistics import Interval
from parlour.files import write_file

WIDTH = 10.0  # inches; a page shows every figure as wide as its text
# Okabe and Ito's colors, which color-blind people can tell apart.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#f0e442")
CLEAR, UNCLEAR = COLORS[1], "#4c4c4c"  # effects that differ from zero, and the rest
MAX_NAME = 30  # characters
NO_PLOTS = "no plots were drawn: matplotlib is missing, get it with `pip install -e '.[arena]'`"


def can_draw() -> bool:
    """Return whether matplotlib is installed."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        return False
    return True


def new_figure(height: float, width: float = WIDTH) -> Any:
    """Return an empty figure; sizes are in inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def svg(figure: Any) -> bytes:
    """Return the figure as an SVG file: the same bytes for the same figure."""
    from matplotlib import rc_context

    data = io.BytesIO()
    # Text stays text, in the reader's font: letters drawn as curves double the size of the file.
    with rc_context({"svg.hashsalt": "figure", "svg.fonttype": "none"}):
        figure.savefig(data, format="svg", metadata={"Date": None, "Creator": None})
    # A hundredth of a point is finer than any screen; longer numbers would be most of the file.
    # Lines must not end in spaces, which matplotlib writes between the steps of a path.
    return re.sub(rb"(\d\.\d\d)\d+| +$", rb"\1", data.getvalue(), flags=re.MULTILINE)


def write_png(path: Path, draw: Callable[[], Any]) -> list[str]:
    """Draw and write a figure: the same bytes for the same figure. Returns a note if it can't."""
    if not can_draw():
        return [NO_PLOTS]
    figure = draw()
    options = {"format": "png", "dpi": 130, "metadata": {"Software": None}}
    write_file(path, lambda file: figure.savefig(file, **options))
    return []


def tidy(axes: Any, title: str) -> None:
    """Give axes the common look."""
    axes.set_title(title, loc="left", fontsize=10)
    axes.tick_params(labelsize=8)
    axes.grid(True, color="0.9", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def source_color(number: int) -> Any:
    """Return the color of a source of points, by its place in `spec.sources`."""
    from matplotlib import colormaps

    return colormaps["tab20"](number)


def short_name(name: str) -> str:
    """Return a name shortened for a figure, with `$` escaped."""
    short = name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 3]}..."
    return short.replace("$", r"\$")


def draw_intervals(
    axes: Any,
    places: Sequence[float],
    values: Sequence[Interval],
    *,
    scale: float = 1.0,
    horizontal: bool = True,
    **style: Any,
) -> None:
    """Draw estimates as dots with their intervals; an unknown or infinite end is left out."""
    middle = scale * np.array([value.estimate for value in values])
    ends = scale * np.array([[value.low, value.high] for value in values]).T
    reach = np.abs(np.where(np.isfinite(ends), ends, middle) - middle)
    style = {"fmt": "o", "capsize": 3, "markersize": 5, **style}
    if horizontal:
        axes.errorbar(middle, places, xerr=reach, **style)
    else:
        axes.errorbar(places, middle, yerr=reach, **style)
