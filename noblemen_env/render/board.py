"""The board: round track, buildings on offer, church and supplies."""

from __future__ import annotations

import math
from collections import Counter

from noblemen_env.render import colors, icons
from noblemen_env.render.buildings import building
from noblemen_env.render.land import area, tile
from noblemen_env.render.scene import Donations, Folly, Offer, Scene, Space
from parlour.render import palette
from parlour.render.icons import coin, disc, seal
from parlour.render.panels import PADDING, Box, cells, frame, panel
from parlour.render.shapes import Picture

_MIN_TITLED = 150.0  # lower panels go without a title
ROMAN = ("", "I", "II", "III")


def draw_track(picture: Picture, scene: Scene, box: Box) -> None:
    """The fields of a decade as a ring, clockwise from the top; the decade is in its middle."""
    frame(picture, box, palette.PANEL, palette.FRAME, 1.2, 8)
    count = len(scene.track)
    outer = min(box.height / 2 - 8, 92.0)
    size = min(15.0, math.pi * outer / (count + math.pi) * 0.88)
    radius = outer - size
    x, y = box.x + PADDING + outer, box.y + box.height / 2
    picture.circle(x, y, radius, None, palette.SHADE, size * 0.9)
    for i, kind in enumerate(scene.track):
        angle = 2 * math.pi * i / count
        place = (x + math.sin(angle) * radius, y - math.cos(angle) * radius)
        _track_field(picture, *place, size, kind, i - scene.marker, i)
    picture.circle(x, y, radius - size - 5, palette.CELL, palette.GOLD, 1.4)
    picture.text(x, y - 12, "decade", 10, palette.MUTED, "middle")
    picture.label(x, y + 6, ROMAN[scene.decade], 26, palette.WINE)
    left = x + outer + 6
    if box.right - left > 60:
        _track_notes(picture, scene, Box(left, y - 78, box.right - left - 6, 156))


def _track_field(
    picture: Picture, x: float, y: float, size: float, kind: str, ahead: int, number: int
) -> None:
    """A field; `ahead` says how far it is from the marker."""
    if ahead == 0:
        fill, edge, ink = palette.WINE, palette.COIN, palette.WHITE
    elif ahead < 0:
        fill, edge, ink = palette.SHADE, palette.FRAME, palette.MUTED
    else:
        fill, edge, ink = palette.CELL, palette.GOLD, colors.VELVET
    picture.circle(
        x, y, size * (1.12 if ahead == 0 else 0.94), fill, edge, 3 if ahead == 0 else 1.4
    )
    if kind == "mask":
        icons.mask(picture, x, y, size * 1.5, ink)
    elif kind == "lock":
        icons.lock(picture, x, y, size * 1.35, ink)
    elif kind == "scoring":
        icons.scoring(picture, x, y, size * 1.4, ink)
    elif kind == "start":
        icons.arrow(picture, x, y, size * 1.3, ink)
    else:
        picture.label(x, y, str(number), max(8.0, size * 0.8), ink)


def _track_notes(picture: Picture, scene: Scene, box: Box) -> None:
    """The Queen's owner, and how many moves are left to masks and scoring."""
    picture.text(box.x, box.y + 12, "Round track", 13, bold=True, max_width=box.width)
    y = box.y + 46
    icons.queen(picture, box.x + 15, y, 40)
    disc(picture, box.x + 44, y + 4, 11, scene.queen)
    y += 46
    for kind, icon in (("mask", icons.mask), ("scoring", icons.scoring)):
        moves = scene.moves_to(kind)
        if moves is not None:
            icon(picture, box.x + 14, y - 4, 19, colors.VELVET)
            picture.text(box.x + 30, y, f"in {moves}", 11.5, max_width=box.width - 30)
            y += 26
    if scene.track[scene.marker] == "lock":
        icons.lock(picture, box.x + 14, y - 4, 19, colors.VELVET)
        picture.text(box.x + 30, y, "locked", 11.5, max_width=box.width - 30)


# --- the offer ---------------------------------------------------------------------------------


def draw_offer(picture: Picture, scene: Scene, box: Box) -> None:
    """A row for castles, palaces and chapels with their prices, and one for follies."""
    if box.height < _MIN_TITLED:
        frame(picture, box, palette.PANEL, palette.FRAME, 1.2, 8)
        top = box.y + 5
    else:
        panel(picture, box, "Buildings on offer", "the marked one is next")
        top = box.y + 27
    row = (box.bottom - 3 - top) / 4.4
    columns = max(len(offer.spaces) for offer in scene.offers)
    for offer in scene.offers:
        _offer(picture, offer, columns, Box(box.x, top, box.width, row - 3))
        top += row
    _follies(picture, scene, Box(box.x, top, box.width, box.bottom - 6 - top))


def _offer(picture: Picture, offer: Offer, columns: int, box: Box) -> None:
    y = box.y + box.height / 2
    picture.text(box.x + PADDING, y - 1, f"{offer.building.capitalize()}s", 11, bold=True)
    reserve = f"{offer.reserve} beside"
    picture.text(box.x + PADDING, y + 11, reserve, 9.5, palette.MUTED)
    right = Box(box.x + 58, box.y, box.width - 60, box.height)
    spaces = [*offer.spaces, *[None] * (columns - len(offer.spaces))]
    for cell, space in cells(right, spaces, 0, box.height, 3, 46):
        if space is not None:
            _space(picture, cell, space, offer.building)


def _space(picture: Picture, box: Box, space: Space, kind: str) -> None:
    y = box.y + box.height / 2
    if not space.is_taken:
        frame(picture, box, palette.PANEL, palette.SHADE, 1, 6)
        picture.label(box.middle, y, str(space.price), 10, palette.MUTED)
        return
    edge, width = (palette.GOLD, 2.4) if space.is_next else (palette.FRAME, 1)
    frame(picture, box, palette.CELL, edge, width, 6)
    if box.width < 30:
        building(picture, box.middle, box.y + box.height * 0.3, box.height * 0.5, kind)
        coin(picture, box.middle, box.bottom - 9, 7.5, space.price)
        return
    size = min(box.height * 0.78, box.width * 0.6)
    building(picture, box.x + 3 + size / 2, y, size, kind)
    coin(picture, box.right - 9, box.bottom - 9, 8, space.price)


def _follies(picture: Picture, scene: Scene, box: Box) -> None:
    y = box.y + box.height / 2
    picture.text(box.x + PADDING, y - 5, "Follies", 11, bold=True)
    if scene.folly_points is not None:
        seal(picture, box.x + PADDING + 9, y + 10, 9, scene.folly_points)
        picture.text(box.x + PADDING + 21, y + 13.5, "next", 9.5, palette.MUTED)
    right = Box(box.x + 58, box.y, box.width - 60, box.height)
    for number, (cell, folly) in enumerate(cells(right, scene.follies, 0, box.height, 3, 80)):
        _folly(picture, cell, folly, number)


def _folly(picture: Picture, box: Box, folly: Folly, number: int) -> None:
    """The folly with what it needs, and its price or its owner."""
    frame(picture, box, palette.CELL, palette.FRAME, 1, 6)
    building(picture, box.x + box.width * 0.32, box.y + 15, 24, "folly", number)
    if folly.owner is not None:
        disc(picture, box.right - 12, box.y + 13, 9, folly.owner)
    elif folly.price is not None:
        coin(picture, box.right - 12, box.y + 13, 8.5, folly.price)
    if len(folly.needs) <= 3:
        for i, kind in enumerate(folly.needs):
            x = box.middle + 13 * (i - (len(folly.needs) - 1) / 2)
            area(picture, x, box.bottom - 8, 5.8, kind)
        return
    counts = Counter(folly.needs)
    for cell, (kind, count) in cells(box, list(counts.items()), box.height - 15, 14, 0, 24):
        area(picture, cell.middle, cell.y + 7, 5.8, kind)
        picture.label(cell.middle, cell.y - 5, str(count), 8)


# --- supplies ----------------------------------------------------------------------------------


def draw_supplies(picture: Picture, scene: Scene, box: Box) -> None:
    """Markers, bag and deck; below or beside them the church with its places for tiles."""
    frame(picture, box, palette.PANEL, palette.FRAME, 1.2, 8)
    if box.height < 80:
        upper = Box(box.x, box.y + box.height / 2 - 19, box.width * 0.5, 38)
        church = Box(upper.right, box.y + 2, box.right - upper.right, box.height - 4)
    else:
        upper = Box(box.x, box.y, box.width, 38)
        church = Box(box.x, box.y + 40, box.width, box.height - 44)
        y = church.y
        picture.line((box.x + 8, y), (box.right - 8, y), palette.SHADE, 1.2)
    icon = (icons.purse, icons.bag, icons.card)
    numbers = (scene.pool, scene.bag_size, scene.deck_size)
    for i, words in enumerate(("markers", "tiles", "cards")):
        x, y = upper.x + 18 + upper.width * 0.325 * i, upper.y + 19
        icon[i](picture, x, y, 20)
        picture.text(x + 14, y + 1, str(numbers[i]), 12.5, bold=True)
        picture.text(x + 14, y + 12, words, 9.5, palette.MUTED)
    _church(picture, scene, church)


def _church(picture: Picture, scene: Scene, box: Box) -> None:
    y = box.y + box.height / 2
    building(picture, box.x + 24, y - 4, 30, "chapel")
    picture.text(box.x + 24, y + 22, "church", 9.5, palette.MUTED, "middle")
    right = Box(box.x + 42, box.y, box.width - 42, box.height)
    for cell, donations in cells(right, scene.church, 4, box.height - 6, 4, 60):
        _donations(picture, cell, donations)


def _donations(picture: Picture, box: Box, donations: Donations) -> None:
    """Places for the tiles of a kind, one above the other; those taken show their tile."""
    places = donations.tiles + donations.room
    step = min(26.0, box.height / max(1, places))
    top = box.y + (box.height - step * places) / 2
    size = step - 1.5
    for i in range(places):
        x, y = box.middle - size / 2, top + (places - 1 - i) * step
        if i < donations.tiles:
            tile(picture, x, y, size, donations.tile)
        else:
            fill = colors.LAND_LIGHT[donations.tile]
            picture.rect(x, y, size, size, palette.CELL, colors.LAND_DARK[donations.tile], 0.8, 2)
            picture.rect(x + size * 0.3, y + size * 0.3, size * 0.4, size * 0.4, fill, radius=1)
