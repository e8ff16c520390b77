"""The value of a game of Rubicon bézique, in the fast core (Hoffmann 1909, laws 56 to 61)."""

from typing import Any

import numpy as np

from simulate.jit import separate

_RUBICON = 1000  # who stays below loses by the rubicon
_GAME = 500  # for winning, where the rubicon is crossed
_RUBICON_GAME = 1300
_LEAST = 100


@separate
def rubicon_value(first: Any, second: Any, first_brisques: Any, second_brisques: Any) -> Any:
    """What seat 0 gains (loses, if below zero) from scores without brisques and the brisques' points.

    A loser who crosses the rubicon only by his brisques has both count theirs, and the
    higher new total wins by the ordinary difference, whatever it is (ruling).
    """
    ahead = first - second
    if ahead == 0:
        ahead = first_brisques - second_brisques
    loser, saved = (second, second + second_brisques) if ahead > 0 else (first, first + first_brisques)
    if ahead != 0 and saved < _RUBICON:
        winner = first + second - loser
        least = loser // 100 * 100 if loser >= _LEAST else _LEAST
        value = winner // 100 * 100 + least + _RUBICON_GAME
        return value if ahead > 0 else -value
    if loser < _RUBICON or first == second:
        first, second = first + first_brisques, second + second_brisques
    ahead = first // 100 * 100 - second // 100 * 100
    if first > second:
        return _GAME + (ahead if ahead > _LEAST else _LEAST)
    if second > first:
        return -_GAME - (-ahead if -ahead > _LEAST else _LEAST)
    return np.int64(0)
