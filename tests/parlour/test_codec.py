"""Records as readable data and back, for fields of every content and shape."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.codec import state_from_bytes, state_from_dict, state_to_bytes, state_to_dict
from parlour.core.records import SET, SMALL, ByPlayer, table_dtype
from parlour.errors import GameFormatError

LETTERS = tuple("abcdefg")  # in words of 4: abcd, efg
FIELDS = (
    ("number", SMALL, (), "a number"),
    ("letter", SMALL, (2,), "a letter each", "letters"),
    ("set", SET, (), "letters", "{letters}"),
    ("sets", SET, (2, 2), "letters, four times", "{letters}"),
    ("words", SET, (2,), "letters in words", "{letters/4}"),
    ("rows", SET, ByPlayer((3, 2)), "the same by player", "{letters/4}"),
    ("tables", SET, ByPlayer((3, 2, 2)), "two of them by player", "{letters/4}"),
    ("derived", SMALL, (), "not stored", "derived"),
)
RULESET = SimpleNamespace(
    spec=SimpleNamespace(fields=FIELDS), vocabulary={"letters": LETTERS}, num_players=2
)


def new_record() -> np.void:
    return np.zeros(1, table_dtype(FIELDS))[0]


def example() -> np.void:
    record = new_record()
    record["number"], record["letter"], record["set"] = -3, (6, -1), 0b1000001
    record["sets"] = ((0, 1), (2, 3))
    record["words"] = 0b1001, 0b100
    record["rows"] = ((1, 1), (0, 0), (15, 7))
    record["tables"][1][0] = 0b1000, 0b1
    return record


DATA = {
    "number": -3,
    "letter": ["g", None],
    "set": ["a", "g"],
    "sets": [[[], ["a"]], [["b"], ["a", "b"]]],
    "words": ["a", "d", "g"],
    "rows": [["a", "e"], []],
    "tables": [[[], []], [["d", "e"], []]],
}


def test_sets_in_words_are_written_as_one_list():
    data = state_to_dict(example(), RULESET)
    assert data == DATA
    assert json.loads(json.dumps(data)) == data


def test_what_is_written_is_read():
    record = new_record()
    state_from_dict(DATA, RULESET, record)
    expected = example()
    expected["rows"][2] = 0  # a player who is not there
    assert record.tobytes() == expected.tobytes()


def test_the_order_of_names_does_not_count():
    record = new_record()
    state_from_dict(DATA | {"words": ["g", "d", "a", "d"]}, RULESET, record)
    assert record["words"].tolist() == example()["words"].tolist()


def test_bytes_keep_all_words():
    record = new_record()
    state_from_bytes(state_to_bytes(example(), FIELDS), record, FIELDS)
    assert record.tobytes() == example().tobytes()


@given(st.lists(st.sets(st.sampled_from(LETTERS)), min_size=2, max_size=2))
def test_any_set_in_words_survives(sets):
    rows = [sorted(letters) for letters in sets]
    record = new_record()
    state_from_dict(DATA | {"rows": rows}, RULESET, record)
    assert state_to_dict(record, RULESET)["rows"] == rows
    assert record["rows"].max() < 1 << 4


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"words": "a"}, "state.words: expected a list, found str"),
        ({"words": [["a"], ["e"]]}, "state.words: ['a'] is not a valid name here"),
        ({"words": ["a", "h"]}, "state.words: 'h' is not a valid name here"),
        ({"rows": [["a"]]}, "state.rows: expected a list of 2 entries"),
        ({"rows": [["a"], 3]}, "state.rows[1]: expected a list, found int"),
        ({"tables": [[[], []], [["x"], []]]}, "state.tables[1][0]: 'x' is not a valid name here"),
        ({"tables": [[[], []], [[]]]}, "state.tables[1]: expected a list of 2 entries"),
        ({"set": None}, "state.set: expected a list, found NoneType"),
        ({"sets": [[[], []], [["z"], []]]}, "state.sets[1][0]: 'z' is not a valid name here"),
        ({"letter": ["g", "h"]}, "state.letter[1]: 'h' is not a valid name here"),
        ({"number": "3"}, "state.number: '3' is not a whole number"),
        ({"number": 2**63}, "state.number: 9223372036854775808 is out of range"),
        ({"derived": 1}, "state: 'derived' is not a field of a game"),
    ],
)
def test_wrong_entries_are_named(changes, message):
    with pytest.raises(GameFormatError) as error:
        state_from_dict(DATA | changes, RULESET, new_record())
    assert str(error.value) == message


def test_a_missing_field_is_named():
    data = {name: entry for name, entry in DATA.items() if name != "words"}
    with pytest.raises(GameFormatError, match=r"^state: the field 'words' is missing$"):
        state_from_dict(data, RULESET, new_record())
