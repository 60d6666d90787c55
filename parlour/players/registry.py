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
from typing import Any

from parlour.players.agent import Agent, AgentError
from parlour.validation import near_match

Maker = Callable[..., Agent]
WEIGHTS = Path(__file__).with_name("weights")
FOLDERS_WITHOUT_RULES = ("envs", "render")  # they change no game
_REGISTRY: dict[str, tuple[Maker, str]] = {}


def register(name: str, description: str) -> Callable[[Maker], Maker]:
    """Register a class or function under a name; its parameters are those of the agent."""

    def add(maker: Maker) -> Maker:
        _REGISTRY[name] = (maker, description)
        return maker

    return add


def registry() -> dict[str, str]:
    """Return all names, each with its description in one line."""
    _load()
    return {name: description for name, (_, description) in sorted(_REGISTRY.items())}


def make_agent(text: str) -> Agent:
    """Make an agent from its name and parameters."""
    _load()
    name, *parameters = text.split(":")
    if name in _REGISTRY:
        maker, _ = _REGISTRY[name]
    else:
        maker, parameters = _import(text, name, parameters)
    agent = _call(text, maker, parameters)
    if not isinstance(agent, Agent):
        raise AgentError(
            f"agent {text!r}: {maker!r} makes no rokoko_env.players.Agent but {agent!r}"
        )
    agent.registered_as = text
    return agent


def _load() -> None:
    """Import this package's agents, which register themselves."""
    from rokoko_env.players import mcts, random, scripted, trained  # noqa: F401


def _import(text: str, module: str, rest: list[str]) -> tuple[Maker, list[str]]:
    """Return the class of `module:Class`, and the parameters after it."""
    if not rest:
        hint = near_match(module, list(_REGISTRY))
        names = ", ".join(sorted(_REGISTRY))
        raise AgentError(f"no agent is called {text!r}{hint} (names: {names}; or module:Class)")
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


def _call(text: str, maker: Maker, parameters: list[str]) -> Agent:
    positional = [_value(parameter) for parameter in parameters if "=" not in parameter]
    pairs = (parameter.split("=", 1) for parameter in parameters if "=" in parameter)
    named = {key: _value(value) for key, value in pairs}
    try:
        inspect.signature(maker).bind(*positional, **named)
        return maker(*positional, **named)
    except (TypeError, ValueError) as error:
        raise AgentError(f"agent {text!r}: {error}") from None


def sources(text: str) -> list[Path]:
    """Return the files that decide a match with an agent: rules, players and its own."""
    from parlour.players.trained import TRAINED, find_network

    package = Path(__file__).parents[1]
    files = {
        path
        for path in package.rglob("*.py")
        if path.relative_to(package).parts[0] not in FOLDERS_WITHOUT_RULES
    }
    files |= {Path(__file__).with_name("heuristic.json"), *WEIGHTS.glob("*.npz")}
    name, *parameters = text.split(":")
    if name in TRAINED:
        values = [parameter.removeprefix("path=") for parameter in parameters]
        files.add(find_network(next((path for path in values if "=" not in path), "")))
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
