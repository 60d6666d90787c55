"""Players of any game: search and trained networks behind one protocol.

- `agent`: the protocol, `Agent` and what it gets, `Seats` and `Seat`
- `registry`: agents by name
- `play`: whole games between agents
- `random`: without search; `mcts`, `puct`: tree search, with `tree_memory` between decisions
- `trained`, `policy`, `network`: trained networks as agents, and their files
- `value_net`: the weights of `mcts`' value network
- `core`: the jitted code
"""
