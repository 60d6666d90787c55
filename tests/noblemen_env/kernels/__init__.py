"""Jitted kernels for tests only."""

from noblemen_env.players.core.script.turns import play_turns
from parlour.core.jit import entry


@entry
def play_turns_of(states, rules, styles, plans, scratch, turns):
    """Play the current turn of each game by the script, and then so many more."""
    for i in range(len(states)):
        play_turns(states[i], rules[0], styles[0], plans[0], scratch, turns)
