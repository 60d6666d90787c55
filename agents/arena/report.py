"""The results of a match for people: tables, CSV and JSON files, plots."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich import box
from rich.markup import escape
from rich.table import Table

from agents.arena.match import Match
from agents.arena.standings import AgentStanding, Question, Results, Running, Standings
from agents.arena.statistics import Interval
from agents.reporting.files import write_csv, write_json, write_png
from rokoko_env.core.ids import SOURCE_NAMES

NO_PLOTS = "no plots were drawn: matplotlib is missing, get it with `pip install -e '.[arena]'`"
EARLY = (
    "The run stopped because the question was settled: the verdict holds, but the intervals do not "
    "know of this and are slightly too narrow."
)
_INTERVALS = ("win_share", "score", "rank", "rating")
_LONGEST = 30  # characters of a name in a line


def interval(value: Interval, spec: str, scale: float = 1.0) -> str:
    """The estimate alone where there are too few deals for more."""
    if math.isnan(value.low) or math.isnan(value.high):
        return format(scale * value.estimate, spec)
    return value.text(spec, scale)


def duration(seconds: float) -> str:
    for unit, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds / 1e-9:.3g} ns"


# --- tables --------------------------------------------------------------------------------------


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column("agent", overflow="fold", max_width=_LONGEST)
    for column in columns:
        table.add_column(column, justify="right", overflow="fold")
    return table


def live_table(running: Running) -> Table:
    """What is known while games are played."""
    table = _table("so far", "win share %", "score", "rank", "time a decision")
    rows = zip(running.match.labels, running.intervals(), running.seconds(), strict=True)
    for label, (win_share, score, rank), seconds in rows:
        table.add_row(
            escape(label),
            win_share.text(".1f", 100),
            score.text(".2f"),
            rank.text(".3f"),
            duration(seconds),
        )
    return table


def standings_table(match: Match, standings: Standings) -> Table:
    title = f"{standings.games:,} games of {match.players} players, 95 % intervals"
    columns = ("win share %", "score", "rank", "rating", "decisions\na game", "time a\ndecision")
    table = _table(title, *columns)
    for agent in standings.best_first:
        table.add_row(
            escape(agent.label),
            interval(agent.win_share, ".1f", 100),
            interval(agent.score, ".2f"),
            interval(agent.rank, ".3f"),
            _rating(agent),
            f"{agent.decisions:.1f}",
            duration(agent.seconds),
        )
    return table


def _rating(agent: AgentStanding) -> str:
    """The anchor is 0 by definition and has no interval."""
    rating = agent.rating
    is_anchor = rating.low == rating.high == 0
    return "0" if is_anchor else interval(rating, "+.0f")


def versus_table(standings: Standings) -> Table:
    """How often the agent of a row comes in ahead of that of a column."""
    best = standings.best_first
    table = _table("ahead of, % of meetings", *(escape(agent.label) for agent in best))
    places = [standings.agents.index(agent) for agent in best]
    for agent, row in zip(best, places, strict=True):
        shares = [standings.versus[row][column] for column in places]
        table.add_row(
            escape(agent.label), *("" if s is None else interval(s, ".1f", 100) for s in shares)
        )
    return table


# --- files ---------------------------------------------------------------------------------------


def write_results(
    folder: Path,
    results: Results,
    standings: Standings,
    question: Question | None,
    command: str,
) -> None:
    """All files but the plots. What depends on the machine has a file of its own."""
    told: dict[str, Any] = {"command": command, "match": results.match.entries()}
    told |= standings.to_json()
    told["settled"] = question.to_json() if question else None
    write_json(folder / "result.json", told)
    seconds = {agent.label: float(f"{agent.seconds:.4g}") for agent in standings.agents}
    write_json(folder / "timing.json", {"seconds_per_decision": seconds})
    write_csv(folder / "standings.csv", *_standings_rows(standings))
    write_csv(folder / "games.csv", *_games_rows(results))


def _standings_rows(standings: Standings) -> tuple[list[str], list[list[Any]]]:
    head = ["agent", "games"]
    for name in _INTERVALS:
        head += [name, f"{name}_low", f"{name}_high"]
    head += ["decisions", *SOURCE_NAMES]
    rows: list[list[Any]] = []
    for agent in standings.agents:
        row: list[Any] = [agent.label, agent.games]
        for name in _INTERVALS:
            row += getattr(agent, name).to_json().values()
        told = agent.to_json()
        rows.append([*row, told["decisions"], *told["points"].values()])
    return head, rows


def _games_rows(results: Results) -> tuple[list[str], Iterable[Sequence[Any]]]:
    """A row for each game and seat, made column by column: there may be millions."""
    played, players = results.played, results.match.players
    labels = np.array(results.match.labels, object)
    columns = {
        "deal": np.repeat(results.deal, players),
        "game": np.repeat(results.numbers, players),
        "seat": np.tile(np.arange(players), results.games),
        "agent": labels[results.seating].ravel(),
        "score": played.scores.ravel(),
        "livre_left": played.livre_left.ravel(),
        "rank": played.ranks.ravel(),
        "win_share": np.round(played.wins.ravel(), 4),
        "decisions": played.decisions.ravel(),
    }
    sources = played.points.reshape(-1, len(SOURCE_NAMES)).T
    columns |= dict(zip(SOURCE_NAMES, sources, strict=True))
    return list(columns), zip(*(column.tolist() for column in columns.values()), strict=True)


# --- plots ---------------------------------------------------------------------------------------


def draw_plots(folder: Path, match: Match, standings: Standings) -> str | None:
    """`standings.png` and `scores.png`; without matplotlib none, and a sentence that says so."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return NO_PLOTS
    height = 1.4 + 0.35 * len(standings.agents)
    figure = Figure(figsize=(11, height), layout="constrained")
    _draw_standings(figure, match, standings)
    write_png(folder / "standings.png", figure)
    figure = Figure(figsize=(9, max(height, 3.4)), layout="constrained")
    _draw_scores(figure, standings)
    write_png(folder / "scores.png", figure)
    return None


def _name(agent: AgentStanding) -> str:
    label = agent.label
    return label if len(label) <= _LONGEST else f"{label[: _LONGEST - 3]}..."


def _draw_standings(figure: Any, match: Match, standings: Standings) -> None:
    """Win share and rating, the best agent on top."""
    shares, ratings = figure.subplots(1, 2, sharey=True)
    agents = standings.best_first[::-1]
    _draw_intervals(shares, [agent.win_share for agent in agents], 100)
    _draw_intervals(ratings, [agent.rating for agent in agents], 1)
    shares.set_yticks(range(len(agents)), [_name(agent) for agent in agents])
    shares.set_ylim(-0.6, len(agents) - 0.4)
    shares.axvline(100 / match.players, color="0.6", linestyle="--", linewidth=1, zorder=0)
    shares.set_title("win share", loc="left", fontsize=10)
    shares.set_xlabel(f"% (dashed: an equal share of {match.players})")
    zero = "random is 0" if "random" in match.agents else "the mean is 0"
    ratings.set_title("Plackett-Luce rating", loc="left", fontsize=10)
    ratings.set_xlabel(f"points as in Elo ({zero})")
    for axes in (shares, ratings):
        axes.grid(True, axis="x", alpha=0.3)


def _draw_intervals(axes: Any, values: Sequence[Interval], scale: float) -> None:
    middle = scale * np.array([value.estimate for value in values])
    ends = scale * np.array([[value.low, value.high] for value in values]).T
    ends = np.where(np.isfinite(ends), ends, middle)
    reach = np.maximum(np.abs(ends - middle), 0)
    axes.errorbar(middle, range(len(values)), xerr=reach, fmt="o", capsize=3, markersize=5)


def _draw_scores(figure: Any, standings: Standings) -> None:
    """Mean score of each agent, by where it comes from."""
    from matplotlib import colormaps

    axes = figure.subplots()
    agents = standings.best_first[::-1]
    places = range(len(agents))
    left = np.zeros(len(agents))
    for number, source in enumerate(SOURCE_NAMES):
        width = np.array([agent.points[source] for agent in agents])
        color = colormaps["tab20"](number)
        axes.barh(places, width, left=left, height=0.7, color=color, label=source)
        left += width
    for place, score in zip(places, left, strict=True):
        axes.annotate(
            f"{score:.1f}", (score, place), (4, 0), textcoords="offset points", va="center"
        )
    axes.set_yticks(places, [_name(agent) for agent in agents])
    axes.set_ylim(-0.6, len(agents) - 0.4)
    axes.set_xlim(0, 1.1 * max(1.0, left.max()))
    axes.set_title("mean score by source", loc="left", fontsize=10)
    axes.set_xlabel("prestige")
    axes.legend(fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
