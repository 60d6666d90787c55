"""Files that are there completely or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
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
