"""The estimate of final scores that the search uses (`agents.core.value`): fitted, and loaded.

    python -m agents.estimate

plays games of `heuristic` in which a few decisions are random, looks at positions of every round,
and fits by ridge regression what each feature adds to a player's final score. It prints how far off
the estimate is in games that it was not fitted to, and writes `estimate.json`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from agents.core.sample import sample_games
from agents.core.value import NUM_FEATURES
from agents.files import write_file
from agents.scripted import PLAYERS, heuristic_style
from rokoko_env.core.ids import ROUNDS
from rokoko_env.setting import setting_for

FILE = Path(__file__).with_name("estimate.json")
SLIPS = 100  # one decision of so many is random: the estimate must know mistakes, too
KEEP = 8  # one turn of so many is looked at
RIDGE = 5.0
# A logistic curve over the lead is as steep as a normal one with its spread divided by this.
LOGISTIC = 1.7
END_SPREAD = 4.0  # at the end: the lead in points that counts as 73 % of a victory


@cache
def load_estimate(num_players: int) -> tuple[np.ndarray, np.ndarray]:
    """Weights (rounds, features), and how many points make a lead likely to hold (by round)."""
    found = json.loads(FILE.read_text(encoding="utf-8"))[str(num_players)]
    weights = np.array(found["weights"])
    if weights.shape != (ROUNDS, NUM_FEATURES):
        raise ValueError(
            f"{FILE.name} holds weights of shape {weights.shape}, expected "
            f"{(ROUNDS, NUM_FEATURES)}: run python -m agents.estimate"
        )
    return weights, np.array([*found["spreads"], END_SPREAD])


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m agents.estimate", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="for each number of players")
    parser.add_argument("--players", type=int, nargs="+", choices=PLAYERS, default=list(PLAYERS))
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args(argv)
    console = Console()
    table = Table("players", "round", "positions", "error of a score", "error of a lead", "of")
    fitted = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for players in arguments.players:
        console.print(f"{arguments.games} games with {players} players ...")
        weights, spreads = _fit(players, arguments.games, arguments.seed, table)
        fitted[str(players)] = {
            "weights": [[_short(w) for w in row] for row in weights],
            "spreads": [_short(s) for s in spreads],
        }
    console.print(table)
    text = json.dumps(fitted, separators=(",", ":")).replace("],[", "],\n[")
    write_file(FILE, lambda file: file.write(f"{text}\n".encode()))
    return 0


def _fit(players: int, games: int, seed: int, table: Table) -> tuple[list[np.ndarray], list[float]]:
    features, rounds, scores = sample(players, games, seed)
    # Games with other seeds tell how far off it is.
    new_features, new_rounds, new_scores = sample(players, games // 8, seed + 2**40)
    weights, spreads = [], []
    for number in range(1, ROUNDS + 1):
        inside, new = rounds == number, new_rounds == number
        found = _ridge(features[inside].reshape(-1, NUM_FEATURES), scores[inside].reshape(-1))
        wrong = new_scores[new] - new_features[new] @ found
        leads = new_scores[new, 0] - new_scores[new, 1]
        wrong_leads = wrong[:, 0] - wrong[:, 1]
        weights.append(found)
        spreads.append(float(wrong_leads.std() / LOGISTIC))
        errors = (wrong.std(), wrong_leads.std(), leads.std())
        table.add_row(str(players), str(number), str(len(wrong)), *(f"{e:.1f}" for e in errors))
    return weights, spreads


def sample(players: int, games: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features, round and final scores of positions; the second index is the player."""
    room = games * 45 * players // KEEP
    features = np.zeros((room, players, NUM_FEATURES))
    rounds = np.zeros(room, np.int64)
    of_game = np.zeros(room, np.int64)
    scores = np.zeros((games, players))
    rules = setting_for(None, players).rules
    seeds = np.arange(games, dtype=np.uint64) + np.uint64(seed)
    given = (rules, heuristic_style(players), players, seeds, SLIPS, KEEP)
    found = sample_games(*given, features, rounds, of_game, scores)
    return features[:found], rounds[:found], scores[of_game[:found]]


def _ridge(features: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Weights with the least squared error, the same shrinkage for every feature's spread."""
    spread = features.std(axis=0)
    scale = np.where(spread > 0, spread, 1.0)
    scaled = features / scale
    normal = scaled.T @ scaled + RIDGE * np.eye(NUM_FEATURES)
    weights: np.ndarray = np.linalg.solve(normal, scaled.T @ scores) / scale
    return weights


def _short(value: float) -> float:
    return float(f"{value:.4g}")


if __name__ == "__main__":
    sys.exit(main())
