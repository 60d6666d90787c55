"""Pebbles, a small game for tests: all that a game has to tell the engine.

Each round as many pebbles as seats are drawn from a bag. In turn each seat takes one (the last has
no choice) and lays it on a free space of a path. Points: for each pair of own neighbouring spaces,
and for each pebble that one's secret card wants. Of a tie the seat with more high pebbles wins.
"""

import parlour.game
from parlour.spec import GameSpec
from tests.toy_game import components, rules, shown

SPEC = GameSpec(
    name="toy", title="Pebbles", package=__name__, version="1.0", magic="TOYS",
    players=range(3, rules.SEATS + 1), rounds=rules.ROUNDS,
    typical_decisions={n: rules.ROUNDS * (2 * n - 1) for n in range(3, rules.SEATS + 1)},
    score_word="points", tie_break_word="high_pebbles",
    fields=rules.FIELDS, rules=rules.RULES, sections=rules.SECTIONS,
    num_actions=rules.PEBBLES + rules.SPACES, action_layout=rules.WORD_STARTS,
    decisions=("take", "lay", "over"), sources=("pairs", "wanted"),
    load_components=components.load, check_components=components.check,
    build_rules=components.build_rules,
    action_names=shown.action_names, vocabulary=shown.vocabulary, make_view=shown.make_view,
    view_as_text=shown.view_as_text, view_as_ansi=shown.view_as_ansi, draw=shown.draw,
    explain_illegal=shown.explain_illegal, seat_words=shown.seat_words,
    decision_words=lambda game: game.decision,
    action_words=lambda game, action: game.action_name(action),
    broken_invariants=shown.broken_invariants, broken_decision=shown.broken_decision,
    derive=shown.derive,
)  # fmt: skip


class Game(parlour.game.Game):
    """One game of Pebbles."""

    spec = SPEC
