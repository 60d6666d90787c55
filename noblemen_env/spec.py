"""Noblemen as a game of the engine."""

from __future__ import annotations

from noblemen_env.action_kinds import ACTION_KINDS
from noblemen_env.actions import ACTION_LAYOUT, action_names, vocabulary
from noblemen_env.components import Components, check_components, load_components
from noblemen_env.core import ids
from noblemen_env.core.hidden import HIDDEN_SIZE
from noblemen_env.core.rules import RULES, build_rules
from noblemen_env.core.sections import SECTIONS
from noblemen_env.core.state import FIELDS
from noblemen_env.explain import explain_illegal
from noblemen_env.invariants import broken_decision, broken_invariants, derive
from noblemen_env.narration import action_words, decision_words, round_words, seat_words
from noblemen_env.text import view_as_text
from noblemen_env.version import __version__
from noblemen_env.views import make_view
from parlour.render.shapes import Picture
from parlour.search_parts import SearchParts
from parlour.spec import GameSpec, View
from parlour.study_parts import StudyParts


def _draw(view: View, components: Components) -> Picture:
    from noblemen_env.render.layout import draw  # most programs draw nothing
    from noblemen_env.render.scene import make_scene

    return draw(make_scene(view, components))


def _view_as_ansi(view: View, components: Components) -> str:
    from noblemen_env.render.ansi import ansi_text
    from noblemen_env.render.scene import make_scene

    return ansi_text(make_scene(view, components))


def _search_parts(num_players: int) -> SearchParts:
    from noblemen_env.players.search import search_parts  # most programs do not search

    return search_parts(num_players)


def _study_parts() -> StudyParts:
    from noblemen_env.study import STUDY_PARTS  # most programs study nothing

    return STUDY_PARTS


def _check(components: Components) -> None:
    check_components(components, check_counts=False)


SPEC = GameSpec(
    name="noblemen",
    title="Noblemen",
    package="noblemen_env",
    version=__version__,
    magic="NOBL",
    players=range(3, ids.MAX_PLAYERS + 1),
    rounds=ids.DECADES,
    typical_decisions={3: 350, 4: 440, 5: 505},
    score_word="victory points",
    tie_break_word="money_left",
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
