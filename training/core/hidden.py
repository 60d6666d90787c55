"""Hidden knowledge: input of critics, which help to train and never play."""

from parlour.core.jit import entry
from parlour.core.protocol import write_hidden


@entry
def write_hidden_rows(states, out):
    """Write what is hidden from the seats that decide in these games."""
    for k in range(len(states)):
        write_hidden(states[k], out[k])
