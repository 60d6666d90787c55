"""Tiles and cards hidden from a seat: input of critics, which help to train and never play."""

from noblemen_env.core.ids import CARD_KINDS, MAX_PLAYERS, TILES
from parlour.core.jit import jit

SEAT_SIZE = len(TILES) + CARD_KINDS
HIDDEN_SIZE = (MAX_PLAYERS - 1) * SEAT_SIZE
TILES_SCALE, CARDS_SCALE = 1 / 6, 1 / 2


@jit
def write_hidden(s, out):
    """Write the hands of the others, beginning left of the seat that decides."""
    out[:] = 0.0
    for r in range(1, s.num_players):
        p = (s.player + r) % s.num_players
        start = (r - 1) * SEAT_SIZE
        for t in range(len(TILES)):
            out[start + t] = s.tiles[p, t] * TILES_SCALE
        for card in range(CARD_KINDS):
            out[start + len(TILES) + card] = s.cards[p, card] * CARDS_SCALE
