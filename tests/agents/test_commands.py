"""The commands that tune, fit, climb and show: small runs of each."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from rich.progress import Progress

from agents import fit_value_net, ladder, tune, watch
from rokoko_env.players import value_net
from rokoko_env.players.agent import AgentError
from rokoko_env.players.core.script.style import FIRST_GUESS
from rokoko_env.players.policy import PolicyAgent
from rokoko_env.players.scripted import load_numbers

ROOT = Path(__file__).parents[2]


def test_tuning_goes_on_from_where_it_was(tmp_path, capsys):
    out = tmp_path / "numbers.json"
    options = ["--players", "3", "--variants", "4", "--deals", "2", "--workers", "1"]
    assert tune.main([*options, "--generations", "1", "--out", str(out)]) == 0
    first = load_numbers(out)
    assert first[2] == FIRST_GUESS  # only the numbers for three players were looked for
    assert first[3] != FIRST_GUESS
    assert tune.main([*options, "--generations", "1", "--seed", "2", "--out", str(out)]) == 0
    assert load_numbers(out)[3] != first[3]
    assert "generation 1:" in capsys.readouterr().out


def test_tuning_moves_towards_what_plays_better():
    """Money valued at nothing but the final exchange loses against the tuned player."""
    good = tune.to_unit(load_numbers()[2])
    bad = tune.to_unit({**load_numbers()[2], "livre_early": 0.1, "livre_late": 0.1, "ready": 0.1})
    worths = tune.worths(
        np.stack([good, bad]), good, num_players=2, deals=60, seed=5, counts=tune.Counts()
    )
    assert worths[0] > worths[1] + 0.1


def test_points_among_copies_can_count():
    good = tune.to_unit(load_numbers()[2])
    given = {"num_players": 2, "deals": 10, "seed": 5}
    plain, more = (
        tune.worths(good[None], good, counts=tune.Counts(copies=copies), **given)
        for copies in (0.0, 0.1)
    )
    assert 5 < more[0] - plain[0] < 12  # a winner scores 50 to 120


def test_an_estimate_is_fitted_and_loaded(tmp_path, monkeypatch, capsys):
    file = tmp_path / "estimate.npz"
    for module in (value_net, fit_value_net):
        monkeypatch.setattr(module, "FILE", file)
    value_net.load_value_net.cache_clear()
    try:
        assert fit_value_net.main(["--games", "400", "--players", "4", "2"]) == 0
        assert "of the network" in capsys.readouterr().out
        assert np.abs(value_net.load_value_net(4)["first"]).max() > 0
        with pytest.raises(AgentError, match=r"estimate\.npz: first_3 is missing"):
            value_net.load_value_net(3)
        with np.load(file) as found:
            arrays = {name: found[name] for name in found.files}
        np.savez(file, **{**arrays, "second_2": arrays["second_2"][:5]})
        with pytest.raises(AgentError, match=r"second_2 has shape \(5, 32\), expected \(64, 32\)"):
            value_net.load_value_net(2)
        for damage in (b"nothing", b""):
            file.write_bytes(damage)
            with pytest.raises(AgentError, match=r"estimate\.npz holds no value network"):
                value_net.load_value_net(2)
            with monkeypatch.context() as patched:
                patched.setattr(fit_value_net, "fit", lambda *_: pytest.fail("told too late"))
                assert fit_value_net.main(["--games", "400"]) == 2
            assert "delete it to fit all estimates anew" in capsys.readouterr().err
    finally:
        value_net.load_value_net.cache_clear()


def test_an_estimate_needs_games(capsys):
    with pytest.raises(SystemExit):
        fit_value_net.main(["--games", "0"])
    assert "--games is 0, expected at least 1" in capsys.readouterr().err


def test_the_same_games_give_the_same_estimate():
    judge = PolicyAgent()
    first, again = (
        fit_value_net.fit(2, 300, 7, judge, Progress(disable=True))[0].arrays() for _ in range(2)
    )
    for name, array in first.items():
        np.testing.assert_array_equal(array, again[name])


def test_an_estimate_learns_what_the_network_says():
    judge = PolicyAgent()
    new = fit_value_net.sample(2, 200, 2**50, judge)
    fitted, curve = fit_value_net.fit(2, 2500, 7, judge, Progress(disable=True))
    told = curve.chances(new.worth)
    with torch.inference_mode():
        error, before = (
            float((network(new.seen).sigmoid() - told).square().mean())
            for network in (fitted, fit_value_net.Estimate())
        )
    assert error < before / 2
    assert error < float(told.var()) / 2


def test_the_curve_makes_chances_of_what_a_network_expects():
    """From games whose odds are known: e to the power of 3 times the worth less a half."""
    rng = np.random.default_rng(3)
    worth = rng.normal(size=200_000)
    won = rng.random(len(worth)) < 1 / (1 + np.exp(-(3 * worth - 0.5)))
    worth, won = torch.from_numpy(worth).float(), torch.from_numpy(won).float()
    found = fit_value_net.curve_through(fit_value_net.Positions(torch.empty(0), worth, won))
    assert found == pytest.approx((3, -0.5), abs=0.05)


def test_a_network_that_is_not_there_is_said_so(capsys):
    assert fit_value_net.main(["--network", "nowhere"]) == 2
    assert "'nowhere' is neither a network nor a run with one" in capsys.readouterr().err


def test_a_small_ladder(tmp_path, capsys):
    options = ["--out", str(tmp_path / "l"), "--budgets", "2", "4", "8", "--games", "4"]
    assert ladder.main([*options, "--agents", "greedy", "--workers", "1"]) == 0
    told = json.loads((tmp_path / "l" / "ladder.json").read_text())
    assert {"random", "heuristic", "mcts:2", "mcts:8"} <= told["ratings"].keys()
    rated = {name: rating["estimate"] for name, rating in told["ratings"].items()}
    assert rated["heuristic"] == 0 > rated["greedy"] > rated["random"]
    assert [(d["from"], d["to"]) for d in told["doublings"]] == [(2, 4), (4, 8)]
    assert (tmp_path / "l" / "ladder.png").stat().st_size > 10_000
    assert "doublings" in capsys.readouterr().out
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "l").rglob("*.npz")}
    assert (
        ladder.main([*options, "--agents", "greedy", "--workers", "1"]) == 0
    )  # nothing is missing
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "l").rglob("*.npz")} == before


def test_a_ladder_has_even_steps(capsys):
    with pytest.raises(SystemExit):
        ladder.main(["--budgets", "100", "300"])
    assert "each must be twice the one before" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["heuristic", "mcts:8", "random"])
def test_a_game_is_shown_with_what_was_considered(name, capsys):
    assert watch.main([name, "--players", "2", "--seed", "3"]) == 0
    text = capsys.readouterr().out
    assert text.count("=== Round") == 7
    assert "Winner: player" in text
    assert ("worth" in text) == (name == "heuristic")


def test_a_wrong_agent_is_named(capsys):
    assert watch.main(["heurstic"]) == 1
    assert "did you mean 'heuristic'?" in capsys.readouterr().err


@pytest.mark.parametrize(("num_players", "seed"), [(2, 11), (3, 4)])
def test_the_games_in_the_docs_are_what_is_played(num_players, seed, capsys):
    page = (ROOT / "docs" / "games" / f"heuristic_{num_players}.md").read_text("utf-8")
    assert f"`python -m agents.watch heuristic --players {num_players} --seed {seed}`" in page
    assert watch.main(["heuristic", "--players", str(num_players), "--seed", str(seed)]) == 0
    played = iter(capsys.readouterr().out.splitlines())
    blocks = page.split("```\n")[1::2]
    assert len(blocks) == 8
    for line in "".join(blocks).splitlines():
        assert line in played  # in this order: what comes before is used up
