"""Records of Noblemen agree with a plain replay of the same games, and make a report."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pyarrow.parquet as pq
import pytest

from agents.arena.match import Match
from noblemen_env import SPEC, Game
from noblemen_env.components import load_components
from noblemen_env.core import ids
from parlour.players.play import play_games
from parlour.players.registry import make_agent
from parlour.ruleset import ruleset_for
from research.balance import command
from research.balance.effects import effects, options_of
from research.balance.games.noblemen.core import layout
from research.balance.games.noblemen.parts import MASQUERADES
from research.balance.record import record_games, take_notes
from research.variant.measures import Kind
from research.variant.overrides import load_set
from research.variant.run import plan_variant, run_variant

GAMES = 4
SHORTER = "board.track.fields=start,round,round,mask,round,round,round,mask,lock,scoring"
STEEP = [
    "board.prices.castles=2,4,6,8,10",
    "board.prices.chapels=2,4,6,8,10",
    "board.prices.palaces=6,8,10,12",
]


def play_match(agent, num_players, games=GAMES, components=None):
    """A match, its games and their results."""
    components = components or load_components()
    match = Match(SPEC, (agent,), num_players, 5, "rotations", False, False, components)
    chosen = match.games(0, games)
    results = play_games(
        [make_agent(agent, SPEC)],
        chosen.seating,
        chosen.seeds,
        spec=SPEC,
        components=components,
        keep_actions=True,
    )
    return match, chosen, results


@pytest.fixture(
    scope="module", params=[("random", 3), ("heuristic", 3), ("heuristic", 4), ("random", 5)]
)
def recorded(request):
    match, games, results = play_match(*request.param)
    return match, games, results, take_notes(match, games, results)


def replays(match, games, results):
    """Each game again, with its actions."""
    for number, actions in enumerate(results.actions):
        yield number, Game(match.num_players, int(games.seeds[number])), actions


def phase(game: Game) -> int:
    """The phase, from 0, in the words of the rules."""
    state = game.record
    if game.decision == "draft" and state["purpose"] == ids.AT_DECADE:
        return 3 * game.round
    masks = game.components.board.track[: state["track"]].count("mask")
    return 3 * (game.round - 1) + min(masks, 2)


def test_the_end_is_that_of_the_game(recorded):
    match, games, results, notes = recorded
    for number, game, actions in replays(match, games, results):
        for action in actions:
            game.apply(action)
        for seat, points in enumerate(game.score_breakdown()):
            row = notes.seats[number, seat]
            assert row["points"].tolist() == [points[name] for name in ids.SOURCE_NAMES]
            assert row["worth"][-1] == game.scores()[seat]
            assert row["money"][-1] == game.record["money"][seat]
            assert row["cards"][-1] == game.record["cards"][seat].sum()
    assert (notes.decisions == results.decisions).all()


def test_every_phase_begins_as_in_the_game(recorded):
    """Turns without any choice may come before the first one that `Game` sees, or be all of a
    phase: those of random players, who end without money and tiles."""
    match, games, results, notes = recorded
    seats, exact = slice(match.num_players), []
    for number, game, actions in replays(match, games, results):
        phases = set()
        for action in actions:
            if phase(game) not in phases:
                phases.add(phase(game))
                time, state, rows = phase(game), game.record, notes.seats[number]
                palaces = [estate_cells(state["buildings"][p, ids.PALACE]) for p in range(5)]
                assert rows["palaces"][:, time].tolist() == palaces[seats]
                assert rows["queen"][:, time].tolist() == [
                    int(p == state["queen"]) for p in range(match.num_players)
                ]
                ranks = (4 - state["title"][seats]).tolist()
                assert rows["rank"][:, time].tolist() == ranks or game.decision == "bid"
                worth = [points["total"] for points in game.score_breakdown()]
                assert (rows["worth"][:, time] <= worth).all()
                exact.append((rows["worth"][:, time] == worth).all())
            game.apply(action)
        assert phases <= set(range(9))
        assert is_random(match) or len(phases) == 9
    assert all(exact) or is_random(match)


def is_random(match) -> bool:
    return match.agents == ("random",)


def estate_cells(words):
    return sum(int(word).bit_count() for word in words)


def names_of(game: Game) -> dict[int, str]:
    """The option that each legal action takes, as a family and a name."""
    options = {}
    for action in game.legal_actions():
        name, decision = game.action_name(action), game.decision
        if name.startswith("swap"):
            options[action] = "actions swap"
        elif decision == "act":
            options[action] = act_words(name)
        elif decision in ("draft", "bid") and name.startswith("card "):
            family = "cards kept keep" if decision == "draft" else "cards given up give up"
            options[action] = f"{family} {name.removeprefix('card ')}"
        elif name == "keep all":
            options[action] = "cards played play intrigue"
        elif name == "marker":
            purpose = "taxes" if game.record["purpose"] == ids.FOR_TAXES else "land"
            options[action] = f"markers markers for {'a title' if decision == 'bid' else purpose}"
        elif decision == "visit" and name != "done":
            options[action] = f"Queen and knights visit {name.split()[-1]}"
        elif decision == "move" and name != "done":
            options[action] = "Queen and knights move"
    return {action: name for action, name in options.items() if name}


def act_words(name: str) -> str:
    if name.startswith("build"):
        return f"buildings {name.removeprefix('build ')}"
    if name.startswith("card"):
        return f"cards played play {name.removeprefix('card ')}"
    if name.startswith("bribe"):
        return "actions bribe"
    return "" if name == "done" else f"actions {name}"


def test_opportunities_agree_with_legal_actions(recorded):
    """A slow twin that looks at all legal actions of every decision."""
    match, games, results, notes = recorded
    offered, taken = set(), set()
    for number, game, actions in replays(match, games, results):
        for action in actions:
            where = (number, game.current_player, phase(game))
            options = names_of(game)
            offered |= {(*where, name) for name in options.values()}
            if action in options:
                taken.add((*where, options[action]))
                everything = (
                    options[action] == "cards played play intrigue" and game.decision == "draft"
                )
                drafted = {name for name in options.values() if name.startswith("cards kept")}
                taken |= {(*where, name) for name in drafted if everything}
            game.apply(action)
    names = option_names(match)
    followed = {name for *_, name in offered}
    keys = {
        key: bool(row["taken"])
        for key, row in zip(opportunity_keys(notes, names), notes.opportunities, strict=True)
        if key[-1] in followed
    }
    assert set(keys) == offered
    forced = {key for key, is_taken in keys.items() if is_taken} - taken
    assert taken <= {key for key, is_taken in keys.items() if is_taken}
    assert {name for *_, name in forced} <= {"actions leisure"}  # later, when nothing else was left
    assert is_random(match) or not forced
    assert len(followed) > 25


def option_names(match) -> dict[int, str]:
    ruleset = ruleset_for(SPEC, match.components, match.num_players)
    return {option.number: f"{option.family} {option.name}" for option in options_of(ruleset)}


def opportunity_keys(notes, names):
    at = notes.situations[notes.opportunities["situation"]]
    keys = [
        (int(s["game"]), int(s["seat"]), int(s["round"]) - 1, names[int(row["option"])])
        for s, row in zip(at, notes.opportunities, strict=True)
    ]
    assert len(set(keys)) == len(keys)
    return keys


def test_options_have_names_and_numbers_of_their_own():
    ruleset = ruleset_for(SPEC, load_components(), 4)
    options = options_of(ruleset)
    numbers = [option.number for option in options]
    assert len(set(numbers)) == len(numbers)
    assert len({(option.family, option.name) for option in options}) == len(options)
    assert {option.words for option in options if "_" in option.words} == set()
    never = {layout.PLAY + ids.BLACKMAIL, layout.PLAY + ids.LIAISON}
    assert set(range(layout.NUM_OPTIONS)) - set(numbers) == never


def test_areas_and_enclosures_are_taken_where_the_estate_shows_them(recorded):
    match, *_, notes = recorded
    keys = opportunity_keys(notes, option_names(match))
    taken = {key for key, row in zip(keys, notes.opportunities, strict=True) if row["taken"]}
    completed = Counter()
    for number, seat, time in np.ndindex(*notes.seats.shape, 9):
        row = notes.seats[number, seat]
        for kind, area in (("manors", "manor"), ("forests", "forest"), ("gardens", "garden")):
            grown = row[kind][time + 1] > row[kind][time]
            assert grown == ((number, seat, time, f"areas {area}") in taken), (number, seat, time)
            completed[area] += grown
        if row["enclosed"][time + 1] > row["enclosed"][time]:
            assert (number, seat, time, "areas enclose") in taken
            completed["enclosed"] += 1
    assert is_random(match) or sum(completed.values()) > 50


def test_the_queen_is_taken_where_she_changes_hands(recorded):
    match, games, results, notes = recorded
    keys = opportunity_keys(notes, option_names(match))
    taken = {
        key[:3]
        for key, row in zip(keys, notes.opportunities, strict=True)
        if row["taken"] and key[-1] == "Queen and knights Queen"
    }
    expected = set()
    for number, game, actions in replays(match, games, results):
        for action in actions:
            before, seat, time = int(game.record["queen"]), game.current_player, phase(game)
            game.apply(action)
            if game.record["queen"] != before and game.record["queen"] == seat:
                expected.add((number, seat, time))
    assert taken == expected


def test_numbers_of_a_seat_agree_with_its_points_and_pieces(recorded):
    """Points are one for each of many things."""
    match, *_, notes = recorded
    values = [title.points for title in match.components.titles]
    source = {name: number for number, name in enumerate(ids.SOURCE_NAMES)}
    for row in notes.seats.ravel():
        points = {name: int(row["points"][number]) for name, number in source.items()}
        assert points["titles"] == (row["titles"] * values).sum()
        assert points["queen"] == row["queen_turns"].sum()
        assert points["bribes"] == row["bought"]
        assert points["church"] == row["donated"]
        assert points["leisure"] == row["leisure"]
        castles, palaces, chapels, *follies = row["built"].tolist()
        assert row["castles"][-1] == 1 + castles - palaces
        assert row["palaces"][-1] == palaces
        assert row["chapels"][-1] == chapels
        assert row["follies"][-1] == sum(follies)
        assert row["laid"] == row["land"][-1] - 1
        assert row["kept"].sum() == row["cards"][-1] + row["cards_played"] + row["cards_for_title"]
        assert row["titles"].sum() == len(MASQUERADES)


def test_turns_and_moves_of_the_marker(recorded):
    """Each of eight fields of a decade is left by a turn that ends with the Queen."""
    notes = recorded[-1]
    moves = notes.seats["queen_turns"].sum(axis=1)
    assert (moves == [4, 3, 1] * 3).all()
    turns = notes.seats["turns"].sum(axis=2)
    assert (np.ptp(turns, axis=1) <= 1).all()
    of_turns = notes.situations[notes.situations["moment"] == layout.TURN]
    assert len(of_turns) == turns.sum()
    bids = notes.situations[notes.situations["moment"] == layout.BID]
    assert len(bids) == len(notes.events) == len(MASQUERADES) * turns.size


def test_bids_are_those_of_the_masquerades(recorded):
    match, *_, notes = recorded
    worth = {title.id: title.prestige for title in match.components.titles}
    for row in notes.events:
        least = int(row["base"]) + int(row["markers"]) + int(row["cards"])
        assert least <= row["prestige"] <= least + 2 * int(row["cards"])
        assert row["prestige"] >= worth[ids.TITLES[row["title"]]]
        assert row["round"] in (1, 2, 4, 5, 7, 8)
    for column, field in (("markers", "markers_for_title"), ("cards", "cards_for_title")):
        given = np.zeros(notes.seats.shape, np.int64)
        np.add.at(given, (notes.events["game"], notes.events["seat"]), notes.events[column])
        assert (given == notes.seats[field]).all()


def test_who_receives_a_title_has_reached_all_lower_ones(recorded):
    match, *_, notes = recorded
    keys = opportunity_keys(notes, option_names(match))
    reached = {
        (number, seat, name.removeprefix("titles "))
        for (number, seat, _, name), row in zip(keys, notes.opportunities, strict=True)
        if row["taken"] and name.startswith("titles")
    }
    expected = {
        (int(row["game"]), int(row["seat"]), f"{title} {masquerade}")
        for row in notes.events
        for masquerade in [MASQUERADES[(1, 2, 4, 5, 7, 8).index(row["round"])]]
        for title in ids.TITLES[row["title"] : layout.BETTER_TITLES]
    }
    assert reached == expected


def test_another_track_has_other_turns():
    match, games, results = play_match("random", 3, 2, load_set(SPEC, None, [SHORTER]).components)
    moves = take_notes(match, games, results).seats["queen_turns"].sum(axis=1)
    assert (moves == [3, 3, 1] * 3).all()


def test_fewer_masquerades_leave_phases_out():
    track = "board.track.fields=start,round,mask,round,scoring"
    match, games, results = play_match("random", 3, 2, load_set(SPEC, None, [track]).components)
    notes = take_notes(match, games, results)
    assert (notes.seats["turns"].sum(axis=1)[:, 2::3] == 0).all()
    assert (notes.seats["worth"][:, :, 2::3] == notes.seats["worth"][:, :, 3::3]).all()
    assert len(notes.events) == 3 * 3 * 2


def test_effects_are_sane():
    """Of 300 games: estimates of shares are shares, and titles are worth something."""
    records = record_games(SPEC, "heuristic", num_players=3, games=300, workers=1)
    found = {(e.option.family, e.option.name): e for e in effects(records)}
    estimated = [e for e in found.values() if e.adjusted is not None]
    assert len(estimated) > 20
    assert all(abs(e.adjusted.value) < 0.6 for e in estimated)
    assert all(e.taken <= e.offered for e in found.values())
    assert found["Queen and knights", "Queen"].margin.value > 0


# --- commands ------------------------------------------------------------------------------------


def test_the_report_speaks_of_the_game(tmp_path, capsys):
    options = ["--game", "noblemen", "--players", "3", "--games", "110", "--workers", "1"]
    agents = ["--agents", "random", "greedy", "--quiet"]
    assert command.main([*options, *agents, "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "110 games of greedy, 3 players: the winner scores" in printed
    assert "phases 1a, 2b and 3c" in printed
    page = (tmp_path / "report.html").read_text("utf-8")
    for text in (
        "What wins in Noblemen with 3 players",
        "python -m research.balance --game noblemen --players 3 --games 110",
        "A phase is a part of a decade",
        "The lead in victory points",
        "turns and makes",
        "(without titles and cards kept)",
    ):
        assert text in page, text
    plain = re.sub(r"base64,[^\"]*", "", page).lower()
    assert not re.search(r"\bnan\b", plain)
    assert not re.search(r"rokoko|dress|employee|livre", plain)
    head = (tmp_path / "findings.csv").read_text("utf-8").splitlines()[0]
    assert "victory_points_estimate" in head
    bids = pq.read_table(tmp_path / "greedy" / "bids.parquet").to_pydict()
    assert set(bids["title"]) <= set(ids.TITLES)
    seats = pq.read_table(tmp_path / "greedy" / "seats.parquet").to_pydict()
    total = sum(np.array(seats[f"vp_{name}"]) for name in ids.SOURCE_NAMES)
    assert total.tolist() == seats["score"]


def test_a_steeper_board_leaves_less_for_palaces():
    variant = plan_variant(SPEC, STEEP, agents=["heuristic"], num_players=3, games=120)
    result = run_variant(variant, workers=1)
    assert result.notes == []
    measures = {effect.measure.name: effect for effect in result.comparison.effects}
    assert measures["palaces"].alone.estimate < 0
    assert measures["palaces"].measure.kind_words == "source of victory points"
    assert "VP" in "".join(result.verdict)
    assert measures["start player"].measure.kind is Kind.SEAT


def test_a_changed_price_says_so():
    changed = load_set(SPEC, None, STEEP)
    assert changed.components.board.sources["prices"].startswith("palaces changed in a study; ")
    assert changed.deviation is None
    more = load_set(SPEC, None, ["cards.dowry.copies=5", "game.taxes.manor=3"])
    assert more.components.numbers.taxes.manor == 3
    assert "cards.csv" in (more.deviation or "")
