"""Balance studies: the effects of everything on winning, in games of agents with themselves."""
