"""An engine for board games in reinforcement learning: see `spec` and `core.protocol`."""
