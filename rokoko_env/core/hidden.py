"""Cards and silk hidden from a seat: input of critics, which help to train and never play."""

from parlour.core.jit import jit
from rokoko_env.core.ids import COLORS, MAX_CARDS, MAX_PLAYERS

SEAT_SIZE = MAX_CARDS + COLORS  # cards in hand, bales by colour
HIDDEN_SIZE = (MAX_PLAYERS - 1) * SEAT_SIZE
BALES_SCALE = 1 / 3


@jit
def write_hidden(s, out):
    """Write the hands and bales of the others, beginning left of the seat that decides."""
    out[:] = 0.0
    for r in range(1, s.num_players):
        p = (s.player + r) % s.num_players
        start = (r - 1) * SEAT_SIZE
        for card in range(MAX_CARDS):
            if s.hand[p] & (1 << card):
                out[start + card] = 1.0
        for color in range(COLORS):
            out[start + MAX_CARDS + color] = s.bales[p, color] * BALES_SCALE
