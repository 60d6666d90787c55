"""Observations and masks: written in full whatever was there before, and what they say."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.buffers import Buffers
from parlour.core.jit import entry
from parlour.core.states import (
    list_legal,
    play_to_end,
    seeds_for,
    show_seats,
    start_games,
)
from parlour.core.vectors import copy_row, write_counts, write_scaled, write_sets
from rokoko_env import SPEC
from rokoko_env.components import load_components
from rokoko_env.core import ids
from rokoko_env.core.rules import build_rules
from rokoko_env.core.sections import (
    OBSERVATION,
    OBSERVATION_SIZE,
    OBSERVATION_SLICES,
)
from rokoko_env.core.state import new_states
from tests.rokoko_env.kernels import draw_from_own_rng, masks_of, step_all

GAMES = 4
HALL_SCALES = (1.0, 1 / 3, 0.5, 1 / 30, 0.25)


@entry
def spread(records, first, second, groups):
    """Each of the vector functions, compiled."""
    record = records[0]
    write_sets((first,), (1.0,), record.own_guests, 0)
    write_sets((first, second), (0.5, 0.25), record.others_cards, 2)
    write_counts(first, groups[0].kind_tiles, 0.1, record.others_silk, 1)
    copy_row(record.others_silk, 1, record.others_silk, 3)
    write_scaled((first & 15, second & 7, 0, 3, 1), HALL_SCALES, record.musicians, 4)


def test_vectors_do_what_the_loops_do():
    """The functions themselves are plain Python, called from here."""
    rules = build_rules(load_components(), 4)
    rng = np.random.default_rng(0)
    for _ in range(20):
        first = int(rng.integers(2**62))
        second = int(rng.integers(2**62)) & ~first
        compiled, plain = Buffers(SPEC, 1, mask=False), Buffers(SPEC, 1, mask=False)
        spread(compiled.records[0], first, second, rules)
        record = plain.records[0][0]
        write_sets((first,), (1.0,), record["own_guests"], 0)
        write_sets((first, second), (0.5, 0.25), record["others_cards"], 2)
        write_counts(first, rules[0]["kind_tiles"], 0.1, record["others_silk"], 1)
        copy_row(record["others_silk"], 1, record["others_silk"], 3)
        write_scaled((first & 15, second & 7, 0, 3, 1), HALL_SCALES, record["musicians"], 4)
        np.testing.assert_allclose(compiled.observation, plain.observation, rtol=2e-7)  # float32
        assert compiled.observation.any()


def positions(num_players: int, steps: int):
    """Some games at several times, the last time when they are over."""
    rules = build_rules(load_components(), num_players)
    states = new_states(GAMES)
    start_games(states, rules, num_players, seeds_for(3, GAMES))
    actions = np.zeros(GAMES, np.int64)
    for step in range(steps):
        if step % 9 == 0:
            yield states, rules
        draw_from_own_rng(states, actions, 0, GAMES)
        step_all(states, rules, actions)
    play_to_end(states, rules)
    yield states, rules


def observed(states, rules, seat: int, before: float) -> np.ndarray:
    buffers = Buffers(SPEC, GAMES, mask=False)
    buffers.observation[:] = before
    games, seats = np.arange(GAMES), np.full(GAMES, seat)
    show_seats(states, rules, games, seats, *buffers.records)
    return buffers.observation


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_nothing_is_left_of_what_was_there_before(num_players):
    for states, rules in positions(num_players, 120):
        for seat in range(num_players):
            fresh = observed(states, rules, seat, 0.0)
            assert observed(states, rules, seat, np.nan).tobytes() == fresh.tobytes()
        masks, dirty = masks_of(states, rules), np.full((GAMES, ids.NUM_ACTIONS), 7, np.int8)
        assert masks_of(states, rules, dirty).tobytes() == masks.tobytes()


@pytest.mark.parametrize("num_players", [2, 5])
def test_sections_say_what_the_record_holds(num_players):
    for states, rules in positions(num_players, 150):
        for seat in range(num_players):
            for s, row in zip(states, observed(states, rules, seat, 0.0), strict=True):
                check_sections(s, rules[0], seat, row)


def check_sections(s, rules, seat: int, row: np.ndarray) -> None:
    seen = {name: row[part] for name, part in OBSERVATION_SLICES.items()}
    n = int(s["num_players"])
    seats = [(seat + r) % n for r in range(n)]
    for pile in ("hand", "supply", "discard"):
        kinds = [int(rules["card_kind"][card]) for card in members(s[pile][seat])]
        assert seen[pile].tolist() == [kinds.count(k) for k in range(ids.MAX_CARDS)]
    silk = [int(rules["tile_kind"][tile]) for tile in members(s["silk"][seat])]
    assert seen["silk"].tolist() == [silk.count(k) / 2 for k in range(ids.MAX_TILE_KINDS)]
    assert set(np.flatnonzero(seen["own_guests"])) == members(s["guests"][seat])
    prestige = seen["guest_prestige"]
    for space, dress in enumerate(s["guest_dress"].tolist()):
        worth = 0 if dress < 0 else (1 + rules["dress_prestige"][dress]) / 5
        assert prestige[space] == pytest.approx(worth)
    check_markets(s, rules, seen)
    guests = seen["hall_guests"].reshape(ids.MAX_PLAYERS, ids.HALLS)
    musicians = seen["musicians"].reshape(ids.MAX_PLAYERS, ids.HALLS)
    players = seen["players"].reshape(ids.MAX_PLAYERS, -1)
    for r, p in enumerate(seats):
        for hall in range(ids.HALLS):
            own = members(s["guests"][p] & rules["hall_spaces"][hall])
            assert guests[r, hall] == len(own) / 4
            musician = ids.MUSICIANS + hall in members(s["decorations"][p])
            assert musicians[r, hall] == musician
        assert players[r, 0] == 1
        assert players[r, 1] == pytest.approx(s["money"][p] / 30)
        assert players[r, 5] == len(members(s["hand"][p])) / 4
    for name in ("hall_guests", "master_guests", "musicians", "players"):
        assert not seen[name].reshape(ids.MAX_PLAYERS, -1)[n:].any()
    for name in ("others_cards", "others_silk"):
        assert not seen[name].reshape(ids.MAX_PLAYERS - 1, -1)[n - 1 :].any()


def check_markets(s, rules, seen: dict[str, np.ndarray]) -> None:
    spaces = seen["warehouse"].reshape(ids.MAX_WAREHOUSE, -1)
    for space, tile in enumerate(s["warehouse"].tolist()):
        first = space - space % ids.SEGMENT_SPACES
        in_segment = (s["warehouse"][first : first + ids.SEGMENT_SPACES] >= 0).sum()
        if tile < 0:
            assert not spaces[space].any()
        else:
            kind = rules["tile_kind"][tile]
            assert (spaces[space, : ids.COLORS] == rules["kind_bales"][kind] / 2).all()
            assert spaces[space, -1] == rules["tile_price"][in_segment] / 2
    windows = seen["workshop"].reshape(ids.MAX_WINDOWS, -1)
    for w, dress in enumerate(s["window"].tolist()):
        assert windows[w, 0] == pytest.approx(rules["window_cost"][w] / 8)
        assert windows[w, 1:].any() == (dress >= 0)
        if dress >= 0:
            assert windows[w, 1 + rules["dress_color"][dress]] == 1
            assert windows[w, -1] == rules["dress_thimble"][dress]
    in_bag = [int(rules["dress_color"][dress]) for dress in members(s["bag"])]
    assert seen["bag"].tolist() == pytest.approx([in_bag.count(c) / 10 for c in range(ids.COLORS)])
    kinds = [int(rules["card_kind"][c]) for c in s["display"].tolist() if c >= 0]
    assert seen["display"].tolist() == [kinds.count(k) for k in range(ids.MAX_CARDS)]


def members(number: int) -> set[int]:
    return {i for i in range(62) if int(number) >> i & 1}


def test_the_record_is_the_vector():
    """The fields of the record lie where the slices say."""
    for name, part in OBSERVATION_SLICES.items():
        buffers = Buffers(SPEC, 1, mask=False)
        buffers.records[0][0][name][...] = 1.0
        assert np.flatnonzero(buffers.observation[0]).tolist() == list(range(part.start, part.stop))
    assert OBSERVATION.itemsize == 4 * OBSERVATION_SIZE


def test_a_mask_is_its_bitset():
    states, rules = new_states(1), build_rules(load_components(), 2)
    rng = np.random.default_rng(1)
    sizes = (ids.CARD, ids.RENT - ids.CARD, ids.NUM_ACTIONS - ids.RENT)
    for _ in range(50):
        words = [int(rng.integers(2**62)) & ((1 << size) - 1) for size in sizes]
        states["legal"][0] = words
        masks = masks_of(states, rules)
        bits = [word >> i & 1 for word, size in zip(words, sizes, strict=True) for i in range(size)]
        assert masks[0].tolist() == bits
    actions = np.zeros(ids.NUM_ACTIONS, np.int64)
    number = list_legal(states, actions)
    assert actions[:number].tolist() == np.flatnonzero(masks[0]).tolist()
