"""The report of a balance study: one page with all results and their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from agents.reporting import html
from agents.reporting.tables import interval_text, listed
from research.balance import plots, words
from research.balance.across_agents import DEPENDS, HOLDS, FindingComparison, compare
from research.balance.effects import MIN_CASES, Effect
from research.balance.strategies import MIN_STRENGTH
from research.balance.study import PLACES, Finding, Study
from research.balance.words import percent, points

NOT_APART = (
    "Here no number of groups is apart: the seats are one cloud with a gradient, which is cut in "
    "two to describe it. The cut could as well be elsewhere. "
)

# --- sections ------------------------------------------------------------------------------------


def _order(study: Study) -> str:
    places = PLACES[: study.num_players]
    rows = zip(places, map(percent, study.order_wins), map(points, study.order_scores), strict=True)
    seats = listed([percent(wins) for wins in study.seat_wins])
    picture = html.picture(
        lambda: plots.draw_order(study),
        "victories and scores by turn order",
        study.parts.words.start,
    )
    table = html.table(("in the first round", "share of victories", "score"), [*rows])
    if study.parts.words.seats_matter:
        return picture + table
    check = f"As a check, the seats, whose numbers should not matter, win {seats}."
    return picture + table + html.paragraph(check)


def _scores(study: Study) -> str:
    rows = [
        (name.replace("_", " "), f"{winner:.1f}", f"{other:.1f}", points(lead))
        for name, winner, other, lead in zip(
            study.parts.spec.sources, *study.sources.tolist(), study.source_leads, strict=True
        )
    ]
    head = ("source", "winners", "others", "difference")
    text = html.paragraph(
        f"A seat scores {points(study.score)} on average, the winner "
        f"{points(study.winner_score)}, which is {points(study.winner_margin)} more than the "
        "second. A source that winners have more of is no advice by itself: it may be an effect of "
        "winning."
    )
    picture = html.picture(
        lambda: plots.draw_scores(study),
        "scores and their sources",
        f"Left: the distribution of scores. Right: mean {study.parts.score_word} by source.",
    )
    return text + picture + html.folded("The same as a table", html.table(head, rows))


def _effects(study: Study, families: Sequence[str], caption: str) -> str:
    findings = [f for family in families for f in study.of_family(family)]
    missing = [e for e in study.effects if e.option.family in families and e.adjusted is None]
    text = ""
    if findings:
        text += html.picture(
            lambda: plots.draw_findings(findings, study.reach), "effects with intervals", caption
        )
        text += html.folded("The same as a table", _effect_table(study, findings))
    if missing:
        text += html.paragraph(_missing(missing))
    return text


def _effect_table(study: Study, findings: Sequence[Finding]) -> str:
    effects = {effect.key: effect for effect in study.effects}
    rows = []
    for finding in sorted(findings, key=lambda f: -f.estimate.value):
        together = study.interval(finding)
        assert finding.naive is not None
        assert finding.margin is not None
        rows.append(
            (
                finding.words,
                f"{finding.taken:,} of {finding.offered:,}",
                _times(study, effects[finding.key]),
                interval_text(finding.naive.interval(), "+.1f", 100),
                interval_text(finding.estimate.interval(), "+.1f", 100),
                f"{100 * together.low:+.1f} to {100 * together.high:+.1f}",
                points(finding.margin, "+.1f"),
            )
        )
    names = ("naive, %", "adjusted, %", "together, %", f"in {study.parts.score_word}")
    return html.table(("option", "taken", f"{study.parts.times.noun}s", *names), rows)


def _times(study: Study, effect: Effect) -> str:
    """The times at which it is mostly taken: without the first and the last tenth."""
    shares = np.cumsum(effect.rounds) / max(1, effect.rounds.sum())
    first, last = (study.parts.times.labels[n] for n in np.searchsorted(shares, (0.1, 0.9)))
    return first if first == last else f"{first} to {last}"


def _missing(effects: Sequence[Effect]) -> str:
    """The options without an estimate, and why they have none."""
    names = [f"{e.option.name} (taken {e.taken:,} of {e.offered:,} times)" for e in effects]
    return (
        f"No estimate, because there are fewer than {MIN_CASES} cases of taking the option or of "
        f"leaving it, or because the situation decides: {listed(names)}."
    )


def _pace(study: Study) -> str:
    times = study.parts.times
    picture = html.picture(
        lambda: plots.draw_pace(study),
        "the course of a game",
        f"Means at the beginning of each {times.noun} and at the end, for winners and for others; "
        "bands are intervals, mostly narrower than the lines.",
    )
    notes = [text for text in (times.note, words.length_words(study)) if text]
    return "".join(map(html.paragraph, notes)) + picture


def _win_probability(study: Study) -> str:
    model, times, word = study.win_probability, study.parts.times, study.parts.score_word
    text = html.paragraph(
        f"A model of all win probabilities at the beginning of each {times.noun} was fitted to "
        f"one half of the games and evaluated on the other {model.games:,}. The right figure "
        "compares its predictions with the results: on the dotted line they agree. "
        f"{_calibration(study)} The lead in {word} changes "
        f"{points(study.lead_changes, '.2f')} times a game; in "
        f"{100 * study.lead_change_shares[0]:.0f} % of the games the leader after the first "
        f"{times.noun} leads to the end."
    )
    by_round = (model.favourite, model.favourite_wins, model.leader_wins)
    rows = [
        (label, *(percent(estimates[number]) for estimates in by_round),
         percent(model.errors[number], "+.1f"),
         points(model.brier[number], ".3f"), points(model.log_score[number], ".3f"))
        for number, label in enumerate(times.labels)
    ]  # fmt: skip
    rows.append(("equal probabilities", *(f"{100 / study.num_players:.1f} %",) * 3, "",
                 f"{model.brier_equal:.3f}", f"{model.log_equal:.3f}"))  # fmt: skip
    head = (times.noun, "favourite's probability", "favourite wins", "leader wins",
            "predicted less won", "Brier score", "log score")  # fmt: skip
    bins = [(f"{100 * b.predicted:.1f} %", percent(b.win_share)) for b in model.reliability]
    picture = html.picture(
        lambda: plots.draw_win_probability(study),
        f"win probabilities by {times.noun}",
        "Left: win shares of the favourite and of the leader. Right: predicted probabilities and "
        f"results, all {times.noun}s together.",
    )
    tables = html.table(head, rows) + html.table(("predicted", "won"), bins)
    return text + picture + html.folded("The same as tables", tables)


def _calibration(study: Study) -> str:
    """The times at which the model is least and most overconfident.

    One by one, because errors of opposite signs would cancel.
    """
    times = study.parts.times
    errors = sorted(enumerate(study.win_probability.errors), key=lambda row: row[1].value)
    low, high = (
        f"{interval_text(error.interval(), '+.1f', 100)} points in {times.name(number)}"
        for number, error in (errors[0], errors[-1])
    )
    return (
        "The probability that it predicts for its favourite, less the favourite's win share, is "
        f"between {low} and {high}; above 0 it is overconfident."
    )


def _strategies(study: Study) -> str:
    strategies = study.strategies
    text = html.paragraph(
        f"Seats are grouped by the sources of their {study.parts.score_word} and by what they did, "
        "not by their scores. Groups are apart if halves of the games agree on them (prediction "
        f"strength of at least {MIN_STRENGTH}) and if they break up at most half as many pairs of "
        "like seats as the parts of one Gaussian cloud with the same covariance do. "
        + ("" if strategies.apart else NOT_APART)
        + "Groups are formed with hindsight: that a group wins more does not mean that choosing "
        "its way to play wins more; its seats may have begun the game."
    )
    names = [f"group {number}" for number in range(1, len(strategies.groups) + 1)]
    rows = [
        (name, group.name, percent(group.share), percent(group.win_share), points(group.score))
        for name, group in zip(names, strategies.groups, strict=True)
    ]
    head = ("", "set apart by", "of all seats", "share of victories", "score")
    ahead = [
        (name, *("" if share is None else percent(share) for share in row))
        for name, row in zip(names, strategies.ahead, strict=True)
    ]
    places = [
        (name, *map(percent, group.of_place))
        for name, group in zip(names, strategies.groups, strict=True)
    ]
    text += html.table(head, rows)
    text += html.paragraph(
        "How often a seat of the row's group comes in ahead of one of the column's group:"
    )
    text += html.table(("ahead of", *names), ahead)
    text += html.paragraph("The groups' shares of the seats at each place in the first round:")
    text += html.table(("", *PLACES[: study.num_players]), places)
    return text + html.picture(
        lambda: plots.draw_strategies(strategies),
        "groups of seats",
        "Left: the profiles of the groups. Right: their prediction strength, and that of the parts "
        "of one cloud.",
    )


def _sections(study: Study) -> dict[str, str]:
    sections = {
        words.order_heading(study): _order(study),
        words.score_heading(study): _scores(study),
    }
    for part in study.parts.words.sections:
        heading = words.family_heading(study, part.families[0])
        sections[heading] = _effects(study, part.families, part.caption)
    return sections | {
        words.pace_heading(study): _pace(study),
        words.probability_heading(study): _win_probability(study),
        words.strategy_heading(study): _strategies(study),
    }


def _across_agents(studies: Sequence[Study], rows: Sequence[FindingComparison]) -> dict[str, str]:
    """The section on which findings depend on who plays."""
    agents, crowded = [study.agent for study in studies], studies[0].parts.words.crowded
    by_verdict = {v: [row for row in rows if row.verdict == v] for v in (HOLDS, DEPENDS)}
    text = html.paragraph(
        f"{listed(agents)} played the same {studies[0].games:,} deals, each with itself. A "
        "finding has the same sign for all if it is clear in the games of each agent and in the "
        "same direction (the size may differ). Any other depends on who plays if it differs "
        "clearly between two agents when all differences of all findings are judged together. The "
        "rest is open. Bars are the intervals that hold together."
    )
    for verdict in (HOLDS, DEPENDS):
        if chosen := [row for row in by_verdict[verdict] if row.family not in crowded]:
            without = f" (without {listed(crowded)})" if crowded else ""
            text += _compared(studies, chosen, f"{verdict.capitalize()}{without}.")
    head = ("finding", *(f"{agent}, %" for agent in agents), "verdict")
    cells = [
        (row.words, *(_compact(s, f) for s, f in zip(studies, row.findings, strict=True)),
         row.verdict)
        for row in rows
    ]  # fmt: skip
    text += html.folded("All findings as a table", html.table(head, cells))
    heading = (
        f"Of {len(rows)} findings {len(by_verdict[HOLDS])} have the same sign for "
        f"{listed(agents)}, {len(by_verdict[DEPENDS])} others depend on who plays"
    )
    return {heading: text}


def _compared(studies: Sequence[Study], rows: Sequence[FindingComparison], caption: str) -> str:
    return html.picture(lambda: plots.draw_comparison(studies, rows), caption, caption)


def _compact(study: Study, finding: Finding | None) -> str:
    return interval_text(study.interval(finding), "+.1f", 100) if finding else ""


# --- the page ------------------------------------------------------------------------------------


def report_page(studies: Sequence[Study], command: str) -> str:
    """The whole page; it needs nothing but itself."""
    first = studies[0]
    summary = "".join(html.paragraph(line) for study in studies for line in words.headlines(study))
    reading = html.folded("How to read this", words.paragraphs(words.how_to_read(first.parts)))
    alike = [study for study in studies if study.games == first.games]
    sections = _across_agents(alike, compare(alike)) if len(alike) > 1 else {}
    for study in studies:
        prefix = f"{study.agent}: " if len(studies) > 1 else ""
        sections |= {prefix + name: text for name, text in _sections(study).items()}
    sections["What this can't tell"] = words.paragraphs(words.limits(first.parts))
    return html.whole(
        f"What wins in {first.parts.spec.title} with {first.num_players} players",
        summary + html.missing_pictures() + reading,
        sections,
        _footer(studies, command),
    )


def _footer(studies: Sequence[Study], command: str) -> str:
    reaches = listed(
        [f"{study.reach:.2f} ({study.agent}, {len(study.findings)} effects)" for study in studies]
    )
    text = (
        f"Written by <code>{escape(command)}</code>. Components: digest "
        f"<code>{studies[0].digest[:16]}</code>. Standard errors to each side in the thin "
        f"intervals: {escape(reaches)}."
    )
    return f"<footer><p>{text}</p></footer>"
