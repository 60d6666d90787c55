"""`python -m training.report runs/NAME`: a training run as one page, `runs/NAME/report.html`.

It shows what was trained and how strong it became, learning curves, points by source and frequent
actions. The page is self-contained. It can be written at any time, also while the run is in
progress.
"""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path
from typing import Annotated, Any

import tyro

from agents.reporting import html
from agents.reporting.cli import check_at_least, game_arguments, run_command
from agents.reporting.figures import NO_PLOTS, can_draw
from agents.reporting.jsonl import read_lines
from agents.reporting.tables import interval_text, listed, print_result
from agents.statistics import Interval
from parlour.action_kinds import ActionKinds
from parlour.files import write_text
from parlour.games import find_game, known_game
from parlour.players.agent import AgentError
from parlour.players.registry import training_baselines
from parlour.players.trained import RUN_NETWORK
from parlour.ruleset import ruleset_for
from parlour.spec import GameSpec
from training.errors import TrainingError
from training.evaluate import arena_command
from training.report import plots
from training.report.action_counts import ActionCounts, count_actions
from training.run import check_game, game_of

GAMES = 200  # of the network with itself, for each number of players
MAX_COUNTED = 2  # numbers of players for which these games are played
MAX_MEETINGS = 10  # latest results against a member of the pool that count
MAX_ACTIONS = 4  # listed for each decision


@dataclass
class RunData:
    """Options and logs of a run, as far as it came."""

    folder: Path
    spec: GameSpec
    config: dict[str, Any]
    log: list[dict[str, Any]]
    evaluations: list[dict[str, Any]]

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
        """The last evaluation for each number of players and baseline."""
        last = {(line["players"], line["baseline"]): line for line in self.evaluations}
        return list(last.values())


RENAMED_OPTIONS = {"hidden": "hidden_sizes", "start": "init_from"}


def read_run(folder: Path, game: str = "") -> RunData:
    """Read a run; its game has to be named where it is not installed."""
    path = folder / "config.json"
    try:
        config = json.loads(path.read_text("utf-8"))
    except OSError:
        raise TrainingError(f"{folder} is no training run: it has no config.json") from None
    except ValueError:
        config = None
    if not isinstance(config, dict):
        raise TrainingError(f"{folder} is no training run: its config.json holds no options")
    for old, new in RENAMED_OPTIONS.items():  # runs of earlier versions
        config.setdefault(new, config.get(old))
    config |= config.pop("options", {})  # of `training.sb3_ppo`
    logs = [list(read_lines(folder / f"{name}.jsonl")) for name in ("log", "evaluations")]
    spec = find_game(game) if game else known_game(game_of(config))
    check_game(folder, config, spec)
    return RunData(folder, spec, config, *logs)


def _many(number: float) -> str:
    return f"{number / 1e6:.2f} million" if number >= 1e6 else f"{number:,.0f}"


def _time(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} seconds"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{seconds / 60:.1f} minutes"


def _share(line: Mapping[str, Any]) -> str:
    return interval_text(Interval.from_json(line["win_share"]), ".1f", 100)


def _summary(run: RunData) -> str:
    """Text on what was trained, for how long, and how strong it became."""
    config, log = run.config, run.log
    sizes = listed(config.get("hidden_sizes") or []) or "unknown"
    players = listed(run.players) or "an unknown number of"
    game = f"{run.spec.title} with {players} players"
    sentences = [f"A network with layers of {sizes} units learned to play {game}."]
    if config.get("init_from"):
        sentences.append(f"It began as {config['init_from']}.")
    if not log:
        return html.paragraph(" ".join([*sentences, "No iteration has been finished yet."]))
    last = log[-1]
    games = sum(line.get("games") or 0 for line in log)
    sentences.append(
        f"In {_time(last['seconds'])} it learned from {_many(last['samples'])} decisions of "
        f"{games:,} games ({last['samples'] / max(last['seconds'], 1e-9):,.0f} decisions a second)."
    )
    phases = Counter[str]()
    for line in log:
        phases[str(line.get("phase", "self-play"))] += line.get("decisions") or 0
    if set(phases) != {"self-play"}:
        parts = (f"{_many(number)} went into {phase}" for phase, number in phases.items())
        sentences.append(f"Of these, {listed(parts)}.")
    return html.paragraph(" ".join(sentences + _strength(run)))


def _strength(run: RunData) -> list[str]:
    """The win shares in sentences."""
    lines = run.last_evaluations
    if not lines:
        return ["It has not been compared with other agents yet."]
    sentences = []
    for players in dict.fromkeys(line["players"] for line in lines):
        shares = [
            f"{_share(line).replace(' ', ' % ', 1)} against {line['baseline']}"
            for line in lines
            if line["players"] == players
        ]
        sentence = f"With {players} players it wins {listed(shares)}"
        sentences.append(f"{sentence}; an equal share is {100 / players:.0f} %.")
    sentences.append("In brackets are 95 % intervals.")
    since = run.log[-1]["samples"] - max(line["samples"] for line in lines)
    if since > 0:
        sentences.append(f"It has learned from {_many(since)} more since then.")
    return sentences


def _options(run: RunData) -> str:
    config = dict(run.config)
    made_with = config.pop("made_with", None)
    options = [(name, json.dumps(value)) for name, value in config.items()]
    tables = [html.table(("option", "value"), options, "text")]
    if made_with:
        versions = [(name, str(value)) for name, value in made_with.items()]
        tables.append(html.table(("made with", ""), versions, "text"))
    return html.folded("Options and versions", *tables)


def _evaluations(run: RunData) -> str:
    if not run.evaluations:
        return html.paragraph("The run holds no evaluation.")
    rows = []
    for line in run.last_evaluations:
        score, rank = (Interval.from_json(line[name]) for name in ("score", "rank"))
        cells = (interval_text(score, ".1f"), interval_text(rank, ".2f"), f"{line['games']:,}")
        rows.append((line["baseline"], str(line["players"]), _share(line), *cells))
    head = ("against", "players", "win share, %", "score", "rank", "games")
    caption = (
        "Win share of the network, which plays one seat, against copies of a baseline on all "
        "others; bands are 95 % intervals. It plays the action with the highest probability."
    )
    figure = partial(plots.draw_win_shares, run.evaluations)
    return html.table(head, rows) + html.picture(figure, "win shares over time", caption)


def _curves(run: RunData) -> str:
    if not run.log:
        return html.paragraph("The run holds no finished iteration.")
    caption = (
        "Pale: as logged, dark: the running mean. Entropy measures how undecided the policy is, KL "
        "how far an update moves it, and the clipped part how often that exceeded the clipping "
        "range. The value error is the root mean squared difference between the value and the "
        "actual reward."
    )
    if any(plots.is_taught(line) for line in run.log):
        caption += (
            " On the tinted ground the network learned from its teacher; there the value error "
            "looks ahead to the end of the game, so that it is larger."
        )
    curves = partial(plots.draw_curves, run.spec, run.log, run.config)
    return html.picture(curves, "learning curves", caption)


def _scores(run: RunData, self_play: Sequence[ActionCounts]) -> str:
    rows = [
        (f"{line['baseline']}, {line['players']} players", line["points"])
        for line in run.last_evaluations
    ]
    rows += [(f"itself, {counts.players} players", counts.points) for counts in self_play]
    if not rows:
        return html.paragraph("No games have been finished.")
    spec, cells = run.spec, []
    for label, points in rows:
        numbers = [*(points.get(source, 0.0) for source in spec.sources), sum(points.values())]
        cells.append((label, *(f"{number:.1f}" for number in numbers)))
    names = [source.replace("_", " ") for source in spec.sources]
    word = spec.score_word
    caption = f"Mean {word} of the network in a game by source, against each opponent."
    picture = html.picture(partial(plots.draw_scores, spec, rows), f"{word} by source", caption)
    table = html.table(("against", *names, "all"), cells)
    return picture + html.folded("The same as a table", table)


def _actions(spec: GameSpec, self_play: Sequence[ActionCounts]) -> str:
    sentences = [
        f"In {counts.games:,} games of {counts.players} players with itself the winner has "
        f"{counts.winner_score:.1f} {spec.score_word} on average, and a player makes "
        f"{counts.choices.total() / counts.seats:.0f} decisions."
        for counts in self_play
    ]
    sentences.append("Forced actions are not counted.")
    decisions = [
        html.folded(f"Every decision, {counts.players} players", _decisions(counts))
        for counts in self_play
    ]
    kinds = _kinds(spec.action_kinds, self_play) if spec.action_kinds else ""
    return html.paragraph(" ".join(sentences)) + kinds + "".join(decisions)


def _kinds(kinds: ActionKinds, self_play: Sequence[ActionCounts]) -> str:
    """The frequency of each kind of action."""
    by_round = {counts.players: counts.by_round(kinds) for counts in self_play}
    frequencies = {counts.players: counts.per_game(kinds) for counts in self_play}
    rows = [
        (kind, *(f"{frequency[kind]:.2f}" for frequency in frequencies.values()))
        for group in kinds.groups.values()
        for kind in group
    ]
    head = ("times per player and game", *(f"{players} players" for players in frequencies))
    rounds = partial(plots.draw_rounds, kinds, by_round)
    choices = partial(plots.draw_choices, kinds.groups, frequencies)
    main = f"{kinds.main_group}s"
    caption = f"How often a player chooses each kind of action in a game. {kinds.note}".strip()
    return "".join(
        [
            html.picture(rounds, f"{main} by round", f"{main.capitalize()} of each round."),
            html.picture(choices, "how often each kind of action is chosen", caption),
            html.folded("The same as a table", html.table(head, rows)),
        ]
    )


def _decisions(counts: ActionCounts) -> str:
    """Frequency of each kind of decision, and its most frequent actions."""
    names = ruleset_for(counts.spec, None, counts.players).actions
    rows = []
    for decision in counts.spec.decisions:
        actions = Counter[int]()
        for (_, kind, action), number in counts.choices.items():
            actions[action] += number if kind == decision else 0
        if total := actions.total():
            frequent = ", ".join(
                f"{names[action]} {100 * number / total:.0f} %"
                for action, number in actions.most_common(MAX_ACTIONS)
            )
            rows.append((decision, f"{total / counts.seats:.1f}", frequent))
    return html.table(("decision", "per player and game", "most often"), rows, "text")


def _pool(run: RunData) -> str:
    """The learner against the members of the pool, by its latest results against each."""
    meetings: dict[str, list[tuple[float, int, int]]] = {}
    for line in run.log:
        for name, share, games in line.get("against") or ():
            # `pop` moves the member to the end: the dictionary is in order of last meetings.
            meetings[name] = [*meetings.pop(name, []), (share, games, line["iteration"])]
    if not meetings:
        return html.paragraph("The log holds no games against a pool of opponents.")
    size = run.config.get("pool_size", 12) + len(run.config.get("opponents", []))
    rows = []
    for name, results in list(meetings.items())[-size:]:
        last = results[-MAX_MEETINGS:]
        games = sum(number for _, number, _ in last)
        share = sum(share * number for share, number, _ in last) / max(games, 1)
        rows.append((_member(name), f"{100 * share:.1f}", f"{games:,}", str(last[-1][2])))
    rows.sort(key=lambda row: float(row[1]))
    head = ("against", "win share, %", "games", "last met in iteration")
    return html.paragraph(
        f"In a share of the games earlier networks or other agents play all seats but one. The "
        f"table shows the learner's win share in its last {MAX_MEETINGS} meetings with each, on a "
        f"scale where equal players have 50 %; the strongest opponents come first."
    ) + html.table(head, rows)


def _member(name: str) -> str:
    snapshot = re.search(r"(\d+)\.safetensors", name)
    return f"itself after iteration {int(snapshot[1])}" if snapshot else name


def _self_play(run: RunData, games: int) -> tuple[list[ActionCounts], str]:
    """Games of the network with itself, or why there are none."""
    network = run.folder / RUN_NETWORK
    if not network.exists():
        return [], "No network has been saved yet."
    try:
        players = run.players[:MAX_COUNTED]
        return [count_actions(run.spec, network, n, games) for n in players], ""
    except AgentError as error:
        return [], f"No games could be played: {error}"


def _page(run: RunData, games: int) -> str:
    self_play, problem = _self_play(run, games)
    sections = {
        "Strength": _evaluations(run),
        "Learning curves": _curves(run),
        "Points by source": _scores(run, self_play),
        "Actions": _actions(run.spec, self_play) if self_play else html.paragraph(problem),
        "Opponents in training": _pool(run),
    }
    top = _summary(run) + html.missing_pictures() + _options(run)
    name, strongest = f"runs/{run.name}", training_baselines(run.spec)[-1]
    command = arena_command(run.spec, f"ppo:{name}", strongest)
    own = shlex.join(["python", "-m", "training.report", name, *game_arguments(run.spec)])
    footer = (
        f"<footer><p>Written by <code>{escape(own)}</code>. "
        f"How good is it? <code>{escape(command)}</code></p></footer>"
    )
    return html.whole(f"Training run {run.name}", top, sections, footer)


def write_report(folder: Path, *, game: str = "", games: int = GAMES) -> Path:
    """Write `report.html` into a run's folder. Returns its path.

    The network plays `games` games with itself for each number of players.
    """
    path = folder / "report.html"
    write_text(path, _page(read_run(folder, game), games))
    return path


@dataclass(frozen=True)
class Options:
    """Write the report of a training run."""

    run: Annotated[Path, tyro.conf.Positional]
    """Folder of the run, runs/NAME."""
    game: str = ""
    """Game of the run, where it is not installed; by default the name in the run."""
    games: int = GAMES
    """Games of the network with itself, to count its actions."""


def report(options: Options) -> None:
    """Write the report, and print its path."""
    check_at_least("games", options.games, 1)
    path = write_report(options.run, game=options.game, games=options.games)
    print_result([], [f"The report is {path}"], [] if can_draw() else [NO_PLOTS])


main = partial(run_command, Options, report)
