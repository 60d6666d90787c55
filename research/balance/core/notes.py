"""Opportunities: options that are offered, and taken."""

from parlour.core.jit import jit

SITUATIONS, OPPORTUNITIES, EVENTS = range(3)  # in `used`: the numbers of rows written


@jit
def offer(memory, s, option, p, opportunities, used):
    """Add an opportunity the first time at a time; it belongs to the last situation."""
    if memory.open_rows[p, option] < 0:
        memory.open_rows[p, option] = used[OPPORTUNITIES]
        row = opportunities[used[OPPORTUNITIES]]
        row.situation = used[SITUATIONS] - 1
        row.option = option
        row.taken = 0
        used[OPPORTUNITIES] += 1


@jit
def take(memory, opportunities, p, option):
    """Note that an option was taken, if it was offered."""
    if memory.open_rows[p, option] >= 0:
        opportunities[memory.open_rows[p, option]].taken = 1
