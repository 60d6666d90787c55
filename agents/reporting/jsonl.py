"""Logs of JSON lines, which grow line by line and survive a crash in the middle of one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rokoko_env.files import write_text


def append_line(path: Path, line: Mapping[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a log; a last line that a crash cut off is left out."""
    if not path.exists():
        return
    for text in path.read_text("utf-8").splitlines():
        try:
            yield json.loads(text)
        except json.JSONDecodeError:
            return


def cut_lines(path: Path, keep: Callable[[Mapping[str, Any]], bool]) -> list[dict[str, Any]]:
    """Drop what was logged after the checkpoint that a run resumes from. Returns what is kept."""
    if not path.exists():
        return []
    kept = [line for line in read_lines(path) if keep(line)]
    write_text(path, "".join(json.dumps(line) + "\n" for line in kept))
    return kept
