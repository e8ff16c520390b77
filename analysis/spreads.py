"""Polynomials packed into integers, and spreads: a polynomial for every number of points.

A *polynomial* counts selections by their number of cards, as in `analysis.exact`: here it is
one integer, a coefficient in every so many bits. Sums and products of polynomials are then
sums and products of integers, and cutting off what is more than a hand is a mask. All of it
is arithmetic modulo a power of two, so coefficients may be negative on the way, as long as
those of the result aren't.
"""

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import comb

Spread = dict[int, int]
Together = Callable[[int, int], int]


class Cut:
    """Polynomials over selections of at most `most` cards of a pack of `cards`; what is more is cut off."""

    def __init__(self, most: int, cards: int) -> None:
        self.most = most
        # No coefficient of a result is larger than all selections of a size, times the turn-ups.
        self._slot = max(cards * comb(cards, size) for size in range(most + 1)).bit_length()
        self.mask = (1 << self._slot * (most + 1)) - 1

    def at_least(self, need: int, cards: int) -> int:
        """Selections from `cards` cards that have at least `need` of them."""
        return sum(comb(cards, k) << self._slot * k for k in range(need, min(cards, self.most) + 1))

    def of_size(self, cards: int, count: int) -> int:
        """`count` selections of so many cards."""
        return count << self._slot * cards & self.mask

    def coefficients(self, polynomial: int) -> list[int]:
        """The coefficients, from no card up, of a polynomial without negative ones."""
        one = (1 << self._slot) - 1
        return [polynomial >> self._slot * k & one for k in range(self.most + 1)]

    def product(self, polynomials: Iterable[int]) -> int:
        """Selections that satisfy several conditions on disjoint sets of cards."""
        result = 1
        for polynomial in polynomials:
            result = result * polynomial & self.mask
        return result

    def both(self, one: Spread, other: Spread, together: Together) -> Spread:
        """The spread of two disjoint sets of cards; `together` makes their points one number."""
        result: Spread = {}
        for p, a in one.items():
            for q, b in other.items():
                add(result, together(p, q), a * b)
        return {points: kept for points, polynomial in result.items() if (kept := polynomial & self.mask)}


def add(spread: Spread, points: int, polynomial: int) -> None:
    """Add a polynomial to a spread at a number of points."""
    spread[points] = spread.get(points, 0) + polynomial


def steps(points: list[int]) -> list[Spread]:
    """A function of a count as a signed sum of conditions "at least so many".

    Parameters
    ----------
    points : points of the counts 0, 1, 2 …

    Returns
    -------
    For each count the weights, by points, with which "at least that count" enters. A hand of
    count n satisfies the conditions 0 … n, whose weights sum to 1 at `points[n]`.
    """
    weights = [{points[0]: 1}]
    for before, now in pairwise(points):
        weights.append({} if before == now else {now: 1, before: -1})
    return weights
