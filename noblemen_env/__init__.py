"""Noblemen for reinforcement learning."""
