"""Calibration: claims on other sets, and the command that plays them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from agents.statistics import Interval
from parlour.players.agent import AgentError
from parlour.validation import MAX_SEED
from research.calibrate import abstainers
from research.calibrate.claims import (
    ABSTAINERS,
    STYLES,
    Claim,
    Measurements,
    Outcome,
    Standing,
    Topic,
    claims,
    conclude,
    judge,
)
from research.calibrate.command import main
from research.calibrate.run import CalibrationPlan, run_calibration
from research.variant.measures import Kind, Measure, Measured
from rokoko_env import Game
from rokoko_env.components import load_components
from rokoko_env.core import ids
from rokoko_env.players import make_agent, play_games

QUICK = ["--players", "2", "--games", "60", "--sets", "2", "--workers", "1", "--quiet"]
QUICK += ["--agents", "random", "greedy"]
SPACES = {
    "fireworks": range(ids.FIREWORKS, ids.STATUES),
    "statues": range(ids.STATUES, ids.UPPER_FOUNTAIN),
    "fountains": range(ids.UPPER_FOUNTAIN, ids.MUSICIANS),
    "musicians": range(ids.MUSICIANS, ids.MAX_DECORATIONS),
}


def measurements(
    rng: np.random.Generator, shares: Sequence[float], deals: int = 50
) -> Measurements:
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


def standing(known: Sequence[float], *others: Sequence[float]) -> tuple[Standing, int, int, int]:
    """Of the claim that the first agent wins more often."""
    rng = np.random.default_rng(3)
    outcomes = judge(measurements(rng, known), [measurements(rng, other) for other in others])
    (outcome,) = (o for o in outcomes if o.claim.topic is Topic.AGENTS)
    return outcome.standing, outcome.same_sign, outcome.clear, outcome.reversed_clearly


def test_standing_by_other_sets() -> None:
    assert standing((60, 40), (55, 45), (70, 30)) == (Standing.THROUGHOUT, 2, 2, 0)
    assert standing((60, 40), (55, 45), (45, 55)) == (Standing.DEPENDS, 1, 1, 1)
    assert standing((40, 60), (55, 45), (45, 55)) == (Standing.DEPENDS, 1, 1, 1)
    assert standing((50, 50), (55, 45))[0] is Standing.OPEN
    some = [(50, 50)] * 8
    assert standing((60, 40), *some)[0] is Standing.MOSTLY


def test_claims_have_the_sign_of_the_known_set() -> None:
    known = measurements(np.random.default_rng(0), (40, 60))
    texts = [claim.text for claim in claims(known)]
    assert "other more often than one" in texts
    assert "the start player wins more than an equal share" in texts
    assert "the second player wins less than an equal share" in texts
    assert "more from halls than from money" in texts
    positive = [c for c in claims(known) if not c.text.startswith("it costs wins")]
    assert all(claim.values(known).mean() >= 0 for claim in positive)


def outcome_with(*others: Interval) -> Outcome:
    claim = Claim(Topic.AGENTS, "one more often than other", STYLES, 1.0, 0.0)
    return Outcome(claim, Interval(5, 2, 8), others)


def test_the_same_sign_is_not_enough_to_hold_throughout() -> None:
    clear, hint, against = Interval(5, 1, 9), Interval(2, -2, 6), Interval(-1, -5, 3)
    assert outcome_with(clear, clear, hint).standing is Standing.THROUGHOUT
    assert outcome_with(clear, hint).standing is Standing.MOSTLY  # half of the sets are not most
    assert outcome_with(hint, hint, hint).standing is Standing.MOSTLY
    assert outcome_with(clear, clear, clear, against).standing is Standing.MOSTLY


def test_the_conclusion_counts_sets_for_each_claim() -> None:
    rng = np.random.default_rng(1)
    outcomes = judge(measurements(rng, (60, 40)), [measurements(rng, (60, 40)) for _ in range(3)])
    first, *lines = conclude(outcomes)
    assert f"without correction for the {len(outcomes)} claims" in first
    text = "one more often than other (same sign in 3 of 3 sets, clear in 3 of 3)."
    assert f"Holds throughout (who wins more often): {text}" in lines


def test_every_set_has_its_own_deals() -> None:
    for seed in (0, MAX_SEED):
        plan = CalibrationPlan(load_components(), ("random", "greedy"), 2, 60, seed, 0.25)
        matches = [match for number in range(4) for match in plan.matches(number).values()]
        firsts = [int(match.seeds(np.arange(1))[0]) for match in matches]
        assert firsts[0] == seed
        assert len(set(firsts)) == 4  # one for both matches on a set


def funded(agents: Sequence[str], games: int = 20) -> dict[str, list[int]]:
    """Decorations of each kind that two agents, with two seats each, have in the end."""
    seating = np.array([(0, 1, 0, 1), (1, 0, 1, 0)] * (games // 2))
    results = play_games([*map(make_agent, agents)], seating, np.arange(games), keep_actions=True)
    counts = {kind: [0, 0] for kind in SPACES}
    for seed, seats, actions in zip(range(games), seating, results.actions, strict=True):
        game = Game(4, seed=seed)
        for action in actions:
            game.apply(action)
        for agent, owned in zip(seats, game.record["decorations"][:4].tolist(), strict=True):
            for kind, spaces in SPACES.items():
                counts[kind][agent] += sum(owned >> space & 1 for space in spaces)
    return counts


@pytest.mark.parametrize("kind", abstainers.KINDS)
def test_abstainers_do_without_their_kind_alone(kind: str) -> None:
    counts = funded(("heuristic", abstainers.name(kind)))
    for of_kind, (heuristic, abstainer) in counts.items():
        assert heuristic > 10
        assert abstainer == 0 if of_kind == kind else abstainer > 10


def test_a_kind_nobody_knows() -> None:
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
    plan = CalibrationPlan(load_components(), ("random", "greedy"), 2, 60, 0, 0.25)
    at_once = run_calibration(plan, 3, workers=2)
    findings = json.loads((out / "result.json").read_text("utf-8"))["findings"]
    for counted in ("same_sign", "clear"):
        assert [getattr(o, counted) for o in at_once.outcomes] == [f[counted] for f in findings]
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
        (["--workers", "-1"], "workers is -1, expected at least 0"),
        (["--agents", "heuristic", "bancer"], "did you mean 'banker'?"),
        (["--components", "nowhere"], "the components folder 'nowhere' does not exist"),
        (["--players", "1"], "players is 1, expected 2 to 5"),
        (["--seed", "-1"], "seed is -1"),
    ],
)
def test_wrong_input_is_one_sentence(
    options: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*options, "--out", str(tmp_path / "study")]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
    assert not (tmp_path / "study").exists()
