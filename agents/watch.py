"""`python -m agents.watch heuristic --seed 1`: a game in words.

For scripted players every decision comes with the ratings (in prestige) of the best options, the
chosen one first.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import tyro

from agents.reporting.cli import CommandError, check_between, run_command
from parlour.players.agent import Agent, Seat, ask
from parlour.players.registry import make_agent
from parlour.playthrough import action_words, decision_words, purse
from parlour.validation import MAX_SEED
from rokoko_env import Game
from rokoko_env.components import load_components
from rokoko_env.core.ids import MAX_PLAYERS
from rokoko_env.players.scripted import StyleAgent

MAX_OPTIONS = 3  # shown of a decision


@dataclass(frozen=True)
class Options:
    """Let agents play a game, and print it in words."""

    agents: Annotated[tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="AGENT")] = ()
    """They take the seats in turn."""
    players: int = 2
    """Number of players, 2 to 5."""
    seed: int = 1
    """Of the game."""
    components: Path | None = None
    """Folder with another set of components."""

    def check(self) -> None:
        if not self.agents:
            raise CommandError("name at least one agent")
        check_between("players", self.players, 2, MAX_PLAYERS)
        check_between("seed", self.seed, 0, MAX_SEED)


def describe_game(agents: Sequence[Agent], game: Game) -> Iterator[str]:
    """Play a game to its end and yield its lines; the agents take the seats in turn."""
    current_round = 0
    while not game.is_over:
        if game.round != current_round:
            current_round = game.round
            yield from _describe_round(game)
        seat = game.current_player
        agent = agents[seat % len(agents)]
        action = int(ask(agent, Seat.at(game).alone(), repr(agent))[0])
        decision = f"{decision_words(game)}: {action_words(game, action)}"
        yield f"  player {seat} ({purse(game, seat)}), {decision}"
        if isinstance(agent, StyleAgent):
            yield f"      {_ratings(game, agent, action)}"
        game.apply(action)
    yield ""
    yield game.text()


def _describe_round(game: Game) -> Iterator[str]:
    yield ""
    yield f"=== Round {game.round}, start player {int(game.record['start_player'])}"
    display = ", ".join(game.cards[card] for card in game.record["display"] if card >= 0)
    yield f"  to hire: {display}"
    scores = ", ".join(f"player {p} {score}" for p, score in enumerate(game.scores()))
    yield f"  if the game ended now: {scores}"


def _ratings(game: Game, agent: StyleAgent, action: int) -> str:
    """Return the best options with their ratings, the chosen one first."""
    rating = agent.ratings(Seat.at(game).alone())[0]
    best = sorted(game.legal_actions(), key=lambda option: (option != action, -rating[option]))
    names = [f"{rating[option]:+.1f} {game.action_name(option)}" for option in best[:MAX_OPTIONS]]
    more = len(best) - len(names)
    return f"worth {', '.join(names)}" + (f" (and {more} more)" if more else "")


def watch(options: Options) -> None:
    """Play the game and print it."""
    options.check()
    agents = [make_agent(name) for name in options.agents]
    game = Game(options.players, options.seed, load_components(options.components))
    title = f"Rokoko with {options.players} players, seed {options.seed}"
    print(f"{title}: {', '.join(options.agents)}")
    for line in describe_game(agents, game):
        print(line)


main = partial(run_command, Options, watch)

if __name__ == "__main__":
    sys.exit(main())
