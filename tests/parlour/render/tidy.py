"""The check that a picture is tidy."""

from __future__ import annotations

import numpy as np

from parlour.render.shapes import Circle, Line, Picture, Rect, Shape, Text, text_width

Bounds = tuple[float, float, float, float]


def bounds(shape: Shape) -> Bounds:
    """Left, top, right, bottom."""
    if isinstance(shape, Text):
        width = text_width(shape.text, shape.size, shape.bold)
        left = shape.x - width * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor]
        return left, shape.y - shape.size * 0.75, left + width, shape.y + shape.size * 0.25
    if isinstance(shape, Rect):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, Circle):
        r = shape.radius
        return shape.x - r, shape.y - r, shape.x + r, shape.y + r
    points = (shape.start, shape.end) if isinstance(shape, Line) else shape.points
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def assert_tidy(picture: Picture) -> None:
    """Check that nothing is outside of the picture and that no texts overlap."""
    for shape in picture.shapes:
        left, top, right, bottom = bounds(shape)
        assert left >= 0, shape
        assert top >= 0, shape
        assert right <= picture.width, shape
        assert bottom <= picture.height, shape
    texts = [shape for shape in picture.shapes if isinstance(shape, Text) and shape.text]
    left, top, right, bottom = np.array([bounds(text) for text in texts]).T
    wide = np.minimum.outer(right, right) - np.maximum.outer(left, left)
    high = np.minimum.outer(bottom, bottom) - np.maximum.outer(top, top)
    # Estimates and the space under a line are generous: a touch is no overlap.
    pairs = np.argwhere(np.triu((wide > 2) & (high > 3), k=1))
    assert [(texts[i], texts[j]) for i, j in pairs] == []
