"""The value of a game of Rubicon bézique, in the fast core (Hoffmann 1909, laws 56 to 61)."""

from typing import Any

import numpy as np

from simulate.jit import separate

_RUBICON = 1000  # who stays below loses by the rubicon
_GAME = 500  # for winning, where the rubicon is crossed
_RUBICON_GAME = 1300
_LEAST = 100


@separate
def _won_by(winner: Any, loser: Any) -> Any:
    """What a won game is worth where the loser has crossed the rubicon."""
    return max(_LEAST, winner // 100 * 100 - loser // 100 * 100) + _GAME


@separate
def rubicon_value(first: Any, second: Any, first_brisques: Any, second_brisques: Any) -> Any:
    """What seat 0 gains (loses, if below zero) from scores without brisques and the brisques' points.

    A loser who crosses the rubicon only by his brisques has both count theirs, and the
    higher new total wins by the ordinary difference, whatever it is (ruling).
    """
    gap = first - second
    loser, loser_brisques = (second, second_brisques) if gap > 0 else (first, first_brisques)
    if gap == 0:
        gap = first_brisques - second_brisques
        loser_brisques = min(first_brisques, second_brisques)
    elif loser >= _RUBICON:
        value = _won_by(max(first, second), loser)
        return value if gap > 0 else -value
    if loser + loser_brisques < _RUBICON:
        value = max(first, second) // 100 * 100 + max(_LEAST, loser // 100 * 100) + _RUBICON_GAME
    else:
        first, second = first + first_brisques, second + second_brisques
        gap = first - second
        value = _won_by(max(first, second), min(first, second))
    if gap == 0:
        return np.int64(0)
    return value if gap > 0 else -value
