"""Exit codes of all commands, and their errors as one sentence.

| code | meaning |
| --- | --- |
| 0 | done |
| 1 | a check failed |
| 2 | wrong input |
| 130 | Ctrl-C, as shells report it |
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from parlour.component_errors import ComponentError
from parlour.errors import GameError, GameFormatError, IllegalActionError, ReplayError

OK, WRONG_INPUT, INTERRUPTED = 0, 2, 130
# Errors with a message for users. Anything else is a bug, and shows its traceback.
USER_ERRORS = (
    ComponentError, GameError, GameFormatError, IllegalActionError, OSError, ReplayError,
)  # fmt: skip


def exit_code(
    work: Callable[[], int | None], errors: tuple[type[Exception], ...] = USER_ERRORS
) -> int:
    """Do the work; errors of users and Ctrl-C become one sentence on stderr and an exit code."""
    try:
        return work() or OK
    except SystemExit as end:
        if end.code:
            raise
        return OK  # --help
    except KeyboardInterrupt as stop:
        print(str(stop) or "stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of the output (head, less) has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
        return OK
    except errors as error:
        print(f"error: {error}", file=sys.stderr)
        return WRONG_INPUT
