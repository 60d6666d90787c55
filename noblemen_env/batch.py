"""`Batch`: thousands of games of Noblemen in preallocated arrays."""

from __future__ import annotations

import parlour.batch
from noblemen_env.spec import SPEC


class Batch(parlour.batch.Batch):
    __doc__ = f"""{parlour.batch.Batch.__doc__}

    >>> batch = Batch(256, num_players=3, seed=1)
    >>> for _ in range(10):
    ...     batch.step(batch.random_actions())
    """

    spec = SPEC
