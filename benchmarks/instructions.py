"""Instructions per decision, which no noise disturbs: counted by perf, or else by callgrind.

A program plays some decisions; what a run with none costs is subtracted.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

DECISIONS = 262_144
GAMES = 64
MISSING = (
    "instructions per decision: not counted, for neither perf (with hardware counters) nor "
    "valgrind is here"
)
PROGRAM = f"""
import sys
import benchmarks.workloads as works
kind, decisions = sys.argv[1], int(sys.argv[2])
work = {{
    "fused": lambda: works.fused(4, {GAMES}, 16),
    "mask": lambda: works.batch_step({GAMES}, 4, observe=False),
    "all": lambda: works.batch_step({GAMES}, 4),
}}[kind]()
work()
while decisions > 0:
    decisions -= work()
"""
WORKS = {
    "random play inside the jit": "fused",
    "Batch.step with mask": "mask",
    "Batch.step with mask and observation": "all",
}
# Python's start must cost the same in every run, for it is subtracted.
STEADY = {"PYTHONHASHSEED": "0"}
# valgrind shows programs a processor of its own; with these settings numba compiles the same code
# under it as outside, and finds it in its cache.
PROCESSOR = {
    "NUMBA_CPU_NAME": "haswell",
    "NUMBA_CPU_FEATURES": "+avx,+avx2,+bmi,+bmi2,+cmov,+cx16,+fma,+lzcnt,+movbe,+popcnt,+sse4.2",
}


def counter() -> str | None:
    """What can count here, None if nothing can."""
    if shutil.which("perf"):
        tried = subprocess.run(
            ["perf", "stat", "-x,", "-e", "instructions:u", "true"],
            capture_output=True,
            text=True,
            check=False,
        )
        if re.match(r"\d+,", tried.stderr):
            return "perf"
    is_x86 = platform.machine().lower() in ("x86_64", "amd64")
    return "callgrind" if is_x86 and shutil.which("valgrind") else None


def per_decision(counter: str) -> dict[str, float]:
    for kind in WORKS.values():  # compiles, so that the runs that count find it in the cache
        _run([], kind, 1, counter)
    with ThreadPoolExecutor(2) as pool:
        nothing = pool.map(lambda kind: _count(counter, kind, 0), WORKS.values())
        played = pool.map(lambda kind: _count(counter, kind, DECISIONS), WORKS.values())
        pairs = zip(WORKS, nothing, played, strict=True)
        return {name: round((b - a) / DECISIONS, 1) for name, a, b in pairs}


def _count(counter: str, kind: str, decisions: int) -> int:
    if counter == "perf":
        told = _run(["perf", "stat", "-x,", "-e", "instructions:u"], kind, decisions, counter)
        found = re.search(r"^(\d+),", told, re.MULTILINE)
    else:
        tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        told = _run(tool, kind, decisions, counter)
        found = re.search(r"Collected : (\d+)", told)
    if found is None:
        raise RuntimeError(f"{counter} told no number of instructions: {told[-200:]}")
    return int(found.group(1))


def _run(tool: list[str], kind: str, decisions: int, counter: str) -> str:
    done = subprocess.run(
        [*tool, sys.executable, "-c", PROGRAM, kind, str(decisions)],
        env={**os.environ, **STEADY, **(PROCESSOR if counter == "callgrind" else {})},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr
