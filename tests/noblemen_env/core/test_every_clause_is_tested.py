"""Every clause and card of docs/noblemen/rules.md has a test that names it."""

from __future__ import annotations

from pathlib import Path

from noblemen_env.core import ids
from tests.parlour.clauses import all_marked, check_tests, names_in_table, numbered_clauses

HERE = Path(__file__).resolve().parent
PAGE = (HERE.parents[2] / "docs" / "noblemen" / "rules.md").read_text("utf-8")
NUMBERS = numbered_clauses(PAGE)
CARDS = names_in_table(PAGE, "Scandal cards")
DECISIONS = names_in_table(PAGE, "Decisions")
CLAUSES = {"N1": 6, "N2": 7, "N3": 4, "N4": 17, "N5": 5, "N6": 3, "N7": 4, "N8": 7, "N9": 3}
CLAUSES |= {"N10": 4, "N11": 2}
RULINGS = 25


def test_every_clause_is_tested():
    names = [f"card {card}" for card in CARDS] + [f"decision {name}" for name in DECISIONS]
    check_tests(NUMBERS + names, all_marked(HERE))


def test_no_clause_is_written_twice_or_forgotten():
    numbers = [f"{part}.{n + 1}" for part, last in CLAUSES.items() for n in range(last)]
    assert [*numbers, *(f"S{n + 1}" for n in range(RULINGS))] == NUMBERS
    assert tuple(CARDS) == ids.CARDS
    assert (*DECISIONS, "over") == ids.DECISION_NAMES
