"""Income and the end of the game (R7.1 to R7.11, and the crowns)."""

from __future__ import annotations

import pytest

from rokoko_env.core.state import STATE
from rokoko_env.game import Game
from tests.rokoko_env.core.table import Table

FOUR = ["base_master", "base_journeyman", "base_apprentice_livre", "base_apprentice_acquire"]


def scored(table: Table, source: str) -> list[int]:
    """Return each player's points from one source at the end of the game."""
    return [score[source] for score in table.end_game()]


# --- income --------------------------------------------------------------------------------------


@pytest.mark.rule("R7.1")
def test_rulebook_example_of_income():
    table = Table(3)
    frank, ina, martin = 0, 1, 2
    table.present(frank, "1.1")
    table.decorated(frank, "statue 1")
    table.present(ina, "1.2", "2.1", "3.1")
    table.decorated(ina, "lower fountain 1")
    table.present(martin, "4.1")
    table.decorated(martin, "upper fountain 1", "lower fountain 2", "fireworks 1")
    table.end_round()
    assert [table.money(p) - 15 for p in (frank, ina, martin)] == [5, 8, 9]


@pytest.mark.rule("R7.1")
def test_upper_fountain_counts_decorations_but_not_all_halls_or_dresses():
    table = Table()
    table.states[0]["all_halls"][0] = 0
    table.present(0, "1.1", "1.2")
    table.decorated(0, "upper fountain 2", "statue 1", "musician 4", "fireworks 4")
    table.decorated(1, "statue 2", "statue 3")
    table.end_round()
    assert [table.money(p) for p in (0, 1)] == [15 + 5 + 4, 15 + 5]


@pytest.mark.rule("R7.1")
@pytest.mark.rule("R7.2")
def test_income_is_paid_in_every_round_and_the_game_ends_after_round_seven():
    table = Table()
    for number in range(1, 8):
        assert not table.over
        assert table.snapshot()["round"] == number
        table.end_round()
        assert table.money(1) == 15 + 5 * number
    assert table.over


@pytest.mark.rule("R7.2")
def test_last_income_is_paid_before_scoring():
    table = Table()
    table.owns(0, money=5)
    table.owns(1, money=4)
    scores = table.end_game()
    assert [score["money"] for score in scores] == [1, 0]
    assert [score["total"] for score in scores] == [1, 0]


# --- money, crowns, favor ------------------------------------------------------------------------


@pytest.mark.rule("R7.3")
@pytest.mark.rule("S13")
@pytest.mark.parametrize(
    ("money", "prestige", "left"), [(9, 0, 9), (10, 1, 0), (19, 1, 9), (37, 3, 7), (100, 10, 0)]
)
def test_ten_livre_are_a_point_and_the_rest_stays(money, prestige, left):
    table = Table()
    table.owns(1, money=money - 5)
    score = table.end_game()[1]
    assert (score["money"], score["livre_left"]) == (prestige, left)


@pytest.mark.rule("R7.4")
@pytest.mark.rule("bonus crown_pp_by_deck_2_5_8_11")
@pytest.mark.parametrize(
    ("size", "prestige"),
    [(4, 0), (5, 2), (6, 2), (7, 5), (8, 5), (9, 8), (10, 8), (11, 11), (12, 11)],
)
def test_crown_for_the_size_of_the_deck(size, prestige):
    others = [
        *FOUR,
        "l1_livre",
        "l1_trim",
        "l1_acquire",
        "l2_dress",
        "l3_fund",
        "l6_fund",
        "l6_buy_pp",
    ]
    table = Table()
    table.deck(1, supply=["l6_crown_deck", *others[:2]], discard=others[2 : size - 1])
    assert scored(table, "crowns") == [0, prestige]


@pytest.mark.rule("R7.4")
@pytest.mark.rule("bonus crown_3_pp_per_yarn_lace_pair")
@pytest.mark.parametrize(
    ("yarn", "lace", "prestige"), [(0, 5, 0), (1, 0, 0), (1, 1, 3), (4, 2, 6), (3, 3, 9)]
)
def test_crown_for_pairs_of_yarn_and_lace(yarn, lace, prestige):
    table = Table()
    table.deck(1, supply=FOUR, discard=["l6_crown_trim"])
    table.owns(1, yarn=yarn, lace=lace)
    assert scored(table, "crowns") == [0, prestige]


@pytest.mark.rule("R7.4")
@pytest.mark.rule("bonus crown_3_pp_per_2_master_guests")
@pytest.mark.parametrize(
    ("spaces", "prestige"),
    [
        (["1.1", "2.3"], 0),
        (["1.4", "1.5"], 3),
        (["1.4", "2.3", "3.4"], 3),
        (["1.4", "1.5", "3.4", "5.4"], 6),
    ],
)
def test_crown_for_dresses_on_master_spaces(spaces, prestige):
    table = Table()
    table.deck(1, supply=[*FOUR, "l6_crown_master_guests"])
    table.present(1, *spaces)
    table.present(0, "2.4", "4.4")
    assert scored(table, "crowns") == [0, prestige]


@pytest.mark.rule("bonus crown_3_pp_per_2_master_guests")
@pytest.mark.rule("R7.8")
def test_master_guests_count_before_they_go_to_the_terrace():
    table = Table()
    table.deck(1, supply=[*FOUR, "l6_crown_master_guests"])
    table.present(1, "1.4", "1.5")
    table.decorated(1, "fireworks 1", "fireworks 2")
    assert scored(table, "crowns") == [0, 3]


@pytest.mark.rule("R7.4")
@pytest.mark.rule("bonus crown_2_pp_per_couple")
@pytest.mark.parametrize(
    ("yellow", "red", "green", "blue", "prestige"),
    [
        (2, 1, 0, 0, 0),
        (1, 0, 1, 0, 2),
        (0, 1, 0, 1, 2),
        (2, 1, 1, 1, 4),
        (1, 1, 2, 2, 4),
    ],
)
def test_crown_for_couples(yellow, red, green, blue, prestige):
    table = Table()
    table.deck(1, supply=[*FOUR, "l6_crown_couples"])
    numbers = {"yellow": yellow, "red": red, "green": green, "blue": blue}
    for hall, (color, number) in enumerate(numbers.items(), 1):
        table.present(1, *[f"{hall}.{place}" for place in range(1, number + 1)], color=color)
    assert scored(table, "crowns") == [0, prestige]


@pytest.mark.rule("R7.4")
def test_several_crowns_count_and_deputed_ones_do_not():
    table = Table()
    table.deck(0, hand=["l6_crown_trim", "base_master"], supply=FOUR)
    table.owns(0, yarn=2, lace=2)
    table.deck(1, supply=[*FOUR, "l6_crown_deck"], discard=["l6_crown_couples"])
    table.present(1, "1.1", color="yellow")
    table.present(1, "1.2", color="blue")
    table.play("l6_crown_trim")
    table.apply("depute")
    assert scored(table, "crowns") == [0, 2 + 2]


@pytest.mark.rule("R7.4")
def test_favor_card_scores_three():
    table = Table(3)
    table.set(favor=2)
    assert scored(table, "favor") == [0, 0, 3]


# --- halls ---------------------------------------------------------------------------------------


@pytest.mark.rule("R7.5")
@pytest.mark.rule("S7")
def test_rulebook_example_of_a_hall():
    table = Table(3)
    ina, frank = 1, 2
    table.present(ina, "4.1", "4.4")  # one of two on a Master space
    table.present(frank, "4.2", "4.3")
    assert scored(table, "halls") == [0, 3, 1]


# Four players; hall 4 scores 3 and 1; its spaces 4.1 to 4.5 are normal, 4.6 and 4.7 for Masters.
HALL_CASES = {
    "most and second most": (
        [["4.1", "4.2", "4.3"], ["4.4", "4.5"], ["4.6"], []],
        None,
        [3, 1, 0, 0],
    ),
    "alone": ([[], ["4.1"], [], []], None, [0, 3, 0, 0]),
    "nobody": ([[], [], [], []], None, [0, 0, 0, 0]),
    "musician alone": ([[], [], [], []], 1, [0, 0, 0, 0]),
    "musician without a dress is not second": ([["4.1"], [], [], []], 1, [3, 0, 0, 0]),
    "musician breaks a tie": ([["4.1"], ["4.2"], [], []], 1, [1, 3, 0, 0]),
    "Master space before musician": ([["4.1"], ["4.6"], [], []], 0, [1, 3, 0, 0]),
    "dresses before Master spaces": ([["4.1", "4.2"], ["4.6"], [], []], 1, [3, 1, 0, 0]),
    "musician breaks a tie on Master spaces": ([["4.6"], ["4.7"], [], []], 1, [1, 3, 0, 0]),
    "musician of a third player": ([["4.1"], ["4.2"], [], []], 2, [3, 3, 0, 0]),
    "tie for first": ([["4.1", "4.2"], ["4.3", "4.4"], ["4.5"], []], None, [3, 3, 0, 0]),
    "tie of three": ([["4.1"], ["4.2"], ["4.3"], []], None, [3, 3, 3, 0]),
    "tie of four": ([["4.1"], ["4.2"], ["4.3"], ["4.4"]], None, [3, 3, 3, 3]),
    "Masters tied for first": ([["4.1"], ["4.6"], ["4.7"], []], None, [0, 3, 3, 0]),
    "three equal, one with a Master": ([["4.1"], ["4.2"], ["4.6"], []], None, [1, 1, 3, 0]),
    "three equal, settled in turn": ([["4.1"], ["4.2"], ["4.6"], []], 0, [1, 0, 3, 0]),
}


@pytest.mark.rule("R7.5")
@pytest.mark.parametrize(
    ("spaces", "musician", "halls"), HALL_CASES.values(), ids=HALL_CASES.keys()
)
def test_majority_in_a_hall(spaces, musician, halls):
    table = Table(4)
    for p in range(4):
        table.present(p, *spaces[p])
    if musician is not None:
        table.decorated(musician, "musician 4")
    assert scored(table, "halls") == halls


@pytest.mark.rule("R7.5")
def test_musician_of_another_hall_breaks_no_tie():
    table = Table(4)
    table.present(0, "4.1")
    table.present(1, "4.2")
    table.decorated(1, "musician 5")
    assert scored(table, "halls") == [3, 3, 0, 0]


@pytest.mark.rule("R7.5")
@pytest.mark.parametrize(
    ("num_players", "hall", "first", "second"),
    [
        *[
            (3, hall, *pair)
            for hall, pair in enumerate(((5, 2), (4, 2), (4, 2), (3, 1), (3, 1)), 1)
        ],
        *[
            (5, hall, *pair)
            for hall, pair in enumerate(((6, 3), (5, 2), (4, 2), (3, 1), (3, 1)), 1)
        ],
    ],
)
def test_numbers_of_each_hall(num_players, hall, first, second):
    table = Table(num_players)
    table.present(0, f"{hall}.1")
    table.present(1, f"{hall}.2", f"{hall}.3")
    assert scored(table, "halls")[:2] == [second, first]


@pytest.mark.rule("R7.5")
def test_halls_add_up():
    table = Table(3)
    table.present(0, "1.1", "2.1", "3.1")
    table.present(1, "1.2", "1.3", "5.1")
    assert scored(table, "halls") == [2 + 4 + 4, 5 + 3, 0]


@pytest.mark.rule("S6")
def test_tie_for_second_place_gives_all_of_them_the_second_number():
    table = Table(4)
    table.present(0, "1.1", "1.2")
    for p in (1, 2, 3):
        table.present(p, f"1.{p + 2}")
    table.present(3, "2.1")
    assert scored(table, "halls") == [6, 0, 0, 3 + 5]  # 1.5 is a Master space
    table = Table(4)
    table.present(0, "2.1", "2.2")
    table.present(1, "2.3")
    table.present(2, "2.4")
    assert scored(table, "halls") == [5, 2, 2, 0]


@pytest.mark.rule("S7")
def test_loser_of_a_settled_tie_competes_for_second_place():
    table = Table(4)
    table.present(0, "2.1", "2.2")
    table.present(1, "2.3", "2.5")  # with a Master space: first
    table.present(2, "2.6")  # one dress is less than two, on a Master space or not
    assert scored(table, "halls") == [2, 5, 0, 0]


@pytest.mark.rule("R7.7")
def test_two_players_get_no_second_places():
    table = Table(2)
    table.present(0, "1.1", "1.2")
    table.present(1, "1.3")
    table.decorated(0, "fireworks 1")
    table.decorated(1, "fireworks 2")
    scores = table.end_game()
    assert [score["halls"] for score in scores] == [5, 0]
    assert [score["fireworks"] for score in scores] == [0, 6]
    table = Table(2)
    table.present(0, "1.1")
    table.present(1, "1.3")
    assert scored(table, "halls") == [5, 5]  # a tie for first is as ever


# --- fireworks, terrace, statues -----------------------------------------------------------------


@pytest.mark.rule("R7.6")
def test_rulebook_example_of_the_fireworks():
    table = Table(3)
    frank, ina, martin = 0, 1, 2
    table.decorated(frank, "fireworks 1", "fireworks 3")
    table.decorated(ina, "fireworks 2")
    table.decorated(martin, "fireworks 4")
    assert scored(table, "fireworks") == [6, 0, 2]


@pytest.mark.rule("R7.6")
@pytest.mark.parametrize(
    ("markers", "fireworks"),
    [
        ([[], [], [], []], [0, 0, 0, 0]),
        ([[], [], [3], []], [0, 0, 7, 0]),
        ([[1, 2, 3], [5, 6], [4], []], [7, 3, 0, 0]),
        ([[1, 4], [2, 3], [], []], [7, 3, 0, 0]),  # the farthest right alone decides
        ([[3, 4], [1, 5], [], []], [3, 7, 0, 0]),
        ([[1], [2], [4], [3]], [0, 0, 7, 3]),
        ([[4, 5], [6], [2], []], [7, 3, 0, 0]),
    ],
)
def test_majority_in_the_fireworks(markers, fireworks):
    table = Table(4)
    for p in range(4):
        table.decorated(p, *[f"fireworks {number}" for number in markers[p]])
    assert scored(table, "fireworks") == fireworks


@pytest.mark.rule("R7.8")
@pytest.mark.parametrize(
    ("in_kings_hall", "fireworks", "added"),
    [
        (["blue_03"], [], 0),
        ([], [1, 3], 0),
        (["blue_03"], [1], 4),  # 4 PP twice
        (["blue_03"], [4], 8),  # 4 PP three times
        (["yellow_01", "blue_03"], [1], 4),  # the best dress goes
        (["yellow_01", "blue_03"], [1, 4], 2 + 8),  # the best dress to the best space
        (["red_02", "yellow_01", "blue_03"], [2, 3], 3 + 8),
        (["yellow_01"], [1, 2, 3, 4], 4),  # spaces without a dress stay empty
    ],
)
def test_dresses_of_the_kings_hall_watch_the_fireworks(in_kings_hall, fireworks, added):
    table = Table()
    table.rented(1, {f"1.{place}": dress for place, dress in enumerate(in_kings_hall, 1)})
    table.rented(1, {"2.1": "blue_06"})  # in another hall: stays there
    table.decorated(1, *[f"fireworks {number}" for number in fireworks])
    table.rented(0, {"1.5": "blue_05"})  # not theirs
    assert scored(table, "terrace") == [0, added]


@pytest.mark.rule("R7.8")
def test_terrace_takes_nothing_away_from_the_majority_in_the_hall():
    table = Table(3)
    table.present(0, "1.1", "1.2")
    table.present(1, "1.3")
    table.decorated(0, "fireworks 1", "fireworks 2")
    assert scored(table, "halls") == [5, 2, 0]


@pytest.mark.rule("R7.9")
def test_rulebook_example_of_the_statues():
    table = Table()
    table.decorated(0, "statue 1", "statue 3")
    for hall, (color, number) in enumerate(
        (("yellow", 3), ("green", 2), ("red", 1), ("blue", 1)), 1
    ):
        table.present(0, *[f"{hall}.{place}" for place in range(1, number + 1)], color=color)
    assert scored(table, "statues") == [8 + 4, 0]


@pytest.mark.rule("R7.9")
@pytest.mark.parametrize(
    ("statues", "colors", "prestige"),
    [
        (0, ["yellow", "green", "red", "blue"], 0),
        (1, ["yellow", "yellow", "yellow"], 2),
        (1, ["yellow", "green", "red", "blue"], 8),
        (2, ["yellow", "green", "red", "blue"], 8),
        (2, ["yellow", "yellow", "yellow", "blue"], 6),
        (3, ["yellow", "yellow", "yellow", "blue"], 8),
        (3, [], 0),
    ],
)
def test_statues_score_sets_of_colours(statues, colors, prestige):
    table = Table()
    table.decorated(1, *[f"statue {number}" for number in range(1, statues + 1)])
    for hall, color in enumerate(colors, 1):
        table.present(1, f"{hall}.1", color=color)
    assert scored(table, "statues") == [0, prestige]


@pytest.mark.rule("R7.9")
def test_dresses_on_the_terrace_count_for_statues():
    table = Table()
    table.present(1, "1.1", color="red")
    table.present(1, "1.2", color="blue")
    table.decorated(1, "fireworks 1", "fireworks 2", "statue 1")
    assert scored(table, "statues") == [0, 4]


# --- markers and the winner ----------------------------------------------------------------------


@pytest.mark.rule("R7.10")
def test_every_marker_scores_what_it_lies_on():
    table = Table(3)
    table.rented(0, {"1.1": "yellow_01", "2.3": "red_08", "5.1": "blue_01"})  # 2, 4 and 3
    table.decorated(0, "musician 1", "musician 5", "upper fountain 2", "lower fountain 1")
    table.rented(1, {"1.2": "green_06"})
    table.decorated(1, "lower fountain 2", "statue 1", "fireworks 1")
    table.states[0]["all_halls"][:3] = [1, 0, 2]
    scores = table.end_game()
    assert [score["dresses"] for score in scores] == [9, 3, 0]
    assert [score["terrace"] for score in scores] == [0, 3, 0]
    assert [score["decorations"] for score in scores] == [7 + 3 + 1 + 0, 1, 0]
    assert [score["all_halls"] for score in scores] == [3, 5, 1]


@pytest.mark.rule("R7.10")
@pytest.mark.rule("R7.2")
def test_score_is_the_sum_of_everything():
    table = Table(3)
    table.owns(0, money=18)
    table.rented(0, {"1.1": "yellow_01", "1.4": "red_08"})
    table.decorated(0, "fireworks 3", "statue 1", "musician 2")
    table.deck(0, hand=["base_master"], supply=["l6_crown_trim", *FOUR])
    table.states[0]["prestige"][0] = 6
    table.set(favor=0)
    score = table.end_game()[0]
    assert score == {
        "tokens": 6,
        "money": 2,
        "crowns": 3,
        "favor": 3,
        "halls": 5,
        "fireworks": 6,
        "statues": 4,
        "dresses": 6,
        "terrace": 8,
        "decorations": 5,
        "all_halls": 0,
        "total": 48,
        "livre_left": 3,
    }


@pytest.mark.rule("R7.11")
@pytest.mark.parametrize(
    ("money", "tokens", "winners"),
    [
        ((0, 0, 0), (3, 7, 5), [1]),
        ((4, 0, 3), (5, 5, 4), [0]),  # most Livre left decides a tie
        ((0, 3, 4), (5, 5, 4), [1]),
        pytest.param((14, 3, 3), (4, 5, 5), [0], id="money is exchanged first: 19 is 1 PP and 9"),
        pytest.param((15, 4, 4), (3, 5, 5), [1, 2], id="20 Livre are 2 PP and nothing is left"),
        pytest.param((2, 2, 1), (5, 5, 5), [0, 1], marks=pytest.mark.rule("S15")),
        pytest.param((2, 2, 2), (5, 5, 5), [0, 1, 2], marks=pytest.mark.rule("S15")),
    ],
)
def test_winner(money, tokens, winners):
    table = Table(3)
    for p in range(3):
        table.owns(p, money=money[p])
        table.states[0]["prestige"][p] = tokens[p]
    table.end_game()
    game = Game(num_players=3, seed=1)
    for name in STATE.names:
        game.record[name] = table.states[0][name]
    assert game.winners() == winners
