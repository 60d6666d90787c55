"""`ppo` and `puct`, the trained agents. PyTorch, which loads slowly, is imported on use."""

from __future__ import annotations

from pathlib import Path

from parlour.players.agent import Agent, AgentError
from parlour.players.registry import register

SHIPPED = Path(__file__).with_name("weights") / "ppo.safetensors"
TRAINED = ("ppo", "puct")
RUN_NETWORK = "network.safetensors"  # the latest network of a training run's folder


def find_network(path: str) -> Path:
    """Return the network file of a path: the shipped one if empty, a run's latest, or itself."""
    if not path:
        return SHIPPED
    file = Path(path)
    if file.is_dir():
        file = file / RUN_NETWORK
    if not file.is_file():
        raise AgentError(f"{path!r} is neither a network nor a run with one ({RUN_NETWORK})")
    return file


def _need_torch(name: str) -> None:
    try:
        import safetensors  # noqa: F401
        import torch  # noqa: F401
    except ImportError as error:
        raise AgentError(
            f"{name} plays by a network, and {error.name} is missing: "
            "pip install 'rokoko-env[train]'"
        ) from None


@register("ppo", "a trained network: ppo alone is the shipped one, ppo:runs/mine that of a run")
def ppo(path: str = "", *, temperature: float = 0.0) -> Agent:
    _need_torch("ppo")
    from parlour.players.policy import PolicyAgent

    return PolicyAgent(path, temperature=temperature)


@register("puct", "tree search with a network: puct:runs/mine:200, puct::200 for the shipped one")
def puct(
    path: str = "",
    simulations: int = 200,
    *,
    exploration: float = 1.5,
    temperature: float = 1.0,
    leaves: int | None = None,
    reuse: int = 1,
) -> Agent:
    _need_torch("puct")
    from parlour.players.puct import PuctAgent

    if not isinstance(path, str):
        raise ValueError(f"{path} is no network; for simulations by the shipped one: puct::{path}")
    return PuctAgent(
        path,
        simulations,
        exploration=exploration,
        temperature=temperature,
        leaves=leaves,
        reuse=reuse,
    )
