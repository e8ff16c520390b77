"""The fast core of the banking games: one number is drawn a round.

The number of round i is drawn from word i % 4 of the Philox block with deal i // 4 in the
banking stream, so that a round depends on the seed and its index alone.
"""

from typing import Any

import numpy as np

from simulate.jit import kernel
from simulate.streams import BANK_STREAM, philox, pick

_U2, _U3 = np.uint64(2), np.uint64(3)


@kernel
def _hits(numbers: Any, covers: Any, seed: Any, first: Any, count: Any) -> Any:
    won = 0
    words = philox(seed, BANK_STREAM, first >> _U2, 0)
    for number in range(count):
        index = first + np.uint64(number)
        if index & _U3 == 0:
            words = philox(seed, BANK_STREAM, index >> _U2, 0)
        won += pick(words[np.int64(index & _U3)], numbers) < covers
    return won


def hits(numbers: int, covers: int, seed: int, first: int, count: int) -> int:
    """How many of rounds first … first + count − 1 a bet on the lowest `covers` numbers wins.

    Which numbers a bet covers is the same to it: the draw is uniform.
    """
    with np.errstate(over="ignore"):
        return int(_hits(numbers, covers, np.uint64(seed), np.uint64(first), count))
