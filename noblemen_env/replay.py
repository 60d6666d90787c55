"""Replays of games (`parlour.replay`): `save(game, path)`, `load(path).verify()`."""

from parlour.replay import Replay, load, save

__all__ = ["Replay", "load", "save"]
