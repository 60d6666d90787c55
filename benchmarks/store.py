"""Where figures are kept: one JSON file for each benchmark, committed with the sources."""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from benchmarks.timing import Rate

FOLDER = Path(__file__).parent / "results"
MEASURED_BY = {
    "strength": "make strength",
    "ladder": "make strength",
    "depth": "make strength",
    "trained": "make trained",
    "hour": "make hour",
    "rewards": "python -m benchmarks.rewards --save",
}


def options(
    description: str | None, argv: Sequence[str] | None, *, has_quick: bool = True
) -> argparse.Namespace:
    """What a benchmark takes on the command line."""
    parser = argparse.ArgumentParser(description=(description or "").split("\n")[0])
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--save", action="store_true", help="keep the figures for the README")
    if has_quick:
        either.add_argument("--quick", action="store_true", help="fewer and shorter repeats")
    return parser.parse_args(argv)


def save(name: str, figures: dict[str, Any]) -> None:
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps({"machine": machine(), **figures}, indent=1, ensure_ascii=False)
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def load(name: str) -> dict[str, Any]:
    path = FOLDER / f"{name}.json"
    if not path.exists():
        command = MEASURED_BY.get(name, "make bench")
        raise FileNotFoundError(f"{path} is missing: `{command}` measures it")
    figures: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return figures


def rates(figures: dict[str, Any]) -> dict[str, Rate]:
    """A mapping of rates, as `Rate.to_json` wrote them."""
    return {name: Rate.from_json(data) for name, data in figures.items()}


@cache
def machine() -> dict[str, Any]:
    """What was measured on; asked first before a benchmark keeps to one core."""
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else os.cpu_count(),
        "python": platform.python_version(),
        **{name: package_version(name) for name in ("numba", "numpy")},
    }


def package_version(name: str) -> str | None:
    """None if the package is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
