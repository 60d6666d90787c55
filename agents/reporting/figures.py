"""What pictures in reports have in common.

matplotlib is imported only when a picture is made: agents play and learn without it.
"""

from __future__ import annotations

import io
import re
from typing import Any

WIDTH = 10.0  # inches; the page shows every picture as wide as its text
# Okabe and Ito's colours, which people who see red and green alike can tell apart too.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#f0e442")
LONGEST = 30  # characters of a name


def svg(figure: Any) -> bytes:
    """The figure as a file: the same bytes for the same figure."""
    from matplotlib import rc_context

    data = io.BytesIO()
    # Text as text, in the reader's own font: letters drawn as curves make the file twice as large.
    with rc_context({"svg.hashsalt": "rokoko", "svg.fonttype": "none"}):
        figure.savefig(data, format="svg", metadata={"Date": None, "Creator": None})
    # A hundredth of a point is finer than any screen; six digits are most of the file.
    return re.sub(rb"(\d\.\d\d)\d+", rb"\1", data.getvalue())


def new_figure(height: float) -> Any:
    """As wide as the page."""
    from matplotlib.figure import Figure

    return Figure(figsize=(WIDTH, height), layout="constrained")


def tidy(axes: Any, title: str) -> None:
    """The look that all pictures have in common."""
    axes.set_title(title, loc="left", fontsize=10)
    axes.tick_params(labelsize=8)
    axes.grid(True, color="0.9", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def plain(name: str) -> str:
    """A name as it can stand in a figure: not too long, and no formula."""
    short = name if len(name) <= LONGEST else f"{name[: LONGEST - 3]}..."
    return short.replace("$", r"\$")
