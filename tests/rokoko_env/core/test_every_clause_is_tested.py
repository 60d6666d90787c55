"""Every clause and bonus of docs/rules.md has a test that names it; no test names others."""

from __future__ import annotations

from pathlib import Path

from tests.parlour.clauses import all_marked, check_tests, marked, names_in_table, numbered_clauses

HERE = Path(__file__).resolve().parent
PAGE = (HERE.parents[2] / "docs" / "rules.md").read_text("utf-8")
NUMBERS = numbered_clauses(PAGE)
BONUSES = [f"bonus {name}" for name in names_in_table(PAGE, "Bonuses")]


def test_every_clause_is_tested():
    check_tests(NUMBERS + BONUSES, all_marked(HERE))


def test_no_clause_is_written_twice_or_forgotten():
    assert len(NUMBERS) == len(set(NUMBERS))
    assert len(BONUSES) == len(set(BONUSES)) > 0
    chapters = {clause.split(".")[0] for clause in NUMBERS if clause[0] == "R"}
    assert chapters == {"R3", "R4", "R5", "R6", "R7"}
    assert {f"S{number}" for number in range(1, 16)} <= set(NUMBERS)
    assert {f"R7.{number}" for number in range(1, 12)} <= set(NUMBERS)


def test_markers_are_found_in_decorators_and_in_parameters():
    source = """
@pytest.mark.rule("R1.1")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("bonus b"))])
def test_something(x): ...
"""
    assert sorted(marked(source)) == ["R1.1", "bonus b"]
