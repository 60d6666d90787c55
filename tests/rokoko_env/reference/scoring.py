"""The final scoring (R7.2 to R7.11), over plain data.

A position is a dict in the form of a snapshot; only these keys are read: `players` (money, yarn,
lace, prestige, hand, supply, discard), `guests`, `decorations`, `all_halls` and `favor`.
"""

from collections import Counter

from tests.rokoko_env.reference.constants import (
    COLORS,
    CROWN_PER_COUPLE,
    CROWN_PER_MASTER_GUESTS,
    CROWN_PER_TRIM_PAIR,
    FAVOR_PRESTIGE,
    KINGS_HALL,
    LADIES,
    LIVRE_PER_PRESTIGE,
    MASTER_GUESTS_PER_CROWN,
    MEN,
    STATUE_PRESTIGE,
    value_by_deck,
)


def final_scoring(position, data, events=None):
    """Score a finished game: one dict of points a seat. `events` counts what happened."""
    events = Counter() if events is None else events
    seats = range(len(position["players"]))
    halls = score_halls(position, data, events)
    fireworks = score_fireworks(position, data, events)
    result = []
    for seat in seats:
        player = position["players"][seat]
        points = {
            "tokens": player["prestige"],
            "money": player["money"] // LIVRE_PER_PRESTIGE,  # R7.3
            "crowns": score_crowns(position, data, seat, events),
            "favor": FAVOR_PRESTIGE if position["favor"] == seat else 0,  # R7.4
            "halls": halls[seat],
            "fireworks": fireworks[seat],
            "statues": score_statues(position, data, seat, events),
            "dresses": score_dresses(position, data, seat),
            "terrace": score_terrace(position, data, seat, events),
            "decorations": score_decorations(position, data, seat),
            "all_halls": score_all_halls(position, data, seat),
        }
        points["total"] = sum(points.values())
        points["livre_left"] = player["money"] % LIVRE_PER_PRESTIGE
        result.append(points)
    return result


def find_winners(breakdown, events=None):
    """R7.11: most points, then most Livre left; a tie after that is shared."""
    events = Counter() if events is None else events
    most = max(points["total"] for points in breakdown)
    ahead = [seat for seat, points in enumerate(breakdown) if points["total"] == most]
    if len(ahead) == 1:
        events["victory: settled by PP"] += 1
        return ahead
    livre = max(breakdown[seat]["livre_left"] for seat in ahead)
    richest = [seat for seat in ahead if breakdown[seat]["livre_left"] == livre]
    if len(richest) == 1:
        events["victory: settled by Livre"] += 1
    else:
        events["victory: shared"] += 1
    return richest


def own_dresses(position, data, seat):
    """The seat's dresses on the board as (guest space, dress) pairs."""
    return [
        (data.guest_spaces[name], data.dresses[dress])
        for name, (dress, owner) in position["guests"].items()
        if owner == seat
    ]


def own_decorations(position, data, seat, kind=None):
    """The seat's decoration spaces, all of them or those of one kind."""
    return [
        data.decorations[name]
        for name, owner in position["decorations"].items()
        if owner == seat and kind in (None, data.decorations[name]["kind"])
    ]


def count_colors(position, data, seat):
    """Count the seat's dresses on the board by main colour."""
    return Counter(dress["color"] for _, dress in own_dresses(position, data, seat))


# Crown cards (R7.4)


def score_crowns(position, data, seat, events):
    """R7.4: every crown card in the deck scores by its own table."""
    player = position["players"][seat]
    deck = player["hand"] + player["supply"] + player["discard"]
    total = 0
    for card in deck:
        bonus = data.cards[card]["bonus"]
        if not bonus.startswith("crown_"):
            continue
        points = score_one_crown(bonus, position, data, seat, len(deck))
        events[f"crown scored: {bonus}" if points else f"crown worth nothing: {bonus}"] += 1
        total += points
    return total


def score_one_crown(bonus, position, data, seat, deck_size):
    player = position["players"][seat]
    if bonus == "crown_pp_by_deck_2_5_8_11":
        return value_by_deck(bonus, deck_size)
    if bonus == "crown_3_pp_per_yarn_lace_pair":
        return CROWN_PER_TRIM_PAIR * min(player["yarn"], player["lace"])
    if bonus == "crown_3_pp_per_2_master_guests":
        # Scored before R7.8, so the King's hall still holds all its dresses.
        spaces = [space for space, _ in own_dresses(position, data, seat)]
        on_master = sum(space["rank"] == "master" for space in spaces)
        return CROWN_PER_MASTER_GUESTS * (on_master // MASTER_GUESTS_PER_CROWN)
    if bonus == "crown_2_pp_per_couple":
        colors = count_colors(position, data, seat)
        ladies = sum(colors[color] for color in LADIES)
        men = sum(colors[color] for color in MEN)
        return CROWN_PER_COUPLE * min(ladies, men)
    raise ValueError(f"unknown crown bonus {bonus}")


# Majorities in the halls (R7.5, R7.7)


def score_halls(position, data, events):
    """R7.5: first and second place in each hall."""
    points = [0] * len(position["players"])
    for number, hall in enumerate(data.board["halls"], start=1):
        strength = hall_strengths(position, data, number)
        if not strength:
            events["hall: nobody present"] += 1
            continue
        first = strongest(strength)
        events[f"hall first: {settled_in_hall(strength, first)}"] += 1
        for seat in first:
            points[seat] += hall["majority"][0]
        rest = {seat: key for seat, key in strength.items() if seat not in first}
        # A shared first place swallows the second; two players never have a second (R7.7).
        if len(first) > 1 or len(points) == 2 or not rest:
            continue
        second = strongest(rest)  # a full tie here: all of them score (S6)
        events[f"hall second: {settled_in_hall(rest, second)}"] += 1
        for seat in second:
            points[seat] += hall["majority"][1]
    return points


def hall_strengths(position, data, number):
    """{seat: (dresses, dresses on Master spaces, musician)} for those with a dress in the hall."""
    strength = {}
    for seat in range(len(position["players"])):
        spaces = [space for space, _ in own_dresses(position, data, seat)]
        spaces = [space for space in spaces if space["hall"] == number]
        on_master = [space for space in spaces if space["rank"] == "master"]
        musician = position["decorations"].get(f"musician {number}") == seat
        if spaces:
            strength[seat] = (len(spaces), len(on_master), int(musician))
    return strength


def strongest(strength):
    best = max(strength.values())
    return [seat for seat, key in strength.items() if key == best]


def settled_in_hall(strength, best_seats):
    """Name the criterion that decided a hall (for the event counter only)."""
    if len(best_seats) > 1:
        return "tied"
    best = strength[best_seats[0]]
    others = [key for seat, key in strength.items() if seat not in best_seats]
    if all(key[0] < best[0] for key in others):
        return "settled by dresses"
    if all(key[:2] < best[:2] for key in others):
        return "settled by master spaces"
    return "settled by musician"


# Fireworks and terrace (R7.6 to R7.8)


def score_fireworks(position, data, events):
    """R7.6: first and second place by markers, then by the marker farthest right."""
    num_players = len(position["players"])
    points = [0] * num_players
    strength = {}
    for seat in range(num_players):
        numbers = [space["number"] for space in own_decorations(position, data, seat, "fireworks")]
        if numbers:
            strength[seat] = (len(numbers), max(numbers))
    order = sorted(strength, key=lambda seat: strength[seat], reverse=True)
    places = 1 if num_players == 2 else 2  # R7.7
    for place, seat in enumerate(order[:places]):
        points[seat] += data.board["fireworks"]["majority"][place]
        weaker = order[place + 1 :]
        tied = any(strength[other][0] == strength[seat][0] for other in weaker)
        how = "by farthest right" if tied else "by count"
        events[f"fireworks {('first', 'second')[place]}: settled {how}"] += 1
    if not order:
        events["fireworks: nobody present"] += 1
    return points


def score_terrace(position, data, seat, events):
    """R7.8: the gain on the terrace; the best dresses go to the best multipliers."""
    spaces = own_decorations(position, data, seat, "fireworks")
    multipliers = sorted((space["multiplier"] for space in spaces), reverse=True)
    values = sorted(
        (
            dress["prestige"]
            for space, dress in own_dresses(position, data, seat)
            if space["hall"] == KINGS_HALL
        ),
        reverse=True,
    )
    extra = 0
    for value, multiplier in zip(values, multipliers, strict=False):  # the shorter list ends it
        extra += value * (multiplier - 1)
        events["terrace: dress"] += 1
        events[f"terrace: dress times {multiplier}"] += 1
    if multipliers and not values:
        events["terrace: marker but no dress in the King's hall"] += 1
    return extra


# Statues and the collecting of markers (R7.9, R7.10)


def score_statues(position, data, seat, events):
    """R7.9: statue number k scores the colours that have a k-th dress."""
    statues = len(own_decorations(position, data, seat, "statue"))
    colors = count_colors(position, data, seat)
    total = 0
    for statue in range(1, statues + 1):
        in_set = [color for color in COLORS if colors[color] >= statue]
        total += STATUE_PRESTIGE * len(in_set)
        events[f"statues: set of {len(in_set)} colours"] += 1
    return total


def score_dresses(position, data, seat):
    """R7.10: the plain points of the seat's dresses."""
    return sum(dress["prestige"] for _, dress in own_dresses(position, data, seat))


def score_decorations(position, data, seat):
    """R7.10: the points printed on the seat's decoration spaces."""
    return sum(space["prestige"] for space in own_decorations(position, data, seat))


def score_all_halls(position, data, seat):
    """R7.10: the seat's "all halls" space."""
    values = data.board["all_halls"]["prestige"]
    owners = position["all_halls"]
    return sum(value for value, owner in zip(values, owners, strict=True) if owner == seat)
