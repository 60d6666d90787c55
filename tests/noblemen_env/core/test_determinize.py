"""Hidden information is redrawn: consistently with what the seat saw, and uniformly."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from scipy.stats import chisquare

from noblemen_env import SPEC, Game
from noblemen_env.core import ids
from parlour.buffers import Buffers
from parlour.core.jit import JIT_DISABLED
from parlour.core.states import draw_worlds, play_to_end, seeds_for, show_seats
from tests.noblemen_env.core.compare import CoreGame
from tests.noblemen_env.core.decisions import POSITIONS
from tests.noblemen_env.core.table import Table
from tests.noblemen_env.render.tables import positions

SAMPLES = 300 if JIT_DISABLED else 20_000
WORLDS = 4 if JIT_DISABLED else 50
P_VALUE = 1e-4  # the seeds are fixed: a passing test stays passing
HIDDEN = {"rng", "legal", "tiles", "bag", "cards", "deck", "drafted"}


def worlds_of(game: CoreGame, seat: int, number: int, first_seed: int = 1) -> np.ndarray:
    """Many determinizations of one position."""
    worlds = np.repeat(game.states, number)
    seats = np.full(number, seat, np.int64)
    seeds = seeds_for(first_seed, number)
    draw_worlds(worlds, game.rules, np.arange(number), seats, seeds, worlds)
    return worlds


def observed(game: CoreGame, states: np.ndarray, seat: int) -> np.ndarray:
    buffers = Buffers(SPEC, len(states), mask=False)
    seats = np.full(len(states), seat)
    show_seats(states, game.rules, np.arange(len(states)), seats, *buffers.records)
    return buffers.observation


def assert_distributed(counts: Counter, shares: dict) -> None:
    """All outcomes occur, about as often as they should."""
    assert set(counts) == {outcome for outcome, share in shares.items() if share}
    total = sum(shares.values())
    expected = [counts.total() * shares[outcome] / total for outcome in counts]
    assert len(counts) == 1 or chisquare(list(counts.values()), expected).pvalue > P_VALUE


def assert_uniform(counts: Counter, possible: int) -> None:
    assert len(counts) == possible
    assert possible == 1 or chisquare(list(counts.values())).pvalue > P_VALUE


def hand(world: np.void, p: int) -> tuple[int, ...]:
    return tuple(world["tiles"][p].tolist())


def deck_of(world: np.void) -> tuple[int, ...]:
    places = (int(world["deck_top"]) + np.arange(world["deck_size"])) % ids.MAX_DECK
    return tuple(world["deck"][places].tolist())


# --- consistent with what the seat knows ---------------------------------------------------------


@pytest.mark.parametrize("name", POSITIONS)
def test_what_the_seat_knows_stays(name):
    """In every decision, of the own seat and of another."""
    game = POSITIONS[name]()
    s = game.states[0]
    for seat in range(game.num_players):
        worlds = worlds_of(game, seat, WORLDS)
        for field in set(s.dtype.names) - HIDDEN:
            assert (worlds[field] == s[field]).all(), field
        assert (worlds["tiles"][:, seat] == s["tiles"][seat]).all()
        assert (worlds["cards"][:, seat] == s["cards"][seat]).all()
        if seat == s["player"]:
            assert (worlds["drafted"] == s["drafted"]).all()
            assert (worlds["legal"] == s["legal"]).all()
        seen = observed(game, worlds, seat)
        assert (seen == observed(game, game.states, seat)).all()
        assert game.over or len({world.tobytes() for world in worlds}) > 1, "nothing is redrawn"
        for world in worlds:
            check_world(game, world)


def check_world(game: CoreGame, world: np.void) -> None:
    """Nothing is lost or doubled, and numbers that all can see are the same."""
    s, n = game.states[0], game.num_players
    hidden = world["tiles"].sum(axis=0) + world["bag"]
    assert (hidden == s["tiles"].sum(axis=0) + s["bag"]).all()
    assert min(world["tiles"].min(), world["bag"].min(), world["cards"].min()) >= 0
    if game.decision != "take":  # where hands show as full
        assert (world["tiles"].sum(axis=1) == s["tiles"].sum(axis=1)).all()
    assert (world["cards"].sum(axis=1) == s["cards"].sum(axis=1)).all()
    assert (world["drafted"] >= 0).sum() == (s["drafted"] >= 0).sum()
    assert sorted(cards_in(world)) == sorted(cards_in(s))
    assert (world["deck"] >= 0).sum() == world["deck_size"]
    assert not world["tiles"][n:].any()
    assert not world["cards"][n:].any()
    if game.decision != "over":
        assert sum(int(word).bit_count() for word in world["legal"]) >= 2


def cards_in(s: np.void) -> list[int]:
    cards = [c for counts in s["cards"] for c, n in enumerate(counts) for _ in range(n)]
    return [*cards, *deck_of(s), *(card for card in s["drafted"].tolist() if card >= 0)]


@pytest.mark.parametrize("name", [name for name in POSITIONS if name != "over"])
def test_a_world_can_be_played_to_its_end(name):
    game = POSITIONS[name]()
    for seat in range(game.num_players):
        worlds = worlds_of(game, seat, 1 if JIT_DISABLED else 20)
        play_to_end(worlds, game.rules)
        assert (worlds["decision"] == ids.OVER).all()
        for world in worlds:
            assert sorted(cards_in(world)) == sorted(
                c for c, n in enumerate(game.rules[0]["card_copies"]) for _ in range(n)
            )


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_a_seat_sees_no_difference(num_players):
    """In games of players who build, visit and bid."""
    changed = 0
    for game in positions(num_players, seed=2, every=97 if JIT_DISABLED else 23):
        for seat in range(num_players):
            other = game.determinize(seat, 3)
            assert other.observation(seat).tobytes() == game.observation(seat).tobytes()
            changed += (other.record["tiles"] != game.record["tiles"]).any()
    assert changed > 3


def test_the_future_depends_on_the_seed_alone():
    """The game's own random numbers, and the true hands, do not show in a world."""
    game = Game(3, 3)
    for _ in range(20):
        game.apply(game.legal_actions()[0])
    twin = game.clone()
    twin.record["rng"] ^= np.uint64(12345)
    twin = twin.determinize(0, 77)
    futures = set()
    for seed in range(5):
        other = game.determinize(0, seed)
        assert other.state_hash() == twin.determinize(0, seed).state_hash()
        futures.add(int(other.record["rng"]))
    assert len(futures) == 5
    assert int(game.record["rng"]) not in futures


def test_a_finished_game_stays_as_it_is():
    game = POSITIONS["over"]()
    for world in worlds_of(game, 0, 3):
        for field in set(world.dtype.names) - {"rng"}:
            assert (world[field] == game.states[0][field]).all()


# --- uniform -------------------------------------------------------------------------------------


FEW = ("meadow", "grove", "field", "meadow")


def with_few_tiles(one: int, two: int) -> Table:
    """Seats 1 and 2 have so many tiles; with the bag it is a field, a grove and two meadows."""
    table = Table()
    table.short_bag(0, field=1, grove=1, meadow=2)
    for p, kept in ((1, FEW[:one]), (2, FEW[one : one + two])):
        table.tiles_of(p, **Counter(kept))
    return table


def deals(one: int, two: int) -> dict:
    """The number of deals of the four tiles that give each pair of hands.

    The seat that decides sees by its swaps which types the bag has.
    """
    found: Counter = Counter()
    types = [ids.TILES.index(tile) for tile in FEW]
    for deal in permutations(types):
        hands = deal[:one], deal[one : one + two]
        if set(deal[one + two :]) != set(types[one + two :]):
            continue
        found[tuple(tuple(h.count(t) for t in range(4)) for h in hands)] += 1
    return dict(found)


@pytest.mark.parametrize(("one", "two"), [(1, 0), (1, 1), (2, 1), (2, 2)])
def test_every_deal_of_the_tiles_is_equally_likely(one, two):
    table = with_few_tiles(one, two)
    worlds = worlds_of(table, 0, SAMPLES)
    assert_distributed(Counter((hand(w, 1), hand(w, 2)) for w in worlds), deals(one, two))
    unseen = np.array([1, 1, 0, 2])
    assert (worlds["bag"] + worlds["tiles"][:, 1] + worlds["tiles"][:, 2] == unseen).all()


def test_the_legal_swaps_stay():
    """A seat that decides sees which types the bag lacks: the others have all of them."""
    table = with_few_tiles(2, 1)
    worlds = worlds_of(table, 0, WORLDS)
    assert (worlds["legal"] == table.states[0]["legal"]).all()
    assert (worlds["bag"] == table.states[0]["bag"]).all()  # a meadow is left


def test_a_rival_knows_other_tiles():
    """Seat 1 knows its own hand; the tiles of seat 0 are among what it does not know."""
    table = with_few_tiles(2, 1)
    worlds = worlds_of(table, 1, 40)
    assert (worlds["tiles"][:, 1] == table.states[0]["tiles"][1]).all()
    assert len({hand(w, 0) for w in worlds}) > 1


def with_few_cards(*cards: str) -> Table:
    """Seats 1 and 2 hold the first two of these cards, the others are in the deck."""
    table = Table()
    table.short_deck(*cards, keeper=0)
    table.cards_of(1, cards[0])
    table.cards_of(2, cards[1])
    return table


@pytest.mark.parametrize(
    "cards", [("dowry", "liaison"), ("dowry", "dowry", "liaison", "tribute"), ("tribute",) * 4]
)
def test_every_deal_of_the_cards_is_equally_likely(cards):
    """Hands of others and the order of the deck, for equal and for different cards."""
    table = with_few_cards(*cards)
    worlds = worlds_of(table, 0, SAMPLES)
    counts = Counter(
        (int(w["cards"][1].argmax()), int(w["cards"][2].argmax()), *deck_of(w)) for w in worlds
    )
    numbers = [ids.CARDS.index(card) for card in cards]
    assert_uniform(counts, len(set(permutations(numbers))))
    assert (worlds["cards"][:, 1:3].sum(axis=2) == 1).all()


def drafting(*cards: str, hand: tuple[str, ...] = ()) -> Table:
    """Seat 1 looks at three of these cards, all that seat 0 does not have."""
    table = Table()
    table.estate(1, "Cm", corner="h8")
    table.short_deck(*cards, *hand, keeper=0)
    table.cards_of(1, *hand)
    table.turn(1)
    table.apply("build chapel")
    assert table.asked() == (1, "draft")
    return table


def test_cards_that_another_seat_looks_at_are_any():
    table = drafting("dowry", "liaison", "tribute", "blackmail")
    worlds = worlds_of(table, 0, SAMPLES)
    counts = Counter((*w["drafted"].tolist(), *deck_of(w)) for w in worlds)
    assert_uniform(counts, 24)
    assert (worlds_of(table, 1, 100)["drafted"] == table.states[0]["drafted"]).all()


def test_who_drafts_has_a_choice():
    """Of two kinds, three equal cards would have been kept without asking."""
    table = drafting("dowry", "tribute", "tribute", "tribute")
    counts = Counter(tuple(w["drafted"].tolist()) for w in worlds_of(table, 0, SAMPLES))
    assert_uniform(counts, 3)  # the place of the dowry among the three


def test_who_drafts_may_have_intrigue_as_another_choice():
    """Three tributes are looked at: Intrigue is in hand, as there is a choice."""
    table = drafting("tribute", "tribute", "tribute", "tribute", hand=("intrigue",))
    for world in worlds_of(table, 0, 100):
        equal = len(set(world["drafted"].tolist())) == 1
        assert world["cards"][1][ids.INTRIGUE] == equal


@pytest.mark.parametrize("observer", [0, 2])
def test_choices_at_the_start_are_any_numbers(observer):
    """Seat 1 is choosing fountains: 4 x 4 for its fields and groves, 4 ** 4 for seat 0."""
    game = CoreGame(3, 1)
    for _ in range(6):
        game.apply("take 3")
    worlds = worlds_of(game, observer, SAMPLES)
    assert_uniform(Counter(hand(w, 1)[:2] for w in worlds), 16)
    assert not worlds["tiles"][:, 1, 2:].any()
    assert not worlds["tiles"][:, 2].any()
    if observer == 0:
        assert {hand(w, 0) for w in worlds} == {(3, 3, 3, 3)}
    else:
        for pair in product(range(4), repeat=2):
            if pair[0] < pair[1]:
                counts = Counter(tuple(w["tiles"][0][list(pair)].tolist()) for w in worlds)
                assert_uniform(counts, 16)


def test_who_gives_tiles_has_a_choice():
    """Seat 1 has two tiles, and is asked which one it gives: they differ."""
    table = Table()
    table.estate(0, "C.m", corner="h8")
    table.estate(1, "gg", "gg", "C.")
    table.tiles_of(1, field=1, meadow=1)
    table.short_bag(0, grove=1, meadow=1)
    table.apply("build castle", "visit 1 forest")
    assert table.asked() == (1, "give")
    worlds = worlds_of(table, 0, SAMPLES)
    # A field and a grove, a field and one of two meadows, a grove and one of two meadows.
    shares = {(1, 1, 0, 0): 1, (1, 0, 0, 1): 2, (0, 1, 0, 1): 2}
    assert_distributed(Counter(hand(w, 1) for w in worlds), shares)


def test_who_may_go_on_donating_has_a_tile_that_the_church_takes():
    """The church takes nothing but meadows: seat 1, asked for more, has one among its two."""
    table = Table()
    table.church(field=3, grove=3, fountain=3, meadow=1)
    table.tiles_of(1, meadow=2, field=1)
    table.tiles_of(2, meadow=1)
    table.short_bag(0, field=3)
    table.turn(1)
    table.apply("church")  # the first meadow is given without a question
    assert table.asked() == (1, "donate")
    worlds = worlds_of(table, 0, SAMPLES)
    # Of the unseen tiles, four fields and two meadows, seat 1 has two: 8 pairs, or both meadows.
    assert_distributed(Counter(hand(w, 1) for w in worlds), {(1, 0, 0, 1): 4 * 2, (0, 0, 0, 2): 1})


def test_a_rare_hand_is_found():
    """One grove among many fields: the only hands with which seat 1 has to choose hold it."""
    table = Table()
    table.estate(0, "C.m", corner="h8")
    table.estate(1, "gg", "gg", "C.")
    table.tiles_of(1, field=1, grove=1)
    table.short_bag(0, field=50)
    table.apply("build castle", "visit 1 forest")
    assert table.asked() == (1, "give")
    for world in worlds_of(table, 0, 20):
        assert hand(world, 1) == (1, 1, 0, 0)
