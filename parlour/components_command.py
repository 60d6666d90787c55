"""The command of a game's components: export the standard set, check a set, count its sources."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from parlour.command import exit_code
from parlour.component_errors import count_noun
from parlour.component_files import ComponentFiles
from parlour.sources import OTHER, SOURCE_WORDS

Components = TypeVar("Components")


@dataclass(frozen=True)
class ComponentsCommand(Generic[Components]):
    """`python -m PACKAGE`, where the package holds a game's components."""

    files: ComponentFiles
    load: Callable[..., Components]  # (folder | None, *, check_counts)
    count_sources: Callable[[Components], Mapping[str, Counter[str]]]  # values of each file
    sizes: Callable[[Components], str]  # how many components there are, in words

    def run(self, argv: Sequence[str] | None, description: str | None) -> int:
        """Run the command line; return the exit code."""
        options = self._parser(description).parse_args(argv)
        return exit_code(lambda: self._run(options))

    def _parser(self, description: str | None) -> argparse.ArgumentParser:
        parser = argparse.ArgumentParser(
            prog=f"python -m {self.files.package}", description=description
        )
        commands = parser.add_subparsers(dest="command", required=True)
        export = commands.add_parser("export", help="write an editable copy of the standard set")
        export.add_argument("folder", metavar="DIR")
        check = commands.add_parser("check", help="check the set in a folder")
        check.add_argument("folder", metavar="DIR")
        check.add_argument(
            "--no-counts",
            action="store_true",
            help="skip the checks of how many components there are",
        )
        commands.add_parser("sources", help="count the values of the standard set by source")
        return parser

    def _run(self, options: argparse.Namespace) -> None:
        if options.command == "export":
            self._export(Path(options.folder))
        elif options.command == "check":
            self._check(Path(options.folder), check_counts=not options.no_counts)
        else:
            self._print_sources()

    def _export(self, folder: Path) -> None:
        names = self.files.names
        # Check first, so that no set is replaced by half.
        present = [name for name in names if (folder / name).exists()]
        if present:
            files = ", ".join(present)
            raise FileExistsError(f"{str(folder)!r} already holds {files}: nothing was written")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, data in self.files.read().items():
                (folder / name).write_bytes(data)
        except OSError as error:
            raise OSError(f"cannot write to {str(folder)!r}: {error.strerror}") from None
        print(f"wrote {count_noun(len(names), 'file')} to {str(folder)!r}")

    def _check(self, folder: Path, check_counts: bool) -> None:
        components = self.load(folder, check_counts=check_counts)
        numbers = "own" if (folder / self.files.numbers).exists() else "standard"
        total: Counter[str] = sum(self.count_sources(components).values(), Counter())
        words = (*SOURCE_WORDS, OTHER)
        values = ", ".join(f"{total[word]} {word}" for word in words if total[word])
        print(f"ok: {self.sizes(components)}, {numbers} game numbers; values: {values}")

    def _print_sources(self) -> None:
        files = dict(self.count_sources(self.load()))
        files["all files"] = sum(files.values(), Counter())
        print(f"{'file':<16}" + "".join(f"{word:>15}" for word in SOURCE_WORDS))
        for file, counts in files.items():
            print(f"{file:<16}" + "".join(f"{counts[word]:>15}" for word in SOURCE_WORDS))
