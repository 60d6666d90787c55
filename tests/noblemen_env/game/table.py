"""Positions made by hand: a game before the action of player 0, with changes to its record."""

from __future__ import annotations

from collections.abc import Mapping

from noblemen_env import Game
from noblemen_env.actions import CELL_NAMES
from noblemen_env.core import ids
from parlour.core.states import refresh_legal


def at_act(num_players: int = 3, seed: int = 1) -> Game:
    """A game with the first turn of player 0; all players have three tiles of each type."""
    game = Game(num_players, seed)
    while game.decision == "take":
        game.apply(game.parse_action("take 3"))
    while game.decision == "draft":
        game.apply(game.legal_actions()[0])
    return game


def refresh(game: Game) -> Game:
    """Compute again what follows from other fields."""
    game.spec.derive(game.record, game.rules)
    refresh_legal(game._states, game._rules)
    return game


def lay(game: Game, seat: int, land: Mapping[str, str]) -> None:
    """Put tiles from the bag on cells, of "meadow h9" or "castle i8" with a meadow under it."""
    s = game.record
    for name, piece in land.items():
        tile = piece if piece in ids.TILES else "meadow"
        put(s["land"][seat][ids.TILES.index(tile)], name)
        s["bag"][ids.TILES.index(tile)] -= 1
        if piece in ids.BUILDINGS:
            put(s["buildings"][seat][ids.BUILDINGS.index(piece)], name)
            s["reserve"][ids.BUILDINGS.index(piece)] -= 1
        elif piece in game.buildings:
            folly = game.buildings.index(piece) - ids.FOLLY
            s["folly_owner"][folly], s["folly_cell"][folly] = seat, CELL_NAMES.index(name)
    mark_areas(game, seat)


def mark_areas(game: Game, seat: int) -> None:
    """Mark all squares of equal tiles."""
    land = game.estate(seat).land
    for cell, kind in land.items():
        corners = (cell, cell + 1, cell + ids.SIDE, cell + ids.SIDE + 1)
        if kind != ids.MEADOW and all(land.get(corner) == kind for corner in corners):
            put(game.record["areas"][seat], CELL_NAMES[cell])


def put(words, name: str) -> None:
    """Add a cell to a set."""
    word, place = divmod(CELL_NAMES.index(name), ids.WORD_CELLS)
    words[word] |= 1 << place


def square(corner: str, tile: str) -> dict[str, str]:
    """An area by its top left cell."""
    cell = CELL_NAMES.index(corner)
    corners = (cell, cell + 1, cell + ids.SIDE, cell + ids.SIDE + 1)
    return {CELL_NAMES[each]: tile for each in corners}


def visit(game: Game, guest: int, host: int, area: str, knight: int = 0) -> None:
    """Put a knight on an area."""
    s = game.record
    s["knight_host"][guest][knight], s["knight_area"][guest][knight] = host, CELL_NAMES.index(area)


def give_card(game: Game, seat: int, card: str) -> None:
    """Move a card from the deck, or from a rival, to a hand."""
    s, number = game.record, ids.CARDS.index(card)
    s["cards"][seat][number] += 1
    for p in range(game.num_players):
        if p != seat and s["cards"][p][number]:
            s["cards"][p][number] -= 1
            return
    places = [(s["deck_top"] + i) % ids.MAX_DECK for i in range(s["deck_size"])]
    cards = [int(s["deck"][place]) for place in places]
    cards.remove(number)
    s["deck"][places[-1]] = -1
    s["deck_size"] -= 1
    for place, each in zip(places, cards, strict=False):
        s["deck"][place] = each
