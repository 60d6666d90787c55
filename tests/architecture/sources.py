"""Sources of this project and their imports, read without executing them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "parlour", "rokoko_env", "noblemen_env", "agents", "training", "research", "benchmarks",
    "notebooks", "tests",
)  # fmt: skip

When = Literal["load", "call", "type check"]


@dataclass(frozen=True)
class Arrow:
    """An import: of a module of ours, or of a package of others."""

    module: str
    target: str
    when: When


@cache
def sources() -> dict[str, Path]:
    """The paths of all modules, by name."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]
    return {name.removesuffix(".__init__"): path for name, path in zip(names, paths, strict=True)}


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(sources()[module].read_text("utf-8"))


@cache
def arrows() -> tuple[Arrow, ...]:
    """The imports of all modules."""
    return tuple(
        Arrow(module, _shortened(target), when)
        for module in sources()
        for target, when in _imports_in(tree(module), "load")
    )


def is_ours(target: str) -> bool:
    return target.partition(".")[0] in PACKAGES


def _shortened(target: str) -> str:
    return target if is_ours(target) else target.partition(".")[0]


def _imports_in(node: ast.AST, when: When) -> Iterator[tuple[str, When]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((alias.name, when) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert child.module  # relative imports are banned
            for alias in child.names:
                name = f"{child.module}.{alias.name}"
                yield (name if name in sources() else child.module), when
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _imports_in(child, "call")
        elif isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            yield from _imports_in(child, "type check")
        else:
            yield from _imports_in(child, when)


def refuse(complaints: Iterable[str]) -> None:
    """Fail with all complaints, if there are any."""
    text = "\n".join(sorted(complaints))
    if text:
        pytest.fail(text, pytrace=False)
