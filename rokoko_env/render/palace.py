"""The halls with their guests, and the terrace with its decorations."""

from __future__ import annotations

from parlour.render.icons import coin, disc, seal
from parlour.render.panels import PADDING, Box, cells, frame, heading, panel
from parlour.render.shapes import Picture
from rokoko_env.render import icons, palette
from rokoko_env.render.scene import Decoration, GuestSpace, Hall, Scene

_PER_ROW = 5
_CELL_HEIGHT, _CELL_GAP = 58.0, 4.0
_SPARKS = ("#F2C14E", "#E98A8A", "#8EC6E6", "#B7D79A", "#D6A5DA", "#F3E3B3")


def draw_hall(picture: Picture, hall: Hall, box: Box, royal: bool) -> None:
    """A framed hall with two rows of five cells; the last one is the musician's."""
    if royal:
        frame(picture, box, palette.COIN, palette.GOLD, 1.2, 8)
        inner = Box(box.x + 3, box.y + 3, box.width - 6, box.height - 6)
        frame(picture, inner, "#FBF3DD", palette.GOLD, 1, 6)
    else:
        frame(picture, box, palette.PANEL, palette.FRAME, 2, 8)
    _hall_heading(picture, hall, box)
    grid = Box(box.x, box.y + 27, box.width, box.height)
    places = [
        place
        for top in (0.0, _CELL_HEIGHT + _CELL_GAP)
        for place, _ in cells(grid, range(_PER_ROW), top, _CELL_HEIGHT, 4, 99)
    ]
    for place, space in zip(_places(hall), hall.spaces, strict=True):
        _guest_space(picture, places[place], space)
    _musician(picture, places[-1], hall.musician)


def _places(hall: Hall) -> list[int]:
    """Number the cell of each space; Master spaces get the second row if both kinds fit."""
    masters = sum(space.master for space in hall.spaces)
    others = len(hall.spaces) - masters
    if others <= _PER_ROW and masters < _PER_ROW:
        return [*range(others), *range(_PER_ROW, _PER_ROW + masters)]
    return list(range(len(hall.spaces)))


def _hall_heading(picture: Picture, hall: Hall, box: Box) -> None:
    y = box.y + 19
    picture.text(box.x + 10, y, hall.name, 14, bold=True, max_width=box.width - 130)
    x = box.right - 20.0
    for number in reversed(hall.majority):
        seal(picture, x, y - 4.5, 9.5, number)
        x -= 22
    picture.text(x + 8, y, "majority", 10.5, palette.MUTED, anchor="end")


def _guest_space(picture: Picture, box: Box, space: GuestSpace) -> None:
    if space.master:
        frame(picture, box, "#FDF6E1", palette.GOLD, 2, 7)
    else:
        frame(picture, box, palette.CELL, palette.FRAME, 1, 7)
    if space.dress is not None and space.owner is not None:
        icons.dress(picture, box.x + 20, box.y + 33, 42, space.dress.color)
        disc(picture, box.right - 12, box.y + 15, 9.5, space.owner)
        seal(picture, box.right - 12, box.bottom - 14, 9.5, space.dress.prestige)
    else:
        _reward(picture, box, space)
        picture.text(box.middle, box.bottom - 5, space.label, 9, palette.MUTED, "middle")
    if space.master:
        x = box.middle if space.dress is None else box.x + 20
        icons.crown(picture, x, box.y + 9, 14)


def _reward(picture: Picture, box: Box, space: GuestSpace) -> None:
    x, y, kind = box.middle, box.y + 29, space.reward.kind
    if kind == "livre":
        coin(picture, x, y, 10, space.reward.amount)
    elif kind == "yarn":
        icons.yarn(picture, x, y, 20)
    elif kind == "lace":
        icons.lace(picture, x, y, 20)
    elif kind == "tile":
        icons.any_tile(picture, x, y, 21)


def _musician(picture: Picture, box: Box, musician: Decoration) -> None:
    frame(picture, box, palette.SHADE, palette.FRAME, 1, 7)
    icons.note(picture, box.middle, box.y + 19, 23)
    _price(picture, box.middle, box.bottom - 15, 9.5, musician)


def _price(picture: Picture, x: float, y: float, radius: float, decoration: Decoration) -> None:
    """The cost, or the owner once it is paid; next to it the prestige, if there is any."""
    if decoration.prestige:
        seal(picture, x + radius * 1.15, y, radius, decoration.prestige)
        x -= radius * 1.15
    if decoration.owner is None:
        coin(picture, x, y, radius, decoration.cost)
    else:
        disc(picture, x, y, radius, decoration.owner)


def draw_terrace(picture: Picture, scene: Scene, boxes: list[Box]) -> None:
    """Fountain, fireworks and statues, above the halls."""
    fountain, sky, garden = boxes
    _fountain(picture, scene, fountain)
    _fireworks(picture, scene, sky)
    note = f"{scene.statue_prestige} PP each per dress colour"
    panel(picture, garden, "Statues", note, palette.GARDEN)
    for cell, decoration in cells(garden, scene.statues, 24, 78, 6, 62):
        icons.statue(picture, cell.middle, cell.y + 27, 50)
        _price(picture, cell.middle, cell.y + 67, min(10.0, cell.width / 4.7), decoration)


def _fountain(picture: Picture, scene: Scene, box: Box) -> None:
    panel(picture, box, "Fountain", fill=palette.WATER)
    icons.fountain(picture, box.x + 46, box.y + 64, 64)
    right = Box(box.x + 86, box.y, box.width - 86, box.height)
    for top, row in ((14, scene.upper_fountain), (59, scene.lower_fountain)):
        for cell, decoration in cells(right, row, top, 38, 5, 62):
            frame(picture, cell, palette.CELL, palette.WATER_DARK, 1, 7)
            _price(picture, cell.middle, cell.y + 19, min(10.5, cell.width / 4.7), decoration)


def _fireworks(picture: Picture, scene: Scene, box: Box) -> None:
    frame(picture, box, palette.NIGHT, palette.GOLD, 1.2, 8)
    for i in range(14):  # a few stars, always the same ones
        x, y = box.x + 12 + (i * 83) % (box.width - 24), box.y + 24 + (i * 37) % 42
        picture.circle(x, y, 0.8 + i % 2 * 0.4, "#8C98BD")
    heading(picture, box, "Fireworks", ink="#E9E4D4")
    x = box.right - 20.0
    for number in reversed(scene.fireworks_majority):
        seal(picture, x, box.y + 14, 9.5, number)
        x -= 22
    picture.text(x + 8, box.y + 18, "majority", 10.5, "#C9C9D6", anchor="end")
    for i, (cell, decoration) in enumerate(cells(box, scene.fireworks, 26, 80, 2, 60)):
        x, y, radius = cell.middle, cell.y + 24, min(20.0, cell.width / 2 - 1)
        icons.firework(picture, x, y, radius, _SPARKS[i % len(_SPARKS)])
        picture.label(x, y, f"x{decoration.multiplier}", radius * 0.62, palette.WHITE)
        _price(picture, x, cell.y + 63, min(10.5, cell.width / 4.4), decoration)


def draw_all_halls(picture: Picture, scene: Scene, box: Box) -> None:
    """The race for guests in every hall."""
    frame(picture, box, palette.PANEL, palette.FRAME, 1.2, 8)
    y = box.y + box.height / 2
    picture.text(box.x + PADDING, y + 4.5, "Every hall", 13, bold=True)
    right = Box(box.x + 78, box.y, box.width - 82, box.height)
    for cell, space in cells(right, scene.all_halls, 0, 40, 3, 54):
        picture.circle(cell.middle, y, 15, palette.CELL, palette.FRAME, 1.2)
        if space.owner is None:
            seal(picture, cell.middle, y, 11, space.prestige)
        else:
            disc(picture, cell.middle, y, 12.5, space.owner)
            seal(picture, cell.middle + 11, y + 9, 8, space.prestige)
