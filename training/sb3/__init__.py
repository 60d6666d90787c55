"""Parts of `training.sb3_ppo`: network, pool of opponents and callback."""
