"""The records of a study that are the same for all games, and what the others have in common.

An *option* is something that a seat can take when the rules offer it. A *time* is a part of a game,
such as a round, and *the* times are the beginnings of all of them, and the end. A *situation* is
the state of a seat when it begins to choose. An *opportunity* is an option that a seat could take
at a time, whether or not it did, with the first situation of that time in which it could.
"""

import numpy as np

from parlour.core.records import table_dtype

OPPORTUNITY_FIELDS = (
    ("situation", np.int32, (), "the number of the situation"),
    ("option", np.int16, (), "the number of the option"),
    ("taken", np.int8, (), "1: it was taken at this time"),
)
OPPORTUNITY = table_dtype(OPPORTUNITY_FIELDS)
# Fields that `follow` writes. Each game's records of a seat and of a situation have them.
IN_SEATS = ("order", "points", "worth")
IN_SITUATIONS = ("game", "seat", "round", "worth", "lead")
# The field of a game's memory that it uses: the opportunity of each seat and option that is open,
# by its number, -1 for none.
IN_MEMORY = ("open_rows",)
