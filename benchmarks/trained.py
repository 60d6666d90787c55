"""Strength of the shipped network, alone (`ppo`) and in a search (`puct`).

python -m benchmarks.trained          plays the matches (twenty minutes on two cores)
python -m benchmarks.trained --save   and keeps the figures for the docs

As in `benchmarks.strength`: paired deals, 95 % intervals; a figure is reached when the lower end
of its interval is. Matches are kept in runs/trained: the same command resumes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from agents.arena.display import MatchDisplay
from agents.arena.run import MatchResult
from agents.reporting.cli import run_command
from agents.reporting.tables import print_result
from benchmarks import store
from benchmarks.strength import ROOT, Figure, Meeting, figures_json, figures_table, play

PUCT, LONGER = "puct::200", "puct::800"
SLOWER = "mcts:1000:rollout=script"  # the strongest `mcts` with as many simulations

MEETINGS = (
    Meeting("random", ("ppo", "random"), 2, 400, wanted=0.95),
    Meeting("greedy", ("ppo", "greedy"), 2, 400, wanted=0.5),
    Meeting("heuristic_2", ("ppo", "heuristic"), 2, 2000, wanted=0.7),
    Meeting("heuristic_3", ("ppo", "heuristic"), 3, 900, field=True),
    Meeting("heuristic_4", ("ppo", "heuristic"), 4, 1200, field=True, wanted=0.4),
    Meeting("heuristic_5", ("ppo", "heuristic"), 5, 1000, field=True),
    Meeting("search", ("ppo", "mcts:1000"), 2, 600, wanted=0.5),
    Meeting("slower_search", ("ppo", SLOWER), 2, 400),
    Meeting("puct_200_network", (PUCT, "ppo"), 2, 160, wanted=0.5),
    Meeting("puct_200_search", (PUCT, "mcts:1000"), 2, 80, wanted=0.5),
    Meeting("puct_200_slower_search", (PUCT, SLOWER), 2, 80),
    Meeting("puct_network", (LONGER, "ppo"), 2, 60, wanted=0.5),
    Meeting("puct_search", (LONGER, "mcts:1000"), 2, 60, wanted=0.5),
)


class Options(store.Options):
    """Measure how strong the shipped network is."""


def figures(meetings: Sequence[Meeting], results: Mapping[str, MatchResult]) -> Iterator[Figure]:
    for meeting in meetings:
        own, other = meeting.agents
        number = "" if meeting.num_players == 2 else f"{meeting.num_players - 1} "
        what = f"`{own}` against {number}`{other}`, {meeting.num_players} players"
        share = results[meeting.name].standings.by_label(own).win_share
        yield Figure(what, share, meeting.wanted)


def measure_meetings(meetings: Sequence[Meeting], runs: str) -> dict[str, Any]:
    """Play the games that are missing in runs/RUNS; print the figures and return them as JSON."""
    display = MatchDisplay(quiet=False)
    with display.on(kept=True):
        results = play(meetings, ROOT / "runs" / runs, display)
    measured = list(figures(meetings, results))
    print_result([figures_table(measured)])
    return figures_json(results, measured)


def measure(options: Options) -> None:
    options.keep("trained", measure_meetings(MEETINGS, "trained"))


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
