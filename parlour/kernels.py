"""`Kernels`: the entry points of the core for one game, without numba's dispatch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from parlour.core import rows, states
from parlour.core.jit import direct

if TYPE_CHECKING:
    from parlour.spec import GameSpec

ENTRY_POINTS = (
    rows.first_illegal,
    rows.first_illegal_learner,
    rows.play_others_at_random,
    rows.random_row_actions,
    rows.random_row_actions_together,
    rows.show_learners,
    rows.step_learners,
    rows.step_rows,
    rows.step_rows_together,
    rows.write_current_scores,
    states.list_legal,
    states.step_games,
)


class Kernels:
    """Functions by their names. Each keeps the machine code for one game's records (`direct`)."""

    def __init__(self, spec: GameSpec) -> None:
        self._spec = spec
        for function in ENTRY_POINTS:
            setattr(self, function.__name__, direct(function))

    if TYPE_CHECKING:  # at run time it would slow down every look at an attribute

        def __getattr__(self, name: str) -> Callable[..., Any]: ...

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (self._spec, "kernels")
