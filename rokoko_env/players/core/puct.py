"""Information-set tree search by a network: its policy says where to look, its value how it ends.

As in `tree`, every simulation draws anew what the seat does not know, and a node stands for a
sequence of actions whatever the hidden cards. A network judges many positions in little more time
than one, so simulations come in rounds: `collect` goes down the trees (several times each) and
writes what the network is to judge; `give_back` adds the new nodes and passes the values back up.

A simulation under way counts as a visit, so that the next one down the same tree looks elsewhere,
but says nothing yet about how good the way is (Liu and others 2020, "Watch the Unobserved").
"""

import math

import numpy as np

from rokoko_env.core.bits import lowest
from rokoko_env.core.determinize import determinize
from rokoko_env.core.flow import step
from rokoko_env.core.ids import MASK_WORDS, MAX_PLAYERS, NUM_ACTIONS, OVER, WORD_STARTS
from rokoko_env.core.jit import entry, jit
from rokoko_env.core.observe import write_observation
from rokoko_env.core.rewards import SCRATCH_SHAPE, SHAPED, WIN, add_final_reward, write_potential
from rokoko_env.core.rng import mix, next_word
from rokoko_env.core.state import STATE, record_dtype

MAX_DEPTH = 256
ROOT = 0
NONE = -1

_A = (NUM_ACTIONS,)
NODE_FIELDS = (
    ("total", np.float64, _A, "sum of what the simulations of an action were worth to the seat"),
    ("visits", np.int32, _A, "simulations that chose the action"),
    ("under_way", np.int32, _A, "those of them whose worth is not known yet"),
    ("available", np.int32, _A, "simulations that could have chosen it"),
    ("child", np.int32, _A, "the node it led to, -1 for none"),
    ("prior", np.float32, _A, "chance that the policy gives it, -1 where it was never legal"),
    ("value", np.float64, (), "what the network expects for the seat"),
    ("next", np.int32, (), "another node that the same action led to, -1 for none"),
    ("seat", np.int32, (), "who is asked"),
    ("decision", np.int32, (), "what is asked"),
)
NODE = record_dtype(np.dtype([(n, kind, shape) for n, kind, shape, _ in NODE_FIELDS], align=True))

_D = (MAX_DEPTH,)
LEAF_FIELDS = (
    ("node", np.int32, _D, "the nodes on the way"),
    ("action", np.int32, _D, "the action chosen in each"),
    ("depth", np.int64, (), "how many they are"),
    ("tree", np.int64, (), "which tree it belongs to"),
    ("legal", np.int64, (MASK_WORDS,), "the legal actions where it ends, as a set like a game's"),
    ("seat", np.int64, (), "who is asked there"),
    ("decision", np.int64, (), "what is asked"),
    ("row", np.int64, (MAX_PLAYERS,), "where the network's answer for a seat stands, -1: nowhere"),
    ("value", np.float64, (MAX_PLAYERS,), "what it is worth to the seats besides that answer"),
)
LEAF = record_dtype(np.dtype([(n, kind, shape) for n, kind, shape, _ in LEAF_FIELDS], align=True))

OPTION_FIELDS = (
    ("exploration", np.float64, "weight of the policy against what has done well"),
    ("caution", np.float64, "an untried action may be worse than its node by up to this"),
    ("temperature", np.float64, "above 1 the policy is taken less seriously"),
    ("reward", np.int64, "what the network expects, one of the numbers in `rewards`"),
)
OPTIONS = record_dtype(np.dtype([(n, kind) for n, kind, _ in OPTION_FIELDS], align=True))


@entry
def collect(nodes, used, worlds, rules, options, words, trees, leaves, observations):
    """A simulation down each of `trees`, as far as the network is not needed.

    Row t of `nodes` holds tree t, `used` says how many of its nodes; in a tree of none the position
    of the seat itself is the leaf. `words` holds the state of each tree's random numbers. Returns
    how many observations there are for the network.
    """
    room = np.zeros(1, STATE)
    points = np.zeros(SCRATCH_SHAPE, np.int64)
    legal = np.zeros(NUM_ACTIONS, np.int64)
    rows = 0
    for k in range(len(trees)):
        t = trees[k]
        words[t] = next_word(words[t])
        room[0] = worlds[t]
        s = room[0]
        determinize(s, rules[0], worlds[t].player, mix(words[t]))
        leaf = leaves[k]
        leaf.tree = t
        leaf.depth = 0
        if used[t] > 0:
            _descend(nodes[t], s, rules[0], options[0], legal, leaf)
        rows = _ask(nodes[t], s, rules[0], options[0].reward, points, leaf, observations, rows)
    return rows


@jit
def _descend(nodes, s, rules, options, legal, leaf):
    """Go down to a position that has no node, or the end of the game."""
    node = ROOT
    while node >= 0 and leaf.depth < MAX_DEPTH:
        action = _choose(nodes[node], s, options, legal)
        nodes[node].visits[action] += 1
        nodes[node].under_way[action] += 1
        leaf.node[leaf.depth] = node
        leaf.action[leaf.depth] = action
        leaf.depth += 1
        step(s, rules, action)
        node = _child(nodes, node, action, s.player, s.decision)


@jit
def _child(nodes, node, action, seat, decision):
    """The node that an action led to when the same seat was asked the same, -1 if there is none.

    Where another seat's hidden cards leave it no choice the game goes on to the next one, so one
    action can lead to different questions.
    """
    child = nodes[node].child[action]
    while child >= 0 and (nodes[child].seat != seat or nodes[child].decision != decision):
        child = nodes[child].next
    return child


@jit
def _choose(node, s, options, legal):
    """The most promising action in the world at hand."""
    number = _list_actions(s.legal, legal)
    total = node.value
    visits = 1
    tried = 0.0
    for i in range(number):
        action = legal[i]
        node.available[action] += 1
        if node.prior[action] < 0:  # the hidden cards that the policy was asked about forbade it
            node.prior[action] = 1.0 / number
        done = node.visits[action] - node.under_way[action]
        if done > 0:
            total += node.total[action]
            visits += done
            tried += node.prior[action]
    untried = total / visits - options.caution * math.sqrt(tried)
    best = -1
    best_bound = -math.inf
    for i in range(number):
        bound = _bound(node, legal[i], untried, options.exploration)
        if bound > best_bound:
            best, best_bound = legal[i], bound
    return best


@jit
def _bound(node, action, untried, exploration):
    """What an action may be worth at best; `untried` is its mean while nothing is known of it."""
    done = node.visits[action] - node.under_way[action]
    mean = node.total[action] / done if done > 0 else untried
    doubt = node.prior[action] * math.sqrt(node.available[action]) / (1.0 + node.visits[action])
    return mean + exploration * doubt


@jit
def _list_actions(legal, out):
    """The members of a set of actions. Returns how many they are."""
    number = 0
    for word in range(MASK_WORDS):
        left = legal[word]
        while left:
            out[number] = WORD_STARTS[word] + lowest(left)
            number += 1
            left &= left - 1
    return number


@jit
def _ask(nodes, s, rules, reward, points, leaf, observations, rows):
    """Write what the network is to judge, and what is known without it.

    Asked about is the seat to decide; with more than two players, where its value does not give
    those of the others, also whoever chose on the way.
    """
    leaf.seat, leaf.decision = s.player, s.decision
    leaf.legal[:] = s.legal
    leaf.row[:] = NONE
    leaf.value[:] = 0.0
    if s.decision == OVER:
        add_final_reward(s, rules, WIN if reward == SHAPED else reward, leaf.value)
        return rows
    if reward == SHAPED:  # what the position itself is worth has been paid: the rest is to come
        write_potential(s, rules, points, leaf.value)
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
def give_back(nodes, used, leaves, number, options, logits, values):
    """End the simulations that `collect` began, with what the network says."""
    legal = np.zeros(NUM_ACTIONS, np.int64)
    for k in range(number):
        leaf = leaves[k]
        tree = nodes[leaf.tree]
        if leaf.decision != OVER:
            _add_answers(leaf, values)
            _add_node(tree, used, leaf, logits[leaf.row[leaf.seat]], options[0].temperature, legal)
        for d in range(leaf.depth):
            node = tree[leaf.node[d]]
            node.total[leaf.action[d]] += leaf.value[node.seat]
            node.under_way[leaf.action[d]] -= 1


@jit
def _add_answers(leaf, values):
    """What the position is worth to those who were asked about; of two players, to both.

    (Of more, the other one gets a number that nobody looks at: it did not choose on the way.)
    """
    for p in range(MAX_PLAYERS):
        if leaf.row[p] >= 0:
            leaf.value[p] = min(1.0, max(-1.0, leaf.value[p] + values[leaf.row[p]]))
    if leaf.seat < 2 and leaf.row[1 - leaf.seat] < 0:
        leaf.value[1 - leaf.seat] = -leaf.value[leaf.seat]


@jit
def _add_node(nodes, used, leaf, logits, temperature, legal):
    """A node for the leaf, unless another simulation of this round has brought it."""
    number = used[leaf.tree]
    if number == len(nodes):
        return
    before = NONE
    if leaf.depth > 0:
        parent, action = leaf.node[leaf.depth - 1], leaf.action[leaf.depth - 1]
        if _child(nodes, parent, action, leaf.seat, leaf.decision) >= 0:
            return
        before = nodes[parent].child[action]
        nodes[parent].child[action] = number
    elif number > 0:
        return
    used[leaf.tree] = number + 1
    node = nodes[number]
    node.total[:] = 0.0
    node.visits[:] = 0
    node.under_way[:] = 0
    node.available[:] = 0
    node.child[:] = NONE
    node.prior[:] = -1.0
    node.value = leaf.value[leaf.seat]
    node.next = before
    node.seat, node.decision = leaf.seat, leaf.decision
    _write_priors(node.prior, logits, temperature, legal, _list_actions(leaf.legal, legal))


@jit
def _write_priors(prior, logits, temperature, legal, number):
    """The policy among the legal actions."""
    top = -math.inf
    for i in range(number):
        top = max(top, logits[legal[i]])
    total = 0.0
    for i in range(number):
        total += math.exp((logits[legal[i]] - top) / temperature)
    for i in range(number):
        prior[legal[i]] = math.exp((logits[legal[i]] - top) / temperature) / total


@entry
def keep_subtree(nodes, used, action, seat, decision, kept):
    """Copy what lies below an action of the root, where this is asked, to the front of `kept`.

    Returns how many nodes it has, 0 if there is none.
    """
    child = _child(nodes, ROOT, action, seat, decision)
    if child < 0:
        return 0
    new = np.full(used, NONE, np.int64)  # the numbers of the nodes among those kept
    old = np.empty(used, np.int64)
    new[child] = 0
    old[0] = child
    number = 1
    done = 0
    while done < number:
        node = nodes[old[done]]
        for a in range(NUM_ACTIONS):
            below = node.child[a]
            while below >= 0:
                new[below] = number
                old[number] = below
                number += 1
                below = nodes[below].next
        done += 1
    for k in range(number):
        kept[k] = nodes[old[k]]
        kept[k].next = new[kept[k].next] if kept[k].next >= 0 and k > 0 else NONE
        for a in range(NUM_ACTIONS):
            if kept[k].child[a] >= 0:
                kept[k].child[a] = new[kept[k].child[a]]
    return number
