"""Docstrings name the thing, or begin with what to do: they are no relative clauses."""

from __future__ import annotations

import ast

from tests.architecture.sources import refuse, sources, tree

RELATIVE = ("How", "What", "Where", "Whether", "Who")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def first_word(text: str | None) -> str:
    return (text or "").partition(" ")[0]


def test_docstrings_are_no_relative_clauses():
    refuse(
        f"{module}, {getattr(node, 'name', 'module')}: the docstring begins with {first}"
        for module in sources()
        for node in ast.walk(tree(module))
        if isinstance(node, DOCUMENTED)
        and (first := first_word(ast.get_docstring(node))) in RELATIVE
    )
