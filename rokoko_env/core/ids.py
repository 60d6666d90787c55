"""Sizes, codes and action ids: the numbers that every other file of the core refers to by name."""

# --- the maximum sizes of a set of components ----------------------------------------------------
MAX_PLAYERS = 5
MAX_CARDS = 36  # a player's base cards (the same numbers for every player) and all hire cards
MAX_TILES = 62
MAX_TILE_KINDS = 16
MAX_DRESSES = 62
MAX_WINDOWS = 8
SEGMENTS = 3
SEGMENT_SPACES = 4
MAX_WAREHOUSE = SEGMENTS * SEGMENT_SPACES
DISPLAY_SPACES = 4
HALLS = 5
HALL_SPACES = 9
MAX_GUESTS = HALLS * HALL_SPACES
KINGS_HALL = 0
MAX_ALL_HALLS = 6
COLORS = 4
YELLOW, GREEN, RED, BLUE = range(COLORS)
MAX_LEVELS = 7  # level 0: base cards

ROUNDS = 7
HAND_SIZE = 3

# Decoration spaces are numbered consecutively, kind by kind.
FIREWORKS, MAX_FIREWORKS = 0, 8
STATUES, MAX_STATUES = 8, 6
UPPER_FOUNTAIN, MAX_FOUNTAIN_ROW = 14, 4
LOWER_FOUNTAIN = 18
MUSICIANS = 22  # one in each hall
MAX_DECORATIONS = MUSICIANS + HALLS

# Fillings of the tile stack of which tiles drawn unseen are kept apart; older ones are joined.
BLIND_FILLINGS = 4

# --- ranks ---------------------------------------------------------------------------------------
MASTER, JOURNEYMAN, APPRENTICE = range(3)

# --- rewards of guest spaces; the amount of a Livre reward is kept separately --------------------
NO_REWARD, YARN_REWARD, LACE_REWARD, TILE_REWARD, LIVRE_REWARD = range(5)

# --- trim on a resource tile ---------------------------------------------------------------------
YARN_OR_LACE, YARN_AND_LACE, YARN_ONLY, LACE_ONLY, NO_TRIM = range(5)

# --- effects of bonuses (their numbers are in the rules record) ----------------------------------
(
    NO_EFFECT,
    GAIN_LIVRE,
    TAKE_TRIM,
    ACQUIRE,
    BLIND_TILE,
    DEPUTE_USE_BONUS,
    DEPUTE_FOR_LIVRE,
    PER_COLOR,
    LIVRE_PER_DECORATION,
    LIVRE_PER_DRESS,
    PRESTIGE_PER_DECORATIONS,
    PRESTIGE_PER_DRESSES,
    LIVRE_BY_DECK,
    MAKE_DRESS_SAVING,
    FUND_CHEAPER,
    BUY_PRESTIGE,
    SILK_FOR_PRESTIGE,
    CROWN_BY_DECK,
    CROWN_TRIM_PAIRS,
    CROWN_MASTER_GUESTS,
    CROWN_COUPLES,
) = range(21)

# --- where prestige comes from: the columns of a score breakdown ---------------------------------
SOURCE_NAMES = (
    "tokens",
    "money",
    "crowns",
    "favor",
    "halls",
    "fireworks",
    "statues",
    "dresses",
    "terrace",
    "decorations",
    "all_halls",
)
(
    FROM_TOKENS,
    FROM_MONEY,
    FROM_CROWNS,
    FROM_FAVOR,
    FROM_HALLS,
    FROM_FIREWORKS,
    FROM_STATUES,
    FROM_DRESSES,
    FROM_TERRACE,
    FROM_DECORATIONS,
    FROM_ALL_HALLS,
) = range(11)
NUM_SOURCES = len(SOURCE_NAMES)

# --- decisions -----------------------------------------------------------------------------------
DECISION_NAMES = (
    "pick",
    "play",
    "main",
    "tile",
    "silk",
    "place",
    "reward",
    "bonus",
    "pile",
    "exchange",
    "silk bonus",
    "over",
)
(PICK, PLAY, MAIN, TILE, SILK, PLACE, REWARD, BONUS, PILE, EXCHANGE, SILK_BONUS, OVER) = range(12)
# Marks that a rule leaves when it is done; `flow` continues from there within the same step.
ACTION_DONE, TURN_DONE = 12, 13

# --- action ids ----------------------------------------------------------------------------------
# Legality is a bitset of three words; the ids of a word are consecutive and stay below 62 bits, so
# that a set of cards, tile kinds or spaces becomes a part of the mask by one shift.
FORGO_ACTION = 0
FAVOR = 1
DEPUTE = 2
FORGO_BONUS = 3
USE_BONUS = 4
STOP = 5
KEEP_TILE = 6
TAKE_YARN = 7
TAKE_LACE = 8
TAKE_YARN_AND_LACE = 9
SELL = 10
FROM_HAND = 11
FROM_SUPPLY = 12
FROM_DISCARD = 13
TAKE_TILE = 14
MAKE_DRESS = TAKE_TILE + MAX_WAREHOUSE
FUND = MAKE_DRESS + MAX_WINDOWS
CARD = FUND + MAX_DECORATIONS
SURRENDER = CARD + MAX_CARDS
RENT = SURRENDER + MAX_TILE_KINDS
NUM_ACTIONS = RENT + MAX_GUESTS

MASK_WORDS = 3
WORD_STARTS = (0, CARD, RENT)
SURRENDER_SHIFT = MAX_CARDS  # where the tile kinds begin in word 1
EVERYTHING = (
    (1 << CARD) - 1,
    (1 << (RENT - CARD)) - 1,
    (1 << (NUM_ACTIONS - RENT)) - 1,
)
