"""Pebbles, a small game for tests: all that a game has to tell the engine.

Each round as many pebbles as seats are drawn from a bag. In turn each seat takes one (the last has
no choice) and lays it on a free space of a path. Points: for each pair of own neighbouring spaces,
and for each pebble that one's secret card wants. Of a tie the seat with more high pebbles wins.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import parlour.game
from parlour.codec import members
from parlour.component_errors import Range, fail
from parlour.datafiles import read_file, read_table
from parlour.spec import GameSpec
from parlour.study_parts import StudyParts
from tests.toy_game import rules

FILE, POINTS = "pebbles.toml", Range(0, 99)
SIZES = {"card": rules.CARDS, "pebble": rules.PEBBLES, "space": rules.SPACES}
NAMES = {f"{name}s": tuple(f"{name} {i}" for i in range(n)) for name, n in SIZES.items()}


@dataclass(frozen=True)
class Components:
    wanted: int = 2  # points for a pebble that one's card wants

    @property
    def digest(self):
        return hashlib.sha256(repr(self).encode()).hexdigest()


STANDARD = Components()


def load_components(folder=None, *, check_counts=True):
    return STANDARD if folder is None else parse_components(read_files(folder))


def read_files(folder=None):
    if folder is None:
        return {FILE: f"wanted = {STANDARD.wanted}\n".encode()}
    return {FILE: read_file(Path(folder), FILE)}


def parse_components(files, *, check_counts=True):
    table = read_table(FILE, files[FILE])
    table.only("wanted")
    components = Components(table.whole("wanted", POINTS))
    check_components(components)
    return components


def check_components(components):
    if not POINTS.low <= components.wanted <= POINTS.high:
        fail(f"{FILE}, key wanted", f"{components.wanted} is not {POINTS}")


def make_view(game, seat):
    s, players = game.record, []
    for p in range(game.num_players):
        players.append({name: members(s[name][p]) for name in ("pebbles", "spaces")})
        if seat in (None, p) or game.is_over:
            players[p]["card"] = int(s["card"][p])
    view = {"round": game.round, "player": game.current_player, "decision": game.decision}
    scores = {"scores": game.score_breakdown()} if game.is_over else {}
    return {**view, "table": members(s["table"]), "players": players, **scores}


def broken_invariants(s, rules, names):
    for name, sets in (("pebble", [s["table"], *s["pebbles"]]), ("space", s["spaces"])):
        if np.bitwise_or.reduce(sets) != sum(map(int, sets)):
            return [f"a {name} is in two places"]
    cards = s["card"][: s["num_players"]].tolist()
    return [] if len(set(cards)) == len(cards) else ["a card is in two places"]


SPEC = GameSpec(
    name="toy", title="Pebbles", package=__name__, version="1.0", magic="TOYS",
    players=range(3, rules.SEATS + 1), rounds=rules.ROUNDS,
    typical_decisions={n: rules.ROUNDS * (2 * n - 1) for n in range(3, rules.SEATS + 1)},
    score_word="points", tie_break_word="high_pebbles", sources=("pairs", "wanted"),
    fields=rules.FIELDS, rules=rules.RULES, sections=rules.SECTIONS,
    decisions=("take", "lay", "over"), num_actions=rules.PEBBLES + rules.SPACES,
    action_layout=rules.WORD_STARTS,
    load_components=load_components, check_components=check_components,
    build_rules=lambda components, num_players: np.array([(components.wanted,)], rules.RULES),
    action_names=lambda components: NAMES["pebbles"] + NAMES["spaces"],
    vocabulary=lambda components: NAMES,
    make_view=make_view, broken_invariants=broken_invariants,
    study_parts=lambda: StudyParts("p", ("random", "random"), read_files, parse_components),
)  # fmt: skip


class Game(parlour.game.Game):
    spec = SPEC
