"""Golden playthroughs: whole games as text, so that a change of the rules shows as a text diff.

    python -m tests.rokoko_env.golden.playthroughs              after a change of the text
    python -m tests.rokoko_env.golden.playthroughs --search     after a change of the rules
    python -m tests.rokoko_env.golden.playthroughs --picture docs/board.png

Each file ends with the replay of its game: the text is made from it.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from agents.reporting.cli import run_command
from parlour.replay import Replay
from rokoko_env import Game
from rokoko_env.components import BONUSES
from rokoko_env.core import ids
from tests.parlour.golden import play_again, replay_in, text_of
from tests.rokoko_env.core.compare import choose

FOLDER = Path(__file__).parent
PLAYERS = (2, 3, 4, 5)
SEEDS_TRIED = 600


def path_for(num_players: int) -> Path:
    return FOLDER / f"players_{num_players}.txt"


def occurrences(replay: Replay) -> set[str]:
    """Collect the events of a game: action kinds by decision, bonuses, sources of prestige."""
    game = Game(replay.num_players, replay.seed)
    events = set()
    for action in replay.actions:
        kind = kind_of(game.action_name(action))
        events.add(f"{game.decision}: {kind}")
        if game.decision == "bonus" and action != ids.FORGO_BONUS:
            card = game.record["bonus_card"]
            events.add(f"bonus: {BONUSES[game.rules['card_bonus'][card]]}")
        game.apply(action)
    for row in game.score_breakdown():
        events |= {f"source: {source}" for source in ids.SOURCE_NAMES if row[source]}
    return events


def kind_of(name: str) -> str:
    """Return an action's name without its target; plain actions have none."""
    for kind in ("take tile", "make dress", "fund", "card", "surrender", "rent", "unused"):
        if name.startswith(kind + " "):
            return kind
    return name


def curious_game(num_players: int, seed: int, seen: set[str]) -> Replay:
    """Play a game with eager random players who prefer actions not seen yet."""
    game = Game(num_players, seed)
    rng = random.Random(seed)
    while not game.is_over:
        names = {game.action_name(a): a for a in game.legal_actions()}
        new = [n for n in names if n.startswith("card ") and _is_new(game, n[5:], seen)]
        new_piles = [n for n in names if n.startswith("from ") and n not in seen]
        if game.decision in ("pick", "play", "main") and new and rng.random() < 0.8:
            name = rng.choice(new)
        elif game.decision == "bonus" and "card base_master" in names:
            name = "card base_master"  # the one card with a copy: its pile may have to be chosen
        elif new_piles:
            name = rng.choice(new_piles)
            seen.add(name)
        else:
            name = choose(list(names), rng, eager=True)
        if game.decision == "bonus" and name != "forgo bonus":
            seen.add(str(BONUSES[game.rules["card_bonus"][game.record["bonus_card"]]]))
        game.apply(names[name])
    return Replay.of(game)


def _is_new(game: Game, card: str, seen: set[str]) -> bool:
    employee = next(e for e in game.components.employees if e.id == card)
    return employee.level > 0 and employee.bonus not in seen


def search() -> list[Replay]:
    """Find a game for each number of players; together they show as much as possible."""
    chosen: list[Replay] = []
    events: set[str] = set()
    for num_players in PLAYERS:
        seen = {name.split(": ", 1)[1] for name in events}
        games = [curious_game(num_players, seed, set(seen)) for seed in range(SEEDS_TRIED)]
        best = max(games, key=lambda replay: len(occurrences(replay) - events))
        chosen.append(best)
        events |= occurrences(best)
    return chosen


def picture(path: Path) -> None:
    """Draw the last round of the five-player game as a PNG."""
    from PIL import Image

    replay = replay_in(path_for(5))
    game = Game(replay.num_players, replay.seed)
    actions = iter(replay.actions)
    while game.round < 7 or game.decision != "main":
        game.apply(next(actions))
    Image.fromarray(game.render("rgb_array")).quantize(128).save(path, optimize=True)


@dataclass(frozen=True)
class Options:
    """Write the golden games again."""

    search: bool = False
    """Find new games first: the choices of the old ones no longer fit."""
    picture: Path | None = None
    """Draw a board to this PNG instead."""


def write(options: Options) -> None:
    """Write the text of all games, or the picture of one."""
    if options.picture:
        picture(options.picture)
        return
    if options.search:
        replays = search()
    else:
        replays = [play_again(path_for(n)) for n in PLAYERS]
    for replay in replays:
        path_for(replay.num_players).write_text(text_of(replay), encoding="utf-8")


main = partial(run_command, Options, write)

if __name__ == "__main__":
    sys.exit(main())
