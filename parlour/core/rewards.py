"""Rewards of the seats: named functions of the final standing, and a potential.

| name | a seat gets | range | sums to zero |
| --- | --- | --- | --- |
| win | at the end 1 for winning, -1 / (n - 1) else; joint winners share | -1 .. 1 | yes |
| rank | at the end 1 for the first, evenly down to -1 for the last; ties share | -1 .. 1 | yes |
| margin | at the end points ahead of the best other / 100, cut to the range | -1 .. 1 | if n = 2 |
| shaped | `win`, and at every step the change of the potential | about -2 .. 2 | yes |

The potential is a seat's current score (if the game ended now) minus the others' mean, / 100; it
is 0 at the end, and at the start because all seats are equal. What the seats get over a game thus
adds up to `win` exactly, whatever they do: shaping moves reward in time and can't change which
policy is best.
"""

import numpy as np

from parlour.core.jit import jit
from parlour.core.protocol import break_down, is_over, tie_break
from parlour.core.records import MAX_SOURCES

REWARD_NAMES = ("win", "rank", "margin", "shaped")
WIN, RANK, MARGIN, SHAPED = range(4)
SCALE = 100.0
TIE_BREAKS = 1024  # more than any tie-break: a standing is score * TIE_BREAKS + tie-break


@jit
def standing(s, rules, p):
    """A seat's place in the order as one number: the score, then the tie-break."""
    return np.int64(s.score[p]) * TIE_BREAKS + tie_break(s, rules, p)


@jit
def add_final_reward(s, rules, kind, out):
    """Add each seat's reward for how a finished game ended."""
    n = s.num_players
    for p in range(n):
        if kind == MARGIN:
            out[p] += _margin(s, p)
            continue
        better = worse = 0
        for q in range(n):
            better += standing(s, rules, q) > standing(s, rules, p)
            worse += standing(s, rules, q) < standing(s, rules, p)
        level = n - better - worse  # seats level with p, itself included
        if kind == RANK:
            out[p] += 1.0 - (2.0 * better + (level - 1.0)) / (n - 1.0)
        elif better > 0:
            out[p] += -1.0 / (n - 1.0)
        else:
            out[p] += (1.0 - (level - 1.0) / (n - 1.0)) / level


@jit
def _margin(s, p):
    best = s.score[1 if p == 0 else 0]
    for q in range(s.num_players):
        if q != p and s.score[q] > best:
            best = s.score[q]
    return min(1.0, max(-1.0, (s.score[p] - best) / SCALE))


@jit
def write_potential(s, rules, points, out):
    """The potential of each seat; `points` is scratch space for a score breakdown."""
    n = s.num_players
    for p in range(n):
        out[p] = 0.0
    if is_over(s):
        return
    break_down(s, rules, points)
    total = 0
    for p in range(n):
        score = points[p].sum()
        out[p] = score
        total += score
    for p in range(n):
        out[p] = (out[p] - (total - out[p]) / (n - 1.0)) / SCALE


@jit
def write_step_reward(s, rules, kind, points, potential, reward):
    """The reward of the step that led here; `potential` holds the one before it, then this one."""
    n = s.num_players
    for p in range(n):
        reward[p] = 0.0
    if kind == SHAPED:
        for p in range(n):
            reward[p] -= potential[p]
        write_potential(s, rules, points, potential)
        for p in range(n):
            reward[p] += potential[p]
    if is_over(s):
        add_final_reward(s, rules, WIN if kind == SHAPED else kind, reward)


@jit
def new_points(s):
    """Scratch space for a score breakdown."""
    return np.zeros((len(s.score), MAX_SOURCES), np.int64)


def reward_of_illegal_action(potential: np.ndarray, num_players: int, seat: int) -> np.ndarray:
    """Each seat's reward where an illegal action loses the game: -1 for it, 1 / (n - 1) for others.

    What shaping has paid so far is taken back, so that the return is that of a lost game.
    """
    rewards = np.full(num_players, 1.0 / (num_players - 1))
    rewards[seat] = -1.0
    return rewards - potential[:num_players]
