"""Write the measured tables and the figures into README and docs, from the committed results.

Pages in docs/GAME are about that game, all others about the default one.

python -m benchmarks.report            writes them
python -m benchmarks.report --check    lists those that don't match the results
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from agents import ladder
from agents.reporting.cli import run_command
from agents.reporting.figures import COLORS, new_figure, svg, tidy
from agents.statistics import Interval
from benchmarks import (
    arena,
    rewards,
    roofline,
    search,
    search_regret,
    store,
    strength,
    targets,
    training,
)
from benchmarks.coldstart import LIMITS, PARTS
from benchmarks.targets import Target
from benchmarks.threads import SITUATIONS
from benchmarks.throughput import BATCH_SIZES, VECTOR_GAMES, YARDSTICK, batch_name
from benchmarks.timing import Rate, short
from parlour.files import write_file, write_text
from parlour.games import DEFAULT_GAME, find_game, game_names

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PLOT = "speed.svg"
OTHER_GAMES = tuple(name for name in game_names() if name != DEFAULT_GAME)
AEC = "PettingZoo AEC, raw"


def _markdown(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rows = [head, ["---"] * len(head), *lines]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _rates(game: str) -> dict[str, dict[str, Rate]]:
    """Rates of the layers, by number of players."""
    by_players = store.load("throughput", game)["players"]
    return {n: store.rates("throughput", "players", n, game=game) for n in by_players}


def machine_line(game: str) -> str:
    machine = store.load("throughput", game)["machine"]
    return (
        f"Measured on {machine['cores']} cores of an {machine['processor']}, "
        f"Python {machine['python']}, numba {machine['numba']}, NumPy {machine['numpy']}."
    )


def ratios_table(ratios: Iterable[Target]) -> str:
    return _markdown(targets.HEAD, (ratio.texts for ratio in ratios))


def _lines(rates: Mapping[str, Rate]) -> list[tuple[str, str]]:
    return [(name, str(rate)) for name, rate in rates.items()]


def peers_table(game: str) -> str:
    peers = store.load("peers", game)
    lines = _lines(store.rates("peers", "rates", game=game))
    lines += [(name, f"missing: {reason}") for name, reason in peers["missing"].items()]
    versions = ", ".join(f"{name} {number}" for name, number in peers["versions"].items())
    return _markdown(("random legal play, one core", "decisions/s"), lines) + f"\n\n({versions})"


def throughput_table(game: str) -> str:
    rates = _rates(game)
    lines = [(name, *(short(rates[n][name].median) for n in rates)) for name in rates["4"]]
    return _markdown(("decisions/s", *(f"{n} players" for n in rates)), lines)


def layers_table(game: str) -> str:
    rates = _rates(game)["4"]
    names = (YARDSTICK, batch_name(1024, 1), AEC)
    return _markdown(("4 players", "decisions/s"), _lines({name: rates[name] for name in names}))


def interfaces_table(game: str) -> str:
    rates = _rates(game)["4"]
    checks = store.load("interfaces", game)["checks"]
    single = "Gymnasium, one seat"
    vector, sb3 = f"Gymnasium vector, {VECTOR_GAMES} games", f"SB3 VecEnv, {VECTOR_GAMES} games"
    rows = [
        ("`Game`", None, "", "Game: action_mask, apply", None),
        ("PettingZoo AEC", "PettingZoo AEC", "", AEC, "PettingZoo AEC, wrapped"),
        (single, single, ', with `illegal="lose"`', single, f"{single}, wrapped"),
        (vector, None, "", vector, None),
        (sb3, "SB3 VecEnv", "", sb3, None),
        ("`Batch`, 1,024 games", None, "", batch_name(1024, 1), None),
    ]
    lines = []
    for name, check, remark, plain, wrapped in rows:
        checker, result = checks[check] if check else ("", "")
        wrapped_rate = str(rates[wrapped]) if wrapped else ""
        lines.append((name, checker + remark, result, str(rates[plain]), wrapped_rate))
    return _markdown(("interface", "official checker", "result", "decisions/s", "wrapped"), lines)


def coldstart_table(game: str) -> str:
    seconds = store.load("coldstart", game)["seconds"]
    lines = [
        (name, *(f"{seconds[name][part]:.1f} s" for part in PARTS), f"{LIMITS[name]:g} s")
        for name in LIMITS
    ]
    return _markdown(("", *PARTS, "wanted: at most"), lines)


def threads_table(game: str) -> str:
    lines = [
        (name, *line)
        for name in SITUATIONS
        for line in _lines(store.rates("threads", name, game=game))
    ]
    return _markdown(("", "Batch.step", "decisions/s"), lines)


def roofline_table(game: str) -> str:
    by_size = {
        size: store.rates("roofline", "games", str(size), game=game) for size in roofline.SIZES
    }
    head = ("games", "merely filling/s", "Batch.step/s", "fraction")
    return _markdown(head, roofline.roof_rows(by_size))


def shares_table(game: str) -> str:
    head = ("part of a step, 1,024 games", "share of its time")
    return _markdown(head, roofline.share_rows(store.rates("roofline", "shares", game=game)))


def instructions_table(game: str) -> str:
    counts = store.load("roofline", game)["instructions"]
    if counts["counter"] is None:
        return "(not counted on this machine)"
    head = ("work", f"instructions per decision ({counts['counter']})")
    return _markdown(head, roofline.instruction_rows(counts["per decision"]))


def figures_table(name: str, game: str) -> str:
    figures = store.load(name, game)["figures"]
    return _markdown(strength.HEAD, [strength.Figure.from_json(data).texts for data in figures])


def commands_block(name: str, game: str) -> str:
    return "\n".join(["```", *store.load(name, game)["commands"].values(), "```"])


def hour_line(game: str) -> str:
    hour = store.load("training_hour", game)
    return f"({hour['samples'] / 1e6:.0f} million decisions in {hour['minutes']} minutes.)"


def hour_commands(game: str) -> str:
    hour = store.load("training_hour", game)
    lines = textwrap.wrap(hour["training"], 110, subsequent_indent="    ", break_on_hyphens=False)
    return "\n".join(["```", " \\\n".join(lines), *hour["commands"].values(), "```"])


def ladder_table(game: str) -> str:
    data = store.load("ladder", game)
    ratings = {name: Interval.from_json(rating) for name, rating in data["ratings"].items()}
    rows = ladder.rating_rows(ratings, data["seconds_per_decision"])
    return _markdown(ladder.RATING_HEAD, [(f"`{name}`", *cells) for name, *cells in rows])


def training_table(game: str) -> str:
    return _markdown(
        ("one thread a worker", "samples/s"), _lines(store.rates("training", "rates", game=game))
    )


def training_ratios(game: str) -> str:
    return ratios_table(training.targets(store.rates("training", "rates", game=game)))


def arena_line(game: str) -> str:
    seconds = Rate.from_json(store.load("arena", game)["seconds"])
    return arena.summary(seconds, find_game(game))


def search_table(game: str) -> str:
    return _markdown(search.HEAD, search.rows(store.rates("search", "rates", game=game)))


def rewards_table(game: str) -> str:
    spec = find_game(game)
    return _markdown(rewards.head(spec), rewards.rows(spec, store.load("rewards", game)["curves"]))


def depth_table(game: str) -> str:
    data = store.load("search_regret", game)
    lost, saved = (
        {budget: Interval.from_json(interval) for budget, interval in data[name].items()}
        for name in ("lost", "saved")
    )
    head = ("simulations", "win probability given away, %", "saved by doubling, %")
    return _markdown(head, search_regret.table_rows(lost, saved))


BLOCKS: dict[str, Callable[[str], str]] = {
    "strength": partial(figures_table, "strength"),
    "strength_commands": partial(commands_block, "strength"),
    "arena": arena_line,
    "ladder": ladder_table,
    "search": search_table,
    "trained": partial(figures_table, "trained"),
    "trained_commands": partial(commands_block, "trained"),
    "hour": partial(figures_table, "training_hour"),
    "hour_line": hour_line,
    "hour_commands": hour_commands,
    "training": training_table,
    "training_ratios": training_ratios,
    "rewards": rewards_table,
    "depth": depth_table,
    "machine": machine_line,
    "targets": lambda game: ratios_table(targets.targets(find_game(game))),
    "peers": peers_table,
    "throughput": throughput_table,
    "layers": layers_table,
    "interfaces": interfaces_table,
    "coldstart": coldstart_table,
    "threads": threads_table,
    "roofline": roofline_table,
    "shares": shares_table,
    "instructions": instructions_table,
}
_BLOCK = re.compile(r"<!-- (\w+) -->\n.*?<!-- end of \1 -->", re.DOTALL)


def pages() -> dict[Path, str]:
    """Return the pages, and the games that they are about."""
    others = {page: game for game in OTHER_GAMES for page in sorted((DOCS / game).glob("*.md"))}
    return dict.fromkeys((ROOT / "README.md", *sorted(DOCS.glob("*.md"))), DEFAULT_GAME) | others


def updated(page: Path, game: str) -> str:
    """Return the page's text with all marked blocks from the results."""

    def block(match: re.Match[str]) -> str:
        return f"<!-- {match[1]} -->\n{BLOCKS[match[1]](game)}\n<!-- end of {match[1]} -->"

    return _BLOCK.sub(block, page.read_text("utf-8"))


def plot_data(game: str) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Microseconds per decision: a line for each number of threads, and one for some layers."""
    rates = _rates(game)
    by_games = {
        f"{threads} thread{'s' if threads > 1 else ''}": [
            1e6 / rates["4"][batch_name(size, threads)].median for size in BATCH_SIZES
        ]
        for threads in (1, 2)
    }
    layers = (YARDSTICK, batch_name(1024, 1), batch_name(1, 1), AEC)
    by_players = {name: [1e6 / rates[n][name].median for n in sorted(rates)] for name in layers}
    return by_games, by_players


def plot_mark(game: str) -> bytes:
    """A comment in the plot that identifies the figures it was drawn from."""
    text = json.dumps(plot_data(game), sort_keys=True)
    return f"<!-- figures {hashlib.sha256(text.encode()).hexdigest()[:16]} -->".encode()


def draw_plot(game: str) -> Any:
    """Draw the cost of a decision against the number of games and of players."""
    figure = new_figure(3.6)
    costs_by_games, costs_by_players = plot_data(game)
    by_games, by_players = figure.subplots(1, 2)
    for (name, costs), color in zip(costs_by_games.items(), COLORS, strict=False):
        by_games.plot(BATCH_SIZES, costs, "o-", color=color, label=name)
    tidy(by_games, "Batch.step with mask and observation, 4 players")
    by_games.set(xlabel="games in the batch", ylabel="us per decision", xscale="log", yscale="log")
    by_games.set_xticks(BATCH_SIZES, [f"{size:,}" for size in BATCH_SIZES], fontsize=7)
    numbers = list(find_game(game).players)
    for (name, costs), color in zip(costs_by_players.items(), COLORS, strict=False):
        by_players.plot(numbers, costs, "o-", color=color, label=name)
    tidy(by_players, "by number of players")
    by_players.set(xlabel="players", ylabel="us per decision", yscale="log", xticks=numbers)
    for axes, ticks in ((by_games, (0.25, 0.5, 1, 2, 4)), (by_players, (0.1, 1, 10))):
        axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.minorticks_off()
    by_games.legend(fontsize=8)
    by_players.legend(fontsize=8, ncols=2, loc=(0.02, 0.16))  # between the lines
    return figure


def plot(game: str) -> bytes:
    """Return the plot as an SVG file with its mark."""
    lines = svg(draw_plot(game)).splitlines()
    return b"\n".join([*lines[:-1], plot_mark(game), lines[-1], b""])


def _write_plot(game: str, file: BinaryIO) -> None:
    file.write(plot(game))


def plots() -> dict[Path, str]:
    """Return the plots, and the games that they are about: those whose layers were measured."""
    paths = {game: store.of_game(DOCS, game) / PLOT for game in (DEFAULT_GAME, *OTHER_GAMES)}
    folders = {game: store.of_game(store.FOLDER, game) for game in paths}
    return {
        path: game for game, path in paths.items() if (folders[game] / "throughput.json").exists()
    }


def mismatches() -> list[Path]:
    """Return the files that differ from the results."""
    wrong = [p for p, game in pages().items() if updated(p, game) != p.read_text("utf-8")]
    return wrong + [
        path
        for path, game in plots().items()
        if not path.exists() or plot_mark(game) not in path.read_bytes()
    ]


@dataclass(frozen=True)
class Options:
    """Write the measured tables and the figure into README and docs."""

    check: bool = False
    """Write nothing; list the files that don't match the results."""


def write(options: Options) -> int:
    """Write all files, or check them. Returns the exit code."""
    if options.check:
        wrong = mismatches()
        for path in wrong:
            print(f"{path} does not match benchmarks/results: run `python -m benchmarks.report`")
        return 1 if wrong else 0
    for page, game in pages().items():
        write_text(page, updated(page, game))
    for path, game in plots().items():
        write_file(path, partial(_write_plot, game))
    return 0


main = partial(run_command, Options, write)

if __name__ == "__main__":
    sys.exit(main())
