"""The figures of a balance report; each function returns a figure of matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from agents.reporting.figures import COLORS, UNCLEAR, draw_intervals, new_figure, short_name, tidy
from research.balance.across_agents import FindingComparison
from research.balance.strategies import MIN_STRENGTH, Strategies
from research.balance.study import PLACES, Finding, Study

GOOD, BAD, LEADER, NAIVE = COLORS[0], COLORS[1], COLORS[4], COLORS[6]
WINNERS, OTHERS = COLORS[0], UNCLEAR
END = "end"
PANELS_IN_A_ROW = 3
ROW = 0.235  # inches for a row of a list


def draw_findings(findings: Sequence[Finding], reach: float) -> Any:
    """Effects on the share of the victory, the best one on top; naive ones as hollow marks."""
    ordered = sorted(findings, key=lambda finding: finding.estimate.value)
    figure = new_figure(0.75 + ROW * len(ordered))
    axes = figure.subplots()
    for place, finding in enumerate(ordered):
        color = UNCLEAR
        if finding.clear(reach):
            color = GOOD if finding.estimate.value > 0 else BAD
        style: dict[str, Any] = {"scale": 100, "color": color, "capsize": 0}
        draw_intervals(axes, [place], [finding.estimate.interval(reach)], elinewidth=1.0, **style)
        draw_intervals(axes, [place], [finding.estimate.interval()], elinewidth=3.2, **style)
        if finding.naive is not None:
            axes.plot(100 * finding.naive.value, place, "D", markersize=4, zorder=1,
                      markerfacecolor="white", markeredgecolor=NAIVE)  # fmt: skip
    _name_effects(axes, [finding.words for finding in ordered])
    return figure


def _name_effects(axes: Any, names: Sequence[str]) -> None:
    """Give axes with an effect in each row their names and the line of no effect."""
    axes.axvline(0, color="0.3", linewidth=1)
    axes.set_yticks(range(len(names)), names, parse_math=False)
    axes.set_ylim(-0.7, len(names) - 0.3)
    axes.set_xlabel("effect on the share of victories, in percentage points", fontsize=9)
    tidy(axes, "")
    axes.grid(False, axis="y")


def draw_order(study: Study) -> Any:
    """Win share and score by the place in the first round."""
    figure = new_figure(2.7)
    shares, scores = figure.subplots(1, 2)
    places = range(study.num_players)
    of_scores = f"mean final score, {study.parts.score_word}"
    panels = ((shares, study.order_wins, 100.0, "share of victories, %"),
              (scores, study.order_scores, 1.0, of_scores))  # fmt: skip
    for axes, estimates, scale, title in panels:
        intervals = [estimate.interval() for estimate in estimates]
        draw_intervals(axes, places, intervals, scale=scale, horizontal=False, color=GOOD)
        axes.set_xticks(places, PLACES[: study.num_players])
        axes.margins(x=0.15, y=0.25)
        tidy(axes, title)
    shares.axhline(100 / study.num_players, color="0.4", linestyle=":", linewidth=1)
    shares.annotate("equal share", (study.num_players - 0.6, 100 / study.num_players), ha="right",
                    xytext=(0, 3), textcoords="offset points", fontsize=8)  # fmt: skip
    shares.set_ylim(bottom=0)
    return figure


def draw_scores(study: Study) -> Any:
    """The distribution of scores, and their sources, for winners and others."""
    figure = new_figure(3.6)
    spread, sources = figure.subplots(1, 2, width_ratios=(1, 1.1))
    seats, winners = study.score_counts
    lowest = np.flatnonzero(np.cumsum(seats) > 0.0005 * seats.sum())[0]
    scores = np.arange(lowest, len(seats))
    for counts, color, label in ((seats - winners, OTHERS, "others"),
                                 (winners, WINNERS, "winners")):  # fmt: skip
        percent = 100 * counts[lowest:] / counts.sum()
        spread.fill_between(scores, percent, step="mid", color=color, alpha=0.35, linewidth=0)
        spread.plot(scores, percent, color=color, linewidth=1.2, label=label, drawstyle="steps-mid")
    spread.set_ylim(bottom=0)
    spread.legend(fontsize=8, frameon=False)
    spread.set_xlabel("final score", fontsize=9)
    tidy(spread, "% of seats with this score")
    order = np.argsort(study.sources[0])
    names = [study.parts.spec.sources[k].replace("_", " ") for k in order]
    for row, (color, label) in enumerate(((WINNERS, "winners"), (OTHERS, "others"))):
        places = np.arange(len(order)) + 0.2 - 0.4 * row
        sources.barh(places, study.sources[row][order], 0.38, color=color, label=label)
    sources.set_yticks(range(len(order)), names)
    sources.legend(fontsize=8, frameon=False, loc="lower right")
    tidy(sources, f"mean {study.parts.score_word} by source")
    sources.grid(False, axis="y")
    return figure


def draw_pace(study: Study) -> Any:
    """Numbers by time, for winners and others; bands are intervals."""
    titles, labels = study.parts.pace, [*study.parts.times.labels, END]
    rows = len(titles) // PANELS_IN_A_ROW
    figure = new_figure(2.3 * rows)
    panels = figure.subplots(rows, PANELS_IN_A_ROW).flat
    for axes, pace in zip(panels, study.pace, strict=True):
        times = np.arange(1, len(pace.winners) + 1)
        lines = ((pace.winners, WINNERS, "winners"), (pace.others, OTHERS, "others"))
        for estimates, color, label in lines:
            intervals = [estimate.interval() for estimate in estimates]
            axes.plot(times, [i.estimate for i in intervals], color=color, linewidth=1.6,
                      label=label)  # fmt: skip
            axes.fill_between(times, [i.low for i in intervals], [i.high for i in intervals],
                              color=color, alpha=0.2, linewidth=0)  # fmt: skip
        axes.set_xticks(times, labels[: len(times)])
        tidy(axes, titles[pace.name])
    figure.axes[0].legend(fontsize=8, frameon=False)
    for axes in figure.axes[-PANELS_IN_A_ROW:]:
        axes.set_xlabel(study.parts.times.noun, fontsize=9)
    return figure


def draw_win_probability(study: Study) -> Any:
    """Win shares of favourite and leader by time, and the reliability of the predictions."""
    model, times = study.win_probability, study.parts.times
    figure = new_figure(3.6)
    by_time, reliability = figure.subplots(1, 2)
    places = range(1, len(times) + 1)
    leader = f"the leader in {study.parts.score_word} wins"
    lines = ((model.favourite_wins, GOOD, "the model's favourite wins"),
             (model.leader_wins, LEADER, leader))  # fmt: skip
    for estimates, color, label in lines:
        intervals = [estimate.interval() for estimate in estimates]
        draw_intervals(by_time, places, intervals, scale=100, horizontal=False, fmt="o-",
                       color=color, markersize=4, capsize=2, label=label)  # fmt: skip
    by_time.axhline(100 / study.num_players, color="0.4", linestyle=":", linewidth=1,
                     label="equal probabilities")  # fmt: skip
    by_time.set_ylim(0, 100)
    by_time.set_xticks(places, times.labels)
    by_time.set_xlabel(f"at the beginning of {times.noun}", fontsize=9)
    by_time.legend(fontsize=8, frameon=False, loc="upper left")
    tidy(by_time, "% of games")
    predicted = [100 * b.predicted for b in model.reliability]
    won = [b.win_share.interval() for b in model.reliability]
    reliability.plot((0, 100), (0, 100), color="0.4", linestyle=":", linewidth=1)
    draw_intervals(reliability, predicted, won, scale=100, horizontal=False, color=GOOD,
                   markersize=4, capsize=2)  # fmt: skip
    reliability.set_xlabel("predicted win probability, %", fontsize=9)
    tidy(reliability, "victories in held-out games, %")
    return figure


def draw_strategies(strategies: Strategies) -> Any:
    """The profiles of the groups, and the prediction strength of each number of groups."""
    figure = new_figure(4.4)
    heatmap, strength = figure.subplots(1, 2, width_ratios=(1.5, 1))
    profiles = np.stack([group.profile for group in strategies.groups], axis=1)
    limit = max(1.0, float(np.abs(profiles).max()))
    heatmap.pcolormesh(profiles, cmap="RdBu", vmin=-limit, vmax=limit, edgecolors="white")
    for row, values in enumerate(profiles):
        for column, value in enumerate(values):
            heatmap.text(column + 0.5, row + 0.5, f"{value:+.1f}", ha="center", va="center",
                         fontsize=7,
                         color="white" if abs(value) > 0.6 * limit else "0.2")  # fmt: skip
    heatmap.set_yticks(np.arange(len(profiles)) + 0.5, strategies.features)
    heatmap.set_xticks(np.arange(len(strategies.groups)) + 0.5,
                     [f"group {n}" for n in range(1, len(strategies.groups) + 1)])  # fmt: skip
    heatmap.invert_yaxis()
    tidy(heatmap, "standard deviations from the mean of all seats")
    heatmap.grid(False)
    numbers = list(strategies.strength)
    strength.plot(numbers, list(strategies.strength.values()), "o-", color=GOOD, linewidth=1.6,
                  label="these seats")  # fmt: skip
    strength.plot(numbers, list(strategies.cloud.values()), "o--", color=UNCLEAR, linewidth=1.2,
                  markerfacecolor="white", label="one cloud")  # fmt: skip
    strength.legend(fontsize=8, frameon=False, loc="lower left")
    strength.axhline(MIN_STRENGTH, color="0.4", linestyle=":", linewidth=1)
    strength.annotate("needed", (numbers[-1], MIN_STRENGTH), ha="right", xytext=(0, 3),
                      textcoords="offset points", fontsize=8)  # fmt: skip
    strength.set_ylim(0, 1.02)
    strength.set_xticks(numbers)
    strength.set_xlabel("number of groups", fontsize=9)
    tidy(strength, "prediction strength")
    return figure


def draw_comparison(studies: Sequence[Study], rows: Sequence[FindingComparison]) -> Any:
    """Findings in the games of several agents, with the intervals that hold together."""
    figure = new_figure(0.9 + 0.09 * len(rows) * (1 + len(studies)))
    axes = figure.subplots()
    for agent, study in enumerate(studies):
        offset = 0.6 * (0.5 - (agent + 0.5) / len(studies))
        column = [(row, comparison.findings[agent]) for row, comparison in enumerate(rows[::-1])]
        points = [(row + offset, study.interval(f)) for row, f in column if f is not None]
        if points:
            places, intervals = zip(*points, strict=True)
            draw_intervals(axes, places, intervals, scale=100, markersize=4, capsize=0,
                           linewidth=1.3, color=COLORS[agent % len(COLORS)],
                           label=short_name(study.agent))  # fmt: skip
    _name_effects(axes, [row.words for row in rows[::-1]])
    axes.legend(fontsize=8, frameon=False)
    return figure
