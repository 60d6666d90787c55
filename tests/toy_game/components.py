"""Components: numbers from a file, and the record that the rules read."""

import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from parlour.component_errors import Range, fail
from parlour.datafiles import read_file, read_table
from tests.toy_game.rules import RULES

FILE, POINTS = "pebbles.toml", Range(0, 99)


@dataclass(frozen=True)
class Components:
    pair: int = 1
    wanted: int = 2

    @property
    def digest(self):
        return hashlib.sha256(repr(self).encode()).hexdigest()


STANDARD = Components()


def load(folder=None, *, check_counts=True):
    if folder is None:
        return STANDARD
    table = read_table(FILE, read_file(Path(folder), FILE))
    table.only("pair", "wanted")
    return Components(table.whole("pair", POINTS), table.whole("wanted", POINTS))


def check(components):
    for name, points in asdict(components).items():
        if not POINTS.low <= points <= POINTS.high:
            fail(f"{FILE}, key {name}", f"{points} is not {POINTS}")


def build_rules(components, num_players):
    return np.array([(components.pair, components.wanted)], RULES)
