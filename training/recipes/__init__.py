"""Runs with fixed options; `shipped` is the chain that trained the shipped network."""
