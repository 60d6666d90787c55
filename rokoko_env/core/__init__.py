"""The rules of Rokoko as jitted functions over one record.

Nothing in here knows about reinforcement-learning interfaces. The flow of a game, in its order:
`setup` (section 3 of the rules) -> `prepare` (phase 1) -> `hands` (phase 2) -> `turn` with
`warehouse`, `workshop`, `employees`, `decorations`, `bonuses` (phase 3) -> `income` (phase 4) ->
`scoring`. `legal` writes the legal actions and `flow` ties it together; `observe` and `determinize`
deal with a seat's knowledge; `states` and `rows` hold the entry points for Python.
"""
