"""Show a game to a seat: its observation and mask, written to their place in larger arrays."""

from parlour.core.jit import jit
from parlour.core.mask import write_mask
from parlour.core.protocol import write_observation


@jit
def show(s, rules, seat, observations, masks, place):
    """Write what a seat knows and what is legal; an empty array is left out."""
    if len(masks) > 0:
        write_mask(s, masks[place])
    if len(observations) > 0:
        write_observation(s, rules, seat, observations[place])
