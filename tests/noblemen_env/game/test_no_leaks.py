"""Two positions that look the same to a seat give it the same bytes.

The hidden part is shuffled here in plain Python, without the core's own determinization.
"""

from __future__ import annotations

import random

import pytest

from noblemen_env import Game
from noblemen_env.core import ids
from noblemen_env.views import deck
from parlour.core.states import refresh_legal
from tests.noblemen_env.render.tables import positions
from tests.parlour.game_checks import assert_looks_the_same

TYPES, KINDS = range(len(ids.TILES)), range(ids.CARD_KINDS)


def shuffle_hidden(game: Game, seat: int, rng: random.Random) -> Game:
    """Shuffle what a seat does not know: tiles and cards of the others, bag, deck, chance."""
    other = game.clone()
    s = other.record
    s["rng"] = rng.getrandbits(64)
    others = [p for p in range(game.num_players) if p != seat]
    if game.decision == "take":
        _choose_again(game, other, seat, rng)
    else:
        _deal_tiles(other, others, rng)
        _deal_cards(other, others, rng)
    refresh_legal(other._states, other._rules)
    return other


def _choose_again(game: Game, other: Game, seat: int, rng: random.Random) -> None:
    """Let the others have chosen other tiles, of the types that they have been asked for."""
    s = other.record
    for p in range(game.current_player + 1):
        asked = int(s["tile"]) if p == game.current_player else len(ids.TILES)
        for kind in range(asked if p != seat else 0):
            number = rng.randint(0, ids.MAX_CHOICE)
            s["bag"][kind] += s["tiles"][p][kind] - number
            s["tiles"][p][kind] = number


def _deal_tiles(game: Game, others: list[int], rng: random.Random) -> None:
    s = game.record
    hidden = [
        kind for kind in TYPES for _ in range(s["bag"][kind] + s["tiles"][others, kind].sum())
    ]
    rng.shuffle(hidden)
    for p in others:
        hand = [hidden.pop() for _ in range(s["tiles"][p].sum())]
        s["tiles"][p] = [hand.count(kind) for kind in TYPES]
    s["bag"] = [hidden.count(kind) for kind in TYPES]


def _deal_cards(game: Game, others: list[int], rng: random.Random) -> None:
    s = game.record
    hidden = deck(s) + [card for p in others for card in KINDS for _ in range(s["cards"][p][card])]
    looks = s["player"] in others
    drafted = (s["drafted"] >= 0).sum() if looks else 0
    hidden += [int(card) for card in s["drafted"][:drafted]]
    rng.shuffle(hidden)
    for p in others:
        hand = [hidden.pop() for _ in range(s["cards"][p].sum())]
        s["cards"][p] = [hand.count(card) for card in KINDS]
    for i in range(drafted):
        s["drafted"][i] = hidden.pop()
    for i, card in enumerate(hidden):
        s["deck"][(s["deck_top"] + i) % ids.MAX_DECK] = card


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_hidden_information_shows_nowhere(num_players):
    """Also while tiles are chosen, cards are drawn, and tiles are given to a knight."""
    rng = random.Random(num_players)
    differences, decisions = 0, set()
    for game in positions(num_players, seed=num_players, every=4):
        decisions.add(game.decision)
        for seat in range(num_players if game.decision == "take" else 2):
            other = shuffle_hidden(game, seat, rng) if not game.is_over else game
            differences += other.state_hash() != game.state_hash()
            assert_looks_the_same(game, other, seat)
    assert differences > 50
    assert decisions > {"take", "draft", "act", "place", "bid"}


def test_the_shuffle_shows_to_the_shuffled_player():
    """The comparison can fail: to the shuffled player the positions differ."""
    game = positions(3, seed=3, every=40)[2]
    rng = random.Random(0)
    views = {str(shuffle_hidden(game, 0, rng).view(1)) for _ in range(20)}
    assert len(views) > 1


def test_the_number_of_tiles_chosen_shows_to_nobody_else():
    """R26: hands and bag count as if all had twelve tiles, until the last choice is made."""
    games = [Game(3, seed=1), Game(3, seed=1)]
    for game, option in zip(games, ("take 0", "take 3"), strict=True):
        for _ in range(5):
            game.apply(game.parse_action(option))
    for seat in (1, 2):
        views = [game.view(seat) for game in games]
        assert views[0]["bag_size"] == views[1]["bag_size"] == 202 - 3 - 3 * 12
        for view in views:
            assert [p["hand_size"] for p in view["players"] if p["seat"] != seat] == [12, 12]
    assert [game.view(0)["players"][0]["hand_size"] for game in games] == [0, 12]
    assert [game.view(1)["players"][1]["tiles"]["field"] for game in games] == [0, 3]
    assert [game.view(None)["bag_size"] for game in games] == [199, 199 - 15]


def after_giving() -> list[Game]:
    """A position in which the host of a knight has given one of two tiles: one type, or another."""
    for seed in range(1, 9):
        for game in positions(5, seed, every=1):
            if game.decision == "give" and game.record["due"] == 2:
                after = [game.clone() for _ in game.legal_actions()]
                for other, action in zip(after, game.legal_actions(), strict=True):
                    other.apply(action)
                if [other.decision for other in after[:2]] == ["give", "give"]:
                    return after[:2]
    raise AssertionError("nobody gives two tiles")


def test_tiles_for_a_knight_are_seen_by_giver_and_receiver_only():
    """R36: a third player sees the sizes of the hands change, and no type."""
    games = after_giving()
    host, guest = games[0].current_player, int(games[0].record["active"])
    for seat in range(5):
        views = [game.view(seat)["players"] for game in games]
        assert (views[0] == views[1]) == (seat not in (host, guest))
