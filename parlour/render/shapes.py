"""Primitive shapes, and a picture that collects them.

The layout draws into a `Picture`; `svg` writes its shapes and `rgb` paints them, so both show the
same. The y of a text is its baseline.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Concatenate, ParamSpec

INK = "#3A2F2A"  # of texts
MIN_TEXT_SIZE = 8.0

Point = tuple[float, float]
P = ParamSpec("P")


@dataclass(frozen=True)
class Rect:
    x: float
    y: float
    width: float
    height: float
    fill: str | None
    stroke: str | None = None
    stroke_width: float = 1.0
    radius: float = 0.0


@dataclass(frozen=True)
class Circle:
    x: float
    y: float
    radius: float
    fill: str | None
    stroke: str | None = None
    stroke_width: float = 1.0


@dataclass(frozen=True)
class Polygon:
    points: Sequence[Point]
    fill: str
    stroke: str | None = None
    stroke_width: float = 1.0


@dataclass(frozen=True)
class Line:
    start: Point
    end: Point
    stroke: str
    stroke_width: float = 1.0


@dataclass(frozen=True)
class Text:
    """`anchor` is start, middle or end, as in SVG."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: str = "start"
    bold: bool = False


Shape = Rect | Circle | Polygon | Line | Text


def _adds(shape: Callable[P, Shape]) -> Callable[Concatenate[Picture, P], None]:
    """Return a method that adds such a shape to a picture."""

    def add(picture: Picture, /, *args: P.args, **kwargs: P.kwargs) -> None:
        picture.shapes.append(shape(*args, **kwargs))

    return add


@dataclass
class Picture:
    """Shapes in painting order."""

    width: int
    height: int
    title: str
    shapes: list[Shape] = field(default_factory=list)

    rect = _adds(Rect)
    circle = _adds(Circle)
    polygon = _adds(Polygon)
    line = _adds(Line)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: str = INK,
        anchor: str = "start",
        bold: bool = False,
        max_width: float | None = None,
    ) -> None:
        """Write one line; with `max_width` the text shrinks, then is cut, until it fits."""
        if max_width is not None:
            text, size = fit(text, size, max_width, bold)
        self.shapes.append(Text(x, y, text, size, fill, anchor, bold))

    def label(self, x: float, y: float, text: str, size: float, fill: str = INK) -> None:
        """Write bold text centred on the point."""
        self.text(x, y + size * 0.355, text, size, fill, "middle", bold=True)


def printable(text: str) -> str:
    """Return one line without control characters, which would break XML and terminals."""
    return "".join(c if c.isprintable() else " " for c in text)


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Estimate the width in common sans-serif fonts, on the wide side."""
    return sum(_char_width(c) for c in text) * size * (1.08 if bold else 1.0)


def _char_width(char: str) -> float:
    if char in "iljI.,:;'|!()[]/ft ":
        return 0.31
    if char in "mwMW@%":
        return 0.88
    if ord(char) >= 0x1100:  # East Asian letters and symbols fill a square
        return 1.05
    if char in "rsckvxyz-":
        return 0.52
    return 0.69 if char.isupper() or char in "&+=<>" else 0.57


def fit(text: str, size: float, max_width: float, bold: bool = False) -> tuple[str, float]:
    """Return the text and its size, reduced until they fit."""
    while size > MIN_TEXT_SIZE and text_width(text, size, bold) > max_width:
        size = max(MIN_TEXT_SIZE, size - 0.5)
    if text_width(text, size, bold) <= max_width:
        return text, size
    while text and text_width(text + "...", size, bold) > max_width:
        text = text[:-1]
    return text.rstrip() + "...", size


def wrap(text: str, size: float, max_width: float, max_lines: int) -> list[str]:
    """Break at spaces into at most `max_lines` lines; the last one takes the rest."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (text_width(longer, size) <= max_width or len(lines) == max_lines):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
