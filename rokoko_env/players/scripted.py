"""`greedy`, `heuristic` and five archetypes: agents that follow a script."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from parlour.players import styles
from parlour.players.agent import Agent, Seats
from parlour.players.registry import register
from parlour.players.styles import read_numbers, register_archetypes
from parlour.players.tunable import Numbers, Tunable
from rokoko_env.core.ids import MAX_PLAYERS
from rokoko_env.players.core.script.greedy import choose_greedily
from rokoko_env.players.core.script.plan import PLAN
from rokoko_env.players.core.script.style import FIELDS, make_styles
from rokoko_env.spec import SPEC

NUMBERS = Path(__file__).with_name("heuristic.json")
PLAYERS = range(2, MAX_PLAYERS + 1)


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


@register("heuristic", "the strongest script: values money, silk, spaces, cards and tempo", SPEC)
def heuristic() -> Agent:
    return StyleAgent({p: heuristic_style(p) for p in PLAYERS})


# Each archetype has the parameters of `heuristic`, but wants one thing more than all others.
ARCHETYPES: dict[str, tuple[str, Numbers]] = {
    "hostess": (
        "rents out dresses for the majority in every hall, and leaves the garden to others",
        {"want_majorities": 2.5, "rent": 3.0, "want_statues": 0.3, "want_fireworks": 0.3,
         "want_fountains": 0.3, "want_musicians": 0.5, "want_sales": 0.5},
    ),
    "sculptor": (
        "funds statues, musicians and fountains, and dresses every colour for the statues",
        {"want_statues": 1.8, "want_musicians": 1.5, "want_fountains": 1.3, "statue_hope": 1.5,
         "fund_statue": 0.0, "fund_musician": 0.0, "want_fireworks": 0.3, "want_majorities": 0.7},
    ),
    "pyrotechnist": (
        "funds fireworks and fills the King's hall to watch them from the terrace",
        {"want_fireworks": 1.8, "king_hope": 0.8, "terrace_hope": 3.0, "fund_fireworks": -1.0,
         "want_statues": 0.4, "want_musicians": 0.4, "want_fountains": 0.4},
    ),
    "banker": (
        "sells dresses and buys prestige: exchanges, musicians, and deputed cards for money",
        {"want_sales": 1.5, "livre_early": 0.5, "livre_late": 0.35, "want_musicians": 1.8,
         "want_majorities": 0.6, "rent": -1.0, "want_exchange": 1.8, "want_fireworks": 0.5},
    ),
    "recruiter": (
        "hires whenever it can, keeps a large deck, and lives on bonuses and crowns",
        {"want_cards": 2.0, "master_round": 2.0, "journeyman_round": 0.3, "trim": 1.2,
         "crown_deck": 2.5, "crown_trim": 2.0, "crown_masters": 2.5, "crown_couples": 2.5,
         "card_depute_livre": -3.0, "card_depute_use": -3.0},
    ),
}  # fmt: skip


def _archetype(wants: Numbers) -> Agent:
    return StyleAgent({p: make_styles({**load_numbers()[p], **wants}) for p in PLAYERS})


register_archetypes(ARCHETYPES, _archetype, SPEC)
