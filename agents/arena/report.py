"""The report of a match: tables, CSV and JSON files, plots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.markup import escape
from rich.table import Table

from agents.arena.match import Match
from agents.arena.standings import INTERVALS, AgentStanding, Question, Results, Running, Standings
from agents.reporting import figures
from agents.reporting.files import write_csv, write_json
from agents.reporting.tables import duration_text, interval_text, new_table
from agents.statistics import CONFIDENCE, Interval

EARLY = (
    "The run stopped because the question was settled: the verdict holds, but the intervals do not "
    "account for this and are slightly too narrow."
)


# --- tables --------------------------------------------------------------------------------------


def live_table(running: Running) -> Table:
    """Return the standings while games are played."""
    table = new_table("so far", "agent", "win share %", "score", "rank", "time a decision")
    rows = zip(running.match.labels, running.intervals(), running.seconds(), strict=True)
    for label, (share, score, rank), seconds in rows:
        means = (share.text(".1f", 100), score.text(".2f"), rank.text(".3f"))
        table.add_row(escape(label), *means, duration_text(seconds))
    return table


def standings_table(match: Match, standings: Standings) -> Table:
    games = f"{standings.games:,} games of {match.num_players} players"
    title = f"{games}, {100 * CONFIDENCE:g} % intervals"
    columns = ("win share %", "score", "rank", "rating", "decisions\na game", "time a\ndecision")
    table = new_table(title, "agent", *columns)
    for agent in standings.best_first:
        table.add_row(
            escape(agent.label),
            interval_text(agent.win_share, ".1f", 100),
            interval_text(agent.score, ".2f"),
            interval_text(agent.rank, ".3f"),
            _rating(agent.rating),
            f"{agent.decisions:.1f}",
            duration_text(agent.seconds),
        )
    return table


def _rating(rating: Interval) -> str:
    """Return the rating; that of the anchor, 0 by definition, has no interval."""
    return "0" if rating.low == rating.high == 0 else interval_text(rating, "+.0f")


def versus_table(standings: Standings) -> Table:
    """Return how often the agent of a row is ahead of that of a column."""
    numbers = [standings.agents.index(agent) for agent in standings.best_first]
    labels = [escape(agent.label) for agent in standings.best_first]
    table = new_table("ahead of, % of meetings", "agent", *labels)
    for label, row in zip(labels, numbers, strict=True):
        shares = [standings.versus[row][column] for column in numbers]
        table.add_row(label, *(interval_text(s, ".1f", 100) if s else "" for s in shares))
    return table


# --- files ---------------------------------------------------------------------------------------


def write_results(
    folder: Path, results: Results, standings: Standings, question: Question | None, command: str
) -> None:
    """Write all files but the plots. What depends on the machine has a file of its own."""
    result = {
        "command": command,
        "match": results.match.entries(),
        **standings.to_json(),
        "settled": question.to_json() if question else None,
    }
    write_json(folder / "result.json", result)
    seconds = {agent.label: float(f"{agent.seconds:.4g}") for agent in standings.agents}
    write_json(folder / "timing.json", {"seconds_per_decision": seconds})
    sources = results.match.spec.sources
    write_csv(folder / "standings.csv", *_standings_rows(standings, sources))
    write_csv(folder / "games.csv", *_games_rows(results))


def _standings_rows(
    standings: Standings, sources: Sequence[str]
) -> tuple[list[str], list[list[Any]]]:
    ends = [f"{name}{end}" for name in INTERVALS for end in ("", "_low", "_high")]
    rows: list[list[Any]] = []
    for agent in standings.agents:
        entries = agent.to_json()
        row = [agent.label, agent.games]
        for name in INTERVALS:
            row += entries[name].values()
        rows.append([*row, entries["decisions"], *entries["points"].values()])
    return ["agent", "games", *ends, "decisions", *sources], rows


def _games_rows(results: Results) -> tuple[list[str], Iterable[Sequence[Any]]]:
    """Return a row for each game and seat, made column by column: there may be millions."""
    spec, num_players = results.match.spec, results.match.num_players
    games = results.game_results
    labels = np.array(results.match.labels, object)
    columns = {
        "deal": np.repeat(results.deal, num_players),
        "game": np.repeat(results.numbers, num_players),
        "seat": np.tile(np.arange(num_players), results.games),
        "agent": labels[results.seating].ravel(),
        "score": games.scores.ravel(),
        spec.tie_break_word: games.tie_breaks.ravel(),
        "rank": games.ranks.ravel(),
        "win_share": np.round(games.wins.ravel(), 4),
        "decisions": games.decisions.ravel(),
    }
    points = games.points.reshape(-1, len(spec.sources)).T
    columns |= dict(zip(spec.sources, points, strict=True))
    return list(columns), zip(*(column.tolist() for column in columns.values()), strict=True)


# --- plots ---------------------------------------------------------------------------------------


def draw_plots(folder: Path, match: Match, standings: Standings) -> list[str]:
    """Draw `standings.png` and `scores.png`. Returns a note if matplotlib is missing."""
    figures.write_png(folder / "standings.png", lambda: _standings_figure(match, standings))
    return figures.write_png(folder / "scores.png", lambda: _scores_figure(match, standings))


def _height(standings: Standings) -> float:
    return 1.4 + 0.35 * len(standings.agents)


def _name_rows(axes: Any, agents: Sequence[AgentStanding]) -> None:
    """Label one row for each agent."""
    axes.set_yticks(range(len(agents)), [figures.short_name(agent.label) for agent in agents])
    axes.set_ylim(-0.6, len(agents) - 0.4)


def _standings_figure(match: Match, standings: Standings) -> Any:
    """Draw win share and rating, the best agent on top."""
    figure = figures.new_figure(_height(standings))
    shares, ratings = figure.subplots(1, 2, sharey=True)
    agents = standings.best_first[::-1]
    rows = range(len(agents))
    figures.tidy(shares, "win share")
    figures.draw_intervals(shares, rows, [agent.win_share for agent in agents], scale=100)
    shares.axvline(100 / match.num_players, color="0.6", linestyle="--", linewidth=1, zorder=0)
    shares.set_xlabel(f"% (dashed: an equal share of {match.num_players})")
    figures.tidy(ratings, "Plackett-Luce rating")
    figures.draw_intervals(ratings, rows, [agent.rating for agent in agents])
    zero = "random is 0" if "random" in match.agents else "the mean is 0"
    ratings.set_xlabel(f"points as in Elo ({zero})")
    _name_rows(shares, agents)
    return figure


def _scores_figure(match: Match, standings: Standings) -> Any:
    """Draw the mean score of each agent, by source."""
    figure = figures.new_figure(max(_height(standings), 3.4))
    axes = figure.subplots()
    figures.tidy(axes, "mean score by source")
    agents = standings.best_first[::-1]
    rows = range(len(agents))
    left = np.zeros(len(agents))
    for number, source in enumerate(match.spec.sources):
        width = np.array([agent.points[source] for agent in agents])
        color = figures.source_color(number)
        axes.barh(rows, width, left=left, height=0.7, color=color, label=source)
        left += width
    for row, score in zip(rows, left, strict=True):
        axes.annotate(f"{score:.1f}", (score, row), (4, 0), textcoords="offset points", va="center")
    _name_rows(axes, agents)
    axes.set_xlim(0, 1.1 * max(1.0, left.max()))
    axes.set_xlabel(match.spec.score_word)
    axes.legend(fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure
