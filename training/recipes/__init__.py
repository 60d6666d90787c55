"""Runs with fixed options; `shipped` is the chain of runs that trained the shipped network."""
