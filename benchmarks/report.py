"""Writes the measured tables and the plot into README and docs, from the committed results.

python -m benchmarks.report            writes them
python -m benchmarks.report --check    says which of them don't match the results
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from agents.reporting.tables import duration_text, interval_text
from agents.statistics import Interval
from benchmarks import arena, rewards, search, store, training
from benchmarks.coldstart import LIMITS, PARTS
from benchmarks.strength import load_commands, load_figures
from benchmarks.targets import targets
from benchmarks.throughput import BATCH_SIZES, VECTOR_GAMES, YARDSTICK, batch_name
from benchmarks.timing import Rate, short

ROOT = Path(__file__).parent.parent
PLOT = ROOT / "docs" / "speed.svg"
DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", *(DOCS / f"{n}.md" for n in ("performance", "agents", "training")))


def _table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rows = [head, ["---"] * len(head), *lines]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _rates() -> dict[str, dict[str, Rate]]:
    num_players = store.load("throughput")["players"]
    return {n: store.rates(layers) for n, layers in num_players.items()}


def machine_line() -> str:
    found = store.load("throughput")["machine"]
    return (
        f"Measured on {found['cores']} cores of an {found['processor']}, Python {found['python']}, "
        f"numba {found['numba']}, NumPy {found['numpy']}."
    )


def targets_table() -> str:
    lines = [target.texts for target in targets()]
    return _table(("ratio", "measured", "wanted at least", ""), lines)


def peers_table() -> str:
    found = store.load("peers")
    lines = [(name, str(rate)) for name, rate in store.rates(found["rates"]).items()]
    lines += [(name, f"missing: {reason}") for name, reason in found["missing"].items()]
    versions = ", ".join(f"{name} {number}" for name, number in found["versions"].items())
    return _table(("random legal play, one core", "decisions/s"), lines) + f"\n\n({versions})"


def throughput_table() -> str:
    rates = _rates()
    lines = [(name, *(short(rates[n][name].median) for n in sorted(rates))) for name in rates["4"]]
    return _table(("decisions/s", *(f"{n} players" for n in sorted(rates))), lines)


def layers_table() -> str:
    rates = _rates()["4"]
    names = [YARDSTICK, batch_name(1024, 1), batch_name(1, 1)]
    return _table(("4 players", "decisions/s"), [(name, str(rates[name])) for name in names])


def interfaces_table() -> str:
    rates = _rates()["4"]
    checks = store.load("interfaces")["checks"]
    vector, sb3 = f"Gymnasium vector, {VECTOR_GAMES} games", f"SB3 VecEnv, {VECTOR_GAMES} games"
    rows = [
        ("`Game`", None, "Game: action_mask, apply", None),
        ("PettingZoo AEC", "PettingZoo AEC", "PettingZoo AEC, raw", "PettingZoo AEC, wrapped"),
        (
            "Gymnasium, one seat",
            "Gymnasium, one seat",
            "Gymnasium, one seat",
            "Gymnasium, one seat, wrapped",
        ),
        (vector, None, vector, None),
        (sb3, "SB3 VecEnv", sb3, None),
        ("`Batch`, 1,024 games", None, batch_name(1024, 1), None),
    ]
    lines = [
        (
            name,
            *(checks[check] if check else ("", "")),
            str(rates[plain]),
            str(rates[wrapped]) if wrapped else "",
        )
        for name, check, plain, wrapped in rows
    ]
    return _table(("interface", "official checker", "result", "decisions/s", "wrapped"), lines)


def coldstart_table() -> str:
    found = store.load("coldstart")["seconds"]
    lines = [
        (name, *(f"{found[name][part]:.1f} s" for part in PARTS), f"{LIMITS[name]:g} s")
        for name in LIMITS
    ]
    return _table(("", *PARTS, "wanted: at most"), lines)


def threads_table() -> str:
    found = store.load("threads")
    lines = []
    for situation, data in found.items():
        if situation != "machine":
            lines += [(situation, name, str(r)) for name, r in store.rates(data).items()]
    return _table(("", "Batch.step", "decisions/s"), lines)


def roofline_table() -> str:
    lines = []
    for size, data in store.load("roofline")["games"].items():
        rates = store.rates(data)
        fraction = rates["step"].over(rates["fill"]).median
        lines.append((f"{int(size):,}", str(rates["fill"]), str(rates["step"]), f"{fraction:.1%}"))
    return _table(("games", "merely filling/s", "Batch.step/s", "fraction"), lines)


def shares_table() -> str:
    shares = store.rates(store.load("roofline")["shares"])
    lines = [(name, share.spread("{:.0%}".format)) for name, share in shares.items()]
    return _table(("part of a step, 1,024 games", "share of its time"), lines)


def instructions_table() -> str:
    found = store.load("roofline")["instructions"]
    if found["counter"] is None:
        return "(not counted on this machine)"
    lines = [(name, f"{number:,.0f}") for name, number in found["per decision"].items()]
    return _table(("work", f"instructions per decision ({found['counter']})"), lines)


def figures_table(name: str) -> str:
    head = ("figure", "measured (95 % interval)", "wanted at least", "")
    return _table(head, [figure.texts for figure in load_figures(name)])


def commands_block(name: str) -> str:
    return "\n".join(["```", *load_commands(name).values(), "```"])


def hour_line() -> str:
    found = store.load("training_hour")
    return f"({found['samples'] / 1e6:.0f} million decisions in {found['minutes']} minutes.)"


def hour_commands() -> str:
    training_words = textwrap.fill(
        store.load("training_hour")["training"],
        110,
        subsequent_indent="    ",
        break_on_hyphens=False,
    )
    lines = [
        *training_words.replace("\n", " \\\n").splitlines(),
        *load_commands("training_hour").values(),
    ]
    return "\n".join(["```", *lines, "```"])


def ladder_table() -> str:
    found = store.load("ladder")
    rated = {name: Interval.from_json(data) for name, data in found["ratings"].items()}
    seconds = found["seconds_per_decision"]
    lines = [
        (f"`{name}`", interval_text(rated[name], "+.0f"), duration_text(seconds[name]))
        for name in sorted(rated, key=lambda name: -rated[name].estimate)
    ]
    return _table(("agent", "rating", "time a decision"), lines)


def search_table() -> str:
    rates = store.rates(store.load("search")["rates"])
    names = [name.partition(": ")[2] for name in rates if name.startswith("simulations")]
    lines = [(name, *search.cells(rates, name)) for name in names]
    return _table(("position", "simulations/s", "playouts/s", "ratio"), lines)


def training_table() -> str:
    rates = store.rates(store.load("training")["rates"])
    return _table(("one thread a worker", "samples/s"), [(n, str(r)) for n, r in rates.items()])


def training_ratios() -> str:
    found = training.targets(store.rates(store.load("training")["rates"]))
    lines = [target.texts for target in found]
    return _table(("ratio", "measured", "wanted at least", ""), lines)


def rewards_table() -> str:
    return _table(rewards.HEAD, rewards.rows(store.load("rewards")["curves"]))


def depth_table() -> str:
    found = store.load("search_regret")
    saved = {"100": "", **{b: _percent(data) for b, data in found["saved"].items()}}
    lines = [(budget, _percent(data), saved[budget]) for budget, data in found["lost"].items()]
    return _table(("simulations", "chance to win given away, %", "saved by doubling, %"), lines)


def _percent(data: dict[str, float | None]) -> str:
    return Interval.from_json(data).text(".2f", 100)


BLOCKS: dict[str, Callable[[], str]] = {
    "strength": lambda: figures_table("strength"),
    "strength_commands": lambda: commands_block("strength"),
    "arena": lambda: arena.summary(Rate.from_json(store.load("arena")["seconds"])),
    "ladder": ladder_table,
    "search": search_table,
    "trained": lambda: figures_table("trained"),
    "trained_commands": lambda: commands_block("trained"),
    "hour": lambda: figures_table("training_hour"),
    "hour_line": hour_line,
    "hour_commands": hour_commands,
    "training": training_table,
    "training_ratios": training_ratios,
    "rewards": rewards_table,
    "depth": depth_table,
    "machine": machine_line,
    "targets": targets_table,
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


def filled(page: str) -> str:
    """The page with every marked block written anew."""

    def block(match: re.Match[str]) -> str:
        name = match[1]
        return f"<!-- {name} -->\n{BLOCKS[name]()}\n<!-- end of {name} -->"

    return _BLOCK.sub(block, page)


def plot_data() -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Microseconds per decision: a line for each number of threads, and one for some layers."""
    rates = _rates()
    by_games = {
        f"{threads} thread{'s' if threads > 1 else ''}": [
            1e6 / rates["4"][batch_name(size, threads)].median for size in BATCH_SIZES
        ]
        for threads in (1, 2)
    }
    layers = (YARDSTICK, batch_name(1024, 1), batch_name(1, 1), "PettingZoo AEC, raw")
    by_players = {name: [1e6 / rates[n][name].median for n in sorted(rates)] for name in layers}
    return by_games, by_players


def plot_mark() -> str:
    """Stands in the plot, and tells from which figures it was drawn."""
    text = json.dumps(plot_data(), sort_keys=True)
    return f"figures {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def plot() -> str:
    """Cost against the number of games and of players, as SVG."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot as plt

    with mpl.rc_context({"svg.hashsalt": "rokoko", "svg.fonttype": "none", "font.size": 9}):
        figure, (by_games, by_players) = plt.subplots(1, 2, figsize=(11, 3.4), layout="constrained")
        costs_by_games, costs_by_players = plot_data()
        for name, cost in costs_by_games.items():
            by_games.plot(BATCH_SIZES, cost, "o-", label=name)
        for name, cost in costs_by_players.items():
            by_players.plot((2, 3, 4, 5), cost, "o-", label=name)
        title = "Batch.step with mask and observation, 4 players"
        by_games.set(title=title, xlabel="games in the batch", ylabel="us per decision")
        by_games.set(xscale="log", yscale="log")
        by_games.set_xticks(BATCH_SIZES, [f"{size:,}" for size in BATCH_SIZES], fontsize=7)
        by_games.minorticks_off()
        by_games.legend()
        by_players.set(title="by number of players", xlabel="players", yscale="log")
        by_players.set_xticks((2, 3, 4, 5))
        by_players.legend(fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
        for axes in (by_games, by_players):
            axes.grid(True, which="major", alpha=0.3)
        text = io.StringIO()
        told = {"Date": None, "Creator": None, "Description": plot_mark()}
        figure.savefig(text, format="svg", metadata=told)
        plt.close(figure)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"


def mismatches() -> list[Path]:
    """Files that are not what the results say."""
    wrong = [page for page in PAGES if filled(page.read_text("utf-8")) != page.read_text("utf-8")]
    if not PLOT.exists() or plot_mark() not in PLOT.read_text("utf-8"):
        wrong.append(PLOT)
    return wrong


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    if parser.parse_args(argv).check:
        wrong = mismatches()
        for path in wrong:
            print(f"{path} does not match benchmarks/results: run `python -m benchmarks.report`")
        return 1 if wrong else 0
    for page in PAGES:
        page.write_text(filled(page.read_text("utf-8")), encoding="utf-8")
    PLOT.write_text(plot(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
