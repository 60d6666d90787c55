"""`python -m notebooks.execute`: run every notebook from a fresh kernel; one that fails is told.

The files stay as they are. `--write` keeps the new outputs in them, without what would be different
on another day or machine: times, versions, and the numbers of cells run before.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent
AT_ONCE = 2  # notebooks that run side by side
CELL_SECONDS = 600  # no cell takes so long, unless it hangs
INTERRUPTED = 130  # exit code, as of a program that a signal ended
COLORS = re.compile(r"\x1b\[[0-9;]*m")  # of a traceback
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


class NotebookError(RuntimeError):
    """A notebook does not run; the message says which and why."""


class NoNotebookError(NotebookError):
    """A file is no notebook at all."""


def all_notebooks() -> list[Path]:
    return sorted(FOLDER.glob("*.ipynb"))


def execute(path: Path, *, write: bool = False) -> None:
    """Run a notebook in a folder that is gone afterwards, on the packages of this checkout."""
    notebook = _read(path)
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    with tempfile.TemporaryDirectory(prefix="notebook-") as folder:
        client = NotebookClient(
            notebook,
            timeout=CELL_SECONDS,
            kernel_name=KERNEL["name"],
            record_timing=False,
            coalesce_streams=True,
            extra_arguments=["--log-level=ERROR"],
            resources={"metadata": {"path": folder}},
        )
        try:
            client.execute(env=environment)
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            raise NotebookError(f"{path.name} fails:\n{COLORS.sub('', str(error))}") from None
    if write:
        _keep(path, notebook)


def _read(path: Path) -> nbformat.NotebookNode:
    try:
        notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    except (OSError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise NoNotebookError(f"{path} is no notebook that can be read: {reason}") from None
    return notebook


def _keep(path: Path, notebook: nbformat.NotebookNode) -> None:
    """Write it with nothing in it that only this run has."""
    from rokoko_env.files import write_file  # the game comes with it, which takes a second to load

    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    for cell in notebook.cells:
        cell.metadata = {}
    text = nbformat.writes(notebook) + "\n"
    write_file(path, lambda file: file.write(text.encode()))


# --- command line --------------------------------------------------------------------------------


def _execute_one(path: Path, *, write: bool) -> int:
    try:
        execute(path, write=write)
    except NotebookError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2 if isinstance(error, NoNotebookError) else 1
    return 0


def _execute_all(paths: Sequence[Path], *, write: bool) -> int:
    """Each in a process of its own, which Ctrl-C ends too: what it then says is of no use."""
    command = [sys.executable, "-m", "notebooks.execute", "--here", *["--write"] * write]
    stopping = threading.Event()

    def run(path: Path) -> int:
        begin = time.perf_counter()
        done = subprocess.run(
            [*command, str(path.resolve())], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if stopping.is_set():
            return INTERRUPTED
        took = time.perf_counter() - begin
        print(f"{path.name}: {'failed' if done.returncode else 'fine'}, {took:.0f} s", flush=True)
        if done.returncode:
            print(done.stderr, file=sys.stderr, end="", flush=True)
        return done.returncode

    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            codes = list(pool.map(run, reversed(paths)))  # the last ones take the longest
        except KeyboardInterrupt:
            stopping.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return max(codes)


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m notebooks.execute", description=__doc__)
    parser.add_argument("notebooks", nargs="*", type=Path, help="files (default: all of them)")
    parser.add_argument("--write", action="store_true", help="keep the new outputs in the files")
    # For the processes that this one starts: the notebook is run in them.
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(argv)
    paths = given.notebooks or all_notebooks()
    for path in paths:
        if not path.is_file():
            parser.error(f"there is no file {path}")
    try:
        if given.here:
            return _execute_one(paths[0], write=given.write)
        return _execute_all(paths, write=given.write)
    except KeyboardInterrupt:
        print("stopped; notebooks that were not finished are as before", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
