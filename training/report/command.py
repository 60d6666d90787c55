"""`python -m training.report runs/NAME`: a training run as one page, `runs/NAME/report.html`.

What was trained and how strong it became, its learning curves, where its points come from and what
it likes to do. The page needs nothing but itself. It can be written at any time, also while the run
goes on: it shows what is there.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from agents.reporting import html
from agents.reporting.figures import NO_PLOTS, can_draw
from agents.reporting.tables import interval_text
from agents.statistics import Interval
from rokoko_env.core import ids
from rokoko_env.files import write_file
from rokoko_env.players.agent import AgentError
from rokoko_env.players.trained import RUN_NETWORK
from rokoko_env.ruleset import ruleset_for
from training.options import TrainingError
from training.report import plots
from training.report.action_kinds import GROUPS, MAIN_KINDS, Habits, watch
from training.run import read_lines

GAMES = 200  # of the network with itself, for each number of players
MOST_TABLES = 2  # numbers of players for which these games are played
MEETINGS = 10  # with a member of the pool: the last ones, which say how the learner does now
MOST_CHOICES = 4  # named of a decision

# --- a run, as far as it went --------------------------------------------------------------------


@dataclass
class Story:
    """What a run's folder tells."""

    folder: Path
    config: dict[str, Any]
    log: list[dict[str, Any]] = field(default_factory=list)
    evaluations: list[dict[str, Any]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return str(self.config.get("name", self.folder.name))

    @property
    def players(self) -> list[int]:
        """Numbers of players it was trained for."""
        players = self.config.get("players", [])
        return list(players) if isinstance(players, list) else [players]

    @property
    def last_evaluations(self) -> list[dict[str, Any]]:
        """The last one of each number of players and baseline."""
        last = {(line["players"], line["baseline"]): line for line in self.evaluations}
        return list(last.values())


def read_story(folder: Path) -> Story:
    path = folder / "config.json"
    try:
        config = json.loads(path.read_text("utf-8"))
    except OSError:
        raise TrainingError(f"{folder} is no training run: it has no config.json") from None
    except ValueError:
        config = None
    if not isinstance(config, dict):
        raise TrainingError(f"{folder} is no training run: its config.json holds no options")
    logs = [list(read_lines(folder / f"{name}.jsonl")) for name in ("log", "evaluations")]
    return Story(folder, config, *logs)


# --- words ---------------------------------------------------------------------------------------


def _many(number: float) -> str:
    return f"{number / 1e6:.2f} million" if number >= 1e6 else f"{number:,.0f}"


def _time(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} seconds"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{seconds / 60:.1f} minutes"


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _share(line: Mapping[str, Any]) -> str:
    return interval_text(Interval.from_json(line["win_share"]), ".1f", 100)


# --- sections ------------------------------------------------------------------------------------


def _summary(story: Story) -> str:
    """What was trained, for how long, and the result."""
    config, log = story.config, story.log
    hidden = _listed([str(size) for size in config.get("hidden", [])]) or "unknown"
    tables = _listed([str(players) for players in story.players]) or "an unknown number of"
    told = [
        f"A network with layers of {hidden} units learned to play Rokoko with {tables} players."
    ]
    if config.get("start"):
        told.append(f"It began as {config['start']}.")
    if not log:
        return html.paragraph(" ".join([*told, "No iteration has been finished yet."]))
    last = log[-1]
    games = sum(line.get("games") or 0 for line in log)
    told.append(
        f"In {_time(last['seconds'])} it learned from {_many(last['samples'])} decisions of "
        f"{games:,} games ({last['samples'] / max(last['seconds'], 1e-9):,.0f} decisions a second)."
    )
    phases = Counter[str]()
    for line in log:
        phases[str(line.get("phase", "self-play"))] += line.get("decisions") or 0
    if set(phases) != {"self-play"}:
        parts = [f"{_many(number)} went into {phase}" for phase, number in phases.items()]
        told.append(f"Of these, {_listed(parts)}.")
    return html.paragraph(" ".join(told + _strength(story)))


def _strength(story: Story) -> list[str]:
    """The win shares in sentences."""
    lines = story.last_evaluations
    if not lines:
        return ["It has not been compared with other agents yet."]
    told = []
    for players in dict.fromkeys(line["players"] for line in lines):
        shares = [
            f"{_share(line).replace(' ', ' % ', 1)} against {line['baseline']}"
            for line in lines
            if line["players"] == players
        ]
        equal = f"an equal share is {100 / players:.0f} %"
        told.append(f"At tables of {players} it wins {_listed(shares)}; {equal}.")
    told.append("In brackets are 95 % intervals.")
    since = story.log[-1]["samples"] - max(line["samples"] for line in lines)
    return [*told, f"It has learned from {_many(since)} more since then."] if since > 0 else told


def _options(story: Story) -> str:
    config = dict(story.config)
    made_with = config.pop("made_with", {})
    options = [(name, json.dumps(value)) for name, value in config.items()]
    versions = [(name, str(value)) for name, value in dict(made_with or {}).items()]
    return html.folded(
        "Options and versions",
        html.table(("option", "value"), options, "text"),
        html.table(("made with", ""), versions, "text") if versions else "",
    )


def _evaluations(story: Story) -> str:
    if not story.evaluations:
        return html.paragraph("The run holds no evaluation.")
    rows = []
    for line in story.last_evaluations:
        score, rank = (Interval.from_json(line[name]) for name in ("score", "rank"))
        told = (interval_text(score, ".1f"), interval_text(rank, ".2f"), f"{line['games']:,}")
        rows.append((line["baseline"], str(line["players"]), _share(line), *told))
    head = ("against", "players", "win share, %", "score", "rank", "games")
    caption = (
        "Win share of the network, which plays one seat, against copies of a baseline on all "
        "others; bands are 95 % intervals. It plays the action it likes best."
    )
    picture = html.picture(
        lambda: plots.draw_win_shares(story.evaluations), "win shares over time", caption
    )
    return html.table(head, rows) + picture


def _curves(story: Story) -> str:
    if not story.log:
        return html.paragraph("The run holds no finished iteration.")
    caption = (
        "Pale: as logged, dark: the running mean. Entropy says how undecided the policy is; KL how "
        "far an update moves it, and the clipped part how often that was too far to go on. The "
        "value error is the root of the mean squared difference between what a seat expected and "
        "what then came, in units of the reward."
    )
    if any(plots.is_taught(line) for line in story.log):
        caption += (
            " On the tinted ground the network learned from its teacher; there the value error "
            "looks ahead to the end of the game, so that it is larger."
        )
    return html.picture(
        lambda: plots.draw_curves(story.log, story.config), "learning curves", caption
    )


def _scores(story: Story, habits: Sequence[Habits]) -> str:
    rows = [
        (f"{line['baseline']}, {line['players']} players", line["points"])
        for line in story.last_evaluations
    ]
    rows += [(f"itself, {found.players} players", found.points) for found in habits]
    if not rows:
        return html.paragraph("No finished games to count in.")
    names = [source.replace("_", " ") for source in ids.SOURCE_NAMES]
    cells = [
        (label, *(f"{points.get(source, 0.0):.1f}" for source in ids.SOURCE_NAMES),
         f"{sum(points.values()):.1f}")
        for label, points in rows
    ]  # fmt: skip
    caption = "Mean prestige of the network in a game, by where it comes from, for each opponent."
    picture = html.picture(lambda: plots.draw_scores(rows), "prestige by source", caption)
    table = html.table(("against", *names, "all"), cells)
    return picture + html.folded("The same as a table", table)


def _habits(habits: Sequence[Habits]) -> str:
    told = [
        f"In {found.games:,} games of {found.players} players with itself the winner has "
        f"{found.winner_score:.1f} prestige on average, and a player makes "
        f"{found.choices.total() / found.seats:.0f} decisions."
        for found in habits
    ]
    told.append("What the rules leave no choice about is not counted.")
    shares = {found.players: found.by_round() for found in habits}
    counts = {found.players: found.counts() for found in habits}
    rows = [
        (kind, *(f"{table[kind]:.2f}" for table in counts.values()))
        for kinds in GROUPS.values()
        for kind in kinds
    ]
    head = ("times a player and game", *(f"{players} players" for players in counts))
    parts = [
        html.paragraph(" ".join(told)),
        html.picture(
            lambda: plots.draw_rounds(MAIN_KINDS, shares),
            "main actions by round",
            "What the turns are used for, round by round.",
        ),
        html.picture(
            lambda: plots.draw_choices(GROUPS, counts),
            "how often each kind of action is chosen",
            "How often a player chooses each kind of action in a game. Decorations are funded, and "
            "dresses made, by bonuses too.",
        ),
        html.folded("The same as a table", html.table(head, rows)),
    ]
    parts += [html.folded(f"Every decision, {h.players} players", _decisions(h)) for h in habits]
    return "".join(parts)


def _decisions(found: Habits) -> str:
    """How often each decision comes up, and its most frequent answers."""
    names = ruleset_for(None, found.players).actions
    rows = []
    for decision in ids.DECISION_NAMES:
        answers = Counter[int]()
        for (_, asked, action), number in found.choices.items():
            answers[action] += number if asked == decision else 0
        total = answers.total()
        if total:
            often = answers.most_common(MOST_CHOICES)
            told = ", ".join(f"{names[action]} {100 * n / total:.0f} %" for action, n in often)
            rows.append((decision, f"{total / found.seats:.1f}", told))
    return html.table(("decision", "a player and game", "most often"), rows, "text")


def _pool(story: Story) -> str:
    """The learner against the members of the pool, by the last games with each."""
    met: dict[str, list[tuple[float, int, int]]] = {}
    for line in story.log:
        for name, share, games in line.get("against") or ():
            # Who was met last comes last.
            met[name] = [*met.pop(name, []), (share, games, line["iteration"])]
    if not met:
        return html.paragraph("The log holds no games against a pool of opponents.")
    room = story.config.get("pool_size", 12) + len(story.config.get("opponents", []))
    rows = []
    for name, meetings in list(met.items())[-room:]:
        last = meetings[-MEETINGS:]
        games = sum(number for _, number, _ in last)
        share = sum(share * number for share, number, _ in last) / max(games, 1)
        rows.append((_member(name), f"{100 * share:.1f}", f"{games:,}", str(last[-1][2])))
    rows.sort(key=lambda row: float(row[1]))
    said = html.paragraph(
        f"In a part of the games all seats but one are played by earlier networks or other agents. "
        f"The learner's win share in its last {MEETINGS} meetings with each, on a scale on which "
        f"equals have 50 % at any table; those who do best against it come first."
    )
    return said + html.table(("against", "win share, %", "games", "last met in iteration"), rows)


def _member(name: str) -> str:
    found = re.search(r"(\d+)\.safetensors", name)
    return f"itself after iteration {int(found[1])}" if found else name


# --- the page ------------------------------------------------------------------------------------


def _watched(story: Story, games: int) -> tuple[list[Habits], str]:
    """What the network does, or why that is not known."""
    network = story.folder / RUN_NETWORK
    if not network.exists():
        return [], "No network has been kept yet."
    try:
        return [watch(network, players, games) for players in story.players[:MOST_TABLES]], ""
    except AgentError as error:
        return [], f"No games could be played: {error}"


def _footer(name: str) -> str:
    """How to come by the page, and how to go on."""
    run = escape(f"runs/{name}")
    return (
        f"<footer><p>Written by <code>python -m training.report {run}</code>. How good is it? "
        f"<code>python -m agents.arena ppo:{run} heuristic</code></p></footer>"
    )


def _page(story: Story, games: int) -> str:
    habits, problem = _watched(story, games)
    sections = {
        "How strong it is": _evaluations(story),
        "How it learned": _curves(story),
        "Where its points come from": _scores(story, habits),
        "What it does": _habits(habits) if habits else html.paragraph(problem),
        "Whom it met in training": _pool(story),
    }
    missing = "" if can_draw() else html.paragraph(f"Note: {NO_PLOTS}.")
    top = _summary(story) + missing + _options(story)
    return html.whole(f"Training run {story.name}", top, sections, _footer(story.name))


def write_report(run_folder: Path, *, games: int = GAMES) -> Path:
    """Write `report.html` into a run's folder, and say where it is.

    `games` of the network with itself are played for each number of players.
    """
    text = _page(read_story(run_folder), games)
    path = run_folder / "report.html"
    write_file(path, lambda file: file.write(text.encode()))
    return path


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m training.report", description=__doc__)
    parser.add_argument("run", type=Path, help="the folder of a run, runs/NAME")
    help_text = f"of the network with itself, to see what it does (default {GAMES})"
    parser.add_argument("--games", type=int, default=GAMES, help=help_text)
    given = parser.parse_args(argv)
    if given.games < 1:
        parser.error(f"--games is {given.games}, expected at least 1")
    try:
        path = write_report(given.run, games=given.games)
    except (TrainingError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if not can_draw():
        print(f"note: {NO_PLOTS}", file=sys.stderr)
    print(f"The report is {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
