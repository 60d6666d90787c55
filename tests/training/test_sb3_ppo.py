"""Training with stock MaskablePPO: a run, its files, its pool of opponents, and what it refuses."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from agents.arena.run import run_match
from parlour.players.agent import Agent, Seats
from parlour.players.policy import PolicyAgent
from parlour.players.torch_network import PolicyNetwork, load_network
from rokoko_env import NUM_ACTIONS, SPEC
from rokoko_env.envs.sb3 import RokokoVecEnv
from training import sb3_ppo
from training.pool import MIN_WEIGHT, draw_probs
from training.sb3.callback import RunCallback, cut_log, win_share
from training.sb3.network import to_network
from training.sb3.options import Options
from training.sb3.pool import PRIOR_GAMES, OpponentPool, note_game
from training.sb3_ppo import main, make_env, make_model

pytestmark = pytest.mark.usefixtures("own_folder")
ROLLOUT = 8 * 48
SIZES = {
    "games": 8, "n-steps": 48, "batch-size": 192, "n-epochs": 2, "hidden-sizes": 32,
    "torch-threads": 1,
}  # fmt: skip
TINY = [word for name, size in SIZES.items() for word in (f"--{name}", str(size))]


def train(*more: str) -> int:
    return main(["--name", "tiny", *more])


def log() -> list[dict]:
    return [json.loads(line) for line in Path("runs/tiny/log.jsonl").read_text().splitlines()]


def config() -> dict:
    return json.loads(Path("runs/tiny/config.json").read_text())


def on_snapshot(monkeypatch: pytest.MonkeyPatch, then: Callable[[], None]) -> None:
    """Do something at the first decision after the first snapshot was made."""
    done = []
    step = RunCallback._on_step

    def watched(callback: RunCallback) -> bool:
        if len(callback.pool.members) > 1 and not done:
            done.append(True)
            then()
        return step(callback)

    monkeypatch.setattr(RunCallback, "_on_step", watched)


# --- the network ---------------------------------------------------------------------------------


def test_the_converted_network_prefers_and_expects_the_same() -> None:
    options = Options(games=16, n_steps=32, batch_size=256, hidden_sizes=(48, 32), players=3)
    env = make_env(options, "random")
    model = make_model(options, env, "cpu")
    model.learn(2 * options.rollout_size, log_interval=10**9)
    observation = torch.from_numpy(env.reset())
    masks = env.action_masks()
    network = to_network(model.policy)
    with torch.no_grad():
        logits, values = network(observation)
        expected_probs = model.policy.get_distribution(observation, masks).distribution.probs
        expected = model.policy.predict_values(observation).flatten()
    probs = logits.masked_fill(~torch.from_numpy(masks), -torch.inf).softmax(dim=1)
    torch.testing.assert_close(probs, expected_probs)
    torch.testing.assert_close(values, expected)
    assert probs.std() > 0.01
    assert values.abs().max() > 0.01
    # It is a copy: training does not change it.
    with torch.no_grad():
        model.policy.action_net.bias += 1
    assert torch.equal(network(observation)[0], logits)


def test_both_ways_of_training_begin_with_networks_of_one_kind() -> None:
    options = Options(games=4, n_steps=8, batch_size=16, hidden_sizes=(48, 32))
    network = to_network(make_model(options, make_env(options, "random"), "cpu").policy)
    own = PolicyNetwork(SPEC, (48, 32))
    for (name, converted), ours in zip(network.named_parameters(), own.parameters(), strict=True):
        assert converted.shape == ours.shape, name
        # Orthogonal weights of one gain have one norm, whatever was drawn.
        torch.testing.assert_close(converted.norm(), ours.norm(), rtol=1e-4, atol=1e-5)


def test_converting_draws_no_random_numbers() -> None:
    options = Options(games=4, n_steps=8, batch_size=16, hidden_sizes=(8,))
    model = make_model(options, make_env(options, "random"), "cpu")
    before = torch.get_rng_state()
    to_network(model.policy)
    assert torch.equal(torch.get_rng_state(), before)


# --- the pool ------------------------------------------------------------------------------------


def pool_of(*shares: float, size: int = 5, games: int = 2) -> OpponentPool:
    """Random play, and snapshots; with these win shares of the learner."""
    pool = OpponentPool(SPEC, ["random"], size=size, games=games, num_players=2)
    for number in range(1, len(shares)):
        pool.add_snapshot(PolicyNetwork(SPEC, (8,)), number)
    for member, share in zip(pool.members, shares, strict=True):
        member.win_share = share
    return pool


def test_who_beats_the_learner_is_drawn_more_often() -> None:
    pool = pool_of(1.0, 0.5, 0.0)
    weights = np.array([MIN_WEIGHT, 0.25 + MIN_WEIGHT, 1 + MIN_WEIGHT])
    rng = np.random.default_rng(0)
    drawn = np.zeros(3)
    for _ in range(4000):
        pool.draw(rng)
        drawn[pool.number] += 1
    np.testing.assert_allclose(draw_probs(pool.members), weights / weights.sum())
    np.testing.assert_allclose(drawn / 4000, weights / weights.sum(), atol=0.03)


def test_a_game_counts_for_those_who_played_it() -> None:
    pool = pool_of(0.5, 0.5)
    for member, steps in ((0, 3), (1, 1)):
        pool.number = member
        for _ in range(steps - 1):
            pool.note_step({})
        pool.note_step({0: 1.0} if member else {})
    random, snapshot = pool.members
    assert random.games == PRIOR_GAMES + 0.75
    assert snapshot.games == PRIOR_GAMES + 0.25
    assert random.win_share == pytest.approx(0.5 + 0.75 / (PRIOR_GAMES + 0.75) * 0.5)
    assert snapshot.win_share == pytest.approx(0.5 + 0.25 / (PRIOR_GAMES + 0.25) * 0.5)
    # The next game in the first place starts from nothing, that of the other continues.
    pool.note_step({0: 0.0, 1: 0.0})
    assert random.games == pytest.approx(PRIOR_GAMES + 0.75 + 3 / 5)


def test_win_shares_follow_what_happened_lately() -> None:
    member = pool_of(0.5).members[0]
    for _ in range(5000):
        note_game(member, 1.0, 1.0)
    assert member.win_share > 0.99
    for _ in range(2000):
        note_game(member, 0.0, 1.0)
    assert member.win_share < 0.05


def test_a_full_pool_lets_the_weakest_snapshot_go() -> None:
    pool = pool_of(1.0, 0.3, 0.9, 0.5, size=3)
    pool.number = 3
    pool.note_step({})  # a decision against 3, which is to stay in the books of 3
    pool.add_snapshot(PolicyNetwork(SPEC, (8,)), 9)
    names = [member.name for member in pool.members]
    assert names == ["random", *(f"snapshot-{n:012d}" for n in (1, 3, 9))]
    pool.number = 3
    pool.note_step({0: 1.0})
    assert [member.games for member in pool.members] == [
        PRIOR_GAMES,
        PRIOR_GAMES,
        PRIOR_GAMES + 0.5,
        PRIOR_GAMES + 0.5,
    ]


def test_snapshots_draw_from_the_policy_of_their_network() -> None:
    [member] = pool_of(0.5, 0.5).members[1:]
    assert isinstance(member.agent, PolicyAgent)
    assert member.agent.temperature == 1.0


class Recorder(Agent):
    """Plays at random, and records the games in which it acts, and those to forget."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.forgotten: list[int] = []

    def act_batch(self, seats: Seats) -> np.ndarray:
        self.asked += seats.games.tolist()
        return seats.random_actions()

    def forget(self, games: np.ndarray) -> None:
        self.forgotten += games.tolist()


def test_the_current_member_plays() -> None:
    pool = OpponentPool(SPEC, ["random"], size=2, games=4, num_players=3)
    pool.add_snapshot(PolicyNetwork(SPEC, (8,)), 1)
    recorders = [Recorder(), Recorder()]
    for member, recorder in zip(pool.members, recorders, strict=True):
        member.agent = recorder
    env = RokokoVecEnv(4, 3, opponents=pool)
    env.reset()
    first, second = recorders
    assert set(first.forgotten) == set(second.forgotten), "members may remember games of others"
    del first.asked[:]
    pool.number = 1
    for _ in range(30):  # the end of the learner's turn is among them
        env.step(env.action_masks().argmax(axis=1))
    assert not first.asked
    assert second.asked


def test_scripts_and_search_can_be_opponents() -> None:
    more = ["--opponents", "heuristic", "mcts:2", "--total-timesteps", "1", "--n-steps", "4"]
    assert train(*TINY, *more, "--batch-size", "16") == 0
    assert log()[0]["opponent"] in ("heuristic", "mcts:2")


def test_a_win_is_shared_among_those_level_in_points_and_livre() -> None:
    rows = [{"total": t, "livre_left": livre} for t, livre in ((50, 3), (50, 3), (50, 2))]
    assert win_share(SPEC, {"rank": 1, "score_breakdown": rows}) == 0.5
    assert win_share(SPEC, {"rank": 3, "score_breakdown": rows}) == 0
    assert win_share(SPEC, {"rank": 1, "score_breakdown": rows[1:]}) == 1


# --- runs ----------------------------------------------------------------------------------------


def test_a_run_from_beginning_to_end(capsys: pytest.CaptureFixture[str]) -> None:
    samples = 4 * ROLLOUT
    more = ["--total-timesteps", str(samples), "--snapshot-every", "1", "--pool-size", "2"]
    assert train(*TINY, *more, "--reward", "margin", "--players", "3") == 0
    assert "agents.arena ppo:runs/tiny heuristic" in capsys.readouterr().out
    lines = log()
    assert [line["iteration"] for line in lines] == [1, 2, 3, 4]
    assert [line["samples"] for line in lines] == [n * ROLLOUT for n in (1, 2, 3, 4)]
    assert lines[0]["opponent"] == "random"
    assert sum(line["games"] for line in lines) >= 8
    for line in lines:
        assert (line["win_share"] is None) == (line["games"] == 0)
        assert 0.5 < line["entropy"] < np.log(NUM_ACTIONS)
        assert line["samples_per_second"] > 0
        assert line["rollout_seconds"] + line["update_seconds"] <= line["seconds"] + 0.002
    assert set(lines[-1]["pool"]) == {"random", *(f"snapshot-{n * ROLLOUT:012d}" for n in (2, 3))}
    names = {path.name for path in Path("runs/tiny/pool").iterdir()}
    assert names == {"pool.json", *(f"snapshot-{n * ROLLOUT:012d}.safetensors" for n in (3, 4))}
    assert config()["options"]["reward"] == "margin"
    assert config()["versions"]["sb3-contrib"]


def test_what_is_saved_plays_and_is_one_network() -> None:
    assert train(*TINY, "--total-timesteps", "1") == 0
    network, about = load_network(Path("runs/tiny/network.safetensors"), SPEC)
    assert about["samples"] == ROLLOUT
    assert about["options"]["hidden_sizes"] == [32]
    model = MaskablePPO.load("runs/tiny/sb3.zip", device="cpu")
    for (name, ours), theirs in zip(
        network.named_parameters(), to_network(model.policy).parameters(), strict=True
    ):
        assert torch.equal(ours, theirs), name
    assert torch.any(network.policy.bias != 0), "it has learnt something"
    result = run_match(["ppo:runs/tiny", "random"], games=2, workers=1)
    assert result.results.games == 2


def test_a_run_is_a_function_of_its_seed() -> None:
    def weights(name: str, seed: str) -> torch.Tensor:
        more = ["--total-timesteps", str(2 * ROLLOUT), "--snapshot-every", "1", "--seed", seed]
        assert main(["--name", name, *TINY, *more]) == 0
        return load_network(Path("runs") / name / "network.safetensors", SPEC)[0].trunk[0].weight

    first = weights("a", "3")
    assert torch.equal(weights("b", "3"), first)
    assert not torch.equal(weights("c", "4"), first)


def test_resuming_continues_the_count_and_the_pool(capsys: pytest.CaptureFixture[str]) -> None:
    assert train(*TINY, "--total-timesteps", str(2 * ROLLOUT), "--snapshot-every", "1") == 0
    before = json.loads(Path("runs/tiny/pool/pool.json").read_text())
    weights = load_network(Path("runs/tiny/network.safetensors"), SPEC)[0].trunk[0].weight
    # A line of a rollout that no checkpoint knows, and half a line, as after a crash.
    with Path("runs/tiny/log.jsonl").open("a") as file:
        file.write(json.dumps({**log()[-1], "samples": 3 * ROLLOUT, "iteration": 3}) + '\n{"iter')
    options = sb3_ppo._parse(["--name", "tiny", "--resume", "--total-timesteps", "99999"])
    run = sb3_ppo.SB3Run(options)
    assert run.model.num_timesteps == 2 * ROLLOUT
    assert torch.equal(to_network(run.model.policy).trunk[0].weight, weights)
    assert run.model.policy.optimizer.state_dict()["state"][0]["step"] == 2 * 2 * 2
    assert [m.name for m in run.pool.members] == [m["name"] for m in before]
    assert [m.win_share for m in run.pool.members] == [m["win_share"] for m in before]
    more = ["--total-timesteps", str(3 * ROLLOUT), "--learning-rate", "0.001"]
    assert train("--resume", *more) == 0
    assert [line["iteration"] for line in log()] == [1, 2, 3]
    assert [line["samples"] for line in log()] == [n * ROLLOUT for n in (1, 2, 3)]
    assert log()[2]["seconds"] > log()[1]["seconds"]
    assert config()["options"]["games"] == 8, "options that are left out stay"
    assert config()["options"]["learning_rate"] == 0.001
    assert [entry["samples"] for entry in config()["history"]] == [0, 2 * ROLLOUT]
    capsys.readouterr()
    assert train("--resume") == 2
    assert "has learned from 1152 decisions already" in capsys.readouterr().err


def test_a_run_from_before_there_were_games_resumes() -> None:
    assert train(*TINY, "--total-timesteps", "1") == 0
    before = config()
    del before["options"]["game"]
    Path("runs/tiny/config.json").write_text(json.dumps(before))
    model = MaskablePPO.load("runs/tiny/sb3.zip", device="cpu")
    del model.policy_kwargs["features_extractor_kwargs"]["game"]
    model.save("runs/tiny/sb3.zip")
    assert train("--resume", "--total-timesteps", str(2 * ROLLOUT)) == 0
    assert config()["options"]["game"] == "rokoko"


def test_resuming_plays_other_deals() -> None:
    def deals(run: sb3_ppo.SB3Run) -> set[int]:
        return set(run.model.get_env()._game_seeds.tolist())

    fresh = deals(sb3_ppo.SB3Run(sb3_ppo._parse(["--name", "tiny", *TINY])))
    assert min(fresh) >= 2**40, "the arena's deals begin at 0"
    assert train(*TINY, "--total-timesteps", "1") == 0
    more = ["--resume", "--total-timesteps", "99999"]
    resumed = deals(sb3_ppo.SB3Run(sb3_ppo._parse(["--name", "tiny", *more])))
    assert len(resumed) == 8
    assert min(resumed) >= 2**40 + ROLLOUT


def test_ctrl_c_keeps_what_was_learned(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = signal.getsignal(signal.SIGINT)
    on_snapshot(monkeypatch, lambda: signal.raise_signal(signal.SIGINT))
    more = ["--total-timesteps", "99999", "--snapshot-every", "2"]
    assert train(*TINY, *more) == 130
    error = capsys.readouterr().err
    assert "stopped after 768 decisions" in error
    assert "--name tiny --resume" in error
    assert signal.getsignal(signal.SIGINT) is before
    assert MaskablePPO.load("runs/tiny/sb3.zip", device="cpu").num_timesteps == 2 * ROLLOUT
    assert train("--resume", "--total-timesteps", str(3 * ROLLOUT)) == 0
    assert [line["samples"] for line in log()] == [n * ROLLOUT for n in (1, 2, 3)]


def test_ctrl_c_twice_stops_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def twice() -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    on_snapshot(monkeypatch, twice)
    assert train(*TINY, "--snapshot-every", "1") == 130
    assert "stopped at once" in capsys.readouterr().err
    assert MaskablePPO.load("runs/tiny/sb3.zip", device="cpu").num_timesteps == 0


def test_a_log_of_nothing() -> None:
    assert cut_log(Path("log.jsonl"), 100) == (0, 0.0)
    assert not Path("log.jsonl").exists()


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("--players 6", "players is 6, expected 2 to 5"),
        ("--batch-size 500", "batch_size is 500, more than a rollout of 8 games x 48 steps = 384"),
        ("--batch-size 100", "batch_size is 100: a rollout of 8 games x 48 steps = 384 is no"),
        ("--batch-size 1", "batch_size is 1, expected"),
        ("--games 0", "games is 0, expected"),
        ("--total-timesteps 0", "total_timesteps is 0, expected"),
        ("--gamma 1.5", "gamma is 1.5, expected"),
        ("--learning-rate nan", "learning_rate is nan, expected"),
        ("--hidden-sizes 32 0", "hidden_sizes is 0, expected"),
        ("--seed -1", "seed is -1, expected"),
        ("--name ../elsewhere", "name is '../elsewhere', expected the name of a folder in runs/"),
        ("--opponents rnadom", "did you mean 'random'?"),
        ("--opponents ppo:nowhere", "'nowhere' is neither a network nor a run with one"),
        ("--resume", "there is no run runs/tiny to resume"),
    ],
)
def test_bad_input_gets_a_sentence(
    command: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # Where it is let through, one rollout shows it.
    assert train(*TINY, "--total-timesteps", "1", *command.split()) == 2
    output = capsys.readouterr()
    assert output.err.startswith("error: ")
    assert sentence in output.err
    assert output.err.count("\n") == 1
    assert not output.out
    assert not Path("runs").exists()


def test_a_run_is_not_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    assert train(*TINY, "--total-timesteps", "1") == 0
    paths = [path for path in Path("runs").rglob("*") if path.is_file()]
    before = {path: path.read_bytes() for path in paths}
    assert train(*TINY) == 2
    assert "runs/tiny exists: add --resume" in capsys.readouterr().err
    assert train("--resume", "--hidden-sizes", "16") == 2
    assert "hidden_sizes of runs/tiny is (32,): it can't change to (16,)" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in before} == before
    Path("runs/tiny/sb3.zip").write_bytes(b"no zip")
    assert train("--resume", "--total-timesteps", "99999") == 2
    assert "sb3.zip can't be loaded" in capsys.readouterr().err
    Path("runs/tiny/config.json").write_text("{}")
    assert train("--resume") == 2
    assert "config.json is no config of a run" in capsys.readouterr().err
