"""Information-set tree search with a network (PUCT): its policy gives priors, its value evaluates.

As in `ismcts`, each simulation draws what the seat does not know, and a node stands for a sequence
of actions whatever the hidden cards. A call from Python costs as much as a simulation, and threads
share large batches, so simulations come in rounds: `select_leaves` goes down the trees (several
times each) and writes the observations of the leaves; the network evaluates them; `backup` expands
the leaves and backs the values up.

A simulation in flight counts as a visit, so that the next one down the same tree selects other
actions, but has no value yet (Liu and others 2020, "Watch the Unobserved").
"""

import math

import numpy as np

from parlour.core.bits import lowest
from parlour.core.flow import step
from parlour.core.jit import entry, jit
from parlour.core.protocol import determinize, is_over, word_starts, write_observation
from parlour.core.records import record_dtype, table_dtype
from parlour.core.rewards import SHAPED, WIN, add_final_reward, new_points, write_potential
from parlour.core.rng import mix, next_word

MAX_DEPTH = 256
ROOT = 0
NONE = -1


def node_dtype(num_actions):
    """Return the dtype of a tree's nodes, for games with this many actions."""
    by_action = (num_actions,)
    return table_dtype((
        ("total", np.float64, by_action, "sum of the values of its simulations, for the seat"),
        ("visits", np.int32, by_action, "simulations that selected the action"),
        ("virtual_visits", np.int32, by_action, "those of them in flight, without a value yet"),
        ("available", np.int32, by_action, "simulations in which the action was legal"),
        ("child", np.int32, by_action, "the node it led to, -1 for none"),
        ("prior", np.float32, by_action, "its probability, -1 if not legal at expansion"),
        ("value", np.float64, (), "the network's value for the seat"),
        ("sibling", np.int32, (), "another node that the same action led to, -1 for none"),
        ("seat", np.int32, (), "the seat to decide"),
        ("decision", np.int32, (), "its kind of decision"),
    ))  # fmt: skip


def leaf_dtype(state):
    """Return the dtype of leaves, for games with records of this dtype."""
    by_depth, by_player = (MAX_DEPTH,), state["score"].shape
    by_word = state["legal"].shape
    return table_dtype((
        ("node", np.int32, by_depth, "the nodes on the path"),
        ("action", np.int32, by_depth, "the action selected in each"),
        ("depth", np.int64, (), "length of the path"),
        ("tree", np.int64, (), "the tree it belongs to"),
        ("legal", np.int64, by_word, "the leaf's legal actions, as words like a game's"),
        ("starts", np.int64, by_word, "the first action of each word"),
        ("over", np.int64, (), "1: the game is over"),
        ("seat", np.int64, (), "the seat to decide"),
        ("decision", np.int64, (), "its kind of decision"),
        ("row", np.int64, by_player, "each seat's row in the network's batch, -1 for none"),
        ("value", np.float64, by_player, "each seat's value; `backup` adds the network's"),
    ))  # fmt: skip


OPTION_FIELDS = (
    ("c_puct", np.float64, "weight of the exploration term"),
    ("fpu_reduction", np.float64, "maximum by which an unvisited action is below its node"),
    ("temperature", np.float64, "of the softmax of logits to priors"),
    ("reward", np.int64, "the reward that the network predicts, one of the numbers in `rewards`"),
)
OPTIONS = record_dtype(np.dtype([(n, kind) for n, kind, _ in OPTION_FIELDS], align=True))


@entry
def select_leaves(nodes, used, worlds, rules, options, rng_states, trees, leaves, observations):
    """Select a leaf in each of `trees`, some of which may be the same.

    Row t of `nodes` holds tree t, `used` the number of its nodes; the leaf of an empty tree is the
    seat's own position. Each tree has a state of random numbers, which is advanced. Returns the
    number of observations for the network.
    """
    world = np.zeros_like(worlds[:1])
    scratch = new_points(worlds[0])
    legal = np.zeros(len(nodes[0][0].prior), np.int64)
    rows = 0
    for k in range(len(trees)):
        t = trees[k]
        rng_states[t] = next_word(rng_states[t])
        world[0] = worlds[t]
        s = world[0]
        determinize(s, rules[0], worlds[t].player, mix(rng_states[t]))
        leaf = leaves[k]
        leaf.tree = t
        leaf.depth = 0
        if used[t] > 0:
            _select(nodes[t], s, rules[0], options[0], legal, leaf)
        rows = _write_leaf(nodes[t], s, rules[0], options[0].reward, scratch, leaf, observations,
                           rows)  # fmt: skip
    return rows


@jit
def _select(nodes, s, rules, options, legal, leaf):
    """Go down to a position that has no node, or the end of the game."""
    node = ROOT
    while node >= 0 and leaf.depth < MAX_DEPTH:
        action = _select_action(nodes[node], s, options, legal)
        nodes[node].visits[action] += 1
        nodes[node].virtual_visits[action] += 1
        leaf.node[leaf.depth] = node
        leaf.action[leaf.depth] = action
        leaf.depth += 1
        step(s, rules, action)
        node = _find_child(nodes, node, action, s.player, s.decision)


@jit
def _find_child(nodes, node, action, seat, decision):
    """Return the node for a seat's decision after an action, -1 if there is none.

    If another seat's hidden cards leave it no choice the next one decides, so one action can lead
    to different decisions.
    """
    child = nodes[node].child[action]
    while child >= 0 and (nodes[child].seat != seat or nodes[child].decision != decision):
        child = nodes[child].sibling
    return child


@jit
def _select_action(node, s, options, legal):
    """Return the action with the highest bound among those legal in the current world."""
    number = _list_actions(s.legal, word_starts(s), legal)
    total = node.value
    visits = 1
    visited_prior = 0.0
    for i in range(number):
        action = legal[i]
        node.available[action] += 1
        if node.prior[action] < 0:  # not legal in the world in which the node was expanded
            node.prior[action] = 1.0 / number
        done = node.visits[action] - node.virtual_visits[action]
        if done > 0:
            total += node.total[action]
            visits += done
            visited_prior += node.prior[action]
    first_play_value = total / visits - options.fpu_reduction * math.sqrt(visited_prior)
    best = -1
    best_bound = -math.inf
    for i in range(number):
        action = legal[i]
        done = node.visits[action] - node.virtual_visits[action]
        mean = node.total[action] / done if done > 0 else first_play_value
        bonus = node.prior[action] * math.sqrt(node.available[action]) / (1.0 + node.visits[action])
        bound = mean + options.c_puct * bonus
        if bound > best_bound:
            best, best_bound = action, bound
    return best


@jit
def _list_actions(legal, starts, out):
    """Write the members of a set of actions. Returns their number."""
    number = 0
    for word in range(len(legal)):
        left = legal[word]
        while left:
            out[number] = starts[word] + lowest(left)
            number += 1
            left &= left - 1
    return number


@jit
def _write_leaf(nodes, s, rules, reward, scratch, leaf, observations, rows):
    """Write a leaf, and its observations for the network. Returns the number of rows used.

    The network evaluates the leaf for the seat to decide; with more than two players, whose values
    do not follow from each other, also for the seats that decided on the path.
    """
    leaf.seat, leaf.decision = s.player, s.decision
    leaf.legal[:] = s.legal
    starts = word_starts(s)
    for word in range(len(s.legal)):
        leaf.starts[word] = starts[word]
    leaf.over = is_over(s)
    leaf.row[:] = NONE
    leaf.value[:] = 0.0
    if leaf.over:
        add_final_reward(s, rules, WIN if reward == SHAPED else reward, leaf.value)
        return rows
    if reward == SHAPED:  # the network predicts the rest: add the potential, already paid out
        write_potential(s, rules, scratch, leaf.value)
    leaf.row[leaf.seat] = 0
    if s.num_players > 2:
        for d in range(leaf.depth):
            leaf.row[nodes[leaf.node[d]].seat] = 0
    for p in range(s.num_players):
        if leaf.row[p] >= 0:
            leaf.row[p] = rows
            write_observation(s, rules, p, observations[rows])
            rows += 1
    return rows


@entry
def backup(nodes, used, leaves, number, options, logits, values):
    """Expand the leaves of a round, and add their values to the actions on their paths."""
    legal = np.zeros(logits.shape[1], np.int64)
    for k in range(number):
        leaf = leaves[k]
        tree = nodes[leaf.tree]
        if not leaf.over:
            _add_values(leaf, values)
            _expand(tree, used, leaf, logits[leaf.row[leaf.seat]], options[0].temperature, legal)
        for d in range(leaf.depth):
            node = tree[leaf.node[d]]
            node.total[leaf.action[d]] += leaf.value[node.seat]
            node.virtual_visits[leaf.action[d]] -= 1


@jit
def _add_values(leaf, values):
    """Add the network's values to a leaf; of two players the other one gets the opposite.

    (With more players, too, if seat 0 or 1 decides: a value that is not used, as the other one did
    not decide on the path.)
    """
    for p in range(len(leaf.row)):
        if leaf.row[p] >= 0:
            leaf.value[p] = min(1.0, max(-1.0, leaf.value[p] + values[leaf.row[p]]))
    if leaf.seat < 2 and leaf.row[1 - leaf.seat] < 0:
        leaf.value[1 - leaf.seat] = -leaf.value[leaf.seat]


@jit
def _expand(nodes, used, leaf, logits, temperature, legal):
    """Add a node for the leaf, unless another simulation of this round has added it."""
    number = used[leaf.tree]
    if number == len(nodes):
        return
    sibling = NONE
    if leaf.depth > 0:
        parent, action = leaf.node[leaf.depth - 1], leaf.action[leaf.depth - 1]
        if _find_child(nodes, parent, action, leaf.seat, leaf.decision) >= 0:
            return
        sibling = nodes[parent].child[action]
        nodes[parent].child[action] = number
    elif number > 0:
        return
    used[leaf.tree] = number + 1
    node = nodes[number]
    node.total[:] = 0.0
    node.visits[:] = 0
    node.virtual_visits[:] = 0
    node.available[:] = 0
    node.child[:] = NONE
    node.prior[:] = -1.0
    node.value = leaf.value[leaf.seat]
    node.sibling = sibling
    node.seat, node.decision = leaf.seat, leaf.decision
    number = _list_actions(leaf.legal, leaf.starts, legal)
    _write_priors(node.prior, logits, temperature, legal, number)


@jit
def _write_priors(prior, logits, temperature, legal, number):
    """Write the softmax of the logits of the legal actions."""
    top = -math.inf
    for i in range(number):
        top = max(top, logits[legal[i]])
    total = 0.0
    for i in range(number):
        total += math.exp((logits[legal[i]] - top) / temperature)
    for i in range(number):
        prior[legal[i]] = math.exp((logits[legal[i]] - top) / temperature) / total


@entry
def copy_subtree(nodes, used, action, seat, decision, out):
    """Copy the branch for a seat's decision after an action of the root.

    Returns the number of its nodes, 0 if there is none.
    """
    child = _find_child(nodes, ROOT, action, seat, decision)
    if child < 0:
        return 0
    new = np.full(used, NONE, np.int64)  # numbers in the copy, by those in the tree
    old = np.empty(used, np.int64)
    new[child] = 0
    old[0] = child
    number = 1
    done = 0
    while done < number:
        node = nodes[old[done]]
        for a in range(len(node.child)):
            child = node.child[a]
            while child >= 0:
                new[child] = number
                old[number] = child
                number += 1
                child = nodes[child].sibling
        done += 1
    for k in range(number):
        out[k] = nodes[old[k]]
        out[k].sibling = new[out[k].sibling] if out[k].sibling >= 0 and k > 0 else NONE
        for a in range(len(out[k].child)):
            if out[k].child[a] >= 0:
                out[k].child[a] = new[out[k].child[a]]
    return number
