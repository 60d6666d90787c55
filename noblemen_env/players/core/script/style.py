"""The style of a scripted player: the numbers that `make_plan` and `rate` work with.

All values are in victory points. `heuristic` plays by numbers found by `agents.tune`; the
archetypes play by the same numbers with preferences of their own (`noblemen_env.players.scripted`).
"""

from __future__ import annotations

from functools import partial

from parlour.players.styles import first_guess, write_styles

# name, first guess, sensible minimum and maximum, meaning
FIELDS: tuple[tuple[str, float, float, float, str], ...] = (
    # time and belongings
    ("pace", 0.75, 0.4, 1.3, "own turns for each move of the round marker"),
    ("pound", 0.55, 0.2, 1.2, "a pound that can still be spent"),
    ("purse", 7.0, 2, 20, "pounds that can be spent in one turn"),
    ("spent_turns", 3.0, 0.5, 8, "turns left from which money keeps its full value"),
    ("tile", 0.7, 0.1, 2, "a tile in hand that can still be laid"),
    ("tile_turns", 4.0, 0.5, 10, "turns left from which tiles keep their full value"),
    ("lay_share", 0.55, 0.1, 1, "share of the turns left in which tiles are laid"),
    ("spare_tile", 0.25, 0, 1, "share of its value that a tile has beyond those"),
    ("marker", 0.6, 0, 2, "a bribe marker, while masquerades come"),
    ("prestige", 0.35, 0.05, 1.5, "one prestige in each masquerade to come"),
    ("queen", 2.0, 0, 6, "taking the Queen"),
    ("queen_hold", 0.5, -1, 3, "having her, against the next seat"),
    # laying
    ("tax_uses", 0.7, 0, 1.5, "share of coming decades in which taxes are collected"),
    ("land_uses", 0.5, 0, 1.5, "in which land is acquired"),
    ("area", 0.6, 0, 4, "an area, for follies"),
    ("three", 0.45, 0, 1, "share of an area that three of its tiles are worth"),
    ("two", 0.2, 0, 0.8, "two"),
    ("one", 0.06, 0, 0.4, "one"),
    ("block", 0.5, 0, 1.5, "weight of areas that a tile makes impossible"),
    ("site_castle", 1.6, 0, 6, "a first meadow for a castle"),
    ("site_chapel", 0.8, 0, 5, "a first meadow for a chapel"),
    ("site_more", 0.3, 0, 1, "share of the value of a second one"),
    ("site_near", 0.5, 0, 3, "a site that is enclosed already"),
    ("site_chapel_near", 0.7, 0, 3, "a chapel's site for each castle or palace next to it"),
    ("enclose", 0.8, 0.4, 0.97, "chance that a missing cell around a castle is filled"),
    ("want_enclosed", 1.0, 0, 3, "weight of filling it"),
    ("compact", 0.05, 0, 0.5, "each neighbouring cell with land"),
    # buildings
    ("castle", 1.5, -3, 8, "extra for a castle"),
    ("palace_hope", 2.0, 0, 8, "a castle that can become a palace"),
    ("palace", 1.0, -3, 8, "extra for a palace"),
    ("chapel", 0.0, -3, 6, "extra for a chapel"),
    ("folly", 0.0, -6, 8, "extra for a folly"),
    ("chapel_near", 0.7, 0, 2, "weight of points for a chapel next to an enclosed building"),
    ("knight", 1.0, 0, 3, "weight of what a knight takes and gains"),
    ("deny", 0.3, 0, 1, "weight of what the host of a knight loses"),
    # other actions
    ("bribe", 0.0, -2, 3, "extra for bribing"),
    ("taxes_wait", 0.5, 0, 1, "share of what taxes bring later in the decade, too"),
    ("land_wait", 0.5, 0, 1, "share of what land brings later in the decade, too"),
    ("church", 0.0, -3, 3, "extra for donating"),
    ("idle", 0.0, -3, 2, "extra for leisure"),
    ("swap", 0.3, 0, 2, "price of a swap besides the tile"),
    # cards
    ("card", 0.9, 0, 3, "a card in hand, while masquerades come"),
    ("inheritance", 3.5, 0, 9, "keeping it for later"),
    ("intrigue", 1.0, 0, 5, "keeping it"),
    ("blackmail", 1.8, 0, 5, "keeping it"),
    ("dowry_hold", 0.5, 0, 1, "share of Dowry that is there later, too"),
    ("masterstroke", 2.0, 0, 6, "keeping it for later"),
    ("wedding_hold", 0.3, 0, 1, "share of Secret wedding that is there later, too"),
    ("tribute_hold", 0.3, 0, 1, "share of Tribute that is there later, too"),
    ("vicar", 1.5, 0, 4, "keeping Vicar's favour for later"),
    ("whitehall", 1.8, 0, 5, "keeping it for later"),
    # masquerades
    ("rival_bids", 1.5, 0, 6, "prestige that rivals who have not bid are expected to add"),
    ("discount", 1.0, 0, 4, "a pound of discount until the next masquerade"),
    # preferences of an archetype
    ("want_fields", 1.0, 0, 5, "fields, manors and taxes"),
    ("want_groves", 1.0, 0, 5, "groves, forests and land"),
    ("want_fountains", 1.0, 0, 5, "fountains, gardens and titles"),
    ("want_queen", 1.0, 0, 5, "the Queen"),
    ("want_castles", 1.0, 0, 5, "castles and palaces"),
    ("want_chapels", 1.0, 0, 5, "chapels"),
    ("want_follies", 1.0, 0, 5, "follies"),
    ("want_bribes", 1.0, 0, 5, "bribe markers and the church"),
)

FIRST_GUESS = first_guess(FIELDS)
make_styles = partial(write_styles, FIELDS)
