"""`python -m rokoko_env.components`: export the standard set, check a set, count its sources."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from parlour.command import exit_code
from parlour.component_errors import count_noun
from parlour.sources import OTHER, SOURCE_WORDS
from rokoko_env.components.check_board import GAME_FILE
from rokoko_env.components.load import FILES, load_components, standard_folder
from rokoko_env.components.model import Components
from rokoko_env.components.sources import count_sources


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    options = _parser().parse_args(argv)
    return exit_code(lambda: _run(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rokoko_env.components", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    export = commands.add_parser("export", help="write an editable copy of the standard set")
    export.add_argument("folder", metavar="DIR")
    check = commands.add_parser("check", help="check the set in a folder")
    check.add_argument("folder", metavar="DIR")
    check.add_argument(
        "--no-counts", action="store_true", help="skip the checks of how many components there are"
    )
    commands.add_parser("sources", help="count the values of the standard set by source")
    return parser


def _run(options: argparse.Namespace) -> None:
    if options.command == "export":
        _export(Path(options.folder))
    elif options.command == "check":
        _check(Path(options.folder), check_counts=not options.no_counts)
    else:
        _sources()


def _export(folder: Path) -> None:
    # Check first, so that no set is replaced by half.
    present = [name for name in FILES if (folder / name).exists()]
    if present:
        files = ", ".join(present)
        raise FileExistsError(f"{str(folder)!r} already holds {files}: nothing was written")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            (folder / name).write_bytes(standard_folder().joinpath(name).read_bytes())
    except OSError as error:
        raise OSError(f"cannot write to {str(folder)!r}: {error.strerror}") from None
    print(f"wrote {count_noun(len(FILES), 'file')} to {str(folder)!r}")


def _check(folder: Path, check_counts: bool) -> None:
    components = load_components(folder, check_counts=check_counts)
    numbers = "own" if (folder / GAME_FILE).exists() else "standard"
    total: Counter[str] = sum(count_sources(components).values(), Counter())
    values = ", ".join(f"{total[word]} {word}" for word in (*SOURCE_WORDS, OTHER) if total[word])
    print(f"ok: {_sizes(components)}, {numbers} game numbers; values: {values}")


def _sizes(components: Components) -> str:
    base = sum(card.copies for card in components.employees if card.level == 0)
    hire = sum(card.copies for card in components.employees if card.level > 0)
    tiles = sum(tile.copies for tile in components.resources)
    cards = f"{count_noun(base, 'base card')}, {count_noun(hire, 'hire card')}"
    dresses = count_noun(len(components.dresses), "dress", "dresses")
    sides = count_noun(len(components.boards), "board side")
    return f"{cards}, {dresses}, {count_noun(tiles, 'tile')}, {sides}"


def _sources() -> None:
    files = count_sources(load_components())
    files["all files"] = sum(files.values(), Counter())
    print(f"{'file':<16}" + "".join(f"{word:>15}" for word in SOURCE_WORDS))
    for file, counts in files.items():
        print(f"{file:<16}" + "".join(f"{counts[word]:>15}" for word in SOURCE_WORDS))


if __name__ == "__main__":
    sys.exit(main())
