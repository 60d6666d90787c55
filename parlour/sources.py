"""The source words of component files: where a value comes from.

A source text is one or more clauses separated by semicolons; text in brackets only explains. The
first source word of a clause applies to the values that the clause names ("copies reconstructed"),
or to all the others if it names none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

SOURCE_WORDS: Final = ("rulebook", "press", "inferred", "reconstructed")
OTHER: Final = "other"  # free text, such as "printed on my copy"

_WORD = re.compile(r"\b(" + "|".join(SOURCE_WORDS) + r")\b")
_BRACKETS = re.compile(r"\([^()]*\)")


def words_by_name(source: str, names: Iterable[str]) -> dict[str, str]:
    """Return the source word of each name."""
    names = tuple(names)
    rest = OTHER
    named: dict[str, str] = {}
    # From the last clause to the first: if two name the same values, the first one counts.
    for clause in reversed(_BRACKETS.sub("", source.lower()).split(";")):
        match = _WORD.search(clause)
        word = match.group() if match else OTHER
        mentioned = [name for name in names if re.search(rf"\b{name}\b", clause)]
        named.update(dict.fromkeys(mentioned, word))
        if not mentioned:
            rest = word
    return {name: named.get(name, rest) for name in names}


def source_words(source: str, groups: Mapping[str, int]) -> Counter[str]:
    """Count the values by source word; `groups` holds the number of values of each name."""
    words: Counter[str] = Counter()
    for name, word in words_by_name(source, groups).items():
        words[word] += groups[name]
    return words
