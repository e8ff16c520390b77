"""Laws on a lattice: chances of gains that lie evenly apart, and how far rounding can have moved them.

Every step multiplies, divides and adds up chances, and nothing is ever taken away from anything: so
each chance is the true one times a product of factors (1 + d), |d| at most the unit roundoff, as many
as `roundings` says. Tails that hardly weigh anything are cut off; `cut` is at least what they weigh.
"""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, comb, fsum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Chances = NDArray[np.float64]

# Tails are cut where a chance is smaller: even all that an evening can cut is far below a rounding.
NEGLIGIBLE = 1e-30
UNIT_ROUNDOFF = 2.0**-53
# What products of chances too small for a float can have lost in one convolution, and much more.
_UNDERFLOW = 1e-300
_FEW_BETS = 1_000


def relative_bound(roundings: int) -> float:
    """How far so many roundings can move a chance, as a share of it (Higham's gamma)."""
    return roundings * UNIT_ROUNDOFF / (1 - roundings * UNIT_ROUNDOFF)


class Law(NamedTuple):
    """The chances of gains `start`, `start + step` …, as whole multiples of 1/`unit` stake.

    The chance of any event is right to within `relative_bound(roundings + 1)` of it and `cut`.
    """

    unit: int
    start: int
    step: int
    chances: Chances
    roundings: int = 0
    cut: float = 0.0

    def gain(self, place: int) -> Fraction:
        """The gain, in stakes, whose chance stands at that place."""
        return Fraction(self.start + self.step * place, self.unit)

    def gains(self) -> Chances:
        """All the gains, in stakes."""
        return (self.start + self.step * np.arange(len(self.chances))) / self.unit

    def below(self, gain: Fraction | int) -> float:
        """Chance of a smaller gain."""
        return fsum(self.chances[: self._places_below(Fraction(gain))])

    def above(self, gain: Fraction | int) -> float:
        """Chance of a larger gain."""
        places = self._places_below(Fraction(gain))
        exact = places < len(self.chances) and self.gain(places) == gain
        return fsum(self.chances[places + exact :])

    def exactly(self, gain: Fraction | int) -> float:
        """Chance of that very gain."""
        place = self._places_below(Fraction(gain))
        found = place < len(self.chances) and self.gain(place) == gain
        return float(self.chances[place]) if found else 0.0

    def quantile(self, probability: float) -> Fraction:
        """The least gain that isn't exceeded with a chance of at least `probability`.

        A chance that rounding can't tell from `probability` counts as reaching it.
        """
        # Adding up from one end rounds once a place.
        slack = relative_bound(self.roundings + len(self.chances)) + self.cut
        place = int(np.searchsorted(np.cumsum(self.chances), probability * (1 - slack) - self.cut))
        return self.gain(min(place, len(self.chances) - 1))

    def mean(self) -> float:
        """The mean gain, in stakes."""
        places = np.arange(len(self.chances))
        return float((self.start + self.step * (self.chances @ places)) / self.unit)

    def _places_below(self, gain: Fraction) -> int:
        return min(max(ceil((gain * self.unit - self.start) / self.step), 0), len(self.chances))


def on_lattice(law: Law) -> Law:
    """The same law without impossible gains at its ends, and on as coarse a lattice as it fits."""
    possible = np.flatnonzero(law.chances)
    first = int(possible[0])
    apart = int(np.gcd.reduce(possible - first)) or 1
    return law._replace(
        start=law.start + law.step * first,
        step=law.step * apart,
        chances=law.chances[first : int(possible[-1]) + 1 : apart],
    )


def trimmed(law: Law) -> Law:
    """The law without the tails in which every chance is negligible; what they weigh is added to `cut`."""
    heavy = np.flatnonzero(law.chances > NEGLIGIBLE)
    first, last = int(heavy[0]), int(heavy[-1])
    tails = fsum(law.chances[:first]) + fsum(law.chances[last + 1 :])
    return law._replace(
        start=law.start + law.step * first,
        chances=law.chances[first : last + 1],
        cut=law.cut + 2 * tails,
    )


def convolved(one: Law, other: Law) -> Law:
    """The law of the sum of two independent gains on lattices of the same unit and step, trimmed."""
    fewer = min(len(one.chances), len(other.chances))
    return trimmed(
        Law(
            one.unit,
            one.start + other.start,
            one.step,
            np.convolve(one.chances, other.chances),
            # A product rounds once; adding up so many terms, in whatever order, once less than there are.
            one.roundings + other.roundings + fewer,
            one.cut + other.cut + _UNDERFLOW,
        )
    )


def power(law: Law, exponent: int) -> Law:
    """The law of the sum of `exponent` independent gains, trimmed."""
    result, square = None, trimmed(law)
    while True:
        if exponent & 1:
            result = square if result is None else convolved(result, square)
        exponent >>= 1
        if not exponent:
            return trimmed(law) if result is None else result
        square = convolved(square, square)


def binomial(bets: int, covers: int, numbers: int) -> tuple[int, Chances, int, float]:
    """Chances of the numbers of wins in so many bets, each won with `covers` in `numbers`.

    Of a few bets each chance is a whole number by a whole number. Of many, from the likeliest number of
    wins each chance is the next one's times a ratio of whole numbers.
    What they are then divided by is their sum, which is known to be 1.

    Returns
    -------
    The least number of wins whose chance is kept, the chances, their roundings, and what is cut.
    """
    if bets <= _FEW_BETS:
        whole, lost = numbers**bets, numbers - covers
        exact = [comb(bets, wins) * covers**wins * lost ** (bets - wins) / whole for wins in range(bets + 1)]
        return 0, np.array(exact), 1, _UNDERFLOW
    best = min((bets + 1) * covers // numbers, bets)
    fewer, below = _falling(
        best, lambda k: (best - k) * (numbers - covers) / ((bets - best + k + 1) * covers)
    )
    more, above = _falling(
        bets - best, lambda k: (bets - best - k) * covers / ((best + k + 1) * (numbers - covers))
    )
    weights = np.concatenate((fewer[::-1], [1.0], more))
    total = fsum(weights)
    # A ratio rounds once, a product of them once more each; the sum is no worse than its worst term.
    roundings = 4 * max(len(fewer), len(more)) + 2
    return best - len(fewer), weights / total, roundings, 2 * (below + above) / total


def _falling(most: int, ratio: Callable[[NDArray[np.int64]], Chances]) -> tuple[Chances, float]:
    """Weights falling from 1 by these ratios, as far as they weigh anything, and a bound on the rest."""
    reach = 0
    weights: Chances = np.ones(0)
    ratios = weights
    while reach < most and (not reach or weights[-1] > NEGLIGIBLE):
        reach = min(2 * reach or 64, most)
        ratios = ratio(np.arange(reach))
        weights = np.multiply.accumulate(ratios)
    kept = int(np.searchsorted(-weights, -NEGLIGIBLE))
    if kept == reach:
        return weights, 0.0
    # The ratios fall, so the rest is less than a geometric series.
    return weights[:kept], 2 * float(weights[kept] / (1 - ratios[kept]))
