"""Machine code is never stale: numba's cache finds it by the sources that it depends on.

These are the engine's, those of the function's own folder and game, and those of the game whose
records are among the arguments (`parlour.core.jit`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from parlour.core import jit
from rokoko_env.core import CORE
from tests.architecture.sources import arrows, refuse, sources, tree
from tests.architecture.test_games import ANY_GAME, GAMES

RECORDS = {"s", "states"}  # arguments that hold a game


def jitted(module: str) -> Iterator[ast.FunctionDef]:
    for node in tree(module).body:
        if isinstance(node, ast.FunctionDef):
            decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
            if decorators & {"entry", "jit"}:
                yield node


def knows_a_game(module: str) -> bool:
    """Return whether it is a module of a game, or imports one."""
    targets = [arrow.target for arrow in arrows() if arrow.module == module]
    return any(name.partition(".")[0] in GAMES for name in [module, *targets])


def names_of_games(module: str) -> set[str]:
    """Return the names in a module that it has imported from modules that know a game."""
    return {
        alias.asname or alias.name
        for node in tree(module).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        for source in (f"{node.module}.{alias.name}", str(node.module))
        if source in sources() and knows_a_game(source)
    }


def test_jitted_code_that_knows_a_game_takes_its_record():
    """Outside of games: otherwise a changed rule would go unnoticed."""
    others = [name for name in sources() if name.partition(".")[0] not in (*ANY_GAME, *GAMES)]
    refuse(
        f"{module}.{function.name} uses {', '.join(sorted(names))} without a game's record"
        for module in others
        for function in jitted(module)
        if not RECORDS & {argument.arg for argument in function.args.args}
        and (names := names_of_games(module) & _names_in(function))
    )


def _names_in(function: ast.FunctionDef) -> set[str]:
    return {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}


def test_scripts_are_compiled_again_when_a_rule_changes(monkeypatch, tmp_path):
    digested = []
    monkeypatch.setattr(jit, "_cache_bases", lambda: [tmp_path])
    monkeypatch.setattr(jit, "sources_digest", lambda folders: digested.append(folders) or "0")
    script = CORE.parent / "players" / "core" / "script"
    jit.cache_folder.__wrapped__(script)
    assert {CORE, script} < digested[0]
