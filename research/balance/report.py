"""The report of a balance study: one page that says what was found, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from agents.reporting import html
from agents.reporting.figures import NO_PLOTS, can_draw
from research.balance import plots
from research.balance.across_agents import DEPENDS, HOLDS, OPEN, Comparison, compare
from research.balance.effects import FEWEST, Effect
from research.balance.strategies import STRONG
from research.balance.study import PLACES, Finding, Study
from research.balance.words import (
    HOW_TO_READ,
    LIMITS,
    chance_heading,
    family_heading,
    headlines,
    listed,
    order_heading,
    pace_heading,
    paragraphs,
    percent,
    points,
    score_heading,
    strategy_heading,
    told_as,
)
from research.statistics import Estimate
from rokoko_env.core.ids import ROUNDS, SOURCE_NAMES

NOT_APART = (
    "Here no number of groups is: the seats are one cloud with a gradient, which is cut in two to "
    "describe it. The cut could as well be elsewhere. "
)

# --- sections ------------------------------------------------------------------------------------


def _order(study: Study) -> str:
    rows = [
        (PLACES[place], percent(wins), points(score))
        for place, (wins, score) in enumerate(
            zip(study.order_wins, study.order_scores, strict=True)
        )
    ]
    seats = listed([percent(wins) for wins in study.seat_wins])
    return (
        html.picture(
            lambda: plots.draw_order(study),
            "victories and scores by turn order",
            "The start player of the first round is drawn by lot, so these are effects of the "
            "place and nothing else.",
        )
        + html.table(("in the first round", "share of victories", "score"), rows)
        + html.paragraph(
            f"A check: the number of the seat should not matter, and the seats win {seats}."
        )
    )


def _scores(study: Study) -> str:
    rows = [
        (name.replace("_", " "), f"{winner:.1f}", f"{other:.1f}", points(lead))
        for name, winner, other, lead in zip(
            SOURCE_NAMES, *study.sources.tolist(), study.source_leads, strict=True
        )
    ]
    head = ("source", "winners", "others", "difference")
    said = html.paragraph(
        f"A seat scores {points(study.score)} on average, the winner "
        f"{points(study.winner_score)}, which is {points(study.winner_margin)} more than the "
        "second. What winners have more of is no advice by itself: it may come from winning."
    )
    picture = html.picture(
        lambda: plots.draw_scores(study),
        "scores and their sources",
        "Left: how scores are spread. Right: mean prestige by source.",
    )
    return said + picture + html.folded("The same as a table", html.table(head, rows))


def _effects(study: Study, families: Sequence[str], caption: str) -> str:
    findings = [f for family in families for f in study.of_family(family)]
    untold = [e for e in study.effects if e.option.family in families and e.adjusted is None]
    parts = []
    if findings:
        parts.append(
            html.picture(
                lambda: plots.draw_findings(findings, study.reach),
                "effects with intervals",
                caption,
            )
        )
        parts.append(html.folded("The same as a table", _effect_table(study, findings)))
    if untold:
        parts.append(html.paragraph(_untold(untold)))
    return "".join(parts)


def _effect_table(study: Study, findings: Sequence[Finding]) -> str:
    taken = {effect.key: effect for effect in study.effects}
    rows = []
    for finding in sorted(findings, key=lambda f: -f.estimate.value):
        together = study.interval(finding)
        assert finding.naive is not None
        assert finding.prestige is not None
        rows.append(
            (
                finding.words,
                f"{finding.taken:,} of {finding.offered:,}",
                _rounds(taken[finding.key]),
                told_as(finding.naive.interval(), 100, "+.1f", ""),
                told_as(finding.estimate.interval(), 100, "+.1f", ""),
                f"{100 * together.low:+.1f} to {100 * together.high:+.1f}",
                points(finding.prestige, "+.1f"),
            )
        )
    head = ("what", "taken", "rounds", "naive, %", "adjusted, %", "together, %", "in prestige")
    return html.table(head, rows)


def _rounds(effect: Effect) -> str:
    """The rounds in which most of it happens: from the first tenth to the last."""
    parts = np.cumsum(effect.rounds) / max(1, effect.rounds.sum())
    first, last = np.searchsorted(parts, (0.1, 0.9)) + 1
    return str(first) if first == last else f"{first} to {last}"


def _untold(untold: Sequence[Effect]) -> str:
    """What the agent leaves no choice about."""
    told = [f"{e.option.name} (taken {e.taken:,} of {e.offered:,} times)" for e in untold]
    return (
        f"Nothing can be compared where there are fewer than {FEWEST} cases of taking it or of "
        f"leaving it, or where the situation decides which: {listed(told)}."
    )


def _pace(study: Study) -> str:
    return html.picture(
        lambda: plots.draw_pace(study.pace, study.cards_played),
        "the course of a game",
        "At the beginning of each round and at the end, seats that win in the end and the "
        "others; bands are intervals, mostly narrower than the lines.",
    )


def _chances(study: Study) -> str:
    found = study.chances
    said = html.paragraph(
        f"A model of everybody's chances at the beginning of each round was fitted to one half of "
        f"the games and tried on the other {found.games:,}. The right picture compares what it "
        f"foresaw with what came: on the dotted line it is right. {_calibration(study)} The lead "
        f"in prestige changes {points(study.lead_changes, '.2f')} times a game; in "
        f"{100 * study.lead_change_shares[0]:.0f} % of the games whoever leads after the first "
        "round always does."
    )
    rows = [
        (str(number + 1), *(percent(e[number]) for e in _by_round(study)),
         told_as(found.errors[number].interval(), 100, "+.1f", " %"),
         points(found.brier[number], ".3f"), points(found.log_score[number], ".3f"))
        for number in range(ROUNDS)
    ]  # fmt: skip
    rows.append(("equal chances", *(f"{100 / study.num_players:.1f} %",) * 3, "",
                 f"{found.brier_even:.3f}", f"{found.log_even:.3f}"))  # fmt: skip
    head = ("round", "favourite's chance", "favourite wins", "leader wins",
            "foreseen less won", "Brier score", "log score")  # fmt: skip
    bins = [(f"{100 * b.foreseen:.1f} %", percent(b.won)) for b in found.reliability]
    picture = html.picture(
        lambda: plots.draw_chances(found, study.num_players),
        "chances to win by round",
        "Left: how often the favourite, and the leader, wins. Right: foreseen chances against "
        "what happened, all rounds together.",
    )
    tables = html.table(head, rows) + html.table(("foreseen", "won"), bins)
    return said + picture + html.folded("The same as tables", tables)


def _calibration(study: Study) -> str:
    """The rounds at whose beginning it is least sure and surest of its favourite, for what comes.

    Round by round, because errors of opposite signs would cancel.
    """
    errors = study.chances.errors
    values = [error.value for error in errors]
    low, high = int(np.argmin(values)), int(np.argmax(values))
    told = [
        f"{told_as(errors[r].interval(), 100, '+.1f', '')} points in round {r + 1}"
        for r in (low, high)
    ]
    return (
        "What it foresees for its favourite, less what this one wins, is "
        f"between {told[0]} and {told[1]}; above 0 it is too sure."
    )


def _by_round(study: Study) -> tuple[list[Estimate], ...]:
    found = study.chances
    return found.favourite, found.favourite_wins, found.leader_wins


def _strategies(study: Study) -> str:
    found = study.strategies
    said = html.paragraph(
        "Seats are grouped by where their prestige comes from and by what they did, not by how "
        "much they scored. Groups are apart if halves of the games agree on them (prediction "
        f"strength of at least {STRONG}) and if they break up at most half as many pairs of like "
        "seats as the parts of one Gaussian cloud with the same covariance do. "
        + ("" if found.apart else NOT_APART)
        + "Groups are made with hindsight: that a group wins more does not mean that choosing it "
        "wins more; it may have begun."
    )
    rows = [
        (f"group {number}", group.name, percent(group.share), percent(group.win_share),
         points(group.score))
        for number, group in enumerate(found.groups, 1)
    ]  # fmt: skip
    head = ("", "what sets it apart most", "of all seats", "share of victories", "score")
    names = [f"group {number}" for number in range(1, len(found.groups) + 1)]
    ahead = [
        (name, *("" if share is None else percent(share) for share in row))
        for name, row in zip(names, found.ahead, strict=True)
    ]
    places = [
        (name, *map(percent, group.of_place))
        for name, group in zip(names, found.groups, strict=True)
    ]
    return (
        said
        + html.table(head, rows)
        + html.paragraph("How often a seat of a row comes in ahead of one of a column:")
        + html.table(("ahead of", *names), ahead)
        + html.paragraph("How many of those at a place of the first round's order are in a group:")
        + html.table(("", *PLACES[: study.num_players]), places)
        + html.picture(
            lambda: plots.draw_strategies(found),
            "groups of seats",
            "Left: what the groups are like. Right: how stable they are, and how stable the parts "
            "of one cloud are.",
        )
    )


def _sections(study: Study) -> dict[str, str]:
    decorations = ("decorations", "other")
    return {
        order_heading(study): _order(study),
        score_heading(study): _scores(study),
        family_heading(study, "employees", "employees"): _effects(
            study, ("employees",),
            "What hiring an employee does for the share of victories, against not hiring him in a "
            "round in which he could be had.",
        ),
        family_heading(study, "dresses", "dresses"): _effects(
            study, ("dresses",), "The same for making a dress.",
        ),
        family_heading(study, "halls", "halls"): _effects(
            study, ("halls",), "The same for renting a dress out to a hall, where it had room.",
        ),
        family_heading(study, "decorations", "decorations"): _effects(
            study, decorations,
            "The same for decorations, the favor card, the all-halls bonus (once three halls are "
            "reached), selling a dress instead of renting it out, and deputing the card in play.",
        ),
        pace_heading(study): _pace(study),
        chance_heading(study): _chances(study),
        strategy_heading(study): _strategies(study),
    }  # fmt: skip


def _skill(studies: Sequence[Study], rows: Sequence[Comparison]) -> dict[str, str]:
    """Which findings depend on who plays; with the pictures of those worth a look."""
    agents = [study.agent for study in studies]
    by_verdict = {v: [row for row in rows if row.verdict == v] for v in (HOLDS, DEPENDS, OPEN)}
    said = html.paragraph(
        f"{listed(agents)} played the same {studies[0].games:,} deals, each with itself. A "
        "finding has the same sign for all if it is clear in each one's games and in the same "
        "direction (the size may differ). Of the others one depends on who plays if it differs "
        "clearly between two of them, where all differences of all findings are judged together. "
        "The rest is open. Bars are the intervals that hold "
        "together."
    )
    parts = [said]
    for verdict in (HOLDS, DEPENDS):
        chosen = [row for row in by_verdict[verdict] if row.family != "dresses"]
        if chosen:
            parts.append(_compared(studies, chosen, f"{verdict.capitalize()} (without dresses)."))
    head = ("finding", *(f"{agent}, %" for agent in agents), "verdict")
    cells = [
        (row.words, *(_compact(s, f) for s, f in zip(studies, row.findings, strict=True)),
         row.verdict)
        for row in rows
    ]  # fmt: skip
    parts.append(html.folded("All findings as a table", html.table(head, cells)))
    heading = (
        f"Of {len(rows)} findings {len(by_verdict[HOLDS])} have the same sign for "
        f"{listed(agents)}, {len(by_verdict[DEPENDS])} others depend on who plays"
    )
    return {heading: "".join(parts)}


def _compared(studies: Sequence[Study], rows: Sequence[Comparison], caption: str) -> str:
    return html.picture(lambda: plots.draw_comparison(studies, rows), caption, caption)


def _compact(study: Study, finding: Finding | None) -> str:
    if finding is None:
        return ""
    return told_as(study.interval(finding), 100, "+.1f", "")


# --- the page ------------------------------------------------------------------------------------


def page_of(studies: Sequence[Study], command: str) -> str:
    """The whole page; it needs nothing but itself."""
    first = studies[0]
    told = "".join(html.paragraph(line) for study in studies for line in headlines(study))
    reading = html.folded("How to read this", paragraphs(HOW_TO_READ))
    missing = "" if can_draw() else html.paragraph(f"Note: {NO_PLOTS}.")
    sections: dict[str, str] = {}
    alike = [study for study in studies if study.games == first.games]
    if len(alike) > 1:
        sections |= _skill(alike, compare(alike))
    for study in studies:
        prefix = f"{study.agent}: " if len(studies) > 1 else ""
        sections |= {prefix + name: text for name, text in _sections(study).items()}
    sections["What this can't tell"] = paragraphs(LIMITS)
    return html.whole(
        f"What wins in Rokoko with {first.num_players} players",
        told + missing + reading,
        sections,
        _footer(studies, command),
    )


def _footer(studies: Sequence[Study], command: str) -> str:
    reaches = listed(
        [f"{study.reach:.2f} ({study.agent}, {len(study.findings)} effects)" for study in studies]
    )
    text = (
        f"Written by <code>{escape(command)}</code>. Components: digest "
        f"<code>{studies[0].digest[:16]}</code>. Standard errors that the thin intervals reach to "
        f"each side: {escape(reaches)}."
    )
    return f"<footer><p>{text}</p></footer>"
