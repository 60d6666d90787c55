"""Advance a game: apply the chosen action, then every forced one."""

from parlour.core.bits import count, nth
from parlour.core.jit import jit
from parlour.core.protocol import begin, choose, is_over, word_starts, write_legal
from parlour.core.rng import below

WORD_BITS = 62  # actions in a word of legality, at most: the sign bit stays free (see `bits`)


@jit
def start_game(s, rules, num_players, seed):
    """Start a new game, up to its first real decision."""
    begin(s, rules, num_players, seed)
    make_forced_choices(s, rules)


@jit
def step(s, rules, action):
    """Apply a legal action and advance to the next decision with more than one option.

    A finished game stays as it is. The caller checks that the action is legal (`is_legal`).
    """
    if not is_over(s):
        choose(s, rules, action)
        make_forced_choices(s, rules)


@jit
def make_forced_choices(s, rules):
    write_legal(s, rules)
    while not is_over(s) and num_legal(s) == 1:
        choose(s, rules, nth_legal(s, 0))
        write_legal(s, rules)


@jit
def num_legal(s):
    number = 0
    for word in range(len(s.legal)):
        number += count(s.legal[word])
    return number


@jit
def nth_legal(s, n):
    """The n-th legal action in the order of the ids."""
    starts = word_starts(s)
    for word in range(len(s.legal) - 1):
        in_word = count(s.legal[word])
        if n < in_word:
            return starts[word] + nth(s.legal[word], n)
        n -= in_word
    return starts[-1] + nth(s.legal[len(s.legal) - 1], n)


@jit
def random_legal(s):
    """A uniformly random legal action, drawn from the game's own random numbers."""
    return nth_legal(s, below(s, num_legal(s)))


@jit
def word_and_place(s, action):
    """The word of `s.legal` that holds an action, and the action's place in it."""
    starts = word_starts(s)
    word = 0
    start = 0
    for later in range(1, len(s.legal)):
        if action >= starts[later]:
            word, start = later, starts[later]
    return word, action - start


@jit
def is_legal(s, action):
    """True if a number is an action, and legal now."""
    word, place = word_and_place(s, action)
    return 0 <= place < WORD_BITS and (s.legal[word] >> place) & 1 == 1
