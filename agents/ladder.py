"""`python -m agents.ladder`: how much does depth pay in this game?

It rates the search at doubled budgets together with the game's scripted agents (`baselines` of
`parlour.players.registry`) on one scale. The scripts play a round robin; the lowest two budgets
play the strongest script; every budget plays the next one. All games together give one
Plackett-Luce rating, and every doubling its own win share. Each match has a folder, so that the
same command resumes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

from agents.arena.display import MatchDisplay
from agents.arena.run import MatchResult, run_match
from agents.reporting import figures
from agents.reporting.cli import CommandError, PlayersOptions, check_at_least, run_command
from agents.reporting.files import write_json
from agents.reporting.tables import duration_text, interval_text, new_table, print_result
from agents.statistics import Interval, ratings
from parlour.players.registry import baselines

RATING_HEAD = ("agent", "rating", "time a decision")
BUDGETS = (100, 200, 400, 800, 1600, 3200)


@dataclass(frozen=True)
class Options(PlayersOptions):
    """Rate the search at doubled budgets together with all scripted agents."""

    out: Path = Path("runs/ladder")
    """Folder for the matches and the result; the same command resumes."""
    budgets: tuple[int, ...] = BUDGETS
    """Simulations a decision; each twice the one before."""
    games: int = 200
    """Of every match of the search."""
    agents: tuple[str, ...] = ()
    """More agents, which play the strongest script."""
    search: str = "mcts"
    """The search without its budget."""
    seed: int = 0
    """Of the first deal of every match."""
    workers: int = 0
    """Processes; 0: one for each core."""
    components: Path | None = None
    """Folder with another set of components."""
    quiet: bool = False
    """Show no progress."""

    @property
    def scripts(self) -> tuple[str, ...]:
        """The scripted agents, the strongest last."""
        return baselines(self.spec)

    @property
    def anchor(self) -> str:
        """The agent with rating 0."""
        # Not `random`, which may never win: all intervals would be open.
        strongest = self.scripts[-1]
        return self.rung(self.budgets[0]) if strongest == "random" else strongest

    def rung(self, budget: int) -> str:
        return f"{self.search}:{budget}"

    def check(self) -> None:
        """Check what `run_match` does not."""
        check_at_least("budgets", min(self.budgets, default=0), 1)
        if any(high != 2 * low for low, high in pairwise(self.budgets)):
            budgets = " ".join(map(str, self.budgets))
            raise CommandError(f"budgets is {budgets}: each must be twice the one before")


@dataclass(frozen=True)
class Ladder:
    """All agents on one scale."""

    options: Options
    ratings: dict[str, Interval]
    seconds: dict[str, float]  # a decision
    doublings: dict[int, Interval]  # win share of twice a budget against it

    @property
    def rungs(self) -> list[str]:
        """The names of the search with its budgets."""
        return [self.options.rung(budget) for budget in self.options.budgets]

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.options.spec.name,
            "players": self.options.num_players,
            "ratings": {name: rating.to_json() for name, rating in self.ratings.items()},
            "doublings": [
                {"from": budget, "to": 2 * budget, "win_share": share.to_json()}
                for budget, share in self.doublings.items()
            ],
            "seconds_per_decision": {n: float(f"{s:.3g}") for n, s in self.seconds.items()},
        }


def climb(
    options: Options, display: MatchDisplay, games_by_budget: Mapping[int, int] | None = None
) -> Ladder:
    """Play all matches that are not in the folder yet, and rate the agents.

    `games_by_budget` overrides the games of matches of a budget against its double.
    """
    budgets, games, rung = options.budgets, options.games, options.rung
    scripts, strongest = options.scripts, options.scripts[-1]
    # The scripts are fast enough to play games until their intervals are as narrow.
    meetings = [(scripts, 10 * games * len(scripts))] if len(scripts) > 1 else []
    meetings += [((rung(budget), strongest), games) for budget in budgets[:2]]
    meetings += [((other, strongest), games) for other in options.agents]
    for low, high in pairwise(budgets):
        meetings.append(((rung(high), rung(low)), (games_by_budget or {}).get(low, games)))
    results = []
    for agents, num_games in meetings:
        name = "scripts" if agents == scripts else "_vs_".join(agents)
        folder = options.out / name.replace(":", "-").replace("/", "-")
        display.describe(" vs ".join(agents))
        result = run_match(
            agents, spec=options.spec, num_players=options.num_players, games=num_games,
            seed=options.seed, workers=options.workers, out=folder,
            components=options.components, watch=display.watch,
        )  # fmt: skip
        results.append(result)
    return _rate(results, options)


def _rate(matches: Sequence[MatchResult], options: Options) -> Ladder:
    names = list(dict.fromkeys(name for result in matches for name in result.match.agents))
    ranks, seating, deal = [], [], []
    seconds: dict[str, float] = {}
    for number, result in enumerate(matches):
        agents = np.array([names.index(name) for name in result.match.agents])
        ranks.append(result.results.game_results.ranks)
        seating.append(agents[result.results.seating])
        # Deals of several matches have the same seeds, but other agents: other units of luck.
        deal.append(result.results.deal + number * 2**40)
        # The fastest match counts: in others the machine was busy, or there were few games.
        for agent in result.standings.agents:
            seconds[agent.label] = min(agent.seconds, seconds.get(agent.label, agent.seconds))
    anchor = names.index(options.anchor)
    games = (np.concatenate(ranks), np.concatenate(seating), np.concatenate(deal))
    all_ratings = ratings(*games, len(names), anchor=anchor)
    by_agents = {result.match.agents: result.standings for result in matches}
    doublings = {}
    for low, high in pairwise(options.budgets):
        # The first of the two agents is the search with more simulations.
        standings = by_agents[options.rung(high), options.rung(low)]
        doublings[low] = standings.agents[0].win_share
    by_name = dict(zip(names, all_ratings, strict=True))
    return Ladder(options, by_name, seconds, doublings)


def tables(ladder: Ladder) -> tuple[Table, Table]:
    """Return the ratings, best first, and the win shares of the doublings."""
    rated = new_table("ladder", *RATING_HEAD, rows=rating_rows(ladder.ratings, ladder.seconds))
    doublings = [
        (str(budget), str(2 * budget), interval_text(share, ".1f", 100))
        for budget, share in ladder.doublings.items()
    ]
    head = ("from", "to", "win share of the double, %")
    return rated, new_table("doublings", *head, rows=doublings)


def rating_rows(
    ratings: Mapping[str, Interval], seconds: Mapping[str, float]
) -> Iterator[tuple[str, str, str]]:
    """Yield the agents with their rating and time, best first."""
    for name in sorted(ratings, key=lambda name: -ratings[name].estimate):
        yield name, interval_text(ratings[name], "+.0f"), duration_text(seconds[name])


def draw(ladder: Ladder) -> Any:
    """Draw rating against budget; every other agent is a line across."""
    figure = figures.new_figure(6)
    axes = figure.subplots()
    figures.tidy(axes, f"How much depth pays, {ladder.options.num_players} players")
    rungs = [ladder.ratings[name] for name in ladder.rungs]
    budgets = ladder.options.budgets
    figures.draw_intervals(
        axes, budgets, rungs, horizontal=False, fmt="o-", color=figures.COLORS[0]
    )
    axes.set_xscale("log", base=2)
    axes.set_xticks(budgets, list(map(str, budgets)))
    _draw_lines(axes, ladder)
    axes.set_xlabel(f"simulations a decision ({ladder.options.search})")
    axes.set_ylabel(f"Plackett-Luce rating ({ladder.options.anchor} is 0; points as in Elo)")
    return figure


def _draw_lines(axes: Any, ladder: Ladder) -> None:
    """Draw the other agents, with their names on the right, moved apart where they overlap."""
    estimates = {name: rating.estimate for name, rating in ladder.ratings.items()}
    distance = 0.035 * (max(estimates.values()) - min(estimates.values()))
    others = estimates.keys() - ladder.rungs
    in_order = sorted(others, key=lambda name: (estimates[name], name))
    place = -np.inf
    for name, color in zip(in_order, cycle(figures.COLORS[1:]), strict=False):
        axes.axhline(estimates[name], color=color, linestyle="--", linewidth=1)
        place = max(place + distance, estimates[name])
        axes.annotate(
            figures.short_name(name), (1.0, place), xycoords=("axes fraction", "data"),
            xytext=(6, 0), textcoords="offset points", va="center", color=color, fontsize=9,
        )  # fmt: skip


def rate(options: Options) -> None:
    """Play and rate, and write and print the result."""
    options.check()
    display = MatchDisplay(quiet=options.quiet)
    with display.on(kept=True):
        ladder = climb(options, display)
    write_json(options.out / "ladder.json", ladder.to_json())
    notes = figures.write_png(options.out / "ladder.png", partial(draw, ladder))
    print_result(tables(ladder), notes=notes, out=options.out)


main = partial(run_command, Options, rate)

if __name__ == "__main__":
    sys.exit(main())
