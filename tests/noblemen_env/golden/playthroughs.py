"""Golden playthroughs: whole games as text, so that a change of the rules shows as a text diff.

    python -m tests.noblemen_env.golden.playthroughs              after a change of the text
    python -m tests.noblemen_env.golden.playthroughs --search     after a change of the rules

Each file ends with the replay of its game: the text is made from it.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

from agents.reporting.cli import run_command
from noblemen_env import Game
from noblemen_env.core import ids
from parlour.replay import Replay
from tests.noblemen_env.choosers import as_model, choose
from tests.parlour.golden import play_again, text_of

FOLDER = Path(__file__).parent
PLAYERS = (3, 4, 5)
SEEDS_TRIED = 600
FINALISTS = 100  # those with the rarest events, of each number of players
STYLES = ("knight", "landlord", "folly", "folly", "gardener", "palace", "cards", "donor")


def path_for(num_players: int) -> Path:
    return FOLDER / f"players_{num_players}.txt"


def event_of(game: Game, name: str) -> str:
    """Name what an action shows of the game, without its target."""
    words, decision = name.split(), game.decision
    if decision == "visit" and len(words) == 3:
        host = (game.current_player + int(words[1])) % game.num_players
        with_queen = words[2] == "garden" and game.record["queen"] == host
        return f"visit {words[2]}{' with the Queen' if with_queen else ''}"
    if words[0] in ("cell", "swap", "take", "move"):
        return f"{decision}: {words[0]}"
    if (decision, words[0]) in (("draft", "card"), ("give", "tile")):
        return f"{decision}: {words[0]}"
    return f"{decision}: {name}"


def occurrences(replay: Replay) -> set[str]:
    """Collect the events of a game: actions by decision, titles, points by source."""
    game, events = Game(replay.num_players, replay.seed), set()
    for action in replay.actions:
        events.add(event_of(game, game.action_name(action)))
        game.apply(action)
        titles = game.record["title"][: game.num_players]
        events |= {f"title: {ids.TITLES[title]}" for title in titles if title >= 0}
    for row in game.score_breakdown():
        events |= {f"source: {source}" for source in ids.SOURCE_NAMES if row[source]}
    return events


def expected_events() -> set[str]:
    """All that the golden games together have to show."""
    game = Game(3, 0)
    follies = game.buildings[ids.FOLLY :]
    played = [c for c in ids.CARDS if c not in ("intrigue", "blackmail", "liaison")]
    tiles = [f"tile {tile}" for tile in ids.TILES]
    return {
        *(f"act: {name}" for name in ("leisure", "enlarge", "taxes", "land", "church", "done")),
        *(f"act: build {building}" for building in (*ids.BUILDINGS, *follies)),
        *(f"act: bribe {number}" for number in range(1, ids.MAX_BRIBES + 1)),
        *(f"act: card {card}" for card in played),
        *(f"bid: card {card}" for card in ids.CARDS),
        *("bid: marker", "bid: done", "spend: marker", "spend: done"),
        *("draft: card", "draft: keep all", "act: swap", "lay: swap", "take: take"),
        *(f"{decision}: {tile}" for decision in ("lay", "donate", "return") for tile in tiles),
        *(f"{decision}: done" for decision in ("lay", "donate", "return", "visit", "move")),
        *("place: cell", "build: cell", "move: move", "give: tile"),
        *("visit manor", "visit forest", "visit garden", "visit garden with the Queen"),
        *(f"title: {title}" for title in ids.TITLES),
        *(f"source: {source}" for source in ids.SOURCE_NAMES),
    }


def curious_game(num_players: int, seed: int) -> Replay:
    """Play a game of players with a style each, who prefer what was not seen yet."""
    game, rng, seen = Game(num_players, seed), random.Random(seed), set()
    styles = rng.choices(STYLES, k=num_players)
    while not game.is_over:
        names = {game.action_name(action): action for action in game.legal_actions()}
        new = [name for name in names if event_of(game, name) not in seen]
        rare = [name for name in new if name.startswith(("build folly", "visit"))]
        is_turn = game.decision in ("act", "lay")
        if rare:
            name = rng.choice(rare)
        elif new and game.decision != "take" and rng.random() < (0.1 if is_turn else 0.8):
            name = rng.choice(new)
        else:
            name = choose(as_model(game), list(names), rng, styles[game.current_player])
        seen.add(event_of(game, name))
        game.apply(names[name])
    return Replay.of(game)


def search() -> list[Replay]:
    """Find a game for each number of players; together they show as much as possible."""
    wanted = expected_events()
    shown: dict[Replay, set[str]] = {}
    tried = [[curious_game(n, seed) for seed in range(SEEDS_TRIED)] for n in PLAYERS]
    for games in tried:
        shown |= {replay: occurrences(replay) & wanted for replay in games}
    often = Counter(event for events in shown.values() for event in events)
    for games in tried:  # rare events count for more
        games.sort(key=lambda replay: -sum(1 / often[event] for event in shown[replay]))
    first, second, third = (games[:FINALISTS] for games in tried)
    best = max(
        product(first, second, third),
        key=lambda trio: (
            len(set().union(*(shown[replay] for replay in trio))),
            -sum(len(replay.actions) for replay in trio),
        ),
    )
    missing = wanted - set().union(*(shown[replay] for replay in best))
    print(f"not shown: {', '.join(sorted(missing)) or 'nothing'}")
    return list(best)


@dataclass(frozen=True)
class Options:
    """Write the golden games again."""

    search: bool = False
    """Find new games first: the choices of the old ones no longer fit."""


def write(options: Options) -> None:
    """Write the text of all games."""
    replays = search() if options.search else [play_again(path_for(n)) for n in PLAYERS]
    for replay in replays:
        path_for(replay.num_players).write_text(text_of(replay), encoding="utf-8")


main = partial(run_command, Options, write)

if __name__ == "__main__":
    sys.exit(main())
