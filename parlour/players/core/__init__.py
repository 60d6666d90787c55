"""Jitted code of the players.

- `script`: what a game's script adds to search
- `ismcts`, `leaf`, `value_net`: the tree search of `mcts`, evaluation of its leaves, the network
- `positions`: training data of the value network
- `puct`: the tree search of `puct`
- `network`: logits and values of a trained network
- `sampling`: actions from a network's logits

Scripts and searches work on worlds: records of the game in which all that the seat to decide does
not know was drawn at random (`Seats.worlds`).
"""
