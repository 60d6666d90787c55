"""Studies of the game itself: what wins, and what happens if a component changes.

`record` plays games and notes what happens in them, `study` finds out what it means with `effects`,
`chances` and `strategies`, `skill` compares agents, `balance` is the command.
"""
