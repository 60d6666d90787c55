"""The report of a training run: one page with curves, tables and frequent actions."""
