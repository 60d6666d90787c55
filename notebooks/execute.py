"""`python -m notebooks.execute`: run every notebook from a fresh kernel and report the failures.

The files stay as they are. `--write` keeps the new outputs in them, without anything that would be
different on another day or machine: times, versions, and the numbers of cells run before.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import nbformat
import tyro
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from agents.reporting.cli import CommandError, Stopped, run_command
from parlour.files import write_text

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent
AT_ONCE = 2  # notebooks that run side by side
CELL_SECONDS = 600  # no cell takes longer, unless it hangs
COLORS = re.compile(r"\x1b\[[0-9;]*m")  # of a traceback
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


class NotebookError(RuntimeError):
    """A notebook fails; the message says which and why."""


def all_notebooks() -> list[Path]:
    return sorted(FOLDER.glob("*.ipynb"))


def execute(path: Path, *, write: bool = False) -> None:
    """Run a notebook in a temporary folder, on the packages of this checkout."""
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
        raise CommandError(f"{path} is no notebook that can be read: {reason}") from None
    return notebook


def _keep(path: Path, notebook: nbformat.NotebookNode) -> None:
    """Write the notebook without anything that belongs to this run alone."""
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    for cell in notebook.cells:
        cell.metadata = {}
    write_text(path, nbformat.writes(notebook) + "\n")


# --- command line --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """Run notebooks, each from a fresh kernel."""

    notebooks: Annotated[tuple[Path, ...], tyro.conf.Positional, tyro.conf.arg(metavar="FILE")] = ()
    """By default all of them."""
    write: bool = False
    """Keep the new outputs in the files."""


def run(options: Options) -> int:
    """Run the notebooks. Returns 1 if one fails."""
    paths = options.notebooks or tuple(all_notebooks())
    for path in paths:
        if not path.is_file():
            raise CommandError(f"there is no file {path}")
    try:
        if len(paths) == 1:
            return _run_one(paths[0], write=options.write)
        return _run_each(paths, write=options.write)
    except KeyboardInterrupt:
        raise Stopped("stopped; notebooks that were not finished are as before") from None


def _run_one(path: Path, *, write: bool) -> int:
    begin = time.perf_counter()
    try:
        execute(path, write=write)
    except NotebookError as error:
        print(f"{path.name}: failed, {time.perf_counter() - begin:.0f} s")
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{path.name}: fine, {time.perf_counter() - begin:.0f} s")
    return 0


def _run_each(paths: Sequence[Path], *, write: bool) -> int:
    """Run each in a process of its own. Ctrl-C ends these too: their output is then of no use."""
    command = [sys.executable, "-m", "notebooks.execute", *["--write"] * write]
    stopping = threading.Event()

    def run_apart(path: Path) -> int:
        process = subprocess.run(
            [*command, str(path.resolve())], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if not stopping.is_set():
            print(process.stdout, end="", flush=True)
            print(process.stderr, end="", flush=True, file=sys.stderr)
        return process.returncode

    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            # The last ones take the longest.
            return max(pool.map(run_apart, reversed(paths)))
        except KeyboardInterrupt:
            stopping.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


main = partial(run_command, Options, run)

if __name__ == "__main__":
    sys.exit(main())
