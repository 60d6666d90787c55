"""When is the winner known? A model of the chances to win at the beginning of each round.

The chance of a seat is its strength divided by the sum of all seats' strengths, where the logarithm
of the strength is linear in what everybody can see (conditional logit): worth, money, silk, and so
on. One model a round is fitted to one half of the games; everything that is told about it is
measured on the other half.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from research.balance.record import Records
from research.statistics import Estimate, mean, ratio
from rokoko_env.core.ids import ROUNDS

FEATURES = ("worth", "money", "bales", "trim", "deck", "dresses", "decorations", "halls")
BINS = 10
PENALTY = 1.0  # of squared weights, as one game more: keeps rare features tame
STEPS = 50  # of Newton's method: five are usual
LAST_STEP = 1e-8
LEAST = 1e-12  # chance, where its logarithm is taken


@dataclass(frozen=True)
class Bin:
    """Cases with about the same foreseen chance."""

    foreseen: float  # mean chance
    won: Estimate  # share of the victory that they got


@dataclass(frozen=True)
class Chances:
    """What the model foresees in games that it was not fitted to; lists go by round."""

    games: int  # held out
    brier: list[Estimate]  # mean squared error, summed over seats
    brier_even: float  # of equal chances for all
    log_score: list[Estimate]  # minus the logarithm of the winner's chance, in nats
    log_even: float
    favourite: list[Estimate]  # mean chance of the seat with the best one
    favourite_wins: list[Estimate]  # how much of the victory this seat gets
    leader_wins: list[Estimate]  # the same for the seat whose worth is highest
    reliability: list[Bin]  # of all rounds together
    errors: list[Estimate]  # of calibration: foreseen less won, for the favourite


def chances(records: Records) -> Chances:
    """Fit to the games with even numbers, measure on the others."""
    told = np.stack([records.seats[name] for name in FEATURES], axis=-1).astype(float)
    order, begun = records.seats["turn_order"], records.seats["order"]
    wins = records.wins
    fitted, held_out = slice(0, None, 2), slice(1, None, 2)
    foreseen = []
    for r in range(ROUNDS):
        known = _known(told[:, :, r], order[:, :, r], begun)
        weights = fit(known[fitted], wins[fitted])
        foreseen.append(softmax(known[held_out] @ weights))
    won, worth = wins[held_out], records.seats["worth"][held_out]
    num_players = records.num_players
    leading = [worth[:, :, r] == worth[:, :, r].max(axis=1, keepdims=True) for r in range(ROUNDS)]
    best = [chance == chance.max(axis=1, keepdims=True) for chance in foreseen]
    return Chances(
        games=len(won),
        brier=[mean(np.square(chance - won).sum(axis=1)) for chance in foreseen],
        brier_even=1 - 1 / num_players,
        log_score=[
            mean(-(won * np.log(np.maximum(chance, LEAST))).sum(axis=1)) for chance in foreseen
        ],
        log_even=float(np.log(num_players)),
        favourite=[mean(chance.max(axis=1)) for chance in foreseen],
        favourite_wins=[mean(won, chosen) for chosen in best],
        leader_wins=[mean(won, chosen) for chosen in leading],
        reliability=_reliability(foreseen, won),
        errors=[mean(c - won, chosen) for c, chosen in zip(foreseen, best, strict=True)],
    )


def _known(told: np.ndarray, order: np.ndarray, begun: np.ndarray) -> np.ndarray:
    """(games, seats, features) on a common scale; who begins the round, and who began the game,
    counts too."""
    flat = told.reshape(-1, told.shape[-1])
    spread = flat.std(axis=0)
    scaled = (told - flat.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    places = [who == place for who in (order, begun) for place in range(1, told.shape[1])]
    return np.concatenate([scaled, np.stack(places, axis=-1).astype(float)], axis=-1)


def softmax(logs: np.ndarray) -> np.ndarray:
    powers = np.exp(logs - logs.max(axis=1, keepdims=True))
    shares: np.ndarray = powers / powers.sum(axis=1, keepdims=True)
    return shares


def fit(known: np.ndarray, wins: np.ndarray) -> np.ndarray:
    """The weights that make these victories most likely, by Newton's method."""
    weights = np.zeros(known.shape[-1])
    for _ in range(STEPS):
        chance = softmax(known @ weights)
        slope = np.einsum("gs,gsf->f", wins - chance, known) - PENALTY * weights
        centre = np.einsum("gs,gsf->gf", chance, known)
        curvature = np.einsum("gs,gsf,gsh->fh", chance, known, known, optimize=True)
        curvature += PENALTY * np.eye(len(weights)) - centre.T @ centre
        step = np.linalg.solve(curvature, slope)
        weights += step
        if np.abs(step).max() < LAST_STEP:
            break
    return weights


def _reliability(foreseen: list[np.ndarray], won: np.ndarray) -> list[Bin]:
    """All rounds and seats in bins of equal width."""
    every = np.stack(foreseen)
    game = np.broadcast_to(np.arange(len(won))[None, :, None], every.shape)
    got = np.broadcast_to(won, every.shape)
    number = np.minimum((every * BINS).astype(int), BINS - 1)
    found = []
    for place in range(BINS):
        inside = number == place
        if inside.any():
            ones = np.ones(int(inside.sum()))
            share = ratio(got[inside], ones, game[inside], len(won))
            found.append(Bin(float(every[inside].mean()), share))
    return found


def lead_changes(records: Records) -> tuple[Estimate, np.ndarray]:
    """How often the seat whose worth is highest changes from one round's beginning to the next.

    Returns the mean number in a game, and the share of games with 0, 1, 2, ... changes. Who ties
    for the lead keeps it.
    """
    worth = records.seats["worth"].astype(int)
    leader = np.full(len(worth), -1)
    changes = np.zeros(len(worth), int)
    rows = np.arange(len(worth))
    for time in range(1, worth.shape[2]):
        now = worth[:, :, time]
        ahead = (leader < 0) | (now[rows, leader] < now.max(axis=1))
        changes += ahead & (leader >= 0)
        leader = np.where(ahead, now.argmax(axis=1), leader)
    return mean(changes.astype(float)), np.bincount(changes, minlength=ROUNDS) / len(changes)
