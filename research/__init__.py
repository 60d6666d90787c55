"""Research on the game: which options win, and what changes with the components.

`balance` studies the games of agents with themselves; `variant` plays a changed set of components
against the standard one; `calibrate` tests which claims hold on any reconstructed values.
`statistics` has the estimates and their errors.
"""
