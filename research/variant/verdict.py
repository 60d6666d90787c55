"""The verdict on a comparison of two sides, in sentences."""

from __future__ import annotations

from agents.statistics import CONFIDENCE
from parlour.component_errors import count_noun
from research.variant.measures import LEAD, MEAN, WINNER, Kind
from research.variant.paired import MIN_DIFFERENT, PairedComparison, PairedEffect

MAX_SENTENCES = 8  # on clear effects; the table has them all


def verdict(comparison: PairedComparison) -> list[str]:
    """Sentences on the clear effects, and on the largest size that any other can have."""
    if not comparison.deals_that_differ:
        # If a share p of deals differed, n deals without any would have probability (1 - p) ** n.
        at_most = 100 * (1 - (1 - CONFIDENCE) ** (1 / comparison.deals))
        sentence = (
            f"No effect: all games of {comparison.deals:,} deals are the same on both sides, so "
            f"(with 95 % confidence) the change matters in at most {at_most:.2g} % of deals."
        )
        return [sentence]
    clear = comparison.clear
    sentences = [f"{_sentence(effect)}." for effect in clear[:MAX_SENTENCES]]
    if len(clear) > MAX_SENTENCES:
        more = count_noun(len(clear) - MAX_SENTENCES, "more effect is", "more effects are")
        sentences.append(f"{more} clear: see the table.")
    sentences.append(_limits(comparison))
    if comparison.deals_that_differ < MIN_DIFFERENT:
        sentences.append(
            f"The sides differ in {count_noun(comparison.deals_that_differ, 'deal')} only: "
            "play more games before you trust the intervals."
        )
    return sentences


def _limits(comparison: PairedComparison) -> str:
    """The largest size that an effect which is not clear can have."""
    units = {
        "points of win share": (Kind.WINS, Kind.SEAT),
        comparison.points.unit: (Kind.SCORE, Kind.SOURCE),
        "decisions a game": (Kind.LENGTH,),
    }
    limits = []
    for unit, kinds in units.items():
        others = [e for e in comparison.effects if e.measure.kind in kinds and not e.is_clear]
        if others:
            largest = max(effect.largest for effect in others)
            limits.append(f"{largest:.2g} {unit}" if largest < 99.5 else f"{largest:.0f} {unit}")
    if not limits:
        return "Every measure has changed."
    other = "other " if comparison.clear else ""
    limit = " or ".join(filter(None, [", ".join(limits[:-1]), limits[-1]]))
    return f"No {other}effect larger than {limit} detected."


def _sentence(effect: PairedEffect) -> str:
    """For example "random wins 3.1 points more often (1.9 to 4.3)"."""
    size, measure = abs(effect.alone.estimate), effect.measure
    ends = sorted((abs(effect.together.low), abs(effect.together.high)))
    unit = measure.points.unit
    more = "more" if effect.alone.estimate > 0 else "less"
    places = _places(ends[1] - ends[0])
    by, reach = f"{size:.{places}f}", f"({ends[0]:.{places}f} to {ends[1]:.{places}f})"
    if measure.kind in (Kind.WINS, Kind.SEAT):
        who = f"The {measure.name}" if measure.kind is Kind.SEAT else measure.name
        return f"{who} wins {by} points {more} often {reach}"
    if measure.kind is Kind.SOURCE:
        source = measure.name.replace("_", " ")
        return f"A player gets {by} {unit} {more} from {source} {reach}"
    if measure.kind is Kind.LENGTH:
        return f"A game takes {by} decisions {more.replace('less', 'fewer')} {reach}"
    subject = {
        MEAN: f"A player scores {by} {unit} {more} on average",
        WINNER: f"The winner scores {by} {unit} {more}",
        LEAD: f"The winner is ahead by {by} {unit} {more}",
    }
    return f"{subject[measure.name]} {reach}"


def _places(width: float) -> int:
    """The number of decimals for a difference with an interval of this width."""
    return 1 if width >= 0.5 else 2 if width >= 0.05 else 3
