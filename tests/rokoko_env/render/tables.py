"""Positions to render: random games, and a set of components as large as allowed."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from rokoko_env import Game, load_components
from rokoko_env.components import Components, Decoration, limits
from tests.rokoko_env.core.compare import choose

NASTY = '<script>"it\'s" & [bold]co\x1b[31mlour\x07 ]]>'
STAGES = {"start": 0.0, "middle": 0.5, "end": 1.0}


@cache
def _choices(num_players: int, seed: int) -> tuple[int, ...]:
    game, rng = Game(num_players, seed), random.Random(seed)
    while not game.is_over:
        options = [game.action_name(action) for action in game.legal_actions()]
        game.apply(game.parse_action(choose(options, rng, eager=True)))
    return game.history


def at(num_players: int, stage: str, seed: int = 1) -> Game:
    """Return a game at its start, in the middle or at its end."""
    choices = _choices(num_players, seed)
    game = Game(num_players, seed)
    for action in choices[: round(len(choices) * STAGES[stage])]:
        game.apply(action)
    return game


def positions(num_players: int, seed: int, every: int) -> list[Game]:
    """Return some positions of one game, including the end."""
    game, games = Game(num_players, seed), []
    for number, action in enumerate(_choices(num_players, seed)):
        if number % every == 0:
            games.append(game.clone())
        game.apply(action)
    return [*games, game]


def overfull() -> Components:
    """Make a set with nasty names, the longest ids and as many spaces and points as allowed."""
    standard = load_components()
    dear = Decoration(limits.MONEY.high, limits.PRESTIGE.high)
    boards = tuple(
        replace(
            board,
            window_costs=(99,) * 8,
            segments=(4, 4, 4),
            halls=tuple(
                replace(
                    hall,
                    name=NASTY * 3 if number else NASTY,
                    majority=(30, 30),
                    normal=("livre_9",) * 6,
                    master=("tile", "yarn", "lace"),
                    musician=dear,
                )
                for number, hall in enumerate(board.halls)
            ),
            statues=(dear,) * limits.STATUES,
            upper_fountain=(dear,) * limits.FOUNTAIN_ROW,
            lower_fountain=(dear,) * limits.FOUNTAIN_ROW,
            fireworks=(replace(dear, multiplier=9),) * limits.FIREWORKS,
            fireworks_majority=(30, 30),
            all_halls=(30,) * limits.ALL_HALLS,
        )
        for board in standard.boards
    )
    dresses = tuple(
        replace(d, id=f"{d.id}_{'w' * 30}", bales=(9, 9, 9, 9), yarn=9, lace=9, livre=99)
        for d in standard.dresses
    )
    employees = tuple(replace(e, id=f"{e.id[:20]}_{'m' * 19}") for e in standard.employees)
    resources = tuple(replace(r, bales=(9, 9, 9, 9)) for r in standard.resources)
    return replace(
        standard, boards=boards, dresses=dresses, employees=employees, resources=resources
    )
