"""Every clause and bonus of docs/rules.md has a test that names it; no test names others."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
RULES = (ROOT / "docs" / "rules.md").read_text("utf-8")
CLAUSE = re.compile(r"^(?:- )?\*\*([RS]\d+(?:\.\d+)?)\*\*", re.MULTILINE)
BONUS = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)


def clauses() -> list[str]:
    """The numbers at the beginning of paragraphs and items, and the names in the bonus table."""
    bonus_section = re.split(r"^## ", RULES, flags=re.MULTILINE)
    (table,) = [section for section in bonus_section if section.startswith("Bonuses\n")]
    return CLAUSE.findall(RULES) + [f"bonus {name}" for name in BONUS.findall(table)]


def marked(source: str) -> Iterator[str]:
    """Yield the names in calls of `pytest.mark.rule`, as decorators or inside parameters."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            (argument,) = node.args
            assert isinstance(argument, ast.Constant), ast.unparse(node)
            yield argument.value


def all_marked() -> set[str]:
    files = sorted(Path(__file__).parent.glob("test_rules_*.py"))
    assert files
    return {name for file in files for name in marked(file.read_text("utf-8"))}


def test_every_clause_is_tested():
    missing = [clause for clause in clauses() if clause not in all_marked()]
    assert missing == [], f"without a test: {', '.join(missing)}"


def test_every_marker_names_a_clause():
    unknown = sorted(all_marked() - set(clauses()))
    assert unknown == [], f"not in docs/rules.md: {', '.join(unknown)}"


def test_no_clause_is_written_twice_or_forgotten():
    assert len(clauses()) == len(set(clauses()))
    numbers = {clause for clause in clauses() if not clause.startswith("bonus")}
    assert {clause.split(".")[0] for clause in numbers if clause[0] == "R"} == {
        "R3",
        "R4",
        "R5",
        "R6",
        "R7",
    }
    assert {f"S{number}" for number in range(1, 16)} <= numbers
    assert {f"R7.{number}" for number in range(1, 12)} <= numbers


def test_markers_are_found_in_decorators_and_in_parameters():
    source = """
@pytest.mark.rule("R1.1")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("bonus b"))])
def test_something(x): ...
"""
    assert sorted(marked(source)) == ["R1.1", "bonus b"]
