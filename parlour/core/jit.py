"""The decorators for jitted functions, with a disk cache that is never stale.

numba checks only the file of the function itself when it looks into its disk cache: if a callee in
another file changes, the old rule keeps running silently. The cache folder used here therefore
carries a digest of all jitted sources of the engine, of the folder the function lives in, and of
the game that this folder belongs to. Machine code for the records of a game is found by a digest of
that game's sources.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core.caching import FunctionCache

from parlour.core.implementations import folders_beside, folders_of_sources

CORE_FOLDER = Path(__file__).resolve().parent
ENGINE_FOLDERS = {CORE_FOLDER, CORE_FOLDER.parent / "players" / "core"}
CACHE_NAME = "parlour"
JIT_DISABLED = bool(numba.config.DISABLE_JIT)


def entry(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that Python calls, on first use, and keep the machine code on disk.

    The GIL is released, so that Python threads can work on parts of one batch at the same time.
    """
    return _compiled(function)


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that only jitted code calls: without the wrappers that Python needs,
    which make up a sixth of the time to compile.
    """
    return _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def direct(function: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled function without numba's dispatch, for arguments whose types never change.

    numba looks at every argument to find the machine code that fits, which takes longer than the
    step of one game. Here it does so in the first call only. Arrays of another layout or type would
    be misread, so only pass arrays that the caller has made itself.
    """
    if JIT_DISABLED:
        return function
    return _direct(function)  # pragma: no cover (see below)


def _direct(function: Any) -> Callable[..., Any]:  # pragma: no cover (only with the JIT on)
    code: Callable[..., Any] | None = None

    def call(*arguments: Any) -> Any:
        nonlocal code
        if code is None:
            result = function(*arguments)
            kinds = tuple(numba.typeof(argument) for argument in arguments)
            code = function.overloads[kinds].entry_point
            return result
        return code(*arguments)

    return call


def _compiled(function: Callable[..., Any], **options: bool) -> Callable[..., Any]:
    if JIT_DISABLED:
        return function
    return _compile_lazily(function, options)  # pragma: no cover (see below)


def _compile_lazily(
    function: Callable[..., Any], options: dict[str, bool]
) -> Callable[..., Any]:  # pragma: no cover (coverage is measured with the JIT off)
    folder = Path(function.__code__.co_filename).resolve().parent
    compiled: Any = numba.njit(nogil=True, error_model="numpy", **options)(function)
    # numba reads this setting when it makes the cache; other packages' must not inherit it.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(folder))
    try:
        compiled._cache = _Cache(function)
    finally:
        numba.config.CACHE_DIR = before
    decorated: Callable[..., Any] = compiled
    return decorated


class _Cache(FunctionCache):  # pragma: no cover (only with the JIT on)
    """numba's disk cache, in which another state of a game's sources is another signature."""

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        folders = {
            folder
            for record in _records_in(getattr(sig, "args", sig))
            for folder in folders_of_sources(record.fields)
        }
        return (*super()._index_key(sig, codegen), sources_digest(frozenset(folders)))


def _records_in(kinds: Iterable[Any]) -> Iterator[types.Record]:  # pragma: no cover
    """The types of all records among types of arguments, also inside of others."""
    for kind in kinds:
        while isinstance(kind, types.Array | types.NestedArray):
            kind = kind.dtype
        if isinstance(kind, types.Record):
            yield kind
            yield from _records_in(field.type for field in kind.fields.values())


@cache
def sources_digest(folders: frozenset[Path]) -> str:
    """A digest of all sources in these folders."""
    key = hashlib.sha256(f"numba {numba.__version__}".encode())
    for folder in sorted(folders):
        for source in sorted(folder.rglob("*.py")):
            key.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return key.hexdigest()[:16]


@cache
def cache_folder(source_folder: Path) -> Path:
    """A writable folder for compiled code, a different one for every state of the sources."""
    folders = {*ENGINE_FOLDERS, source_folder, *folders_beside(source_folder)}
    name = f"{source_folder.name}-{sources_digest(frozenset(folders))}"
    for base in _cache_bases():
        folder = base / CACHE_NAME / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix=f"{CACHE_NAME}-"))


def _cache_bases() -> list[Path]:
    """Folders for compiled code, best first; the package's own may be read-only."""
    bases = [numba.config.CACHE_DIR, os.environ.get("XDG_CACHE_HOME")]
    if sys.platform == "win32":
        bases.append(os.environ.get("LOCALAPPDATA"))
    with contextlib.suppress(RuntimeError):  # a user without a home, as in some containers
        if sys.platform == "darwin":
            bases.append(Path("~/Library/Caches").expanduser())
        bases.append(Path("~/.cache").expanduser())
    return [Path(base) for base in bases if base]
