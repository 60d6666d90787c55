"""Runs of the self-play trainer: they learn, can be stopped at any moment, and resume exactly."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors import safe_open

from agents.reporting.cli import CommandError
from agents.reporting.jsonl import read_lines
from parlour.command import INTERRUPTED
from parlour.players.agent import AgentError
from parlour.players.registry import sources
from parlour.players.torch_network import PolicyNetwork, load_network, save_network
from rokoko_env import OBSERVATION_SIZE, SPEC
from rokoko_env.players import make_agent
from training import selfplay
from training.errors import TrainingError
from training.options import Options
from training.pool import Member, Pool
from training.run import Progress, Run
from training.workers import WorkerError, WorkerGroup, worker_group

pytestmark = pytest.mark.usefixtures("own_folder")
TINY = Options(
    name="tiny", games=(4,), total_timesteps=2500, workers=1, hidden_sizes=(16,),
    minibatch_size=256, update_epochs=2, snapshot_every=1, checkpoint_every=1, eval_every=0,
    eval_games=2, baselines=("random",), pool_share=(0.5,),
)  # fmt: skip


def arguments(options: Options) -> list[str]:
    """The options on the command line."""
    result = []
    for name, value in vars(options).items():
        if value == getattr(Options(), name):
            continue
        option = f"--{name.replace('_', '-')}"
        if isinstance(value, bool):
            result.append(option)
        else:
            values = value if isinstance(value, tuple) else (value,)
            result += [option, *map(str, values)]
    return result


def tensors(path: Path) -> dict[str, torch.Tensor]:
    with safe_open(path, "pt") as file:
        return {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118


def assert_same(first: Path, second: Path) -> None:
    ours, theirs = tensors(first), tensors(second)
    assert ours.keys() == theirs.keys()
    for name, tensor in ours.items():
        assert torch.equal(tensor, theirs[name]), name


def log_of(name: str) -> list[dict]:
    """Without what the clock says."""
    timed = ("seconds", "seconds_playing", "seconds_learning", "samples_per_second")
    lines = read_lines(Path("runs", name, "log.jsonl"))
    return [{k: v for k, v in line.items() if k not in timed} for line in lines]


def test_a_run_leaves_all_its_files_and_a_network_that_plays(capfd):
    assert selfplay.main(arguments(TINY)) == 0
    folder = Path("runs/tiny")
    config = json.loads((folder / "config.json").read_text())
    assert config["total_timesteps"] == 2500
    assert config["made_with"]["torch"] == torch.__version__
    lines = list(read_lines(folder / "log.jsonl"))
    assert lines[-1]["samples"] >= 2500
    assert [line["iteration"] for line in lines] == list(range(1, len(lines) + 1))
    evaluations = list(read_lines(folder / "evaluations.jsonl"))
    assert [line["baseline"] for line in evaluations] == ["random"]
    assert (folder / "report.html").stat().st_size > 1000
    assert list((folder / "tensorboard").glob("events*"))
    assert not list(folder.rglob("*.pkl")) + list(folder.rglob("*.pt"))
    make_agent("ppo:runs/tiny")
    assert "ppo:runs/tiny" in capfd.readouterr().out


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"privileged": True},
        {"workers": 2},
        {"players": (2, 3), "games": (3, 2), "play_every": (1, 2)},
    ],
)
def test_stopped_and_resumed_is_the_same_as_not_stopped(changed):
    flat = {"final_learning_rate": TINY.learning_rate, "final_ent_coef": TINY.ent_coef}
    whole = replace(TINY, name="whole", total_timesteps=6000, **flat, **changed)
    assert selfplay.main(arguments(whole)) == 0
    assert selfplay.main(arguments(replace(whole, name="part", total_timesteps=3000))) == 0
    before = len(log_of("part"))
    # What a crash leaves behind after the checkpoint is done again.
    with Path("runs/part/log.jsonl").open("a") as file:
        file.write(json.dumps({**log_of("part")[-1], "iteration": 99}) + '\n{"half a li')
    assert selfplay.main(arguments(replace(whole, name="part", resume=True))) == 0
    ours, theirs = log_of("whole"), log_of("part")
    assert 1 < before < len(theirs)
    assert [_renamed(line) for line in theirs] == ours
    assert_same(Path("runs/whole/checkpoint.safetensors"), Path("runs/part/checkpoint.safetensors"))


def _renamed(line: dict) -> dict:
    """Members of the pool are files of their run."""
    against = [[name.replace("part", "whole"), *rest] for name, *rest in line["against"]]
    return {**line, "against": against}


def test_two_workers_train_one_network_on_twice_the_games():
    assert selfplay.main(arguments(replace(TINY, workers=2))) == 0
    line = log_of("tiny")[0]
    assert line["games"] == 8
    assert selfplay.main(arguments(replace(TINY, name="alone"))) == 0
    assert log_of("alone")[0]["games"] == 4


def test_it_learns_to_beat_random():
    options = replace(
        TINY, games=(48,), total_timesteps=120_000, hidden_sizes=(64,), minibatch_size=512,
        learning_rate=2e-3, update_epochs=3, eval_games=60, reward="margin", snapshot_every=100,
    )  # fmt: skip
    assert selfplay.main(arguments(options)) == 0
    [line] = read_lines(Path("runs/tiny/evaluations.jsonl"))
    assert line["win_share"]["low"] > 0.6


def test_it_learns_from_a_teacher():
    options = replace(
        TINY, games=(32,), total_timesteps=60_000, hidden_sizes=(64,), minibatch_size=256,
        learning_rate=2e-3, teacher="heuristic", teacher_timesteps=60_000, snapshot_every=100,
    )  # fmt: skip
    assert selfplay.main(arguments(options)) == 0
    losses = [line["policy_loss"] for line in read_lines(Path("runs/tiny/log.jsonl"))]
    assert losses[-1] < 0.8 * losses[0]


def test_kill_loses_only_what_came_after_the_last_checkpoint():
    command = [sys.executable, "-m", "training.selfplay"]
    options = replace(TINY, total_timesteps=10**9, workers=2)
    root = Path(selfplay.__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": str(root)}
    process = subprocess.Popen(
        [*command, *arguments(options)], env=environment, stdout=subprocess.DEVNULL
    )
    checkpoint = Path("runs/tiny/checkpoint.safetensors")
    _wait_for(checkpoint.exists)
    process.send_signal(signal.SIGKILL)
    process.wait()
    progress, _ = Run(TINY).load(*_fresh(TINY))
    assert progress.iteration >= 1
    enough = replace(options, total_timesteps=progress.samples + 1500, resume=True)
    assert selfplay.main(arguments(enough)) == 0
    assert log_of("tiny")[-1]["iteration"] > progress.iteration


def test_ctrl_c_ends_at_a_checkpoint_and_says_how_to_resume():
    command = [sys.executable, "-m", "training.selfplay"]
    options = replace(
        TINY, total_timesteps=10**9, workers=2, checkpoint_every=1000, snapshot_every=1000
    )
    root = Path(selfplay.__file__).parent.parent
    process = subprocess.Popen(
        [*command, *arguments(options)],
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    _wait_for(lambda: Path("runs/tiny/log.jsonl").exists())
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it
    _, error = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    assert error == "stopped; to resume, add --resume to the same command\n"
    progress, _ = Run(TINY).load(*_fresh(TINY))
    assert progress.iteration == log_of("tiny")[-1]["iteration"]


def _wait_for(happened, seconds: float = 90.0) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def _fresh(options: Options):
    trainer = selfplay.Trainer(options, WorkerGroup())
    return trainer.network, trainer.critic, trainer.optimizer


# --- what can be wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"players": (1,)}, "players is 1, expected 2 to 5"),
        ({"players": (2, 3)}, "players names 2 numbers and games 1"),
        ({"players": (2, 2), "games": (1, 1)}, "expected each number once"),
        ({"games": (0,)}, "games is 0"),
        ({"pool_share": (0.1, 0.2)}, "pool_share has 2 numbers, expected one, or one for each of"),
        ({"pool_share": (1.5,)}, "pool_share is 1.5, expected 0 to 1"),
        ({"opponents_share": -0.1}, "opponents_share is -0.1"),
        (
            {"play_every": (1, 2)},
            "every has 2 numbers, expected one, or one for each of the 1 numbers",
        ),
        ({"play_every": (0,)}, "play_every is 0"),
        ({"play_every": (2,)}, "play_every is 2, expected a 1: each iteration"),
        ({"reward": "glory"}, "reward is 'glory', expected one of win, rank, margin, shaped"),
        ({"total_timesteps": -1}, "total_timesteps is -1"),
        ({"gae_lambda": 1.5}, "gae_lambda is 1.5"),
        ({"teacher": "herustic"}, "did you mean 'heuristic'?"),
        ({"baselines": ("ppo:nowhere",)}, "'nowhere' is neither a network nor a run"),
        ({"name": "../elsewhere"}, "expected the name of a folder in runs/"),
        ({"name": "a/../../b"}, "expected the name of a folder in runs/"),
        ({"name": "rate=3"}, "expected the name of a folder in runs/"),
        ({"init_from": "nowhere"}, "'nowhere' is neither a network nor a run"),
        ({"hidden_sizes": (16, 0)}, "hidden_sizes is 0"),
    ],
)
def test_options_that_can_not_be(changed, complaint):
    with pytest.raises((CommandError, AgentError)) as caught:
        replace(TINY, **changed).check()
    assert complaint in str(caught.value)


def test_a_wrong_option_on_the_command_line_is_one_sentence(capsys):
    assert selfplay.main(["--reward", "glory"]) == 2
    assert capsys.readouterr().err == (
        "error: reward is 'glory', expected one of win, rank, margin, shaped\n"
    )
    assert not Path("runs").exists()


def test_a_run_is_never_overwritten(capsys):
    assert selfplay.main(arguments(TINY)) == 0
    before = Path("runs/tiny/checkpoint.safetensors").read_bytes()
    assert selfplay.main(arguments(TINY)) == 2
    assert "runs/tiny exists: add --resume" in capsys.readouterr().err
    assert before == Path("runs/tiny/checkpoint.safetensors").read_bytes()


def test_resuming_needs_the_same_options(capsys):
    assert selfplay.main(arguments(TINY)) == 0
    assert selfplay.main(arguments(replace(TINY, clip_coef=0.3, resume=True))) == 2
    assert "runs/tiny was started with clip_coef = 0.2, not 0.3" in capsys.readouterr().err
    assert selfplay.main(arguments(replace(TINY, name="other", resume=True))) == 2
    assert "runs/other holds no run" in capsys.readouterr().err


def test_a_run_from_before_there_were_games_resumes():
    assert selfplay.main(arguments(TINY)) == 0
    path = Path("runs/tiny/config.json")
    config = json.loads(path.read_text())
    del config["game"]
    path.write_text(json.dumps(config))
    assert selfplay.main(arguments(replace(TINY, total_timesteps=5000, resume=True))) == 0


def test_a_run_with_options_of_another_version_is_refused(capsys):
    assert selfplay.main(arguments(TINY)) == 0
    path = Path("runs/tiny/config.json")
    path.write_text(json.dumps({**json.loads(path.read_text()), "clip": 0.2, "entropy": 0.01}))
    assert selfplay.main(arguments(replace(TINY, total_timesteps=9000, resume=True))) == 2
    assert capsys.readouterr().err == (
        "error: runs/tiny/config.json has options that this version does not know (clip, entropy): "
        "resume it with the version that started it, or delete runs/tiny\n"
    )


def test_an_initial_network_can_grow_and_not_shrink(capsys):
    small = PolicyNetwork(SPEC, (8, 4))
    save_network(Path("a.safetensors"), small, {})
    options = replace(TINY, init_from="a.safetensors")
    assert selfplay.main(arguments(replace(options, hidden_sizes=(16, 3)))) == 2
    assert capsys.readouterr().err == (
        "error: hidden_sizes is 16 3, and layers of 8 4 can't grow to it: expected at least "
        "these, and at least 4 in every layer that follows\n"
    )
    assert not Path("runs").exists()
    # Without a learning rate the weights stay, in both processes.
    still = replace(options, learning_rate=0.0, final_learning_rate=0.0, workers=2)
    assert selfplay.main(arguments(replace(still, hidden_sizes=(16, 4, 6)))) == 0
    assert "a.safetensors grows from 8 4 to 16 4 6" in capsys.readouterr().out
    large = load_network(Path("runs/tiny/network.safetensors"), SPEC)[0]
    assert large.hidden == (16, 4, 6)
    observation = torch.rand(20, OBSERVATION_SIZE)
    for old, new in zip(small(observation), large(observation), strict=True):
        torch.testing.assert_close(new, old)


def test_hidden_sizes_default_to_those_of_the_initial_network(capsys):
    save_network(Path("a.safetensors"), PolicyNetwork(SPEC, (8, 4)), {})
    options = replace(TINY, init_from="a.safetensors", hidden_sizes=())
    assert selfplay.main(arguments(options)) == 0
    assert "grows" not in capsys.readouterr().out
    assert load_network(Path("runs/tiny/network.safetensors"), SPEC)[0].hidden == (8, 4)
    assert json.loads(Path("runs/tiny/config.json").read_text())["hidden_sizes"] == [8, 4]
    assert selfplay.main(arguments(replace(options, total_timesteps=5000, resume=True))) == 0


def test_processes_that_begin_with_different_networks_do_not_train(monkeypatch):
    save_network(Path("a.safetensors"), PolicyNetwork(SPEC, (16,)), {})
    monkeypatch.setattr(WorkerGroup, "gather", lambda group, own: [own, "another"])
    with pytest.raises(TrainingError, match=r"different networks: is a\.safetensors being"):
        selfplay.train(WorkerGroup(), replace(TINY, init_from="a.safetensors"))


@pytest.mark.parametrize("init_from", ["", "a.safetensors"])
def test_a_run_that_was_killed_before_its_first_checkpoint_starts_again(init_from):
    save_network(Path("a.safetensors"), PolicyNetwork(SPEC, (12,)), {})
    options = replace(TINY, init_from=init_from)
    assert selfplay.main(arguments(replace(options, name="whole"))) == 0
    assert selfplay.main(arguments(options)) == 0
    for name in ("checkpoint", "network"):
        Path(f"runs/tiny/{name}.safetensors").unlink()
    assert selfplay.main(arguments(replace(options, resume=True))) == 0
    assert_same(Path("runs/whole/network.safetensors"), Path("runs/tiny/network.safetensors"))
    assert len(log_of("tiny")) == len(log_of("whole"))


def test_minutes_alone_are_not_cut_short_by_samples():
    assert Progress(1, 10**9, 30.0).share(Options(minutes=1.0)) == 0.5
    assert Progress(1, 10**7, 30.0).share(Options()) == 0.5


def test_a_checkpoint_of_another_layout_is_refused(capsys, monkeypatch):
    assert selfplay.main(arguments(TINY)) == 0
    monkeypatch.setitem(vars(SPEC), "layout_digest", "another one")
    assert selfplay.main([*arguments(TINY), "--resume"]) == 2
    assert "was trained on another layout of observations or actions" in capsys.readouterr().err


def test_a_damaged_checkpoint_is_named(capsys):
    assert selfplay.main(arguments(TINY)) == 0
    path = Path("runs/tiny/checkpoint.safetensors")
    path.write_bytes(path.read_bytes()[:1000])
    assert selfplay.main(arguments(replace(TINY, total_timesteps=9000, resume=True))) == 2
    assert "checkpoint.safetensors holds no checkpoint" in capsys.readouterr().err


# --- networks in files ---------------------------------------------------------------------------


def test_a_network_comes_back_as_it_was(tmp_path):
    network = PolicyNetwork(SPEC, (8, 4))
    save_network(tmp_path / "a.safetensors", network, {"run": "x"})
    loaded, about = load_network(tmp_path / "a.safetensors", SPEC)
    assert about == {"run": "x"}
    assert loaded.hidden == (8, 4)
    for name, tensor in network.state_dict().items():
        assert torch.equal(tensor, loaded.state_dict()[name])


def test_files_that_hold_no_network(tmp_path):
    path = tmp_path / "a.safetensors"
    with pytest.raises(AgentError, match="there is no network"):
        load_network(path, SPEC)
    path.write_bytes(b"nonsense")
    with pytest.raises(AgentError, match="holds no network"):
        load_network(path, SPEC)
    from safetensors.torch import save_file

    save_file({"x": torch.zeros(2)}, path)
    with pytest.raises(AgentError, match="is no network of this project"):
        load_network(path, SPEC)


def test_a_match_remembers_which_network_played(tmp_path):
    path = tmp_path / "a.safetensors"
    save_network(path, PolicyNetwork(SPEC, (8,)), {})
    assert path in sources(f"ppo:{path}:temperature=1", SPEC)
    assert path not in sources("heuristic", SPEC)


# --- pool and group ------------------------------------------------------------------------------


def test_those_that_win_are_met_more_often(tmp_path):
    pool = Pool(SPEC, tmp_path, size=5, agents=("random", "greedy"))
    pool.update([("random", 1.0, 50), ("greedy", 0.1, 50), ("unknown", 0.5, 10)])
    rng = np.random.default_rng(0)
    drawn = [pool.draw(rng).name for _ in range(500)]
    assert drawn.count("greedy") > 8 * drawn.count("random") > 0


def test_agents_that_are_named_have_a_share_of_their_own(tmp_path):
    pool = Pool(SPEC, tmp_path, size=9, agents=("random",), agents_share=0.6)
    for iteration in range(9):
        pool.add_snapshot(iteration)
    pool.update([("random", 1.0, 50)])  # by weight alone it would hardly be met
    rng = np.random.default_rng(0)
    drawn = [pool.draw(rng).name for _ in range(1000)]
    assert 560 < drawn.count("random") < 680
    assert len(set(drawn)) == 10
    nobody = Pool(SPEC, tmp_path, size=9, agents_share=1.0)
    nobody.add_snapshot(1)
    assert nobody.draw(rng) is nobody.members[0]


def test_every_number_of_players_has_its_part_of_the_pool():
    options = replace(TINY, players=(2, 4), games=(10, 8), pool_share=(0.2, 0.5))
    options.check()
    assert options.pool_games() == [2, 4]
    assert replace(options, pool_share=(0.5,)).pool_games() == [5, 4]
    trainer = selfplay.Trainer(replace(options, opponents=("random",)), WorkerGroup())
    against = trainer.play(0, teaching=False).against
    assert [(name, games) for name, _, games in against] == [("random", 2), ("random", 4)]


def test_a_number_of_players_can_be_played_in_some_iterations_only():
    options = replace(TINY, players=(2, 3), games=(3, 5), play_every=(1, 3), pool_share=(0.0,))
    options.check()
    trainer = selfplay.Trainer(options, WorkerGroup())
    outcomes = [trainer.play(iteration, teaching=False) for iteration in range(4)]
    assert [outcome.games for outcome in outcomes] == [3, 3, 3 + 5, 3]
    # Observations tell of a third player only where there is one.
    first = trainer.rollout.columns()
    trainer.play(5, teaching=False)
    assert len(trainer.rollout.columns()) > len(first)


def test_a_learning_rate_can_rise_at_the_start():
    trainer = selfplay.Trainer(replace(TINY, warmup_iterations=3, learning_rate=0.4), WorkerGroup())
    trainer.play(0, teaching=False)
    rates = [trainer.learn(i, 0.0, teaching=False)["learning_rate"] for i in range(5)]
    assert rates == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.4])


def test_the_snapshot_that_is_beaten_most_surely_goes(tmp_path):
    pool = Pool(SPEC, tmp_path, size=2, agents=("random",))
    for iteration in (1, 2):
        pool.add_snapshot(iteration)
    pool.update([(pool.members[1].name, 0.6, 10), (pool.members[2].name, 0.9, 10)])
    pool.add_snapshot(3)
    names = [member.name for member in pool.members]
    assert names[0] == "random"
    assert [name.split("/")[-1][:6] for name in names[1:]] == ["000001", "000003"]
    again = Pool(SPEC, tmp_path, size=2, agents=("random",))
    again.restore(json.loads(json.dumps(pool.to_json())))
    assert again.members == pool.members
    assert Pool(SPEC, tmp_path, size=2).draw(np.random.default_rng(0)) is None
    assert Member(SPEC, "x", win_share=1.0).weight > 0


def test_progress_is_by_samples_or_by_time():
    options = replace(TINY, total_timesteps=1000, minutes=2.0)
    assert Progress(1, 500, 30.0).share(options) == 0.5
    assert Progress(1, 100, 90.0).share(options) == 0.75
    assert Progress(1, 9999, 0.0).share(options) == 1.0


def _meet(group: WorkerGroup, failing: bool) -> None:
    if failing and group.rank == group.size - 1:
        os.kill(os.getpid(), signal.SIGKILL)
    for turn in range(50):
        numbers = torch.full((5,), float(group.rank + turn))
        group.average(numbers)
        assert numbers.tolist() == [turn + (group.size - 1) / 2] * 5
        assert group.gather([group.rank, turn]) == [[rank, turn] for rank in range(group.size)]
        assert group.sum(1, turn) == [group.size, group.size * turn]


def test_a_group_averages_and_gathers():
    with worker_group(2, 5, _meet, False) as group:
        _meet(group, False)


def test_nobody_waits_for_a_process_that_has_ended():
    ended = pytest.raises(WorkerError, match="another process of the group has ended")
    with ended, worker_group(3, 5, _meet, True) as group:
        _meet(group, True)
