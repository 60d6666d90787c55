"""Records agree with a plain replay of the same games."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from agents.arena.match import Match
from agents.reporting.cli import CommandError
from parlour.ruleset import ruleset_for
from research.balance import record
from research.balance.effects import options_of
from research.balance.games.rokoko.core import layout
from research.balance.record import Notes, record_games, take_notes
from rokoko_env import SPEC, Game, load_components
from rokoko_env.core import ids
from rokoko_env.core.rules import card_ids
from rokoko_env.players import make_agent, play_games

GAMES = 4
DEPUTERS = ("l1_depute_use", "l2_depute_livre")  # they can take cards out of a hand


def play_match(agent: str, num_players: int, games: int = GAMES):
    """A match, its games and their results."""
    match = Match(SPEC, (agent,), num_players, 5, "rotations", False, False, load_components())
    chosen = match.games(0, games)
    results = play_games([make_agent(agent)], chosen.seating, chosen.seeds, keep_actions=True)
    return match, chosen, results


@pytest.fixture(scope="module", params=[("random", 2), ("heuristic", 3), ("random", 4),
                                        ("heuristic", 5)])  # fmt: skip
def recorded(request):
    match, games, results = play_match(*request.param)
    return match, games, results, take_notes(match, games, results)


def replays(match, games, results):
    """Each game again, with its actions."""
    for number, actions in enumerate(results.actions):
        yield number, Game(match.num_players, int(games.seeds[number])), actions


def test_the_end_is_that_of_the_game(recorded):
    match, games, results, notes = recorded
    for number, game, actions in replays(match, games, results):
        for action in actions:
            game.apply(action)
        for seat, points in enumerate(game.score_breakdown()):
            row = notes.seats[number, seat]
            assert row["points"].tolist() == [points[name] for name in ids.SOURCE_NAMES]
            assert row["worth"][-1] == game.scores()[seat]
            assert row["all_halls"] == game.record["all_halls"][seat]
            assert row["money"][-1] % 10 == notes.tie_breaks[number, seat]
    assert (notes.decisions == results.decisions).all()


def test_every_round_begins_as_in_the_game(recorded):
    match, games, results, notes = recorded
    for number, game, actions in replays(match, games, results):
        rounds = set()
        for action in actions:
            if game.round not in rounds:
                rounds.add(game.round)
                time, state = game.round - 1, game.record
                worth = [points["total"] for points in game.score_breakdown()]
                rows = notes.seats[number]
                seats = slice(match.num_players)
                assert rows["money"][:, time].tolist() == state["money"][seats].tolist()
                assert rows["worth"][:, time].tolist() == worth
                assert rows["bales"][:, time].tolist() == state["bales"][seats].sum(1).tolist()
                assert rows["turn_order"][state["start_player"], time] == 0
                guests = [int(spaces).bit_count() for spaces in state["guests"][seats]]
                assert rows["dresses"][:, time].tolist() == guests
            game.apply(action)
        assert rounds == set(range(1, ids.ROUNDS + 1))


def names_of(game: Game, legal: list[int]) -> dict[int, str]:
    """The option that each action takes, by name; halls by number."""
    options = {}
    for action in legal:
        name = game.action_name(action)
        if game.decision == "main" and name.startswith("card "):
            options[action] = name.removeprefix("card ")
        elif name.startswith("make dress"):
            window = game.record["window"][action - ids.MAKE_DRESS]
            options[action] = game.dresses[window]
        elif ids.FUND <= action < ids.CARD:
            options[action] = kind_of(action - ids.FUND)
        elif game.decision == "place":
            hall = (action - ids.RENT) // ids.HALL_SPACES
            options[action] = "sell a dress" if action == ids.SELL else f"hall {hall}"
        elif action in (ids.FAVOR, ids.DEPUTE) and game.decision == "main":
            options[action] = "favor card" if action == ids.FAVOR else "depute"
    return options


def kind_of(space: int) -> str:
    ends = (ids.STATUES, ids.UPPER_FOUNTAIN, ids.LOWER_FOUNTAIN, ids.MUSICIANS, 99)
    return layout.DECORATION_KINDS[next(k for k, end in enumerate(ends) if space < end)]


def test_opportunities_agree_with_legal_actions(recorded):
    """A slow twin that looks at all legal actions of every decision."""
    match, games, results, notes = recorded
    offered, taken = set(), set()
    for number, game, actions in replays(match, games, results):
        for action in actions:
            where = (number, game.current_player, game.round)
            options = names_of(game, game.legal_actions())
            offered |= {(*where, name) for name in options.values()}
            if action in options:
                taken.add((*where, options[action]))
            game.apply(action)
    names = {o.number: o.name for o in options_of(ruleset_for(SPEC, None, match.num_players))}
    names |= {layout.RENT_TO + hall: f"hall {hall}" for hall in range(ids.HALLS)}
    rows = notes.opportunities[notes.opportunities["option"] != layout.GET_ALL_HALLS]
    at = notes.situations[rows["situation"]]
    keys = [
        (int(s["game"]), int(s["seat"]), int(s["round"]), names[int(row["option"])])
        for s, row in zip(at, rows, strict=True)
    ]
    assert len(set(keys)) == len(keys)
    assert set(keys) == offered
    assert {key for key, row in zip(keys, rows, strict=True) if row["taken"]} == taken


def test_counts_agree_with_the_opportunities_and_dresses(recorded):
    notes = recorded[-1]
    at = notes.situations[notes.opportunities["situation"]]
    hires = Counter()
    for s, row in zip(at, notes.opportunities, strict=True):
        if row["taken"] and row["option"] < layout.MAKE:
            hires[int(s["game"]), int(s["seat"])] += 1
    for number, seats in enumerate(notes.seats):
        for seat, row in enumerate(seats):
            dresses = notes.events[
                (notes.events["game"] == number) & (notes.events["seat"] == seat)
            ]
            assert hires[number, seat] == row["hired"]
            assert (dresses["hall"] < 0).sum() == row["sold"]
            halls = np.bincount(dresses["hall"][dresses["hall"] >= 0], minlength=ids.HALLS)
            assert halls.tolist() == row["rented"].tolist()
            assert row["rented"].sum() == row["dresses"][-1]
            assert row["funded"].sum() == row["decorations"][-1]


def test_a_turn_for_each_card_of_the_hand(recorded):
    """Three cards a round, and those hired, unless a bonus has deputed one."""
    match, notes = recorded[0], recorded[-1]
    names = card_ids(match.components)
    at = notes.situations[notes.opportunities["situation"]]
    hires, deputers = Counter(), {}
    for s, row in zip(at, notes.opportunities, strict=True):
        seat = (int(s["game"]), int(s["seat"]))
        if row["taken"] and row["option"] < layout.MAKE:
            hires[(*seat, int(s["round"]))] += 1
            if names[row["option"]] in DEPUTERS:
                deputers.setdefault(seat, int(s["round"]))
    checked = 0
    for number, seats in enumerate(notes.seats):
        for seat, row in enumerate(seats):
            for r in range(1, deputers.get((number, seat), ids.ROUNDS + 1)):
                assert row["cards_played"][r - 1] == 3 + hires[number, seat, r]
                checked += 1
    assert checked > 20
    turns = Counter(zip(notes.situations["game"].tolist(), notes.situations["seat"].tolist(),
                        strict=True))  # fmt: skip
    for (number, seat), times in turns.items():
        assert times == notes.seats[number, seat]["cards_played"].sum()


def test_pieces_don_t_matter(recorded, monkeypatch):
    match, games, results, notes = recorded
    monkeypatch.setattr(record, "CHUNK", 3)
    again = take_notes(match, games, results)
    for name in Notes.__dataclass_fields__:
        assert (getattr(notes, name) == getattr(again, name)).all(), name


def test_the_lead_is_that_over_the_best_other(recorded):
    """A slow twin with the score breakdown at every main action."""
    match, games, results, notes = recorded
    expected: Counter[tuple[int, ...]] = Counter()
    for number, game, actions in replays(match, games, results):
        for action in actions:
            if game.decision == "main":
                seat, others = game.current_player, [p["total"] for p in game.score_breakdown()]
                worth = others.pop(seat)
                expected[number, seat, game.round, worth, worth - max(others)] += 1
            game.apply(action)
    names = ["game", "seat", "round", "worth", "lead"]
    noted = Counter(tuple(int(row[name]) for name in names) for row in notes.situations)
    assert not expected - noted
    assert (noted - expected).total() < 0.05 * noted.total()  # `Game` makes forced ones itself
    assert {np.sign(lead) for *_, lead in noted} == {-1, 0, 1}


def test_actions_that_don_t_fit_are_noticed():
    match, games, results = play_match("random", 3, 2)
    results.actions[1] = results.actions[1][:-1]
    with pytest.raises(RuntimeError, match="game 1 can't be followed"):
        take_notes(match, games, results)


def test_same_games_for_any_number_of_games():
    few, more = (record_games(SPEC, "heuristic", num_players=3, games=n, workers=1) for n in (5, 9))
    assert (few.scores == more.scores[:5]).all()
    assert (few.wins.sum(axis=1) == 1).all()
    assert np.allclose(few.margins.sum(axis=1), 0)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 0}, "games is 0"),
        ({"workers": -1}, "workers is -1"),
        ({"num_players": 6}, "players is 6"),
    ],
)
def test_wrong_arguments_are_named(wrong, sentence):
    with pytest.raises(CommandError, match=sentence):
        record_games(SPEC, "random", **{"games": 3, "workers": 1, **wrong})
