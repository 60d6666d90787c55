"""The commands that tune, fit, climb and show: small runs of each."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from agents import estimate, ladder, show, tune
from agents.core.style import FIRST_GUESS
from agents.scripted import load_numbers

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
        np.stack([good, bad]), good, players=2, deals=60, seed=5, counts=tune.Counts()
    )
    assert worths[0] > worths[1] + 0.1


def test_points_among_copies_can_count():
    good = tune.to_unit(load_numbers()[2])
    given = {"players": 2, "deals": 10, "seed": 5}
    plain, more = (
        tune.worths(good[None], good, counts=tune.Counts(copies=copies), **given)
        for copies in (0.0, 0.1)
    )
    assert 5 < more[0] - plain[0] < 12  # a winner scores 50 to 120


def test_an_estimate_is_fitted_and_loaded(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(estimate, "FILE", tmp_path / "estimate.json")
    assert estimate.main(["--games", "60"]) == 0
    assert "error of a lead" in capsys.readouterr().out
    estimate.load_estimate.cache_clear()
    try:
        weights, spreads = estimate.load_estimate(4)
        assert weights.shape[0] == len(spreads) - 1 == 7
        found = json.loads(estimate.FILE.read_text())
        found["4"]["weights"].pop()
        estimate.FILE.write_text(json.dumps(found))
        estimate.load_estimate.cache_clear()
        with pytest.raises(ValueError, match=r"estimate\.json holds weights of shape \(6, "):
            estimate.load_estimate(4)
    finally:
        estimate.load_estimate.cache_clear()


def test_the_estimate_knows_who_is_ahead():
    """In new games its error is well below the spread of what it predicts, late in the game."""
    weights, _ = estimate.load_estimate(2)
    features, rounds, scores = estimate.sample(2, 150, seed=10**9)
    late = rounds >= 6
    leads = scores[late, 0] - scores[late, 1]
    foreseen = np.einsum("npf,nf->np", features[late], weights[rounds[late] - 1])
    assert (leads - (foreseen[:, 0] - foreseen[:, 1])).std() < 0.8 * leads.std()


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
    assert show.main([name, "--players", "2", "--seed", "3"]) == 0
    text = capsys.readouterr().out
    assert text.count("=== Round") == 7
    assert "Winner: player" in text
    assert ("worth" in text) == (name == "heuristic")


def test_a_wrong_agent_is_named(capsys):
    assert show.main(["heurstic"]) == 1
    assert "did you mean 'heuristic'?" in capsys.readouterr().err


@pytest.mark.parametrize(("players", "seed"), [(2, 11), (3, 4)])
def test_the_games_in_the_docs_are_what_is_played(players, seed, capsys):
    page = (ROOT / "docs" / "games" / f"heuristic_{players}.md").read_text("utf-8")
    assert f"`python -m agents.show heuristic --players {players} --seed {seed}`" in page
    assert show.main(["heuristic", "--players", str(players), "--seed", str(seed)]) == 0
    played = iter(capsys.readouterr().out.splitlines())
    blocks = page.split("```\n")[1::2]
    assert len(blocks) == 8
    for line in "".join(blocks).splitlines():
        assert line in played  # in this order: what comes before is used up
