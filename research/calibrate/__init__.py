"""Calibration: which claims depend on values of the components that are published nowhere."""
