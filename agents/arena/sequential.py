"""A sequential test: is one agent better than the other?"""

from __future__ import annotations

import math
from enum import StrEnum

import numpy as np

from agents.statistics import CONFIDENCE, ROUNDING

MAX_BET = 0.5  # share of the wealth: a bet of 1 could lose it all


class Verdict(StrEnum):
    """The possible results of a `SequentialTest`."""

    A_BETTER = "A is better"
    B_BETTER = "B is better"
    NO_DIFFERENCE = "no difference that matters"  # of `margin` or more


class SequentialTest:
    """Test whether A is better than B, deal by deal; one may stop as soon as it is clear.

    A deal's difference, in [-1, 1], is A's share of wins minus B's, as a mean over its seatings.
    Let m be the true mean. For each of the claims "m <= 0" and "m >= 0", and with a `margin` also
    "m >= margin" and "m <= -margin", a gambler starts with wealth 1 and bets a part of it against
    the claim at each deal. The bet depends on earlier deals only, so if the claim is true no bet is
    favorable, and by Ville's inequality the probability that the wealth ever reaches 2 / alpha is
    at most alpha / 2. When it does, the claim is rejected (Waudby-Smith and Ramdas 2023,
    "Estimating means of bounded random variables by betting").

    `A_BETTER` rejects m <= 0, `B_BETTER` rejects m >= 0, and `NO_DIFFERENCE` rejects both
    m >= margin and m <= -margin. A false one of them is ever reached with a probability of at most
    alpha / 2, and at most two of them are false whatever m is. So the probability of a false
    verdict is at most alpha, no matter when one looks or stops: looking after every deal is fine.
    The only assumption is that each difference is in [-1, 1] and has mean m whatever the earlier
    ones were, as with independent deals. With 0 < |m| < margin there are two true verdicts, and the
    first one reached stands. Without a margin, two equal agents get a (false) verdict with a
    probability of at most alpha, and otherwise none, ever.
    """

    def __init__(self, *, alpha: float = 1 - CONFIDENCE, margin: float = 0.0) -> None:
        if not 0 < alpha < 1:
            raise ValueError(f"alpha must be between 0 and 1, not {alpha}")
        if not 0 <= margin < 1:
            raise ValueError(f"the margin must be at least 0 and less than 1, not {margin}")
        self.alpha, self.margin = alpha, margin
        self.deals = 0  # up to the verdict: later ones are not counted
        self.verdict: Verdict | None = None
        claims = 4 if margin else 2
        self._gamblers = [_Gambler() for _ in range(claims)]
        self._rejected = [math.inf] * claims  # after how many deals

    def update(self, differences: np.ndarray | float) -> Verdict | None:
        """Add deals, and return the verdict; the result is the same as with one deal at a time."""
        new = np.atleast_1d(np.asarray(differences, np.float64))
        if new.ndim != 1 or not (np.abs(new) <= 1 + ROUNDING).all():
            raise ValueError("differences must be numbers from -1 to 1")
        if self.verdict:
            return self.verdict
        new = np.clip(new, -1, 1)
        gains = (new, -new, self.margin - new, self.margin + new)
        for claim, gambler in enumerate(self._gamblers):
            rejecting = np.flatnonzero(gambler.play(gains[claim]) >= math.log(2 / self.alpha))
            if len(rejecting):
                first = self.deals + int(rejecting[0]) + 1
                self._rejected[claim] = min(self._rejected[claim], first)
        deals = dict(zip(Verdict, (*self._rejected[:2], math.inf), strict=True))
        if self.margin:
            deals[Verdict.NO_DIFFERENCE] = max(self._rejected[2:])
        verdict = min(deals, key=lambda verdict: deals[verdict])
        self.deals += len(new)
        if deals[verdict] < math.inf:
            self.verdict, self.deals = verdict, int(deals[verdict])
        return self.verdict


class _Gambler:
    """Bets on gains whose mean is not positive if a claim is true.

    The best share of the wealth to bet is nearly the mean gain divided by the mean square. Both are
    taken from the past, plus one gain of 0 with square 1 to begin cautiously.
    """

    def __init__(self) -> None:
        self.log_wealth, self.total, self.squares = 0.0, 0.0, 1.0

    def play(self, gains: np.ndarray) -> np.ndarray:
        """Return the logarithm of the wealth after each of these gains."""
        total = np.cumsum(np.append(self.total, gains))
        squares = np.cumsum(np.append(self.squares, gains**2))
        bets = np.clip(total[:-1] / squares[:-1], 0, MAX_BET)
        log_wealth = np.cumsum(np.append(self.log_wealth, np.log1p(bets * gains)))
        self.log_wealth, self.total, self.squares = log_wealth[-1], total[-1], squares[-1]
        return log_wealth[1:]
