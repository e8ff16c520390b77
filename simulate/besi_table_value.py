"""The value of a game of Rubicon bézique, told law by law (Hoffmann 1909, laws 56 to 61)."""

from collections.abc import Sequence

RUBICON = 1000
LEAST = 100
WON = 500
WON_BY_THE_RUBICON = 1300


def value_of_game(scores: Sequence[int], brisques: Sequence[int]) -> int:
    """What the first of two players gains by the game; what he loses is below zero, a null game 0.

    Parameters
    ----------
    scores : the two players' points of the deal, without brisques.
    brisques : the points of their brisques.
    """
    if scores[0] == scores[1]:
        return _value_of_equal_scores(scores[0], brisques)
    lower = 0 if scores[0] < scores[1] else 1
    if scores[lower] >= RUBICON:
        return _ordinary(scores)
    if scores[lower] + brisques[lower] >= RUBICON:
        return _ordinary(_with(scores, brisques))
    return _by_the_rubicon(scores, lower)


def _value_of_equal_scores(score: int, brisques: Sequence[int]) -> int:
    """Level without brisques, the brisques decide (law 61); level with them, nobody wins."""
    if brisques[0] == brisques[1]:
        return 0
    lower = 0 if brisques[0] < brisques[1] else 1
    if score + brisques[lower] >= RUBICON:
        return _ordinary(_with((score, score), brisques))
    return _by_the_rubicon((score, score), lower)


def _ordinary(scores: Sequence[int]) -> int:
    """The difference of the hundreds, 100 at least, and 500 for the game (laws 56, 57).

    Where brisques made the scores, the loser may be he who had crossed the rubicon, and with
    fewer than 1000 points even so: the difference is all that he loses by (ruling).
    """
    if scores[0] == scores[1]:
        return 0
    value = max(LEAST, _hundreds(max(scores)) - _hundreds(min(scores))) + WON
    return value if scores[0] > scores[1] else -value


def _by_the_rubicon(scores: Sequence[int], loser: int) -> int:
    """The hundreds of both, the loser's 100 at least, and 1300 for game and rubicon (laws 58, 59)."""
    value = _hundreds(scores[1 - loser]) + max(LEAST, _hundreds(scores[loser])) + WON_BY_THE_RUBICON
    return value if loser == 1 else -value


def _with(scores: Sequence[int], brisques: Sequence[int]) -> tuple[int, int]:
    return scores[0] + brisques[0], scores[1] + brisques[1]


def _hundreds(points: int) -> int:
    """Points with the odd tens dropped."""
    return points // 100 * 100
