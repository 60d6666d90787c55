"""The rules of Pebbles, which the generic checks do not know."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from parlour.component_errors import ComponentError
from parlour.core.states import draw_worlds, seeds_for
from tests.parlour.game_checks import random_game
from tests.toy_game import SPEC, Game


@pytest.mark.parametrize("num_players", SPEC.players)
def test_the_last_seat_of_a_round_has_no_choice_of_a_pebble(num_players):
    decisions, game = [], Game(num_players, 5)
    while not game.is_over:
        decisions.append(game.decision)
        game.apply(game.legal_actions()[-1])
    in_a_round = [*["take", "lay"] * (num_players - 1), "lay"]
    assert decisions == in_a_round * SPEC.rounds
    assert len(decisions) == SPEC.typical_decisions[num_players]


@pytest.mark.parametrize("num_players", SPEC.players)
def test_points(num_players):
    for seed in range(30):
        game = random_game(SPEC, num_players, seed)
        view = game.view(None)
        for player, row in zip(view["players"], game.score_breakdown(), strict=True):
            pebbles, spaces = player["pebbles"], player["spaces"]
            assert row["pairs"] == sum(space + 1 in spaces for space in spaces)
            assert row["wanted"] == 2 * sum(pebble % 8 == player["card"] for pebble in pebbles)
            assert row["high_pebbles"] == sum(pebble >= 30 for pebble in pebbles)


def test_ties_are_broken_and_shared():
    """Both happen: of several with most points one wins, or several do."""
    kinds = set()
    for seed in range(100):
        game = random_game(SPEC, 5, seed)
        kinds.add((game.scores().count(max(game.scores())) > 1, len(game.winners()) > 1))
    assert kinds == {(False, False), (True, False), (True, True)}


def test_every_deal_of_the_hidden_cards_is_equally_likely():
    game, number = Game(3, 1), 8_400
    worlds, seats = np.repeat(game._states, number), np.full(number, 1)
    draw_worlds(worlds, game._rules, np.arange(number), seats, seeds_for(0, number), worlds)
    deals = Counter(map(tuple, worlds["card"][:, :3].tolist()))
    assert len(deals) == 7 * 6  # two of the seven cards that seat 1 does not see
    assert {cards[1] for cards in deals} == {int(game.record["card"][1])}
    assert chisquare(list(deals.values())).pvalue > 1e-4


def test_components_come_from_a_folder(tmp_path):
    file = tmp_path / "pebbles.toml"
    file.write_text("wanted = 7\n")
    game = Game(3, 1, tmp_path)
    assert game.components.wanted == int(game.rules["wanted"]) == 7
    assert Game.from_bytes(game.to_bytes(), tmp_path) == game
    for text, message in (
        ("", "pebbles.toml: key wanted is missing, expected wanted"),
        ("wanted = 100", "pebbles.toml, key wanted: 100 is not a whole number from 0 to 99"),
        ("wanted = 'x'", "pebbles.toml, key wanted: 'x' is not a whole number from 0 to 99"),
        ("wanted = 1\npair = 2", "pebbles.toml: key 'pair' is unknown, expected one of wanted"),
        ("wanted", "pebbles.toml: not valid TOML"),
    ):
        file.write_text(text)
        with pytest.raises(ComponentError, match=f"^{re.escape(message)}"):
            Game(3, 1, tmp_path)
