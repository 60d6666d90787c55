"""A calibration: which findings depend on values that nobody has published."""
