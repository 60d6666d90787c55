"""Whatever is played with the model, nothing is lost and no position breaks a rule."""

import random
from collections import Counter
from pathlib import Path

import pytest

import noblemen_env
from tests.noblemen_env.choosers import choose, table_of_styles
from tests.noblemen_env.reference import RandomChance, ReferenceGame
from tests.noblemen_env.reference.data import AREA_OF_TILE
from tests.noblemen_env.reference.estate import around, beside, square

STANDARD = Path(noblemen_env.__file__).parent / "components" / "standard"
GAMES = 12


def check_pieces(game):
    """Tiles, cards, markers, buildings and knights are all somewhere."""
    tiles = Counter(game.bag) + Counter(game.church)
    cards = Counter(game.deck) + Counter(game.drafted)
    buildings = Counter()
    for player in game.players:
        tiles += Counter(player["tiles"]) + Counter(player["land"].values())
        cards += Counter(player["cards"])
        buildings += Counter(player["buildings"].values())
    if game.decision == "place":
        tiles[game.tile] += 1
    assert tiles == game.data.tiles
    if game.decision != "take":
        assert cards == game.data.cards
    assert game.pool + sum(player["markers"] for player in game.players) == 20
    for piece, number in (("castle", 15), ("palace", 12), ("chapel", 15)):
        assert game.offer[piece] + game.reserve[piece] + buildings[piece] == number
    assert all(buildings[folly] == (owner is not None) for folly, owner in game.follies.items())


def check_estate(player):
    """The land is connected, areas are where four are equal, buildings stand as they may."""
    land, buildings = player["land"], player["buildings"]
    reached, new = set(), {next(iter(land))}
    while new:
        reached |= new
        new = {c for cell in new for c in beside(cell) if c in land} - reached
    assert reached == set(land)
    areas = {}
    for cell in land:
        types = {land.get(corner) for corner in square(cell)}
        if len(types) == 1 and types <= set(AREA_OF_TILE):
            areas[cell] = AREA_OF_TILE[types.pop()]
    assert player["areas"] == areas
    assert all(land[cell] == "meadow" for cell in buildings)
    for cell, building in buildings.items():
        near = {buildings.get(c) for c in around(cell)}
        if building in ("castle", "palace"):
            assert not near & {"castle", "palace"}
        elif building == "chapel":
            assert "chapel" not in near


def check_knights(game):
    """Each stands on an area of a rival, alone."""
    placed = []
    for seat, player in enumerate(game.players):
        assert len(player["knights"]) == 2
        for host, cell in filter(None, player["knights"]):
            assert host != seat
            assert cell in game.players[host]["areas"]
            placed.append((host, cell))
    assert len(placed) == len(set(placed))


def check_numbers(game):
    for player in game.players:
        counted = [player["money"], player["markers"], *player["tiles"].values()]
        assert min([*counted, *player["cards"].values(), *player["points"].values()]) >= 0
    assert max(game.church.values()) <= 3
    titles = Counter(player["title"] for player in game.players)
    assert all(titles[title] <= row["copies"] for title, row in game.data.titles.items())


@pytest.mark.parametrize("num_players", [3, 4, 5])
@pytest.mark.parametrize("seed", range(GAMES))
def test_games_keep_the_rules(num_players, seed):
    rng = random.Random(seed)
    styles = table_of_styles(num_players, rng)
    game = ReferenceGame(num_players, RandomChance(seed), STANDARD)
    while game.options():
        assert len(game.options()) == len(set(game.options())) > 1
        check_pieces(game)
        check_numbers(game)
        check_knights(game)
        for player in game.players:
            check_estate(player)
        game.apply(choose(game, game.options(), rng, styles[game.player]))
    assert game.over
    assert game.events["masquerade"] == 6
    assert 3 * 8 <= game.events["turn"] <= 3 * 8 * num_players
    assert sum(row["queen"] for row in game.breakdown()) == 3 * 8
    assert game.winners()


def test_an_option_that_is_none_changes_nothing():
    game = ReferenceGame(3, RandomChance(1), STANDARD)
    before = game.snapshot()
    with pytest.raises(ValueError, match="'leisure' is no option for take"):
        game.apply("leisure")
    assert game.snapshot() == before


def test_games_are_functions_of_their_seeds():
    def final(seed):
        game = ReferenceGame(4, RandomChance(seed), STANDARD)
        rng = random.Random(0)
        while game.options():
            game.apply(rng.choice(game.options()))
        return game.snapshot()

    assert final(5) == final(5)
    assert final(5) != final(6)
