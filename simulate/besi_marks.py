"""Playing deals for their marks: the kernel of matches."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.besi_core import play_deal
from simulate.besi_state import DECLARATIONS, U2
from simulate.groups import GROUPS
from simulate.jit import kernel
from simulate.marks import MOST_MARKS
from simulate.packing import SEATS

# Marks of a deal that room is made for at first; more are taken in further calls.
USUAL_MARKS = 64


def new_marks(deals: int) -> NDArray[np.uint64]:
    """Room for the marks of usual deals, and of the longest deal at least."""
    marks = np.zeros(USUAL_MARKS * deals + MOST_MARKS + 1, np.uint64)
    marks[0] = 1
    return marks


@kernel
def play_marks(rules: Any, orders: Any, players: Any, shape: Any, pack: Any, table: Any, deck: Any, seed: Any,
               deals: Any, watch: Any, marks: Any, ends: Any) -> Any:  # fmt: skip
    """Play the deals of these numbers as long as there is room for their marks.

    Parameters as in `simulate.besi_count.play_block`; `deals` are the deals' numbers, `marks` what
    `new_marks` gives, and `ends` gets the place after each deal's last mark.

    Returns
    -------
    How many of the deals were played, at least one.
    """
    for number in range(len(deals)):
        if len(marks) - np.int64(marks[0]) < MOST_MARKS:
            return number
        play_deal(rules, orders, players, shape, pack, table, deck, seed, deals[number], watch, marks)
        ends[number] = np.int64(marks[0])
        for seat in range(rules[SEATS]):
            for group in range(len(GROUPS)):
                table[DECLARATIONS + (np.uint64(group) << U2) + np.uint64(seat)] = np.uint64(0)
    return len(deals)
