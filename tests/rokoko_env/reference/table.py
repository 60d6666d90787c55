"""Everything on the table: setup, drawing, counting and snapshots."""

from collections import Counter

from tests.rokoko_env.reference.constants import MINIMUM_DECK, START_LACE, START_LIVRE, START_YARN
from tests.rokoko_env.reference.data import load_components


class Table:
    """The state of a game as plain lists and dicts."""

    def __init__(self, num_players, chance, components_dir):
        self.num_players = num_players
        self.chance = chance
        self.data = load_components(components_dir, num_players)
        self.events = Counter()
        self.round = 0
        self.start_player = None
        self.favor = None
        self.set_up_supplies()
        self.set_up_board()
        self.set_up_players()
        # Only set during a turn:
        self.in_play = None
        self.in_play_deputed = False
        self.leaving = []
        self.deputed_by_bonus = 0
        self.tile = None
        self.dress = None

    # Setup (section 3)

    def set_up_supplies(self):
        """R3.2, R3.3: full stacks and bag. Kept sorted: chance picks when something is drawn."""
        self.hire_stack = sorted(
            card
            for card, row in self.data.cards.items()
            if row["level"] > 0
            for _ in range(row["copies"])
        )
        self.display = []
        self.out_of_game = []
        self.tile_stack = sorted(
            kind for kind, row in self.data.tiles.items() for _ in range(row["copies"])
        )
        self.tile_discard = []
        self.bag = sorted(self.data.dresses)
        self.dress_discard = []

    def set_up_board(self):
        """R3.1: an empty board; the price tables get numbers as keys."""
        board = self.data.board
        self.warehouse = [[None] * size for size in board["warehouse"]["segments"]]
        self.tile_prices = {
            int(left): price for left, price in board["warehouse"]["prices"].items()
        }
        self.hire_prices = {int(left): price for left, price in board["hire"]["prices"].items()}
        self.window_costs = board["workshop"]["costs"]
        self.windows = [None] * len(self.window_costs)
        self.guests = {}
        self.decorations = {}
        self.all_halls = [None] * len(board["all_halls"]["prestige"])
        self.been_in_all_halls = set()

    def set_up_players(self):
        """R3.4: everyone begins with the same cards, money and trim."""
        base_cards = sorted(
            card
            for card, row in self.data.cards.items()
            if row["level"] == 0
            for _ in range(row["copies"])
        )
        self.players = [
            {
                "money": START_LIVRE,
                "yarn": START_YARN,
                "lace": START_LACE,
                "prestige": 0,
                "hand": [],
                "supply": list(base_cards),
                "discard": [],
                "silk": [],
            }
            for _ in range(self.num_players)
        ]

    # Drawing

    def draw(self, ask, candidates, where):
        """Let chance choose one of the candidates."""
        drawn = ask(sorted(candidates), where)
        if drawn not in candidates:
            raise LookupError(f"{drawn!r} cannot be drawn for {where}")
        return drawn

    def draw_card(self, where):
        """R3.2: lower levels lie on top, so the lowest level left comes next."""
        top_level = min(self.data.cards[card]["level"] for card in self.hire_stack)
        top = [card for card in self.hire_stack if self.data.cards[card]["level"] == top_level]
        card = self.draw(self.chance.card, top, where)
        self.hire_stack.remove(card)
        return card

    def draw_tile(self, where):
        """R4.3: the top tile of the stack, refilled only now if it is empty; or None."""
        if not self.tile_stack and self.tile_discard:
            self.tile_stack, self.tile_discard = self.tile_discard, []
            self.events["refill: tile stack"] += 1
        if not self.tile_stack:
            return None
        kind = self.draw(self.chance.tile, self.tile_stack, where)
        self.tile_stack.remove(kind)
        return kind

    def draw_dress(self, where):
        """R4.4: a dress out of the bag, which takes the discard back when empty; or None."""
        if not self.bag and self.dress_discard:
            self.bag, self.dress_discard = self.dress_discard, []
            self.events["refill: dress bag"] += 1
        if not self.bag:
            return None
        dress = self.draw(self.chance.dress, self.bag, where)
        self.bag.remove(dress)
        return dress

    # Counting

    def deck_size(self, seat):
        """Cards not gone yet (R6.50): a card deputed this turn goes when the turn is over."""
        player = self.players[seat]
        in_piles = len(player["hand"]) + len(player["supply"]) + len(player["discard"])
        return in_piles + (self.in_play is not None) + len(self.leaving)

    def may_depute(self, seat):
        """R6.51: what is deputed counts as gone at once, and four cards must remain."""
        staying = self.deck_size(seat) - len(self.leaving) - self.in_play_deputed
        return staying > MINIMUM_DECK

    def own_dresses(self, seat):
        """The seat's dresses on the board."""
        return [self.data.dresses[dress] for dress, owner in self.guests.values() if owner == seat]

    def own_decorations(self, seat):
        """Names of the seat's decoration spaces ("all halls" is not one)."""
        return [name for name, owner in self.decorations.items() if owner == seat]

    def owns_kind(self, seat, kind):
        """Return True if the seat has a marker on a decoration space of this kind."""
        own = self.own_decorations(seat)
        return any(self.data.decorations[name]["kind"] == kind for name in own)

    def segment_count(self, segment):
        """Count the tiles in a warehouse segment (1-based)."""
        return sum(kind is not None for kind in self.warehouse[segment - 1])

    # Showing

    def snapshot(self):
        """The whole table as plain data, owned by the caller."""
        return {
            "round": self.round,
            "start_player": self.start_player,
            "favor": self.favor,
            "player": self.player,
            "decision": self.decision,
            "display": list(self.display),
            "hire_stack": sorted(self.hire_stack),
            "warehouse": [list(segment) for segment in self.warehouse],
            "tile_stack": dict(Counter(self.tile_stack)),
            "tile_discard": dict(Counter(self.tile_discard)),
            "windows": list(self.windows),
            "bag": sorted(self.bag),
            "dress_discard": sorted(self.dress_discard),
            "guests": {space: list(guest) for space, guest in self.guests.items()},
            "decorations": dict(self.decorations),
            "all_halls": list(self.all_halls),
            "in_play": self.in_play,
            "leaving": sorted(self.leaving),
            "tile": self.tile,
            "dress": self.dress,
            "players": [self.show_player(player) for player in self.players],
        }

    def show_player(self, player):
        return {
            "money": player["money"],
            "yarn": player["yarn"],
            "lace": player["lace"],
            "prestige": player["prestige"],
            "hand": sorted(player["hand"]),
            "supply": sorted(player["supply"]),
            "discard": sorted(player["discard"]),
            "silk": dict(Counter(player["silk"])),
        }
