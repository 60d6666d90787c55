"""`python -m rokoko_env demo`: play a random game and print it."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence

from rokoko_env.components import ComponentError, Components, load_components
from rokoko_env.errors import ReplayError
from rokoko_env.game import MAX_SEED, Game
from rokoko_env.playthrough import Choose, action_words, decision_words, playthrough
from rokoko_env.replay import load, save


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m rokoko_env", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    demo = commands.add_parser("demo", help="play a random game and print it readably")
    demo.add_argument("--players", type=int, default=4, choices=range(2, 6))
    demo.add_argument("--seed", type=int, default=1, help="of the game and of the random players")
    demo.add_argument("--components", metavar="DIR", help="another set of components")
    demo.add_argument("--full", action="store_true", help="every decision with all its options")
    demo.add_argument("--save", metavar="FILE", help="write the replay")
    replay = commands.add_parser("replay", help="verify a saved game and print how it ended")
    replay.add_argument("file")
    replay.add_argument("--components", metavar="DIR", help="the set of components it needs")
    for command in (demo, replay):
        command.add_argument(
            "--no-counts", action="store_true", help="do not check the counts of the components"
        )
    arguments = parser.parse_args(argv)
    try:
        components = load_components(arguments.components, check_counts=not arguments.no_counts)
        if arguments.command == "demo":
            _demo(arguments, parser, components)
        else:
            print(load(arguments.file).verify(components))
    except BrokenPipeError:  # the reader (head, less) has seen enough
        sys.stderr.close()
    except (ComponentError, ReplayError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _demo(
    arguments: argparse.Namespace, parser: argparse.ArgumentParser, components: Components
) -> None:
    if not 0 <= arguments.seed <= MAX_SEED:
        parser.error(f"--seed is {arguments.seed}, expected 0 to {MAX_SEED}")
    game = Game(arguments.players, arguments.seed, components)
    rng = random.Random(arguments.seed)

    def choose(game: Game) -> int:
        return rng.choice(game.legal_actions())

    if arguments.full:
        for line in playthrough(game, choose):
            print(line)
    else:
        _play_briefly(game, choose)
    if arguments.save:
        save(game, arguments.save)
        print(f"The replay is in {arguments.save}")


def _play_briefly(game: Game, choose: Choose) -> None:
    """One line a decision that matters; the table at the end."""
    print(f"Rokoko with {game.num_players} players who choose at random, seed {game.seed}")
    shown = 0
    while not game.is_over:
        if game.round != shown:
            shown = game.round
            print(f"\nRound {shown}, start player {int(game.record['start_player'])}")
        action = choose(game)
        if game.decision not in ("pick", "play", "silk"):
            what = f"{decision_words(game)}: {action_words(game, action)}"
            print(f"  player {game.current_player}, {what}")
        game.apply(action)
    print(f"\n{game}")


if __name__ == "__main__":
    sys.exit(main())
