"""How strong the shipped network is, alone (`ppo`) and in a search (`puct`).

python -m benchmarks.trained          plays the matches (twenty minutes on two cores)
python -m benchmarks.trained --save   and keeps what comes out for the docs

As in `benchmarks.strength`: paired deals, 95 % intervals; a figure is reached when the lower end
of its interval is. Matches are kept in runs/trained: the command goes on where it was stopped.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console

from agents.arena.display import MatchDisplay
from agents.arena.match import MatchError
from agents.arena.run import MatchResult
from agents.reporting.cli import INTERRUPTED
from benchmarks import store
from benchmarks.strength import ROOT, Figure, Meeting, play, save, show
from rokoko_env.players.agent import AgentError

Wanted = tuple[tuple[Meeting, float | None], ...]
PUCT, LONGER = "puct::200", "puct::800"
SLOWER = "mcts:1000:rollout=script"  # the strongest `mcts` with as many simulations

# Each with the win share that the first agent should have at least, if any.
WANTED: Wanted = (
    (Meeting("random", ("ppo", "random"), 2, 400), 0.95),
    (Meeting("greedy", ("ppo", "greedy"), 2, 400), 0.5),
    (Meeting("heuristic_2", ("ppo", "heuristic"), 2, 2000), 0.7),
    (Meeting("heuristic_3", ("ppo", "heuristic"), 3, 900, field=True), None),
    (Meeting("heuristic_4", ("ppo", "heuristic"), 4, 1200, field=True), 0.4),
    (Meeting("heuristic_5", ("ppo", "heuristic"), 5, 1000, field=True), None),
    (Meeting("search", ("ppo", "mcts:1000"), 2, 600), 0.5),
    (Meeting("slower_search", ("ppo", SLOWER), 2, 400), None),
    (Meeting("puct_200_network", (PUCT, "ppo"), 2, 160), 0.5),
    (Meeting("puct_200_search", (PUCT, "mcts:1000"), 2, 80), 0.5),
    (Meeting("puct_200_slower_search", (PUCT, SLOWER), 2, 80), None),
    (Meeting("puct_network", (LONGER, "ppo"), 2, 60), 0.5),
    (Meeting("puct_search", (LONGER, "mcts:1000"), 2, 60), 0.5),
)


def figures(wanted: Wanted, found: dict[str, MatchResult]) -> Iterator[Figure]:
    for meeting, least in wanted:
        own, other = meeting.agents
        whom = f"`{other}`" if meeting.num_players == 2 else f"{meeting.num_players - 1} `{other}`"
        share = found[meeting.name].standings.by_label(own).win_share
        yield Figure(f"`{own}` against {whom}, {meeting.num_players} players", share, least)


def tell(name: str, wanted: Wanted, *, keep: bool, about: dict[str, Any] | None = None) -> int:
    """Play the matches in runs/NAME, show their figures and keep them. Returns the exit code."""
    runs = ROOT / "runs" / name
    screen = MatchDisplay(quiet=False)
    try:
        with screen.on():
            found = play([meeting for meeting, _ in wanted], runs, screen)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from there", file=sys.stderr)
        return INTERRUPTED
    except (AgentError, MatchError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    told = list(figures(wanted, found))
    show(told, Console(width=140))
    if keep:
        save(name, found, told, about or {})
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    return tell("trained", WANTED, keep=store.options(__doc__, argv, has_quick=False).save)


if __name__ == "__main__":
    sys.exit(main())
