"""The functions by which a game takes notes while it is followed.

A game implements them for its memory, a record of its own (`implement(MEMORY, ...)`), not for its
record: so a study changes nothing about the machine code of the game itself. `s` and `rules` are
those of `parlour.core.protocol`.
"""

from pathlib import Path

from parlour.core.implementations import declare_optional
from parlour.core.jit import jit

COMMON = Path(__file__).parent  # sources that all notes depend on: `implement(MEMORY, COMMON)`


@declare_optional
@jit
def present_time(memory, s, rules):
    """Return the number of the present time, from 0."""
    return s.round_number - 1


@declare_optional
@jit
def begin_notes(memory, s, seats):
    """Prepare the memory and the records of all seats for a new game."""


@declare_optional
@jit
def note_seats(memory, s, rules, seats, time):
    """Note the standing of all seats at the beginning of a time, or at the end."""


@declare_optional
@jit
def begins_situation(memory, s):
    """Return whether the seat to decide begins to choose."""
    return True


@declare_optional
@jit
def note_situation(memory, s, rules, seats, row):
    """Note the situation of the seat to decide."""


@declare_optional
@jit
def note_offers(memory, s, rules, opportunities, used):
    """Note all options that the seat to decide, which may have no choice, could take now.

    See `notes.offer`.
    """


@declare_optional
@jit
def note_choice(memory, s, rules, action, game, seats, opportunities, events, used):
    """Note what the action takes (`notes.take`), before it is made."""


@declare_optional
@jit
def note_result(memory, s, rules, player, game, seats, opportunities, events, used):
    """Note what the player's action has changed beyond itself."""
