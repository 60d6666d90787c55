"""The files of a set of components: the standard ones of a game, or those of a folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from parlour.component_errors import ComponentError
from parlour.datafiles import read_file


@dataclass(frozen=True)
class ComponentFiles:
    """The files of a game's components; a set without own numbers uses the standard ones."""

    package: str  # the one with the folder `standard`
    names: tuple[str, ...]
    numbers: str  # the one of the numbers of the rules

    def standard_folder(self) -> Traversable:
        """The folder of the standard files, also inside an installed package."""
        return resources.files(self.package).joinpath("standard")

    def read(self, folder: str | os.PathLike[str] | None = None) -> dict[str, bytes]:
        """Read the files of a set by name; None is the standard set."""
        if folder is None:
            return {name: read_file(self.standard_folder(), name) for name in self.names}
        path = Path(os.fsdecode(folder))
        if not path.is_dir():
            problem = "is not a folder" if path.exists() else "does not exist"
            raise ComponentError(f"the components folder {str(path)!r} {problem}")
        return {name: read_file(self._folder_of(name, path), name) for name in self.names}

    def _folder_of(self, name: str, own: Path) -> Traversable:
        path = own / name
        missing = name == self.numbers and not (path.is_file() or path.is_dir())
        return self.standard_folder() if missing else own
