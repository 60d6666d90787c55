"""One seat learns: giving up, seeds, resets, rotation, and wrong arguments, in every game."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.errors import IllegalActionError
from tests.parlour.envs.interfaces import any_illegal, first_legal, installed_games, last_legal


@installed_games
def test_illegal_actions_can_lose_the_game(of):
    env = of.package.raw_env(num_players=3, illegal="lose")
    env.reset(seed=1)
    agent = env.agent_selection
    wrong = int(any_illegal(env.observe(agent)["action_mask"]))
    words = f"({env.game.action_name(wrong)}) is not legal"
    env.step(wrong)
    assert env.rewards[agent] == -1
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert all(env.terminations.values())
    assert words in env.infos[agent]["illegal_action"]
    single = of.single(3, illegal="lose", seat=env.possible_agents.index(agent))
    single.reset(seed=1)
    before = single.game.view(None)
    _, reward, terminated, _, info = single.step(wrong)
    assert (reward, terminated, info["rank"]) == (-1.0, True, 3)
    assert words in info["illegal_action"]
    assert single.game.view(None) == before
    assert single.step(wrong)[1] == 0  # given up once, not again


@installed_games
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_giving_up_in_a_vector_of_games(of, mode):
    """The other games go on as if nothing had happened, and a new one follows the lost one."""
    options = {"seat": 0, "illegal": "lose", "reward": "shaped", "autoreset_mode": mode}
    vector, twin = of.vector(3, of.fewest, **options), of.vector(3, of.fewest, **options)
    _, info = vector.reset(seed=1)
    twin.reset(seed=1)
    total = 0.0
    for number in range(12):
        actions = last_legal(info["action_mask"])
        wrong = actions.copy()
        if number == 6:
            wrong[1] = any_illegal(info["action_mask"])[1]
        seen, reward, done, _, info = vector.step(wrong)
        others, other_reward, _, _, _ = twin.step(actions)
        total += reward[1] if number <= 6 else 0.0
        assert seen[[0, 2]].tobytes() == others[[0, 2]].tobytes()
        assert (reward[[0, 2]] == other_reward[[0, 2]]).all()
        assert done.tolist() == [False, number == 6, False]
    assert total == pytest.approx(-1.0, abs=1e-5)
    assert vector._seeds.tolist() == [1, 5, 3]


class Chancer:
    """An opponent that chooses at random, from the numbers that it is given."""

    def act(self, observation, mask, rng):
        return int(rng.choice(np.flatnonzero(mask)))


@installed_games
@pytest.mark.parametrize("seed", [4, [1, 2, 3], np.int64(4)], ids=["int", "list", "int64"])
def test_vector_seeds_cover_the_opponents_too(of, seed):
    runs = []
    for _ in range(2):
        vector = of.vector(3, 3, opponents=Chancer())
        _, info = vector.reset(seed=seed)
        for _ in range(20):
            seen, *_, info = vector.step(first_legal(info["action_mask"]))
        runs.append(seen.tobytes())
    assert runs[0] == runs[1]


@installed_games
def test_some_games_of_a_vector_can_be_reset(of):
    vector = of.vector(3, of.fewest, seat=0)
    first, info = vector.reset(seed=1)
    later, *_ = vector.step(last_legal(info["action_mask"]))
    seen, _ = vector.reset(seed=1, options={"reset_mask": np.array([True, False, False])})
    assert seen[0].tobytes() == first[0].tobytes()
    assert seen[1:].tobytes() == later[1:].tobytes() != first[1:].tobytes()


@installed_games
def test_sb3_seeds_are_reproducible_and_resets_go_on(of):
    env = of.vec(4, 3)
    env.seed(5)
    first = env.reset()
    second = env.reset()
    env.seed(5)
    assert env.reset().tobytes() == first.tobytes()
    assert env.reset().tobytes() == second.tobytes()


@installed_games
def test_seats_rotate_from_game_to_game(of):
    env = of.single(3)
    seats = [env.reset(seed=1)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(4))]
    assert seats == [0, 1, 2, 0, 1]
    assert env.reset(seed=1)[1]["seat"] == 0


@installed_games
def test_bad_arguments_are_named(of):
    with pytest.raises(ValueError, match=r"reward is 'winn', expected .* did you mean 'win'"):
        of.package.Batch(4, reward="winn")
    with pytest.raises(ValueError, match="no agent is called 'rando'; did you mean 'random'"):
        of.single(opponents="rando")
    with pytest.raises(TypeError, match="is no agent, no agent's name, and has no method act"):
        of.single(opponents=object())
    with pytest.raises(ValueError, match="opponents has 1 entries, expected one or 3"):
        of.single(4, opponents=["random"])
    with pytest.raises(ValueError, match="seat is 4, expected 0 to 3"):
        of.single(4, seat=4)
    with pytest.raises(ValueError, match="illegal is 'x'"):
        of.package.env(illegal="x")
    with pytest.raises(ValueError, match="render_mode is 'x'"):
        of.package.env(render_mode="x")


@installed_games
def test_a_batch_refuses_wrong_actions_and_names_the_first(of):
    batch = of.package.Batch(4, of.fewest)
    with pytest.raises(ValueError, match="actions must be 4 whole numbers"):
        batch.step(np.zeros(3, int))
    wrong = any_illegal(batch.mask)
    actions = np.array([*batch.random_actions()[:2], *wrong[2:]])
    name = of.game(of.fewest, 0).action_name(int(wrong[2]))
    before = batch._rows.tobytes()
    with pytest.raises(IllegalActionError) as error:
        batch.step(actions)
    assert f"actions[2] is {wrong[2]} ({name})" in str(error.value)
    assert batch._rows.tobytes() == before
