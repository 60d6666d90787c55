"""The engine, and the rooms that play any game, know none by name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.architecture.sources import ROOT, arrows, refuse
from tests.architecture.test_imports import GAMES

ANY_GAME = ("parlour", "agents", "training")
STUDIES = "research"  # of any game, except in these folders
ABOUT_ONE_GAME = ("research/balance/games/", "research/calibrate/")

# Words of games, their scripts among them, that mean nothing in others.
WORDS = (
    # Rokoko's
    "apprentice", "banker", "crowns?", "deput[a-z]+", "dress[a-z]*", "employees?", "favor cards?",
    "fireworks?", "fountains?", "halls?", "heuristic", "hire[a-z]*", "hiring", "hostess",
    "journeym[ae]n", "lace", "livre", "musicians?", "palace", "prestige", "pyrotechnist",
    "recruiter", "rokoko[a-z]*", "sculptor", "silk", "statues?", "terrace", "warehouse", "yarn",
    # Noblemen's
    "barons?", "benefactor", "brib[a-z]*", "castles?", "chapels?", "church", "courtier", "dukes?",
    "estates?", "foll(?:y|ies)", "gardens?", "groves?", "knights?", "landlord", "liaisons?",
    "manors?", "masquerades?", "meadows?", "noblemen[a-z]*", "queens?", "scandals?",
)  # fmt: skip
WORD = re.compile(rf"(?<![a-z])(?:{'|'.join(WORDS)})(?![a-z])", re.IGNORECASE)
UNIT = re.compile(r"\bPP\b")  # of prestige

# Lines that may name a game, by their reasons: a file, and a part of the line.
NAMED = {
    "commands play this game unless another is named": ('parlour/games.py: DEFAULT_GAME = "',),
    "pip installs the engine with this game": (
        "parlour/render/rgb.py: pip install rokoko-env[render]",
    ),
    "a list of games that are studied": ("research/balance/games/__init__.py: EVENTS = {",),
}


def lines() -> Iterator[tuple[str, int, str]]:
    """The lines of all sources of these rooms: file, number and text."""
    for room in (*ANY_GAME, STUDIES):
        for path in sorted((ROOT / room).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if name == "research/balance/games/__init__.py" or not name.startswith(ABOUT_ONE_GAME):
                for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                    yield name, number, line


def test_they_use_no_word_of_a_game():
    """In code, comments and docstrings."""
    allowed = [tuple(place.split(": ", 1)) for places in NAMED.values() for place in places]
    complaints, met = [], set()
    for file, number, line in lines():
        word = WORD.search(line) or UNIT.search(line)
        if word is None:
            continue
        places = {(name, part) for name, part in allowed if name == file and part in line}
        met |= places
        if not places:
            complaints.append(f"{file}:{number}: {word[0]!r} is a word of a game")
    complaints += [
        f"{name}: no line with {part!r} names a game: remove it from NAMED"
        for name, part in allowed
        if (name, part) not in met
    ]
    refuse(complaints)


def test_they_import_no_game():
    """They get it by its name (`parlour.games.find_game`)."""
    refuse(
        f"{arrow.module} imports {arrow.target}"
        for arrow in arrows()
        if arrow.module.partition(".")[0] in (*ANY_GAME, STUDIES)
        and not arrow.module.replace(".", "/").startswith(ABOUT_ONE_GAME)
        and arrow.target.partition(".")[0] in GAMES
    )
