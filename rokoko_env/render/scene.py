"""A view as typed pieces: everything that a renderer needs.

Renderers see only a `Scene`. It is made from a view, so it can't show more than the view's seat
knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parlour.render.shapes import printable
from rokoko_env.components import COLORS, Components, Dress, Resource
from rokoko_env.wording import BONUS_WORDS, DECISION_WORDS, score_parts


@dataclass(frozen=True)
class Card:
    """An employee; `bonus` is in words."""

    name: str
    rank: str
    bonus: str


@dataclass(frozen=True)
class Reward:
    """The reward of a guest space; `kind` is none, yarn, lace, tile or livre."""

    kind: str
    amount: int


@dataclass(frozen=True)
class GuestSpace:
    label: str
    master: bool
    reward: Reward
    dress: Dress | None
    owner: int | None


@dataclass(frozen=True)
class Decoration:
    """A decoration space; only fireworks have a multiplier."""

    cost: int
    prestige: int
    owner: int | None
    multiplier: int | None = None


@dataclass(frozen=True)
class Hall:
    """A hall; `majority` holds the numbers that apply to this number of players."""

    name: str
    majority: tuple[int, ...]
    spaces: tuple[GuestSpace, ...]
    musician: Decoration


@dataclass(frozen=True)
class Window:
    cost: int
    dress: Dress | None


@dataclass(frozen=True)
class Shelf:
    """A segment of the warehouse; without tiles it has no price."""

    price: int | None
    tiles: tuple[Resource | None, ...]


@dataclass(frozen=True)
class AllHallsSpace:
    prestige: int
    owner: int | None


@dataclass(frozen=True)
class Score:
    """Points by source (only those that gave any), at the end of the game."""

    parts: tuple[tuple[str, int], ...]
    total: int
    livre_left: int
    won: bool


@dataclass(frozen=True)
class Player:
    """A player.

    `hand`, `supply` and `silk` hold only what the view's seat knows; `hand_or_supply` are the cards
    that may be in either.
    """

    seat: int
    money: int
    yarn: int
    lace: int
    prestige: int
    deck_size: int
    hand_size: int
    supply_size: int
    discard_size: int
    hand: tuple[Card, ...]
    hand_unseen: int
    supply: tuple[Card, ...]
    hand_or_supply: tuple[Card, ...]
    discard: tuple[Card, ...]
    silk: tuple[tuple[Resource, int], ...]
    silk_unseen: int
    guests: tuple[int, ...]
    decorations: int
    score: Score | None

    @property
    def bales(self) -> tuple[int, ...]:
        """Bales on the known silk tiles by colour."""
        return tuple(sum(tile.bales[c] * n for tile, n in self.silk) for c in range(len(COLORS)))


@dataclass(frozen=True)
class Decision:
    """The pending decision: who, what, and the pieces of the current turn."""

    seat: int | None
    words: str
    card: Card | None
    bonus_of: Card | None
    tile: Resource | None
    tile_unseen: bool
    dress: Dress | None
    missing: tuple[int, ...]
    options: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    num_players: int
    round: int
    start_player: int
    favor: int | None
    halls: tuple[Hall, ...]
    fireworks: tuple[Decoration, ...]
    fireworks_majority: tuple[int, ...]
    statues: tuple[Decoration, ...]
    statue_prestige: int
    upper_fountain: tuple[Decoration, ...]
    lower_fountain: tuple[Decoration, ...]
    all_halls: tuple[AllHallsSpace, ...]
    workshop: tuple[Window, ...]
    bag_size: int
    warehouse: tuple[Shelf, ...]
    stack_size: int
    display: tuple[Card, ...]
    hire_price: int
    players: tuple[Player, ...]
    decision: Decision
    winners: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        return bool(self.winners)


def make_scene(view: dict[str, Any], components: Components) -> Scene:
    """Make the scene of a view."""
    return _SceneMaker(view, components).scene()


class _SceneMaker:
    """Look up the pieces of a view in its components."""

    def __init__(self, view: dict[str, Any], components: Components) -> None:
        self.view = view
        self.board = components.board_for(view["num_players"])
        self.numbers = components.numbers
        self.cards = {
            e.id: Card(printable(e.id), e.rank, BONUS_WORDS[e.bonus]) for e in components.employees
        }
        self.tiles = {tile.id: tile for tile in components.resources}
        self.dresses = {dress.id: dress for dress in components.dresses}

    def scene(self) -> Scene:
        view, decorations = self.view, self.view["decorations"]
        return Scene(
            num_players=view["num_players"],
            round=view["round"],
            start_player=view["start_player"],
            favor=view["favor"],
            halls=tuple(self._hall(hall) for hall in view["halls"]),
            fireworks=_decoration_spaces(decorations["fireworks"]),
            fireworks_majority=self._majority(self.board.fireworks_majority),
            statues=_decoration_spaces(decorations["statues"]),
            statue_prestige=self.numbers.statue_prestige_per_color,
            upper_fountain=_decoration_spaces(decorations["upper_fountain"]),
            lower_fountain=_decoration_spaces(decorations["lower_fountain"]),
            all_halls=tuple(AllHallsSpace(s["prestige"], s["owner"]) for s in view["all_halls"]),
            workshop=tuple(Window(w["cost"], self._dress(w["dress"])) for w in view["workshop"]),
            bag_size=len(view["bag"]),
            warehouse=tuple(
                Shelf(s["price"], tuple(self._tile(tile) for tile in s["tiles"]))
                for s in view["warehouse"]
            ),
            stack_size=view["tile_stack_size"],
            display=self._cards(view["display"]),
            hire_price=view["hire_price"],
            players=tuple(self._player(player) for player in view["players"]),
            decision=self._decision(),
            winners=tuple(view.get("winners", ())),
        )

    def _majority(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Keep the numbers that score: with two players only the first place does."""
        return tuple(numbers[:1] if self.view["num_players"] == 2 else numbers)

    def _dress(self, name: str | None) -> Dress | None:
        return None if name is None else self.dresses[name]

    def _tile(self, name: str | None) -> Resource | None:
        """Return None for no tile and for one that the seat can't see."""
        return None if name is None else self.tiles.get(name)

    def _cards(self, names: list[str]) -> tuple[Card, ...]:
        return tuple(self.cards[name] for name in names)

    def _hall(self, hall: dict[str, Any]) -> Hall:
        spaces = tuple(self._guest_space(space) for space in hall["spaces"])
        (musician,) = _decoration_spaces([hall["musician"]])
        return Hall(printable(hall["name"]), self._majority(hall["majority"]), spaces, musician)

    def _guest_space(self, space: dict[str, Any]) -> GuestSpace:
        is_master, reward = space["rank"] == "master", _reward(space["reward"])
        dress = self._dress(space["dress"])
        return GuestSpace(space["space"], is_master, reward, dress, space["owner"])

    def _player(self, player: dict[str, Any]) -> Player:
        hand = player.get("hand", player["surely_in_hand"])
        silk = player.get("silk", player["silk_seen"])
        seat = player["seat"]
        return Player(
            seat=seat,
            money=player["money"],
            yarn=player["yarn"],
            lace=player["lace"],
            prestige=player["prestige_tokens"],
            deck_size=len(player["deck"]),
            hand_size=player["hand_size"],
            supply_size=player["supply_size"],
            discard_size=len(player["discard"]),
            hand=self._cards(hand),
            hand_unseen=player["hand_size"] - len(hand),
            supply=self._cards(player.get("supply", [])),
            hand_or_supply=self._cards([] if "hand" in player else player["hand_or_supply"]),
            discard=self._cards(player["discard"]),
            silk=tuple((self.tiles[name], count) for name, count in silk.items()),
            silk_unseen=player["silk_size"] - sum(silk.values()),
            guests=self._guests(seat),
            decorations=self._funded(seat),
            score=self._score(seat),
        )

    def _guests(self, seat: int) -> tuple[int, ...]:
        """Count the seat's dresses in the halls by colour."""
        colors = [
            self.dresses[space["dress"]].color
            for hall in self.view["halls"]
            for space in hall["spaces"]
            if space["owner"] == seat
        ]
        return tuple(colors.count(color) for color in COLORS)

    def _funded(self, seat: int) -> int:
        spaces = [space for kind in self.view["decorations"].values() for space in kind]
        spaces += [hall["musician"] for hall in self.view["halls"]]
        return sum(space["owner"] == seat for space in spaces)

    def _score(self, seat: int) -> Score | None:
        if "scores" not in self.view:
            return None
        row = self.view["scores"][seat]
        won = seat in self.view["winners"]
        return Score(tuple(score_parts(row)), row["total"], row["livre_left"], won)

    def _decision(self) -> Decision:
        turn = self.view["turn"] or {}
        card, bonus_of, dress = turn.get("card"), turn.get("bonus_of"), turn.get("dress")
        return Decision(
            seat=self.view["to_decide"],
            words=DECISION_WORDS[self.view["decision"]],
            card=None if card is None else self.cards[card],
            bonus_of=None if bonus_of in (None, card) else self.cards[bonus_of],
            tile=self._tile(turn.get("tile")),
            tile_unseen=turn.get("tile") == "unseen",
            dress=self._dress(dress),
            missing=tuple(turn.get("missing_bales", (0, 0, 0, 0))) if dress else (0, 0, 0, 0),
            options=tuple(printable(option) for option in self.view.get("options", ())),
        )


def _decoration_spaces(spaces: list[dict[str, Any]]) -> tuple[Decoration, ...]:
    return tuple(
        Decoration(space["cost"], space["prestige"], space["owner"], space.get("multiplier"))
        for space in spaces
    )


def _reward(reward: str) -> Reward:
    if reward.startswith("livre_"):
        return Reward("livre", int(reward.removeprefix("livre_")))
    return Reward(reward, 0 if reward == "none" else 1)
