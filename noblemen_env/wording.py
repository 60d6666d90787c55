"""Pieces, numbers and decisions in words, for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

CARD_WORDS = {
    "inheritance": "Inheritance",
    "intrigue": "Intrigue",
    "blackmail": "Blackmail",
    "liaison": "Liaison",
    "secret_wedding": "Secret wedding",
    "dowry": "Dowry",
    "masterstroke": "Masterstroke",
    "tribute": "Tribute",
    "vicars_favour": "Vicar's favour",
    "whitehall": "Whitehall",
}
DECISION_WORDS = {
    "take": "choose tiles for the start",
    "draft": "keep a scandal card",
    "act": "choose an action, a card or a swap",
    "lay": "choose a tile to lay",
    "place": "place the tile",
    "build": "choose a cell for the building",
    "move": "choose a knight to move",
    "visit": "send the knight to an area",
    "give": "give a tile to the knight's owner",
    "spend": "spend bribe markers or go on",
    "donate": "donate a tile",
    "return": "return a tile to the bag",
    "bid": "give up markers and cards or stop",
    "over": "nothing: the game is over",
}


def number_of(number: int, name: str) -> str:
    """For example: 1 pound, 2 pounds, 0 liaisons."""
    return f"{number} {name if number == 1 else plural(name)}"


def plural(name: str) -> str:
    """Return the plural of a piece: "folly" becomes "follies"."""
    return f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"


def a(name: str) -> str:
    """Put the article before a name."""
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def count_words(counts: Mapping[str, int]) -> str:
    """For example: 2 fields, 1 grove."""
    return ", ".join(number_of(n, name) for name, n in counts.items() if n) or "none"


def card_list(counts: Mapping[str, int]) -> str:
    """For example: 2 x Tribute, Dowry."""
    names = [f"{n} x {CARD_WORDS[card]}" if n > 1 else CARD_WORDS[card] for card, n in some(counts)]
    return ", ".join(names) or "none"


def some(counts: Mapping[str, int]) -> Iterable[tuple[str, int]]:
    """The pieces of which there is any."""
    return ((name, n) for name, n in counts.items() if n)


def score_parts(row: Mapping[str, int], others: Iterable[str]) -> list[tuple[str, int]]:
    """Return the sources of a player's score that gave any points, without `others`."""
    return [(source, points) for source, points in some(row) if source not in others]
