"""One game behind all interfaces: same seed and actions, same observations, masks and rewards."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pytest

import rokoko_env
from parlour.core.rewards import REWARD_NAMES
from rokoko_env import Batch, Game, IllegalActionError
from rokoko_env.envs.sb3 import RokokoVecEnv
from rokoko_env.envs.single import RokokoEnv
from rokoko_env.envs.vector import RokokoVectorEnv

GAMES = 100
REWARDED = 50


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_game_aec_and_batch_play_the_same_game(num_players):
    batch = Batch(GAMES, num_players, seed=1000, reward="shaped", auto_reset=False)
    games = [Game(num_players, 1000 + i) for i in range(GAMES)]
    envs = [rokoko_env.raw_env(num_players, reward="shaped") for _ in range(GAMES)]
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
        return int(np.flatnonzero(mask)[-1])


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
@pytest.mark.parametrize("reward", REWARD_NAMES)
def test_the_single_env_sees_what_its_seat_sees(num_players, reward):
    env = RokokoEnv(num_players, seat=1, opponents=Recorder(), reward=reward)
    aec = rokoko_env.raw_env(num_players, reward=reward)
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
        aec.step(int(np.flatnonzero(aec.observe(aec.agent_selection)["action_mask"])[-1]))
        owed += aec.rewards["player_1"]
    return owed, any(aec.terminations.values())


@pytest.mark.parametrize("opponents", ["random", Recorder()])
def test_vector_and_sb3_play_the_same_games_as_the_single_env(opponents):
    """With opponents whose choices do not depend on how many games there are."""
    vector = RokokoVectorEnv(4, 3, seat=0, opponents=opponents, autoreset_mode="SameStep")
    vec = RokokoVecEnv(4, 3, seat=0, opponents=opponents, seed=50)
    singles = [RokokoEnv(3, seat=0, opponents=opponents) for _ in range(4)]
    observation, info = vector.reset(seed=50)
    assert vec.reset().tobytes() == observation.tobytes()
    alone = [env.reset(seed=50 + i) for i, env in enumerate(singles)]
    seeds = [50 + i for i in range(4)]
    for _ in range(250):
        for i in range(4):
            assert alone[i][0].tobytes() == observation[i].tobytes()
        masks = info["action_mask"]
        assert (np.stack(vec.env_method("action_masks")) == masks.astype(bool)).all()
        actions = np.array([np.flatnonzero(m)[0] for m in masks])
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


def test_next_step_auto_reset_ignores_the_action_after_the_end():
    vector = RokokoVectorEnv(2, 2, seat=0)
    _, info = vector.reset(seed=1)
    done = np.zeros(2, bool)
    for _ in range(300):
        before = done
        actions = np.array([np.flatnonzero(m)[0] for m in info["action_mask"]])
        actions[before] = 157
        _, reward, done, _, info = vector.step(actions)
        assert (reward[before] == 0).all()
        assert not (done & before).any()


@pytest.mark.parametrize("reward", REWARD_NAMES)
@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_rewards_add_up(reward, num_players):
    """Zero-sum where promised, within the range, and equal to the defined return."""
    batch = Batch(REWARDED, num_players, seed=7, reward=reward, auto_reset=False, observe=False)
    total = np.zeros((REWARDED, num_players))
    while not batch.done.all():
        running = ~batch.done.copy()
        batch.step(batch.random_actions())
        total[running] += batch.reward[running]
        if reward in ("win", "rank", "shaped"):
            assert abs(batch.reward[running].sum(axis=1)).max() < 1e-5
    assert abs(total).max() <= 1 + 1e-5
    for i in range(REWARDED):
        state = np.ascontiguousarray(batch.states[i : i + 1])
        game = Game.from_state(state, batch.ruleset)
        expected = expected_return(reward, game)
        assert total[i] == pytest.approx(expected, abs=1e-4)


def expected_return(reward: str, game: Game) -> list[float]:
    rows = game.score_breakdown()
    n = game.num_players
    standing = [(row["total"], row["livre_left"]) for row in rows]
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


@pytest.mark.parametrize("reward", ["win", "shaped"])
def test_aec_cumulative_rewards_are_the_return(reward):
    """Each agent's rewards, as `last()` shows them, add up to its return."""
    env = rokoko_env.env(num_players=3, reward=reward)
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


def test_a_reward_function_of_ones_own():
    env = rokoko_env.raw_env(2, reward=lambda game: [float(game.round), -1.0])
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}


def test_masks_every_masked_action_is_legal_and_every_other_raises():
    env = rokoko_env.raw_env(3)
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


@pytest.mark.parametrize("copy_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_mid_game_keep_everything(copy_of):
    rng = np.random.default_rng(3)
    for make in (
        lambda: rokoko_env.env(num_players=3),
        lambda: gymnasium.make("rokoko_env:rokoko/Rokoko-v0", num_players=3),
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


def test_illegal_actions_can_lose_the_game():
    env = rokoko_env.raw_env(3, illegal="lose")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(157)
    assert env.rewards[agent] == -1
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert all(env.terminations.values())
    assert "rent 5.9" in env.infos[agent]["illegal_action"]
    single = RokokoEnv(3, illegal="lose")
    single.reset(seed=1)
    before = single.game.view(None)
    _, reward, terminated, _, info = single.step(157)
    assert (reward, terminated, info["rank"]) == (-1.0, True, 3)
    assert "rent 5.9" in info["illegal_action"]
    assert single.game.view(None) == before
    assert single.step(157)[1] == 0  # given up once, not again


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_giving_up_in_a_vector_of_games(mode):
    """The other games go on as if nothing had happened, and the lost one begins anew."""
    vector = RokokoVectorEnv(3, 2, seat=0, illegal="lose", reward="shaped", autoreset_mode=mode)
    twin = RokokoVectorEnv(3, 2, seat=0, illegal="lose", reward="shaped", autoreset_mode=mode)
    _, info = vector.reset(seed=1)
    twin.reset(seed=1)
    total = 0.0
    for number in range(12):
        actions = np.array([np.flatnonzero(m)[-1] for m in info["action_mask"]])
        wrong = actions.copy()
        if number == 6:
            wrong[1] = 157
        seen, reward, done, _, info = vector.step(wrong)
        others, other_reward, _, _, _ = twin.step(actions)
        total += reward[1] if number <= 6 else 0.0
        assert seen[[0, 2]].tobytes() == others[[0, 2]].tobytes()
        assert (reward[[0, 2]] == other_reward[[0, 2]]).all()
        assert done.tolist() == [False, number == 6, False]
    assert total == pytest.approx(-1.0, abs=1e-5)
    assert vector._seeds.tolist() == [1, 5, 3]


@pytest.mark.parametrize("seed", [4, [1, 2, 3], np.int64(4)])
def test_vector_seeds_cover_the_opponents_too(seed):
    runs = []
    for _ in range(2):
        vector = RokokoVectorEnv(3, 3, opponents="eager")
        _, info = vector.reset(seed=seed)
        for _ in range(20):
            actions = np.array([np.flatnonzero(m)[0] for m in info["action_mask"]])
            seen, *_, info = vector.step(actions)
        runs.append(seen.tobytes())
    assert runs[0] == runs[1]


def test_some_games_of_a_vector_can_be_reset():
    vector = RokokoVectorEnv(3, 2, seat=0)
    first, info = vector.reset(seed=1)
    actions = np.array([np.flatnonzero(m)[0] for m in info["action_mask"]])
    later, *_ = vector.step(actions)
    seen, _ = vector.reset(seed=1, options={"reset_mask": np.array([True, False, False])})
    assert seen[0].tobytes() == first[0].tobytes()
    assert seen[1:].tobytes() == later[1:].tobytes()


def test_sb3_seeds_are_reproducible_and_resets_go_on():
    env = RokokoVecEnv(4, 3)
    env.seed(5)
    first = env.reset()
    second = env.reset()
    env.seed(5)
    assert env.reset().tobytes() == first.tobytes()
    assert env.reset().tobytes() == second.tobytes() != first.tobytes()


def test_an_illegal_action_keeps_the_cumulative_reward():
    env = rokoko_env.raw_env(3, reward="shaped")
    env.reset(seed=3)
    while not env.last()[1]:
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
    before = env.last()[1]
    with pytest.raises(IllegalActionError):
        env.step(157)
    assert env.last()[1] == before
    env.step(np.array(np.flatnonzero(env.last()[0]["action_mask"])[0]))  # a 0-d array is fine


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(threads):
    one = Batch(2100, 4, seed=9)  # enough that actions are drawn by threads too
    many = Batch(2100, 4, seed=9, threads=threads)
    for _ in range(300):
        actions = one.random_actions().copy()
        assert (many.random_actions() == actions).all()
        one.step(actions)
        many.step(actions)
    for name in ("observation", "mask", "player", "reward", "done", "score", "seed"):
        assert getattr(one, name).tobytes() == getattr(many, name).tobytes()
    assert pickle.loads(pickle.dumps(many)).observation.tobytes() == one.observation.tobytes()


def test_a_batch_goes_on_with_the_next_seeds():
    batch = Batch(4, 2, seed=10)
    for _ in range(400):
        batch.step(batch.random_actions())
    assert ((batch.seed - 10) % 4 == np.arange(4)).all()
    assert (batch.seed > 13).all()


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match=r"reward is 'winn', expected .* did you mean 'win'"):
        Batch(4, reward="winn")
    with pytest.raises(ValueError, match="no agent is called 'rando'; did you mean 'random'"):
        RokokoEnv(opponents="rando")
    with pytest.raises(TypeError, match="is no agent, no agent's name, and has no method act"):
        RokokoEnv(opponents=object())
    with pytest.raises(ValueError, match="opponents has 1 entries, expected one or 3"):
        RokokoEnv(4, opponents=["random"])
    with pytest.raises(ValueError, match="seat is 4, expected 0 to 3"):
        RokokoEnv(4, seat=4)
    with pytest.raises(ValueError, match="illegal is 'x'"):
        rokoko_env.env(illegal="x")
    with pytest.raises(ValueError, match="render_mode is 'x'"):
        rokoko_env.env(render_mode="x")
    batch = Batch(4, 2)
    with pytest.raises(ValueError, match="actions must be 4 whole numbers"):
        batch.step(np.zeros(3, int))
    actions = np.array([*batch.random_actions()[:2], 157, 157])
    before = batch._rows.tobytes()
    with pytest.raises(IllegalActionError, match=r"actions\[2\] is 157 \(rent 5.9\)"):
        batch.step(actions)
    assert batch._rows.tobytes() == before


def test_seats_rotate_from_game_to_game():
    env = RokokoEnv(3)
    seats = [env.reset(seed=1)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(4))]
    assert seats == [0, 1, 2, 0, 1]
    assert env.reset(seed=1)[1]["seat"] == 0


def test_state_holds_every_seats_knowledge():
    env = rokoko_env.raw_env(3)
    env.reset(seed=1)
    size = rokoko_env.OBSERVATION_SIZE
    state = env.state()
    assert env.state_space.contains(state)
    for p, agent in enumerate(env.agents):
        part = state[p * size : (p + 1) * size]
        assert part.tobytes() == env.observe(agent)["observation"].tobytes()


@pytest.mark.parametrize(
    "make",
    [lambda: Batch(3, 2, seed=1), lambda: RokokoVecEnv(3, 2), rokoko_env.raw_env],
)
def test_arrays_that_come_back_read_only_are_copied(make):
    """Processes that share memory hand over pickles whose arrays must not be written to."""
    original = make()
    if hasattr(original, "reset") and not isinstance(original, Batch):
        original.reset()
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(original, protocol=5, buffer_callback=buffers.append)
    shared = [bytearray(buffer.raw()) for buffer in buffers]
    before = [bytes(part) for part in shared]
    copy = pickle.loads(data, buffers=[memoryview(part).toreadonly() for part in shared])
    for _ in range(3):
        if isinstance(copy, Batch):
            copy.step(copy.random_actions())
        elif isinstance(copy, RokokoVecEnv):
            copy.step(copy.action_masks().argmax(axis=1))
        else:
            copy.step(int(copy.last()[0]["action_mask"].argmax()))
    assert shared == before
