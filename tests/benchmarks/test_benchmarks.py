"""README and docs show the speeds that were measured; the benchmarks measure what they should."""

from __future__ import annotations

import json
import shutil

import pytest

from benchmarks import (
    arena,
    coldstart,
    instructions,
    peers,
    report,
    store,
    targets,
    throughput,
    timing,
    workloads,
)
from benchmarks.timing import Rate, measure_together
from parlour.games import DEFAULT_GAME
from tests import toy_game


def test_readme_docs_and_plot_match_the_results():
    assert report.mismatches() == []


def test_other_results_would_be_noticed(monkeypatch, tmp_path):
    folder = tmp_path / "results"
    shutil.copytree(store.FOLDER, folder)
    figures = json.loads((folder / "throughput.json").read_text())
    figures["players"]["4"]["PettingZoo AEC, raw"]["repeats"] = [1.0] * 7
    (folder / "throughput.json").write_text(json.dumps(figures))
    monkeypatch.setattr(store, "FOLDER", folder)
    docs = [report.DOCS / name for name in ("environments.md", "performance.md")]
    assert report.mismatches() == [report.ROOT / "README.md", *docs, report.DOCS / report.PLOT]
    assert report.main(["--check"]) == 1


def test_the_plot_names_its_figures():
    plot = report.plot(DEFAULT_GAME)
    assert report.plot(DEFAULT_GAME) == plot
    assert report.plot_mark(DEFAULT_GAME) in plot


def test_all_results_are_of_one_machine():
    names = ("throughput", "threads", "peers", "roofline", "coldstart", "interfaces")
    machines = [store.load(name)["machine"] for name in names]
    assert all(machine == machines[0] for machine in machines)


def test_quick_figures_are_not_kept(capsys):
    assert throughput.main(["--quick", "--save"]) == 2
    assert capsys.readouterr().err == (
        "error: --save keeps the figures of a full run only: leave out --quick\n"
    )


def test_a_missing_result_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    with pytest.raises(FileNotFoundError, match=r"peers\.json is missing: `make bench` measures"):
        store.load("peers")
    with pytest.raises(
        FileNotFoundError, match=r"toy.peers\.json is missing: `make bench GAME=toy`"
    ):
        store.load("peers", "toy")


def test_each_game_has_a_folder_of_its_own(monkeypatch, tmp_path):
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    store.Options(game=toy_game.__name__, save=True).keep("peers", {"rates": 1})
    store.Options(save=True).keep("peers", {"rates": 2})
    assert [store.load("peers", name)["rates"] for name in ("toy", DEFAULT_GAME)] == [1, 2]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["peers.json", "toy"]


def test_every_result_was_measured_often_enough():
    for layers in store.load("throughput")["players"].values():
        for rate in layers.values():
            assert len(rate["repeats"]) >= 7
    for rate in store.load("peers")["rates"].values():
        assert len(rate["repeats"]) >= 7


def test_no_peer_was_missing_when_the_results_were_made():
    figures = store.load("peers")
    assert figures["missing"] == {}
    assert set(peers.PEERS) <= set(figures["rates"])


def test_a_peer_that_is_not_installed_is_named(monkeypatch):
    def make():
        raise ModuleNotFoundError("No module named 'chess_of_the_future'")

    monkeypatch.setattr(peers, "PEERS", {"chess": ("chess-of-the-future", make)})
    workloads, missing = peers.available()
    assert workloads == {}
    assert "chess-of-the-future is not installed" in missing["chess"]


def test_ratios_are_taken_repeat_by_repeat():
    """A machine that is slow for a while slows down both."""
    fast, slow = Rate((10.0, 5.0, 10.0)), Rate((5.0, 2.5, 5.0))
    assert fast.over(slow).values == (2.0, 2.0, 2.0)
    assert Rate.from_json(fast.to_json()) == fast


def test_workloads_take_turns(monkeypatch):
    """By a clock of its own: each call of a workload takes a second, and a repeat lasts two."""
    order, now = [], [0.0]

    def workload(name):
        def run():
            order.append(name)
            now[0] += 1.0
            return 10

        return run

    monkeypatch.setattr(timing.time, "perf_counter", lambda: now[0])
    rates = measure_together({"a": workload("a"), "b": workload("b")}, 2, 1.5)
    assert "".join(order) == "aabb" * 3  # once to warm up
    assert rates["a"].values == (10.0, 10.0)


def test_a_target_is_missed_or_reached():
    def verdict(value, wanted, aim=None):
        return targets.Target("", Rate((value,)), wanted, aim).verdict

    assert verdict(0.9, 1.0) == "missed"
    assert verdict(1.0, 1.0) == "reached"
    assert verdict(1.2, 1.0, 1.5) == "reached, not the aim"
    assert verdict(1.5, 1.0, 1.5) == "reached"


def test_without_a_counter_no_instructions_are_made_up(monkeypatch):
    monkeypatch.setattr(instructions.shutil, "which", lambda name: None)
    assert instructions.available_counter() is None


@pytest.mark.parametrize(
    "make",
    [
        lambda: workloads.fused(3, 4, 8),
        lambda: workloads.batch_step(4, 3),
        lambda: workloads.repeated_steps(4, 3, steps=8),
        lambda: workloads.one_game(2),
        lambda: workloads.turns(2, wrapped=True),
        lambda: workloads.single(2),
        lambda: workloads.single(2, own_steps=True),
        lambda: workloads.vector(4, 2),
        lambda: workloads.sb3(4, 2),
        lambda: workloads.fill(4),
    ],
)
def test_workloads_count_their_decisions(make):
    workload = make()
    assert all(workload() > 0 for _ in range(3))


@pytest.mark.parametrize("make", throughput.layers(toy_game.SPEC, 3, quick=False).values())
def test_every_layer_plays_any_game(make):
    assert make()() > 0


def test_the_quick_benchmark_runs(capsys):
    assert throughput.main(["--quick"]) == 0
    assert throughput.batch_name(1024, 1) in capsys.readouterr().out


def test_another_game_is_measured_next_to_the_default_one():
    names = peers.own_workloads(toy_game.SPEC)
    own = [f"toy: {name}" for name in peers.OWN]
    assert list(names) == [*own, *(f"rokoko: {name}" for name in peers.COMPARED)]


def test_figures_to_reach_of_another_game(monkeypatch, tmp_path):
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    rates = {
        f"{name}: {layer}": Rate((rate,))
        for layer in peers.COMPARED
        for name, rate in (("toy", 3.0), ("rokoko", 6.0))
    }
    store.save("peers", {"rates": {**rates, peers.OPENSPIEL_LOOP: Rate((0.5,))}}, "toy")
    seconds = {name: {coldstart.PARTS[0]: limit * 2} for name, limit in coldstart.LIMITS.items()}
    store.save("coldstart", {"seconds": seconds}, "toy")
    # The core and a step beside Rokoko's, a step beside OpenSpiel's loop, the record, two starts.
    verdicts = [target.verdict for target in targets.targets(toy_game.SPEC)]
    assert verdicts == ["reached", "reached", "missed", "reached", "missed", "missed"]


def test_the_arena_is_timed_as_a_whole():
    assert arena.run(40) > 0.2  # a Python, with NumPy and numba, has been started
    assert "missed" in arena.summary(Rate((61.0, 59.0, 62.0)))
    assert "takes 20.0 (19.0 to 21.0) s" in arena.summary(Rate((19.0, 21.0, 20.0)))


def test_coldstart_measures_every_part(tmp_path, monkeypatch):
    monkeypatch.setattr(coldstart, "PROGRAM", "print(0.5, 1.5, 2.5)")
    parts = coldstart.run(str(tmp_path))
    assert list(parts) == list(coldstart.PARTS)
    assert list(parts.values())[1:] == [0.5, 1.5, 2.5]
