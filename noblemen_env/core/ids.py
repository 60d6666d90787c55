"""Sizes, codes and action ids: the numbers that every other file of the core refers to by name."""

# --- sizes ----------------------------------------------------------------------------------------
MAX_PLAYERS = 5
DECADES = 3
SIDE = 15  # rows and columns of the frame in which an estate lies
CELLS = SIDE * SIDE
START_CELL = CELLS // 2  # in the middle
ROWS_IN_WORD = 4  # cells are kept row by row, four rows in a word of 60 bits (see `grid`)
WORD_CELLS = ROWS_IN_WORD * SIDE
WORDS = 4  # the last one holds three rows
MAX_TRACK = 24  # fields of the round track
MAX_PRICES = 8  # fields of an area of the board
MAX_CHOICE = 3  # tiles of a type that a player may choose at the start

# --- land tiles; areas are 2 x 2 equal tiles and have the number of their tiles -------------------
TILES = ("field", "grove", "fountain", "meadow")
FIELD, GROVE, FOUNTAIN, MEADOW = range(4)
AREAS = ("manor", "forest", "garden")
MANOR, FOREST, GARDEN = range(3)

# --- buildings ------------------------------------------------------------------------------------
BUILDINGS = ("castle", "palace", "chapel")  # those with an area of several pieces on the board
CASTLE, PALACE, CHAPEL = range(3)
FOLLIES = 4  # the building of a folly is FOLLY + its number
FOLLY = 3

KNIGHTS = 2  # of each player, at most

# --- titles, the highest first --------------------------------------------------------------------
TITLES = ("duke", "marquess", "earl", "viscount", "baron")
DUKE, MARQUESS, EARL, VISCOUNT, BARON = range(5)

# --- scandal cards --------------------------------------------------------------------------------
CARDS = (
    "inheritance",
    "intrigue",
    "blackmail",
    "liaison",
    "secret_wedding",
    "dowry",
    "masterstroke",
    "tribute",
    "vicars_favour",
    "whitehall",
)
(
    INHERITANCE,
    INTRIGUE,
    BLACKMAIL,
    LIAISON,
    SECRET_WEDDING,
    DOWRY,
    MASTERSTROKE,
    TRIBUTE,
    VICARS_FAVOUR,
    WHITEHALL,
) = range(10)
CARD_KINDS = len(CARDS)
MAX_DECK = 40  # cards in all, at most
DRAFT_CARDS = 3  # looked at when a card is drawn

# --- fields of the round track --------------------------------------------------------------------
TRACK_FIELDS = ("start", "round", "mask", "lock", "scoring")
START_FIELD, ROUND_FIELD, MASK_FIELD, LOCK_FIELD, SCORING_FIELD = range(5)

# --- where points come from: the columns of a score breakdown -------------------------------------
SOURCE_NAMES = (
    "queen",
    "titles",
    "castles",
    "palaces",
    "follies",
    "bribes",
    "church",
    "leisure",
    "cards",
    "liaisons",
)
(
    FROM_QUEEN,
    FROM_TITLES,
    FROM_CASTLES,
    FROM_PALACES,
    FROM_FOLLIES,
    FROM_BRIBES,
    FROM_CHURCH,
    FROM_LEISURE,
    FROM_CARDS,
    FROM_LIAISONS,
) = range(10)
NUM_SOURCES = len(SOURCE_NAMES)

# --- decisions ------------------------------------------------------------------------------------
DECISION_NAMES = (
    "take",  # so many tiles of a type, at the start
    "draft",  # keep one of the scandal cards drawn
    "act",  # in the turn: action, card, swaps, end
    "lay",  # a type of tile to lay
    "place",  # a cell for the tile
    "build",  # a cell for the building, or a castle that becomes a palace
    "move",  # one of the own knights, to visit another area
    "visit",  # an area of a rival for the knight
    "give",  # tiles to the owner of a knight
    "spend",  # bribe markers for taxes or land
    "donate",  # tiles to the church
    "return",  # tiles to the bag, for the vicar's favour
    "bid",  # markers and cards, at a masquerade
    "over",
)
(
    TAKE,
    DRAFT,
    ACT,
    LAY,
    PLACE,
    BUILD,
    MOVE,
    VISIT,
    GIVE,
    SPEND,
    DONATE,
    RETURN,
    BID,
    OVER,
) = range(14)

# Why cards are drafted: the next thing to happen depends on it.
AT_START, FOR_CHAPEL, AT_DECADE = range(3)
# What markers are spent on.
FOR_TAXES, FOR_LAND = range(2)

# --- action ids -----------------------------------------------------------------------------------
# Legality is a bitset of six words: plain actions, swaps, and the cells in four words.
DONE = 0
LEISURE = 1
ENLARGE = 2
BUILD_CASTLE = 3  # a building is BUILD_CASTLE + its number
BUILD_PALACE = 4
BUILD_CHAPEL = 5
BUILD_FOLLY = 6  # + its number
BRIBE = 10  # + markers - 1
MAX_BRIBES = 5
TAXES = 15
LAND = 16
CHURCH = 17
CARD = 18  # + card: play, keep or give up
KEEP_ALL = 28
MARKER = 29  # give up one bribe marker
TILE = 30  # + type: lay, donate, return or give
VISIT_AREA = 34  # + 3 * (relative seat - 1) + area
MOVE_KNIGHT = 46  # + knight
TAKE_TILES = 48  # + number
PLAIN_ACTIONS = 52
SWAP = PLAIN_ACTIONS  # + its number in SWAPS
# Two tiles given, one of another type wanted; pairs in lexicographic order.
SWAPS = tuple(
    (first, second, wanted)
    for first in range(4)
    for second in range(first, 4)
    for wanted in range(4)
    if wanted not in (first, second)
)
CELL = SWAP + len(SWAPS)
NUM_ACTIONS = CELL + CELLS

MASK_WORDS = 2 + WORDS
WORD_STARTS = (0, SWAP, CELL, CELL + WORD_CELLS, CELL + 2 * WORD_CELLS, CELL + 3 * WORD_CELLS)
EVERYTHING = (
    (1 << PLAIN_ACTIONS) - 1,
    (1 << len(SWAPS)) - 1,
    (1 << WORD_CELLS) - 1,
    (1 << WORD_CELLS) - 1,
    (1 << WORD_CELLS) - 1,
    (1 << (CELLS - 3 * WORD_CELLS)) - 1,
)
