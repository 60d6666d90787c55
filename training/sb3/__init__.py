"""Parts of `training.sb3_ppo`: the network as a policy of SB3, its opponents, its files."""
