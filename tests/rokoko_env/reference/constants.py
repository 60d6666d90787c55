"""Every number of the rules that is not printed on a card, a tile or the board."""

COLORS = ("yellow", "green", "red", "blue")
LADIES = ("yellow", "red")
MEN = ("green", "blue")
TRIMS = ("yarn", "lace")

ROUNDS = 7
DISPLAY_SIZE = 4
HAND_SIZE = 3
DARK_WINDOWS = 2
MINIMUM_DECK = 4  # R6.51

START_LIVRE = 15  # R3.4
START_YARN = 1
START_LACE = 1

INCOME = 5  # R7.1
INCOME_PER_DECORATION = 1
INCOME_PER_DRESS = 1

FAVOR_LIVRE = 5  # R6.10
FAVOR_PRESTIGE = 3  # R7.4

DEPUTE_LIVRE = {"master": 10, "journeyman": 7, "apprentice": 4}  # R6.50
DEPUTE_BONUS_LIVRE = {"master": 8, "journeyman": 5, "apprentice": 2}  # depute_for_livre

LIVRE_PER_PRESTIGE = 10  # R7.3
STATUE_PRESTIGE = 2  # R7.9

KINGS_HALL = 1  # the hall below the terrace, R7.8

# Which main actions a rank is allowed (R6.4).
ACTIONS_OF_RANK = {
    "master": ("favor", "acquire", "make dress", "hire", "depute", "fund"),
    "journeyman": ("favor", "acquire", "make dress", "depute", "fund"),
    "apprentice": ("acquire", "depute", "fund"),
}

# The numbers of the bonuses of section 8.
LIVRE_BONUS = {"livre_1": 1, "livre_2": 2}
TRIM_PRICE = {"buy_trim": 1, "free_trim": 0}
BLIND_TILE_PRICE = {"blind_tile_pay_1": 1, "blind_tile_free": 0}
LIVRE_PER_COLOR = {
    "livre_per_yellow_red": {"yellow": 1, "red": 2},
    "livre_per_green_pp_per_blue": {"green": 2},
}
PRESTIGE_PER_COLOR = {"livre_per_green_pp_per_blue": {"blue": 1}}
DECORATIONS_PER_PRESTIGE = {"pp_per_2_decorations": 2}
DRESSES_PER_PRESTIGE = {"pp_per_2_dresses": 2, "pp_per_3_dresses": 3}
EXCHANGE_PRICE = {"pp_per_4_livre": 4, "pp_per_3_livre": 3}
FUND_DISCOUNT = {"fund_minus_5": 5, "fund_minus_10": 10}
# bonus: (colours it may save, bales it saves)
SILK_SAVING = {
    "dress_minus_green_yellow": (("green", "yellow"), 1),
    "dress_minus_red": (("red",), 2),
}
PRECIOUS_SILK = ("red", "blue")  # pp_for_silk: a point for each bale
PLAIN_SILK = ("yellow", "green")  # pp_for_silk: a point for each two bales
PLAIN_BALES_PER_PRESTIGE = 2

# Tables by deck size: (minimum number of cards, value), largest first.
DECK_TABLES = {
    "livre_by_deck_1_3_5_7": ((11, 7), (9, 5), (7, 3), (5, 1)),
    "livre_by_deck_2_6_10_14": ((11, 14), (9, 10), (7, 6), (5, 2)),
    "crown_pp_by_deck_2_5_8_11": ((11, 11), (9, 8), (7, 5), (5, 2)),
}

CROWN_PER_TRIM_PAIR = 3
CROWN_PER_MASTER_GUESTS = 3
MASTER_GUESTS_PER_CROWN = 2
CROWN_PER_COUPLE = 2


def value_by_deck(table, cards):
    """Look up a deck size in one of the tables; a deck of four gives nothing."""
    for least, value in DECK_TABLES[table]:
        if cards >= least:
            return value
    return 0
