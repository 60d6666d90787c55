"""What a balance report says: texts, numbers in words, headings that state what was found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agents.reporting import html
from agents.statistics import Interval
from research.balance.study import TURN_ORDER, Finding, Study
from research.statistics import Estimate
from rokoko_env.core.ids import ROUNDS, SOURCE_NAMES

NOTHING = "nothing"
HOW_TO_READ = """\
Everything here is counted in games that an agent played with itself, on the components named at the
end of the page. In brackets and drawn as bars are 95 % intervals: if the study were made again with
other deals, 95 of 100 such intervals would hold the true value. Games are the unit of all errors,
because what happens within a game is not independent.

A list of dozens of effects always has some that look large by chance. So effects have two
intervals: the thick one is for a reader who asked about this effect only; the thin one is wide
enough that all thin intervals of a study hold at the same time in 95 of 100 studies. An effect is
called clear, and has a colour, if its thin interval leaves out 0.

Effects compare seats that took something in a round with seats that could have taken it in a round,
but did not, and whose situation was alike: round, turn order now and at the beginning, cards in
hand and deck, rank of the card in play, money, prestige and lead, silk, trim, dresses, decorations,
halls and the display. A hollow mark shows the naive difference, with nothing held equal: the
distance between the two is what a careless study would get wrong."""
LIMITS = """\
Who could have hired somebody but did not, did something else instead: an effect of 0 means as good
as what this agent would have done otherwise, not worthless. A good player takes something when it
is good, so effects near 0 are the mark of balanced use.

Cases are alike in what is listed above, no more. If an agent sees something else, for example which
colours of silk fit a dress, that can still hide in an effect; and with many games even small rests
of this kind look clear, so trust large effects first. What nobody chooses against the odds can't be
measured at all.

Something taken by one seat is often taken from another at the same table. The effects include that.

Many printed values of the components are reconstructed (docs/components.md): these are findings
about this set of components."""


def paragraphs(text: str) -> str:
    """Paragraphs with an empty line between them, as a page has them."""
    return "".join(html.paragraph(part.replace("\n", " ")) for part in text.split("\n\n"))


# --- words ---------------------------------------------------------------------------------------


def percent(estimate: Estimate) -> str:
    return told_as(estimate.interval(), 100, ".1f", " %")


def points(estimate: Estimate, spec: str = ".1f") -> str:
    return told_as(estimate.interval(), 1, spec, "")


def told_as(found: Interval, scale: float, spec: str, unit: str) -> str:
    value = format(scale * found.estimate, spec)
    if np.isnan(found.low):
        return f"{value}{unit}"
    return f"{value}{unit} ({scale * found.low:{spec}} to {scale * found.high:{spec}})"


def listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def best_and_worst(study: Study, family: str) -> tuple[list[Finding], list[Finding]]:
    """The clear findings of a family: those that help, best first, and those that harm."""
    clear = [finding for finding in study.of_family(family) if finding.clear(study.reach)]
    ordered = sorted(clear, key=lambda finding: -finding.estimate.value)
    good = [finding for finding in ordered if finding.estimate.value > 0]
    return good, [finding for finding in reversed(ordered) if finding.estimate.value < 0]


def named(finding: Finding) -> str:
    return f"{finding.name} ({100 * finding.estimate.value:+.1f})"


# --- headings that state what was found ----------------------------------------------------------


def order_heading(study: Study) -> str:
    clear = [f for f in study.of_family(TURN_ORDER) if f.clear(study.reach)]
    if not clear:
        return "The order of the first round makes no clear difference"
    start = study.order_wins[0]
    even = 100 / study.num_players
    return f"Whoever begins wins {100 * start.value:.0f} % of the games; {even:.0f} % would be fair"


def score_heading(study: Study) -> str:
    """Which source gives most, and which sets winners apart."""
    names = [name.replace("_", " ") for name in SOURCE_NAMES]
    largest = names[int(np.argmax(study.sources[0]))]
    apart = names[int(np.argmax(study.sources[0] - study.sources[1]))]
    told = f"The winner scores {study.winner_score.value:.0f}, most of it from {largest}"
    if apart == largest:
        return f"{told}, which also set winners apart from the others"
    return f"{told}; {apart} set winners apart from the others"


def family_heading(study: Study, family: str, what: str) -> str:
    found = study.of_family(family)
    good, bad = best_and_worst(study, family)
    if not good and not bad:
        return f"No {what} is clearly better or worse than what else could be done"
    told = [f"{len(good)} of {len(found)} clearly help", f"{len(bad)} clearly harm"]
    best = f"; best: {good[0].name}" if good else ""
    return f"{what.capitalize()}: {' and '.join(told)}{best}"


def pace_heading(study: Study) -> str:
    worth = next(pace for pace in study.pace if pace.name == "worth")
    gaps = [one - other for one, other in zip(worth.winners, worth.others, strict=True)]
    half = next(r for r, gap in enumerate(gaps) if gap.value >= gaps[-1].value / 2)
    when = f"at the beginning of round {half + 1}" if half < ROUNDS else "at the end"
    return f"Winners have half of their final lead {when}"


def chance_heading(study: Study) -> str:
    shares = [100 * found.value for found in study.chances.favourite_wins]
    return (
        f"The favourite wins {shares[0]:.0f} % at the start, {shares[3]:.0f} % from round 4 and "
        f"{shares[6]:.0f} % from the last round on"
    )


def strategy_heading(study: Study) -> str:
    found = study.strategies
    if found.apart:
        return f"There are {len(found.groups)} ways to play that can be told apart"
    one, other = found.groups
    return (
        f"Ways to play are one cloud with a gradient from {one.most} to {other.most}, here cut "
        "in two"
    )


def strategy_words(study: Study) -> str:
    """What the groups win, and why that is no advice."""
    found = study.strategies
    parts = [
        f"more {group.most} ({100 * group.share.value:.0f} % of the seats) wins "
        f"{percent(group.win_share)}"
        for group in found.groups
    ]
    first = found.groups[0].of_place
    places = [f"{100 * share.value:.0f} %" for share in first]
    return (
        f"{strategy_heading(study)}: {listed(parts)}. This is hindsight, and the parts differ in "
        f"turn order: {places[0]} of the start players are in the first part, and "
        f"{listed(places[1:])} of those after them."
    )


def headlines(study: Study) -> list[str]:
    """What was found, in a few sentences with intervals."""
    good, bad = best_and_worst(study, "employees")
    rest = [f for name in ("halls", "decorations", "other") for f in study.of_family(name)]
    clear = sorted((f for f in rest if f.clear(study.reach)), key=lambda f: -f.estimate.value)
    wins = study.chances.favourite_wins
    scores = (
        f"{study.games:,} games of {study.agent}, {study.num_players} players: the winner scores "
        f"{points(study.winner_score)}, {points(study.winner_margin)} more than the second."
    )
    order = (
        f"Whoever begins the first round wins {percent(study.order_wins[0])}, whoever is last "
        f"{percent(study.order_wins[-1])}; {100 / study.num_players:.0f} % would be fair."
    )
    employees = (
        "Employees that clearly raise the share of victories: "
        f"{listed([named(f) for f in good[:4]]) or NOTHING}; that lower it: "
        f"{listed([named(f) for f in bad[:4]]) or NOTHING}."
    )
    others = (
        "Of halls, decorations and the rest these are clear: "
        f"{listed([named(f) for f in clear]) or NOTHING}."
    )
    course = (
        f"The favourite at the beginning of round 1, 4 and 7 wins {percent(wins[0])}, "
        f"{percent(wins[3])} and {percent(wins[6])}; the lead changes "
        f"{points(study.lead_changes, '.2f')} times a game."
    )
    return [scores, order, employees, others, course, strategy_words(study)]
