"""The texts of a balance report: explanations, numbers with intervals, headings with results."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agents.reporting import html
from agents.reporting.tables import interval_text, listed
from research.balance.parts import BalanceParts
from research.balance.study import TURN_ORDER, Finding, Study
from research.statistics import Estimate

HOW_TO_READ = """\
All results are about games that an agent played with itself, with the components named at the end
of the page. Brackets and bars are 95 % intervals: if the study were repeated with other deals, 95
of 100 such intervals would contain the true value. Errors are computed from whole games, because
events within a game depend on each other.

In a list of dozens of effects some always look large by chance. So each effect has two intervals:
the thick one is for a reader who asked about this effect only; the thin one is so wide that all
thin intervals of a study hold together in 95 of 100 studies. An effect is called clear, and has a
colour, if its thin interval excludes 0.

Effects compare seats that took something in a {time} with seats that could have taken it but did
not, in a similar situation: {held}. A hollow mark shows the naive difference, with nothing held
equal: its distance from the effect is the error of a careless study."""
LIMITS = """\
A seat that {left}, did something else instead: an effect of 0
means as good as what this agent would have done otherwise, not worthless. A good player takes
something when it is good, so effects near 0 are a sign of balanced use.

Situations are similar in the list above and in nothing else. If an agent decides by something
else, for example {unseen}, this can still hide in an effect. With many
games even small errors of this kind look clear, so trust large effects first. Effects of options
that the agent always takes, or never, can't be measured at all.

Something taken by one seat is often taken from another in the same game. The effects include
this.

{components}"""


def how_to_read(parts: BalanceParts) -> str:
    return HOW_TO_READ.format(time=parts.times.noun, held=parts.held.words)


def limits(parts: BalanceParts) -> str:
    words = parts.words
    return LIMITS.format(left=words.left, unseen=words.unseen, components=words.components)


def paragraphs(text: str) -> str:
    """HTML of paragraphs, which are separated by empty lines."""
    return "".join(html.paragraph(part.replace("\n", " ")) for part in text.split("\n\n"))


# --- numbers and lists ---------------------------------------------------------------------------


def percent(estimate: Estimate, spec: str = ".1f") -> str:
    """For example "53.1 % (51.0 to 55.2)"."""
    number, *ends = interval_text(estimate.interval(), spec, 100).split(" ", 1)
    return " ".join([number, "%", *ends])


def points(estimate: Estimate, spec: str = ".1f") -> str:
    return interval_text(estimate.interval(), spec)


def best_and_worst(study: Study, family: str) -> tuple[list[Finding], list[Finding]]:
    """The clear findings of a family: those that help, best first; those that harm, worst first."""
    clear = [finding for finding in study.of_family(family) if finding.clear(study.reach)]
    ordered = sorted(clear, key=lambda finding: -finding.estimate.value)
    good = sum(finding.estimate.value > 0 for finding in ordered)
    return ordered[:good], ordered[good:][::-1]


def named(findings: Sequence[Finding]) -> str:
    names = [f"{finding.name} ({100 * finding.estimate.value:+.1f})" for finding in findings]
    return listed(names) or "none"


# --- headings with results -----------------------------------------------------------------------


def order_heading(study: Study) -> str:
    if not any(finding.clear(study.reach) for finding in study.of_family(TURN_ORDER)):
        return "The order of the first round makes no clear difference"
    start, equal = 100 * study.order_wins[0].value, 100 / study.num_players
    return f"The start player wins {start:.0f} % of the games; {equal:.0f} % would be fair"


def score_heading(study: Study) -> str:
    """Name the largest source, and the one that sets winners apart."""
    names = [name.replace("_", " ") for name in study.parts.spec.sources]
    largest = names[int(np.argmax(study.sources[0]))]
    apart = names[int(np.argmax(study.sources[0] - study.sources[1]))]
    summary = f"The winner scores {study.winner_score.value:.0f}, with {largest} as largest source"
    sets = "set" if study.parts.score_word.endswith("s") else "sets"  # "points" is plural
    if apart == largest:
        return f"{summary}, which also sets winners apart most"
    return f"{summary}; {study.parts.score_word} from {apart} {sets} winners apart most"


def family_heading(study: Study, family: str) -> str:
    good, bad = best_and_worst(study, family)
    if not good and not bad:
        return f"{family.capitalize()}: no effect is clear"
    counts = f"{len(good)} clearly help and {len(bad)} clearly harm"
    best = f"; best: {good[0].name}" if good else ""
    return f"{family.capitalize()}: of {len(study.of_family(family))}, {counts}{best}"


def pace_heading(study: Study) -> str:
    worth = next(pace for pace in study.pace if pace.name == "worth")
    gaps = [one - other for one, other in zip(worth.winners, worth.others, strict=True)]
    half = next(r for r, gap in enumerate(gaps) if gap.value >= gaps[-1].value / 2)
    times = study.parts.times
    when = f"at the beginning of {times.name(half)}" if half < len(times) else "at the end"
    return f"Winners have half of their final lead {when}"


def length_words(study: Study) -> str:
    """The length of a game, where the number of turns differs."""
    if study.turns is None:
        return ""
    return (
        f"A seat has {points(study.turns, '.2f')} turns and makes {points(study.decisions)} "
        "decisions in a game."
    )


def probability_heading(study: Study) -> str:
    shares = [100 * share.value for share in study.win_probability.favourite_wins]
    times = study.parts.times
    return (
        f"The favourite wins {shares[0]:.0f} % at the start, {shares[times.middle]:.0f} % from "
        f"{times.name(times.middle)} and {shares[-1]:.0f} % from the last {times.noun} on"
    )


def strategy_heading(study: Study) -> str:
    groups = study.strategies.groups
    if study.strategies.apart:
        return f"There are {len(groups)} distinct ways to play"
    one, other = (group.main_feature for group in groups)
    return f"Ways to play are one cloud with a gradient from {one} to {other}, here cut in two"


def strategy_words(study: Study) -> str:
    """Win shares of the groups, with the warning that they are no advice."""
    groups = study.strategies.groups
    parts = [
        f"seats with more {group.main_feature} ({100 * group.share.value:.0f} % of all) win "
        f"{percent(group.win_share)}"
        for group in groups
    ]
    places = [f"{100 * share.value:.0f} %" for share in groups[0].of_place]
    return (
        f"{strategy_heading(study)}: {listed(parts)}. This is hindsight, and the groups differ in "
        f"turn order: {places[0]} of the start players are in the first group, and "
        f"{listed(places[1:])} of the players after them."
    )


def headlines(study: Study) -> list[str]:
    """The results of a study, in a few sentences with intervals."""
    words, times = study.parts.words, study.parts.times
    good, bad = best_and_worst(study, words.ranked)
    rest = [f for name in words.other for f in study.of_family(name)]
    clear = sorted((f for f in rest if f.clear(study.reach)), key=lambda f: -f.estimate.value)
    wins = study.win_probability.favourite_wins
    scores = (
        f"{study.games:,} games of {study.agent}, {study.num_players} players: the winner scores "
        f"{points(study.winner_score)}, {points(study.winner_margin)} more than the second."
    )
    order = (
        f"The start player of the first round wins {percent(study.order_wins[0])}, the last player "
        f"{percent(study.order_wins[-1])}; {100 / study.num_players:.0f} % would be fair."
    )
    ranked = (
        f"{words.ranked_words} that clearly raise the share of victories: {named(good[:4])}; that "
        f"clearly lower it: {named(bad[:4])}."
    )
    others = f"Clear effects of {words.other_words}: {named(clear)}."
    course = (
        f"The favourite at the beginning of {times.noun}s {times.labels[0]}, "
        f"{times.labels[times.middle]} and {times.labels[-1]} wins {percent(wins[0])}, "
        f"{percent(wins[times.middle])} and {percent(wins[-1])}; the lead changes "
        f"{points(study.lead_changes, '.2f')} times a game."
    )
    lines = [scores, order, ranked, others, course, length_words(study), strategy_words(study)]
    return [line for line in lines if line]
