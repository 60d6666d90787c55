"""Figures of the report of a training run.

Each function returns a figure of matplotlib, which is imported only then: training works without.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from typing import Any

import numpy as np

from agents.reporting.figures import COLORS, new_figure, short_name, source_color, tidy
from agents.statistics import Interval
from parlour.action_kinds import ActionKinds
from parlour.spec import GameSpec

TAUGHT = "#f3ecd8"  # behind what was learned from a teacher
COLUMNS = 3  # of the learning curves
MIN_POINTS = 20  # a curve of fewer is drawn without a running mean
MAX_POINTS = 200  # of a curve: more can't be told apart, and make the page large

Lines = Sequence[Mapping[str, Any]]


def _unit(lines: Lines) -> tuple[float, str]:
    """Scale and unit for the numbers of decisions."""
    largest = max(line["samples"] for line in lines)
    return (1e6, "million decisions") if largest >= 1e6 else (1e3, "thousand decisions")


def is_taught(line: Mapping[str, Any]) -> bool:
    """Return whether the network learned from a teacher in this iteration."""
    return str(line.get("phase", "")).startswith("learning")


def numbers(lines: Lines, name: str) -> np.ndarray:
    """One entry of all lines; NaN where it is missing."""
    values = [line.get(name) for line in lines]
    return np.array([math.nan if value is None else value for value in values], float)


def draw_win_shares(evaluations: Lines) -> Any:
    """Win shares against each baseline over time, one panel per number of players."""
    groups = sorted({line["players"] for line in evaluations})
    baselines = dict.fromkeys(line["baseline"] for line in evaluations)
    count = len(groups)
    columns = 2 if count == 4 else min(3, count)
    rows = math.ceil(count / columns)
    figure = new_figure(0.4 + 3.1 * rows)
    panels = figure.subplots(rows, columns, squeeze=False, sharey=True)
    scale, unit = _unit(evaluations)
    for axes, players in zip(panels.flat, groups, strict=False):
        for number, baseline in enumerate(baselines):
            meeting = {"players": players, "baseline": baseline}
            chosen = [line for line in evaluations if meeting.items() <= line.items()]
            _draw_share(axes, chosen, scale, COLORS[number % len(COLORS)], short_name(baseline))
        axes.axhline(100 / players, color="0.4", linestyle=":", linewidth=1, label="equal share")
        axes.set(xlim=(0, None), ylim=(-3, 103))
        tidy(axes, f"{players} players")
        axes.set_xlabel(unit, fontsize=9)
    for axes in panels[:, 0]:
        axes.set_ylabel("win share, %", fontsize=9)
    for axes in panels.flat[count:]:
        axes.set_visible(False)
    entries = panels.flat[0].get_legend_handles_labels()
    figure.legend(*entries, loc="outside upper left", ncols=6, fontsize=9, frameon=False)
    return figure


def _draw_share(axes: Any, lines: Lines, scale: float, color: str, label: str) -> None:
    """A line within its band; a single evaluation is a point with its interval."""
    shares = [astuple(Interval.from_json(line["win_share"])) for line in lines]
    at = numbers(lines, "samples") / scale
    middle, low, high = 100 * np.array(shares).reshape(-1, 3).T
    marker = "o" if len(lines) < MIN_POINTS else None
    axes.plot(at, middle, color=color, marker=marker, markersize=4, linewidth=1.6, label=label)
    if len(lines) > 1:
        axes.fill_between(at, low, high, color=color, alpha=0.18, linewidth=0)
    elif lines:
        axes.vlines(at, low, high, color=color, linewidth=1.6)


def draw_curves(spec: GameSpec, log: Lines, config: Mapping[str, Any]) -> Any:
    """Metrics of the log over time, a panel each."""
    taught = np.array([is_taught(line) for line in log])
    scale, unit = _unit(log)
    at = numbers(log, "samples") / scale
    panels = _panels(spec, log, config, taught)
    used = len(panels) + 1  # the value errors have several curves
    rows = math.ceil(used / COLUMNS)
    figure = new_figure(2.3 * rows)
    places = list(figure.subplots(rows, COLUMNS, squeeze=False, sharex=True).flat)
    for axes, (title, values, limit) in zip(places, panels, strict=False):
        _draw_curve(axes, at, values, taught, COLORS[0])
        _draw_limit(axes, values, limit)
        tidy(axes, title)
    _draw_value_errors(places[len(panels)], at, log, taught, spec.rounds)
    for axes in places:
        _mark_taught(axes, at, taught)
        axes.set_xlim(0, at[-1] * 1.02)
    for axes in places[used:]:
        axes.set_visible(False)
    for axes in places[max(0, used - COLUMNS) : used]:
        axes.set_xlabel(unit, fontsize=9)
        axes.tick_params(labelbottom=True)
    return figure


def _panels(
    spec: GameSpec, log: Lines, config: Mapping[str, Any], taught: np.ndarray
) -> list[tuple[str, np.ndarray, float | None]]:
    """Title, values and limit of each curve that has values."""
    # Learning from a teacher has a loss of its own, and no KL.
    imitation = np.where(taught, numbers(log, "policy_loss"), math.nan)
    kl, clipped = (np.where(taught, math.nan, numbers(log, name)) for name in ("kl", "clipped"))
    speed = numbers(log, "samples_per_second") / 1000
    panels = [
        (f"winner's score, {spec.score_word}", numbers(log, "winner_score"), None),
        ("entropy, nats", numbers(log, "entropy"), None),
        ("value loss", numbers(log, "value_loss"), None),
        ("KL of an update, nats", kl, config.get("target_kl")),
        ("clipped part of decisions, %", 100 * clipped, None),
        ("learning rate, ten-thousandths", 1e4 * numbers(log, "learning_rate"), None),
        ("speed, thousand decisions/s", speed, None),
        ("disagreement with the teacher, nats", imitation, None),
        ("norm of the gradient", numbers(log, "gradient"), config.get("max_grad_norm")),
    ]
    panels = [panel for panel in panels if np.isfinite(panel[1]).any()]
    return panels[: 3 * COLUMNS - 1]  # the last one matters least, and would begin a new row


def _draw_curve(
    axes: Any, at: np.ndarray, values: np.ndarray, taught: np.ndarray, color: str, label: str = ""
) -> None:
    """Draw the values pale, and their running mean, which ends where a phase does."""
    for phase in (taught, ~taught):
        chosen = phase & np.isfinite(values)
        if not chosen.any():
            continue
        limit = max(MIN_POINTS, round(MAX_POINTS * chosen.mean()))  # as dense in both
        x, y = _thin_out(at[chosen], limit), _thin_out(values[chosen], limit)
        if len(y) < MIN_POINTS:
            axes.plot(x, y, color=color, marker="o", markersize=3, linewidth=1.4, label=label)
        else:
            axes.plot(x, y, color=color, alpha=0.3, linewidth=0.8)
            axes.plot(x, _running_mean(y), color=color, linewidth=1.6, label=label)
        label = ""  # one entry of the legend for both phases


def _running_mean(values: np.ndarray) -> np.ndarray:
    """Centred means of a tenth of the values, of fewer near the ends."""
    place = np.arange(len(values))
    reach = np.minimum(np.minimum(place, place[::-1]), len(values) // 20)
    sums = np.concatenate([[0.0], np.cumsum(values)])
    mean: np.ndarray = (sums[place + reach + 1] - sums[place - reach]) / (2 * reach + 1)
    return mean


def _thin_out(values: np.ndarray, limit: int) -> np.ndarray:
    """At most `limit` values, each the mean of neighbours."""
    if len(values) <= limit:
        return values
    return np.array([part.mean() for part in np.array_split(values, limit)])


def _draw_limit(axes: Any, values: np.ndarray, limit: float | None) -> None:
    """Draw a limit from the options if the curve comes near it."""
    if limit and np.nanmax(values) > limit / 3:
        axes.axhline(limit, color="0.4", linestyle=":", linewidth=1)
        axes.annotate("limit", (1, limit), xycoords=("axes fraction", "data"), ha="right",
                      xytext=(0, 2), textcoords="offset points", fontsize=8)  # fmt: skip


def _draw_value_errors(
    axes: Any, at: np.ndarray, log: Lines, taught: np.ndarray, rounds: int
) -> None:
    """Draw those of the first, the middle and the last round."""
    errors = np.array([line.get("value_error") or [math.nan] * rounds for line in log])
    tidy(axes, "value error by round")
    if not np.isfinite(errors).any():
        axes.set_visible(False)
        return
    for number, color in zip(sorted({1, (1 + rounds) // 2, rounds}), COLORS, strict=False):
        _draw_curve(axes, at, errors[:, number - 1], taught, color, f"round {number}")
    axes.set_ylim(bottom=0, top=1.35 * np.nanmax(errors))
    axes.legend(fontsize=8, frameon=False, ncols=3, loc="upper center", handlelength=1,
                columnspacing=1)  # fmt: skip


def _mark_taught(axes: Any, at: np.ndarray, taught: np.ndarray) -> None:
    """Tint the background of iterations with the teacher."""
    at = np.concatenate([[0.0], at])
    changes = np.flatnonzero(np.diff(taught, prepend=False, append=False))
    for start, end in changes.reshape(-1, 2):
        axes.axvspan(at[start], at[end], color=TAUGHT, zorder=0, linewidth=0)


def draw_scores(spec: GameSpec, rows: Sequence[tuple[str, Mapping[str, float]]]) -> Any:
    """Mean points by source, a bar for each opponent."""
    figure = new_figure(1.8 + 0.4 * len(rows))
    axes = figure.subplots()
    places = np.arange(len(rows))[::-1]
    left = np.zeros(len(rows))
    longest = max(1.0, *(sum(points.values()) for _, points in rows))
    for number, source in enumerate(spec.sources):
        width = np.array([points.get(source, 0.0) for _, points in rows])
        bars = axes.barh(places, width, left=left, height=0.72, color=source_color(number),
                         label=source.replace("_", " "))  # fmt: skip
        # Numbers where they fit; dark colours come first in each pair of the map.
        labels = [f"{w:.0f}" if w >= 0.035 * longest else "" for w in width]
        axes.bar_label(bars, labels, label_type="center", fontsize=8,
                       color="black" if number % 2 else "white")  # fmt: skip
        left += width
    for place, total in zip(places, left, strict=True):
        axes.annotate(f"{total:.1f}", (total, place), (4, 0), textcoords="offset points",
                      va="center", fontsize=9, fontweight="bold")  # fmt: skip
    axes.set_yticks(places, [short_name(label) for label, _ in rows], fontsize=9)
    axes.set_xlabel(f"{spec.score_word} of the network, mean of a game", fontsize=9)
    tidy(axes, "")
    axes.grid(False, axis="y")
    axes.set_xlim(0, 1.07 * longest)
    figure.legend(loc="outside upper center", ncols=6, fontsize=8, frameon=False)
    return figure


def draw_rounds(kinds: ActionKinds, shares: Mapping[int, np.ndarray]) -> Any:
    """Share of each main kind in a round, a panel per number of players."""
    figure = new_figure(3.5)
    panels = figure.subplots(1, len(shares), squeeze=False, sharey=True)[0]
    for axes, (players, parts) in zip(panels, shares.items(), strict=True):
        rounds, bottom = np.arange(1, len(parts) + 1), np.zeros(len(parts))
        for number, kind in enumerate(kinds.main):
            height = 100 * parts[:, number]
            axes.bar(rounds, height, 0.8, bottom, color=COLORS[number % len(COLORS)],
                     hatch="//" if number >= len(COLORS) else None, label=kind,
                     edgecolor="white", linewidth=0.6)  # fmt: skip
            bottom += height
        tidy(axes, f"{players} players")
        axes.grid(False)
        axes.set(xticks=rounds, ylim=(0, 100))
        axes.set_xlabel("round", fontsize=9)
    panels[0].set_ylabel(f"% of {kinds.main_group}s", fontsize=9)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles[::-1], labels[::-1], loc="outside right center", fontsize=9,
                  frameon=False)  # fmt: skip
    return figure


def draw_choices(
    groups: Mapping[str, Sequence[str]], counts: Mapping[int, Mapping[str, float]]
) -> Any:
    """Choices of each kind per player and game, grouped by decision."""
    lines = sum(len(kinds) + 1 for kinds in groups.values())
    figure = new_figure(1.2 + 0.14375 * lines)
    columns: list[list[tuple[str, str]]] = [[], []]
    for group, kinds in groups.items():
        column = columns[0] if len(columns[0]) < lines / 2 else columns[1]
        column += [("", group), *((group, kind) for kind in kinds)]
    longest = max([1e-9, *(value for kinds in counts.values() for value in kinds.values())])
    for axes, column in zip(figure.subplots(1, 2), columns, strict=True):
        _draw_column(axes, column, counts)
        axes.set_xlim(0, 1.12 * longest)
    if len(counts) > 1:
        entries = figure.axes[0].get_legend_handles_labels()
        figure.legend(*entries, loc="outside upper right", ncols=2, fontsize=9, frameon=False)
    return figure


def _draw_column(
    axes: Any, column: Sequence[tuple[str, str]], counts: Mapping[int, Mapping[str, float]]
) -> None:
    """Draw groups of bars below each other, each below its name."""
    thick = 0.8 / len(counts)
    for number, (players, frequency) in enumerate(counts.items()):
        kinds = [(place, kind) for place, (group, kind) in enumerate(column) if group]
        places = np.array([place for place, _ in kinds]) + (number + 0.5) * thick - 0.4
        values = [frequency[kind] for _, kind in kinds]
        bars = axes.barh(places, values, thick, color=COLORS[number], label=f"{players} players")
        axes.bar_label(bars, [f"{v:.1f}" if v >= 0.05 else f"{v:.2g}" for v in values],
                       fontsize=7, padding=2)  # fmt: skip
    tidy(axes, "")
    axes.grid(False, axis="y")
    ticks = axes.set_yticks(range(len(column)), [kind for _, kind in column])
    for tick, (group, _) in zip(ticks, column, strict=True):
        tick.label1.set_fontweight("normal" if group else "bold")
        tick.tick1line.set_visible(bool(group))
    axes.invert_yaxis()
    axes.set_xlabel("times per player and game", fontsize=9)
