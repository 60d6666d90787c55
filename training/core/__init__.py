"""The jitted parts of training."""
