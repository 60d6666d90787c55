"""The pictures of a balance report; each function returns a figure of matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from agents.reporting.figures import COLORS, new_figure, short_name, tidy
from research.balance.across_agents import Comparison
from research.balance.chances import Chances
from research.balance.strategies import FEATURES, STRONG, Strategies
from research.balance.study import PLACES, Finding, Pace, Study
from research.statistics import Estimate, usual_reach
from rokoko_env.core.ids import ROUNDS, SOURCE_NAMES

GOOD, BAD, UNCLEAR, FAINT = COLORS[0], COLORS[1], "0.55", "0.75"
WINNERS, OTHERS = COLORS[0], "0.45"
ROUND_LABELS = [*(str(number) for number in range(1, ROUNDS + 1)), "end"]
ROW = 0.235  # inches for a line of a list


def _numbers(estimates: Sequence[Estimate], scale: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Values, and how far their intervals reach."""
    values = np.array([estimate.value for estimate in estimates])
    errors = np.array([estimate.error for estimate in estimates])
    return scale * values, scale * usual_reach() * errors


def draw_findings(findings: Sequence[Finding], reach: float) -> Any:
    """Effects on the share of the victory, the best one on top; naive ones as hollow marks."""
    ordered = sorted(findings, key=lambda finding: finding.estimate.value)
    figure = new_figure(0.75 + ROW * len(ordered))
    axes = figure.subplots()
    for place, finding in enumerate(ordered):
        estimate = finding.estimate
        value, error = 100 * estimate.value, 100 * estimate.error
        color = UNCLEAR
        if finding.clear(reach):
            color = GOOD if value > 0 else BAD
        for wide, thick in ((reach, 1.0), (usual_reach(), 3.2)):
            ends = value - wide * error, value + wide * error
            axes.plot(ends, (place, place), color=color, linewidth=thick, solid_capstyle="butt")
        axes.plot(value, place, "o", color=color, markersize=5)
        if finding.naive is not None:
            axes.plot(100 * finding.naive.value, place, "D", markersize=4, zorder=1,
                      markerfacecolor="white", markeredgecolor=FAINT)  # fmt: skip
    axes.axvline(0, color="0.3", linewidth=1)
    axes.set_yticks(range(len(ordered)), [plain_words(finding.words) for finding in ordered])
    axes.set_ylim(-0.7, len(ordered) - 0.3)
    axes.set_xlabel("effect on the share of victories, in percentage points", fontsize=9)
    tidy(axes, "")
    axes.grid(False, axis="y")
    return figure


def plain_words(words: str) -> str:
    """Words as they can stand in a figure: no formula."""
    return words.replace("$", r"\$")


def draw_order(study: Study) -> Any:
    """Win share and score by the place in the first round."""
    figure = new_figure(2.7)
    shares, scores = figure.subplots(1, 2)
    places = np.arange(study.num_players)
    told = ((shares, study.order_wins, 100.0, "share of victories, %"),
            (scores, study.order_scores, 1.0, "mean final score, prestige"))  # fmt: skip
    for axes, estimates, scale, title in told:
        values, reach = _numbers(estimates, scale)
        axes.errorbar(places, values, reach, fmt="o", color=GOOD, capsize=3, linewidth=1.6)
        axes.set_xticks(places, PLACES[: study.num_players])
        axes.margins(x=0.15, y=0.25)
        tidy(axes, title)
    shares.axhline(100 / study.num_players, color="0.4", linestyle=":", linewidth=1)
    shares.annotate("equal share", (study.num_players - 0.6, 100 / study.num_players), ha="right",
                    xytext=(0, 3), textcoords="offset points", fontsize=8)  # fmt: skip
    shares.set_ylim(bottom=0)
    return figure


def draw_scores(study: Study) -> Any:
    """How scores are spread, and where winners and others have theirs from."""
    figure = new_figure(3.6)
    spread, sources = figure.subplots(1, 2, width_ratios=(1, 1.1))
    everybody, winners = study.score_counts
    shown = np.flatnonzero(np.cumsum(everybody) > 0.0005 * everybody.sum())[0]
    at = np.arange(shown, len(everybody))
    for counts, color, label in ((everybody - winners, OTHERS, "others"),
                                 (winners, WINNERS, "winners")):  # fmt: skip
        percent = 100 * counts[shown:] / counts.sum()
        spread.fill_between(at, percent, step="mid", color=color, alpha=0.35, linewidth=0)
        spread.plot(at, percent, color=color, linewidth=1.2, label=label, drawstyle="steps-mid")
    spread.set_ylim(bottom=0)
    spread.legend(fontsize=8, frameon=False)
    spread.set_xlabel("final score", fontsize=9)
    tidy(spread, "% of seats with this score")
    order = np.argsort(study.sources[0])
    names = [SOURCE_NAMES[k].replace("_", " ") for k in order]
    for row, (color, label) in enumerate(((WINNERS, "winners"), (OTHERS, "others"))):
        places = np.arange(len(order)) + 0.2 - 0.4 * row
        sources.barh(places, study.sources[row][order], 0.38, color=color, label=label)
    sources.set_yticks(range(len(order)), names)
    sources.legend(fontsize=8, frameon=False, loc="lower right")
    tidy(sources, "mean prestige by source")
    sources.grid(False, axis="y")
    return figure


def draw_pace(paces: Sequence[Pace], cards: Pace) -> Any:
    """By round, winners and others; bands are intervals."""
    titles = {
        "money": "Livre", "worth": "prestige if the game ended", "dresses": "dresses on the board",
        "decorations": "decoration spaces", "deck": "cards in the deck",
        "cards played": "cards played in the round",
    }  # fmt: skip
    figure = new_figure(4.6)
    panels = figure.subplots(2, 3).flat
    for axes, pace in zip(panels, [*paces, cards], strict=True):
        times = np.arange(1, len(pace.winners) + 1)
        lines = ((pace.winners, WINNERS, "winners"), (pace.others, OTHERS, "others"))
        for estimates, color, label in lines:
            values, reach = _numbers(estimates)
            axes.plot(times, values, color=color, linewidth=1.6, label=label)
            axes.fill_between(times, values - reach, values + reach, color=color, alpha=0.2,
                              linewidth=0)  # fmt: skip
        axes.set_xticks(times, ROUND_LABELS[: len(times)])
        tidy(axes, titles[pace.name])
    figure.axes[0].legend(fontsize=8, frameon=False)
    for axes in figure.axes[3:]:
        axes.set_xlabel("round", fontsize=9)
    return figure


def draw_chances(chances: Chances, num_players: int) -> Any:
    """How sure the winner is known by round, and whether the chances are right."""
    figure = new_figure(3.6)
    known, right = figure.subplots(1, 2)
    rounds = np.arange(1, ROUNDS + 1)
    lines = (
        (chances.favourite_wins, GOOD, "the model's favourite wins"),
        (chances.leader_wins, COLORS[4], "who leads in prestige wins"),
    )
    for estimates, color, label in lines:
        values, reach = _numbers(estimates, 100)
        known.errorbar(rounds, values, reach, color=color, marker="o", markersize=4, capsize=2,
                       linewidth=1.6, label=label)  # fmt: skip
    known.axhline(100 / num_players, color="0.4", linestyle=":", linewidth=1, label="equal chances")
    known.set_ylim(0, 100)
    known.set_xticks(rounds)
    known.set_xlabel("at the beginning of round", fontsize=9)
    known.legend(fontsize=8, frameon=False, loc="upper left")
    tidy(known, "% of games")
    foreseen = 100 * np.array([found.foreseen for found in chances.reliability])
    won, reach = _numbers([found.won for found in chances.reliability], 100)
    right.plot((0, 100), (0, 100), color="0.4", linestyle=":", linewidth=1)
    right.errorbar(foreseen, won, reach, fmt="o", color=GOOD, markersize=4, capsize=2)
    right.set_xlabel("chance that was foreseen, %", fontsize=9)
    tidy(right, "victories in games the model had not seen, %")
    return figure


def draw_strategies(found: Strategies) -> Any:
    """What sets the groups apart, and how stable each number of groups is."""
    figure = new_figure(4.4)
    table, strength = figure.subplots(1, 2, width_ratios=(1.5, 1))
    profiles = np.stack([group.profile for group in found.groups], axis=1)
    most = max(1.0, float(np.abs(profiles).max()))
    table.pcolormesh(profiles, cmap="RdBu", vmin=-most, vmax=most, edgecolors="white")
    for row, values in enumerate(profiles):
        for column, value in enumerate(values):
            table.text(column + 0.5, row + 0.5, f"{value:+.1f}", ha="center", va="center",
                       fontsize=7, color="white" if abs(value) > 0.6 * most else "0.2")  # fmt: skip
    table.set_yticks(np.arange(len(FEATURES)) + 0.5, FEATURES)
    table.set_xticks(np.arange(len(found.groups)) + 0.5,
                     [f"group {n}" for n in range(1, len(found.groups) + 1)])  # fmt: skip
    table.invert_yaxis()
    tidy(table, "standard deviations from the mean of all seats")
    table.grid(False)
    numbers = list(found.strength)
    strength.plot(numbers, list(found.strength.values()), "o-", color=GOOD, linewidth=1.6,
                  label="these seats")  # fmt: skip
    strength.plot(numbers, list(found.cloud.values()), "o--", color=UNCLEAR, linewidth=1.2,
                  markerfacecolor="white", label="one cloud")  # fmt: skip
    strength.legend(fontsize=8, frameon=False, loc="lower left")
    strength.axhline(STRONG, color="0.4", linestyle=":", linewidth=1)
    strength.annotate("needed", (numbers[-1], STRONG), ha="right", xytext=(0, 3),
                      textcoords="offset points", fontsize=8)  # fmt: skip
    strength.set_ylim(0, 1.02)
    strength.set_xticks(numbers)
    strength.set_xlabel("number of groups", fontsize=9)
    tidy(strength, "prediction strength")
    return figure


def draw_comparison(studies: Sequence[Study], rows: Sequence[Comparison]) -> Any:
    """The same findings in the games of several agents, with the intervals that hold together."""
    figure = new_figure(0.9 + 0.09 * len(rows) * (1 + len(studies)))
    axes = figure.subplots()
    for agent, study in enumerate(studies):
        found = [(place, row.findings[agent]) for place, row in enumerate(reversed(rows))]
        known = [(place, finding) for place, finding in found if finding is not None]
        offset = 0.6 * (0.5 - (agent + 0.5) / len(studies))
        values = np.array([100 * finding.estimate.value for _, finding in known])
        errors = np.array([100 * study.reach * finding.estimate.error for _, finding in known])
        places = np.array([place for place, _ in known]) + offset
        axes.errorbar(values, places, xerr=errors, fmt="o", markersize=4, linewidth=1.3,
                      color=COLORS[agent % len(COLORS)], label=short_name(study.agent))  # fmt: skip
    axes.axvline(0, color="0.3", linewidth=1)
    words = [plain_words(row.words) for row in reversed(rows)]
    axes.set_yticks(range(len(rows)), words)
    axes.set_ylim(-0.7, len(rows) - 0.3)
    axes.set_xlabel("effect on the share of victories, in percentage points", fontsize=9)
    axes.legend(fontsize=8, frameon=False)
    tidy(axes, "")
    axes.grid(False, axis="y")
    return figure
