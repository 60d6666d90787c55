"""Players of any game: search and trained networks behind one protocol.

- `agent`: the protocol, `Agent` and what it gets, `Seats` and `Seat`
- `registry`: agents by name
- `play`: whole games between agents
- `random`: without search; `mcts`, `puct`: tree search, with `tree_memory` between decisions
- `trained`, `policy`, `network`: trained networks as agents; `network_file`: their files;
  `torch_network`: the same for training
- `value_net`: the weights of `mcts`' value network
- `tunable`: the numbers of a game's script
- `core`: the jitted code

A game may have a package `players` too, which is imported when agents are asked for. Its agents
register themselves, and it may hold

- `BASELINES`: the names of the agents that others are measured against, the weakest first and the
  strongest last (`registry.baselines`; without it, `random` alone)
- `TRAINING_BASELINES`: the few of them that networks in training are measured against, in the same
  order (`registry.training_baselines`; without it, all)
- `TUNABLE`: the numbers of its script, a `tunable.Tunable`
"""
