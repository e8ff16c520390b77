"""The value of a game of Rubicon bézique, told law by law (Hoffmann 1909, laws 56 to 61)."""

from collections.abc import Sequence
from typing import NamedTuple

RUBICON = 1000
LEAST = 100
WON = 500
WON_BY_THE_RUBICON = 1300


class Settled(NamedTuple):
    """How a game came out.

    Attributes
    ----------
    value : what the first player gains, below zero what he loses, 0 if the game is null.
    scores : the scores that settled it, with brisques if these were added.
    by_the_rubicon : whether the loser stayed below 1000, brisques included.
    """

    value: int
    scores: tuple[int, int]
    by_the_rubicon: bool


def settle(scores: Sequence[int], brisques: Sequence[int]) -> Settled:
    """What a game of two is worth, and how it was won.

    Parameters
    ----------
    scores : the two players' points of the deal, without brisques.
    brisques : the points of their brisques.
    """
    without = (scores[0], scores[1])
    with_brisques = (scores[0] + brisques[0], scores[1] + brisques[1])
    # Level without brisques, these decide who loses (law 61).
    level = scores[0] == scores[1]
    first, second = brisques if level else scores
    if first == second:
        return Settled(0, with_brisques, by_the_rubicon=False)
    loser = 0 if first < second else 1
    if scores[loser] >= RUBICON and not level:
        return _ordinary(without)
    if with_brisques[loser] >= RUBICON:
        return _ordinary(with_brisques)
    return _by_the_rubicon(without, loser)


def _ordinary(scores: tuple[int, int]) -> Settled:
    """The difference of the hundreds, 100 at least, and 500 for the game (laws 56, 57, 60).

    Where brisques made the scores, the loser may be he who had crossed the rubicon, and with
    fewer than 1000 points even so: the difference is all that he loses by (ruling).
    """
    value = max(LEAST, _hundreds(max(scores)) - _hundreds(min(scores))) + WON
    won = (scores[0] > scores[1]) - (scores[0] < scores[1])
    return Settled(won * value, scores, by_the_rubicon=False)


def _by_the_rubicon(scores: tuple[int, int], loser: int) -> Settled:
    """The hundreds of both, the loser's 100 at least, and 1300 for game and rubicon (laws 58, 59)."""
    value = _hundreds(scores[1 - loser]) + max(LEAST, _hundreds(scores[loser])) + WON_BY_THE_RUBICON
    return Settled(value if loser == 1 else -value, scores, by_the_rubicon=True)


def _hundreds(points: int) -> int:
    """Points with the odd tens dropped."""
    return points // 100 * 100
