"""Agents by name: `random`, `mcts:500`, `mcts:time=0.5`, `my_bots:Cautious`.

A name is followed by its parameters, each after a colon, in their order or as key=value. Anything
that is not in the registry is read as `module:Class`.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.core.implementations import folders_of_sources
from parlour.players.agent import Agent, AgentError
from parlour.spec import GameSpec
from parlour.validation import near_match

Maker = Callable[..., Agent]
FOLDERS_WITHOUT_RULES = ("envs", "render")  # they change no game
EVERY_GAME = ""
_registry: dict[str, dict[str, tuple[Maker, str]]] = {}  # by game and name


def register(name: str, description: str, spec: GameSpec | None = None) -> Callable[[Maker], Maker]:
    """Register a class or function under a name, for one game or for all.

    Its parameters are those of the agent; if the first one is called `spec`, it gets the game.
    """

    def add(maker: Maker) -> Maker:
        game = EVERY_GAME if spec is None else spec.name
        _registry.setdefault(game, {})[name] = maker, description
        return maker

    return add


def registry(spec: GameSpec) -> dict[str, str]:
    """Return the names of all agents for a game, each with its description in one line."""
    return {name: description for name, (_, description) in sorted(_makers(spec).items())}


def make_agent(text: str, spec: GameSpec) -> Agent:
    """Make an agent for a game from its name and parameters."""
    makers = _makers(spec)
    name, *parameters = text.split(":")
    if name in makers:
        maker, _ = makers[name]
    else:
        maker, parameters = _import(text, name, parameters, spec, list(makers))
    agent = _call(text, maker, parameters, spec)
    if not isinstance(agent, Agent):
        raise AgentError(f"agent {text!r}: {maker!r} makes no {Agent.__name__} but {agent!r}")
    agent.registered_as = text
    return agent


def _makers(spec: GameSpec) -> dict[str, tuple[Maker, str]]:
    """Import the engine's agents and the game's own, which register themselves."""
    from parlour.players import mcts, random, trained  # noqa: F401

    own_players(spec)
    return {**_registry[EVERY_GAME], **_registry.get(spec.name, {})}


def own_players(spec: GameSpec) -> ModuleType | None:
    """Import the game's package `players`, if it has one: its agents register themselves."""
    name = f"{spec.package}.players"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


def baselines(spec: GameSpec) -> tuple[str, ...]:
    """Return the agents that others are measured against: the weakest first, the strongest last."""
    names: tuple[str, ...] = getattr(own_players(spec), "BASELINES", ("random",))
    return names


def training_baselines(spec: GameSpec) -> tuple[str, ...]:
    """Return the few of them that networks in training are measured against."""
    names: tuple[str, ...] = getattr(own_players(spec), "TRAINING_BASELINES", ())
    return names or baselines(spec)


def _import(
    text: str, module: str, rest: list[str], spec: GameSpec, names: list[str]
) -> tuple[Maker, list[str]]:
    """Return the class of `module:Class`, and the parameters after it."""
    if not rest:
        hint = near_match(module, names)
        known = ", ".join(sorted(names))
        raise AgentError(f"no agent is called {text!r}{hint} (names: {known}; or module:Class)")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        imported = importlib.import_module(module)
    except Exception as error:  # whatever the module does when it is imported
        reason = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise AgentError(
            f"agent {text!r}: {module!r} is no agent and can't be imported ({reason})"
        ) from None
    if not hasattr(imported, rest[0]):
        raise AgentError(f"agent {text!r}: module {module} has no {rest[0]!r}")
    return getattr(imported, rest[0]), rest[1:]


def _call(text: str, maker: Maker, parameters: list[str], spec: GameSpec) -> Agent:
    game = [spec] if next(iter(inspect.signature(maker).parameters), "") == "spec" else []
    positional = [*game, *(_value(parameter) for parameter in parameters if "=" not in parameter)]
    pairs = (parameter.split("=", 1) for parameter in parameters if "=" in parameter)
    named = {key: _value(value) for key, value in pairs}
    try:
        inspect.signature(maker).bind(*positional, **named)
        return maker(*positional, **named)
    except (TypeError, ValueError) as error:
        raise AgentError(f"agent {text!r}: {error}") from None


def sources(text: str, spec: GameSpec) -> list[Path]:
    """Return the files that decide a match with an agent: rules, players and its own."""
    from parlour.players.trained import TRAINED, find_network

    jitted = folders_of_sources(spec.state.names or ())
    files = {path for folder in jitted for path in folder.rglob("*.py")}
    for folder in (Path(__file__).parents[1], spec.folder):
        files |= {
            path
            for pattern in ("*.py", "players/*.json", "players/weights/*.npz")
            for path in folder.rglob(pattern)
            if path.relative_to(folder).parts[0] not in FOLDERS_WITHOUT_RULES
        }
    name, *parameters = text.split(":")
    if name in TRAINED:
        values = [parameter.removeprefix("path=") for parameter in parameters]
        files.add(find_network(next((path for path in values if "=" not in path), ""), spec))
    module = sys.modules.get(name)
    if module is not None and getattr(module, "__file__", None):
        files.add(Path(str(module.__file__)))
    return sorted(files)


def _value(text: str) -> Any:
    """Return a number if the text is one."""
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return text
