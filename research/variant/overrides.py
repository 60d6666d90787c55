"""Settings such as `cards.joker.points=3`: change a value of component files.

A name is the file, the row and the column of a CSV file, or the file and the keys of a TOML file;
entries of a list count from 1: `board.spaces.2.prices.1`. The loader checks a changed set like any
other, and refuses sets that can't be played.
"""

from __future__ import annotations

import csv
import difflib
import io
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from agents.reporting.cli import game_arguments
from parlour.component_errors import ComponentError
from parlour.datafiles import decode
from parlour.spec import Components, GameSpec
from parlour.study_parts import Tree
from research.game import study_parts

_MIN_SIMILARITY: Final = 0.5  # of a name that is suggested
_WHOLE: Final = re.compile(r"-?[0-9]{1,9}", re.ASCII)


class OverrideError(ComponentError):
    """A setting names no value, or one that can't be set; the message says why in one sentence."""


@dataclass(frozen=True)
class Change:
    """A changed value: its name, and its text in the files before and after."""

    name: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.name}: {self.before} -> {self.after}"


@dataclass(frozen=True)
class ComponentSet:
    """A set of components with its files, and the changes that were made."""

    spec: GameSpec
    components: Components
    files: dict[str, bytes]
    changes: tuple[Change, ...] = ()

    @property
    def deviation(self) -> str | None:
        """The first count that differs from the printed game, as the loader reports it."""
        try:
            study_parts(self.spec).parse_files(self.files)
        except ComponentError as error:
            return str(error)
        return None


def load_set(
    spec: GameSpec, folder: str | os.PathLike[str] | None = None, settings: Sequence[str] = ()
) -> ComponentSet:
    """Load the set of a folder (None: the standard set), change some values, and check it.

    Counts need not be those of the printed game: a study may change them.
    """
    parts = study_parts(spec)
    files = parts.read_files(folder)
    parts.parse_files(files, check_counts=False)  # errors of the folder come first
    changes = []
    for setting in settings:
        files, change = _set(spec, files, setting)
        changes.append(change)
    return ComponentSet(spec, parts.parse_files(files, check_counts=False), files, tuple(changes))


def listing(
    spec: GameSpec, files: Mapping[str, bytes], prefix: str = ""
) -> Iterator[tuple[str, str]]:
    """All values that can be set below a name ("" for all files), with their present texts."""
    if not prefix:
        for stem in _stems(files):
            yield from listing(spec, files, stem)
        return
    stem, *path = prefix.split(".")
    file = _file(spec, files, stem)
    yield from _leaves(prefix, _walk(spec, stem, _read(file, files[file]), path))


def _set(
    spec: GameSpec, files: Mapping[str, bytes], setting: str
) -> tuple[dict[str, bytes], Change]:
    """Change one value of the files."""
    name, equals, text = setting.partition("=")
    stem, *path = (part.strip() for part in name.strip().split("."))
    if not equals or not path:
        raise OverrideError(f"{setting!r} is not of the form FILE.ROW.FIELD=VALUE")
    name, file, text = ".".join((stem, *path)), _file(spec, files, stem), text.strip()
    tree = _read(file, files[file])
    holder = _walk(spec, stem, tree, path[:-1])
    before = _walk(spec, stem, tree, path)
    if isinstance(before, dict):
        fields = ", ".join(map(str, before))
        raise OverrideError(f"{name!r} holds several values: add one of {fields}")
    after = text if file.endswith(".csv") else _toml_value(text, before)
    if isinstance(holder, list):
        holder[int(path[-1]) - 1] = after
    else:
        holder[path[-1]] = after
    _mark_source(spec, stem, tree, path)
    return {**files, file: _dump(file, tree)}, Change(name, _text(before), _text(after))


def _stems(files: Mapping[str, bytes]) -> dict[str, str]:
    """The files by their names without endings."""
    return {name.partition(".")[0]: name for name in files}


def _file(spec: GameSpec, files: Mapping[str, bytes], stem: str) -> str:
    stems = _stems(files)
    if stem not in stems:
        _unknown(spec, "component file", stem, stems)
    return stems[stem]


def _walk(spec: GameSpec, stem: str, tree: Any, path: Sequence[str]) -> Any:
    """The value at the end of the path; the error for a wrong step suggests the nearest one."""
    here = stem
    for step in path:
        if isinstance(tree, list):
            if not step.isdecimal() or not 1 <= int(step) <= len(tree):
                raise OverrideError(f"{here}: {step!r} is no entry, expected 1 to {len(tree)}")
            tree = tree[int(step) - 1]
        elif isinstance(tree, dict):
            if step not in tree:
                _unknown(spec, f"value of {here}", step, tree, here)
            tree = tree[step]
        else:
            raise OverrideError(f"{here} is a single value: nothing in it is called {step!r}")
        here = f"{here}.{step}"
    return tree


def _unknown(spec: GameSpec, kind: str, name: str, names: Iterable[str], *holder: str) -> NoReturn:
    near = difflib.get_close_matches(name, [*names], n=1, cutoff=_MIN_SIMILARITY)
    command = ["python", "-m", "research.variant", *game_arguments(spec), "--list", *holder]
    hint = f"did you mean {near[0]!r}?" if near else f"`{' '.join(command)}` prints them all"
    raise OverrideError(f"there is no {kind} called {name!r}, {hint}")


def _leaves(name: str, tree: Any) -> Iterator[tuple[str, str]]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from _leaves(f"{name}.{key}", value)
    elif isinstance(tree, list) and any(isinstance(entry, dict) for entry in tree):
        for number, entry in enumerate(tree, 1):
            yield from _leaves(f"{name}.{number}", entry)
    else:
        yield name, _text(tree)


def _text(value: Any) -> str:
    if isinstance(value, list) and not any(isinstance(entry, dict) for entry in value):
        return ",".join(map(str, value))
    return value if isinstance(value, str) else _toml(value)


def _mark_source(spec: GameSpec, stem: str, tree: Tree, path: Sequence[str]) -> None:
    """Note in the source text of a value, if it has one, that it was changed."""
    if path[-1].removesuffix("_source") != path[-1] or "source" in path:
        return
    source = study_parts(spec).find_source(stem, tree, path)
    if source is not None:
        text = source.holder[source.key]
        source.holder[source.key] = f"{source.name} changed in a study; {text}"


# --- the files as plain values, and back ---------------------------------------------------------


def _read(file: str, data: bytes) -> dict[str, Any]:
    """Read a CSV file as rows by id, a TOML file as its table; the loader has checked it."""
    text = decode(file, data)
    if file.endswith(".toml"):
        return tomllib.loads(text)
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    head, *body = ([cell.strip() for cell in row] for row in rows if any(map(str.strip, row)))
    cells = [dict(zip(head, row, strict=True)) for row in body]
    return {row["id"]: row for row in cells}


def _dump(file: str, tree: Mapping[str, Any]) -> bytes:
    if file.endswith(".toml"):
        return "".join(f"{_key(key)} = {_toml(value)}\n" for key, value in tree.items()).encode()
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(next(iter(tree.values())))
    writer.writerows(row.values() for row in tree.values())
    return text.getvalue().encode()


def _toml_value(text: str, before: Any) -> Any:
    """Parse a TOML value; words need no quotation marks and lists no brackets."""
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        words = [word.strip() for word in text.split(",")] if isinstance(before, list) else []
        value = [int(w) if _WHOLE.fullmatch(w) else w for w in words if w] if words else text
    return [value] if isinstance(before, list) and not isinstance(value, list) else value


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_toml(v)}" for key, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return _quoted(value) if isinstance(value, str) else str(value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key)


def _quoted(text: str) -> str:
    """A basic string of TOML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'
