"""Chance for playing the model alone: every draw is uniform over the candidates."""

import random


class RandomChance:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def start_player(self, num_players):
        return self.random.randrange(num_players)

    def card(self, candidates, where):
        return self.random.choice(candidates)

    def tile(self, candidates, where):
        return self.random.choice(candidates)

    def dress(self, candidates, where):
        return self.random.choice(candidates)
