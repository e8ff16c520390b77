"""Estimates with their intervals, from integer counters.

A frequency of independent trials has the interval of Clopper and Pearson ("The use of
confidence or fiducial limits illustrated in the case of the binomial", 1934), which
covers at least as often as it says. Seats of one deal share a pack, so a frequency pooled
over seats takes its variance from the deals and hands Clopper and Pearson the number of
independent trials that would have had that variance (Korn and Graubard, "Confidence
intervals for proportions with small expected number of positive counts estimated from
survey data", 1998): the plain normal interval would promise too much where hits are few.
Means have normal intervals.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import expm1, log, sqrt
from statistics import NormalDist
from typing import TypedDict

LEVEL = 0.95


class Frequency(TypedDict):
    """How often something happened; `rate` is null where nothing was tried."""

    count: int
    n: int
    rate: float | None
    low: float
    high: float
    level: float


class Mean(TypedDict):
    """A mean with its standard error; null where too few values tell nothing of it."""

    mean: float | None
    se: float | None
    n: int
    low: float | None
    high: float | None
    level: float


def frequency(count: int, n: int, level: float = LEVEL) -> Frequency:
    """A frequency of `count` hits in `n` independent trials, with Clopper and Pearson's interval.

    Without a trial the rate is null and the interval is all of 0 to 1.

    Raises
    ------
    ValueError
        `count` isn't within 0..n, or `level` not between 0 and 1.
    """
    if not 0 <= count <= n:
        raise ValueError(f"count={count} of n={n}: a count lies between 0 and n")
    low, high = clopper_pearson(count, n, level)
    return Frequency(count=count, n=n, rate=count / n if n else None, low=low, high=high, level=level)


def pooled_frequency(deals_by_seats: Sequence[int], level: float = LEVEL) -> Frequency:
    """A frequency per player and deal, whose interval knows that the seats of a deal share a pack.

    Parameters
    ----------
    deals_by_seats : entry k counts the deals in which exactly k seats had a hit, k from 0 to
        the number of seats.
    level : of the interval.

    Raises
    ------
    ValueError
        There are no seats, or a count is below zero.
    """
    if len(deals_by_seats) < 2 or min(deals_by_seats) < 0:
        raise ValueError(f"deals_by_seats={list(deals_by_seats)}: counts of deals with 0, 1, ... seats")
    count = sum(k * times for k, times in enumerate(deals_by_seats))
    squares = sum(k * k * times for k, times in enumerate(deals_by_seats))
    return frequency_of_deals(count, squares, sum(deals_by_seats), len(deals_by_seats) - 1, level)


def frequency_of_deals(count: int, squares: int, deals: int, seats: int, level: float = LEVEL) -> Frequency:
    """`pooled_frequency` from the hits per deal, summed over `deals` deals, and their squares.

    Notes
    -----
    With m the mean and v the sample variance of the hits per deal, s seats and d deals, the
    rate is m/s and its variance v/(d s^2). Where every deal had the same number of hits,
    none included, the sample shows no variance: then at most a share u of all deals differs,
    u being Clopper and Pearson's upper bound for 0 hits in d deals, and a deal that differs
    has at least none and at most s hits.

    Raises
    ------
    ValueError
        No deals of so many seats can have these sums.
    """
    if not count <= seats * deals or not count <= squares <= seats * count or deals * squares < count**2:
        raise ValueError(f"count={count}, squares={squares}: no {deals} deals of {seats} seats have these")
    n = seats * deals
    if deals * squares == count * count:
        rate = count / n if n else 0.0
        differ = clopper_pearson(0, deals, level)[1]
        low, high = rate * (1 - differ), rate + (1 - rate) * differ
    else:
        # Exact up to here: the difference of squares would lose its digits in floats.
        variance = Fraction(deals * squares - count * count, deals**2 * (deals - 1) * seats**2)
        trials = Fraction(count, n) * (1 - Fraction(count, n)) / variance
        low, high = clopper_pearson(float(trials * Fraction(count, n)), float(trials), level)
    return Frequency(count=count, n=n, rate=count / n if n else None, low=low, high=high, level=level)


def mean(total: int | Fraction, squares: int | Fraction, n: int, level: float = LEVEL) -> Mean:
    """The mean of `n` values from their exact sum and sum of squares, with a normal interval.

    The sample variance (divisor n - 1) is computed exactly before the square root is taken.
    One value tells nothing of its error, which is null then.

    Raises
    ------
    ValueError
        No `n` values can have these sums.
    """
    if n < 0 or n * squares < total * total or (n == 0 and squares):
        raise ValueError(f"total={total}, squares={squares}: no {n} values have these sums")
    if n == 0:
        return Mean(mean=None, se=None, n=0, low=None, high=None, level=level)
    middle = float(Fraction(total) / n)
    if n == 1:
        return Mean(mean=middle, se=None, n=1, low=None, high=None, level=level)
    se = sqrt(Fraction(n * squares - total * total) / (n * n * (n - 1)))
    reach = NormalDist().inv_cdf((1 + level) / 2) * se
    return Mean(mean=middle, se=se, n=n, low=middle - reach, high=middle + reach, level=level)


def ratio(
    total: int | Fraction,
    count: int,
    squares: int | Fraction,
    crossed: int | Fraction,
    counts: int,
    level: float = LEVEL,
) -> Mean:
    """The mean of `count` values that come in independent clusters, with a normal interval.

    Parameters
    ----------
    total : the sum of all values.
    count : how many values there are in all clusters together.
    squares, crossed, counts : over clusters, the sums of: a cluster's sum squared; its sum times its number
        of values; its number of values squared.
    level : of the interval.

    Notes
    -----
    The variance of a ratio by linearisation (Cochran, *Sampling Techniques*, 1977, section 6.3): that of
    the clusters' sums less the mean for each value. With one value a cluster it is `mean`'s.

    Raises
    ------
    ValueError
        No clusters can have these sums.
    """
    if not count:
        return mean(total, squares, 0, level)
    middle = Fraction(total) / count
    spread = squares - 2 * middle * crossed + middle**2 * counts
    if count < 0 or counts < count or spread < 0:
        raise ValueError(f"total={total}, count={count}, squares={squares}: no clusters have these sums")
    if count == 1:
        return Mean(mean=float(middle), se=None, n=1, low=None, high=None, level=level)
    se = sqrt(spread / (count * (count - 1)))
    reach = NormalDist().inv_cdf((1 + level) / 2) * se
    return Mean(
        mean=float(middle), se=se, n=count, low=float(middle) - reach, high=float(middle) + reach, level=level
    )


def clopper_pearson(count: float, n: float, level: float = LEVEL) -> tuple[float, float]:
    """Clopper and Pearson's interval for a chance, of `count` hits in `n` trials, also not whole ones."""
    if not 0 < level < 1:
        raise ValueError(f"level={level}: a level lies between 0 and 1")
    if n == 0:
        return 0.0, 1.0
    tail = (1 - level) / 2
    # The ends have closed forms, which also spare exact and small answers loading scipy.
    never = -expm1(log(tail) / n)
    if count == 0:
        return 0.0, never
    if count == n:
        return 1 - never, 1.0
    from scipy.special import betainccinv, betaincinv

    return float(betaincinv(count, n - count + 1, tail)), float(betainccinv(count + 1, n - count, tail))
