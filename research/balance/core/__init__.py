"""The jitted part that all studies share: it follows games, and lets each game note what happens.

- `hooks`: the functions by which a game takes its notes
- `follow`: the course of the games; `notes`: options offered and taken
- `layout`: records that are the same for all games
"""
