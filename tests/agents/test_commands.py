"""Small runs of `agents.tune`, `fit_value_net`, `ladder` and `watch`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from agents import fit_value_net, ladder, tune, watch
from agents.arena import command as arena
from parlour.players import value_net
from parlour.players.agent import AgentError
from rokoko_env import SPEC
from rokoko_env.components import __main__ as components
from rokoko_env.players import TUNABLE
from rokoko_env.players.core.script.style import FIRST_GUESS
from rokoko_env.players.scripted import load_numbers

ROOT = Path(__file__).parents[2]


def test_tuning_continues_from_the_file(tmp_path, capsys):
    out = tmp_path / "numbers.json"
    options = ["--players", "3", "--variants", "4", "--deals", "2", "--workers", "1"]
    assert tune.main([*options, "--generations", "1", "--out", str(out)]) == 0
    first = load_numbers(out)
    assert first[2] == FIRST_GUESS  # only the numbers for three players were tuned
    assert first[3] != FIRST_GUESS
    assert tune.main([*options, "--generations", "1", "--seed", "2", "--out", str(out)]) == 0
    assert load_numbers(out)[3] != first[3]
    assert "generation 1:" in capsys.readouterr().out


def test_tuning_moves_towards_what_plays_better():
    """Money valued at nothing but the final exchange loses against the tuned player."""
    numbers = load_numbers()[2]
    good = TUNABLE.to_unit(numbers)
    bad = TUNABLE.to_unit({**numbers, "livre_early": 0.1, "livre_late": 0.1, "ready": 0.1})
    values = tune.fitness(SPEC, np.stack([good, bad]), good, num_players=2, deals=60, seed=5)
    assert values[0] > values[1] + 0.1


def test_points_among_copies_can_count():
    good = TUNABLE.to_unit(load_numbers()[2])
    options = {"num_players": 2, "deals": 10, "seed": 5}
    plain, more = (
        tune.fitness(SPEC, good[None], good, copies=copies, **options) for copies in (0.0, 0.1)
    )
    assert 5 < more[0] - plain[0] < 12  # a winner scores 50 to 120


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--variants 3", "variants is 3, expected an even number from 2 on"),
        ("--deals 0", "deals is 0, expected at least 1"),
        ("--players 6", "players is 6, expected 2 to 5"),
        ("--workers -1", "workers is -1, expected at least 0"),
    ],
)
def test_tuning_needs_options_that_make_sense(option, message, capsys):
    assert tune.main(option.split()) == 2
    assert capsys.readouterr().err == f"error: {message}\n"


def test_a_game_without_a_script_has_nothing_to_tune(capsys, monkeypatch):
    monkeypatch.setattr(tune, "find_tunable", lambda _: None)
    assert tune.main([]) == 2
    assert capsys.readouterr().err == "error: Rokoko has no script whose numbers could be tuned\n"


def test_an_interrupted_tuning_keeps_its_numbers(capsys, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(tune, "_evolve", interrupt)
    assert tune.main(["--workers", "1", "--out", "numbers.json"]) == 130
    message = "stopped; numbers.json has the numbers of all finished generations\n"
    assert capsys.readouterr().err == message


def test_a_network_is_fitted_and_loaded(tmp_path, monkeypatch, capsys):
    file = tmp_path / "estimate.npz"
    for module in (value_net, fit_value_net):
        monkeypatch.setattr(module, "value_net_file", lambda _: file)
    value_net.load_value_net.cache_clear()
    try:
        assert fit_value_net.main(["--games", "400", "--players", "4", "2"]) == 0
        assert "of the trained" in capsys.readouterr().out
        assert np.abs(value_net.load_value_net(SPEC, 4)["first"]).max() > 0
        with pytest.raises(AgentError, match=r"estimate\.npz: first_3 is missing"):
            value_net.load_value_net(SPEC, 3)
        with np.load(file) as data:
            arrays = {name: data[name] for name in data.files}
        np.savez(file, **{**arrays, "second_2": arrays["second_2"][:5]})
        with pytest.raises(AgentError, match=r"second_2 has shape \(5, 32\), expected \(64, 32\)"):
            value_net.load_value_net(SPEC, 2)
        for damage in (b"nothing", b""):
            file.write_bytes(damage)
            with pytest.raises(AgentError, match=r"estimate\.npz holds no value network"):
                value_net.load_value_net(SPEC, 2)
            with monkeypatch.context() as patched:
                patched.setattr(fit_value_net, "fit", lambda *_: pytest.fail("reported too late"))
                assert fit_value_net.main(["--games", "400"]) == 2
            assert "delete it to fit all networks again" in capsys.readouterr().err
    finally:
        value_net.load_value_net.cache_clear()


def test_a_network_needs_a_script(capsys, monkeypatch):
    monkeypatch.setitem(SPEC.__dict__, "search_parts", None)  # its dataclass is frozen
    assert fit_value_net.main([]) == 2
    assert capsys.readouterr().err == "error: Rokoko has no script that could play the games\n"


def test_a_network_needs_games(capsys):
    assert fit_value_net.main(["--games", "0"]) == 2
    assert capsys.readouterr().err == "error: games is 0, expected at least 1\n"


def test_the_same_games_give_the_same_network():
    judge = fit_value_net.load_judge(SPEC, "")
    first, again = (fit_value_net.fit(SPEC, 2, 300, 7, judge)[0].arrays() for _ in range(2))
    for name, array in first.items():
        np.testing.assert_array_equal(array, again[name])


def test_a_network_learns_the_values_of_the_trained_one():
    judge = fit_value_net.load_judge(SPEC, "")
    new = fit_value_net.sample(SPEC, 2, 200, 2**50, judge)
    fitted, curve = fit_value_net.fit(SPEC, 2, 2500, 7, judge)
    target = curve.targets(new)
    with torch.inference_mode():
        error, before = (
            float((network(new.observation).sigmoid() - target).square().mean())
            for network in (fitted, fit_value_net.ValueNet(SPEC.observation_size))
        )
    assert error < before / 2
    assert error < float(target.var()) / 2


def test_the_curve_turns_values_into_probabilities():
    """In games whose log-odds are 3 times the value minus a half."""
    rng = np.random.default_rng(3)
    value = rng.normal(size=200_000)
    outcome = rng.random(len(value)) < 1 / (1 + np.exp(-(3 * value - 0.5)))
    value, outcome = torch.from_numpy(value).float(), torch.from_numpy(outcome).float()
    decides = torch.ones(len(value), dtype=torch.bool)
    positions = fit_value_net.Positions(torch.empty(0), value, outcome, decides)
    curve = fit_value_net.fit_curve(positions)
    assert curve == pytest.approx((3, -0.5), abs=0.05)


def test_a_missing_network_is_reported(capsys):
    assert fit_value_net.main(["--network", "nowhere"]) == 2
    assert "'nowhere' is neither a network nor a run with one" in capsys.readouterr().err


def test_a_small_ladder(tmp_path, capsys):
    options = ["--out", str(tmp_path / "l"), "--budgets", "2", "4", "8", "--games", "4"]
    assert ladder.main([*options, "--agents", "greedy", "--workers", "1"]) == 0
    result = json.loads((tmp_path / "l" / "ladder.json").read_text())
    assert {"random", "heuristic", "mcts:2", "mcts:8"} <= result["ratings"].keys()
    ratings = {name: rating["estimate"] for name, rating in result["ratings"].items()}
    assert ratings["heuristic"] == 0 > ratings["greedy"] > ratings["random"]
    assert [(d["from"], d["to"]) for d in result["doublings"]] == [(2, 4), (4, 8)]
    assert (tmp_path / "l" / "ladder.png").stat().st_size > 10_000
    assert "doublings" in capsys.readouterr().out
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "l").rglob("*.npz")}
    # Nothing is missing.
    assert ladder.main([*options, "--agents", "greedy", "--workers", "1"]) == 0
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "l").rglob("*.npz")} == before


def test_the_best_script_is_the_anchor_of_a_ladder_if_there_is_one(monkeypatch):
    options = ladder.Options(budgets=(5, 10))
    assert options.anchor == "heuristic"
    monkeypatch.setattr(ladder, "baselines", lambda _: ("random",))
    assert options.anchor == "mcts:5"


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--budgets 100 300", "budgets is 100 300: each must be twice the one before"),
        ("--budgets", "budgets is 0, expected at least 1"),
        ("--games 0", "games is 0, expected at least 1"),
        ("--players 6", "players is 6, expected 2 to 5"),
    ],
)
def test_a_ladder_needs_options_that_make_sense(option, message, capsys):
    assert ladder.main(option.split()) == 2
    assert capsys.readouterr().err == f"error: {message}\n"


@pytest.mark.parametrize("name", ["heuristic", "mcts:8", "random"])
def test_a_game_is_printed_with_ratings_of_options(name, capsys):
    assert watch.main([name, "--players", "2", "--seed", "3"]) == 0
    text = capsys.readouterr().out
    assert text.count("=== Round") == 7
    assert "Winner: player" in text
    assert ("worth" in text) == (name == "heuristic")


def test_a_game_with_other_components(tmp_path, capsys):
    assert components.main(["export", str(tmp_path)]) == 0
    game = tmp_path / "game.toml"
    game.write_text(game.read_text().replace("livre = 15", "livre = 16"))
    assert watch.main(["random", "--components", str(tmp_path)]) == 0
    assert "(16 Livre" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("main", "words"),
    [
        (arena.main, ["random"]),
        (arena.main, ["--list"]),
        (ladder.main, []),
        (tune.main, []),
        (watch.main, ["random"]),
        (fit_value_net.main, []),
    ],
)
def test_a_game_that_does_not_exist(main, words, capsys):
    assert main([*words, "--game", "chess"]) == 2
    assert capsys.readouterr().err.startswith("error: no game is called 'chess' (games: ")


def test_a_wrong_agent_is_named(capsys):
    assert watch.main(["heurstic"]) == 2
    assert "did you mean 'heuristic'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "name at least one agent"),
        ("random --players 6", "players is 6, expected 2 to 5"),
        ("random --seed -1", "seed is -1, expected 0 to 18446744073709551615"),
    ],
)
def test_a_game_needs_options_that_make_sense(line, message, capsys):
    assert watch.main(line.split()) == 2
    assert capsys.readouterr().err == f"error: {message}\n"


@pytest.mark.parametrize(("num_players", "seed"), [(2, 11), (3, 4)])
def test_the_games_in_the_docs_are_what_is_played(num_players, seed, capsys):
    page = (ROOT / "docs" / "games" / f"heuristic_{num_players}.md").read_text("utf-8")
    assert f"`python -m agents.watch heuristic --players {num_players} --seed {seed}`" in page
    assert watch.main(["heuristic", "--players", str(num_players), "--seed", str(seed)]) == 0
    lines = iter(capsys.readouterr().out.splitlines())
    blocks = page.split("```\n")[1::2]
    assert len(blocks) == 8
    for line in "".join(blocks).splitlines():
        assert line in lines  # in this order: `in` consumes the lines before
