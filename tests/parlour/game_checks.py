"""Checks that every game passes: functions of its spec and a number of players.

The author of a game calls them all from one test:

    @pytest.mark.parametrize("num_players", SPEC.players)
    @pytest.mark.parametrize("check", CHECKS)
    def test_the_game_plays_by_the_engines_rules(check, num_players):
        check(SPEC, num_players)
"""

from __future__ import annotations

import copy
import json
import pickle
import random
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import numpy as np
import pytest

from parlour.batch import Batch
from parlour.codec import DERIVED
from parlour.component_errors import ComponentError
from parlour.core.rewards import REWARD_NAMES
from parlour.core.states import start_games
from parlour.errors import GameFormatError, IllegalActionError, ReplayError
from parlour.game import Game
from parlour.playthrough import playthrough
from parlour.render import MODES
from parlour.replay import Replay
from parlour.saved_games import broken_header
from parlour.spec import GameSpec
from parlour.standings import win_shares

SEED = 7
POSITIONS = 9  # looked at in a game, about


def random_game(spec: GameSpec, num_players: int, seed: int = SEED, share: float = 1.0) -> Game:
    """Play this share of a game of usual length at random."""
    game, rng = spec.game_class(num_players, seed), random.Random(seed)
    for _ in range(int(share * spec.typical_decisions[num_players])):
        if not game.is_over:
            game.apply(rng.choice(game.legal_actions()))
    while share == 1.0 and not game.is_over:
        game.apply(rng.choice(game.legal_actions()))
    return game


def positions(spec: GameSpec, num_players: int, seed: int = SEED) -> Iterator[Game]:
    """A game played at random, at its beginning, at its end and sometimes in between."""
    game, rng, number = spec.game_class(num_players, seed), random.Random(seed), 0
    while not game.is_over:
        if number % (spec.typical_decisions[num_players] // POSITIONS + 1) == 0:
            yield game
        number += 1
        game.apply(rng.choice(game.legal_actions()))
    yield game


# --- arguments, names and actions ----------------------------------------------------------------


def check_numbers_of_players(spec: GameSpec, num_players: int) -> None:
    """The numbers that the spec names are played, others are refused."""
    assert num_players in spec.players
    assert spec.game_class(num_players, 0).num_players == num_players
    assert spec.typical_decisions[num_players] > 0
    for wrong in (spec.players[0] - 1, spec.players[-1] + 1, 1, 0, -num_players):
        for make in (spec.game_class, lambda n: Batch(1, n, spec=spec)):
            with pytest.raises(ValueError, match=f"num_players is {wrong}, expected"):
                make(wrong)


def check_components(spec: GameSpec, num_players: int) -> None:
    """The standard set is one object, hashable, with a digest; a folder has to be there."""
    standard = spec.load_components(None)
    assert spec.load_components(None) is standard
    assert spec.game_class(num_players, 0).components is standard
    assert len({standard, standard}) == 1
    assert isinstance(standard.digest, str)
    spec.check_components(standard)
    assert spec.build_rules(standard, num_players).dtype == spec.rules
    with pytest.raises(ComponentError) as error:
        spec.game_class(num_players, 0, components="no/such/folder")
    assert_sentence(error, "no/such/folder")


def check_names(spec: GameSpec, num_players: int) -> None:
    """Every action has a name of its own, and is found by it."""
    game = spec.game_class(num_players, 0)
    names = [game.action_name(action) for action in range(spec.num_actions)]
    assert len(set(names)) == spec.num_actions
    assert [game.parse_action(name) for name in names] == list(range(spec.num_actions))
    assert game.parse_action(f"  {names[0].upper()} ") == 0
    with pytest.raises(ValueError, match="is not the name of an action"):
        game.parse_action("no name of anything")
    for wrong in (-1, spec.num_actions):
        with pytest.raises(ValueError, match="is not an action: ids go from 0 to"):
            game.action_name(wrong)


def check_legal_actions(spec: GameSpec, num_players: int) -> None:
    """List, mask and bits agree; a player who is asked has a choice."""
    outside = [-(2**40), -63, -62, -2, -1, *range(spec.num_actions, spec.num_actions + 130), 2**40]
    numbers = np.array([*range(spec.num_actions), *outside])
    for game in positions(spec, num_players):
        mask = game.action_mask()
        assert mask.dtype == np.int8
        assert mask.shape == (spec.num_actions,)
        assert game.legal_actions() == np.flatnonzero(mask).tolist()
        if game.is_over:
            assert not mask.any()
            continue
        assert set(mask.tolist()) <= {0, 1}
        assert mask.sum() >= 2, "a forced choice is shown"
        rows = np.repeat(spec.new_rows(1), len(numbers))
        rows["state"] = game._states
        for i, number in enumerate(numbers):
            is_legal = spec.kernels.first_illegal(rows, numbers, i, i + 1) == -1
            assert is_legal == (0 <= number < spec.num_actions and mask[number]), number


def check_illegal_actions(spec: GameSpec, num_players: int) -> None:
    """Each action is either applied, or refused with one sentence that changes nothing."""
    for game in positions(spec, num_players):
        legal, before = set(game.legal_actions()), game.to_bytes()
        for action in (*range(spec.num_actions), -1, spec.num_actions, 2**70, 0.5, "0", True, None):
            if not isinstance(action, bool) and action in legal:
                game.clone().apply(action)
                continue
            with pytest.raises(IllegalActionError) as error:
                game.apply(action)
            assert_sentence(error, f"is not legal for player {game.current_player}: ")
        assert game.to_bytes() == before


def assert_sentence(error: pytest.ExceptionInfo[Exception], words: str) -> None:
    """The message is one line that contains these words."""
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def check_end(spec: GameSpec, num_players: int) -> None:
    """Scores, breakdown, winners and record tell the same; no action is left."""
    for seed in range(10):
        game = random_game(spec, num_players, seed)
        assert game.decision == spec.decisions[spec.over]
        assert 1 <= game.round <= spec.rounds
        rows = game.score_breakdown()
        assert [row["total"] for row in rows] == game.scores()
        assert game.record["score"][:num_players].tolist() == game.scores()
        for row in rows:
            assert [*row] == [*spec.sources, "total", spec.tie_break_word]
            assert row["total"] == sum(row[source] for source in spec.sources)
            assert 0 <= row[spec.tie_break_word] < 1024
        best = max((row["total"], row[spec.tie_break_word]) for row in rows)
        assert game.winners() == [
            p for p, row in enumerate(rows) if (row["total"], row[spec.tie_break_word]) == best
        ]
        with pytest.raises(IllegalActionError, match="the game is over"):
            game.apply(0)


def check_invariants(spec: GameSpec, num_players: int) -> None:
    """Positions of games are sound; a record that is not is found out."""
    for seed in range(3):
        for game in positions(spec, num_players, seed):
            assert_sound(game)
    highest = {"num_players": spec.max_players, "player": num_players - 1, "decision": spec.over}
    for name, number in (highest | {"round_number": spec.rounds}).items():
        for wrong in (number + 1, -1):
            other = game.clone()
            other.record[name] = wrong
            with pytest.raises(GameFormatError) as error:
                type(game).from_bytes(other.to_bytes())
            assert_sentence(error, name.removesuffix("_number"))


def assert_sound(game: Game) -> None:
    spec, record, rules = game.spec, game.record, game.rules
    assert broken_header(spec, record) == []
    assert spec.broken_invariants(record, rules, game._ruleset.vocabulary) == []
    assert game.is_over or spec.broken_decision(record, rules) == []


# --- seeds and batches ---------------------------------------------------------------------------


def check_seeds(spec: GameSpec, num_players: int) -> None:
    """A game is a function of its seed; without one it draws one."""
    make = spec.game_class
    assert make(num_players, SEED) == make(num_players, SEED)
    assert len({make(num_players, seed).state_hash() for seed in (0, 1, 2, 2**64 - 1)}) == 4
    assert make(num_players).seed != make(num_players).seed
    used, fresh = random_game(spec, spec.players[-1], SEED + 1), make(num_players, SEED)
    start_games(used._states, fresh._rules, num_players, np.array([SEED], np.uint64))
    assert used._states.tobytes() == fresh._states.tobytes(), "something of another game is left"


def check_batches_of_any_size(spec: GameSpec, num_players: int) -> None:
    """With any size and number of threads a batch plays the games that `Game` plays."""
    options = {"seed": SEED, "spec": spec, "auto_reset": False, "reward": "shaped"}
    batches = [Batch(size, num_players, threads=t, **options) for size, t in ((2, 1), (400, 2))]
    games = [spec.game_class(num_players, SEED + i) for i in range(2)]
    while not batches[0].done.all():
        for i, game in enumerate(games):
            for batch in batches:
                assert batch.states[i].tobytes() == game.record.tobytes()
                seen = game.observation(game.current_player).tobytes()
                assert batch.observation[i].tobytes() == seen
                if not game.is_over:
                    assert batch.mask[i].tobytes() == game.action_mask().tobytes()
        actions = [batch.random_actions().copy() for batch in batches]
        assert actions[0].tolist() == actions[1][:2].tolist()
        for batch, chosen in zip(batches, actions, strict=True):
            batch.step(chosen)
        assert batches[0].reward.tobytes() == batches[1].reward[:2].tobytes()
        for game, action in zip(games, actions[0], strict=True):
            if not game.is_over:
                game.apply(action)
    for batch in batches:
        assert batch.score[:2].tolist() == [game.scores() for game in games]
        assert batch.mask[:2].all()


def check_illegal_actions_in_batches(spec: GameSpec, num_players: int) -> None:
    """An illegal action anywhere changes no game at all."""
    for threads in (1, 2):
        batch = Batch(400, num_players, seed=SEED, threads=threads, spec=spec)
        actions = batch.random_actions().copy()
        before = batch._rows.tobytes()
        for wrong in (int(batch.mask[399].argmin()), -1, spec.num_actions):
            actions[399] = wrong
            with pytest.raises(IllegalActionError) as error:
                batch.step(actions)
            assert_sentence(error, f"actions[399] is {wrong} (")
            assert batch._rows.tobytes() == before


def check_batches_go_on(spec: GameSpec, num_players: int) -> None:
    """After its end a game is followed by that of a later seed."""
    batch = Batch(3, num_players, seed=SEED, spec=spec)
    ended = np.zeros(3, int)
    while ended.min() < 2:
        batch.step(batch.random_actions())
        ended += batch.done
        assert batch.seed.tolist() == [SEED + i + 3 * n for i, n in enumerate(ended.tolist())]
        assert batch.mask.any(axis=1).all()
        for i in np.flatnonzero(batch.done):
            fresh = spec.game_class(num_players, int(batch.seed[i]))
            assert batch.states[i].tobytes() == fresh.record.tobytes()


def check_rewards(spec: GameSpec, num_players: int) -> None:
    """Rewards of all seats add up to what is promised, and go to the winners."""
    for name in REWARD_NAMES:
        options = {"reward": name, "auto_reset": False, "observe": False, "spec": spec}
        batch = Batch(50, num_players, seed=SEED, **options)
        total = np.zeros((50, num_players))
        while not batch.done.all():
            batch.step(batch.random_actions())
            total += batch.reward
        assert abs(total).max() <= 1 + 1e-5
        wins = win_shares(batch.score, batch.tie_break)
        if name in ("win", "shaped"):
            assert total == pytest.approx((num_players * wins - 1) / (num_players - 1), abs=1e-4)
        if name != "margin":
            assert total.sum(axis=1) == pytest.approx(0, abs=1e-4)
            assert (
                total[wins > 0] >= total.max(axis=1).repeat((wins > 0).sum(axis=1)) - 1e-4
            ).all()


# --- copies and files ----------------------------------------------------------------------------


def check_copies(spec: GameSpec, num_players: int) -> None:
    """Copies and saved games are equal, independent, and continue like the original."""
    for game in positions(spec, num_players):
        others = [
            game.clone(),
            copy.copy(game),
            copy.deepcopy(game),
            pickle.loads(pickle.dumps(game)),
            type(game).from_bytes(game.to_bytes()),
            type(game).from_dict(json.loads(json.dumps(game.to_dict()))),
            Replay.from_json(Replay.of(game).to_json()).verify(),
        ]
        before = game.to_bytes()
        for other in others:
            assert type(other) is type(game)
            assert other == game
            assert other.state_hash() == game.state_hash()
        final = {_played_on(other).to_bytes() for other in others}
        assert len(final) == 1
        assert game.to_bytes() == before
    assert pickle.loads(pickle.dumps(spec)) is spec


def _played_on(game: Game) -> Game:
    for _ in range(30):
        if not game.is_over:
            game.apply(game.legal_actions()[len(game.history) % 2])
    return game


def check_derived_fields(spec: GameSpec, num_players: int) -> None:
    """Fields that are not stored follow from those that are."""
    derived = [name for name, *_, content in spec.fields if content == DERIVED]
    assert "legal" in derived
    for game in positions(spec, num_players):
        other = game.clone()
        for name in derived:
            other.record[name] = 0
        other._derive()
        assert other._states.tobytes() == game._states.tobytes()


def check_damaged_files(spec: GameSpec, num_players: int) -> None:
    """Saved games and replays that are damaged are refused in one sentence."""
    game = random_game(spec, num_players, share=0.5)
    data = game.to_bytes()
    for damaged in (b"", data[:-1], data + b"x", data[:60] + b"\0" + data[61:]):
        with pytest.raises(GameFormatError) as error:
            type(game).from_bytes(damaged)
        assert_sentence(error, "saved game")
    for name, wrong in (("num_players", spec.max_players + 1), ("history", ["fly"]), ("state", 1)):
        with pytest.raises(GameFormatError) as error:
            type(game).from_dict(game.to_dict() | {name: wrong})
        assert_sentence(error, "")
    replay = json.loads(Replay.of(game).to_json())
    for change, words in (
        ({"num_players": spec.max_players + 1}, "num_players is"),
        ({"actions": [*replay["actions"], spec.num_actions]}, "expected a whole number from 0 to"),
        ({"state_hash": "0" * 16}, "ends in another state"),
        ({"components": "ab" * 32}, "other components"),
    ):
        with pytest.raises(ReplayError) as error:
            Replay.from_json(json.dumps(replay | change)).verify()
        assert_sentence(error, words)


# --- hidden information --------------------------------------------------------------------------


def check_observations(spec: GameSpec, num_players: int) -> None:
    """Sections cover the vector; it is written in full, and stays within the environments' box."""
    covered = [i for part in spec.slices.values() for i in range(part.start, part.stop)]
    assert covered == list(range(spec.observation_size))
    for game in positions(spec, num_players):
        for seat in range(num_players):
            observation = game.observation(seat)
            assert observation.dtype == np.float32
            assert observation.shape == (spec.observation_size,)
            assert observation.min() >= 0
            assert observation.max() <= 100
            assert game.observation(seat).tobytes() == observation.tobytes()


def check_no_leak(spec: GameSpec, num_players: int) -> None:
    """Positions that differ only in what a seat does not know look the same to it."""
    for game in positions(spec, num_players):
        for seat in range(num_players):
            for seed in range(2):
                other = game.determinize(seat, seed)
                assert_looks_the_same(game, other, seat)
            assert other.render("svg", seat) == game.render("svg", seat)


def assert_looks_the_same(game: Game, other: Game, seat: int) -> None:
    """View, observation, text and mask of a seat are equal to the byte."""
    assert json.dumps(other.view(seat)) == json.dumps(game.view(seat))
    assert other.observation(seat).tobytes() == game.observation(seat).tobytes()
    assert other.text(seat) == game.text(seat)
    assert other.render("ansi", seat) == game.render("ansi", seat)
    if seat == game.current_player:
        assert other.action_mask().tobytes() == game.action_mask().tobytes()


def check_determinize(spec: GameSpec, num_players: int) -> None:
    """Drawn worlds are sound, tell nothing of the true one, and can be played to their end."""
    for game in positions(spec, num_players):
        before = game.to_bytes()
        for seat in range(num_players):
            world = game.determinize(seat, 1)
            assert_sound(world)
            assert world.seed is None
            assert world.history == ()
            # The same seed gives the same world, whatever it is drawn from.
            again = game.determinize(seat, 2).determinize(seat, 1)
            assert again._states.tobytes() == world._states.tobytes()
            assert game.is_over or world.record["rng"] != game.record["rng"]
        while not world.is_over:
            world.apply(world.legal_actions()[-1])
        assert_sound(world)
        with pytest.raises(ReplayError, match="determinized"):
            Replay.of(world)
        assert game.to_bytes() == before
    for seat in (-1, num_players, "0"):
        with pytest.raises((ValueError, TypeError), match="player"):
            game.determinize(seat, 0)


# --- for people ----------------------------------------------------------------------------------


def check_views(spec: GameSpec, num_players: int) -> None:
    """Views are JSON; text and pictures can be made of all of them."""
    for game in positions(spec, num_players):
        for seat in (None, 0, num_players - 1):
            view = game.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert game.text(seat)
            shown = {mode: game.render(mode, seat) for mode in MODES}
            assert isinstance(shown["ansi"], str)
            root = ET.fromstring(shown["svg"])
            height, width, colors = shown["rgb_array"].shape
            assert shown["rgb_array"].dtype == np.uint8
            assert (str(width), str(height), colors) == (root.get("width"), root.get("height"), 3)
            assert shown["rgb_array"].min() < shown["rgb_array"].max()
    assert str(game) == game.text()
    assert repr(game) == f"<Game: {num_players} players, round {game.round}, over>"
    with pytest.raises(ValueError, match="there is no render mode 'png'"):
        game.render("png")


def check_playthrough(spec: GameSpec, num_players: int) -> None:
    """A whole game as text names every decision."""
    game, rng = spec.game_class(num_players, SEED), random.Random(SEED)
    lines = list(playthrough(game, lambda game: rng.choice(game.legal_actions())))
    assert game.is_over
    assert lines[0] == f"{spec.title} with {num_players} players, seed {SEED}"
    assert sum(line.startswith("  -> ") for line in lines) == len(game.history)
    assert 1 <= sum(line.startswith("=== Round ") for line in lines) <= spec.rounds


CHECKS = [value for name, value in globals().copy().items() if name.startswith("check_")]
