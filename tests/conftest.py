"""Fixtures and settings of all tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

# A shell starts its background jobs deaf to Ctrl-C, and what they start inherits it: tests that
# interrupt a program would then wait for it in vain.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def one_thread() -> Iterator[None]:
    """The networks of tests are too small for more, and a run sets what its process keeps."""
    import torch  # not everywhere where tests run

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def own_folder(one_thread: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test: training keeps its runs in the current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
