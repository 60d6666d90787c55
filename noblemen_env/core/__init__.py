"""The rules of Noblemen as jitted functions over one record.

Nothing in here knows about reinforcement-learning interfaces. The flow of a game, in its order:
`setup` -> `turn` with the actions `enlarge`, `buildings` (and `knights`), `income` and `cards` ->
`track`, on which the Queen moves time -> `masquerade` -> `scoring`. `grid` holds sets of cells,
`supply` and `deck` what all take from. `legal` writes the legal actions and `flow` ties it
together; `observe` and `determinize` deal with a seat's knowledge. The functions named below are
those that the engine calls (`parlour.core.protocol`).
"""

from pathlib import Path

from noblemen_env.core.determinize import determinize
from noblemen_env.core.flow import begin, choose, is_over, word_starts
from noblemen_env.core.hidden import write_hidden
from noblemen_env.core.legal import write_legal
from noblemen_env.core.observe import write_observation
from noblemen_env.core.scoring import break_down, tie_break
from noblemen_env.core.state import STATE
from parlour.core.implementations import implement

CORE = Path(__file__).parent
implement(STATE, CORE.parent / "players" / "core")  # the script registers itself later
implement(
    STATE, CORE,
    begin, choose, write_legal, is_over, word_starts, break_down, tie_break, write_observation,
    determinize, write_hidden,
)  # fmt: skip
