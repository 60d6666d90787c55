"""A picture as an array of pixels, painted with Pillow."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parlour.render.shapes import Circle, Line, Picture, Point, Polygon, Rect, Shape, Text

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

_SCALE = 2  # Pillow's edges are jagged: paint twice as large, then reduce
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def rgb_array(picture: Picture) -> NDArray[np.uint8]:
    """Paint the shapes in order into an array of height x width x 3; needs Pillow."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise ImportError(
            "the mode rgb_array needs Pillow: pip install rokoko-env[render]"
        ) from error
    image = Image.new("RGB", (picture.width * _SCALE, picture.height * _SCALE), "white")
    pen = ImageDraw.Draw(image)
    for shape in picture.shapes:
        _paint(pen, shape)
    return np.asarray(image.reduce(_SCALE), dtype=np.uint8)


@lru_cache(maxsize=64)
def _font(size: float) -> Any:
    """Return Pillow's own font, so that no font file is needed."""
    from PIL import ImageFont

    return ImageFont.load_default(size=size * _SCALE)


def _paint(pen: ImageDraw, shape: Shape) -> None:
    if isinstance(shape, Rect):
        _paint_rect(pen, shape)
    elif isinstance(shape, Circle):
        _paint_circle(pen, shape)
    elif isinstance(shape, Polygon):
        points = [_scale(point) for point in shape.points]
        pen.polygon(points, fill=shape.fill)
        if shape.stroke is not None:
            pen.line([*points, points[0]], shape.stroke, _pixels(shape.stroke_width), joint="curve")
    elif isinstance(shape, Line):
        ends = [_scale(shape.start), _scale(shape.end)]
        pen.line(ends, shape.stroke, _pixels(shape.stroke_width))
    else:
        _paint_text(pen, shape)


def _paint_rect(pen: ImageDraw, rect: Rect) -> None:
    # SVG puts the stroke half outside of the edge, Pillow inside of it.
    stroke_width = _pixels(rect.stroke_width) if rect.stroke else 0
    x0, y0 = _scale((rect.x, rect.y))
    x1, y1 = _scale((rect.x + rect.width, rect.y + rect.height))
    half = stroke_width / 2
    box = (x0 - half, y0 - half, x1 + half, y1 + half)
    radius = min(rect.radius * _SCALE + half, (x1 - x0) / 2, (y1 - y0) / 2)
    pen.rounded_rectangle(box, radius, rect.fill, rect.stroke, stroke_width)


def _paint_circle(pen: ImageDraw, circle: Circle) -> None:
    stroke_width = _pixels(circle.stroke_width) if circle.stroke else 0
    x, y = _scale((circle.x, circle.y))
    reach = circle.radius * _SCALE + stroke_width / 2
    box = (x - reach, y - reach, x + reach, y + reach)
    pen.ellipse(box, circle.fill, circle.stroke, stroke_width)


def _paint_text(pen: ImageDraw, text: Text) -> None:
    x, y = _scale((text.x, text.y))
    # Pillow's font has no bold face: write twice, side by side.
    for shift in (-0.5, 0.5) if text.bold else (0.0,):
        pen.text((x + shift, y), text.text, text.fill, _font(text.size), _ANCHORS[text.anchor])


def _scale(point: Point) -> Point:
    return point[0] * _SCALE, point[1] * _SCALE


def _pixels(width: float) -> int:
    return max(1, round(width * _SCALE))
