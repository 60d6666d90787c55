"""Jitted parts of training."""
