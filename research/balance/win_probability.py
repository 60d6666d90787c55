"""Win probabilities at the beginning of each time: how early is a game decided?

A seat's win probability is its strength divided by the sum of all seats' strengths, where the
logarithm of the strength is linear in features such as worth and money (a conditional logit). One
model for each time is fitted to one half of the games and evaluated on the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from research.balance.record import Records
from research.statistics import Estimate, mean, ratio

BINS = 10
PENALTY = 1.0  # of squared weights, as one game more: keeps rare features tame
MAX_STEPS = 50  # of Newton's method: five are usual
LAST_STEP = 1e-8
MIN_PROBABILITY = 1e-12  # where its logarithm is taken


@dataclass(frozen=True)
class Bin:
    """Cases with about the same predicted probability."""

    predicted: float  # mean probability
    win_share: Estimate


@dataclass(frozen=True)
class WinProbability:
    """Predictions for games that the models were not fitted to; lists are by time."""

    games: int  # held out
    brier: list[Estimate]  # mean squared error, summed over seats
    brier_equal: float  # of equal probabilities
    log_score: list[Estimate]  # minus the logarithm of the winner's probability, in nats
    log_equal: float
    favourite: list[Estimate]  # mean probability of the seat with the highest one
    favourite_wins: list[Estimate]  # that seat's share of the victory
    leader_wins: list[Estimate]  # the same for the seat whose worth is highest
    reliability: list[Bin]  # of all times together
    errors: list[Estimate]  # of calibration: predicted less won, for the favourite


def win_probability(records: Records) -> WinProbability:
    """Fit models to the games with even numbers, and evaluate them on the others."""
    features = np.stack(
        [records.seats[name] for name in records.parts.win_features], axis=-1
    ).astype(float)
    turn_order, first_order = records.seats["turn_order"], records.seats["order"]
    fitted, held_out = slice(0, None, 2), slice(1, None, 2)
    predicted, times = [], range(len(records.parts.times))
    for r in times:
        columns = _columns(features[:, :, r], turn_order[:, :, r], first_order)
        weights = fit(columns[fitted], records.wins[fitted])
        predicted.append(softmax(columns[held_out] @ weights))
    wins, worth = records.wins[held_out], records.seats["worth"][held_out]
    leaders = [worth[:, :, r] == worth[:, :, r].max(axis=1, keepdims=True) for r in times]
    favourites = [probs == probs.max(axis=1, keepdims=True) for probs in predicted]
    log_probs = [np.log(np.maximum(probs, MIN_PROBABILITY)) for probs in predicted]
    return WinProbability(
        games=len(wins),
        brier=[mean(np.square(probs - wins).sum(axis=1)) for probs in predicted],
        brier_equal=1 - 1 / records.num_players,
        log_score=[mean(-(wins * logs).sum(axis=1)) for logs in log_probs],
        log_equal=float(np.log(records.num_players)),
        favourite=[mean(probs.max(axis=1)) for probs in predicted],
        favourite_wins=[mean(wins, chosen) for chosen in favourites],
        leader_wins=[mean(wins, chosen) for chosen in leaders],
        reliability=_reliability(predicted, wins),
        errors=[mean(p - wins, chosen) for p, chosen in zip(predicted, favourites, strict=True)],
    )


def _columns(features: np.ndarray, turn_order: np.ndarray, first_order: np.ndarray) -> np.ndarray:
    """(games, seats, columns) the features on a common scale, the places in turn order then
    and in the beginning."""
    flat = features.reshape(-1, features.shape[-1])
    spread = flat.std(axis=0)
    scaled = (features - flat.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    orders = np.stack([turn_order, first_order], axis=-1)
    places = [orders == place for place in range(1, features.shape[1])]
    return np.concatenate([scaled, *places], axis=-1)


def softmax(logs: np.ndarray) -> np.ndarray:
    powers = np.exp(logs - logs.max(axis=1, keepdims=True))
    shares: np.ndarray = powers / powers.sum(axis=1, keepdims=True)
    return shares


def fit(columns: np.ndarray, wins: np.ndarray) -> np.ndarray:
    """Return the weights that make these victories most likely, by Newton's method."""
    weights = np.zeros(columns.shape[-1])
    for _ in range(MAX_STEPS):
        probs = softmax(columns @ weights)
        slope = np.einsum("gs,gsf->f", wins - probs, columns) - PENALTY * weights
        centre = np.einsum("gs,gsf->gf", probs, columns)
        curvature = np.einsum("gs,gsf,gsh->fh", probs, columns, columns, optimize=True)
        curvature += PENALTY * np.eye(len(weights)) - centre.T @ centre
        step = np.linalg.solve(curvature, slope)
        weights += step
        if np.abs(step).max() < LAST_STEP:
            break
    return weights


def _reliability(predicted: list[np.ndarray], wins: np.ndarray) -> list[Bin]:
    """Predictions of all times and seats in bins of equal width."""
    probs = np.stack(predicted)
    game = np.broadcast_to(np.arange(len(wins))[None, :, None], probs.shape)
    won = np.broadcast_to(wins, probs.shape)
    number = np.minimum((probs * BINS).astype(int), BINS - 1)
    bins = []
    for inside in [number == place for place in np.unique(number)]:
        share = ratio(won[inside], np.ones(inside.sum()), game[inside], len(wins))
        bins.append(Bin(float(probs[inside].mean()), share))
    return bins


def lead_changes(records: Records) -> tuple[Estimate, np.ndarray]:
    """Count how often the seat with the highest worth changes from one time to the next.

    Returns the mean number in a game, and the share of games with 0, 1, 2, ... changes. A seat that
    draws level with the leader does not take the lead.
    """
    worth = records.seats["worth"].astype(int)
    leader = np.full(len(worth), -1)
    changes = np.zeros(len(worth), int)
    rows = np.arange(len(worth))
    for time in range(1, worth.shape[2]):
        now = worth[:, :, time]
        overtaken = (leader < 0) | (now[rows, leader] < now.max(axis=1))
        changes += overtaken & (leader >= 0)
        leader = np.where(overtaken, now.argmax(axis=1), leader)
    return mean(changes.astype(float)), np.bincount(changes, minlength=worth.shape[2] - 1) / len(
        changes
    )
