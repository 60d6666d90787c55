"""Prices, yields and points that the core tells Python, against plain recomputation."""

from __future__ import annotations

import random

from noblemen_env import Game
from noblemen_env.core import ids
from noblemen_env.estate import knights, read_estate
from noblemen_env.worth import look_up_worth, scores
from parlour.core.jit import JIT_DISABLED

GAMES = 1 if JIT_DISABLED else 4


def test_worth_is_what_the_rules_say():
    """N2.2, N4.5, N4.14, N4.15, N8.2, N9.1, N9.2, in random games with many buildings."""
    seen = set()
    for seed in range(GAMES):
        game, rng = Game(3 + seed % 3, seed=seed), random.Random(seed)
        while not game.is_over:
            if rng.random() < 0.2:
                seen |= {score.building for score in check(game)}
            options = game.legal_actions()
            building = [a for a in options if ids.BUILD_CASTLE <= a < ids.BRIBE]
            laying = [a for a in options if a == ids.ENLARGE or a >= ids.CELL]
            game.apply(rng.choice(building or laying or options))
    assert seen == {ids.CASTLE, ids.PALACE} or JIT_DISABLED


def check(game: Game) -> list:
    s, rules, numbers = game.record, game.rules, game.components.numbers
    worth, found = look_up_worth(s, rules), []
    prices = game.components.board.prices
    for number, name in enumerate(("castles", "palaces", "chapels")):
        left = int(s["offer"][number])
        assert worth["printed"][number] == (getattr(prices, name)[-left] if left else -1)
    for p in range(game.num_players):
        estate = read_estate(s, p)
        visiting = [
            read_estate(s, host).land[area] for owner, host, area in knights(s) if owner == p
        ]
        taxes = estate.tiles(ids.FIELD) + 2 * len(estate.free_areas(ids.MANOR))
        land = estate.tiles(ids.GROVE) + 2 * len(estate.free_areas(ids.FOREST))
        assert worth["taxes"][p] == taxes + 2 * visiting.count(ids.FIELD)
        assert worth["land"][p] == land + 2 * visiting.count(ids.GROVE)
        prestige = estate.tiles(ids.FOUNTAIN) + 2 * len(estate.free_areas(ids.GARDEN))
        prestige += 2 * visiting.count(ids.FOUNTAIN) + 2 * len(estate.cells_with(ids.PALACE))
        assert worth["prestige"][p] == prestige
        found += check_buildings(game, p)
        title = int(s["title"][p])
        discount = game.components.titles[title].discount if title >= 0 else 0
        for folly in range(ids.FOLLIES):
            free = s["folly_owner"][folly] < 0
            price = max(0, game.components.follies[folly].price - discount) if free else -1
            assert worth["price"][p][ids.FOLLY + folly] == price
    assert numbers.taxes.field == numbers.land.grove == numbers.prestige.fountain == 1
    return found


def check_buildings(game: Game, p: int) -> list:
    estate, scoring = read_estate(game.record, p), game.components.numbers.scoring
    found = scores(game.record, game.rules, estate, p)
    for score in found:
        chapels = len(estate.built_near(score.cell, ids.CHAPEL))
        castle = score.building == ids.CASTLE
        points = scoring.castle if castle else scoring.palace
        points += chapels * (scoring.castle_chapel if castle else scoring.palace_chapel)
        assert score.is_enclosed == estate.is_enclosed(score.cell)
        assert (score.chapels, score.points) == (chapels, points if score.is_enclosed else 0)
    return found
