"""The errors of this package; each message is one sentence that names what is wrong and where."""

from __future__ import annotations


class IllegalActionError(ValueError):
    """An action that is not legal for the player to decide. The game is as it was before."""


class GameFormatError(ValueError):
    """Data that is not a saved game: from_bytes, from_dict."""


class GameError(ValueError):
    """There is no game of that name, or it does not fit the engine."""


class ReplayError(ValueError):
    """A replay that is damaged, or of another game, engine or set of components."""
