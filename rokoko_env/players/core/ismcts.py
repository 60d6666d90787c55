"""Information-set Monte-Carlo tree search.

One tree for a decision of one seat. Every simulation first draws anew what the seat does not know,
then goes down the tree by what is legal in this world, adds one node, and passes the estimate of
how it ends back up. A node stands for a sequence of actions, whatever the hidden cards: what is not
legal in the world at hand is passed over, and how often a child could have been chosen
(`available`) takes the place of its parent's visits in the bound (Cowling, Powley and Whitehouse
2012).

Nothing in this file knows the game: it is `step`ped, its legal actions are three words, `rate` says
which actions look good, `finish` how a position may end.
"""

import math

import numpy as np

from rokoko_env.core.bits import count, lowest
from rokoko_env.core.determinize import determinize
from rokoko_env.core.flow import is_legal, num_legal, step
from rokoko_env.core.ids import MASK_WORDS, MAX_PLAYERS, OVER, WORD_STARTS
from rokoko_env.core.jit import entry, jit
from rokoko_env.core.rng import below, mix, next_word
from rokoko_env.core.state import STATE, record_dtype
from rokoko_env.players.core.leaf import finish
from rokoko_env.players.core.script.plan import PLAN
from rokoko_env.players.core.script.rate import rate
from rokoko_env.players.core.value_net import SCRATCH

NODE_FIELDS = (
    ("total", np.float64, (), "sum of what its simulations were worth to the seat that chose it"),
    ("tried", np.int64, (MASK_WORDS,), "actions that have a child, as a set like the legal ones"),
    ("prior", np.float64, (), "how good its action looked: 1 for the best, less for others"),
    ("visits", np.int32, (), "simulations that came through here"),
    ("available", np.int32, (), "simulations that could have come here"),
    ("first", np.int32, (), "its child added last, -1 for none"),
    ("next", np.int32, (), "the sibling added before, -1 for none"),
    ("action", np.int32, (), "what leads here"),
)
NODE = record_dtype(np.dtype([(n, kind, shape) for n, kind, shape, _ in NODE_FIELDS], align=True))

OPTION_FIELDS = (
    ("exploration", np.float64, "weight of what is uncertain against what has done well"),
    ("temperature", np.float64, "prestige by which an action may look worse; 0: no prior"),
    ("widening", np.float64, "children of a node: so many times the square root of its visits"),
    ("rollout", np.int64, "one of the numbers in `evaluate`"),
    ("turns", np.int64, "turns that a scripted rollout plays before the position is estimated"),
)
OPTIONS = record_dtype(np.dtype([(n, kind) for n, kind, _ in OPTION_FIELDS], align=True))

TUNED = ("exploration", "temperature", "widening")

MAX_DEPTH = 512
ROOT = 0


@entry
def search(nodes, used, worlds, rules, styles, values, options, words, simulations):
    """Some more simulations from the root. `used` counts the nodes; when all are used the tree
    grows no further, and simulations end at its leaves.

    `words` holds the state of the random numbers, and the next one afterwards.
    """
    seat = worlds[0].player
    rooms = np.zeros(3, STATE)  # the world at hand, and room to try things out in
    plans = np.zeros(1, PLAN)
    scratches = np.zeros(1, SCRATCH)
    chances = np.zeros(MAX_PLAYERS)
    path = np.zeros(MAX_DEPTH, np.int64)
    movers = np.zeros(MAX_DEPTH, np.int64)
    for _ in range(simulations):
        words[0] = next_word(words[0])
        rooms[0] = worlds[0]
        s = rooms[0]
        determinize(s, rules[0], seat, mix(words[0]))
        depth = _descend(nodes, used, s, rules[0], styles[0], plans[0], rooms[1:], options[0],
                         path, movers)  # fmt: skip
        finish(s, rules[0], styles[0], plans[0], rooms[1:], values[0], scratches[0], options[0],
               chances)  # fmt: skip
        nodes[ROOT].visits += 1
        for d in range(depth):
            child = nodes[path[d]]
            child.visits += 1
            child.total += chances[movers[d]]


@jit
def _descend(nodes, used, s, rules, style, plan, room, options, path, movers):
    """Go down to a new node or the end of the game. Returns how many steps it took."""
    node = ROOT
    depth = 0
    while s.decision != OVER and depth < MAX_DEPTH:
        known = used[0]
        node = _next(nodes, used, node, s, rules, style, plan, room, options)
        if node < 0:
            break
        path[depth] = node
        movers[depth] = s.player
        depth += 1
        step(s, rules, nodes[node].action)
        if node >= known:
            break
    return depth


@jit
def _next(nodes, used, node, s, rules, style, plan, room, options):
    """The child to go on with: the most promising one, or a new one while there are few.

    Returns -1 where none is available and there is no room for another.
    """
    best = -1
    best_bound = -math.inf
    children = 0
    child = nodes[node].first
    while child >= 0:
        if is_legal(s, nodes[child].action):
            children += 1
            nodes[child].available += 1
            bound = _bound(nodes[child], options)
            if bound > best_bound:
                best, best_bound = child, bound
        child = nodes[child].next
    if children < num_legal(s) and used[0] < len(nodes):
        wanted = 1.0 + options.widening * math.sqrt(nodes[node].visits)
        if children < wanted:
            return _add(nodes, used, node, s, rules, style, plan, room, options)
    return best


@jit
def _bound(child, options):
    """What the child may be worth at best."""
    mean = child.total / child.visits
    if options.temperature > 0:
        open_mind = child.prior * math.sqrt(child.available) / (1.0 + child.visits)
    else:
        open_mind = math.sqrt(math.log(child.available) / child.visits)
    return mean + options.exploration * open_mind


@jit
def _add(nodes, used, node, s, rules, style, plan, room, options):
    """A new child for an action that has none: the best looking one, or any."""
    parent = nodes[node]
    prior = 1.0
    if options.temperature > 0:
        rate(s, rules, style, plan, room)
        action, prior = _best_untried(parent, s, plan, options.temperature)
    else:
        action = _any_untried(parent, s)
    number = used[0]
    used[0] += 1
    child = nodes[number]
    child.total = 0.0
    child.prior = prior
    child.visits = 0
    child.available = 1
    child.first = -1
    child.action = action
    child.next = parent.first
    for word in range(MASK_WORDS):
        child.tried[word] = 0
        if action >= WORD_STARTS[word] and (word == 2 or action < WORD_STARTS[word + 1]):
            parent.tried[word] |= 1 << (action - WORD_STARTS[word])
    parent.first = number
    return number


@jit
def _best_untried(parent, s, plan, temperature):
    best = -1
    top = -1e18
    for word in range(MASK_WORDS):
        left = s.legal[word]
        while left:
            place = lowest(left)
            left &= left - 1
            action = WORD_STARTS[word] + place
            top = max(top, plan.rating[action])
            if not (parent.tried[word] >> place) & 1:
                if best < 0 or plan.rating[action] > plan.rating[best]:
                    best = action
    return best, math.exp((plan.rating[best] - top) / temperature)


@jit
def _any_untried(parent, s):
    """One of the untried actions, at random."""
    untried = 0
    for word in range(MASK_WORDS):
        untried += count(s.legal[word] & ~parent.tried[word])
    n = below(s, untried)
    for word in range(MASK_WORDS):
        left = s.legal[word] & ~parent.tried[word]
        if n < count(left):
            for _ in range(n):
                left &= left - 1
            return WORD_STARTS[word] + lowest(left)
        n -= count(left)
    return -1


@entry
def plant(nodes, used):
    """A tree of nothing but its root."""
    root = nodes[ROOT]
    root.total = 0.0
    root.prior = 1.0
    root.visits = 0
    root.available = 0
    root.first = root.next = root.action = -1
    root.tried[:] = 0
    used[0] = 1


@entry
def count_visits(nodes, visits, totals):
    """Visits and worth of each action at the root, added to what the arrays hold."""
    child = nodes[ROOT].first
    while child >= 0:
        visits[nodes[child].action] += nodes[child].visits
        totals[nodes[child].action] += nodes[child].total
        child = nodes[child].next


@entry
def keep_subtree(nodes, action, kept, used):
    """Copy what lies below an action of the root to another tree. Returns whether it exists."""
    child = nodes[ROOT].first
    while child >= 0 and nodes[child].action != action:
        child = nodes[child].next
    if child < 0:
        return False
    kept[ROOT] = nodes[child]
    kept[ROOT].next = -1
    used[0] = 1
    done = 0
    while done < used[0]:  # copies of nodes whose children have not been copied yet
        old = kept[done].first
        last = -1
        while old >= 0:
            number = used[0]
            used[0] += 1
            kept[number] = nodes[old]
            if last < 0:
                kept[done].first = number
            else:
                kept[last].next = number
            last = number
            old = nodes[old].next
        done += 1
    return True


@entry
def expect(worlds, rules, action):
    """Where an action leads in the world at hand. Returns whether the same seat is asked again, and
    chance had no part in it.
    """
    s = worlds[0]
    seat = s.player
    luck = s.rng
    step(s, rules[0], action)
    return s.decision != OVER and s.player == seat and s.rng == luck
