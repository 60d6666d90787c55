"""The records of a game of Noblemen, and the numbers of the options that are watched.

The *times* are three phases of each decade: a until its first masquerade, b until the second, c
until the scoring. A *situation* is the state of a seat at the beginning of a turn, of a bid or of
the choice of tiles at the start, and whenever it looks at scandal cards.
"""

import numpy as np

from noblemen_env.core.ids import (
    AREAS,
    BUILDINGS,
    CARD_KINDS,
    DECADES,
    FOLLIES,
    MAX_PLAYERS,
    MAX_TRACK,
    NUM_SOURCES,
    TILES,
    TITLES,
)
from parlour.core.records import table_dtype

PHASES = 3  # of a decade
MASQUERADES = 2 * DECADES
PERIODS = PHASES * DECADES
TIMES = PERIODS + 1  # the beginning of each phase, and the end
BUILDING_KINDS = len(BUILDINGS) + FOLLIES
BETTER_TITLES = len(TITLES) - 1  # there is a title of the lowest kind for everybody

# --- numbers of the options, family by family ----------------------------------------------------
BUILD = 0  # one for each building, then the follies
COMPLETE = BUILD + BUILDING_KINDS  # an area, one for each kind
ENCLOSE = COMPLETE + len(AREAS)  # a castle or palace
TAKE_QUEEN = ENCLOSE + 1  # by whatever action
VISIT = TAKE_QUEEN + 1  # with a knight, one for each kind of area
MOVE = VISIT + len(AREAS)  # a knight that visits an area already
TITLE = MOVE + 1  # or a higher one: one for each of the better titles at each masquerade
KEEP = TITLE + MASQUERADES * BETTER_TITLES  # a scandal card, one for each kind
PLAY = KEEP + CARD_KINDS
GIVE_UP = PLAY + CARD_KINDS  # at a masquerade
ENLARGE = GIVE_UP + CARD_KINDS
TAXES = ENLARGE + 1
LAND = TAXES + 1
BRIBE = LAND + 1
BRIBE_MOST = BRIBE + 1  # buy as many markers at once as the rules allow
CHURCH = BRIBE_MOST + 1
LEISURE = CHURCH + 1
SWAP = LEISURE + 1
MARKER_FOR_TAXES = SWAP + 1
MARKER_FOR_LAND = MARKER_FOR_TAXES + 1
MARKER_FOR_TITLE = MARKER_FOR_LAND + 1
START = MARKER_FOR_TITLE + 1  # as many tiles as possible of a type, one for each
NUM_OPTIONS = START + len(TILES)

TURN, BID, DRAFT, CHOICE = range(4)  # moments of situations

# --- records -------------------------------------------------------------------------------------
SEAT_FIELDS = (
    ("order", np.int8, (), "0 for the start player, then clockwise"),
    ("points", np.int16, (NUM_SOURCES,), "points by source at the end"),
    ("worth", np.int16, (TIMES,), "points if the game ended then"),
    ("money", np.int16, (TIMES,), "pounds at the beginning of each phase and at the end"),
    ("tiles", np.int16, (TIMES,), "tiles in hand"),
    ("land", np.int16, (TIMES,), "tiles of the estate"),
    ("manors", np.int8, (TIMES,), "own manors, whether or not a knight visits them"),
    ("forests", np.int8, (TIMES,), "own forests"),
    ("gardens", np.int8, (TIMES,), "own gardens"),
    ("castles", np.int8, (TIMES,), "own castles"),
    ("palaces", np.int8, (TIMES,), "own palaces"),
    ("enclosed", np.int8, (TIMES,), "own castles and palaces with land all around"),
    ("chapels", np.int8, (TIMES,), "own chapels"),
    ("follies", np.int8, (TIMES,), "own follies"),
    ("markers", np.int8, (TIMES,), "bribe markers"),
    ("cards", np.int8, (TIMES,), "scandal cards"),
    ("visits", np.int8, (TIMES,), "own knights on areas of rivals"),
    ("prestige", np.int16, (TIMES,), "prestige before anything is given up"),
    ("rank", np.int8, (TIMES,), "of the title: 4 for the highest, 0 for the lowest"),
    ("queen", np.int8, (TIMES,), "1: has the Queen"),
    ("turn_order", np.int8, (TIMES,), "0 for the seat whose turn comes first"),
    ("turns", np.int8, (PERIODS,), "turns taken in each phase"),
    ("queen_turns", np.int8, (PERIODS,), "those that ended with the Queen"),
    ("laid", np.int16, (), "tiles laid"),
    ("enlargements", np.int8, (), "turns used to enlarge the estate"),
    ("bought", np.int16, (), "bribe markers bought"),
    ("donated", np.int16, (), "tiles donated to the church"),
    ("leisure", np.int8, (), "turns without anything but a point"),
    ("swapped", np.int16, (), "swaps of tiles"),
    ("sent", np.int8, (), "knights sent to an area, or moved"),
    ("markers_for_taxes", np.int16, (), "markers spent on taxes"),
    ("markers_for_land", np.int16, (), "markers spent on land"),
    ("markers_for_title", np.int16, (), "markers given up at masquerades"),
    ("cards_for_title", np.int8, (), "cards given up at masquerades"),
    ("cards_played", np.int8, (), "scandal cards played, and all kept by Intrigue"),
    ("built", np.int8, (BUILDING_KINDS,), "buildings built, by kind"),
    ("titles", np.int8, (len(TITLES),), "times that each title was received"),
    ("kept", np.int8, (CARD_KINDS,), "scandal cards kept, by kind"),
)
SITUATION_FIELDS = (
    ("game", np.int32, (), "number of the game"),
    ("seat", np.int8, (), "the seat that begins to choose"),
    ("round", np.int8, (), "the phase, 1 to 9"),
    ("moment", np.int8, (), "0 turn, 1 bid, 2 scandal cards, 3 tiles at the start"),
    ("after_queen", np.int8, (), "seats from the Queen's owner, who bids first; 0: has the Queen"),
    ("fields_left", np.int8, (), "fields to the next masquerade or scoring"),
    ("worth", np.int16, (), "points if the game ended now"),
    ("lead", np.int16, (), "worth above that of the best other seat"),
    ("money", np.int16, (), "pounds"),
    ("fields_in_hand", np.int16, (), "tiles in hand"),
    ("groves_in_hand", np.int16, (), "tiles in hand"),
    ("fountains_in_hand", np.int16, (), "tiles in hand"),
    ("meadows_in_hand", np.int16, (), "tiles in hand"),
    ("fields", np.int16, (), "tiles of the estate"),
    ("groves", np.int16, (), "tiles of the estate"),
    ("fountains", np.int16, (), "tiles of the estate"),
    ("meadows", np.int16, (), "tiles of the estate"),
    ("manors", np.int8, (), "own manors, whether or not a knight visits them"),
    ("forests", np.int8, (), "own forests"),
    ("gardens", np.int8, (), "own gardens"),
    ("free_areas", np.int8, (), "own areas without a rival's knight"),
    ("manor_cells", np.int8, (), "free cells where a field would complete a manor"),
    ("forest_cells", np.int8, (), "free cells where a grove would complete a forest"),
    ("garden_cells", np.int8, (), "free cells where a fountain would complete a garden"),
    ("castles", np.int8, (), "own castles"),
    ("palaces", np.int8, (), "own palaces"),
    ("enclosed_castles", np.int8, (), "those with land all around"),
    ("enclosed_palaces", np.int8, (), "those with land all around"),
    ("chapels", np.int8, (), "own chapels"),
    ("follies", np.int8, (), "own follies"),
    ("sites", np.int8, (), "own meadows without a building"),
    ("markers", np.int8, (), "bribe markers"),
    ("cards", np.int8, (), "scandal cards in hand"),
    ("blackmails", np.int8, (), "Blackmail in hand"),
    ("liaisons", np.int8, (), "Liaison in hand"),
    ("supply", np.int8, (), "knights in the supply"),
    ("rank", np.int8, (), "of the title: 4 for the highest, 0 for the lowest or none"),
    ("taxes_used", np.int8, (), "1: has collected taxes in this decade"),
    ("land_used", np.int8, (), "1: has acquired land in this decade"),
    ("taxes", np.int16, (), "pounds that taxes would bring"),
    ("new_land", np.int16, (), "tiles that land would bring"),
    ("prestige", np.int16, (), "prestige before anything is given up"),
    ("bid", np.int16, (), "prestige with all that could be given up"),
    ("rivals_prestige", np.int16, (), "highest of the others', or their counter"),
    ("rivals_bid", np.int16, (), "highest of the others' with all their markers, or their counter"),
    ("rivals_money", np.int16, (), "highest of the others'"),
    ("castle_offer", np.int8, (), "castles on the board"),
    ("palace_offer", np.int8, (), "palaces on the board"),
    ("chapel_offer", np.int8, (), "chapels on the board"),
    ("follies_built", np.int8, (), "by all seats"),
    ("pool", np.int8, (), "bribe markers on the board"),
    ("church", np.int8, (), "tiles in the church"),
)
BID_FIELDS = (
    ("game", np.int32, (), "number of the game"),
    ("seat", np.int8, (), "the seat that bid"),
    ("round", np.int8, (), "the phase that the masquerade ended, 1 to 9"),
    ("place", np.int8, (), "0 for the Queen's owner, who bid first"),
    ("base", np.int16, (), "prestige before anything was given up"),
    ("markers", np.int8, (), "markers given up"),
    ("cards", np.int8, (), "cards given up"),
    ("prestige", np.int16, (), "prestige with them"),
    ("title", np.int8, (), "the title received"),
)
MEMORY_FIELDS = (
    ("open_rows", np.int64, (MAX_PLAYERS, NUM_OPTIONS), "opportunities, -1 where none is open"),
    ("asked", np.int64, (), "1: the situation of the present turn, bid or choice is noted"),
    ("queen_before", np.int64, (), "the Queen's owner before an action"),
    ("areas_before", np.int64, (len(AREAS),), "areas of the seat before it placed a tile"),
    ("enclosed_before", np.int64, (), "its enclosed buildings"),
    ("masquerade", np.int64, (), "number of the present or last masquerade, from 0"),
    ("bid_rows", np.int64, (MAX_PLAYERS,), "the last bid of each seat, by its number"),
)
SEAT, SITUATION = table_dtype(SEAT_FIELDS), table_dtype(SITUATION_FIELDS)
BID_MADE, MEMORY = table_dtype(BID_FIELDS), table_dtype(MEMORY_FIELDS)


def max_bids(num_players: int) -> int:
    """Most in a game: a masquerade on every field of the track."""
    return DECADES * MAX_TRACK * num_players


MAX_CHAPELS = 30  # in any set of components


def max_situations(num_players: int) -> int:
    """Most in a game: turns, of which at least one in a round moves the marker; bids; cards."""
    turns = DECADES * MAX_TRACK * num_players
    return turns + max_bids(num_players) + MAX_CHAPELS + (DECADES + 1) * num_players
