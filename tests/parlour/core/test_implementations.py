"""Functions are found by the type of the record that they are called with."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.core import implementations
from parlour.core.implementations import (
    declare_optional,
    folders_of_sources,
    implement,
    missing_functions,
)
from parlour.core.jit import entry, jit
from parlour.core.protocol import is_over
from parlour.core.records import record_dtype

APPLES, PEARS, PLUMS = (
    record_dtype(np.dtype([(f"{name}_here", np.int64), ("number", np.int64)]))
    for name in ("apples", "pears", "plums")
)


@declare_optional
@jit
def weight(s, times):
    """Return the weight of a record; by default the same for all."""
    return 7 * times


@entry
def look(records, out):
    """Call a function that each game implements, and one that it may implement."""
    out[0], out[1] = is_over(records[0]), weight(records[0], 2)


def over_from(limit):
    """An implementation for one of the games."""

    @jit
    def is_over(s):
        return s.number >= limit

    return is_over


@pytest.fixture(autouse=True)
def registers(monkeypatch):
    """Implementations that a test registers are forgotten after it."""
    for name in ("_implementations", "_folders"):
        known = {
            fields: entries.copy() for fields, entries in getattr(implementations, name).items()
        }
        monkeypatch.setattr(implementations, name, known)


def test_records_of_several_types_at_once(tmp_path):
    implement(APPLES, tmp_path, over_from(5))
    implement(PEARS, tmp_path, over_from(6))
    assert "is_over" in missing_functions(PLUMS)
    assert "is_over" not in missing_functions(PEARS)
    assert "weight" not in missing_functions(PLUMS)
    for state, expected in ((APPLES, True), (PEARS, False)):
        records, out = np.zeros(1, state), np.zeros(2, np.int64)
        records["number"] = 5
        look(records, out)
        assert out.tolist() == [expected, 14]
    with pytest.raises(Exception, match="no game implements is_over for this record"):
        look(np.zeros(1, PLUMS), out)


def test_all_folders_of_a_game_belong_to_its_records(tmp_path):
    implement(APPLES, tmp_path / "core", over_from(5))
    implement(APPLES, tmp_path / "players")
    assert folders_of_sources(APPLES.names) == {tmp_path / "core", tmp_path / "players"}


def test_only_declared_functions_are_implemented(tmp_path):
    def sing(s):
        """Sing."""

    with pytest.raises(ValueError, match=r"^sing is not a function that games implement$"):
        implement(APPLES, tmp_path, sing)


def test_a_record_belongs_to_one_game(tmp_path):
    """A second game with fields of the same names would change the rules of the first."""
    implement(APPLES, tmp_path, over_from(5))
    implement(APPLES, tmp_path, over_from(6))
    another = over_from(7)
    another.__module__ = "another_game"
    with pytest.raises(
        ValueError, match=rf"^is_over is implemented by {__name__} for these records"
    ):
        implement(APPLES, tmp_path, another)
