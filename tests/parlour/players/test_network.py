"""Networks in plain arrays: the same logits as in PyTorch, and their files."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save_file

from parlour.games import find_game
from parlour.players import network as network_module
from parlour.players.agent import Agent, AgentError, Seats
from parlour.players.core.sampling import draw_actions
from parlour.players.network import MIN_SHARED_ROWS, Network, use_threads
from parlour.players.network_file import array_shapes, read_arrays, write_arrays
from parlour.players.play import play_games
from parlour.players.policy import PolicyAgent
from parlour.players.puct import PuctAgent
from parlour.players.registry import make_agent
from parlour.players.trained import RUN_NETWORK, find_network, shipped_network
from parlour.spec import GameSpec
from tests import toy_game
from tests.parlour.games import GAMES

SPEC = find_game("rokoko")
POSITIONS = 10_000
HIDDEN = (24, 16, 8)


class Recorder(Agent):
    """Plays by a network, a little at random, and keeps its positions."""

    def __init__(self) -> None:
        self.agent = PolicyAgent(SPEC, temperature=1.0)
        self.observations: list[np.ndarray] = []
        self.masks: list[np.ndarray] = []

    def act_batch(self, seats: Seats) -> np.ndarray:
        self.observations.append(seats.observation)
        self.masks.append(seats.mask)
        return self.agent.act_batch(seats)


@pytest.fixture(scope="module")
def positions() -> tuple[np.ndarray, np.ndarray]:
    """Return observations and masks of whole games of all numbers of players."""
    recorder = Recorder()
    for num_players in SPEC.players:
        seating = np.zeros((120 // num_players, num_players), np.int64)
        play_games([recorder], seating, np.arange(len(seating)), spec=SPEC)
    observations, masks = np.concatenate(recorder.observations), np.concatenate(recorder.masks)
    chosen = np.random.default_rng(0).permutation(len(observations))[:POSITIONS]
    assert len(chosen) == POSITIONS
    return observations[chosen], masks[chosen]


def random_network(spec: GameSpec = SPEC) -> Network:
    """Return a network with random weights and three hidden layers."""
    rng = np.random.default_rng(0)
    shapes = array_shapes(spec, HIDDEN)
    arrays = {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    return Network(spec, HIDDEN, arrays)


# --- next to PyTorch -----------------------------------------------------------------------------


def test_logits_and_choices_are_those_of_pytorch(positions):
    torch = pytest.importorskip("torch")
    from parlour.players.torch_network import load_network

    observations, masks = positions
    logits, values = PolicyAgent(SPEC).judge(observations)
    with torch.inference_mode():
        answers = load_network(shipped_network(SPEC), SPEC)[0](torch.from_numpy(observations))
    expected_logits, expected_values = (answer.numpy() for answer in answers)
    np.testing.assert_allclose(logits, expected_logits, rtol=1e-5, atol=1e-4)
    np.testing.assert_allclose(values, expected_values, rtol=1e-5, atol=1e-5)
    choice, expected = choices(logits, masks), choices(expected_logits, masks)
    rows = np.arange(POSITIONS)
    tied = np.isclose(expected_logits[rows, choice], expected_logits[rows, expected], rtol=1e-6)
    assert ((choice == expected) | tied).all()
    assert (choice == expected).mean() > 0.999


def choices(logits: np.ndarray, masks: np.ndarray) -> np.ndarray:
    actions, log_probs = np.empty(len(logits), np.int64), np.empty(len(logits), np.float32)
    draw_actions(logits, masks, np.zeros(len(logits), np.uint64), 0.0, actions, log_probs)
    return actions


def test_networks_go_to_pytorch_and_back(positions, tmp_path):
    torch = pytest.importorskip("torch")
    from parlour.players.torch_network import PolicyNetwork, load_network, save_network

    observations = positions[0][:50]
    network = PolicyNetwork(SPEC, HIDDEN)
    with torch.inference_mode():
        expected = network(torch.from_numpy(observations))
    judged = Network.of(network).judge(observations)
    for answer, tensor in zip(judged, expected, strict=True):
        np.testing.assert_allclose(answer, tensor.numpy(), rtol=1e-5, atol=1e-5)
    save_network(tmp_path / "a.safetensors", network, {"run": "x"})
    Network.of(network).save(tmp_path / "b.safetensors", {"run": "x"})
    assert (tmp_path / "a.safetensors").read_bytes() == (tmp_path / "b.safetensors").read_bytes()
    loaded, about = load_network(tmp_path / "b.safetensors", SPEC)
    assert (about, loaded.hidden) == ({"run": "x"}, HIDDEN)
    for name, tensor in network.state_dict().items():
        assert torch.equal(tensor, loaded.state_dict()[name])


PLAY = """
import sys
import gymnasium, numpy as np
import rokoko_env
from rokoko_env.players import make_agent, play_games

assert not {"safetensors", "parlour.players.network"} & set(sys.modules)
for name in ("heuristic", "mcts:8", "ppo", "puct::4"):
    results = play_games([make_agent(name)], np.zeros((1, 2), int), np.arange(1))
    assert (results.scores > 0).all()
    env = gymnasium.make("rokoko/Rokoko-v0", opponents=name)
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
print([name for name in sys.modules if name.partition(".")[0] == "torch"])
"""


def test_no_pytorch_is_needed_to_play():
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", PLAY]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


# --- its results ---------------------------------------------------------------------------------


def test_a_network_is_what_its_layers_say(positions):
    observations, network = positions[0][:40], random_network()
    arrays = network.arrays()
    hidden = observations.astype(np.float64)
    for k in range(len(HIDDEN)):
        weight, bias = arrays[f"trunk.{2 * k}.weight"], arrays[f"trunk.{2 * k}.bias"]
        hidden = np.maximum(hidden @ weight.T + bias, 0)
    logits, values = network.judge(observations)
    for head, answer in (("policy", logits), ("value", values[:, None])):
        expected = hidden @ arrays[f"{head}.weight"].T + arrays[f"{head}.bias"]
        np.testing.assert_allclose(answer, expected, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("helpers", [0, 2])
def test_a_position_does_not_depend_on_the_others(positions, monkeypatch, helpers):
    monkeypatch.setattr(network_module, "HELPERS", None)  # restored in the end
    use_threads(1 + helpers)
    network = Network.load(shipped_network(SPEC), SPEC)[0]
    observations = positions[0][: 4 * MIN_SHARED_ROWS + 3]
    together = network.judge(observations)
    for start, stop in ((0, 1), (1, 9), (9, len(observations))):
        for part, whole in zip(network.judge(observations[start:stop]), together, strict=True):
            assert part.tobytes() == whole[start:stop].tobytes()


def test_observations_are_taken_in_any_form(positions):
    network, observations = random_network(), positions[0][:20]
    expected = network.judge(observations)
    read_only = observations.copy()
    read_only.flags.writeable = False
    for form in (read_only, observations.astype(np.float64), np.asfortranarray(observations)):
        for answer, array in zip(network.judge(form), expected, strict=True):
            assert (answer == array).all()
    logits, values = network.judge(observations[:0])
    assert (logits.shape, values.shape) == ((0, SPEC.num_actions), (0,))
    with pytest.raises(ValueError, match=r"shape \(20, 3\), expected \(n, 1092\)"):
        network.judge(observations[:, :3])


def test_a_copy_plays_the_same(positions):
    observations = positions[0][:5]
    for agent in (PolicyAgent.of(random_network()), PuctAgent(SPEC, simulations=4)):
        copy = pickle.loads(pickle.dumps(agent))
        policy, copied = (getattr(one, "policy", one) for one in (agent, copy))
        assert (policy.judge(observations)[0] == copied.judge(observations)[0]).all()


# --- files ---------------------------------------------------------------------------------------


def test_a_network_comes_back_as_it_was(tmp_path):
    network, path = random_network(), tmp_path / "a.safetensors"
    network.save(path, {"run": "x"})
    loaded, about = Network.load(path, SPEC)
    assert (about, loaded.hidden, loaded.spec) == ({"run": "x"}, HIDDEN, SPEC)
    for name, array in network.arrays().items():
        assert (loaded.arrays()[name] == array).all()


def test_files_that_hold_no_network(tmp_path):
    path = tmp_path / "a.safetensors"
    with pytest.raises(AgentError, match=f"there is no network {path}"):
        Network.load(path, SPEC)
    path.write_bytes(b"nonsense")
    with pytest.raises(AgentError, match=f"{path} holds no network: "):
        Network.load(path, SPEC)
    for metadata in (None, {"format": "pt"}):
        save_file({"x": np.zeros(2)}, path, metadata)
        with pytest.raises(AgentError, match=r"is no network of this project .*rokoko-network-1"):
            Network.load(path, SPEC)
    write_arrays(path, SPEC, "checkpoint", {}, {"step": np.float32(3)})
    with pytest.raises(AgentError, match="is no network of this project"):
        Network.load(path, SPEC)


def test_networks_that_do_not_fit(tmp_path, monkeypatch):
    network, path = random_network(), tmp_path / "a.safetensors"
    random_network(toy_game.SPEC).save(path, {})
    sentence = f"{path} holds a network for the game {toy_game.SPEC.name}, not for {SPEC.name}$"
    with pytest.raises(AgentError, match=sentence):
        Network.load(path, SPEC)
    network.hidden = (24, 16, 9)
    network.save(path, {})
    with pytest.raises(AgentError, match=r"does not fit .*: trunk\.4\.weight has shape \(8, 16\)"):
        Network.load(path, SPEC)
    network.hidden = HIDDEN
    network.save(path, {})
    monkeypatch.setitem(SPEC.__dict__, "layout_digest", "another one")
    with pytest.raises(AgentError, match=r"a\.safetensors was trained on another layout of obser"):
        Network.load(path, SPEC)


def test_other_files_keep_the_shapes_of_their_arrays(tmp_path):
    path = tmp_path / "a.safetensors"
    arrays = {"step": np.float32(3), "turned": np.arange(6.0).reshape(2, 3).T}
    write_arrays(path, SPEC, "checkpoint", {"pool": [1]}, arrays)
    header, read = read_arrays(path, SPEC, "checkpoint")
    assert header == {
        "format": "rokoko-checkpoint-1", "layout": SPEC.layout_digest, "pool": [1]
    }  # fmt: skip
    for name, array in arrays.items():
        assert read[name].shape == array.shape
        assert (read[name] == array).all()


def test_the_shipped_network_is_of_this_layout():
    with safe_open(shipped_network(SPEC), "np") as file:
        header = json.loads(file.metadata()["rokoko"])
    assert (header["format"], header["layout"]) == (SPEC.mark("network"), SPEC.layout_digest)


# --- any game ------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.name)
def test_networks_play_every_game(spec, tmp_path):
    random_network(spec).save(tmp_path / RUN_NETWORK, {"reward": "rank"})
    for name in (f"ppo:{tmp_path}", f"puct:{tmp_path}:9"):
        for num_players in spec.players:
            seating = np.zeros((2, num_players), np.int64)
            results = play_games([make_agent(name, spec)], seating, np.arange(2), spec=spec)
            assert (results.decisions > 0).any()


@pytest.mark.parametrize("name", ["ppo", "puct::8"])
def test_a_game_without_a_network_says_so(name):
    assert find_network("", SPEC) == shipped_network(SPEC)
    with pytest.raises(AgentError, match=f"{toy_game.SPEC.title} ships no network: name a run or"):
        make_agent(name, toy_game.SPEC)
