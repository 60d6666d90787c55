"""`make quickstart`: an agent trained by self-play in four minutes, and what it can do.

It knows the rules and nothing else: no teacher, no examples. Stopped with Ctrl-C, the same command
goes on; once it is finished, it begins anew.
"""

from __future__ import annotations

import shutil
import sys
from typing import Any

from rich.console import Console

from agents import arena
from training import selfplay
from training.options import Options
from training.run import RUNS, Progress, Run, checkpoint_progress

NAME = "quickstart"
MINUTES = 3.8
GAMES = 400  # against each baseline
BASELINES = ("random", "greedy", "heuristic")
OPTIONS: dict[str, Any] = {
    "name": NAME,
    "minutes": MINUTES,
    "samples": 10**9,
    "games": (96,),
    "hidden": (256, 128),
    "reward": "margin",
    "learning_rate": 1e-3,
    "final_learning_rate": 1e-4,
    "entropy": 0.01,
    "final_entropy": 0.002,
    "batch_size": 768,
    "evaluate_every": 40,
    "evaluate_games": 100,
    "checkpoint_every": 5,
    "baselines": BASELINES,
}


def words(options: dict[str, Any]) -> list[str]:
    """The options as a command line."""
    found = []
    for name, value in options.items():
        values = value if isinstance(value, tuple) else (value,)
        found += [f"--{name.replace('_', '-')}", *map(str, values)]
    return found


def unfinished() -> Progress | None:
    """Where an earlier quickstart was stopped, if it was."""
    options = Options(**OPTIONS)
    path = Run(options).checkpoint_path
    if not path.is_file():
        return None
    progress = checkpoint_progress(path)
    return progress if progress.share(options) < 1 else None


def main() -> int:
    console = Console(highlight=False)
    say = console.print
    say(
        "[bold]1. Training[/bold]: one network plays Rokoko against itself, two players, and learns"
    )
    say(f"   from every decision of both seats, for {MINUTES:g} minutes, on all cores. (The first")
    say("   time the rules are compiled before that, for about a minute.)")
    begun = unfinished()
    if begun:
        say(f"   It goes on after {begun.samples:,} decisions, where it was stopped.")
    else:
        shutil.rmtree(RUNS / NAME, ignore_errors=True)
    code = selfplay.main([*words(OPTIONS), *(["--resume"] if begun else [])])
    if code:
        return code
    say()
    say(f"[bold]2. The result[/bold]: {GAMES} games against each baseline, each deal twice with")
    say("   seats exchanged, so that luck is shared out evenly.")
    say("   random chooses uniformly; greedy takes what leaves it best off at once; heuristic is a")
    say("   script with all that we know about the game, hard to beat after so short a training.")
    agents = [f"ppo:{RUNS / NAME}", *BASELINES]
    games = GAMES * len(BASELINES)
    code = arena.main([*agents, "--field", "--games", str(games), "--seed", "1"])
    say()
    say(f"[bold]3. What next[/bold]: curves and habits of the agent: {RUNS / NAME}/report.html")
    say("   Train longer:    .venv/bin/python -m training.selfplay --name mine --minutes 60")
    say("   Rate an agent:   .venv/bin/python -m agents.arena ppo:runs/mine heuristic --games 1000")
    say("   Watch it play:   .venv/bin/python -m agents.show ppo:runs/quickstart heuristic")
    return code


if __name__ == "__main__":
    sys.exit(main())
