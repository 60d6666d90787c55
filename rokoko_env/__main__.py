"""`python -m rokoko_env`: play and print a random game, or verify a saved one."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence

from parlour.command import exit_code
from parlour.playthrough import Choose, playthrough
from parlour.replay import load, save
from parlour.validation import MAX_SEED
from rokoko_env.components import Components, load_components
from rokoko_env.game import Game
from rokoko_env.narration import action_words, decision_words
from rokoko_env.spec import SPEC


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m rokoko_env", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    demo = commands.add_parser("demo", help="play a random game and print it readably")
    demo.add_argument("--players", type=int, default=4, choices=range(2, 6))
    demo.add_argument("--seed", type=int, default=1, help="of the game and of the random players")
    demo.add_argument("--components", metavar="DIR", help="folder with another set of components")
    demo.add_argument("--full", action="store_true", help="print every decision with its options")
    demo.add_argument("--save", metavar="FILE", help="write the replay")
    replay = commands.add_parser("replay", help="verify a saved game and print how it ended")
    replay.add_argument("file")
    replay.add_argument(
        "--components", metavar="DIR", help="folder with the components of the game"
    )
    for command in (demo, replay):
        command.add_argument(
            "--no-counts", action="store_true", help="do not check the counts of the components"
        )
    options = parser.parse_args(argv)
    return exit_code(lambda: _run(options, parser))


def _run(options: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    components = load_components(options.components, check_counts=not options.no_counts)
    if options.command == "demo":
        _demo(options, parser, components)
    else:
        print(load(options.file, SPEC).verify(components))


def _demo(
    options: argparse.Namespace, parser: argparse.ArgumentParser, components: Components
) -> None:
    if not 0 <= options.seed <= MAX_SEED:
        parser.error(f"--seed is {options.seed}, expected 0 to {MAX_SEED}")
    game = Game(options.players, options.seed, components)
    rng = random.Random(options.seed)

    def choose(game: Game) -> int:
        return rng.choice(game.legal_actions())

    if options.full:
        for line in playthrough(game, choose):
            print(line)
    else:
        _play_briefly(game, choose)
    if options.save:
        save(game, options.save)
        print(f"The replay is in {options.save}")


def _play_briefly(game: Game, choose: Choose) -> None:
    """Print one line for each decision that matters, and the board at the end."""
    print(f"Rokoko with {game.num_players} players who choose at random, seed {game.seed}")
    round_number = 0
    while not game.is_over:
        if game.round != round_number:
            round_number = game.round
            print(f"\nRound {round_number}, start player {int(game.record['start_player'])}")
        action = choose(game)
        if game.decision not in ("pick", "play", "silk"):
            choice = f"{decision_words(game)}: {action_words(game, action)}"
            print(f"  player {game.current_player}, {choice}")
        game.apply(action)
    print(f"\n{game}")


if __name__ == "__main__":
    sys.exit(main())
