"""Training of agents by self-play: `python -m training.selfplay`, `python -m training.sb3_ppo`."""
