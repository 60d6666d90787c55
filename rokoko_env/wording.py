"""Components and decisions in words, for people."""

from __future__ import annotations

from rokoko_env.actions import guest_space_name
from rokoko_env.components import Components, Dress, Employee, Resource
from rokoko_env.core import ids

BONUS_WORDS = {
    "none": "no bonus",
    "livre_1": "+1 Livre",
    "livre_2": "+2 Livre",
    "buy_trim": "1 yarn or lace for 1 Livre",
    "free_trim": "1 yarn or lace",
    "acquire": "acquire one more tile",
    "blind_tile_pay_1": "draw a tile unseen for 1 Livre",
    "blind_tile_free": "draw a tile unseen",
    "depute_use_bonus": "depute any employee and use his bonus",
    "depute_for_livre": "depute any employee for Livre by his rank",
    "livre_per_yellow_red": "1 Livre per yellow, 2 per red dress",
    "livre_per_green_pp_per_blue": "2 Livre per green, 1 PP per blue dress",
    "livre_per_decoration": "1 Livre per decoration",
    "livre_per_dress": "1 Livre per dress",
    "pp_per_2_decorations": "1 PP per 2 decorations",
    "pp_per_2_dresses": "1 PP per 2 dresses",
    "pp_per_3_dresses": "1 PP per 3 dresses",
    "livre_by_deck_1_3_5_7": "1/3/5/7 Livre by deck size",
    "livre_by_deck_2_6_10_14": "2/6/10/14 Livre by deck size",
    "dress_minus_green_yellow": "make a dress, 1 green or yellow bale less",
    "dress_minus_red": "make a dress, 2 red bales less",
    "fund_minus_5": "fund a decoration, 5 Livre less",
    "fund_minus_10": "fund a decoration, 10 Livre less",
    "pp_per_4_livre": "buy PP for 4 Livre each",
    "pp_per_3_livre": "buy PP for 3 Livre each",
    "pp_for_silk": "discard silk for PP",
    "crown_pp_by_deck_2_5_8_11": "end: 2/5/8/11 PP by deck size",
    "crown_3_pp_per_yarn_lace_pair": "end: 3 PP per pair of yarn and lace",
    "crown_3_pp_per_2_master_guests": "end: 3 PP per 2 Master guests",
    "crown_2_pp_per_couple": "end: 2 PP per couple",
}
TRIM_WORDS = {
    "yarn_or_lace": "yarn or lace",
    "yarn_and_lace": "yarn and lace",
    "yarn": "yarn",
    "lace": "lace",
    "none": "no trim",
}
REWARD_WORDS = {"none": "no reward", "yarn": "1 yarn", "lace": "1 lace", "tile": "a free tile"}
COLOR_LETTERS = ("y", "g", "r", "b")


def employee_words(employee: Employee) -> str:
    """For example: l1_livre (Master, +1 Livre)."""
    return f"{employee.id} ({employee.rank.capitalize()}, {BONUS_WORDS[employee.bonus]})"


def bales_words(bales: tuple[int, ...]) -> str:
    """For example: 2y 1r."""
    return " ".join(f"{n}{c}" for n, c in zip(bales, COLOR_LETTERS, strict=True) if n) or "no silk"


def tile_words(resource: Resource) -> str:
    """For example: 1y 1r / yarn or lace."""
    return f"{bales_words(resource.bales)} / {TRIM_WORDS[resource.trim]}"


def dress_words(dress: Dress) -> str:
    """For example: yellow_06 (3y + lace, 13 Livre, 3 PP, Master only)."""
    needs = bales_words(dress.bales)
    needs += " + yarn" * dress.yarn + " + lace" * dress.lace
    thimble = ", Master only" if dress.thimble else ""
    return f"{dress.id} ({needs}, {dress.livre} Livre, {dress.prestige} PP{thimble})"


def reward_words(reward: str) -> str:
    """For example: 2 Livre."""
    if reward.startswith("livre_"):
        return f"{reward.removeprefix('livre_')} Livre"
    return REWARD_WORDS[reward]


def guest_space_words(components: Components, num_players: int, space: int) -> str:
    """For example: King's hall 1.4 (Master space, no reward)."""
    hall = components.board_for(num_players).halls[space // ids.HALL_SPACES]
    place = space % ids.HALL_SPACES
    is_master = place >= len(hall.normal)
    reward = (*hall.normal, *hall.master)[place]
    kind = "Master space, " if is_master else ""
    return f"{hall.name}, space {guest_space_name(space)} ({kind}{reward_words(reward)})"


def score_parts(row: dict[str, int]) -> list[tuple[str, int]]:
    """Return the sources of a player's score that gave any points, in words."""
    return [
        (source.replace("_", " "), points)
        for source, points in row.items()
        if points and source not in ("total", "livre_left")
    ]


DECISION_WORDS = {
    "pick": "pick a card for the hand",
    "play": "play a card",
    "main": "choose a main action",
    "tile": "keep the tile or trade it",
    "silk": "choose a silk tile to pay with",
    "place": "sell the dress or rent it out",
    "reward": "choose the free tile",
    "bonus": "use the bonus or forgo it",
    "pile": "choose the pile of the deputed card",
    "exchange": "buy another PP or stop",
    "silk bonus": "discard another silk tile or stop",
    "over": "nothing: the game is over",
}
