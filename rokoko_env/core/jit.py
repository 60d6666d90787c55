"""The decorators for jitted functions, with a disk cache that is never stale.

numba checks only the file of the function itself when it looks into its disk cache: if a callee in
another file changes, the old rule keeps running silently. The cache folder used here therefore
carries a hash of all sources of this package's core and of the folder the function lives in.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba

CORE_FOLDER = Path(__file__).resolve().parent
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
    source_folder = Path(function.__code__.co_filename).resolve().parent
    # numba reads this setting while decorating; other packages' functions must not inherit it.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(source_folder))
    try:
        decorate = numba.njit(cache=True, nogil=True, error_model="numpy", **options)
        compiled: Callable[..., Any] = decorate(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


@cache
def cache_folder(source_folder: Path) -> Path:
    """A writable folder for compiled code, a different one for every state of the sources."""
    key = hashlib.sha256(f"numba {numba.__version__}".encode())
    for folder in sorted({CORE_FOLDER, source_folder}):
        for source in sorted(folder.rglob("*.py")):
            key.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    name = f"{source_folder.name}-{key.hexdigest()[:16]}"
    for base in _cache_bases():
        folder = base / "rokoko_env" / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="rokoko_env-"))


def _cache_bases() -> list[Path]:
    """Folders for compiled code, best first; the package's own may be read-only."""
    bases = []
    if numba.config.CACHE_DIR:
        bases.append(Path(numba.config.CACHE_DIR))
    if "XDG_CACHE_HOME" in os.environ:
        bases.append(Path(os.environ["XDG_CACHE_HOME"]))
    if sys.platform == "win32" and "LOCALAPPDATA" in os.environ:
        bases.append(Path(os.environ["LOCALAPPDATA"]))
    try:
        if sys.platform == "darwin":
            bases.append(Path("~/Library/Caches").expanduser())
        bases.append(Path("~/.cache").expanduser())
    except RuntimeError:  # a user without a home, as in some containers
        pass
    return bases
