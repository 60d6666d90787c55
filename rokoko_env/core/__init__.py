"""The rules of Rokoko as jitted functions over one record.

Nothing in here knows about reinforcement-learning interfaces. The flow of a game, in its order:
`setup` (section 3 of the rules) -> `prepare` (phase 1) -> `hands` (phase 2) -> `turn` with
`warehouse`, `workshop`, `employees`, `decorations`, `bonuses` (phase 3) -> `income` (phase 4) ->
`scoring`. `legal` writes the legal actions and `flow` ties it together; `observe` and `determinize`
deal with a seat's knowledge. The functions named below are those that the engine calls
(`parlour.core.protocol`).
"""

from pathlib import Path

from parlour.core.implementations import implement
from rokoko_env.core.determinize import determinize
from rokoko_env.core.flow import begin, choose, is_over, word_starts
from rokoko_env.core.hidden import write_hidden
from rokoko_env.core.legal import write_legal
from rokoko_env.core.observe import write_observation
from rokoko_env.core.scoring import break_down, tie_break
from rokoko_env.core.state import STATE

CORE = Path(__file__).parent
implement(STATE, CORE.parent / "players" / "core")  # the script registers itself later
implement(
    STATE, CORE,
    begin, choose, write_legal, is_over, word_starts, break_down, tie_break, write_observation,
    determinize, write_hidden,
)  # fmt: skip
