"""The picture as an array of pixels, painted with Pillow."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rokoko_env.render.layout import draw
from rokoko_env.render.scene import Scene
from rokoko_env.render.shapes import Circle, Line, Picture, Point, Polygon, Rect, Shape, Text

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

_FINER = 2  # Pillow's edges are jagged: paint twice as large, then reduce
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def rgb_array(scene: Scene) -> NDArray[np.uint8]:
    """Height x width x 3; needs Pillow."""
    return picture_as_array(draw(scene))


def picture_as_array(picture: Picture) -> NDArray[np.uint8]:
    """Paint the shapes in their order."""
    image_module, draw_module = _pillow()
    size = (picture.width * _FINER, picture.height * _FINER)
    image = image_module.new("RGB", size, "white")
    pen = draw_module.Draw(image)
    for shape in picture.shapes:
        _paint(pen, shape)
    return np.asarray(image.reduce(_FINER), dtype=np.uint8)


def _pillow() -> tuple[Any, Any]:
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise ImportError(
            "the mode rgb_array needs Pillow: pip install rokoko-env[render]"
        ) from error
    return Image, ImageDraw


@lru_cache(maxsize=64)
def _font(size: float) -> Any:
    """Pillow's own font, so that no font file is needed."""
    from PIL import ImageFont

    return ImageFont.load_default(size=size * _FINER)


def _paint(pen: ImageDraw, shape: Shape) -> None:
    if isinstance(shape, Rect):
        _paint_rect(pen, shape)
    elif isinstance(shape, Circle):
        _paint_circle(pen, shape)
    elif isinstance(shape, Polygon):
        points = [_scaled(point) for point in shape.points]
        pen.polygon(points, fill=shape.fill)
        if shape.stroke is not None:
            pen.line([*points, points[0]], shape.stroke, _thick(shape.stroke_width), joint="curve")
    elif isinstance(shape, Line):
        ends = [_scaled(shape.start), _scaled(shape.end)]
        pen.line(ends, shape.stroke, _thick(shape.stroke_width))
    else:
        _paint_text(pen, shape)


def _paint_rect(pen: ImageDraw, rect: Rect) -> None:
    # SVG puts the stroke half outside of the edge, Pillow inside of it.
    thick = _thick(rect.stroke_width) if rect.stroke else 0
    x0, y0 = _scaled((rect.x, rect.y))
    x1, y1 = _scaled((rect.x + rect.width, rect.y + rect.height))
    half = thick / 2
    pen.rounded_rectangle(
        (x0 - half, y0 - half, x1 + half, y1 + half),
        min(rect.radius * _FINER + half, (x1 - x0) / 2, (y1 - y0) / 2),
        rect.fill,
        rect.stroke,
        thick,
    )


def _paint_circle(pen: ImageDraw, circle: Circle) -> None:
    thick = _thick(circle.stroke_width) if circle.stroke else 0
    x, y = _scaled((circle.x, circle.y))
    reach = circle.radius * _FINER + thick / 2
    box = (x - reach, y - reach, x + reach, y + reach)
    pen.ellipse(box, circle.fill, circle.stroke, thick)


def _paint_text(pen: ImageDraw, text: Text) -> None:
    x, y = _scaled((text.x, text.y))
    # Pillow's font has no bold face: write twice, side by side.
    for shift in (-0.5, 0.5) if text.bold else (0.0,):
        pen.text((x + shift, y), text.text, text.fill, _font(text.size), _ANCHORS[text.anchor])


def _scaled(point: Point) -> Point:
    return point[0] * _FINER, point[1] * _FINER


def _thick(width: float) -> int:
    return max(1, round(width * _FINER))
