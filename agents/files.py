"""Files that are there completely or not at all."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, BinaryIO


def write_file(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file so that it is there completely or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            write(file)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def write_json(path: Path, data: Any) -> None:
    text = json.dumps(data, indent=1) + "\n"
    write_file(path, lambda file: file.write(text.encode()))


def write_csv(path: Path, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    def write(file: BinaryIO) -> None:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)
        text.detach()

    write_file(path, write)


def write_png(path: Path, figure: Any) -> None:
    """A figure of matplotlib; the same figure gives the same bytes."""
    write_file(
        path,
        lambda file: figure.savefig(file, format="png", dpi=130, metadata={"Software": None}),
    )
