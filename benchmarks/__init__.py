"""Benchmarks: they measure every figure in README and docs."""
