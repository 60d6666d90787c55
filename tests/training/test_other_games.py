"""Both trainers take any game, and refuse runs, checkpoints and networks of another one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agents.reporting.jsonl import read_lines
from parlour.players.agent import AgentError
from rokoko_env import SPEC as ROKOKO
from tests.toy_game import SPEC
from training import quickstart, sb3_ppo, selfplay
from training.options import Options
from training.recipes import shipped
from training.report import command as report
from training.run import checkpoint_progress

pytestmark = pytest.mark.usefixtures("own_folder")
GAME = SPEC.package
TINY = {
    "games": (4,), "hidden_sizes": (8,), "minibatch_size": 32, "total_timesteps": 1, "workers": 1,
    "eval_games": 3, "pool_share": (0.5,), "opponents": ("random",), "minutes": 0.0,
}  # fmt: skip
RUN = [
    "--game", GAME, "--name", "toy", "--games", "4", "--hidden-sizes", "8", "--minibatch-size",
    "32", "--total-timesteps", "1", "--eval-games", "3", "--pool-share", "0.5", "--opponents",
    "random",
]  # fmt: skip
SB3 = [
    "--game", GAME, "--name", "toy", "--games", "4", "--n-steps", "128", "--batch-size", "64",
    "--hidden-sizes", "8", "--torch-threads", "1", "--total-timesteps", "512",
]  # fmt: skip


def test_self_play(capfd):
    assert selfplay.main([*RUN, "--workers", "2"]) == 0
    assert f"python -m agents.arena ppo:runs/toy random --games 1000 --game {GAME}" in (
        capfd.readouterr().out
    )
    config = json.loads(Path("runs/toy/config.json").read_text())
    assert config["game"] == SPEC.name
    assert config["players"] == [SPEC.players[0]], "by default as few as the game allows"
    [line] = read_lines(Path("runs/toy/log.jsonl"))
    assert len(line["value_error"]) == SPEC.rounds
    [evaluation] = read_lines(Path("runs/toy/evaluations.jsonl"))
    assert evaluation["baseline"] == "random"
    assert evaluation["points"].keys() == set(SPEC.sources)
    page = Path("runs/toy/report.html").read_text()
    assert f"learned to play {SPEC.title} with 3 players" in page
    assert f"{SPEC.score_word} on average" in page
    assert "by round" not in page.replace("value error by round", ""), "it has no kinds of actions"


def test_a_run_of_another_game_is_refused(capsys):
    assert selfplay.main(RUN) == 0
    capsys.readouterr()
    other = RUN[2:]  # the default game
    assert selfplay.main([*other, "--resume"]) == 2
    assert capsys.readouterr().err == (
        "error: runs/toy is a run of the game toy, not of rokoko (see --game)\n"
    )
    network = Path("runs/toy/network.safetensors")
    with pytest.raises(AgentError, match="holds a checkpoint for the game toy, not for rokoko"):
        checkpoint_progress(network.with_name("checkpoint.safetensors"), ROKOKO)
    with pytest.raises(AgentError, match="holds a network for the game toy, not for rokoko"):
        Options(init_from=str(network)).check()
    assert selfplay.main(["--name", "new", "--init-from", str(network)]) == 2
    assert selfplay.main(["--name", "new", "--opponents", f"ppo:{network}"]) == 2
    assert not Path("runs/new").exists()
    assert report.main(["runs/toy", "--game", "rokoko"]) == 2
    assert report.main(["runs/toy", "--game", GAME]) == 0
    assert selfplay.main([*RUN[:-2], "--resume", "--total-timesteps", "99"]) == 2, "other opponents"
    assert selfplay.main([*RUN, "--resume", "--total-timesteps", "99"]) == 0


def test_stable_baselines(capsys):
    assert sb3_ppo.main(SB3) == 0
    assert f"random --players 3 --game {GAME}" in capsys.readouterr().out
    more = ["--name", "toy", "--resume", "--total-timesteps", "1024"]
    assert sb3_ppo.main([*more, "--game", "rokoko"]) == 2
    assert "runs/toy is a run of the game toy, not of rokoko" in capsys.readouterr().err
    assert sb3_ppo.main(more) == 0
    assert [line["samples"] for line in read_lines(Path("runs/toy/log.jsonl"))] == [512, 1024]


def test_a_critic_needs_a_game_that_tells_what_is_hidden(capsys):
    assert selfplay.main([*RUN, "--privileged"]) == 2
    assert capsys.readouterr().err == (
        f"error: privileged is for games that tell what is hidden from a seat, and {SPEC.title} "
        "does not\n"
    )


def test_quickstart(monkeypatch, capfd):
    monkeypatch.setattr(quickstart, "RECIPE", {**quickstart.RECIPE, **TINY})
    monkeypatch.setattr(quickstart, "GAMES", 3)
    assert quickstart.main(["--game", GAME]) == 0
    output = capfd.readouterr().out
    assert f"plays {SPEC.title} against itself, 3 players" in output
    assert "runs/quickstart-toy/report.html" in output
    assert f"random --games 1000 --game {GAME}" in output


def test_a_game_without_recipes(capsys):
    assert shipped.main(["--game", GAME]) == 2
    assert f"{SPEC.title} has no recipes" in capsys.readouterr().err


@pytest.mark.parametrize("command", [selfplay, sb3_ppo, quickstart, shipped])
def test_a_game_that_does_not_exist(command, capsys):
    assert command.main(["--game", "rokko"]) == 2
    assert "no game is called 'rokko'; did you mean 'rokoko'?" in capsys.readouterr().err
