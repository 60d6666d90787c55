"""Settings of the component files: any value can be changed, and nothing else changes."""

from __future__ import annotations

import pytest

from research.variant.overrides import ComponentSet, OverrideError, listing, load_set
from rokoko_env import SPEC
from rokoko_env.components import ComponentError, load_components
from rokoko_env.components.load import FILES, read_files
from rokoko_env.components.sources import count_sources


@pytest.mark.parametrize(
    ("setting", "before", "after"),
    [
        ("employees.l4_buy_pp.bonus=pp_per_3_livre", "pp_per_4_livre", "pp_per_3_livre"),
        ("dresses.yellow_06.livre = 20", "13", "20"),
        ("resources.2g.trim=yarn", "yarn_or_lace", "yarn"),
        ("board_4_5.halls.1.majority.2=4", "3", "4"),
        ("board_4_5.halls.2.normal=yarn,lace,tile", "yarn,lace,none,none", "yarn,lace,tile"),
        ("board_4_5.halls.2.normal=tile", "yarn,lace,none,none", "tile"),
        ("board_2_3.workshop.costs=8,7,4,2,0,0", "8,6,4,2,0,0", "8,7,4,2,0,0"),
        ("board_4_5.warehouse.prices.3=1", "2", "1"),
        ("board_4_5.fireworks.spaces.3.multiplier=3", "2", "3"),
        ("game.favor.prestige=4", "3", "4"),
    ],
)
def test_one_value_is_changed_and_no_other(setting: str, before: str, after: str) -> None:
    name = setting.partition("=")[0].strip()
    changed = load_set(SPEC, None, [setting])
    (change,) = changed.changes
    assert (change.name, change.before, change.after) == (name, before, after)
    assert changed.components.digest != load_components().digest
    values = [dict(listing(SPEC, files)) for files in (read_files(), changed.files)]
    differ = {key for key in values[0] | values[1] if values[0].get(key) != values[1].get(key)}
    of_sources = {key for key in differ if key.endswith("source")}
    assert len(of_sources) == 1, "the source of the value must change"
    (changed_name,) = differ - of_sources
    assert name.startswith(changed_name)


def test_several_changes_follow_each_other() -> None:
    settings = ["board_4_5.fireworks.spaces.6.cost=40", "board_4_5.fireworks.spaces.5.cost=39"]
    spaces = load_set(SPEC, None, settings).components.boards[1].fireworks
    assert [space.cost for space in spaces[-2:]] == [39, 40]


def test_a_list_of_spaces_as_toml() -> None:
    changed = load_set(SPEC, None, ["board_4_5.statues.spaces=[{ cost = 3, prestige = 1 }]"])
    (statue,) = changed.components.boards[1].statues
    assert (statue.cost, statue.prestige) == (3, 1)


def test_a_changed_value_no_longer_counts_as_printed() -> None:
    standard = count_sources(load_components())
    changed = count_sources(load_set(SPEC, None, ["employees.l4_buy_pp.bonus=livre_1"]).components)
    assert changed["employees.csv"]["other"] == 1
    assert changed["employees.csv"]["rulebook"] == standard["employees.csv"]["rulebook"] - 1
    board = count_sources(load_set(SPEC, None, ["board_4_5.halls.1.musician.cost=5"]).components)
    assert board["board_4_5.toml"]["other"] == 10  # one source text for the five musicians


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("employes.x.y=1", "component file called 'employes', did you mean 'employees'?"),
        ("employees.l4_by_pp.bonus=x", "called 'l4_by_pp', did you mean 'l4_buy_pp'?"),
        ("employees.l4_buy_pp.bonnus=x", "called 'bonnus', did you mean 'bonus'?"),
        ("game.favour.livre=3", "called 'favour', did you mean 'favor'?"),
        ("game.zzz.livre=3", "`python -m research.variant --list game` prints them all"),
        ("board_4_5.halls.9.majority=3", "board_4_5.halls: '9' is no entry, expected 1 to 5"),
        ("employees.l4_buy_pp=3", "holds several values: add one of id, level, copies"),
        ("game.income.livre.x=3", "is a single value"),
        ("employees=3", "is not of the form FILE.ROW.FIELD=VALUE"),
        ("game.income.livre", "is not of the form FILE.ROW.FIELD=VALUE"),
    ],
)
def test_wrong_names_suggest_the_nearest(setting: str, sentence: str) -> None:
    with pytest.raises(OverrideError) as caught:
        load_set(SPEC, None, [setting])
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("employees.l4_buy_pp.bonus=pp_per_3_livr", "did you mean 'pp_per_3_livre'?"),
        ("dresses.yellow_06.livre=dear", "'dear' is not a whole number from 0 to 99"),
        ("dresses.yellow_06.yellow=0", "0 bales of its main colour yellow"),
        ("board_4_5.fireworks.spaces.1.cost=40", "they never fall from left to right"),
        ("employees.l1_livre.copies=9", "cards found in all, expected at most 36"),
        ("game.income.livre=1000", "1000 is not a whole number from 0 to 99"),
    ],
)
def test_impossible_sets_are_refused_in_the_loaders_words(setting: str, sentence: str) -> None:
    with pytest.raises(ComponentError, match=r"^\w+\.(csv|toml)") as caught:
        load_set(SPEC, None, [setting])
    assert sentence in str(caught.value)


def test_a_deviation_from_the_printed_game_is_noted() -> None:
    assert load_set(SPEC).deviation is None
    more = load_set(SPEC, None, ["resources.2g.copies=9"])
    assert more.deviation == "resources.csv: 50 tiles found, expected 48 (a count check)"


def test_every_listed_value_can_be_set_to_itself() -> None:
    names = [
        (name, value) for name, value in listing(SPEC, read_files()) if not name.endswith("source")
    ]
    assert len(names) > 700
    standard = load_components()
    for name, value in names[::17]:
        assert load_set(SPEC, None, [f"{name}={value}"]).components.digest == standard.digest, name


def test_the_files_of_a_changed_set_are_a_folder_like_any_other(tmp_path) -> None:
    changed: ComponentSet = load_set(SPEC, None, ['board_4_5.halls.1.name="the \\"King\\"\\\\"'])
    assert {*changed.files} == {*FILES}
    for name, data in changed.files.items():
        (tmp_path / name).write_bytes(data)
    assert load_components(tmp_path) == changed.components
    assert changed.components.boards[1].halls[0].name == 'the "King"\\'
    again = load_set(SPEC, tmp_path, ["game.favor.livre=6"])
    assert again.components.numbers.favor_livre == 6
