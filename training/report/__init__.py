"""The report of a training run: one page with curves, tables and what the network likes to do."""
