"""Whole games become trajectories of single seats, with nothing of the other seats."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from parlour.core.rewards import REWARD_NAMES
from parlour.players.agent import Agent, Seats
from parlour.players.torch_network import PolicyNetwork
from rokoko_env import OBSERVATION_SLICES, SPEC
from rokoko_env.core.hidden import HIDDEN_SIZE, SEAT_SIZE
from rokoko_env.players import make_agent
from training.core.trajectories import write_advantages
from training.critic import FullView, PrivilegedCritic
from training.pool import Member
from training.rollout import Rollout, RolloutWorker, expected_rows


def rollout_of(players: int = 3, games: int = 6, reward: str = "win", **options) -> Rollout:
    torch.manual_seed(0)
    critic = options.pop("critic", None)
    rollout = Rollout(SPEC, expected_rows(SPEC, [players], [games]), critic=critic)
    with torch.inference_mode():
        RolloutWorker(SPEC, players, games, reward).play(
            rollout, PolicyNetwork(SPEC, (16,)), np.random.default_rng(3), **options
        )
    return rollout


def trajectories(rollout: Rollout) -> list[list[int]]:
    """The rows of each seat's decisions, in their order."""
    rows = rollout.next_row[: rollout.rows]
    firsts = sorted(set(range(rollout.rows)) - set(rows[rows >= 0].tolist()))
    result = []
    for row in firsts:
        result.append([row])
        while rows[row] >= 0:
            row = int(rows[row])
            result[-1].append(row)
    return result


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_seat_of_every_game_has_one_trajectory(players):
    rollout = rollout_of(players, games=4)
    result = trajectories(rollout)
    assert len(result) == 4 * players
    assert sorted(row for rows in result for row in rows) == list(range(rollout.rows))


def test_a_trajectory_belongs_to_one_seat():
    """Its round never goes back, and its prestige tokens are its own."""
    rollout = rollout_of()
    players = OBSERVATION_SLICES["players"]
    for rows in trajectories(rollout):
        rounds = rollout.round_number[rows]
        assert (np.diff(rounds) >= 0).all()
        assert rounds[0] == 1
        assert rounds[-1] >= 6
        # Prestige tokens (the fifth number of the observer) are never given back.
        tokens = rollout.observation[rows, players.start + 4].numpy()
        assert (np.diff(tokens) >= 0).all()


@pytest.mark.parametrize("reward", REWARD_NAMES)
def test_rewards_of_a_game_reach_all_its_seats(reward):
    """With `win`, `rank` and `shaped` what the seats get adds up to zero."""
    rollout = rollout_of(3, games=8, reward=reward)
    totals = [float(rollout.reward[rows].sum()) for rows in trajectories(rollout)]
    assert len(totals) == 24
    assert any(total > 0.05 for total in totals)
    if reward != "margin":
        assert sum(totals) == pytest.approx(0, abs=1e-3)
    if reward in ("win", "shaped"):
        assert sorted(round(total, 3) for total in totals)[-1] == pytest.approx(1.0, abs=1e-3)


def test_advantages_are_those_of_a_plain_loop():
    rollout = rollout_of(4, games=3, reward="shaped")
    rollout.value[: rollout.rows] = np.random.default_rng(1).normal(size=rollout.rows)
    gamma, gae_lambda = 0.97, 0.9
    rollout.estimate_advantages(gamma, gae_lambda)
    for rows in trajectories(rollout):
        for place, row in enumerate(rows):
            expected, weight = 0.0, 1.0
            for k in range(place, len(rows)):
                here = rows[k]
                after = rollout.value[rows[k + 1]] if k + 1 < len(rows) else 0.0
                expected += weight * (rollout.reward[here] + gamma * after - rollout.value[here])
                weight *= gamma * gae_lambda
            assert rollout.advantage[row] == pytest.approx(expected, abs=1e-4)


def test_with_lambda_one_returns_are_what_the_game_brought():
    rollout = rollout_of(2, games=4)
    rollout.estimate_advantages(1.0, 1.0)
    returns = rollout.advantage[: rollout.rows] + rollout.value[: rollout.rows]
    for rows in trajectories(rollout):
        total = rollout.reward[rows].sum()
        assert returns[rows] == pytest.approx(np.full(len(rows), total), abs=1e-4)


def test_the_log_probs_written_are_those_of_the_network():
    rollout = rollout_of(2, games=2)
    torch.manual_seed(0)
    network = PolicyNetwork(SPEC, (16,))
    with torch.inference_mode():
        logits, value = network(rollout.observation[: rollout.rows])
    mask = torch.from_numpy(rollout.mask[: rollout.rows]) == 0
    log_probs = torch.log_softmax(logits.masked_fill(mask, -torch.inf), dim=1)
    action = torch.from_numpy(rollout.action[: rollout.rows])
    expected = log_probs.gather(1, action[:, None])[:, 0].numpy()
    assert rollout.log_prob[: rollout.rows] == pytest.approx(expected, abs=1e-4)
    assert rollout.value[: rollout.rows] == pytest.approx(value.numpy(), abs=1e-4)


class Counting(Agent):
    """Plays at random, and counts its decisions."""

    def __init__(self) -> None:
        self.decisions = 0

    def act_batch(self, seats: Seats) -> np.ndarray:
        self.decisions += len(seats)
        return seats.random_actions()


def test_opponents_play_their_seats_and_nothing_is_learned_from_them():
    opponent, member = Counting(), Member(SPEC, "x")
    member.agent = opponent
    rollout = rollout_of(3, games=6, opponent=member, opponent_games=6)
    assert len(trajectories(rollout)) == 6
    assert opponent.decisions > rollout.rows


def test_the_win_share_against_opponents_is_a_half_by_chance():
    worker = RolloutWorker(SPEC, 3, 300, "win")
    rollout = Rollout(SPEC, expected_rows(SPEC, [3], [300]))
    network = PolicyNetwork(SPEC, (16,))
    with torch.inference_mode():
        torch.nn.init.zeros_(network.policy.weight)
        result = worker.play(
            rollout, network, np.random.default_rng(0),
            opponent=Member(SPEC, "random"), opponent_games=300,
        )  # fmt: skip
    [(name, share, games)] = result.against
    assert (name, games) == ("random", 300)
    assert share == pytest.approx(0.5, abs=0.09)


def test_the_tie_break_decides_who_won_against_opponents():
    worker = RolloutWorker(SPEC, 3, 4, "win")
    worker.batch.score[:] = [[40, 40, 30], [40, 40, 30], [40, 40, 40], [39, 40, 40]]
    worker.batch.tie_break[:] = [[2, 1, 4], [2, 1, 4], [1, 1, 1], [4, 0, 0]]
    learners = np.array([0, 1, 2, 0])
    shares = [1, 0, 1 / 3, 0]
    for game, share in enumerate(shares):
        scaled = worker._win_share(np.arange(4) == game, learners)
        assert scaled == pytest.approx(2 * share / (1 + share))
    mean = sum(shares) / 4
    assert worker._win_share(np.full(4, True), learners) == pytest.approx(2 * mean / (1 + mean))


def test_a_teacher_labels_decisions_and_plays_every_second_game():
    worker = RolloutWorker(SPEC, 2, 8, "win")
    rollout = Rollout(SPEC, expected_rows(SPEC, [2], [8]))
    with torch.inference_mode():
        teacher = make_agent("heuristic")
        worker.play(rollout, PolicyNetwork(SPEC, (16,)), np.random.default_rng(3), teacher=teacher)
    n = rollout.rows
    legal = rollout.mask[np.arange(n), rollout.label[:n]]
    assert legal.all()
    # The network plays nearly uniformly: in its games scores are low.
    assert worker.batch.score[0::2].min() > worker.batch.score[1::2].max()


def test_a_rollout_grows_when_games_are_long():
    torch.manual_seed(0)
    small = Rollout(SPEC, 10)
    with torch.inference_mode():
        RolloutWorker(SPEC, 3, 6, "win").play(
            small, PolicyNetwork(SPEC, (16,)), np.random.default_rng(3)
        )
    large = rollout_of(3, 6)
    assert small.rows == large.rows
    assert np.array_equal(small.action[: small.rows], large.action[: large.rows])
    assert np.array_equal(small.reward[: small.rows], large.reward[: large.rows])
    assert torch.equal(small.observation[: small.rows], large.observation[: large.rows])


def test_a_critic_sees_hands_that_the_policy_does_not():
    critic = PrivilegedCritic(SPEC, (16,))
    rollout = rollout_of(3, games=2, critic=critic)
    hidden = rollout.hidden[: rollout.rows]
    assert hidden.shape == (rollout.rows, HIDDEN_SIZE)
    hands = hidden.reshape(rollout.rows, -1, SEAT_SIZE)
    assert hands[:, :2].any(axis=(1, 2)).mean() > 0.9  # two others have cards
    assert not hands[:, 2:].any()  # and nobody sits further away
    with torch.inference_mode():
        rollout.apply_critic()
        view = rollout.full_views(torch.arange(5))
        assert rollout.value[:5] == pytest.approx(critic(view).numpy(), abs=1e-5)


def test_policy_and_critic_are_kept_apart_by_type():
    """A policy fails on the critic's view, in any form."""
    rollout = rollout_of(2, games=1, critic=PrivilegedCritic(SPEC, (16,)))
    view = rollout.full_views(torch.arange(3))
    assert isinstance(view, FullView)
    with pytest.raises(TypeError):
        PolicyNetwork(SPEC, (16,))(view)
    with pytest.raises(RuntimeError):
        PolicyNetwork(SPEC, (16,))(torch.cat([view.observation, view.hidden], dim=1))


@pytest.mark.parametrize("players", [2, 5])
def test_columns_that_are_always_zero_can_be_left_out(players):
    """Loss and gradients of all weights are the same; with two players nearly half are zero."""
    rollout = rollout_of(players)
    rollout.estimate_advantages(1.0, 0.95)
    columns, observation = rollout.columns(), rollout.observation[: rollout.rows].clone()
    others = np.setdiff1d(np.arange(observation.shape[1]), columns)
    assert not observation[:, others].any()
    assert observation[:, columns].bool().any(dim=0).all()
    assert (len(columns) < 0.6 * observation.shape[1]) == (players == 2)
    network = PolicyNetwork(SPEC, (16, 8))
    arguments = (columns, 0.0, 1.0, torch.device("cpu"))
    gradients = []
    for inputs in ((observation,), (rollout.tensors(*arguments)["observation"].clone(), columns)):
        logits, value = network(*inputs)
        network.zero_grad()
        (logits.square().sum() + value.sum()).backward()
        gradients.append([parameter.grad.clone() for parameter in network.parameters()])
    for whole, part in zip(*gradients, strict=True):
        assert whole.abs().max() > 0
        torch.testing.assert_close(part, whole, rtol=1e-3, atol=1e-3)


def test_a_negative_number_is_something_seen():
    rollout = Rollout(SPEC, 2)
    rollout.rows = 2
    rollout.observation.zero_()
    rollout.observation[1, 7] = -0.5
    assert rollout.columns().tolist() == [7]


def test_no_advantage_without_rows():
    empty = np.zeros(0, np.float32)
    write_advantages(empty, empty, np.zeros(0, np.int64), 1.0, 0.9, empty)
