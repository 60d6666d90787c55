"""The style of a scripted player: the numbers that `make_plan` and `rate` work with.

All values are in prestige. `heuristic` plays by numbers found by `agents.tune`; the archetypes play
by the same numbers with preferences of their own (`rokoko_env.players.scripted`).
"""

from __future__ import annotations

from functools import partial

from parlour.players.styles import first_guess, write_styles

# name, first guess, sensible minimum and maximum, meaning
FIELDS: tuple[tuple[str, float, float, float, str], ...] = (
    # money
    ("livre_early", 0.35, 0.1, 0.8, "a Livre in the first round"),
    ("livre_late", 0.28, 0.1, 0.8, "a Livre in the last round, with turns left to spend it"),
    ("spending_turns", 3.0, 0.5, 10, "turns left from which money keeps its full value"),
    ("working", 8.0, 0, 25, "working capital: the first Livre, without which nothing can be done,"),
    ("working_extra", 0.1, 0, 0.8, "are each worth this much more"),
    ("purse", 10.0, 0, 40, "Livre that can be spent in one turn; more counts as at the end"),
    ("purse_per_turn", 6.0, 0, 25, "more of them for each turn left"),
    ("income_later", 0.8, 0.2, 3, "weight of income in coming rounds against money now"),
    # halls
    ("sharp_early", 0.8, 0.1, 4, "how far a lead in dresses decides a hall, at the start"),
    ("sharp_late", 2.5, 0.3, 8, "at the end"),
    ("tie_break", 0.25, 0, 1.2, "weight of a Master space against a dress in a majority"),
    ("deny", 0.4, 0, 1.5, "weight of another player's loss of a majority"),
    ("presence", 1.0, 0, 2, "progress to the all-halls bonus"),
    # dresses and silk
    ("ready", 0.65, 0.1, 1, "share of its value that a dress has when it could be made now"),
    ("second_plan", 0.35, 0, 1, "weight of a second dress within reach"),
    ("bale_step", 0.45, 0.05, 2, "how far off a dress is for each bale missing"),
    ("trim_step", 0.45, 0.05, 2, "for each yarn or lace missing"),
    ("yellow", 0.35, 0, 2, "a bale, not counting plans"),
    ("green", 0.35, 0, 2, "a bale, not counting plans"),
    ("red", 0.5, 0, 2, "a bale, not counting plans"),
    ("blue", 0.7, 0, 2, "a bale, not counting plans"),
    ("trim", 0.4, 0, 2, "yarn or lace, not counting plans"),
    ("silk_turns", 4.0, 0.5, 12, "turns left from which silk and trim keep their full value"),
    ("rent", 1.0, 0, 8, "extra for renting a dress out"),
    # decorations
    ("statue_hope", 0.6, 0, 2, "statues still to be funded, for the colour of a dress"),
    ("dress_hope", 0.12, 0, 0.5, "future dresses for a statue, for each turn left"),
    ("terrace_hope", 1.2, 0, 4, "prestige of a future dress in the King's hall"),
    ("king_hope", 0.3, 0, 2, "future fireworks for a dress in the King's hall"),
    ("sharp_fireworks", 1.5, 0.3, 6, "how far a lead decides the fireworks"),
    ("fund_musician", 0.0, -5, 6, "extra for funding a musician"),
    ("fund_fountain", 0.0, -5, 8, "a fountain"),
    ("fountain_round", 0.0, -0.5, 2, "a fountain, for each later round"),
    ("fund_statue", 0.0, -5, 6, "a statue"),
    ("fund_fireworks", 0.0, -5, 6, "fireworks"),
    # cards
    ("uses", 0.45, 0.1, 1, "how often a card of the deck is played in a round"),
    ("master_round", 0.35, -0.5, 1.5, "owning a Master, for each later round"),
    ("journeyman_round", 0.1, -0.5, 1.5, "a Journeyman"),
    ("apprentice_round", -0.25, -1, 1, "an Apprentice"),
    ("master_turn", 3.0, 0, 8, "one more turn with a Master"),
    ("journeyman_turn", 2.5, 0, 8, "with a Journeyman"),
    ("apprentice_turn", 1.8, 0, 8, "with an Apprentice"),
    ("master_hold", 4.0, 0, 12, "a Master kept in hand for later in the round"),
    ("journeyman_hold", 2.5, 0, 12, "a Journeyman"),
    ("apprentice_hold", 1.8, 0, 12, "an Apprentice"),
    ("bonus_hold", 0.6, -0.5, 1.5, "share of a card's bonus that would be lost by waiting"),
    ("master_pick", 4.0, 0, 12, "taking a Master into the hand"),
    ("journeyman_pick", 2.5, 0, 12, "a Journeyman"),
    ("apprentice_pick", 1.8, 0, 12, "an Apprentice"),
    ("bonus_pick", 1.0, 0, 2.5, "weight of the card's bonus when picking"),
    ("bonus_hired", 0.8, 0, 2, "weight of the bonus of a card to hire, if it were used now"),
    ("turn_growth", 0.0, -0.8, 1.5, "how much more a turn is worth in the last round"),
    ("bonus_later", 0.8, 0, 2, "bonuses of coming rounds"),
    ("blind_tile", 1.0, 0, 3, "a tile drawn unseen, or any tile later"),
    ("extra_dress", 2.0, 0, 6, "a dress made by a bonus later"),
    ("extra_fund", 1.5, 0, 5, "a decoration funded by a bonus later, for 5 Livre saved"),
    ("favor", 0.8, 0, 4, "being start player"),
    ("crown_deck", 1.0, 0, 2, "the crown for the deck, against its present value"),
    ("crown_trim", 1.0, 0, 2, "the crown for pairs of yarn and lace"),
    ("crown_masters", 1.0, 0, 2, "the crown for guests on Master spaces"),
    ("crown_couples", 1.0, 0, 2, "the crown for couples"),
    ("dresses_to_come", 0.1, 0, 0.5, "dresses or decorations added per turn, for bonuses"),
    # extra for owning a card, by the effect of its bonus
    ("card_acquire", 0.0, -5, 5, "one more tile"),
    ("card_blind_tile", 0.0, -5, 5, "a tile drawn unseen"),
    ("card_depute_use", 0.0, -5, 8, "depute and use the bonus"),
    ("card_depute_livre", 0.0, -5, 5, "depute for Livre"),
    ("card_livre", 0.0, -5, 5, "Livre for dresses, decorations or the deck"),
    ("card_prestige", 0.0, -5, 5, "prestige for dresses or decorations"),
    ("card_dress", 0.0, -5, 8, "one more dress"),
    ("card_fund", 0.0, -5, 8, "one more decoration"),
    ("card_exchange", 0.0, -5, 5, "prestige for Livre or silk"),
    # preferences of an archetype
    ("want_majorities", 1.0, 0, 5, "majorities of halls"),
    ("want_musicians", 1.0, 0, 5, "musicians"),
    ("want_statues", 1.0, 0, 5, "statues"),
    ("want_fireworks", 1.0, 0, 5, "fireworks and the terrace"),
    ("want_fountains", 1.0, 0, 5, "fountains"),
    ("want_cards", 1.0, 0, 5, "employees, their future bonuses and their crowns"),
    ("want_sales", 1.0, 0, 5, "dresses sold"),
    ("want_exchange", 1.0, 0, 5, "prestige bought by a bonus"),
)

FIRST_GUESS = first_guess(FIELDS)
make_styles = partial(write_styles, FIELDS)
