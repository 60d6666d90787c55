"""The notes that a study takes of games of Noblemen, jitted (`research.balance.core.hooks`)."""

from pathlib import Path

from parlour.core.implementations import implement
from research.balance.core.hooks import COMMON
from research.balance.games.noblemen.core.layout import MEMORY
from research.balance.games.noblemen.core.notes import (
    begin_notes,
    note_choice,
    note_offers,
    note_result,
)
from research.balance.games.noblemen.core.standing import (
    begins_situation,
    note_seats,
    note_situation,
    present_time,
)

implement(
    MEMORY,
    Path(__file__).parent,
    begin_notes,
    begins_situation,
    note_choice,
    note_offers,
    note_result,
    note_seats,
    note_situation,
    present_time,
)
implement(MEMORY, COMMON)  # what is compiled depends on it, too
