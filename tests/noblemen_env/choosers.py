"""Players who choose at random with a preference, to see everything of the game happen.

A style is a table of weights: of all keys that are the beginning of "DECISION OPTION", the longest
one counts, and what no key fits has weight 1. Cells and types of tiles to lay are weighed by the
estate as well, so that areas get completed and buildings enclosed. Styles in `SPREADING` lay
meadows for castles instead: away from the castles that they have. The ringer lays groves around a
hole, so that the last one completes several areas at once.
"""

from types import SimpleNamespace

from noblemen_env.core import ids
from tests.noblemen_env.reference.data import AREA_OF_TILE
from tests.noblemen_env.reference.estate import around, cell_from_name, square, squares_with

# A way to estates with areas, which all styles but the uniform one share.
COMMON = {
    "act leisure": 0.1,
    "act swap": 0.03,
    "act enlarge": 8,
    "act taxes": 3,
    "act land": 3,
    "act bribe": 0.3,
    "act church": 0.3,
    "act build": 10,
    "act done": 1,
    "lay done": 0.02,
    "lay swap": 0.02,
    "draft keep all": 4,
    "visit done": 0.1,
    "move done": 0.5,
    "bid done": 2,
    "spend done": 2,
}

STYLES = {
    "uniform": {},
    "builder": {**COMMON, "act build": 60, "act taxes": 20, "act church": 0.02},
    "landlord": {**COMMON, "act build castle": 99, "act taxes": 20, "lay tile meadow": 9},
    "palace": {**COMMON, "act build castle": 30, "act build palace": 80, "act taxes": 20},
    "folly": {
        **COMMON,
        "act build folly": 200,
        "act build": 0.2,
        "act taxes": 30,
        "act bribe": 0.02,
        "act swap": 0.3,
    },
    "planter": {**COMMON, "act build": 1, "act swap": 0.2, "lay swap": 0.1},
    "gardener": {
        **COMMON,
        "act swap": 0.2,
        "lay tile fountain": 6,
        "bid marker": 6,
        "bid card": 6,
    },
    "knight": {
        **COMMON,
        "act build castle": 90,
        "act taxes": 20,
        "visit done": 0.02,
        "move done": 0.1,
    },
    "cards": {**COMMON, "act build chapel": 60, "act card": 20, "act taxes": 20, "bid card": 0.05},
    "collector": {
        **COMMON,
        "act build chapel": 90,
        "act card": 0.02,
        "draft card intrigue": 9,
        "draft card liaison": 9,
        "draft keep all": 9,
        "bid card": 0.02,
        "act taxes": 20,
    },
    "briber": {
        **COMMON,
        "act bribe": 6,
        "act build": 0.5,
        "act taxes": 9,
        "spend marker": 2,
        "bid marker": 5,
    },
    "keeper": {**COMMON, "act bribe": 12, "act build": 0.2, "spend done": 30, "bid done": 60},
    "hoarder": {
        **COMMON,
        "act land": 60,
        "act card dowry": 30,
        "act card masterstroke": 30,
        "act build": 0.2,
        "act church": 0.01,
        "act swap": 0.001,
        "lay swap": 0.001,
        "lay tile grove": 12,
        "draft card dowry": 9,
        "take 3": 5,
        "spend marker": 9,
    },
    "spender": {
        "act leisure": 9,
        "act bribe": 30,
        "act swap": 0.01,
        "act taxes": 0.1,
        "act land": 0.1,
        "act enlarge": 0.3,
        "act card tribute": 0.01,
        "bid done": 3,
    },
    "ringer": {
        **COMMON,
        "take 3": 9,
        "act enlarge": 30,
        "act land": 30,
        "act swap field+field for grove": 60,
        "act swap fountain+fountain for grove": 60,
        "act swap meadow+meadow for grove": 60,
    },
    "donor": {**COMMON, "act church": 9, "act card vicars_favour": 30, "draft card vicars": 9},
}

SPREADING = ("landlord", "knight")
HOLE = (7, 9)
MATCHING = (1, 3, 20, 200)  # weight of a cell by equal tiles in the best square with it


def choose(model, options, rng, style):
    """Choose an option of the model's present decision."""
    if style == "uniform":
        return rng.choice(options)
    weights = [weigh(model, option, style) for option in options]
    return rng.choices(options, weights)[0]


def weigh(model, option, style):
    """The weight of an option for a style."""
    weight = preference(f"{model.decision} {option}", STYLES[style])
    player = model.players[model.player]
    if model.decision == "place":
        cell = cell_from_name(option.removeprefix("cell "))
        weight *= tile_value(player, model.tile, cell, style)
    elif model.decision == "lay" and option.startswith("tile "):
        tile = option.removeprefix("tile ")
        cells = model.legal_cells(model.player)
        weight *= max(tile_value(player, tile, cell, style) for cell in cells)
    elif model.decision == "build":
        weight *= site_value(player, cell_from_name(option.removeprefix("cell ")))
    return weight


def preference(text, weights):
    """The weight of the longest key that the text begins with."""
    keys = [key for key in weights if text.startswith(key)]
    return weights[max(keys, key=len)] if keys else 1


def tile_value(player, tile, cell, style):
    """Prefer cells where the tile completes an area, or encloses buildings."""
    if style == "ringer":
        return ring_value(player, tile, cell)
    land = player["land"]
    near = sum(player["buildings"].get(c) in ("castle", "palace") for c in around(cell))
    if tile not in AREA_OF_TILE:
        return (0.2 if near else 9) if style in SPREADING else 2 + 4 * near
    best = 0
    for top_left in squares_with(cell):
        others = [land.get(corner) for corner in square(top_left) if corner != cell]
        if all(other in (tile, None) for other in others):
            best = max(best, others.count(tile))
    return MATCHING[best] + 4 * near


def ring_value(player, tile, cell):
    """Prefer groves around the hole, and in the hole when all around are groves."""
    in_ring = cell in around(HOLE)
    if tile != "grove":
        return 0.0001 if in_ring or cell == HOLE else 0.01
    if cell == HOLE:
        closed = all(player["land"].get(c) == "grove" for c in around(HOLE))
        return 1000 if closed else 0.0001
    return 100 if in_ring else 0.01


def site_value(player, cell):
    """Prefer sites with land and other buildings around."""
    return (
        1
        + sum(c in player["land"] for c in around(cell))
        + sum(3 * (c in player["buildings"]) for c in around(cell))
    )


def table_of_styles(num_players, rng):
    """A style for each seat: mixed tables, tables of one kind, and knights among planters."""
    biased = [style for style in STYLES if style != "uniform"]
    kind = rng.random()
    if kind < 0.3:
        return [rng.choice(biased)] * num_players
    if kind < 0.45:
        return [rng.choice(["knight", "landlord", "planter"]) for _ in range(num_players)]
    return [rng.choice(list(STYLES)) for _ in range(num_players)]


def as_model(game):
    """Show the choosers a `noblemen_env.Game` as if it were a model: the part that they look at."""
    seat, tile = game.current_player, int(game.record["tile"])
    estate = game.estate(seat)
    radius = game.components.numbers.switches.radius
    player = {
        "land": {divmod(cell, ids.SIDE): ids.TILES[kind] for cell, kind in estate.land.items()},
        "buildings": {
            divmod(cell, ids.SIDE): game.buildings[number]
            for cell, number in estate.buildings.items()
        },
    }
    return SimpleNamespace(
        decision=game.decision,
        player=seat,
        players={seat: player},
        tile=ids.TILES[tile] if tile >= 0 else None,
        legal_cells=lambda _: [divmod(cell, ids.SIDE) for cell in estate.frontier(radius)],
    )
