"""A position of each decision in which every seat has something to hide, made by hand."""

from __future__ import annotations

from collections.abc import Callable

from tests.noblemen_env.core.compare import CoreGame
from tests.noblemen_env.core.table import Table

HANDS = (
    {"field": 4, "grove": 1, "fountain": 2},
    {"field": 1, "grove": 2, "meadow": 3},
    {"fountain": 3, "meadow": 1},
    {"field": 2, "grove": 2, "fountain": 1, "meadow": 5},
)
CARDS = (
    ("tribute", "whitehall"),
    ("vicars_favour", "liaison", "intrigue"),
    ("blackmail",),
    ("dowry", "masterstroke", "inheritance", "blackmail"),
)


def rich_table() -> Table:
    """Four players in the second decade; it is the turn of seat 1, which can do anything."""
    table = Table(4)
    table.estate(0, "ffgg.", "ffggf", "Cm.m.", "oo.mm", "ooHm.", corner="g7")
    table.estate(1, "Cm.m.m", "ooffmg", "oof.mH", corner="h8")
    table.estate(2, "ggg.", "ggg.", "C.P.", corner="f6")
    table.estate(3, "fff", "fff", "CH1", corner="g7")
    for p in range(4):
        table.tiles_of(p, **HANDS[p])
        table.cards_of(p, *CARDS[p])
        table.owns(p, money=20 + p, markers=p + 1)
    table.knights(3, (0, "g7"))
    table.church(field=1, grove=3)
    table.on_top("tribute", "secret_wedding", "liaison")
    table.set(round_number=2, track=2, queen=2)
    table.turn(1)
    return table


def choosing(*options: str) -> Callable[[], CoreGame]:
    """A position after these choices of seat 1."""

    def make() -> CoreGame:
        table = rich_table()
        table.apply(*options)
        return table

    return make


def fresh(*options: str) -> Callable[[], CoreGame]:
    """A position after these choices in a new game."""

    def make() -> CoreGame:
        game = CoreGame(4, 5)
        for option in options:
            game.apply(option)
        while len(options) == 16 and game.states[0]["player"] == 0:
            game.apply(game.options()[0])  # the first draft
        return game

    return make


def moving(*options: str) -> Callable[[], CoreGame]:
    """A castle is built with both knights out."""

    def make() -> CoreGame:
        table = rich_table()
        table.knights(1, (0, "i7"), (0, "g10"))
        table.apply("build castle", "cell m8", *options)
        return table

    return make


def at_masquerade() -> CoreGame:
    """Seat 1 has bid, seat 2 is bidding."""
    table = rich_table()
    table.before("mask", decade=2, queen=1)
    table.apply("leisure", "done", "marker", "card liaison", "done", "card blackmail")
    return table


def at_decade() -> CoreGame:
    """Seat 1, with the Queen, has drawn a card, and seat 2 is drawing."""
    table = rich_table()
    table.before("scoring", decade=2, queen=1)
    table.apply("leisure", "done", "keep all")
    return table


def at_end() -> CoreGame:
    table = rich_table()
    table.before("scoring", decade=3, queen=1)
    table.apply("leisure", "done")
    return table


POSITIONS: dict[str, Callable[[], CoreGame]] = {
    "take": fresh("take 3", "take 0", "take 1", "take 2", "take 0", "take 3"),
    "draft at the start": fresh(*["take 2"] * 16),
    "draft for a chapel": choosing("build chapel", "cell i8"),
    "draft at a decade": at_decade,
    "act": rich_table,
    "act again": choosing("card vicars_favour", "tile field", "done", "leisure"),
    "lay": choosing("enlarge"),
    "lay again": choosing("enlarge", "tile field", "cell k10"),
    "place": choosing("enlarge", "tile grove"),
    "build": choosing("build castle"),
    "move": moving(),
    "visit": choosing("build castle", "cell m8"),
    "visit after moving": moving("move knight 2"),
    "give": choosing("build castle", "cell m8", "visit 3 forest"),
    "give again": choosing("build castle", "cell m8", "visit 3 forest", "tile grove"),
    "spend for taxes": choosing("taxes", "marker"),
    "spend for land": choosing("land", "marker"),
    "donate": choosing("church"),
    "donate again": choosing("church", "tile meadow"),
    "return": choosing("card vicars_favour"),
    "return again": choosing("card vicars_favour", "tile meadow"),
    "bid": at_masquerade,
    "over": at_end,
}
