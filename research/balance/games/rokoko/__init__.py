"""The balance of Rokoko: `parts` (options, words), `core` (notes and their layout)."""
