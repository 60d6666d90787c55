"""`make quickstart`: train an agent by self-play in four minutes, and show what it can do.

It knows the rules and nothing else: no teacher, no examples. After Ctrl-C the same command resumes;
after a finished run it starts again.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.console import Console

from agents.arena import command as arena
from agents.reporting.cli import GameOptions, game_arguments, run_command
from parlour.games import DEFAULT_GAME
from parlour.players.registry import registry, training_baselines
from parlour.spec import GameSpec
from training.evaluate import arena_command
from training.recipes.recipe import Recipe, folder, follow, is_finished, progress

MINUTES = 3.8
GAMES = 400  # against each baseline
RECIPE: Recipe = {
    "name": "quickstart", "minutes": MINUTES, "total_timesteps": 10**9, "games": (96,),
    "hidden_sizes": (256, 128), "reward": "margin", "learning_rate": 1e-3,
    "final_learning_rate": 1e-4, "minibatch_size": 768, "eval_every": 40, "eval_games": 100,
    "checkpoint_every": 5,
}  # fmt: skip


@dataclass(frozen=True)
class Options(GameOptions):
    """Train an agent by self-play in four minutes, and show what it can do."""


def recipe_for(options: Options) -> Recipe:
    """Return the run of a game; each game has a folder of its own."""
    game = "" if options.spec.name == DEFAULT_GAME else f"-{options.spec.name}"
    return {**RECIPE, "game": options.game, "name": RECIPE["name"] + game}


def train_and_show(options: Options) -> int:
    """Start or resume the run, and play a match with the agent. Returns the exit code."""
    say = Console(highlight=False, soft_wrap=True).print
    spec, recipe = options.spec, recipe_for(options)
    run, baselines, num_players = folder(recipe), training_baselines(spec), spec.players[0]
    say(
        f"[bold]1. Training[/bold]: one network plays {spec.title} against itself, {num_players} "
        "players, and learns"
    )
    say(f"   from every decision of all seats, for {MINUTES:g} minutes, on all cores. (The first")
    say("   time the rules are compiled before that, for about a minute.)")
    current = progress(recipe)
    if current and not is_finished(recipe):
        say(f"   It resumes after {current.samples:,} decisions, where it was stopped.")
    else:
        shutil.rmtree(run, ignore_errors=True)
    if code := follow(recipe):
        return code
    say()
    say(f"[bold]2. The result[/bold]: {GAMES} games against each baseline, each deal once from")
    say("   every seat, to even out luck.")
    descriptions = registry(spec)
    for name in filter(descriptions.get, baselines):
        say(f"   {name}: {descriptions[name]}")
    games = str(GAMES * len(baselines))
    match = [f"ppo:{run}", *baselines, "--game", options.game, "--players", str(num_players)]
    code = arena.main([*match, "--field", "--games", games, "--seed", "1"])
    _say_what_next(say, spec, run, baselines[-1])
    return code


def _say_what_next(say: Callable[..., None], spec: GameSpec, run: Path, strongest: str) -> None:
    game = "".join(f" {argument}" for argument in game_arguments(spec))
    rate = arena_command(spec, "ppo:runs/mine", strongest, "--games", "1000")
    say()
    say(f"[bold]3. What next[/bold]: curves and habits of the agent: {run}/report.html")
    say(f"   Train longer:    .venv/bin/python -m training.selfplay --name mine --minutes 60{game}")
    say(f"   Rate an agent:   .venv/bin/{rate}")
    say(f"   Watch it play:   .venv/bin/python -m agents.watch ppo:{run} {strongest}{game}")


main = partial(run_command, Options, train_and_show)


if __name__ == "__main__":
    sys.exit(main())
