"""Chance for playing the model alone: every order and every tile is equally likely."""

import random


class RandomChance:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def draw_tiles(self, seat, number, bag):
        tiles = [tile for tile, count in bag.items() for _ in range(count)]
        return self.random.sample(tiles, number)

    def shuffle(self, cards):
        return self.random.sample(cards, len(cards))

    def order_under(self, cards):
        return self.random.sample(cards, len(cards))
