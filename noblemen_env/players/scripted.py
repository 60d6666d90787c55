"""`greedy`, `heuristic` and archetypes: agents that follow a script."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from noblemen_env.core.ids import MAX_PLAYERS
from noblemen_env.players.core.script.greedy import choose_greedily
from noblemen_env.players.core.script.plan import PLAN
from noblemen_env.players.core.script.style import FIELDS, make_styles
from noblemen_env.spec import SPEC
from parlour.players import styles
from parlour.players.agent import Agent, Seats
from parlour.players.registry import register
from parlour.players.styles import read_numbers, register_archetypes
from parlour.players.tunable import Numbers, Tunable

NUMBERS = Path(__file__).with_name("heuristic.json")
PLAYERS = range(3, MAX_PLAYERS + 1)


def load_numbers(path: Path = NUMBERS) -> dict[int, Numbers]:
    """Read the parameters of `heuristic`, for each number of players."""
    return read_numbers(FIELDS, PLAYERS, path)


@cache
def heuristic_style(num_players: int) -> np.ndarray:
    """Return the style of `heuristic` for this number of players, as an array of length 1."""
    return make_styles(load_numbers()[num_players])


@register("greedy", "takes the action that is best at once, by fixed prices", SPEC)
class GreedyAgent(Agent):
    def act_batch(self, seats: Seats) -> np.ndarray:
        actions = np.empty(len(seats), np.int64)
        choose_greedily(seats.worlds(), seats.ruleset.rules, actions)
        return actions


class StyleAgent(styles.StyleAgent):
    """Plays the action with the highest rating by its style (`players.core.script.style`)."""

    plan = PLAN


TUNABLE = Tunable(
    limits={name: (low, high) for name, _, low, high, _ in FIELDS if not name.startswith("want_")},
    lead_scale=25.0,
    file=NUMBERS,
    load=load_numbers,
    make_agent=lambda num_players, numbers: StyleAgent({num_players: make_styles(numbers)}),
)


@register("heuristic", "the strongest script: plans areas, enclosures, titles and time", SPEC)
def heuristic() -> Agent:
    return StyleAgent({p: heuristic_style(p) for p in PLAYERS})


# Each archetype has the parameters of `heuristic`, but wants one thing more than all others.
ARCHETYPES: dict[str, tuple[str, Numbers]] = {
    "landlord": (
        "lays fields and groves, and lives on taxes and land",
        {"want_fields": 2.5, "want_groves": 2.0, "want_fountains": 0.4, "want_queen": 0.5,
         "want_castles": 0.6},
    ),
    "courtier": (
        "lays fountains for gardens, the Queen and high titles",
        {"want_fountains": 2.5, "want_queen": 2.5, "rival_bids": 3.0, "want_fields": 0.6,
         "want_castles": 0.6, "want_follies": 0.5},
    ),
    "builder": (
        "builds and encloses castles, palaces and chapels",
        {"want_castles": 2.2, "want_chapels": 2.2, "want_enclosed": 2.0, "want_fountains": 0.5,
         "want_bribes": 0.5},
    ),
    "benefactor": (
        "bribes, and donates to the church",
        {"want_bribes": 2.2, "want_follies": 2.0, "church": 1.5, "bribe": 1.0,
         "want_castles": 0.5},
    ),
}  # fmt: skip


def _archetype(wants: Numbers) -> Agent:
    return StyleAgent({p: make_styles({**load_numbers()[p], **wants}) for p in PLAYERS})


register_archetypes(ARCHETYPES, _archetype, SPEC)
