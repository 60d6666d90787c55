"""An estate on its wild ground.

All estates of a picture have the same scale, a step of a ladder, so that they can be compared and
do not change their size with each tile. Each is cropped to its own land and a margin.
"""

from __future__ import annotations

from dataclasses import dataclass

from noblemen_env.core.ids import SIDE
from noblemen_env.render import colors
from noblemen_env.render.buildings import building, knight
from noblemen_env.render.land import area, ground, tile
from noblemen_env.render.scene import Cell, Estate, Player, Scene
from parlour.render import palette
from parlour.render.icons import seal
from parlour.render.panels import Box, frame
from parlour.render.shapes import MIN_TEXT_SIZE, Picture

_SPANS = (7, 9, 10, 11, 12, 13, SIDE)  # cells that the shorter side of a window shows
_MARGIN = 1
_MIN_SEAL = 22.0  # a smaller cell has no room for the points of its building
_LABELS = 12.0  # room for the names of rows and columns
_MIDDLE = SIDE // 2


@dataclass(frozen=True)
class Window:
    """The cells that are drawn: from (top, left), so many rows and columns, of a size."""

    top: int
    left: int
    rows: int
    columns: int
    size: float


def cell_size(scene: Scene, box: Box) -> float:
    """Return the size at which every estate fits into such a box."""
    width, height = box.width - _LABELS, box.height - _LABELS
    extents = [extent(player.estate) for player in scene.players]
    for span in _SPANS:
        size = int(min(width, height) / span)
        rows, columns = int(height / size), int(width / size)
        if all(
            min(SIDE, bottom - top + 1 + 2 * _MARGIN) <= rows
            and min(SIDE, right - left + 1 + 2 * _MARGIN) <= columns
            for top, left, bottom, right in extents
        ):
            break
    return size


def extent(estate: Estate) -> tuple[int, int, int, int]:
    """The first and last row and column of the land: top, left, bottom, right."""
    rows = [row for (row, _), _ in estate.land] or [_MIDDLE]
    columns = [column for (_, column), _ in estate.land] or [_MIDDLE]
    return min(rows), min(columns), max(rows), max(columns)


def _window(estate: Estate, box: Box, size: float) -> Window:
    """Centre the land, but show nothing beyond the largest frame."""
    rows = min(SIDE, int((box.height - _LABELS) / size))
    columns = min(SIDE, int((box.width - _LABELS) / size))
    top, left, bottom, right = extent(estate)
    return Window(
        top=max(0, min(SIDE - rows, (top + bottom + 1 - rows) // 2)),
        left=max(0, min(SIDE - columns, (left + right + 1 - columns) // 2)),
        rows=rows,
        columns=columns,
        size=size,
    )


def draw_estate(picture: Picture, scene: Scene, player: Player, box: Box, size: float) -> None:
    """Draw the window on an estate in the middle of the box."""
    estate, window = player.estate, _window(player.estate, box, size)
    width, height = window.columns * size, window.rows * size
    x = box.x + _LABELS + (box.width - _LABELS - width) / 2
    y = box.y + _LABELS + (box.height - _LABELS - height) / 2
    view = _View(picture, window, x, y)
    view.wilderness(scene.radius)
    view.labels()
    for cell, kind in estate.land:
        tile(picture, *view.corner(cell), size, kind)
    for place in estate.buildings:
        view.building(place.cell, place.kind, place.folly, place.enclosed, place.points)
    for symbol in estate.areas:
        view.area(symbol.cell, symbol.kind, symbol.visitor)
    for cell in estate.choices:
        view.choice(cell)


@dataclass(frozen=True)
class _View:
    """A window at its place in the picture."""

    picture: Picture
    window: Window
    x: float
    y: float

    def corner(self, cell: Cell) -> tuple[float, float]:
        """The left upper corner of a cell."""
        row, column = cell
        size = self.window.size
        return (
            self.x + (column - self.window.left) * size,
            self.y + (row - self.window.top) * size,
        )

    def middle(self, cell: Cell) -> tuple[float, float]:
        x, y = self.corner(cell)
        return x + self.window.size / 2, y + self.window.size / 2

    def wilderness(self, radius: int) -> None:
        """The ground with its grid; cells outside of the frame are darker."""
        window, size = self.window, self.window.size
        width, height = window.columns * size, window.rows * size
        whole = Box(self.x - 2, self.y - 2, width + 4, height + 4)
        frame(self.picture, whole, colors.OUTSIDE, palette.FRAME, 1, 5)
        first, last = _MIDDLE - radius, _MIDDLE + radius
        top, bottom = max(window.top, first), min(window.top + window.rows - 1, last)
        left, right = max(window.left, first), min(window.left + window.columns - 1, last)
        x, y = self.corner((top, left))
        x1, y1 = self.corner((bottom + 1, right + 1))
        self.picture.rect(x, y, x1 - x, y1 - y, colors.WILD)
        for row in range(top + 1, bottom + 1):
            line = y + (row - top) * size
            self.picture.line((x, line), (x1, line), colors.WILD_LINE, 0.8)
        for column in range(left + 1, right + 1):
            line = x + (column - left) * size
            self.picture.line((line, y), (line, y1), colors.WILD_LINE, 0.8)

    def labels(self) -> None:
        """Letters of columns above, numbers of rows on the left, as in the names of cells."""
        window, size = self.window, self.window.size
        for i in range(window.columns):
            x, letter = self.x + (i + 0.5) * size, chr(ord("a") + window.left + i)
            self.picture.text(x, self.y - 5, letter, MIN_TEXT_SIZE, palette.MUTED, "middle")
        for i in range(window.rows):
            y, number = self.y + (i + 0.5) * size + 3, str(window.top + i + 1)
            self.picture.text(self.x - 4, y, number, MIN_TEXT_SIZE, palette.MUTED, "end")

    def building(self, cell: Cell, kind: str, folly: int, enclosed: bool, points: int) -> None:
        """A building; an enclosed one stands on gold, with the points of a scoring."""
        size = self.window.size
        (x, y), (left, top) = self.middle(cell), self.corner(cell)
        if enclosed:
            ground(self.picture, left, top, size, colors.GLOW, colors.GLOW_EDGE, 2.0)
        building(self.picture, x, y + size * 0.02, size * 0.8, kind, folly)
        if enclosed and size >= _MIN_SEAL:
            radius = max(7.0, size * 0.22)
            seal(self.picture, left + size - radius * 0.7, top + radius * 0.7, radius, points)

    def area(self, cell: Cell, kind: str, visitor: int | None) -> None:
        """The symbol on the common corner of four tiles, or the knight who stands on it."""
        x, y = self.corner((cell[0] + 1, cell[1] + 1))
        size = self.window.size
        area(self.picture, x, y, size * 0.31, kind)
        if visitor is not None:
            knight(self.picture, x, y, size * 0.92, visitor)

    def choice(self, cell: Cell) -> None:
        x, y = self.corner(cell)
        inner, inset = self.window.size * 0.72, self.window.size * 0.14
        self.picture.rect(
            x + inset, y + inset, inner, inner, None, colors.CHOICE, 1.4, self.window.size * 0.16
        )
