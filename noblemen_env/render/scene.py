"""A view as typed pieces: everything that a renderer needs.

Renderers see only a `Scene`. It is made from a view, so it can't show more than the view's seat
knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from noblemen_env.actions import CELL_NAMES
from noblemen_env.components import Components
from noblemen_env.components.model import PLAYER_NUMBERS
from noblemen_env.core import ids
from noblemen_env.wording import DECISION_WORDS, count_words

View = dict[str, Any]
Cell = tuple[int, int]  # row and column

DRAFTS = {"start": "at the start", "chapel": "for the chapel", "decade": "for the new decade"}
CELLS: dict[str, Cell] = {name: divmod(cell, ids.SIDE) for cell, name in enumerate(CELL_NAMES)}


@dataclass(frozen=True)
class Building:
    """A building of an estate.

    `kind` is castle, palace, chapel or folly; a folly has its number. `points` are those of a
    scoring now; `enclosed` buildings score.
    """

    cell: Cell
    kind: str
    folly: int = 0
    enclosed: bool = False
    points: int = 0


@dataclass(frozen=True)
class Area:
    """An area by its top left cell; `visitor` is the seat whose knight stands on it."""

    cell: Cell
    kind: str
    visitor: int | None


@dataclass(frozen=True)
class Estate:
    land: tuple[tuple[Cell, str], ...]
    buildings: tuple[Building, ...]
    areas: tuple[Area, ...]
    choices: tuple[Cell, ...]  # the cells that the deciding seat may choose


@dataclass(frozen=True)
class Player:
    """A player; `tiles` and `cards` are None for a seat that doesn't know them."""

    seat: int
    title: str | None
    points: int
    sources: tuple[tuple[str, int], ...]  # of the points so far, all of them
    money: int
    markers: int
    knights: int  # in the supply
    hand_size: int
    card_count: int
    tiles: tuple[tuple[str, int], ...] | None
    cards: tuple[tuple[str, int], ...] | None
    taxes_used: bool
    land_used: bool
    taxes_yield: int
    land_yield: int
    prestige: int  # of the estate, and at a masquerade of what is given up
    counter: int | None
    estate: Estate

    @property
    def place(self) -> int:
        """The player's place on the prestige track, with the counter or without."""
        return self.prestige if self.counter is None else self.counter


@dataclass(frozen=True)
class Space:
    """A space of a building's area on the board."""

    price: int
    is_taken: bool  # by a building, still to be sold
    is_next: bool  # the one to be sold next


@dataclass(frozen=True)
class Offer:
    """The area of a building on the board, and the pieces beside it."""

    building: str
    spaces: tuple[Space, ...]
    reserve: int


@dataclass(frozen=True)
class Folly:
    """A folly on the board; `needs` are kinds of areas, one by one."""

    name: str
    needs: tuple[str, ...]
    price: int | None
    owner: int | None


@dataclass(frozen=True)
class Donations:
    """Tiles of a kind in the church, and how many more it takes."""

    tile: str
    tiles: int
    room: int


@dataclass(frozen=True)
class Title:
    """A title; `left` counts those that nobody has."""

    name: str
    prestige: int
    points: int
    discount: int
    left: int


@dataclass(frozen=True)
class Decision:
    """The pending decision: who, what, and what has happened in the turn."""

    seat: int | None
    words: str
    tile: str | None
    building: str | None  # castle, palace, chapel or folly
    folly: int
    drafted: tuple[str, ...]
    facts: tuple[str, ...]
    options: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    num_players: int
    decade: int
    track: tuple[str, ...]
    marker: int
    queen: int
    active: int
    offers: tuple[Offer, ...]
    follies: tuple[Folly, ...]
    folly_points: int | None  # for the next one
    pool: int
    church: tuple[Donations, ...]
    bag_size: int
    deck_size: int
    titles: tuple[Title, ...]  # the lowest first
    radius: int  # of the frame around the start meadow
    players: tuple[Player, ...]
    decision: Decision
    winners: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        return bool(self.winners)

    @property
    def is_masquerade(self) -> bool:
        """Tell whether titles are being given away."""
        return not self.is_over and all(player.title is None for player in self.players)

    def moves_to(self, field: str) -> int | None:
        """Count the fields from the marker to the next one of this kind; None: none is left."""
        ahead = self.track[self.marker + 1 :]
        return ahead.index(field) + 1 if field in ahead else None


def make_scene(view: View, components: Components) -> Scene:
    """Make the scene of a view."""
    return Scene(
        num_players=view["num_players"],
        decade=view["decade"],
        track=tuple(view["track"]["fields"]),
        marker=view["track"]["marker"],
        queen=view["queen"],
        active=view["active"],
        offers=tuple(_offer(view, components, building) for building in ids.BUILDINGS),
        follies=tuple(_folly(folly) for folly in view["follies"]),
        folly_points=view["folly_points"],
        pool=view["pool"],
        church=tuple(
            Donations(tile, entry["tiles"], entry["room"]) for tile, entry in view["church"].items()
        ),
        bag_size=view["bag_size"],
        deck_size=view["deck_size"],
        titles=_titles(view, components),
        radius=components.numbers.switches.radius,
        players=tuple(_player(view, player) for player in view["players"]),
        decision=_decision(view),
        winners=tuple(view.get("winners", ())),
    )


def _offer(view: View, components: Components, building: str) -> Offer:
    """The most expensive spaces hold the buildings that are left; the cheapest one is sold next."""
    offer = view["offer"][building]
    prices = getattr(components.board.prices, f"{building}s")
    first = len(prices) - offer["left"]
    spaces = tuple(Space(price, i >= first, i == first) for i, price in enumerate(prices))
    return Offer(building, spaces, offer["reserve"])


def _folly(folly: View) -> Folly:
    needs = tuple(kind for kind, count in folly["needs"].items() for _ in range(count))
    return Folly(folly["name"], needs, folly["price"], folly["owner"])


def _titles(view: View, components: Components) -> tuple[Title, ...]:
    held = [player["title"] for player in view["players"]]
    titles = [
        Title(
            title.id,
            title.prestige,
            title.points,
            title.discount,
            title.copies[PLAYER_NUMBERS.index(view["num_players"])] - held.count(title.id),
        )
        for title in components.titles
    ]
    return tuple(reversed(titles))


def _player(view: View, player: View) -> Player:
    prestige = player["prestige"]
    points = view["scores"][player["seat"]] if "scores" in view else player["points_by_source"]
    sources = tuple((name, points[name]) for name in ids.SOURCE_NAMES)
    return Player(
        seat=player["seat"],
        title=player["title"],
        points=sum(number for _, number in sources),
        sources=sources,
        money=player["money"],
        markers=player["markers"],
        knights=player["knights"].count("supply"),
        hand_size=player["hand_size"],
        card_count=player["card_count"],
        tiles=_counts(player.get("tiles"), keep_zeros=True),
        cards=_counts(player.get("cards"), keep_zeros=False),
        taxes_used=player["taxes_used"],
        land_used=player["land_used"],
        taxes_yield=player["taxes_yield"],
        land_yield=player["land_yield"],
        prestige=player["prestige_base"] if prestige is None else prestige,
        counter=player["counter"],
        estate=_estate(view, player),
    )


def _counts(counts: dict[str, int] | None, keep_zeros: bool) -> tuple[tuple[str, int], ...] | None:
    if counts is None:
        return None
    return tuple((name, n) for name, n in counts.items() if n or keep_zeros)


def _estate(view: View, player: View) -> Estate:
    estate = player["estate"]
    options = view.get("options", ()) if view["to_decide"] == player["seat"] else ()
    cells = [option.removeprefix("cell ") for option in options if option.startswith("cell ")]
    scored = {entry["cell"]: entry for entry in player["scoring"]}
    follies = [folly["name"] for folly in view["follies"]]
    return Estate(
        land=tuple((CELLS[cell], kind) for cell, kind in estate["land"].items()),
        buildings=tuple(
            _building(cell, name, follies, scored.get(cell, {}))
            for cell, name in estate["buildings"].items()
        ),
        areas=tuple(
            Area(CELLS[area["cell"]], area["kind"], area["visitor"]) for area in estate["areas"]
        ),
        choices=tuple(CELLS[cell] for cell in cells),
    )


def _building(cell: str, name: str, follies: list[str], scored: View) -> Building:
    if name in follies:
        return Building(CELLS[cell], "folly", follies.index(name))
    enclosed = scored.get("enclosed", False)
    return Building(CELLS[cell], name, enclosed=enclosed, points=scored.get("points", 0))


# --- the decision ------------------------------------------------------------------------------


def _decision(view: View) -> Decision:
    turn, kind = view["turn"], view["decision"]
    building, follies = turn["building"], [folly["name"] for folly in view["follies"]]
    is_folly = building in follies
    return Decision(
        seat=view["to_decide"],
        words=DECISION_WORDS[kind],
        tile=turn["tile"] if kind in ("take", "place") else None,
        building="folly" if is_folly else building,
        folly=follies.index(building) if is_folly else 0,
        drafted=tuple(turn.get("drafted", ())),
        facts=tuple(_facts(view)),
        options=tuple(_options(view.get("options", ()))),
    )


def _facts(view: View) -> list[str]:
    """List what has happened in the turn and may still happen, for some decisions."""
    decision, turn = view["decision"], view["turn"]
    if decision == "act":
        card = "card played" if turn["card_played"] else "a card may be played"
        return [f"{'action done' if turn['acted'] else 'action to choose'}, {card}"]
    if decision in ("lay", "place"):
        laid, completed = count_words(turn["laid"]), count_words(turn["completed"])
        return [f"tiles to lay: {turn['tiles_to_lay']}, laid: {laid}", f"completed: {completed}"]
    if decision == "give":
        return [f"tiles still due: {turn['due']}"]
    if decision == "return":
        return [f"returned: {turn['given']}, at most {turn['due']} more"]
    if decision == "spend":
        return [f"markers for {turn['purpose']}: {turn['given']}"]
    if decision == "donate":
        return [f"donated: {turn['given']}"]
    if decision == "draft":
        return [DRAFTS[turn["purpose"]]]
    if decision == "bid":
        return [f"prestige so far: {view['players'][view['to_decide']]['prestige']}"]
    return []


def _options(options: list[str] | tuple[str, ...]) -> list[str]:
    """Keep the names of plain options; count swaps and cells, which may be many."""
    cells = sum(option.startswith("cell ") for option in options)
    swaps = [option for option in options if option.startswith("swap ")]
    plain = [option for option in options if not option.startswith(("cell ", "swap "))]
    if len(swaps) > 2:
        swaps = [f"{len(swaps)} swaps"]
    return plain + swaps + [f"{cells} cells" if cells > 1 else "1 cell"] * bool(cells)
