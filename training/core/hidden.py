"""Cards and silk hidden from a seat: input of critics, which help to train and never play."""

from parlour.core.jit import entry
from rokoko_env.core.ids import COLORS, MAX_CARDS, MAX_PLAYERS

OTHERS = MAX_PLAYERS - 1
SEAT_SIZE = MAX_CARDS + COLORS  # cards in hand, bales by colour
HIDDEN_SIZE = OTHERS * SEAT_SIZE
BALES_SCALE = 1 / 3


@entry
def write_hidden(states, out):
    """Write the hands and bales of the others, beginning left of the seat that decides."""
    for k in range(len(states)):
        s = states[k]
        for i in range(HIDDEN_SIZE):
            out[k, i] = 0.0
        for r in range(1, s.num_players):
            p = (s.player + r) % s.num_players
            start = (r - 1) * SEAT_SIZE
            for card in range(MAX_CARDS):
                if s.hand[p] & (1 << card):
                    out[k, start + card] = 1.0
            for color in range(COLORS):
                out[k, start + MAX_CARDS + color] = s.bales[p, color] * BALES_SCALE
