"""Write the measured tables and the figure into README and docs, from the committed results.

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
from typing import Any

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

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PLOT = DOCS / "speed.svg"
PAGES = (ROOT / "README.md", *sorted(DOCS.glob("*.md")))
AEC = "PettingZoo AEC, raw"


def _markdown(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rows = [head, ["---"] * len(head), *lines]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _rates() -> dict[str, dict[str, Rate]]:
    """Rates of the layers, by number of players."""
    return {n: store.rates("throughput", "players", n) for n in "2345"}


def machine_line() -> str:
    machine = store.load("throughput")["machine"]
    return (
        f"Measured on {machine['cores']} cores of an {machine['processor']}, "
        f"Python {machine['python']}, numba {machine['numba']}, NumPy {machine['numpy']}."
    )


def ratios_table(ratios: Iterable[Target]) -> str:
    return _markdown(targets.HEAD, (ratio.texts for ratio in ratios))


def _lines(rates: Mapping[str, Rate]) -> list[tuple[str, str]]:
    return [(name, str(rate)) for name, rate in rates.items()]


def peers_table() -> str:
    peers = store.load("peers")
    lines = _lines(store.rates("peers", "rates"))
    lines += [(name, f"missing: {reason}") for name, reason in peers["missing"].items()]
    versions = ", ".join(f"{name} {number}" for name, number in peers["versions"].items())
    return _markdown(("random legal play, one core", "decisions/s"), lines) + f"\n\n({versions})"


def throughput_table() -> str:
    rates = _rates()
    lines = [(name, *(short(rates[n][name].median) for n in rates)) for name in rates["4"]]
    return _markdown(("decisions/s", *(f"{n} players" for n in rates)), lines)


def layers_table() -> str:
    rates = _rates()["4"]
    names = (YARDSTICK, batch_name(1024, 1), AEC)
    return _markdown(("4 players", "decisions/s"), _lines({name: rates[name] for name in names}))


def interfaces_table() -> str:
    rates = _rates()["4"]
    checks = store.load("interfaces")["checks"]
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


def coldstart_table() -> str:
    seconds = store.load("coldstart")["seconds"]
    lines = [
        (name, *(f"{seconds[name][part]:.1f} s" for part in PARTS), f"{LIMITS[name]:g} s")
        for name in LIMITS
    ]
    return _markdown(("", *PARTS, "wanted: at most"), lines)


def threads_table() -> str:
    lines = [(name, *line) for name in SITUATIONS for line in _lines(store.rates("threads", name))]
    return _markdown(("", "Batch.step", "decisions/s"), lines)


def roofline_table() -> str:
    by_size = {size: store.rates("roofline", "games", str(size)) for size in roofline.SIZES}
    head = ("games", "merely filling/s", "Batch.step/s", "fraction")
    return _markdown(head, roofline.roof_rows(by_size))


def shares_table() -> str:
    head = ("part of a step, 1,024 games", "share of its time")
    return _markdown(head, roofline.share_rows(store.rates("roofline", "shares")))


def instructions_table() -> str:
    counts = store.load("roofline")["instructions"]
    if counts["counter"] is None:
        return "(not counted on this machine)"
    head = ("work", f"instructions per decision ({counts['counter']})")
    return _markdown(head, roofline.instruction_rows(counts["per decision"]))


def figures_table(name: str) -> str:
    figures = store.load(name)["figures"]
    return _markdown(strength.HEAD, [strength.Figure.from_json(data).texts for data in figures])


def commands_block(name: str) -> str:
    return "\n".join(["```", *store.load(name)["commands"].values(), "```"])


def hour_line() -> str:
    hour = store.load("training_hour")
    return f"({hour['samples'] / 1e6:.0f} million decisions in {hour['minutes']} minutes.)"


def hour_commands() -> str:
    hour = store.load("training_hour")
    lines = textwrap.wrap(hour["training"], 110, subsequent_indent="    ", break_on_hyphens=False)
    return "\n".join(["```", " \\\n".join(lines), *hour["commands"].values(), "```"])


def ladder_table() -> str:
    data = store.load("ladder")
    ratings = {name: Interval.from_json(rating) for name, rating in data["ratings"].items()}
    rows = ladder.rating_rows(ratings, data["seconds_per_decision"])
    return _markdown(ladder.RATING_HEAD, [(f"`{name}`", *cells) for name, *cells in rows])


def training_table() -> str:
    return _markdown(("one thread a worker", "samples/s"), _lines(store.rates("training", "rates")))


def depth_table() -> str:
    data = store.load("search_regret")
    lost, saved = (
        {budget: Interval.from_json(interval) for budget, interval in data[name].items()}
        for name in ("lost", "saved")
    )
    head = ("simulations", "win probability given away, %", "saved by doubling, %")
    return _markdown(head, search_regret.table_rows(lost, saved))


BLOCKS: dict[str, Callable[[], str]] = {
    "strength": lambda: figures_table("strength"),
    "strength_commands": lambda: commands_block("strength"),
    "arena": lambda: arena.summary(Rate.from_json(store.load("arena")["seconds"])),
    "ladder": ladder_table,
    "search": lambda: _markdown(search.HEAD, search.rows(store.rates("search", "rates"))),
    "trained": lambda: figures_table("trained"),
    "trained_commands": lambda: commands_block("trained"),
    "hour": lambda: figures_table("training_hour"),
    "hour_line": hour_line,
    "hour_commands": hour_commands,
    "training": training_table,
    "training_ratios": lambda: ratios_table(training.targets(store.rates("training", "rates"))),
    "rewards": lambda: _markdown(rewards.HEAD, rewards.rows(store.load("rewards")["curves"])),
    "depth": depth_table,
    "machine": machine_line,
    "targets": lambda: ratios_table(targets.targets()),
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


def updated(page: Path) -> str:
    """Return the page's text with all marked blocks from the results."""

    def block(match: re.Match[str]) -> str:
        return f"<!-- {match[1]} -->\n{BLOCKS[match[1]]()}\n<!-- end of {match[1]} -->"

    return _BLOCK.sub(block, page.read_text("utf-8"))


def plot_data() -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Microseconds per decision: a line for each number of threads, and one for some layers."""
    rates = _rates()
    by_games = {
        f"{threads} thread{'s' if threads > 1 else ''}": [
            1e6 / rates["4"][batch_name(size, threads)].median for size in BATCH_SIZES
        ]
        for threads in (1, 2)
    }
    layers = (YARDSTICK, batch_name(1024, 1), batch_name(1, 1), AEC)
    by_players = {name: [1e6 / rates[n][name].median for n in sorted(rates)] for name in layers}
    return by_games, by_players


def plot_mark() -> bytes:
    """A comment in the plot that identifies the figures it was drawn from."""
    text = json.dumps(plot_data(), sort_keys=True)
    return f"<!-- figures {hashlib.sha256(text.encode()).hexdigest()[:16]} -->".encode()


def draw_plot() -> Any:
    """Draw the cost of a decision against the number of games and of players."""
    figure = new_figure(3.6)
    costs_by_games, costs_by_players = plot_data()
    by_games, by_players = figure.subplots(1, 2)
    for (name, costs), color in zip(costs_by_games.items(), COLORS, strict=False):
        by_games.plot(BATCH_SIZES, costs, "o-", color=color, label=name)
    tidy(by_games, "Batch.step with mask and observation, 4 players")
    by_games.set(xlabel="games in the batch", ylabel="us per decision", xscale="log", yscale="log")
    by_games.set_xticks(BATCH_SIZES, [f"{size:,}" for size in BATCH_SIZES], fontsize=7)
    for (name, costs), color in zip(costs_by_players.items(), COLORS, strict=False):
        by_players.plot((2, 3, 4, 5), costs, "o-", color=color, label=name)
    tidy(by_players, "by number of players")
    by_players.set(xlabel="players", ylabel="us per decision", yscale="log", xticks=(2, 3, 4, 5))
    for axes, ticks in ((by_games, (0.25, 0.5, 1, 2, 4)), (by_players, (0.1, 1, 10))):
        axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.minorticks_off()
    by_games.legend(fontsize=8)
    by_players.legend(fontsize=8, ncols=2, loc=(0.02, 0.16))  # between the lines
    return figure


def plot() -> bytes:
    """Return the plot as an SVG file with its mark."""
    lines = svg(draw_plot()).splitlines()
    return b"\n".join([*lines[:-1], plot_mark(), lines[-1], b""])


def mismatches() -> list[Path]:
    """Return the files that differ from the results."""
    wrong = [page for page in PAGES if updated(page) != page.read_text("utf-8")]
    if not PLOT.exists() or plot_mark() not in PLOT.read_bytes():
        wrong.append(PLOT)
    return wrong


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
    for page in PAGES:
        write_text(page, updated(page))
    write_file(PLOT, lambda file: file.write(plot()))
    return 0


main = partial(run_command, Options, write)

if __name__ == "__main__":
    sys.exit(main())
