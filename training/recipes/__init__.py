"""Runs with fixed options; `shipped` follows those that train the network a game ships."""
