"""`make quickstart`: an agent trained by self-play in four minutes, and what it can do.

It knows the rules and nothing else: no teacher, no examples. Stopped with Ctrl-C, the same command
goes on; once it is finished, it begins anew.
"""

from __future__ import annotations

import shutil
import sys

from rich.console import Console

from agents.arena import command as arena
from training.options import TrainingError
from training.recipes.recipe import Recipe, folder, follow, is_finished, progress

MINUTES = 3.8
GAMES = 400  # against each baseline
BASELINES = ("random", "greedy", "heuristic")
RECIPE: Recipe = {
    "name": "quickstart",
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


def main() -> int:
    try:
        return _train_and_show()
    except (TrainingError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _train_and_show() -> int:
    say = Console(highlight=False, soft_wrap=True).print
    run = folder(RECIPE)
    say(
        "[bold]1. Training[/bold]: one network plays Rokoko against itself, two players, and learns"
    )
    say(f"   from every decision of both seats, for {MINUTES:g} minutes, on all cores. (The first")
    say("   time the rules are compiled before that, for about a minute.)")
    begun = progress(RECIPE)
    if begun and not is_finished(RECIPE):
        say(f"   It goes on after {begun.samples:,} decisions, where it was stopped.")
    else:
        shutil.rmtree(run, ignore_errors=True)
    code = follow(RECIPE)
    if code:
        return code
    say()
    say(f"[bold]2. The result[/bold]: {GAMES} games against each baseline, each deal twice with")
    say("   seats exchanged, so that luck is shared out evenly.")
    say("   random chooses uniformly; greedy takes what leaves it best off at once; heuristic is a")
    say("   script with all that we know about the game, hard to beat after so short a training.")
    agents = [f"ppo:{run}", *BASELINES]
    games = GAMES * len(BASELINES)
    code = arena.main([*agents, "--field", "--games", str(games), "--seed", "1"])
    say()
    say(f"[bold]3. What next[/bold]: curves and habits of the agent: {run}/report.html")
    say("   Train longer:    .venv/bin/python -m training.selfplay --name mine --minutes 60")
    say("   Rate an agent:   .venv/bin/python -m agents.arena ppo:runs/mine heuristic --games 1000")
    say(f"   Watch it play:   .venv/bin/python -m agents.watch ppo:{run} heuristic")
    return code


if __name__ == "__main__":
    sys.exit(main())
