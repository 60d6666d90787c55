"""The command of a game's package: play and print a random game, or verify a saved one."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from parlour.command import exit_code
from parlour.game import Game
from parlour.playthrough import Choose, playthrough
from parlour.replay import load, save
from parlour.spec import Components, GameSpec
from parlour.validation import MAX_SEED

COMPONENTS_OF_A_GAME = "folder with the components of the game"
NO_COUNTS = "do not check the counts of the components"
DEMO_OPTIONS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("--seed", {"type": int, "default": 1}, "of the game and of the random players"),
    ("--components", {"metavar": "DIR"}, "folder with another set of components"),
    ("--full", {"action": "store_true"}, "print every decision with its options"),
    ("--save", {"metavar": "FILE"}, "write the replay"),
)


def any_action(game: Any, rng: random.Random) -> int:
    """Choose any legal action."""
    action: int = rng.choice(game.legal_actions())
    return action


@dataclass(frozen=True)
class GameCommand:
    """The command `python -m` of a package that holds a game."""

    spec: GameSpec
    num_players: int  # unless named
    round_line: Callable[[Any], str]  # from a game: the headline of a round
    minor_decisions: frozenset[str]  # left out where a game is told in short
    choose: Callable[[Any, random.Random], int] = any_action  # of the players of a demo

    def run(self, argv: Sequence[str] | None = None) -> int:
        """Run the command line; return the exit code."""
        parser = self._parser()
        options = parser.parse_args(argv)
        return exit_code(lambda: self._run(options, parser))

    def _parser(self) -> argparse.ArgumentParser:
        program = f"python -m {self.spec.package}"
        does = "play and print a random game, or verify a saved one."
        parser = argparse.ArgumentParser(prog=program, description=f"`{program}`: {does}")
        commands = parser.add_subparsers(dest="command", required=True)
        demo = commands.add_parser("demo", help="play a random game and print it readably")
        demo.add_argument(
            "--players", type=int, default=self.num_players, choices=self.spec.players
        )
        for option, default, words in DEMO_OPTIONS:
            demo.add_argument(option, help=words, **default)
        replay = commands.add_parser("replay", help="verify a saved game and print how it ended")
        replay.add_argument("file")
        replay.add_argument("--components", metavar="DIR", help=COMPONENTS_OF_A_GAME)
        for command in (demo, replay):
            command.add_argument("--no-counts", action="store_true", help=NO_COUNTS)
        return parser

    def _run(self, options: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
        components = self.spec.load_components(
            options.components, check_counts=not options.no_counts
        )
        if options.command == "demo":
            self._demo(options, parser, components)
        else:
            print(load(options.file, self.spec).verify(components))

    def _demo(
        self, options: argparse.Namespace, parser: argparse.ArgumentParser, components: Components
    ) -> None:
        if not 0 <= options.seed <= MAX_SEED:
            parser.error(f"--seed is {options.seed}, expected 0 to {MAX_SEED}")
        game = self.spec.game_class(options.players, options.seed, components)
        rng = random.Random(options.seed)

        def choose(game: Game) -> int:
            return self.choose(game, rng)

        if options.full:
            for line in playthrough(game, choose):
                print(line)
        else:
            self._play_briefly(game, choose)
        if options.save:
            save(game, options.save)
            print(f"The replay is in {options.save}")

    def _play_briefly(self, game: Game, choose: Choose) -> None:
        """Print one line for each decision that matters, and the board at the end."""
        players = f"{game.num_players} players who choose at random"
        print(f"{self.spec.title} with {players}, seed {game.seed}")
        round_number = 0
        while not game.is_over:
            if game.round != round_number:
                round_number = game.round
                print(f"\n{self.round_line(game)}")
            action = choose(game)
            if game.decision not in self.minor_decisions:
                spec = self.spec
                choice = f"{spec.decision_words(game)}: {spec.action_words(game, action)}"
                print(f"  player {game.current_player}, {choice}")
            game.apply(action)
        print(f"\n{game}")
