"""Noblemen's parts in balance studies."""

from __future__ import annotations

from noblemen_env import SPEC
from noblemen_env.core import ids
from noblemen_env.wording import CARD_WORDS, a
from parlour.ruleset import Ruleset
from research.balance.games.noblemen.core import layout
from research.balance.games.noblemen.words import HELD, TIMES, WORDS
from research.balance.parts import BalanceParts, HeldEqual, Layout, Option, WaysToPlay

FOLLIES = [f"folly_{number}" for number in range(1, ids.FOLLIES + 1)]
MASQUERADES = [f"{decade}.{number}" for decade in ("I", "II", "III") for number in (1, 2)]
PLAYABLE = [card for card in ids.CARDS if card not in ("blackmail", "liaison")]
ACTIONS = {
    layout.ENLARGE: ("enlarge", "enlarge the estate"),
    layout.TAXES: ("taxes", "collect taxes"),
    layout.LAND: ("land", "acquire land"),
    layout.BRIBE: ("bribe", "buy bribe markers"),
    layout.BRIBE_MOST: ("bribe most", "buy as many markers as allowed"),
    layout.CHURCH: ("church", "donate tiles to the church"),
    layout.LEISURE: ("leisure", "do nothing, for a point"),
    layout.SWAP: ("swap", "swap tiles"),
}
MARKERS = {
    layout.MARKER_FOR_TAXES: ("markers for taxes", "spend markers on taxes"),
    layout.MARKER_FOR_LAND: ("markers for land", "spend markers on land"),
    layout.MARKER_FOR_TITLE: ("markers for a title", "give markers up at a masquerade"),
}


def options(ruleset: Ruleset) -> list[Option]:
    """All options of these components, family by family."""
    return [
        *_buildings(ruleset),
        *_titles(),
        *_cards(),
        *_areas(),
        *(Option(n, "actions", name, words) for n, (name, words) in ACTIONS.items()),
        *(Option(n, "markers", name, words) for n, (name, words) in MARKERS.items()),
        *(
            Option(layout.START + t, "start", f"start {tile}", f"start with all {tile}s one may")
            for t, tile in enumerate(ids.TILES)
        ),
    ]


def _buildings(ruleset: Ruleset) -> list[Option]:
    follies = [folly.id for folly in ruleset.components.follies]
    names = [*ids.BUILDINGS, *follies]
    return [
        Option(layout.BUILD + n, "buildings", name, f"build {a(name)}".replace("_", " of "))
        for n, name in enumerate(names)
    ]


def _titles() -> list[Option]:
    return [
        Option(
            layout.TITLE + m * layout.BETTER_TITLES + t,
            "titles",
            f"{title} {masquerade}",
            f"become {title.capitalize()} or better at masquerade {masquerade}",
        )
        for t, title in enumerate(ids.TITLES[: layout.BETTER_TITLES])
        for m, masquerade in enumerate(MASQUERADES)
    ]


def _cards() -> list[Option]:
    families = (
        ("cards played", layout.PLAY, PLAYABLE, "play"),
        ("cards kept", layout.KEEP, ids.CARDS, "keep"),
        ("cards given up", layout.GIVE_UP, ids.CARDS, "give up"),
    )
    return [
        Option(first + ids.CARDS.index(c), family, f"{verb} {c}", f"{verb} {CARD_WORDS[c]}")
        for family, first, cards, verb in families
        for c in cards
    ]


def _areas() -> list[Option]:
    knights = "Queen and knights"
    return [
        *(
            Option(layout.COMPLETE + kind, "areas", area, f"complete {a(area)}")
            for kind, area in enumerate(ids.AREAS)
        ),
        Option(layout.ENCLOSE, "areas", "enclose", "enclose a castle or palace"),
        Option(layout.TAKE_QUEEN, knights, "Queen", "take the Queen"),
        *(
            Option(layout.VISIT + kind, knights, f"visit {area}", f"send a knight to {a(area)}")
            for kind, area in enumerate(ids.AREAS)
        ),
        Option(layout.MOVE, knights, "move", "move a knight"),
    ]


PARTS = BalanceParts(
    spec=SPEC,
    layout=Layout(
        seat=layout.SEAT,
        situation=layout.SITUATION,
        event=layout.BID_MADE,
        memory=layout.MEMORY,
        num_options=layout.NUM_OPTIONS,
        max_situations=layout.max_situations,
        max_events=layout.max_bids,
    ),
    times=TIMES,
    options=options,
    held=HeldEqual(
        words=HELD,
        numbers=tuple(
            name
            for name, *_ in layout.SITUATION_FIELDS
            if name not in ("game", "seat", "round", "moment")
        ),
        squared=("money", "worth", "lead", "markers", "prestige", "bid", "rivals_bid"),
        by_time=("money", "worth", "lead", "castles", "palaces", "prestige", "markers"),
        categories={
            "moment": (layout.BID, layout.DRAFT, layout.CHOICE),
            "after_queen": (0,),
        },
        min_games=20,
    ),
    win_features=(
        "worth", "money", "tiles", "land", "manors", "forests", "gardens", "castles", "palaces",
        "enclosed", "chapels", "markers", "cards", "visits", "prestige", "rank", "queen",
    ),
    pace={
        "money": "pounds",
        "worth": "points if the game ended",
        "tiles": "tiles in hand",
        "land": "tiles of the estate",
        "gardens": "gardens",
        "castles": "castles",
        "palaces": "palaces",
        "turns": "turns in the phase",
        "queen_turns": "turns that ended with the Queen",
    },
    ways=WaysToPlay(
        habits={
            "enlargements": "enlarging",
            "bought": "markers bought",
            "donated": "tiles donated",
            "cards_played": "cards played",
            "sent": "knights sent",
        },
        counts={
            "manors": "manors",
            "forests": "forests",
            "gardens": "gardens",
            "castles": "castles",
            "palaces": "palaces",
            "chapels": "chapels",
        },
    ),
    words=WORDS,
    names_in_events=lambda ruleset: {"title": (0, ids.TITLES)},
    parts_of_fields={
        "built": [f"built_{name}" for name in (*ids.BUILDINGS, *FOLLIES)],
        "titles": [f"times_{title}" for title in ids.TITLES],
        "kept": [f"kept_{card}" for card in ids.CARDS],
    },
)  # fmt: skip
