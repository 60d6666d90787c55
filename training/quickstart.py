"""`make quickstart`: train an agent by self-play in four minutes, and show what it can do.

It knows the rules and nothing else: no teacher, no examples. After Ctrl-C the same command resumes;
after a finished run it starts again.
"""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from functools import partial

from rich.console import Console

from agents.arena import command as arena
from agents.reporting.cli import run_command
from training.recipes.recipe import Recipe, folder, follow, is_finished, progress

MINUTES = 3.8
GAMES = 400  # against each baseline
BASELINES = ("random", "greedy", "heuristic")
RECIPE: Recipe = {
    "name": "quickstart", "minutes": MINUTES, "total_timesteps": 10**9, "games": (96,),
    "hidden_sizes": (256, 128), "reward": "margin", "learning_rate": 1e-3,
    "final_learning_rate": 1e-4, "minibatch_size": 768, "eval_every": 40, "eval_games": 100,
    "checkpoint_every": 5, "baselines": BASELINES,
}  # fmt: skip


@dataclass(frozen=True)
class Options:
    """Train an agent by self-play in four minutes, and show what it can do."""


def train_and_show(options: Options) -> int:
    """Start or resume the run, and play a match with the agent. Returns the exit code."""
    say = Console(highlight=False, soft_wrap=True).print
    run = folder(RECIPE)
    say(
        "[bold]1. Training[/bold]: one network plays Rokoko against itself, two players, and learns"
    )
    say(f"   from every decision of both seats, for {MINUTES:g} minutes, on all cores. (The first")
    say("   time the rules are compiled before that, for about a minute.)")
    current = progress(RECIPE)
    if current and not is_finished(RECIPE):
        say(f"   It resumes after {current.samples:,} decisions, where it was stopped.")
    else:
        shutil.rmtree(run, ignore_errors=True)
    if code := follow(RECIPE):
        return code
    say()
    say(f"[bold]2. The result[/bold]: {GAMES} games against each baseline, each deal twice with")
    say("   seats exchanged, to even out luck.")
    say("   random chooses uniformly; greedy takes what is worth most at once; heuristic is a")
    say("   script with all that we know about the game, hard to beat after so short a training.")
    games = str(GAMES * len(BASELINES))
    code = arena.main([f"ppo:{run}", *BASELINES, "--field", "--games", games, "--seed", "1"])
    say()
    say(f"[bold]3. What next[/bold]: curves and habits of the agent: {run}/report.html")
    say("   Train longer:    .venv/bin/python -m training.selfplay --name mine --minutes 60")
    say("   Rate an agent:   .venv/bin/python -m agents.arena ppo:runs/mine heuristic --games 1000")
    say(f"   Watch it play:   .venv/bin/python -m agents.watch ppo:{run} heuristic")
    return code


main = partial(run_command, Options, train_and_show)


if __name__ == "__main__":
    sys.exit(main())
