"""Notebooks to read and to try things out in; `python -m notebooks.execute` runs them."""
