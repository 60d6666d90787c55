"""Random legal play in other environments, side by side with this one, in the same run.

    python -m benchmarks.peers

With another game, the default one is measured too, for their ratio:

    python -m benchmarks.peers --game noblemen

One core. Rates are decisions a second (chance nodes are not decisions). Each peer plays a game of
its own: ratios compare what a user gets for their time, not implementations of the same rules.
Peers that are not installed are listed; `pip install -c constraints.txt -e '.[peers]'` gets all.
"""

from __future__ import annotations

import random
import statistics
import sys
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

from agents.reporting.cli import run_command
from agents.reporting.tables import print_result
from benchmarks import store, workloads
from benchmarks.timing import Workload, counted, measure_together, rates_table
from benchmarks.workloads import PLAYERS
from parlour.spec import GameSpec

PGX_SIZES = (64, 256, 1024, 4096)
OPENSPIEL_LOOP = "OpenSpiel crazy_eights, Python loop with observation and mask"
CRAZY_EIGHTS = "crazy_eights(players=5)"

FUSED, BATCH = "random play inside the jit", "Batch(1,024).step"
# Of our games; those of `COMPARED` are also measured for the default game, next to another one.
OWN: dict[str, Callable[[GameSpec], Workload]] = {
    FUSED: lambda spec: workloads.fused(PLAYERS, spec=spec),
    BATCH: lambda spec: workloads.batch_step(1024, PLAYERS, spec=spec),
    "Batch(256).step": lambda spec: workloads.batch_step(256, PLAYERS, spec=spec),
    "Batch(1).step": lambda spec: workloads.batch_step(1, PLAYERS, spec=spec),
    "AEC raw": lambda spec: workloads.turns(PLAYERS, wrapped=False, spec=spec),
    "AEC wrapped": lambda spec: workloads.turns(PLAYERS, wrapped=True, spec=spec),
    "Gymnasium, own steps": lambda spec: workloads.single(PLAYERS, own_steps=True, spec=spec),
    "SB3 VecEnv(256)": lambda spec: workloads.sb3(256, PLAYERS, spec=spec),
    "fill the buffers of 1,024 games": lambda spec: workloads.fill(1024, spec=spec),
}
COMPARED = (FUSED, BATCH)


def own_workloads(spec: GameSpec) -> dict[str, Workload]:
    """Return the workloads of a game, and those that it is compared with."""
    own = {f"{spec.name}: {name}": make(spec) for name, make in OWN.items()}
    if spec is not workloads.DEFAULT:
        own |= {name_of_default(name): OWN[name](workloads.DEFAULT) for name in COMPARED}
    return own


def name_of_default(layer: str) -> str:
    return f"{workloads.DEFAULT.name}: {layer}"


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

    def run() -> int:
        nonlocal state
        for _ in range(100):
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            if env.is_over():
                state, _ = env.reset()
        return 100

    return run


def openspiel_loop(observe: bool) -> Workload:
    """The usual loop in Python, without or with observation and mask for a network."""
    import pyspiel

    game = pyspiel.load_game(CRAZY_EIGHTS)
    rng = random.Random(0)

    return lambda: _play_to_end(game.new_initial_state(), rng, observe)


def _play_to_end(state: Any, rng: random.Random, observe: bool = False) -> int:
    """Play to the end at random; returns the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            _apply_chance(state, rng)
            continue
        if observe:
            state.observation_tensor()
            state.legal_actions_mask()
        state.apply_action(rng.choice(state.legal_actions()))
        decisions += 1
    return decisions


def _mean_decisions(start: Callable[[], Any]) -> float:
    """Return the decisions of random play, as C++ does not count its own."""
    rng = random.Random(0)
    return statistics.fmean(_play_to_end(start(), rng) for _ in range(500))


def _apply_chance(state: Any, rng: random.Random) -> None:
    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, probabilities)[0])


def openspiel_first_decision() -> tuple[Any, Any]:
    """Return the game, and its state after the deal."""
    import pyspiel

    game = pyspiel.load_game(CRAZY_EIGHTS)
    rng = random.Random(0)
    state = game.new_initial_state()
    while state.is_chance_node():
        _apply_chance(state, rng)
    return game, state


def openspiel_rollouts() -> Workload:
    """Random rollouts in C++, as many as wanted from the evaluator of a single MCTS simulation."""
    import pyspiel

    game, state = openspiel_first_decision()
    rollouts = 200
    decisions = round(rollouts * _mean_decisions(state.clone))
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)
    return counted(decisions, bot.mcts_search, state)


def openspiel_evaluate_bots() -> Workload:
    """Whole games of its uniformly random bots in C++."""
    import pyspiel

    game = pyspiel.load_game(CRAZY_EIGHTS)
    bots = [pyspiel.make_uniform_random_bot(p, p) for p in range(game.num_players())]
    rng = random.Random(0)
    decisions = round(_mean_decisions(game.new_initial_state))

    def run() -> int:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, rng.getrandbits(30))
        return decisions

    return run


def pgx_hex(num_games: int, one_draw: bool, steps: int = 16) -> Workload:
    """jit + vmap: choose at random, step, reset at the end; some steps in each call.

    pgx' own `act_randomly` draws noise for every action, which takes as long as the step; one
    random number a game is enough to choose the n-th legal action.
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
            rank = jax.random.uniform(draw, (num_games, 1)) * legal.sum(axis=1, keepdims=True)
            actions = jnp.argmax(jnp.cumsum(legal, axis=1) > rank, axis=1)
        else:
            actions = act_randomly(draw, legal)
        return step(state, actions, jax.random.split(reset, num_games)), key

    def play_steps(state: Any, key: Any) -> Any:
        return jax.lax.fori_loop(0, steps, lambda _, carry: play(*carry), (state, key))

    compiled = jax.jit(play_steps)
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, num_games))

    def run() -> int:
        nonlocal state, key
        state, key = jax.block_until_ready(compiled(state, key))
        return steps * num_games

    return run


PEERS: dict[str, tuple[str, Callable[[], Workload]]] = {
    "PettingZoo connect_four_v3, raw": ("pettingzoo", lambda: pettingzoo_connect_four(False)),
    "PettingZoo connect_four_v3, wrapped": ("pettingzoo", lambda: pettingzoo_connect_four(True)),
    "PettingZoo leduc_holdem_v4, raw": ("pettingzoo", pettingzoo_leduc),
    "RLCard gin-rummy, env.step": ("rlcard", rlcard_gin_rummy),
    "OpenSpiel crazy_eights, Python loop": ("open_spiel", lambda: openspiel_loop(False)),
    OPENSPIEL_LOOP: ("open_spiel", lambda: openspiel_loop(True)),
    "OpenSpiel crazy_eights, C++ evaluate_bots": ("open_spiel", openspiel_evaluate_bots),
    "OpenSpiel crazy_eights, C++ random rollouts": ("open_spiel", openspiel_rollouts),
    **{
        f"pgx hex, {size:,} games{suffix}": ("pgx", partial(pgx_hex, size, one_draw))
        for one_draw, suffix in ((False, ""), (True, ", one draw a game"))
        for size in PGX_SIZES
    },
}


def available() -> tuple[dict[str, Workload], dict[str, str]]:
    """Return the workloads of the peers that are installed, and why others are missing."""
    workloads, missing = {}, {}
    for name, (package, make) in PEERS.items():
        try:
            workloads[name] = make()
        except ImportError as error:
            missing[name] = f"{package} is not installed ({error})"
    return workloads, missing


class Options(store.QuickOptions):
    """Measure random legal play in other environments, side by side with this one."""


def measure(options: Options) -> None:
    """Measure all environments in turn, print the rates and keep them."""
    repeats, seconds = options.pick(full=(9, 0.4), quick=(3, 0.2))
    store.keep_to_cores(1)  # libraries with threads of their own must not use them
    warnings.simplefilter("ignore")
    installed, missing = available()
    rates = measure_together({**own_workloads(options.spec), **installed}, repeats, seconds)
    table = rates_table("random legal play, one core", "environment", "decisions/s", rates)
    print_result([table], (f"missing: {name}: {reason}" for name, reason in missing.items()))
    packages = ("pettingzoo", "rlcard", "open-spiel", "pgx", "jax")
    versions = {name: store.package_version(name) for name in packages}
    options.keep("peers", {"versions": versions, "rates": rates, "missing": missing})


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
