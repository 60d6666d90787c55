"""The comparison with another commit: programs in trees, starts, and ratios of speed."""

from __future__ import annotations

import pytest

from agents.reporting.cli import CommandError
from benchmarks import against
from benchmarks.timing import Rate
from parlour.games import find_game, game_names
from parlour.players.trained import shipped_network
from tests.parlour.games import GAMES

PACKAGE = "rokoko_env"


def test_a_program_runs_on_the_packages_of_its_tree(tmp_path):
    package = tmp_path / "rokoko_env"
    package.mkdir()
    (package / "__init__.py").write_text("NUMBER = 7")
    program = "from rokoko_env import NUMBER\nmeasure('calls', lambda: NUMBER)\n"
    assert against.rates(program, 0.01, PACKAGE, tmp_path)["calls"] > 0
    with pytest.raises(CommandError, match=r"(?s)a program failed in .*cannot import name"):
        against.rates(program, 0.01, PACKAGE, against.ROOT)


@pytest.mark.parametrize("name", game_names())
def test_the_same_program_runs_in_both_trees(name):
    """In this one at least; the names that it imports are those of earlier commits."""
    spec = find_game(name)
    rates = against.rates(against.SEARCH, 0.01, spec.package, against.ROOT)
    puct = {"puct, leaves"} if shipped_network(spec).exists() else set()
    assert set(rates) == {"mcts, simulations"} | puct


def test_a_worker_of_this_tree_alone_is_started(tmp_path):
    assert against.worker_start(GAMES[0], tmp_path) == {}
    assert against.worker_start(GAMES[0], against.ROOT)[against.WORKER] > 0.1


def test_each_tree_is_run_once_in_each_repeat(monkeypatch, tmp_path):
    runs = []

    def run(cache, tree, package):
        assert package == PACKAGE
        runs.append(tree)
        return {"whole process": 2.0 if tree == tmp_path else 1.0, "import": 0.5}

    monkeypatch.setattr(against.coldstart, "run", run)
    options = against.Options(commit="abc", repeats=5, only=("start", "cold start"))
    figures = against.measure_trees(options, tmp_path)
    assert figures[against.WARM] == (Rate((1.0,) * 5), Rate((2.0,) * 5))
    cold = against.COLD_STARTS
    assert figures[against.COLD] == (Rate((1.0,) * cold), Rate((2.0,) * cold))
    assert len(runs) == 2 * (6 + cold)  # one start more, to compile


@pytest.mark.parametrize(
    ("name", "here", "there", "ratio", "verdict"),
    [
        ("Batch(1).step", 98.0, 100.0, "0.98 (0.98 to 0.98)", "reached"),
        ("Batch(1).step", 90.0, 100.0, "0.9 (0.9 to 0.9)", "missed"),
        (against.COLD, 21.0, 20.0, "0.952 (0.952 to 0.952)", "reached"),
        (against.WARM, 2.2, 2.0, "0.909 (0.909 to 0.909)", "missed"),
    ],
)
def test_ratios_are_of_speed(name, here, there, ratio, verdict):
    cells = against.row(name, Rate((here,)), Rate((there,)))
    assert (cells[0], cells[3], cells[-1]) == (name, ratio, verdict)


def test_a_worker_has_a_limit_of_its_own():
    cells = against.row(against.WORKER, Rate((1.5, 2.0)), Rate(()))
    assert cells[2:] == ("3 s", "1.75 (1.5 to 2)", "1", "reached")


def test_a_wrong_commit_is_named(capsys):
    assert against.main(["no-such-commit"]) == 2
    assert capsys.readouterr().err == "error: no-such-commit is not a commit of this repository\n"
