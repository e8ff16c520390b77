"""The marks of a deal: every scoring of points in the order in which it happens.

Players don't look at the score, so a deal runs alike at any score before it, and its marks
are all that a match needs of it. A mark is one integer of points, kind and seat. Its kind is
a group declared, by place in canonical order, or one of those below; `TRICK` marks the
brisques (and figures) of a trick, none included, so that tricks can be told apart.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.groups import GROUPS
from simulate.jit import inlined

TRUMP_SEVEN, TRICK, LAST_TRICK = (np.uint64(len(GROUPS) + place) for place in range(3))
# The longest deal of the log has room here too: a mark is an event.
MOST_MARKS = 4096
KIND_SHIFT, POINTS_SHIFT = np.uint64(2), np.uint64(8)
SEAT_BITS, KIND_BITS = np.uint64(3), np.uint64(63)


class Marks(NamedTuple):
    """The marks of some deals: those of deal i lie in `marks` before `ends[i]`, from `ends[i - 1]` on."""

    marks: NDArray[np.uint64]
    ends: NDArray[np.int64]


@inlined
def mark(log: Any, kind: Any, seat: Any, points: Any) -> None:
    """Append a mark where marks are kept; place 0 counts the places in use, itself included."""
    if log.ndim == 1:
        packed = (np.uint64(points) << POINTS_SHIFT) | (np.uint64(kind) << KIND_SHIFT) | np.uint64(seat)
        log[log[0]] = packed
        log[0] += np.uint64(1)
