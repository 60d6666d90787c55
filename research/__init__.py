"""Balance research: what wins, and what happens if a component changes.

`record` plays games and notes what happens in them, `study` finds out what it means with `effects`,
`chances` and `strategies`, `skill` compares agents, `balance` is the command. `variant` plays a
changed set of components against the standard (`overrides`, `measures`, `paired`, `verdict`);
`calibrate` asks which findings hold whatever the reconstructed values are (`draws`, `findings`).
"""
