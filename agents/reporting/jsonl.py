"""Logs of JSON lines: they grow line by line, and survive a crash in the middle of one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from parlour.files import write_text


def append_line(path: Path, line: Mapping[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a log, without a last line that a crash cut off."""
    if not path.exists():
        return
    for text in path.read_text("utf-8").splitlines():
        try:
            yield json.loads(text)
        except json.JSONDecodeError:
            return


def cut_lines(path: Path, keep: Callable[[Mapping[str, Any]], bool]) -> list[dict[str, Any]]:
    """Keep only these lines, as a resumed run drops those after its checkpoint; return them."""
    if not path.exists():
        return []
    lines = [line for line in read_lines(path) if keep(line)]
    write_text(path, "".join(json.dumps(line) + "\n" for line in lines))
    return lines
