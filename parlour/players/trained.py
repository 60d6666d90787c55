"""`ppo` and `puct`, the trained agents, and the places of their networks."""

from __future__ import annotations

from pathlib import Path

from parlour.players.agent import Agent, AgentError
from parlour.players.registry import register
from parlour.spec import GameSpec

TRAINED = ("ppo", "puct")
RUN_NETWORK = "network.safetensors"  # the latest network of a training run's folder


def find_network(path: str, spec: GameSpec) -> Path:
    """Return the network file of a path: the shipped one if empty, a run's latest, or itself."""
    file = Path(path) if path else shipped_network(spec)
    if file.is_dir():
        file = file / RUN_NETWORK
    if file.is_file():
        return file
    if not path:
        raise AgentError(f"{spec.title} ships no network: name a run or a file, ppo:runs/mine")
    raise AgentError(f"{path!r} is neither a network nor a run with one ({RUN_NETWORK})")


def shipped_network(spec: GameSpec) -> Path:
    """Return the place of the network in the game's package."""
    return spec.folder / "players" / "weights" / "ppo.safetensors"


@register("ppo", "a trained network: ppo alone is the shipped one, ppo:runs/mine that of a run")
def ppo(spec: GameSpec, path: str = "", *, temperature: float = 0.0) -> Agent:
    from parlour.players.policy import PolicyAgent

    return PolicyAgent(spec, path, temperature=temperature)


@register("puct", "tree search with a network: puct:runs/mine:200, puct::200 for the shipped one")
def puct(
    spec: GameSpec,
    path: str = "",
    simulations: int = 200,
    *,
    exploration: float = 1.5,
    temperature: float = 1.0,
    leaves: int | None = None,
    reuse: int = 1,
) -> Agent:
    from parlour.players.puct import PuctAgent

    if not isinstance(path, str):
        raise ValueError(f"{path} is no network; for simulations by the shipped one: puct::{path}")
    return PuctAgent(
        spec,
        path,
        simulations,
        exploration=exploration,
        temperature=temperature,
        leaves=leaves,
        reuse=reuse,
    )
