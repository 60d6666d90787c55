"""Save, load and verify a game as its seed and the actions chosen: a few hundred bytes of JSON."""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from parlour.errors import GameError, IllegalActionError, ReplayError
from parlour.files import write_text
from parlour.game import Game
from parlour.games import known_game
from parlour.ruleset import ComponentsLike
from parlour.spec import GameSpec
from parlour.validation import MAX_SEED

_FORMAT = re.compile(r"(\w+)-env replay 1")  # with the name of the game


@dataclass(frozen=True)
class Replay:
    """A recorded game; `actions` holds real choices only, forced ones follow from them."""

    format: str
    engine: str  # version of the rules engine that played it
    components: str  # digest of the components
    num_players: int
    seed: int
    actions: tuple[int, ...]
    state_hash: str  # of the final state, for `verify`

    @classmethod
    def of(cls, game: Game) -> Replay:
        """Record a game that was played from its beginning, finished or not."""
        if game.seed is None:
            raise ReplayError("a determinized game has no replay: it did not start from a seed")
        return cls(
            format=f"{game.spec.name}-env replay 1",
            engine=game.spec.version,
            components=game.components.digest,
            num_players=game.num_players,
            seed=game.seed,
            actions=game.history,
            state_hash=game.state_hash(),
        )

    def to_json(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Replay:
        """Read a replay and check its form; `play` checks that the actions are legal."""
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise ReplayError(
                f"the replay is not JSON: {error.msg} in line {error.lineno}, column {error.colno}"
            ) from None
        except (ValueError, RecursionError, TypeError) as error:
            raise ReplayError(f"the replay is not JSON: {error}") from None
        form = _FORMAT.fullmatch(str(data.get("format"))) if isinstance(data, dict) else None
        if form is None:
            raise ReplayError("the file is not a replay: its 'format' is not 'GAME-env replay 1'")
        names = [field.name for field in fields(cls)]
        for name in names:
            if name not in data:
                raise ReplayError(f"the replay has no entry {name!r}")
        for name in data:
            if name not in names:
                raise ReplayError(f"the replay has an unknown entry {name!r}")
        try:
            _check_entries(data, known_game(form[1]))
        except GameError as error:
            raise ReplayError(f"the replay can't be read: {error}") from None
        return cls(**{**data, "actions": tuple(data["actions"])})

    @property
    def spec(self) -> GameSpec:
        """The game that was played."""
        return known_game(self.format.partition("-")[0])

    def play(self, components: ComponentsLike = None) -> Game:
        """Return the game after all actions; an error names the first illegal one."""
        game = self.spec.game_class(self.num_players, self.seed, components)
        if game.components.digest != self.components:
            raise ReplayError(
                f"the replay was played with other components (digest {self.components[:12]}, "
                f"here {game.components.digest[:12]}): pass them as components=..."
            )
        for number, action in enumerate(self.actions):
            try:
                game.apply(action)
            except IllegalActionError as error:
                played_by = (
                    "" if self.engine == game.spec.version else f" (played by {self.engine})"
                )
                raise ReplayError(f"actions[{number}] is not legal{played_by}: {error}") from None
        return game

    def verify(self, components: ComponentsLike = None) -> Game:
        """Play the replay and compare its final state; return the game."""
        game = self.play(components)
        if game.state_hash() != self.state_hash:
            raise ReplayError(
                f"the replay ends in another state (hash {game.state_hash()}, recorded "
                f"{self.state_hash}): it was played by engine {self.engine}, this is "
                f"{game.spec.version}"
            )
        return game


def save(game: Game, path: str | os.PathLike[str]) -> None:
    """Write the game's replay; an old file is replaced atomically."""
    text = Replay.of(game).to_json() + "\n"
    try:
        write_text(Path(path), text)
    except OSError as error:
        raise ReplayError(f"{path}: the replay can't be written: {error.strerror}") from None


def load(path: str | os.PathLike[str], spec: GameSpec | None = None) -> Replay:
    """Read a replay, of this game if one is given; every error names the file."""
    try:
        replay = Replay.from_json(Path(path).read_text(encoding="utf-8"))
        if spec is not None and replay.spec is not spec:
            raise ReplayError(f"the replay is of {replay.spec.title}, not of {spec.title}")
        return replay
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from None
    except UnicodeDecodeError:
        raise ReplayError(f"{path}: the file is not a replay: it is not text") from None
    except OSError as error:
        raise ReplayError(f"{path}: the replay can't be read: {error.strerror}") from None


def _check_entries(data: dict[str, Any], spec: GameSpec) -> None:
    for name in ("engine", "components", "state_hash"):
        if not isinstance(data[name], str):
            raise ReplayError(f"{name} is {data[name]!r}, expected text")
    _check_number("num_players", data["num_players"], spec.players[0], spec.players[-1])
    _check_number("seed", data["seed"], 0, MAX_SEED)
    if not isinstance(data["actions"], list):
        raise ReplayError("actions is not a list")
    for number, action in enumerate(data["actions"]):
        _check_number(f"actions[{number}]", action, 0, spec.num_actions - 1)


def _check_number(name: str, value: object, minimum: int, maximum: int) -> None:
    if type(value) is not int or not minimum <= value <= maximum:
        expected = f"a whole number from {minimum} to {maximum}"
        raise ReplayError(f"{name} is {value!r}, expected {expected}")
