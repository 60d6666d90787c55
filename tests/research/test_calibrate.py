"""Calibration: what other sets say to a finding, and the command that plays them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from agents import make_agent
from agents.base import AgentError
from research import abstainers
from research.calibrate import Plan, calibrate, main
from research.findings import ABSTAINERS, STYLES, Standing, Tables, Topic, conclude, find, judge
from research.measures import Kind, Measure, Measured
from rokoko_env.components import load_components

QUICK = ["--players", "2", "--games", "60", "--sets", "2", "--workers", "1", "--quiet"]
QUICK += ["--agents", "random", "greedy"]


def tables(rng: np.random.Generator, shares: Sequence[float], deals: int = 50) -> Tables:
    """A made-up study: two agents with these win shares, abstainers all alike."""

    def table(columns: dict[Measure, float]) -> Measured:
        noise = rng.normal(size=(deals, len(columns)))
        return Measured(tuple(columns), np.array([*columns.values()]) + noise, np.arange(deals))

    agents = {Measure(Kind.WINS, n): s for n, s in zip(("one", "other"), shares, strict=True)}
    seats = {Measure(Kind.SEAT, "start player"): 60.0, Measure(Kind.SEAT, "second player"): 40.0}
    sources = {Measure(Kind.SOURCE, "halls"): 9.0, Measure(Kind.SOURCE, "money"): 2.0}
    without = [abstainers.name(kind) for kind in abstainers.KINDS]
    heuristic = {Measure(Kind.WINS, name): 50.0 for name in ("heuristic", *without)}
    return {STYLES: table(agents | seats | sources), ABSTAINERS: table(heuristic)}


def standing(known: Sequence[float], *others: Sequence[float]) -> tuple[Standing, int, int]:
    """Of the finding that the first agent wins more often."""
    rng = np.random.default_rng(3)
    outcomes = judge(tables(rng, known), [tables(rng, other) for other in others])
    (outcome,) = (o for o in outcomes if o.finding.topic is Topic.AGENTS)
    return outcome.standing, outcome.held, outcome.reversed_clearly


def test_what_other_sets_say() -> None:
    assert standing((60, 40), (55, 45), (70, 30)) == (Standing.THROUGHOUT, 2, 0)
    assert standing((60, 40), (55, 45), (45, 55)) == (Standing.DEPENDS, 1, 1)
    assert standing((40, 60), (55, 45), (45, 55)) == (Standing.DEPENDS, 1, 1)
    assert standing((50, 50), (55, 45))[0] is Standing.OPEN
    some = [(50, 50)] * 8
    assert standing((60, 40), *some)[0] is Standing.MOSTLY


def test_findings_have_the_sign_of_the_known_set() -> None:
    known = tables(np.random.default_rng(0), (40, 60))
    texts = [finding.text for finding in find(known)]
    assert "other more often than one" in texts
    assert "the start player wins more than an equal share" in texts
    assert "the second player wins less than an equal share" in texts
    assert "more from halls than from money" in texts
    positive = [f for f in find(known) if not f.text.startswith("it costs wins")]
    assert all(finding.values(known).mean() >= 0 for finding in positive)


def test_a_finding_that_always_held_is_not_called_certain() -> None:
    rng = np.random.default_rng(1)
    outcomes = judge(tables(rng, (60, 40)), [tables(rng, (60, 40)) for _ in range(20)])
    first = next(o for o in outcomes if o.finding.topic is Topic.AGENTS)
    assert first.held == 20
    assert first.at_least == pytest.approx(0.05 ** (1 / 20))
    assert "in at least 86 % of such sets, with 95 % confidence" in conclude(outcomes)[0]


def test_abstainers_do_without() -> None:
    make_agent(abstainers.name("statues"))
    with pytest.raises(AgentError, match="did you mean 'statues'"):
        make_agent(abstainers.name("statue"))


def test_command_keeps_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "study"
    assert main([*QUICK, "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    first = json.loads((out / "result.json").read_text("utf-8"))
    assert first["conclusion"][0] in printed
    assert {len(finding["on_drawn_sets"]) for finding in first["findings"]} == {2}
    assert (out / "findings.png").stat().st_size > 10_000
    times = {path: path.stat().st_mtime_ns for path in out.glob("sets/*")}
    assert len(times) == 3
    assert main([*QUICK, "--sets", "3", "--out", str(out)]) == 0
    assert {path: path.stat().st_mtime_ns for path in times} == times
    plan = Plan(load_components(), ("random", "greedy"), 2, 60, 0, 0.25)
    at_once = calibrate(plan, 3, workers=2)
    kept = json.loads((out / "result.json").read_text("utf-8"))["findings"]
    assert [o.held for o in at_once.outcomes] == [finding["held"] for finding in kept]
    assert main([*QUICK, "--seed", "1", "--out", str(out)]) == 2
    assert "holds a calibration with other options" in capsys.readouterr().err
    (out / "plan.json").write_text("{")
    assert main([*QUICK, "--out", str(out)]) == 2
    assert "plan.json is damaged" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--sets", "0"], "sets is 0, expected at least 1"),
        (["--spread", "2"], "spread is 2, expected more than 0 and at most 1"),
        (["--agents", "heuristic"], "name at least two agents"),
        (["--agents", "heuristic", "bancer"], "did you mean 'banker'?"),
        (["--components", "nowhere"], "the components folder 'nowhere' does not exist"),
        (["--players", "1"], "players is 1, expected 2 to 5"),
        (["--seed", "-1"], "seed is -1"),
    ],
)
def test_wrong_input_is_told_in_a_sentence(
    options: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*options, "--out", str(tmp_path / "study")]) == 2
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert not (tmp_path / "study").exists()
