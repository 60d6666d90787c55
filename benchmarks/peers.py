"""Random legal play in other environments, side by side with this one, in the same run.

    python -m benchmarks.peers

One core. Rates are decisions a second (chance nodes are not decisions); each peer plays a game of
its own, so that a ratio compares what one gets for one's time, not the same rules. A peer that is
not installed is named as missing: `pip install -c constraints.txt -e '.[peers]'` brings all.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks import store, workloads
from benchmarks.timing import Rate, Workload, measure_together

PLAYERS = 4
PGX_SIZES = (64, 256, 1024, 4096)
CRAZY_EIGHTS = "crazy_eights(players=5)"

OWN: dict[str, Callable[[], Workload]] = {
    "rokoko: random play inside the jit": lambda: workloads.fused(PLAYERS),
    "rokoko: Batch(1,024).step": lambda: workloads.batch_step(1024, PLAYERS),
    "rokoko: Batch(256).step": lambda: workloads.batch_step(256, PLAYERS),
    "rokoko: Batch(1).step": lambda: workloads.batch_step(1, PLAYERS),
    "rokoko: AEC raw": lambda: workloads.rokoko_aec(PLAYERS, wrapped=False),
    "rokoko: AEC wrapped": lambda: workloads.rokoko_aec(PLAYERS, wrapped=True),
    "rokoko: Gymnasium, own steps": lambda: workloads.single(PLAYERS, own_steps=True),
    "rokoko: SB3 VecEnv(256)": lambda: workloads.sb3(256, PLAYERS),
    "rokoko: fill the buffers of 1,024 games": lambda: workloads.fill(1024),
}


def pettingzoo_connect_four(wrapped: bool) -> Workload:
    from pettingzoo.classic.connect_four import connect_four

    return workloads.aec(connect_four.env() if wrapped else connect_four.raw_env())


def pettingzoo_leduc() -> Workload:
    from pettingzoo.classic.rlcard_envs import leduc_holdem

    return workloads.aec(leduc_holdem.raw_env())


def rlcard_gin_rummy() -> Workload:
    import rlcard

    env = rlcard.make("gin-rummy")
    rng = random.Random(0)
    state, _ = env.reset()

    def work() -> int:
        nonlocal state
        for _ in range(100):
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            if env.is_over():
                state, _ = env.reset()
        return 100

    return work


def openspiel_loop(observe: bool) -> Workload:
    """The loop that one writes in Python, without and with what a network needs."""
    import pyspiel

    game = pyspiel.load_game(CRAZY_EIGHTS)
    rng = random.Random(0)

    return lambda: _play_on(game.new_initial_state(), rng, observe)


def _play_on(state: Any, rng: random.Random, observe: bool = False) -> int:
    """To the end at random; returns the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            _chance(state, rng)
            continue
        if observe:
            state.observation_tensor()
            state.legal_actions_mask()
        state.apply_action(rng.choice(state.legal_actions()))
        decisions += 1
    return decisions


def _chance(state: Any, rng: random.Random) -> None:
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, chances)[0])


def openspiel_first_decision() -> tuple[Any, Any]:
    """The game, and its state after the deal."""
    import pyspiel

    game = pyspiel.load_game(CRAZY_EIGHTS)
    rng = random.Random(0)
    state = game.new_initial_state()
    while state.is_chance_node():
        _chance(state, rng)
    return game, state


def openspiel_rollouts() -> Workload:
    """Random rollouts in C++: one simulation of its MCTS is as many as its evaluator is told."""
    import pyspiel

    game, state = openspiel_first_decision()
    rng = random.Random(0)
    rollouts = 200
    # It does not say how many decisions it makes: as many as random play from this deal, by mean.
    mean = statistics.fmean(_play_on(state.clone(), rng) for _ in range(500))
    decisions = round(rollouts * mean)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)

    def work() -> int:
        bot.mcts_search(state)
        return decisions

    return work


def openspiel_evaluate_bots() -> Workload:
    """Whole games of its uniformly random bots in C++."""
    import pyspiel

    game = pyspiel.load_game(CRAZY_EIGHTS)
    bots = [pyspiel.make_uniform_random_bot(p, p) for p in range(game.num_players())]
    rng = random.Random(0)
    decisions = round(statistics.fmean(_play_on(game.new_initial_state(), rng) for _ in range(500)))

    def work() -> int:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, rng.getrandbits(30))
        return decisions

    return work


def pgx_hex(num_games: int, one_draw: bool, steps: int = 16) -> Workload:
    """jit + vmap: choose at random, step, begin anew when over; some steps in each call.

    Its own `act_randomly` draws noise for every action, which takes as long as the step; one random
    number a game is enough to choose the n-th legal action.
    """
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import act_randomly, auto_reset

    env = pgx.make("hex")
    step = jax.vmap(auto_reset(env.step, env.init))

    def play(state: Any, key: Any) -> Any:
        key, draw, reset = jax.random.split(key, 3)
        legal = state.legal_action_mask
        if one_draw:
            wanted = jax.random.uniform(draw, (num_games, 1)) * legal.sum(axis=1, keepdims=True)
            actions = jnp.argmax(jnp.cumsum(legal, axis=1) > wanted, axis=1)
        else:
            actions = act_randomly(draw, legal)
        return step(state, actions, jax.random.split(reset, num_games)), key

    @jax.jit
    def play_on(state: Any, key: Any) -> Any:
        return jax.lax.fori_loop(0, steps, lambda _, carry: play(*carry), (state, key))

    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, num_games))

    def work() -> int:
        nonlocal state, key
        state, key = jax.block_until_ready(play_on(state, key))
        return steps * num_games

    return work


PEERS: dict[str, tuple[str, Callable[[], Workload]]] = {
    "PettingZoo connect_four_v3, raw": ("pettingzoo", lambda: pettingzoo_connect_four(False)),
    "PettingZoo connect_four_v3, wrapped": ("pettingzoo", lambda: pettingzoo_connect_four(True)),
    "PettingZoo leduc_holdem_v4, raw": ("pettingzoo", pettingzoo_leduc),
    "RLCard gin-rummy, env.step": ("rlcard", rlcard_gin_rummy),
    "OpenSpiel crazy_eights, Python loop": ("open_spiel", lambda: openspiel_loop(False)),
    "OpenSpiel crazy_eights, Python loop with observation and mask": (
        "open_spiel",
        lambda: openspiel_loop(True),
    ),
    "OpenSpiel crazy_eights, C++ evaluate_bots": ("open_spiel", openspiel_evaluate_bots),
    "OpenSpiel crazy_eights, C++ random rollouts": ("open_spiel", openspiel_rollouts),
    **{
        f"pgx hex, {size:,} games": ("pgx", lambda size=size: pgx_hex(size, one_draw=False))
        for size in PGX_SIZES
    },
    **{
        f"pgx hex, {size:,} games, one draw a game": (
            "pgx",
            lambda size=size: pgx_hex(size, one_draw=True),
        )
        for size in PGX_SIZES
    },
}


def available() -> tuple[dict[str, Workload], dict[str, str]]:
    """The works of the peers that are installed, and why others are missing."""
    made, missing = {}, {}
    for name, (package, make) in PEERS.items():
        try:
            made[name] = make()
        except ImportError as error:
            missing[name] = f"{package} is not installed ({error})"
    return made, missing


def main(argv: Sequence[str] | None = None) -> int:
    arguments = store.options(__doc__, argv)
    repeats, seconds = (3, 0.2) if arguments.quick else (9, 0.4)
    store.machine()
    if hasattr(os, "sched_setaffinity"):  # libraries with threads of their own must not use them
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    warnings.simplefilter("ignore")
    console = Console(width=120)
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("setting up and measuring", total=None)
        made, missing = available()
        everything = {**{name: make() for name, make in OWN.items()}, **made}
        progress.update(task, total=len(everything) * repeats)
        rates = measure_together(everything, repeats, seconds, lambda: progress.advance(task))
    console.print(table(rates))
    for name, reason in missing.items():
        console.print(f"missing: {name}: {reason}")
    if arguments.save:
        packages = ("pettingzoo", "rlcard", "open-spiel", "pgx", "jax")
        store.save(
            "peers",
            {
                "versions": {name: store.package_version(name) for name in packages},
                "rates": {name: rate.to_json() for name, rate in rates.items()},
                "missing": missing,
            },
        )
    return 0


def table(rates: dict[str, Rate]) -> Table:
    shown = Table(title="random legal play, one core")
    shown.add_column("what")
    shown.add_column("decisions/s", justify="right")
    for name, rate in rates.items():
        shown.add_row(name, str(rate))
    return shown


if __name__ == "__main__":
    sys.exit(main())
