"""Files stay small."""

from __future__ import annotations

from tests.architecture.sources import refuse, sources

MAX_LINES = 500


def test_files_are_short():
    lines = {
        module: len(path.read_text("utf-8").splitlines()) for module, path in sources().items()
    }
    refuse(
        f"{module} has {number} lines, expected at most {MAX_LINES}"
        for module, number in lines.items()
        if number > MAX_LINES
    )
