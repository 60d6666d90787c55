"""Folders of components with other values, in which rare things of the standard set are common."""

import re
from pathlib import Path

# For each variant and file: lines that begin with a key and " = " or ",", and their new rest.
VARIANTS = {
    "standard": {},
    "apart": {"game.toml": {"areas_overlap": "0", "swaps_mid_action": "0"}},
    "prestige": {"game.toml": {"threshold_by_position": "0", "fixed_start": "1"}},
    "narrow": {"game.toml": {"radius": "2"}},
    "track": {
        "board.toml": {
            "knights": "1",
            "fields": '["start", "lock", "mask", "round", "lock", "mask", "scoring"]',
        }
    },
    "bare": {
        "board.toml": {"knights": "0"},
        "game.toml": {"choice": "2", "fixed_start": "1", "swaps_mid_action": "0", "most": "0"},
    },
    # Other numbers everywhere, so that none can be taken for another one.
    "numbers": {
        "game.toml": {
            "pounds": ("9", "3"),
            "step": "2",
            "tiles": ("13", "4", "2", "3"),
            "choice": "2",
            "field": ("2", "1"),
            "manor": ("5", "3"),
            "grove": ("2", "1"),
            "forest": ("1", "3"),
            "knight": ("4", "5", "1"),
            "marker": ("2", "3", "4"),
            "price": "3",
            "most": "4",
            "points": ("2", "3", "4", "5"),
            "fountain": "2",
            "garden": "3",
            "palace": ("5", "4"),
            "blackmail": "6",
            "card": "2",
            "castle": "2",
            "castle_chapel": "3",
            "palace_chapel": "1",
            "liaison": "4",
            "wedding_markers": "3",
            "wedding_points": "4",
            "dowry_tiles": "3",
            "tribute_pounds": "6",
            "vicar_tiles": "2",
            "vicar_points": "3",
        },
        "titles.csv": {
            "duke": "30,9,4,1,1,1",
            "marquess": "20,6,3,1,1,1",
            "earl": "12,4,2,1,1,2",
            "viscount": "5,2,1,1,2,3",
        },
    },
    "scarce": {
        "board.toml": {
            "castles": ("10", "{ 3 = 3, 4 = 4, 5 = 5 }", "[0, 1, 1, 2, 2]"),
            "chapels": ("15", "{ 3 = 3, 4 = 4, 5 = 5 }", "[0, 0, 0, 0, 0]"),
            "markers": "5",
        },
        "tiles.csv": {"field": "24", "grove": "26", "fountain": "18", "meadow": "30"},
        "follies.csv": {
            "folly_forests": "0,1,0,3",
            "folly_manors": "1,0,0,3",
            "folly_gardens": "0,0,1,3",
            "folly_mixed": "0,1,1,2",
        },
    },
}


def write_variant(name, source, folder):
    """Copy the components with the values of a variant."""
    folder = Path(folder)
    for path in Path(source).iterdir():
        if path.suffix not in (".csv", ".toml"):
            continue
        text = path.read_text(encoding="utf-8")
        for key, values in VARIANTS[name].get(path.name, {}).items():
            text = replace_values(text, key, values, path)
        (folder / path.name).write_text(text, encoding="utf-8")
    return folder


def replace_values(text, key, values, path):
    """Put new values behind a key; several for the lines of this key in their order."""
    values = (values,) if isinstance(values, str) else values
    if path.suffix == ".csv":
        line = re.compile(rf"(?m)^({key},)(?:[\d,]+)(?=,)")
    else:
        line = re.compile(rf"(?m)^({key} = )[^#\n]*")
    found = line.findall(text)
    assert len(found) == len(values), f"{path.name}: {key} is there {len(found)} times"
    rest = iter(values)
    return line.sub(lambda match: match[1] + next(rest), text)
