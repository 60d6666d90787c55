"""The balance of Noblemen: `parts` and `words`, `core` (notes and their layout)."""
