"""A page of rules and the tests that name its clauses by `pytest.mark.rule`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

CLAUSE = re.compile(r"^(?:- )?\*\*([A-Z]\d+(?:\.\d+)?)\*\*", re.MULTILINE)
ROW = re.compile(r"^ *\| `(\w+)` \|", re.MULTILINE)


def numbered_clauses(page: str) -> list[str]:
    """The numbers at the beginning of paragraphs and items."""
    return CLAUSE.findall(page)


def names_in_table(page: str, heading: str) -> list[str]:
    """The names in the first column of the first table below a heading."""
    sections = re.split(r"^#+ ", page, flags=re.MULTILINE)
    (section,) = [section for section in sections if section.startswith(f"{heading}\n")]
    tables = [block for block in section.split("\n\n") if block.lstrip().startswith("|")]
    return ROW.findall(tables[0])


def marked(source: str) -> Iterator[str]:
    """Yield the names in calls of `pytest.mark.rule`, as decorators or inside parameters."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            (argument,) = node.args
            assert isinstance(argument, ast.Constant), ast.unparse(node)
            yield argument.value


def all_marked(folder: Path) -> set[str]:
    """The names that the tests of rules in a folder mark."""
    files = sorted(folder.glob("test_rules_*.py"))
    assert files
    return {name for file in files for name in marked(file.read_text("utf-8"))}


def check_tests(clauses: list[str], tests: set[str]) -> None:
    """Check that every clause has a test, and that every test names a clause."""
    missing = [clause for clause in clauses if clause not in tests]
    assert missing == [], f"without a test: {', '.join(missing)}"
    unknown = sorted(tests - set(clauses))
    assert unknown == [], f"no such clause: {', '.join(unknown)}"
