"""The disk cache: never stale, usable from a read-only install, safe with several processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour.core import jit
from tests import toy_game

PACKAGE = Path(parlour.__file__).parent
GAME = Path(toy_game.__file__).parent

# Compiles little: a random number drawn through two files of the core.
PROGRAM = """
import numpy as np
from parlour.core.states import random_actions
from tests.toy_game import SPEC
states = SPEC.new_states(1)
states["legal"][0, 0] = (1 << 30) - 1
games, actions = np.zeros(8, np.int64), np.zeros(8, np.int64)
random_actions(states, games, np.arange(8, dtype=np.uint64) << np.uint64(50), actions)
print(actions.tolist())
"""


def run(folder: Path, **environment: str) -> subprocess.Popen:
    env = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA")}
    env |= {"PYTHONPATH": str(folder), **environment}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        env=env,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def result(process: subprocess.Popen) -> str:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out


@pytest.fixture
def copy(tmp_path) -> Path:
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "code" / "parlour", ignore=ignore)
    shutil.copytree(GAME, tmp_path / "code" / "tests" / "toy_game", ignore=ignore)
    (tmp_path / "code" / "tests" / "__init__.py").touch()
    return tmp_path / "code"


def test_the_cache_folder_is_named_after_the_sources(tmp_path, monkeypatch):
    monkeypatch.setattr(jit, "_cache_bases", lambda: [tmp_path])
    folders = []
    for text in ("x = 1", "x = 2"):
        (tmp_path / "rules.py").write_text(text)
        jit.sources_digest.cache_clear()
        jit.cache_folder.cache_clear()
        folders.append(jit.cache_folder(tmp_path))
    jit.cache_folder.cache_clear()
    assert folders[0] != folders[1]
    assert all(folder.is_relative_to(tmp_path / "parlour") for folder in folders)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_where_compiled_code_may_live(platform, monkeypatch):
    monkeypatch.setattr(jit.sys, "platform", platform)
    monkeypatch.setattr(jit.numba.config, "CACHE_DIR", "/chosen")
    monkeypatch.setenv("XDG_CACHE_HOME", "/xdg")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    bases = [str(base) for base in jit._cache_bases()]
    assert bases[:2] == ["/chosen", "/xdg"]
    assert ("/local" in bases) == (platform == "win32")
    assert any("Library" in base for base in bases) == (platform == "darwin")
    assert bases[-1].endswith(".cache")


def test_a_user_without_a_home(monkeypatch):
    def no_home(path):
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "expanduser", no_home)
    monkeypatch.setenv("XDG_CACHE_HOME", "/xdg")
    assert Path("/xdg") in jit._cache_bases()


def test_a_folder_that_can_not_be_made_is_passed_over(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setattr(jit, "_cache_bases", lambda: [blocked, tmp_path])
    jit.cache_folder.cache_clear()
    assert jit.cache_folder(tmp_path).is_relative_to(tmp_path / "parlour")
    monkeypatch.setattr(jit, "_cache_bases", lambda: [blocked])
    monkeypatch.setattr(jit.tempfile, "mkdtemp", lambda prefix: str(tmp_path / prefix))
    jit.cache_folder.cache_clear()
    assert jit.cache_folder(tmp_path) == tmp_path / "parlour-"
    jit.cache_folder.cache_clear()


def test_a_changed_callee_in_another_file_is_compiled_anew(copy, tmp_path):
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    first = result(run(copy, **cache))
    assert result(run(copy, **cache)) == first
    rng = copy / "parlour" / "core" / "rng.py"
    stamp = rng.stat()
    rng.write_text(rng.read_text().replace("np.uint64(30)", "np.uint64(29)"))
    os.utime(rng, (stamp.st_atime, stamp.st_mtime))  # not even the time of change helps
    assert result(run(copy, **cache)) != first


def test_several_processes_may_start_with_an_empty_cache(copy, tmp_path):
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    results = [result(p) for p in [run(copy, **cache) for _ in range(4)]]
    assert len(set(results)) == 1
    assert result(run(copy, **cache)) == results[0]


def test_without_any_writable_cache_folder_it_still_works(copy, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    places = {"XDG_CACHE_HOME": str(blocked), "HOME": str(blocked), "TMPDIR": str(temporary)}
    assert result(run(copy, **places)).startswith("[")
    assert any(temporary.iterdir())


def test_the_users_numba_cache_folder_is_respected(copy, tmp_path):
    folder = tmp_path / "mine"
    result(run(copy, NUMBA_CACHE_DIR=str(folder)))
    assert list(folder.glob("parlour/core-*"))
