"""Information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse 2012).

One tree for a decision of one seat. Each simulation draws what the seat does not know, selects
actions that are legal in this world down the tree, expands one node, evaluates its position and
backs the win probabilities up. A node stands for a sequence of actions, whatever the hidden cards:
children that are not legal in the current world are skipped, and the number of times a child could
have been selected (`available`) replaces its parent's visits in the bound.

Nothing in this file knows a game: it is `step`ped, its legal actions are words, `rate` rates them,
and `evaluate` returns how a position may end.
"""

import math

import numpy as np

from parlour.core.bits import count, lowest, nth
from parlour.core.flow import is_legal, num_legal, step, word_and_place
from parlour.core.jit import entry, jit
from parlour.core.protocol import determinize, is_over, word_starts
from parlour.core.records import record_dtype, table_dtype
from parlour.core.rng import below, mix, next_word
from parlour.players.core.leaf import evaluate
from parlour.players.core.script import rate


def node_dtype(words):
    """Return the dtype of a tree's nodes, for games with this many words of legality."""
    return table_dtype((
        ("total", np.float64, (), "sum of the win probabilities of the seat that chose the action"),
        ("expanded", np.int64, (words,), "actions that have a child, as words like `legal`"),
        ("prior", np.float64, (), "1 for the action with the highest rating, less for others"),
        ("visits", np.int32, (), "simulations that passed through"),
        ("available", np.int32, (), "simulations in which the action was legal"),
        ("first_child", np.int32, (), "the child added last, -1 for none"),
        ("sibling", np.int32, (), "the sibling added before, -1 for none"),
        ("action", np.int32, (), "the action that leads here"),
    ))  # fmt: skip


OPTION_FIELDS = (
    ("exploration", np.float64, "weight of the exploration term (c_puct; c of UCB without priors)"),
    ("temperature", np.float64, "of the softmax of ratings to priors, in points; 0: no priors"),
    ("widening", np.float64, "children of a node: 1 + this times the square root of its visits"),
    ("rollout", np.int64, "one of the numbers in `leaf`"),
    ("turns", np.int64, "turns of a scripted rollout before the value network evaluates"),
)
OPTIONS = record_dtype(np.dtype([(n, kind) for n, kind, _ in OPTION_FIELDS], align=True))

TUNED = ("exploration", "temperature", "widening")

MAX_DEPTH = 512
ROOT = 0


@entry
def search(
    nodes, used, worlds, rules, styles, plans, nets, activations, options, rng_state, simulations
):
    """Run simulations from the root.

    `used` counts the nodes; when all are used the tree stops growing, and simulations end at its
    leaves. `rng_state` is advanced. `plans` and `activations` are scratch memory.
    """
    seat = worlds[0].player
    world = np.zeros_like(worlds[:1])
    scratch = np.repeat(world, 2)
    win_probabilities = np.zeros(len(worlds[0].score))
    path = np.zeros(MAX_DEPTH, np.int64)
    seats = np.zeros(MAX_DEPTH, np.int64)
    for _ in range(simulations):
        rng_state[0] = next_word(rng_state[0])
        world[0] = worlds[0]
        s = world[0]
        determinize(s, rules[0], seat, mix(rng_state[0]))
        depth = _select(nodes, used, s, rules[0], styles[0], plans[0], scratch, options[0],
                        path, seats)  # fmt: skip
        evaluate(s, rules[0], styles[0], plans[0], scratch, nets[0], activations[0], options[0],
                 win_probabilities)  # fmt: skip
        nodes[ROOT].visits += 1
        for d in range(depth):
            nodes[path[d]].visits += 1
            nodes[path[d]].total += win_probabilities[seats[d]]


@jit
def _select(nodes, used, s, rules, style, plan, scratch, options, path, seats):
    """Go down to a new node or the end of the game; write the nodes and who chose them.

    Returns the depth.
    """
    node = ROOT
    depth = 0
    while not is_over(s) and depth < MAX_DEPTH:
        used_before = used[0]
        node = _select_child(nodes, used, node, s, rules, style, plan, scratch, options)
        if node < 0:
            break
        path[depth] = node
        seats[depth] = s.player
        depth += 1
        step(s, rules, nodes[node].action)
        if node >= used_before:
            break
    return depth


@jit
def _select_child(nodes, used, node, s, rules, style, plan, scratch, options):
    """Return the child with the highest bound, or a new one while there are few.

    Returns -1 if no child is legal and the tree is full.
    """
    best = -1
    best_bound = -math.inf
    children = 0
    child = nodes[node].first_child
    while child >= 0:
        if is_legal(s, nodes[child].action):
            children += 1
            nodes[child].available += 1
            bound = _bound(nodes[child], options)
            if bound > best_bound:
                best, best_bound = child, bound
        child = nodes[child].sibling
    if children < num_legal(s) and used[0] < len(nodes):
        max_children = 1.0 + options.widening * math.sqrt(nodes[node].visits)
        if children < max_children:
            return _expand(nodes, used, node, s, rules, style, plan, scratch, options)
    return best


@jit
def _bound(child, options):
    """Return the upper confidence bound of a child: PUCT, or UCB1 without priors."""
    mean = child.total / child.visits
    if options.temperature > 0:
        bonus = child.prior * math.sqrt(child.available) / (1.0 + child.visits)
    else:
        bonus = math.sqrt(math.log(child.available) / child.visits)
    return mean + options.exploration * bonus


@jit
def _expand(nodes, used, node, s, rules, style, plan, scratch, options):
    """Add a child for the unexpanded action with the highest rating, or for a random one."""
    parent = nodes[node]
    prior = 1.0
    if options.temperature > 0:
        rate(s, rules, style, plan, scratch)
        action, prior = _best_unexpanded(parent, s, plan, options.temperature)
    else:
        action = _random_unexpanded(parent, s)
    number = used[0]
    used[0] += 1
    _write_node(nodes[number], prior, action, parent.first_child)
    nodes[number].available = 1
    word, place = word_and_place(s, action)
    parent.expanded[word] |= 1 << place
    parent.first_child = number
    return number


@jit
def _best_unexpanded(parent, s, plan, temperature):
    """Return the unexpanded action with the highest rating, and its prior."""
    starts = word_starts(s)
    best = -1
    top = -1e18
    for word in range(len(s.legal)):
        left = s.legal[word]
        while left:
            place = lowest(left)
            left &= left - 1
            action = starts[word] + place
            top = max(top, plan.rating[action])
            if not (parent.expanded[word] >> place) & 1:
                if best < 0 or plan.rating[action] > plan.rating[best]:
                    best = action
    return best, math.exp((plan.rating[best] - top) / temperature)


@jit
def _random_unexpanded(parent, s):
    """Return a random unexpanded action."""
    starts = word_starts(s)
    remaining = 0
    for word in range(len(s.legal)):
        remaining += count(s.legal[word] & ~parent.expanded[word])
    n = below(s, remaining)
    for word in range(len(s.legal)):
        left = s.legal[word] & ~parent.expanded[word]
        if n < count(left):
            return starts[word] + nth(left, n)
        n -= count(left)
    return -1


@entry
def reset_tree(nodes, used):
    """Reduce a tree to its root."""
    _write_node(nodes[ROOT], 1.0, -1, -1)
    used[0] = 1


@jit
def _write_node(node, prior, action, sibling):
    node.total, node.prior = 0.0, prior
    node.expanded[:] = 0
    node.visits = node.available = 0
    node.first_child, node.sibling, node.action = -1, sibling, action


@entry
def add_visits(nodes, visits, totals):
    """Add the visits and totals of the root's actions to the arrays."""
    child = nodes[ROOT].first_child
    while child >= 0:
        visits[nodes[child].action] += nodes[child].visits
        totals[nodes[child].action] += nodes[child].total
        child = nodes[child].sibling


@entry
def copy_subtree(nodes, action, subtree, used):
    """Copy the branch below an action of the root to another tree. Returns whether it exists."""
    child = nodes[ROOT].first_child
    while child >= 0 and nodes[child].action != action:
        child = nodes[child].sibling
    if child < 0:
        return False
    subtree[ROOT] = nodes[child]
    subtree[ROOT].sibling = -1
    used[0] = 1
    done = 0
    while done < used[0]:  # copies of nodes whose children have not been copied yet
        old = subtree[done].first_child
        last = -1
        while old >= 0:
            number = used[0]
            used[0] += 1
            subtree[number] = nodes[old]
            if last < 0:
                subtree[done].first_child = number
            else:
                subtree[last].sibling = number
            last = number
            old = nodes[old].sibling
        done += 1
    return True


@entry
def leads_to_same_seat(worlds, rules, action):
    """Apply an action to the world. Returns whether the same seat decides next, without chance."""
    s = worlds[0]
    seat = s.player
    rng_before = s.rng
    step(s, rules[0], action)
    return not is_over(s) and s.player == seat and s.rng == rng_before
