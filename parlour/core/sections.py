"""The layout of an observation, made from a table of its sections: name, shape, and a sentence."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from parlour.core.records import Table, record_dtype


def section_slices(sections: Table) -> dict[str, slice]:
    """Return the place of each section in the vector."""
    slices, start = {}, 0
    for name, shape, *_ in sections:
        slices[name] = slice(start, start + prod(shape))
        start += prod(shape)
    return slices


def observation_dtype(sections: Table) -> np.dtype[Any]:
    """The vector as a record whose fields are the sections; `everything` overlaps all of them."""
    slices = section_slices(sections)
    size = max(place.stop for place in slices.values())
    fields = [(name, shape, slices[name].start) for name, shape, *_ in sections]
    names, shapes, starts = zip(*fields, ("everything", (size,), 0), strict=True)
    formats = [(np.float32, shape) for shape in shapes]
    offsets = [start * np.dtype(np.float32).itemsize for start in starts]
    return record_dtype(np.dtype({"names": names, "formats": formats, "offsets": offsets}))
