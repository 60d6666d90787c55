"""A picture as SVG text."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from parlour.render.shapes import Circle, Line, Picture, Polygon, Rect, Shape

FONTS = "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif"


def svg_text(picture: Picture) -> str:
    """Return a complete SVG document that needs no other file, one element per line."""
    width, height = picture.width, picture.height
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family={quoteattr(FONTS)}>'
    )
    title = f"<title>{escape(picture.title)}</title>"
    return "\n".join([opening, title, *map(_element, picture.shapes), "</svg>\n"])


def _element(shape: Shape) -> str:
    if isinstance(shape, Rect):
        corners = f' rx="{_number(shape.radius)}"' if shape.radius else ""
        return (
            f'<rect x="{_number(shape.x)}" y="{_number(shape.y)}" width="{_number(shape.width)}" '
            f'height="{_number(shape.height)}"{corners}{_paint(shape)}/>'
        )
    if isinstance(shape, Circle):
        place = f'cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(shape.radius)}"'
        return f"<circle {place}{_paint(shape)}/>"
    if isinstance(shape, Polygon):
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
        return f'<polygon points="{points}" stroke-linejoin="round"{_paint(shape)}/>'
    if isinstance(shape, Line):
        (x1, y1), (x2, y2) = shape.start, shape.end
        return (
            f'<line x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}" '
            f'stroke="{shape.stroke}" stroke-width="{_number(shape.stroke_width)}"/>'
        )
    anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
    weight = ' font-weight="bold"' if shape.bold else ""
    return (
        f'<text x="{_number(shape.x)}" y="{_number(shape.y)}" font-size="{_number(shape.size)}" '
        f'fill="{shape.fill}"{anchor}{weight}>{escape(shape.text)}</text>'
    )


def _paint(shape: Rect | Circle | Polygon) -> str:
    fill = f' fill="{shape.fill or "none"}"'
    if shape.stroke is None:
        return fill
    return f'{fill} stroke="{shape.stroke}" stroke-width="{_number(shape.stroke_width)}"'


def _number(value: float) -> str:
    """Write at most two decimals, so that the text stays short."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
