"""The components as one record ("rules") that the jitted code reads at run time.

So changing a price or a card changes data only, without compiling anything. Cards are numbered
with the base cards of one player first (every player has the same numbers), then the hire cards in
the order of the file; copies of one kind are neighbours and the first of them names the kind.
"""

from __future__ import annotations

import numpy as np

from parlour.core.records import AMOUNT, SET, SMALL, table_dtype
from rokoko_env.components import (
    BONUSES,
    RANKS,
    TRIMS,
    Board,
    Components,
    Decoration,
    Dress,
    Resource,
)
from rokoko_env.components import COLORS as COLOR_NAMES
from rokoko_env.core import ids
from rokoko_env.core.sections import COST, PRICE, SPACE_FEATURES, WINDOW_FEATURES

FEATURE = np.float32
NUM_BONUSES = len(BONUSES)
MAX_GROUPS = 20  # groups of two or more interchangeable cards or guest spaces
MAX_MONEY = 128  # the table of affordable decorations ends here; costs stay below

FIELDS: tuple[tuple[str, type, tuple[int, ...], str], ...] = (
    # employees
    ("card_rank", SMALL, (ids.MAX_CARDS,), "rank of each card"),
    ("card_bonus", SMALL, (ids.MAX_CARDS,), "bonus of each card"),
    ("card_copies", SET, (ids.MAX_CARDS,), "all cards of the same kind"),
    ("card_kind", SMALL, (ids.MAX_CARDS,), "the first card of the same kind"),
    ("base_cards", SET, (), "a player's five first cards"),
    ("level_cards", SET, (ids.MAX_LEVELS,), "hire cards by level"),
    ("copied_cards", SET, (MAX_GROUPS,), "the kinds with more than one card"),
    ("first_cards", SET, (), "the first card of each kind"),
    ("num_copied_cards", SMALL, (), "number of these kinds"),
    # bonuses
    ("effect", SMALL, (NUM_BONUSES,), "effect of the bonus"),
    ("effect_amount", SMALL, (NUM_BONUSES,), "its number: a gain, price, divisor or discount"),
    ("effect_livre", SMALL, (NUM_BONUSES, ids.COLORS), "Livre for each dress of a colour"),
    ("effect_prestige", SMALL, (NUM_BONUSES, ids.COLORS), "prestige for each dress of a colour"),
    ("effect_deck", SMALL, (NUM_BONUSES, 4), "by deck size 5-6, 7-8, 9-10, 11 and more"),
    ("saves_green_yellow", SMALL, (NUM_BONUSES,), "green or yellow bales saved on a dress"),
    ("saves_red", SMALL, (NUM_BONUSES,), "red bales saved on a dress"),
    # resource tiles
    ("all_tiles", SET, (), "every tile"),
    ("tile_kind", SMALL, (ids.MAX_TILES,), "kind of each tile"),
    ("kind_of_tile", SET, (ids.MAX_TILES + 1,), "its kind as a set; last: empty, for no tile"),
    ("kind_tiles", SET, (ids.MAX_TILE_KINDS,), "the tiles of each kind"),
    ("kind_bales", SMALL, (ids.MAX_TILE_KINDS, ids.COLORS), "bales on a tile of the kind"),
    ("kind_trim", SMALL, (ids.MAX_TILE_KINDS,), "trim on a tile of the kind"),
    ("space_features", FEATURE, (ids.MAX_TILES + 1, SPACE_FEATURES), "with the tile; last: empty"),
    # dresses
    ("all_dresses", SET, (), "every dress"),
    ("dress_color", SMALL, (ids.MAX_DRESSES,), "main colour"),
    ("color_dresses", SET, (ids.COLORS,), "the dresses of each main colour"),
    ("dress_bales", SMALL, (ids.MAX_DRESSES, ids.COLORS), "bales needed"),
    ("dress_yarn", SMALL, (ids.MAX_DRESSES,), "yarn needed"),
    ("dress_lace", SMALL, (ids.MAX_DRESSES,), "lace needed"),
    ("dress_livre", SMALL, (ids.MAX_DRESSES,), "selling price"),
    ("dress_prestige", SMALL, (ids.MAX_DRESSES,), "prestige when rented out"),
    ("dress_thimble", SMALL, (ids.MAX_DRESSES,), "1: needs a Master"),
    ("window_features", FEATURE, (ids.MAX_DRESSES + 1, WINDOW_FEATURES), "by dress; last: empty"),
    # the board side
    ("num_windows", SMALL, (), "windows of the workshop"),
    ("window_cost", SMALL, (ids.MAX_WINDOWS,), "cost of each window"),
    ("segment_spaces", SMALL, (ids.SEGMENTS,), "spaces in each segment of the warehouse"),
    ("tile_price", SMALL, (ids.SEGMENT_SPACES + 1,), "by the number of tiles in the segment"),
    ("hire_price", SMALL, (ids.DISPLAY_SPACES + 1,), "by the number of cards on display"),
    ("hall_spaces", SET, (ids.HALLS,), "guest spaces of each hall"),
    ("normal_spaces", SET, (), "guest spaces for any rank"),
    ("master_spaces", SET, (), "guest spaces for Masters"),
    ("guest_reward", SMALL, (ids.MAX_GUESTS,), "kind of reward"),
    ("guest_livre", SMALL, (ids.MAX_GUESTS,), "Livre of the reward"),
    ("twin_spaces", SET, (MAX_GROUPS,), "guest spaces equal in hall, rank and reward"),
    ("num_twin_spaces", SMALL, (), "number of these groups"),
    ("hall_majority", SMALL, (ids.HALLS, 2), "prestige for most and second most dresses"),
    ("fireworks_majority", SMALL, (2,), "prestige for most and second most fireworks"),
    ("decoration_cost", SMALL, (ids.MAX_DECORATIONS,), "cost"),
    ("decoration_prestige", SMALL, (ids.MAX_DECORATIONS,), "printed prestige"),
    ("affordable", SET, (MAX_MONEY,), "decoration spaces that cost at most this many Livre"),
    ("multiplier", SMALL, (ids.MAX_FIREWORKS,), "of the terrace space next to the fireworks"),
    ("all_halls_prestige", SMALL, (ids.MAX_ALL_HALLS,), "prestige of the all-halls spaces"),
    ("num_all_halls", SMALL, (), "number of all-halls spaces"),
    # numbers of the rulebook
    ("start_livre", AMOUNT, (), "money at the start"),
    ("start_yarn", AMOUNT, (), "yarn at the start"),
    ("start_lace", AMOUNT, (), "lace at the start"),
    ("favor_livre", AMOUNT, (), "Livre for taking the favor card"),
    ("favor_prestige", AMOUNT, (), "prestige for holding it at the end"),
    ("depute_livre", AMOUNT, (3,), "Livre for the main action, by rank"),
    ("bonus_depute_livre", AMOUNT, (3,), "Livre for depute_for_livre, by rank"),
    ("minimum_deck", AMOUNT, (), "a deck of this size can't shrink"),
    ("income", AMOUNT, (), "basic income of a round"),
    ("livre_per_prestige", AMOUNT, (), "rate of the final exchange"),
    ("statue_prestige", AMOUNT, (), "prestige for a colour in a statue's set"),
)

RULES = table_dtype(FIELDS)

# The effect of each bonus and its number.
EFFECTS: dict[str, tuple[int, int]] = {
    "none": (ids.NO_EFFECT, 0),
    "livre_1": (ids.GAIN_LIVRE, 1),
    "livre_2": (ids.GAIN_LIVRE, 2),
    "buy_trim": (ids.TAKE_TRIM, 1),
    "free_trim": (ids.TAKE_TRIM, 0),
    "acquire": (ids.ACQUIRE, 0),
    "blind_tile_pay_1": (ids.BLIND_TILE, 1),
    "blind_tile_free": (ids.BLIND_TILE, 0),
    "depute_use_bonus": (ids.DEPUTE_USE_BONUS, 0),
    "depute_for_livre": (ids.DEPUTE_FOR_LIVRE, 0),
    "livre_per_yellow_red": (ids.PER_COLOR, 0),
    "livre_per_green_pp_per_blue": (ids.PER_COLOR, 0),
    "livre_per_decoration": (ids.LIVRE_PER_DECORATION, 1),
    "livre_per_dress": (ids.LIVRE_PER_DRESS, 1),
    "pp_per_2_decorations": (ids.PRESTIGE_PER_DECORATIONS, 2),
    "pp_per_2_dresses": (ids.PRESTIGE_PER_DRESSES, 2),
    "pp_per_3_dresses": (ids.PRESTIGE_PER_DRESSES, 3),
    "livre_by_deck_1_3_5_7": (ids.LIVRE_BY_DECK, 0),
    "livre_by_deck_2_6_10_14": (ids.LIVRE_BY_DECK, 0),
    "dress_minus_green_yellow": (ids.MAKE_DRESS_SAVING, 0),
    "dress_minus_red": (ids.MAKE_DRESS_SAVING, 0),
    "fund_minus_5": (ids.FUND_CHEAPER, 5),
    "fund_minus_10": (ids.FUND_CHEAPER, 10),
    "pp_per_4_livre": (ids.BUY_PRESTIGE, 4),
    "pp_per_3_livre": (ids.BUY_PRESTIGE, 3),
    "pp_for_silk": (ids.SILK_FOR_PRESTIGE, 0),
    "crown_pp_by_deck_2_5_8_11": (ids.CROWN_BY_DECK, 0),
    "crown_3_pp_per_yarn_lace_pair": (ids.CROWN_TRIM_PAIRS, 3),
    "crown_3_pp_per_2_master_guests": (ids.CROWN_MASTER_GUESTS, 3),
    "crown_2_pp_per_couple": (ids.CROWN_COUPLES, 2),
}
LIVRE_BY_COLOR = {"livre_per_yellow_red": (1, 0, 2, 0), "livre_per_green_pp_per_blue": (0, 2, 0, 0)}
PRESTIGE_BY_COLOR = {"livre_per_green_pp_per_blue": (0, 0, 0, 1)}
BY_DECK_SIZE = {
    "livre_by_deck_1_3_5_7": (1, 3, 5, 7),
    "livre_by_deck_2_6_10_14": (2, 6, 10, 14),
    "crown_pp_by_deck_2_5_8_11": (2, 5, 8, 11),
}
SAVES_GREEN_YELLOW = {"dress_minus_green_yellow": 1}
SAVES_RED = {"dress_minus_red": 2}


def build_rules(components: Components, num_players: int) -> np.ndarray:
    """The rules record for this number of players, in an array of one."""
    rules = np.zeros(1, RULES)
    record = rules[0]
    _write_employees(record, components)
    _write_bonuses(record)
    _write_tiles(record, components)
    _write_dresses(record, components)
    board = components.board_for(num_players)
    _write_markets(record, board)
    _write_halls(record, board)
    _write_decorations(record, board)
    _write_numbers(record, components)
    rules.flags.writeable = False
    return rules


def card_ids(components: Components) -> list[str]:
    """The id of each card, by its number."""
    base = [e for e in components.employees if e.level == 0]
    hire = [e for e in components.employees if e.level > 0]
    return [e.id for e in base + hire for _ in range(e.copies)]


def tile_ids(components: Components) -> list[str]:
    """The id of each resource tile, by its number."""
    return [r.id for r in components.resources for _ in range(r.copies)]


def _write_employees(record: np.void, components: Components) -> None:
    numbers = card_ids(components)
    copied = []
    for employee in components.employees:
        first = numbers.index(employee.id)
        cards = range(first, first + employee.copies)
        copies = _set(cards)
        record["first_cards"] |= 1 << first
        if employee.copies > 1:
            copied.append(copies)
        if employee.level == 0:
            record["base_cards"] |= copies
        else:
            record["level_cards"][employee.level] |= copies
        for card in cards:
            record["card_rank"][card] = RANKS.index(employee.rank)
            record["card_bonus"][card] = BONUSES.index(employee.bonus)
            record["card_copies"][card] = copies
            record["card_kind"][card] = first
    record["num_copied_cards"] = len(copied)
    record["copied_cards"][: len(copied)] = copied


def _write_bonuses(record: np.void) -> None:
    for number, name in enumerate(BONUSES):
        record["effect"][number], record["effect_amount"][number] = EFFECTS[name]
        record["effect_livre"][number] = LIVRE_BY_COLOR.get(name, (0,) * ids.COLORS)
        record["effect_prestige"][number] = PRESTIGE_BY_COLOR.get(name, (0,) * ids.COLORS)
        record["effect_deck"][number] = BY_DECK_SIZE.get(name, (0,) * 4)
        record["saves_green_yellow"][number] = SAVES_GREEN_YELLOW.get(name, 0)
        record["saves_red"][number] = SAVES_RED.get(name, 0)


def _write_tiles(record: np.void, components: Components) -> None:
    next_tile = 0
    for kind, resource in enumerate(components.resources):
        tiles = range(next_tile, next_tile + resource.copies)
        next_tile += resource.copies
        record["tile_kind"][tiles.start : tiles.stop] = kind
        record["kind_of_tile"][tiles.start : tiles.stop] = 1 << kind
        record["kind_tiles"][kind] = _set(tiles)
        record["kind_bales"][kind] = resource.bales
        record["kind_trim"][kind] = TRIMS.index(resource.trim)
        record["space_features"][tiles.start : tiles.stop, :PRICE] = _tile_features(resource)
    record["all_tiles"] = _set(range(next_tile))


def _write_dresses(record: np.void, components: Components) -> None:
    for number, dress in enumerate(components.dresses):
        color = COLOR_NAMES.index(dress.color)
        record["dress_color"][number] = color
        record["color_dresses"][color] |= 1 << number
        for name in ("bales", "yarn", "lace", "livre", "prestige", "thimble"):
            record[f"dress_{name}"][number] = getattr(dress, name)
        record["window_features"][number, COST + 1 :] = _dress_features(dress)
    record["all_dresses"] = _set(range(len(components.dresses)))


def _tile_features(resource: Resource) -> list[float]:
    """In the order of the section `tile_taken`."""
    yarn, lace = (resource.trim not in (other, "none") for other in ("lace", "yarn"))
    both = resource.trim == "yarn_and_lace"
    return [*(bales / 2 for bales in resource.bales), yarn, lace, both]


def _dress_features(dress: Dress) -> list[float]:
    """In the order of the section `workshop`."""
    main_color = [float(dress.color == color) for color in COLOR_NAMES]
    bales = [bales / 3 for bales in dress.bales]
    values = [dress.livre / 20, dress.prestige / 4]
    return [*main_color, *bales, dress.yarn, dress.lace, *values, dress.thimble]


def _write_markets(record: np.void, board: Board) -> None:
    record["num_windows"] = len(board.window_costs)
    record["window_cost"][: len(board.window_costs)] = board.window_costs
    record["segment_spaces"] = board.segments
    for number, price in board.warehouse_prices.items():
        record["tile_price"][number] = price
    for number, price in board.hire_prices.items():
        record["hire_price"][number] = price


def _write_halls(record: np.void, board: Board) -> None:
    alike: dict[tuple[int, bool, str], int] = {}
    for number, hall in enumerate(board.halls):
        record["hall_majority"][number] = hall.majority
        rewards = [(False, reward) for reward in hall.normal]
        rewards += [(True, reward) for reward in hall.master]
        for place, (is_master, reward) in enumerate(rewards):
            space = number * ids.HALL_SPACES + place
            record["hall_spaces"][number] |= 1 << space
            record["master_spaces" if is_master else "normal_spaces"] |= 1 << space
            record["guest_reward"][space], record["guest_livre"][space] = _reward(reward)
            key = (number, is_master, reward)
            alike[key] = alike.get(key, 0) | 1 << space
    twins = [spaces for spaces in alike.values() if spaces.bit_count() > 1]
    record["num_twin_spaces"] = len(twins)
    record["twin_spaces"][: len(twins)] = twins


def _write_decorations(record: np.void, board: Board) -> None:
    def write(first: int, spaces: tuple[Decoration, ...]) -> None:
        for number, space in enumerate(spaces, first):
            record["decoration_cost"][number] = space.cost
            record["decoration_prestige"][number] = space.prestige
            record["affordable"][space.cost :] |= 1 << number

    write(ids.FIREWORKS, board.fireworks)
    write(ids.STATUES, board.statues)
    write(ids.UPPER_FOUNTAIN, board.upper_fountain)
    write(ids.LOWER_FOUNTAIN, board.lower_fountain)
    write(ids.MUSICIANS, tuple(hall.musician for hall in board.halls))
    record["multiplier"][: len(board.fireworks)] = [f.multiplier for f in board.fireworks]
    record["fireworks_majority"] = board.fireworks_majority
    record["num_all_halls"] = len(board.all_halls)
    record["all_halls_prestige"][: len(board.all_halls)] = board.all_halls


def _write_numbers(record: np.void, components: Components) -> None:
    numbers = components.numbers
    for name in ("start_livre", "start_yarn", "start_lace", "favor_livre", "favor_prestige"):
        record[name] = getattr(numbers, name)
    for name in ("minimum_deck", "income", "livre_per_prestige"):
        record[name] = getattr(numbers, name)
    record["depute_livre"] = numbers.depute
    record["bonus_depute_livre"] = numbers.bonus_depute
    record["statue_prestige"] = numbers.statue_prestige_per_color


def _reward(name: str) -> tuple[int, int]:
    """Return kind and amount of a guest space's reward."""
    if name.startswith("livre_"):
        return ids.LIVRE_REWARD, int(name.removeprefix("livre_"))
    kinds = {"none": ids.NO_REWARD, "yarn": ids.YARN_REWARD, "lace": ids.LACE_REWARD}
    return kinds.get(name, ids.TILE_REWARD), 0


def _set(members: range) -> int:
    return sum(1 << member for member in members)
