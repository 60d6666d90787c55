"""The words of a report on the balance of Noblemen."""

from __future__ import annotations

from research.balance.parts import Section, Times, Words

TIMES = Times(
    noun="phase",
    labels=tuple(f"{decade}{phase}" for decade in (1, 2, 3) for phase in "abc"),
    note="A phase is a part of a decade: a until its first masquerade, b until the second, c until "
    "the scoring of buildings. New scandal cards belong to the new decade.",
)

HELD = (
    "phase, turn order, distance from the Queen's owner and fields to the next masquerade or "
    "scoring, kind of choice (turn, bid, cards, start), points and lead, money, tiles in hand and "
    "on the estate by type, areas by kind, free ones, cells that would complete one, castles, "
    "palaces (enclosed and not), chapels, follies and meadows without a building, bribe markers, "
    "scandal cards, Blackmail and Liaison among them, knights in the supply, title, taxes and land "
    "(used, and worth), own prestige and highest bid, those of the best rival and its money, the "
    "offer of buildings, markers and church"
)

WORDS = Words(
    start="Seat 0 starts, and the order of turns never changes. Each later seat begins with more "
    "money, and the last one with the Queen, so these are effects of the place with all that comes "
    "with it.",
    seats_matter=True,
    sections=(
        Section(
            ("buildings",),
            "The effect of building something on the share of victories, compared with not "
            "building it in a phase in which it was possible.",
        ),
        Section(
            ("titles",),
            "The same for reaching each title, or a higher one, at each masquerade (I.1 is the "
            "first one of decade 1), compared with seats that had, or could have bid, enough "
            "prestige for it and did not get it: others bid more, or they bid less.",
        ),
        Section(
            ("cards played", "cards kept", "cards given up"),
            "The same for scandal cards: playing one (or keeping all for Intrigue), keeping one of "
            "those looked at, giving one up at a masquerade.",
        ),
        Section(
            ("areas", "Queen and knights"),
            "The same for completing an area or enclosing a castle or palace where one more tile "
            "would do, for taking the Queen where an action would bring her, and for knights.",
        ),
        Section(
            ("actions", "markers", "start"),
            "The same for the other actions of a turn, for spending at least one marker, and for "
            "starting with as many tiles of a type as possible.",
        ),
    ),
    ranked="buildings",
    ranked_words="Buildings",
    other=("areas", "Queen and knights", "actions", "markers", "start"),
    other_words="areas, Queen, knights, actions, markers and tiles at the start",
    crowded=("titles", "cards kept"),
    left="could have built a palace but did not",
    unseen="where on the estate a tile fits",
    components="The prices of castles, chapels and palaces are reconstructed, and the round track "
    "is inferred (docs/noblemen/components.md): the findings are about this set of components.",
    turns="turns",
)
