"""What a comparison of two sides found, in sentences."""

from __future__ import annotations

from research.variant.measures import LEAD, MEAN, WINNER, Kind
from research.variant.paired import FEW, PairedComparison, PairedEffect
from rokoko_env.components.errors import count_noun

MOST = 8  # effects told in words; a table has them all
_UNITS = {
    "points of win share": (Kind.WINS, Kind.SEAT),
    "PP": (Kind.SCORE, Kind.SOURCE),
    "decisions a game": (Kind.LENGTH,),
}


def verdict(found: PairedComparison) -> list[str]:
    """Sentences: what was found, and how large anything else can be at most."""
    if not found.deals_that_differ:
        # If a share p of deals differed, none in so many would have a chance of (1 - p) ** deals.
        at_most = 100 * (1 - 0.05 ** (1 / found.deals))
        same = (
            f"No effect: all games of {found.deals:,} deals came out the same on both sides, so "
            f"(with 95 % confidence) the change matters in at most {at_most:.2g} % of deals."
        )
        return [same]
    sentences = [f"{_told(effect)}." for effect in found.clear[:MOST]]
    if len(found.clear) > MOST:
        sentences.append(_untold(len(found.clear) - MOST))
    sentences.append(_the_rest(found))
    if found.deals_that_differ < FEW:
        sentences.append(
            f"The sides differ in {count_noun(found.deals_that_differ, 'deal')} only: "
            "play more games before you trust the intervals."
        )
    return sentences


def _untold(number: int) -> str:
    """How many clear effects a reader has to look up."""
    return f"{number} more effect{'s are' if number > 1 else ' is'} clear: see the table."


def _the_rest(found: PairedComparison) -> str:
    """How large what was not found may be."""
    limits = []
    for unit, kinds in _UNITS.items():
        rest = [e for e in found.effects if e.measure.kind in kinds and not e.is_clear]
        if rest:
            most = max(effect.largest for effect in rest)
            limits.append(f"{most:.2g} {unit}" if most < 99.5 else f"{most:.0f} {unit}")
    if not limits:
        return "Every measure has changed."
    return f"No {'other ' if found.clear else ''}effect larger than {_listed(limits)} detected."


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _told(effect: PairedEffect) -> str:
    """For example "banker wins 3.1 points more often (1.9 to 4.3)"."""
    size, measure = abs(effect.alone.estimate), effect.measure
    ends = sorted((abs(effect.together.low), abs(effect.together.high)))
    more = "more" if effect.alone.estimate > 0 else "less"
    places = _places(ends[1] - ends[0])
    by, reach = f"{size:.{places}f}", f"({ends[0]:.{places}f} to {ends[1]:.{places}f})"
    if measure.kind in (Kind.WINS, Kind.SEAT):
        who = f"The {measure.name}" if measure.kind is Kind.SEAT else measure.name
        return f"{who} wins {by} points {more} often {reach}"
    if measure.kind is Kind.SOURCE:
        source = measure.name.replace("_", " ")
        return f"A player gets {by} PP {more} from {source} {reach}"
    if measure.kind is Kind.LENGTH:
        return f"A game takes {by} decisions {more.replace('less', 'fewer')} {reach}"
    subject = {
        MEAN: f"A player scores {by} PP {more} on average",
        WINNER: f"The winner scores {by} PP {more}",
        LEAD: f"The winner is ahead by {by} PP {more}",
    }
    return f"{subject[measure.name]} {reach}"


def _places(width: float) -> int:
    """Decimals that a difference of this width can be told in."""
    return 1 if width >= 0.5 else 2 if width >= 0.05 else 3
