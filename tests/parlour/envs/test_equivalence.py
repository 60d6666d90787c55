"""One game behind all interfaces: same seed and actions, same observations, masks and rewards."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pytest

from parlour.core.rewards import REWARD_NAMES
from parlour.errors import IllegalActionError
from tests.parlour.envs.interfaces import (
    any_illegal,
    first_legal,
    installed_games,
    installed_tables,
    last_legal,
)

GAMES = 40


@installed_tables
def test_game_aec_and_batch_play_the_same_game(of, num_players):
    make = of.package.raw_env
    batch = of.package.Batch(GAMES, num_players, seed=1000, reward="shaped", auto_reset=False)
    games = [of.game(num_players, 1000 + i) for i in range(GAMES)]
    envs = [make(num_players=num_players, reward="shaped") for _ in range(GAMES)]
    for i, env in enumerate(envs):
        env.reset(seed=1000 + i)
    while not batch.done.all():
        running = np.flatnonzero(~batch.done)
        actions = batch.random_actions().copy()
        for i in running:
            seen = envs[i].observe(envs[i].agent_selection)
            assert batch.player[i] == games[i].current_player
            assert envs[i].agent_selection == f"player_{batch.player[i]}"
            assert batch.mask[i].tobytes() == games[i].action_mask().tobytes()
            assert batch.mask[i].tobytes() == seen["action_mask"].tobytes()
            assert batch.observation[i].tobytes() == seen["observation"].tobytes()
            games[i].apply(actions[i])
            envs[i].step(int(actions[i]))
        batch.step(actions)
        for i in running:
            assert list(envs[i].rewards.values()) == batch.reward[i].tolist()
            assert all(envs[i].terminations.values()) == batch.done[i] == games[i].is_over
    for i, game in enumerate(games):
        assert batch.score[i].tolist() == game.scores()
        seat = game.current_player
        assert batch.observation[i].tobytes() == game.observation(seat).tobytes()
        state = np.ascontiguousarray(batch.states[i : i + 1])
        assert state.tobytes() == game._states.tobytes()
        assert envs[i].game == game


class Recorder:
    """An opponent that plays a fixed rule and remembers nothing."""

    def act(self, observation, mask, rng):
        return int(last_legal(mask))


@installed_tables
@pytest.mark.parametrize("reward", REWARD_NAMES)
def test_the_single_env_sees_what_its_seat_sees(of, num_players, reward):
    env = of.single(num_players, seat=1, opponents=Recorder(), reward=reward)
    aec = of.package.raw_env(num_players=num_players, reward=reward)
    for seed in range(GAMES // len(REWARD_NAMES)):
        observation, info = env.reset(seed=seed)
        aec.reset(seed=seed)
        owed, ended = play_others(aec, 0.0)
        total = 0.0
        rng = np.random.default_rng(seed)
        while True:
            seen = aec.observe("player_1")
            assert seen["observation"].tobytes() == observation.tobytes()
            assert (seen["action_mask"] == info["action_mask"]).all()
            assert (env.action_masks() == info["action_mask"].astype(bool)).all()
            legal = np.flatnonzero(info["action_mask"])
            action = int(legal[rng.integers(len(legal))])
            observation, got, terminated, _, info = env.step(action)
            aec.step(action)
            owed, ended = play_others(aec, aec.rewards["player_1"])
            assert got == pytest.approx(owed, abs=1e-6)
            total += got
            assert terminated == ended
            if ended:
                break
        game = aec.game
        assert info["score_breakdown"] == game.score_breakdown()
        assert info["score"] == game.scores()[1]
        assert total == pytest.approx(expected_return(reward, game)[1], abs=1e-4)


def play_others(aec, owed):
    while not any(aec.terminations.values()) and aec.agent_selection != "player_1":
        aec.step(int(last_legal(aec.observe(aec.agent_selection)["action_mask"])))
        owed += aec.rewards["player_1"]
    return owed, any(aec.terminations.values())


@installed_games
@pytest.mark.parametrize("opponents", ["random", Recorder()], ids=["random", "recorder"])
def test_vector_and_sb3_play_the_same_games_as_the_single_env(of, opponents):
    """With opponents whose choices do not depend on how many games there are."""
    vector = of.vector(4, 3, seat=0, opponents=opponents, autoreset_mode="SameStep")
    vec = of.vec(4, 3, seat=0, opponents=opponents, seed=50)
    singles = [of.single(3, seat=0, opponents=opponents) for _ in range(4)]
    observation, info = vector.reset(seed=50)
    assert vec.reset().tobytes() == observation.tobytes()
    alone = [env.reset(seed=50 + i) for i, env in enumerate(singles)]
    seeds = [50 + i for i in range(4)]
    for _ in range(250):
        for i in range(4):
            assert alone[i][0].tobytes() == observation[i].tobytes()
        masks = info["action_mask"]
        assert (np.stack(vec.env_method("action_masks")) == masks.astype(bool)).all()
        actions = first_legal(masks)
        observation, reward, done, _, info = vector.step(actions)
        vec_observation, vec_reward, vec_done, vec_infos = vec.step(actions)
        assert vec_observation.tobytes() == observation.tobytes()
        assert (vec_reward == reward.astype(np.float32)).all()
        assert (vec_done == done).all()
        for i, env in enumerate(singles):
            seen, got, terminated, _, single_info = env.step(actions[i])
            assert got == pytest.approx(reward[i])
            assert terminated == done[i]
            if terminated:
                assert vec_infos[i]["terminal_observation"].tobytes() == seen.tobytes()
                assert info["final_obs"][i].tobytes() == seen.tobytes()
                for name in ("score", "scores", "seat", "rank"):
                    assert vec_infos[i][name] == single_info[name]
                    assert np.all(info["final_info"][name][i] == single_info[name])
                seeds[i] += 4
                alone[i] = env.reset(seed=seeds[i])
            else:
                alone[i] = seen, single_info
    assert min(seeds) > 53


@installed_games
def test_next_step_auto_reset_ignores_the_action_after_the_end(of):
    vector = of.vector(2, of.fewest, seat=0)
    _, info = vector.reset(seed=1)
    done, ended = np.zeros(2, bool), 0
    for _ in range(300):
        before = done
        actions = first_legal(info["action_mask"])
        actions[before] = any_illegal(info["action_mask"])[before]
        _, reward, done, _, info = vector.step(actions)
        assert (reward[before] == 0).all()
        assert not (done & before).any()
        ended += done.sum()
    assert ended > 1


@installed_tables
@pytest.mark.parametrize("reward", REWARD_NAMES)
def test_rewards_add_up(of, num_players, reward):
    """Zero-sum where promised, within the range, and equal to the defined return."""
    options = {"reward": reward, "auto_reset": False, "observe": False}
    batch = of.package.Batch(GAMES, num_players, seed=7, **options)
    total = np.zeros((GAMES, num_players))
    while not batch.done.all():
        running = ~batch.done.copy()
        batch.step(batch.random_actions())
        total[running] += batch.reward[running]
        if reward in ("win", "rank", "shaped"):
            assert abs(batch.reward[running].sum(axis=1)).max() < 1e-5
    assert abs(total).max() <= 1 + 1e-5
    for i in range(GAMES):
        state = np.ascontiguousarray(batch.states[i : i + 1])
        game = of.package.Game.from_state(state, batch.ruleset)
        expected = expected_return(reward, game)
        assert total[i] == pytest.approx(expected, abs=1e-4)


def expected_return(reward, game):
    """Return what each seat gets over a game, from its scores."""
    rows = game.score_breakdown()
    n = game.num_players
    standing = [(row["total"], row[game.spec.tie_break_word]) for row in rows]
    if reward == "margin":
        totals = [row["total"] for row in rows]
        return [
            np.clip((totals[p] - max(totals[:p] + totals[p + 1 :])) / 100, -1, 1) for p in range(n)
        ]
    prizes = [1 - 2 * i / (n - 1) for i in range(n)]
    if reward in ("win", "shaped"):
        prizes = [1.0] + [-1 / (n - 1)] * (n - 1)
    order = sorted(standing, reverse=True)
    shares = []
    for each in standing:
        places = [i for i, other in enumerate(order) if other == each]
        shares.append(sum(prizes[i] for i in places) / len(places))
    return shares


@installed_games
@pytest.mark.parametrize("reward", ["win", "shaped"])
def test_aec_cumulative_rewards_are_the_return(of, reward):
    """Each agent's rewards, as `last()` shows them, add up to its return."""
    env = of.package.env(num_players=3, reward=reward)
    env.reset(seed=4)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    rng = np.random.default_rng(1)
    for agent in env.agent_iter():
        observation, got, terminated, _, _ = env.last()
        totals[agent] += got
        if terminated:
            final = env.unwrapped.game
            env.step(None)
        else:
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    expected = expected_return(reward, final)
    assert list(totals.values()) == pytest.approx(expected, abs=1e-4)


@installed_games
def test_parallel_play_is_the_same_game(of):
    env = of.package.parallel_env(num_players=3)
    observations, _ = env.reset(seed=6)
    game = of.game(3, 6)
    total = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        mover = f"player_{game.current_player}"
        mask = observations[mover]["action_mask"]
        assert mask.tobytes() == game.action_mask().tobytes()
        action = int(last_legal(mask))
        observations, rewards, *_ = env.step(dict.fromkeys(env.agents, action))
        game.apply(action)
        for agent, reward in rewards.items():
            total[agent] += reward
    assert game.is_over
    assert sum(total.values()) == pytest.approx(0)


@installed_games
def test_a_reward_function_of_ones_own(of):
    def reward(game):
        return [float(game.round), *[-1.0] * (game.num_players - 1)]

    env = of.package.raw_env(num_players=of.fewest, reward=reward)
    env.reset(seed=1)
    env.step(int(first_legal(env.observe(env.agent_selection)["action_mask"])))
    assert list(env.rewards.values()) == [1.0, *[-1.0] * (of.fewest - 1)]


@installed_games
def test_masks_every_masked_action_is_legal_and_every_other_raises(of):
    env = of.package.raw_env(num_players=3)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    for number in range(150):
        agent = env.agent_selection
        mask = env.observe(agent)["action_mask"]
        for other in env.agents:
            if other != agent:
                assert not env.observe(other)["action_mask"].any()
        if number % 10 == 0:
            for action in range(len(mask)):
                if mask[action]:
                    copy.deepcopy(env).step(action)
                else:
                    with pytest.raises(IllegalActionError):
                        env.step(action)
        env.step(int(rng.choice(np.flatnonzero(mask))))


@installed_games
@pytest.mark.parametrize("copy_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_mid_game_keep_everything(of, copy_of):
    rng = np.random.default_rng(3)
    for make in (
        lambda: of.package.env(num_players=3),
        lambda: gymnasium.make(of.gymnasium_id, num_players=3),
    ):
        env = make()
        aec = hasattr(env, "agent_iter")
        env.reset(seed=5)
        for _ in range(30):
            step(env, aec, rng.integers(10**6))
        twin = copy_of(env)
        for _ in range(20):
            choice = rng.integers(10**6)
            assert step(env, aec, choice) == step(twin, aec, choice)


def step(env, aec, choice):
    if aec:
        observed = env.last()[0]
        legal = np.flatnonzero(observed["action_mask"])
        env.step(int(legal[choice % len(legal)]))
        return observed["observation"].tobytes()
    legal = np.flatnonzero(env.unwrapped.action_masks())
    return env.step(int(legal[choice % len(legal)]))[0].tobytes()


@installed_games
def test_an_illegal_action_keeps_the_cumulative_reward(of):
    env = of.package.raw_env(num_players=3, reward="shaped")
    env.reset(seed=3)
    while not env.last()[1]:
        env.step(int(last_legal(env.last()[0]["action_mask"])))
    before = env.last()[1]
    mask = env.last()[0]["action_mask"]
    with pytest.raises(IllegalActionError):
        env.step(int(any_illegal(mask)))
    assert env.last()[1] == before
    env.step(np.array(first_legal(mask)))  # a 0-d array is fine


@installed_games
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(of, threads):
    one = of.package.Batch(2100, 4, seed=9)  # enough that actions are drawn by threads too
    many = of.package.Batch(2100, 4, seed=9, threads=threads)
    for _ in range(300):
        actions = one.random_actions().copy()
        assert (many.random_actions() == actions).all()
        one.step(actions)
        many.step(actions)
    for name in ("observation", "mask", "player", "reward", "done", "score", "seed"):
        assert getattr(one, name).tobytes() == getattr(many, name).tobytes()
    assert pickle.loads(pickle.dumps(many)).observation.tobytes() == one.observation.tobytes()


@installed_games
def test_state_holds_every_seats_knowledge(of):
    env = of.package.raw_env(num_players=3)
    env.reset(seed=1)
    size = of.package.OBSERVATION_SIZE
    state = env.state()
    assert env.state_space.contains(state)
    for p, agent in enumerate(env.agents):
        part = state[p * size : (p + 1) * size]
        assert part.tobytes() == env.observe(agent)["observation"].tobytes()


@installed_games
@pytest.mark.parametrize("kind", ["batch", "vec", "aec"])
def test_arrays_that_come_back_read_only_are_copied(of, kind):
    """Processes that share memory hand over pickles whose arrays must not be written to."""
    original = {
        "batch": lambda: of.package.Batch(3, of.fewest, seed=1),
        "vec": lambda: of.vec(3, of.fewest),
        "aec": of.package.raw_env,
    }[kind]()
    if kind != "batch":
        original.reset()
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(original, protocol=5, buffer_callback=buffers.append)
    shared = [bytearray(buffer.raw()) for buffer in buffers]
    before = [bytes(part) for part in shared]
    copy = pickle.loads(data, buffers=[memoryview(part).toreadonly() for part in shared])
    for _ in range(3):
        if kind == "batch":
            copy.step(copy.random_actions())
        elif kind == "vec":
            copy.step(copy.action_masks().argmax(axis=1))
        else:
            copy.step(int(copy.last()[0]["action_mask"].argmax()))
    assert shared == before
