"""The nine jitted functions of a game's rules, which the engine's kernels call.

`s` is the game's record, which begins with the engine's header (`records.HEADER`), and `rules` the
record of its components. A game implements these functions for the type of its record
(`implementations.implement`). A tenth one, `write_hidden`, is optional, as are those of a script
(`parlour.players.core.script`).
"""

from parlour.core.implementations import declare, declare_optional
from parlour.core.jit import jit


@declare
def begin(s, rules, num_players, seed):
    """Start a new game, up to its first question; its legal actions are not written yet."""


@declare
def choose(s, rules, action):
    """Apply one action, and all that follows until somebody is asked."""


@declare
def write_legal(s, rules):
    """Fill `s.legal` for the question; when the game is over, with all actions."""


@declare
def is_over(s):
    """Return whether the game is over."""


@declare
def word_starts(s):
    """Return a tuple: the first action id of each word of `s.legal`."""


@declare
def break_down(s, rules, points):
    """Write all players' points by source, a row for each player, if the game ended now."""


@declare
def tie_break(s, rules, seat):
    """Return a number from 0 to 1023: of players with equal scores the one with more wins."""


@declare
def write_observation(s, rules, seat, out):
    """Fill the record `out`, whose fields are the sections, with what this seat knows."""


@declare
def determinize(s, rules, seat, seed):
    """Redraw in place what the seat does not know; the future gets the stream of `seed`."""


@declare_optional
@jit
def write_hidden(s, out):
    """Write what is hidden from the seat that decides, `spec.hidden_size` numbers, for critics."""
