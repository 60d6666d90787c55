"""A whole game as readable text: every decision with its options, and the final scores."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from parlour.game import Game

WIDTH = 100
Choose = Callable[[Any], int]  # from a game to a legal action


def playthrough(game: Game, choose: Choose) -> Iterator[str]:
    """Play the game to its end with `choose` and yield it as lines of text."""
    words = game.spec.action_words
    yield f"{game.spec.title} with {game.num_players} players, seed {game.seed}"
    round_number = 0
    while not game.is_over:
        if game.round != round_number:
            round_number = game.round
            yield from ("", f"=== Round {game.round}", game.text(), "")
        seat = game.current_player
        actions = game.legal_actions()
        action = choose(game)
        yield f"Player {seat}{game.spec.seat_words(game, seat)}, {game.spec.decision_words(game)}:"
        yield f"  -> {words(game, action)}"
        others = [words(game, other) for other in actions if other != action]
        yield textwrap.fill(
            f"not: {' | '.join(others)}", WIDTH, initial_indent=" " * 5, subsequent_indent=" " * 10
        )
        game.apply(action)
    yield from ("", "=== The end", game.text())
