"""Rokoko as a game of the engine."""

from __future__ import annotations

from parlour.render.shapes import Picture
from parlour.search_parts import SearchParts
from parlour.spec import GameSpec, View
from parlour.study_parts import StudyParts
from rokoko_env.action_kinds import ACTION_KINDS
from rokoko_env.actions import ACTION_LAYOUT, action_names, vocabulary
from rokoko_env.components import Components, check_components, load_components
from rokoko_env.core import ids
from rokoko_env.core.hidden import HIDDEN_SIZE
from rokoko_env.core.rules import RULES, build_rules
from rokoko_env.core.sections import SECTIONS
from rokoko_env.core.state import FIELDS
from rokoko_env.explain import explain_illegal
from rokoko_env.invariants import broken_decision, broken_invariants, derive
from rokoko_env.narration import action_words, decision_words, round_words, seat_words
from rokoko_env.text import view_as_text
from rokoko_env.version import __version__
from rokoko_env.views import make_view


def _draw(view: View, components: Components) -> Picture:
    from rokoko_env.render.layout import draw  # most programs draw nothing
    from rokoko_env.render.scene import make_scene

    return draw(make_scene(view, components))


def _view_as_ansi(view: View, components: Components) -> str:
    from rokoko_env.render.ansi import ansi_text
    from rokoko_env.render.scene import make_scene

    return ansi_text(make_scene(view, components))


def _search_parts(num_players: int) -> SearchParts:
    from rokoko_env.players.search import search_parts  # most programs do not search

    return search_parts(num_players)


def _study_parts() -> StudyParts:
    from rokoko_env.study import STUDY_PARTS  # most programs study nothing

    return STUDY_PARTS


def _check(components: Components) -> None:
    check_components(components, check_counts=False)


SPEC = GameSpec(
    name="rokoko",
    title="Rokoko",
    package="rokoko_env",
    version=__version__,
    magic="RKKO",
    players=range(2, ids.MAX_PLAYERS + 1),
    rounds=ids.ROUNDS,
    typical_decisions={2: 216, 3: 320, 4: 400, 5: 500},
    score_word="prestige",
    tie_break_word="livre_left",
    fields=FIELDS,
    rules=RULES,
    sections=SECTIONS,
    num_actions=ids.NUM_ACTIONS,
    action_layout=ACTION_LAYOUT,
    decisions=ids.DECISION_NAMES,
    sources=ids.SOURCE_NAMES,
    load_components=load_components,
    check_components=_check,
    build_rules=build_rules,
    action_names=action_names,
    vocabulary=vocabulary,
    make_view=make_view,
    view_as_text=view_as_text,
    view_as_ansi=_view_as_ansi,
    draw=_draw,
    explain_illegal=explain_illegal,
    seat_words=seat_words,
    decision_words=decision_words,
    action_words=action_words,
    broken_invariants=broken_invariants,
    broken_decision=broken_decision,
    derive=derive,
    round_words=round_words,
    search_parts=_search_parts,
    study_parts=_study_parts,
    hidden_size=HIDDEN_SIZE,
    action_kinds=ACTION_KINDS,
)
