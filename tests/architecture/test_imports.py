"""Imports point one way: each room uses the rooms below it, and there are no cycles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from tests.architecture.sources import Arrow, arrows, is_ours, refuse, sources

GAMES = ("rokoko_env", "noblemen_env")


def of_games(*names: str) -> tuple[str, ...]:
    """Return rooms, modules or arrows of all games; `GAME` stands for the game's package."""
    return tuple(name.replace("GAME", game) for game in GAMES for name in names)


# From the bottom up. Rooms in one line do not import each other.
ROOMS = (
    ("parlour.core", "parlour.render.shapes"),
    ("parlour",),  # its modules that are in no other room: spec, game, batch, ruleset, ...
    ("parlour.players", "parlour.render"),
    ("parlour.envs",),
    of_games("GAME.components"),
    of_games("GAME.core"),
    of_games("GAME"),  # its modules that are in no other room: spec, actions, views, ...
    of_games("GAME.players", "GAME.render"),
    of_games("GAME.envs", "GAME.study"),
    ("agents.statistics",),
    ("agents.reporting",),
    ("agents.arena",),
    ("agents",),  # commands: ladder, tune, watch, ...
    ("training", "research"),
    ("benchmarks", "notebooks"),
    ("tests",),
)
LEVELS = {room: level for level, rooms in enumerate(ROOMS) for room in rooms}

# Arrows that point upwards, by their reasons.
UPWARDS = {
    "a shortcut for users": (
        "parlour.game -> parlour.render",
        *of_games("GAME -> GAME.envs.aec"),
    ),
    "a game has all its parts, and most programs neither draw nor search nor study": of_games(
        "GAME.spec -> GAME.players.search",
        "GAME.spec -> GAME.render.ansi",
        "GAME.spec -> GAME.render.layout",
        "GAME.spec -> GAME.render.scene",
        "GAME.spec -> GAME.study",
    ),
}

# Imports inside functions, by their reasons.
IN_FUNCTIONS = {
    "matplotlib is an extra, and only figures need it": (
        "agents.reporting.figures -> matplotlib",
        "research.calibrate.output -> matplotlib",
    ),
    "pillow is an extra, and only pixels need it": ("parlour.render.rgb -> PIL",),
    "pyarrow is an extra, and only tables of games need it": (
        "research.balance.record_tables -> pyarrow",
        "research.balance.run -> pyarrow",
    ),
    "other environments are an extra: those that are installed are measured": (
        "benchmarks.peers -> jax",
        "benchmarks.peers -> pettingzoo",
        "benchmarks.peers -> pgx",
        "benchmarks.peers -> pyspiel",
        "benchmarks.peers -> rlcard",
        "benchmarks.search -> pyspiel",
    ),
    "a checker that can't be imported is a failed check": (
        "benchmarks.interfaces -> gymnasium",
        "benchmarks.interfaces -> pettingzoo",
        "benchmarks.interfaces -> parlour.envs.sb3",
        "benchmarks.interfaces -> sb3_contrib",
        "benchmarks.interfaces -> stable_baselines3",
    ),
    "torch is an extra, and takes seconds to load": (
        "benchmarks.workloads -> parlour.envs.sb3",
        "parlour.players.trained -> parlour.players.policy",
        "parlour.players.trained -> parlour.players.puct",
        "training.options -> training.grow",
    ),
    "tensorboard writes nothing unless a run asks for it": ("training.run -> torch",),
    "players are loaded when they first play": (
        "parlour.players.registry -> parlour.players.mcts",
        "parlour.players.registry -> parlour.players.random",
        "parlour.players.registry -> parlour.players.trained",
    ),
    "loaded on first use": tuple(name for names in UPWARDS.values() for name in names),
}

# Imports inside functions that close a cycle, by their reasons.
IN_CYCLES = {
    "players register themselves in the registry, which loads them when they first play": (
        *IN_FUNCTIONS["players are loaded when they first play"],
        "parlour.players.trained -> parlour.players.policy",
        "parlour.players.trained -> parlour.players.puct",
    ),
    "scripts are for a game, which has them as its parts in tree search and studies": of_games(
        "GAME.spec -> GAME.players.search",
        "GAME.spec -> GAME.study",
    ),
}


def room(module: str) -> str:
    """Return the smallest room that a module is in."""
    return max((r for r in LEVELS if f"{module}.".startswith(f"{r}.")), key=len)


def is_upwards(arrow: Arrow) -> bool:
    own, other = room(arrow.module), room(arrow.target)
    return own != other and LEVELS[other] >= LEVELS[own]


def compare(arrows: Iterable[Arrow], table: str, allowed: Mapping[str, Sequence[str]]) -> None:
    """Fail unless the arrows are those in the table."""
    drawn = {f"{arrow.module} -> {arrow.target}" for arrow in arrows}
    expected = {name for names in allowed.values() for name in names}
    refuse(
        [
            f"{name}: is not in {table}: avoid it, or add it with a reason"
            for name in drawn - expected
        ]
        + [f"{name}: does not exist any more: remove it from {table}" for name in expected - drawn]
    )


def test_arrows_point_downwards():
    """Those for types count too: who reads the one module has to know the other."""
    upwards = [arrow for arrow in arrows() if is_ours(arrow.target) and is_upwards(arrow)]
    compare(upwards, "UPWARDS", UPWARDS)


def test_there_are_no_cycles():
    """Imports inside functions count; each in the table closes a cycle."""
    allowed = {name for names in IN_CYCLES.values() for name in names}
    graph: dict[str, set[str]] = {module: set() for module in sources()}
    lazy = []
    for arrow in arrows():
        if arrow.when != "type check" and arrow.target in graph:
            if arrow.when == "call" and f"{arrow.module} -> {arrow.target}" in allowed:
                lazy.append(arrow)
            else:
                graph[arrow.module].add(arrow.target)
    cycle = []
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        cycle = error.args[1][::-1]
    refuse([f"there is a cycle: {' -> '.join(cycle)}"] if cycle else [])
    compare((a for a in lazy if a.module in reached(a.target, graph)), "IN_CYCLES", IN_CYCLES)


def reached(module: str, graph: Mapping[str, set[str]]) -> set[str]:
    """Return the module and all that it needs."""
    modules, new = set(), {module}
    while new:
        modules |= new
        new = {target for one in new for target in graph[one]} - modules
    return modules


def test_imports_in_functions_have_a_reason():
    """Except in tests."""
    in_functions = [arrow for arrow in arrows() if arrow.when == "call"]
    compare((a for a in in_functions if room(a.module) != "tests"), "IN_FUNCTIONS", IN_FUNCTIONS)


def test_command_lines_are_read_in_one_way():
    """Except in the library, which does without tyro: the rooms below those that measure."""
    refuse(
        f"{arrow.module} imports argparse: commands use agents.reporting.cli"
        for arrow in arrows()
        if arrow.target == "argparse" and LEVELS[room(arrow.module)] >= LEVELS["agents.statistics"]
    )
