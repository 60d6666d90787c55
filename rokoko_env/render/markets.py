"""Workshop, warehouse and the display of employees."""

from __future__ import annotations

from parlour.render.icons import coin, seal
from parlour.render.panels import Box, cells, frame, panel
from parlour.render.shapes import Picture, wrap
from rokoko_env.components.model import Dress
from rokoko_env.render import icons, palette
from rokoko_env.render.panels import draw_tile
from rokoko_env.render.scene import Card, Scene

_DARK_WINDOWS = 2  # the rightmost ones, whose dresses leave at the end of a round


def draw_workshop(picture: Picture, scene: Scene, box: Box) -> None:
    panel(picture, box, "Workshop", f"{scene.bag_size} dresses in the bag")
    windows = cells(box, scene.workshop, 26, box.height - 33, 6, 140)
    for number, (cell, window) in enumerate(windows, 1):
        dark = number > len(windows) - _DARK_WINDOWS
        colors = (palette.SHADE, palette.WOOD) if dark else (palette.CELL, palette.FRAME)
        frame(picture, cell, *colors, 1.2, 7)
        picture.text(cell.x + 7, cell.y + 15, f"Window {number}", 10, palette.MUTED, max_width=60)
        coin(picture, cell.right - 14, cell.y + 12, 9, window.cost)
        picture.line((cell.x, cell.y + 23), (cell.right, cell.y + 23), palette.FRAME)
        if window.dress is not None:
            _dress(picture, cell, window.dress)


def _dress(picture: Picture, cell: Box, dress: Dress) -> None:
    """The dress on the left, its needs on the right, its gains below."""
    x = cell.x + cell.width * 0.26
    icons.dress(picture, x, cell.y + 49, 46, dress.color)
    left, step = cell.x + cell.width * 0.53, 23.0
    needs = [(color, n) for color, n in enumerate(dress.bales) if n]
    for i, (color, count) in enumerate(needs):
        x, y = left + 10 + i % 2 * step, cell.y + 34 + i // 2 * 16
        icons.bale(picture, x, y, 21, 15, color, count)
    y = cell.y + (53 if len(needs) <= 2 else 65)
    for icon, count in ((icons.yarn, dress.yarn), (icons.lace, dress.lace)):
        if count:
            icon(picture, left + 9, y, 15)
            if count > 1:
                picture.text(left + 17, y + 4, str(count), 9)
            left += step
    y = cell.y + 83
    coin(picture, cell.right - 35, y, 9.5, dress.livre)
    seal(picture, cell.right - 14, y, 9.5, dress.prestige)
    max_width = cell.width - 14
    picture.text(cell.x + 7, cell.bottom - 5, dress.id, 9, palette.MUTED, max_width=max_width)
    if dress.thimble:
        icons.thimble(picture, cell.right - 55, y, 17, "master", mark=False)


def draw_warehouse(picture: Picture, scene: Scene, box: Box) -> None:
    panel(picture, box, "Warehouse", f"{scene.stack_size} tiles in the stack")
    shelves = cells(box, scene.warehouse, 26, box.height - 33, 8, 200)
    for number, (cell, shelf) in enumerate(shelves, 1):
        frame(picture, cell, palette.SHADE, palette.WOOD, 1.2, 6)
        picture.text(cell.x + 8, cell.y + 15, f"Shelf {number}", 11, palette.MUTED)
        if shelf.price is None:
            picture.text(cell.right - 8, cell.y + 15, "empty", 11, palette.MUTED, anchor="end")
        else:
            coin(picture, cell.right - 15, cell.y + 12, 9, shelf.price)
        for board in (73, 125):
            picture.rect(cell.x + 4, cell.y + board, cell.width - 8, 3.5, palette.WOOD, radius=1)
        width = (cell.width - 20) / 2
        for place, tile in enumerate(shelf.tiles):
            x, y = cell.x + 7 + place % 2 * (width + 6), cell.y + 25 + place // 2 * 52
            if tile is not None:
                draw_tile(picture, Box(x, y, width, 48), tile)


def draw_display(picture: Picture, scene: Scene, box: Box) -> None:
    panel(picture, box, "Employees to hire")
    if not scene.display:
        picture.text(box.middle, box.y + box.height / 2, "nobody left", 12, palette.MUTED, "middle")
        return
    picture.text(box.right - 36, box.y + 18, "hire for", 11, palette.MUTED, anchor="end")
    coin(picture, box.right - 20, box.y + 14, 9.5, scene.hire_price)
    for cell, card in cells(box, scene.display, 26, 131, 6, 90):
        _employee(picture, cell, card)


def _employee(picture: Picture, cell: Box, card: Card) -> None:
    frame(picture, cell, palette.CELL, palette.METAL_DARK[card.rank], 1.4, 7)
    light = palette.METAL_LIGHT[card.rank]
    picture.rect(cell.x + 3, cell.y + 3, cell.width - 6, 40, light, radius=5)
    icons.thimble(picture, cell.middle, cell.y + 18, 25, card.rank)
    picture.text(cell.middle, cell.y + 39, card.rank.capitalize(), 9.5, anchor="middle")
    max_width = cell.width - 8
    for i, line in enumerate(wrap(card.bonus, 10.5, cell.width - 10, 5)):
        y = cell.y + 58 + i * 13
        picture.text(cell.middle, y, line, 10.5, anchor="middle", max_width=max_width)
    y = cell.bottom - 6
    picture.text(cell.middle, y, card.name, 8.5, palette.MUTED, "middle", max_width=max_width)
