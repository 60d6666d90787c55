"""The command that compares two sets of components: its results, files and errors."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path

import numpy as np
import pytest

from research.variant.command import main
from research.variant.run import plan_variant, run_variant
from rokoko_env import SPEC
from rokoko_env.components import load_components
from rokoko_env.players import Agent, Seats

# A level 1 Apprentice that everybody can hire, with the crown for a large deck.
STRONGER = "employees.l1_trim.bonus=crown_pp_by_deck_2_5_8_11"
QUICK = ["--agents", "heuristic", "recruiter", "--players", "2", "--workers", "1", "--quiet"]


def test_a_card_made_much_stronger_is_found_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "study"
    command = ["--set", STRONGER, *QUICK, "--games", "200", "--out", str(out)]
    assert main(command) == 0
    printed = capsys.readouterr().out
    assert f"{STRONGER.partition('=')[0]}: free_trim -> crown_pp_by_deck_2_5_8_11" in printed
    result = json.loads((out / "result.json").read_text("utf-8"))
    sentences = [line for line in result["verdict"] if "PP more from crowns" in line]
    assert sentences
    assert sentences[0] in printed
    assert result["correction"] == f"Bonferroni over {len(result['effects'])} measures"
    clear = {row["name"]: row for row in result["effects"] if row["clear"]}
    assert clear["crowns"]["together_low"] > 1
    rows = list(csv.DictReader((out / "effects.csv").read_text("utf-8").splitlines()))
    assert [row["name"] for row in rows] == [row["name"] for row in result["effects"]]
    assert (out / "effects.png").stat().st_size > 10_000
    card = next(c for c in load_components(out / "components").employees if c.id == "l1_trim")
    assert card.bonus == "crown_pp_by_deck_2_5_8_11"


def test_a_change_of_names_alone_changes_no_game() -> None:
    variant = plan_variant(
        SPEC, ["board_2_3.halls.1.name=Ballroom"], agents=["heuristic"], num_players=2, games=20
    )
    result = run_variant(variant, workers=1)
    assert result.comparison.deals_that_differ == 0
    assert all(e.alone.low == e.alone.high == 0 for e in result.comparison.effects)
    assert result.notes == ["nothing that matters in a game of 2 players is changed"]


def test_it_resumes_where_it_was_stopped(tmp_path: Path) -> None:
    def study(games: int, out: Path | None) -> list[float]:
        variant = plan_variant(
            SPEC, [STRONGER], agents=["random", "greedy"], num_players=2, games=games
        )
        result = run_variant(variant, workers=1, out=out)
        return [effect.alone.estimate for effect in result.comparison.effects]

    at_once = study(60, None)
    study(20, tmp_path / "study")
    pieces = set(tmp_path.glob("study/?/pieces/*"))
    assert study(60, tmp_path / "study") == at_once
    assert pieces < set(tmp_path.glob("study/?/pieces/*"))


class Interrupting(Agent):
    """Presses Ctrl-C after some decisions."""

    patience = 0

    def act_batch(self, seats: Seats) -> np.ndarray:
        Interrupting.patience -= 1
        if Interrupting.patience < 0:
            raise KeyboardInterrupt
        return seats.random_actions()


def test_ctrl_c_keeps_what_was_finished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--set", STRONGER, "--agents", f"{__name__}:Interrupting", "--players", "2"]
    command += ["--games", "60", "--workers", "1", "--quiet", "--out", str(tmp_path / "study")]
    Interrupting.patience = 350  # a piece takes 140 to 190, the first is one game
    assert main(command) == 130
    assert capsys.readouterr().err == "stopped; the same command resumes\n"
    assert len([*tmp_path.glob("study/A/pieces/*")]) > 0
    assert not (tmp_path / "study/result.json").exists()
    Interrupting.patience = 10**9
    assert main(command) == 0
    assert (tmp_path / "study/result.json").exists()


def test_a_set_unlike_the_printed_game_is_noted() -> None:
    variant = plan_variant(
        SPEC, ["resources.2g.copies=9"], agents=["random"], num_players=2, games=2
    )
    (note,) = variant.notes
    assert note.startswith("B is no longer the printed game (resources.csv: 50 tiles found")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--set", "employees.l4_by_pp.bonus=x"], "did you mean 'l4_buy_pp'?"),
        (["--set", "game.income.livre=1000"], "1000 is not a whole number from 0 to 99"),
        (["--set", STRONGER, "--agents", "heuristik"], "did you mean 'heuristic'?"),
        (["--set", STRONGER, "--players", "7"], "players is 7, expected 2 to 5"),
        (["--set", STRONGER, "--games", "0"], "games is 0, expected at least 1"),
        (["--set", STRONGER, "--workers", "-1"], "workers is -1, expected at least 0"),
        (["--set", STRONGER, "--agents"], "at least one agent"),
        (["--players", "2"], "nothing is changed"),
        (["--components", "nowhere"], "the components folder 'nowhere' does not exist"),
        (["--list", "employes"], "did you mean 'employees'?"),
    ],
)
def test_wrong_input_is_one_sentence(
    options: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "study"
    assert main([*options, "--out", str(out)]) == 2
    output = capsys.readouterr()
    assert sentence in output.err
    assert output.err.count("\n") == 1
    assert output.out == ""
    assert not out.exists()


def test_a_folder_of_other_things_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.txt").write_text("dear all")
    assert main(["--set", STRONGER, *QUICK, "--games", "2", "--out", str(tmp_path)]) == 2
    assert "holds other things than a study" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_list_names_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list", "employees.l4_buy_pp"]) == 0
    assert "employees.l4_buy_pp.bonus = pp_per_4_livre" in capsys.readouterr().out.splitlines()
    assert main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "board_4_5.halls.1.majority = 6,3" in lines
    assert "game.favor.prestige = 3" in lines


def test_the_command_in_the_result_plays_it_again(tmp_path: Path) -> None:
    command = ["--set", STRONGER, "--agents", "random", "--players", "3", "--quiet"]
    command += ["--games", "6", "--other-seed", "8", "--workers", "1", "--out"]
    assert main([*command, str(tmp_path / "one")]) == 0
    one = json.loads((tmp_path / "one" / "result.json").read_text("utf-8"))
    again = shlex.split(one["command"])[3:]
    assert main([*again, "--workers", "1", "--quiet", "--out", str(tmp_path / "other")]) == 0
    assert json.loads((tmp_path / "other" / "result.json").read_text("utf-8")) == one
