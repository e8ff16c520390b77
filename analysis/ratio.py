"""The ratio of two means of the same deals, with Fieller's interval.

E. C. Fieller, "Some problems in interval estimation", J. Roy. Stat. Soc. B 16 (1954): the
ratios r for which the mean of (numerator − r · denominator) isn't further from 0 than chance
brings it. The two are of the same deals, so their covariance counts. Where the denominator
itself isn't clear of 0 no bounded interval exists, and none is given; expanding to the first
order (the delta method) would give a bounded one all the same.
"""

from math import sqrt
from statistics import NormalDist
from typing import TypedDict

from analysis.intervals import LEVEL


class Ratio(TypedDict):
    """A ratio of means with its interval."""

    ratio: float
    low: float
    high: float
    n: int
    level: float


def ratio_of_means(
    totals: tuple[int, int], squares: tuple[int, int], products: int, n: int, level: float = LEVEL
) -> Ratio | None:
    """The ratio of two means over `n` deals; None where the denominator isn't clear of 0.

    Parameters
    ----------
    totals, squares : sums, and sums of squares, of numerator and denominator.
    products : sum of their products.
    n : how many deals.
    level : of the interval.

    Raises
    ------
    ValueError
        No `n` pairs of values can have these sums.
    """
    (above, below), (above_squares, below_squares) = totals, squares
    # n² (n − 1) times variances and covariance of the means: integers, exact.
    spread_above, spread_below = n * above_squares - above**2, n * below_squares - below**2
    together = n * products - above * below
    if n < 0 or min(spread_above, spread_below) < 0 or together**2 > spread_above * spread_below:
        raise ValueError(f"totals={totals}, squares={squares}, products={products}: no {n} pairs have these")
    if n < 2:
        return None
    reach = NormalDist().inv_cdf((1 + level) / 2) ** 2 / (n - 1)
    curve = below**2 - reach * spread_below
    if curve <= 0:
        return None
    middle = above * below - reach * together
    end = above**2 - reach * spread_above
    width = sqrt(max(middle**2 - curve * end, 0.0))
    low, high = (middle - width) / curve, (middle + width) / curve
    return Ratio(ratio=above / below, low=low, high=high, n=n, level=level)
