"""Points for buildings and at the end (N9, N11)."""

from tests.noblemen_env.reference.data import SOURCES
from tests.noblemen_env.reference.estate import around, is_enclosed


def building_points(land, buildings, numbers, events):
    """The points of one estate for its castles and its palaces (N9.1 to N9.3)."""
    points = {"castles": 0, "palaces": 0}
    for cell, building in buildings.items():
        if building not in ("castle", "palace"):
            continue
        if not is_enclosed(land, cell):
            events[f"scoring: {building} not enclosed"] += 1
            continue
        chapels = sum(buildings.get(neighbour) == "chapel" for neighbour in around(cell))
        events[f"scoring: {building} with {min(chapels, 2)} chapels (2: or more)"] += 1
        points[f"{building}s"] += numbers[building] + numbers[f"{building}_chapel"] * chapels
    return points


def liaison_points(player, numbers):
    """N11.1."""
    return numbers["liaison"] * player["cards"]["liaison"]


def break_down(player):
    """Points by source, their total, and the money that breaks ties (N11.2)."""
    row = {source: player["points"][source] for source in SOURCES}
    row["total"] = sum(row.values())
    row["money"] = player["money"]
    return row


def find_winners(rows, events):
    """The seats with the most points, and among these with the most money (N11.2)."""
    best = max((row["total"], row["money"]) for row in rows)
    winners = [seat for seat, row in enumerate(rows) if (row["total"], row["money"]) == best]
    in_front = sum(row["total"] == best[0] for row in rows)
    if len(winners) > 1:
        events["victory: shared"] += 1
    elif in_front > 1:
        events["victory: settled by money"] += 1
    else:
        events["victory: settled by points"] += 1
    return winners
