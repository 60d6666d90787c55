"""Instructions per decision, which no noise disturbs: counted by perf, or else by callgrind.

A program plays some decisions; the count of a run without any is subtracted.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from parlour.spec import GameSpec

DECISIONS = 262_144
GAMES = 64
MISSING = (
    "instructions per decision: not counted, for neither perf (with hardware counters) nor "
    "valgrind is installed"
)
PROGRAM = """
import sys
from benchmarks.workloads import batch_step, find_game, fused
spec = find_game(sys.argv[3])
workload, decisions = eval(sys.argv[1]), int(sys.argv[2])
workload()
while decisions > 0:
    decisions -= workload()
"""
WORKLOADS = {
    "random play inside the jit": f"fused(4, {GAMES}, 16, spec=spec)",
    "Batch.step with mask": f"batch_step({GAMES}, 4, observe=False, spec=spec)",
    "Batch.step with mask and observation": f"batch_step({GAMES}, 4, spec=spec)",
}
# Python's start must cost the same in every run, for it is subtracted.
STEADY = {"PYTHONHASHSEED": "0"}
# valgrind emulates a processor; with these settings numba compiles the same code under it as
# outside, and finds it in its cache.
PROCESSOR = {
    "NUMBA_CPU_NAME": "haswell",
    "NUMBA_CPU_FEATURES": "+avx,+avx2,+bmi,+bmi2,+cmov,+cx16,+fma,+lzcnt,+movbe,+popcnt,+sse4.2",
}
PERF = ["perf", "stat", "-x,", "-e", "instructions:u"]
CALLGRIND = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]


def available_counter() -> str | None:
    """Return the program that can count on this machine, None if there is none."""
    if shutil.which("perf"):
        trial = subprocess.run([*PERF, "true"], capture_output=True, text=True, check=False)
        if re.match(r"\d+,", trial.stderr):
            return "perf"
    is_x86 = platform.machine().lower() in ("x86_64", "amd64")
    return "callgrind" if is_x86 and shutil.which("valgrind") else None


def per_decision(counter: str, spec: GameSpec) -> dict[str, float]:
    """Return the instructions of each workload of a game."""
    count = partial(_count, counter, spec)
    workloads = WORKLOADS.values()
    for workload in workloads:  # compiles, so that the runs that count load it from the cache
        _run([], workload, 1, counter, spec)
    with ThreadPoolExecutor(2) as pool:
        without = pool.map(lambda workload: count(workload, 0), workloads)
        played = pool.map(lambda workload: count(workload, DECISIONS), workloads)
        counts = zip(WORKLOADS, without, played, strict=True)
        return {name: round((b - a) / DECISIONS, 1) for name, a, b in counts}


def _count(counter: str, spec: GameSpec, workload: str, decisions: int) -> int:
    if counter == "perf":
        tool, pattern = PERF, r"^(\d+),"
    else:
        tool, pattern = CALLGRIND, r"Collected : (\d+)"
    output = _run(tool, workload, decisions, counter, spec)
    match = re.search(pattern, output, re.MULTILINE)
    if match is None:
        raise RuntimeError(f"{counter} printed no number of instructions: {output[-200:]}")
    return int(match[1])


def _run(tool: list[str], workload: str, decisions: int, counter: str, spec: GameSpec) -> str:
    process = subprocess.run(
        [*tool, sys.executable, "-c", PROGRAM, workload, str(decisions), spec.package],
        env={**os.environ, **STEADY, **(PROCESSOR if counter == "callgrind" else {})},
        capture_output=True,
        text=True,
        check=True,
    )
    return process.stderr
