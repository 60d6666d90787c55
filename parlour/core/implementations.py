"""Which game implements which function: found by the type of the record it is called with.

numba picks the implementation when it compiles a caller, so a call costs nothing when it runs, the
disk cache keeps one version of each kernel for each game, and kernels are ordinary modules.
(Functions as arguments or in closures would be as fast, but other processes never find them in
numba's cache: numba issues 6264, 6284 and 6373.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global

Function = Callable[..., Any]
Fields = frozenset[str]  # the names of a record's fields: they tell games apart

_declared: set[str] = set()  # the functions that kernels call
_required: set[str] = set()
_implementations: dict[Fields, dict[str, Function]] = {}
_folders: dict[Fields, set[Path]] = {}


def implement(state: np.dtype[Any], folder: Path, *functions: Function) -> None:
    """Register a game's functions for its records, by their names.

    When a source in `folder` changes, all kernels are compiled again for these records. So that
    it does not matter which functions are registered first, name all folders in the beginning.
    """
    fields = frozenset(state.names or ())
    _folders.setdefault(fields, set()).add(folder.resolve())
    for function in functions:
        name = function.__name__
        if name not in _declared:
            raise ValueError(f"{name} is not a function that games implement")
        known = _implementations.setdefault(fields, {}).setdefault(name, function)
        if known.__module__ != function.__module__:
            raise ValueError(f"{name} is implemented by {known.__module__} for these records")
        _implementations[fields][name] = function


def missing_functions(state: np.dtype[Any]) -> list[str]:
    """Return the required functions that are not implemented for these records."""
    return sorted(_required - _implementations.get(frozenset(state.names or ()), {}).keys())


def implementation(state: np.dtype[Any], name: str) -> Function | None:
    """Return a game's own function as plain Python, if it has one."""
    function = _implementations.get(frozenset(state.names or ()), {}).get(name)
    return getattr(function, "py_func", function)


def folders_of_sources(fields: Iterable[str]) -> set[Path]:
    """Return the folders with a game's jitted sources, by the fields of its records."""
    return _folders.get(frozenset(fields), set())


def folders_beside(folder: Path) -> set[Path]:
    """Return all folders with jitted sources of the game that a folder belongs to."""
    above = {folder, *folder.parents}
    return next((folders for folders in _folders.values() if folders & above), set())


def declare(function: Function, *, default: Function | None = None) -> Function:
    """Make a function call the implementation for its first argument's type, or the default."""
    name = function.__name__
    _declared.add(name)
    if default is None:
        _required.add(name)

    def find(fields: Iterable[str]) -> Function:
        found = _implementations.get(frozenset(fields), {}).get(name, default)
        if found is None:
            raise NotImplementedError(f"no game implements {name} for this record")
        return found

    @wraps(function)
    def call(s: Any, *arguments: Any) -> Any:  # plain Python, with the JIT off
        return find(s.dtype.names)(s, *arguments)

    class Call(AbstractTemplate):
        """A call in jitted code: it is one of the implementation itself.

        (With `numba.extending.overload` it would be one of a function around it, and all the
        rules would be optimized once more for each: a second of the first start.)
        """

        key = call

        def generic(
            self, arguments: tuple[Any, ...], keywords: dict[str, Any]
        ) -> Any:  # pragma: no cover (see `bits`)
            if not arguments or not isinstance(arguments[0], types.Record):
                return None
            self.found = types.Dispatcher(find(arguments[0].fields))
            return self.found.get_call_type(self.context, arguments, keywords)

        def get_impl_key(self, signature: Any) -> Any:  # pragma: no cover
            return self.found.get_impl_key(signature)

    infer_global(call, types.Function(Call))
    return call


def declare_optional(function: Function) -> Function:
    """Like `declare`; the function itself, which is jitted, is the default."""
    return declare(function, default=function)
