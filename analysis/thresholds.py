"""Which group first, by the draws left: rules with one threshold, and which of them may be the best.

A rule declares one group first while so many draws or more are left, and the other after that.
All are judged on the same deals. A rule is dropped where some other rule is clearly better, by a
one-sided test at 5 % over all the other rules together (Bonferroni); so the truly best rule is
kept with a confidence of 95 % at least. What the kept rules agree on is settled, the rest isn't.
"""

from statistics import NormalDist
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.intervals import LEVEL

Side = Literal["lower", "higher"]
LOWER: Side = "lower"
HIGHER: Side = "higher"


class Rule(NamedTuple):
    """`early` is declared first while `draws` draws or more are left, the other group with fewer left."""

    early: Side
    draws: int

    def first(self, draws_left: int) -> Side:
        """Which group is declared first with so many draws left."""
        if draws_left >= self.draws:
            return self.early
        return HIGHER if self.early == LOWER else LOWER


class Judged(NamedTuple):
    """The rules that were looked at, the best one on these deals, and those that may be the best.

    Attributes
    ----------
    rules : all of them.
    best : the place of the one that brought most.
    kept : the places of those that no other clearly beats.
    """

    rules: tuple[Rule, ...]
    best: int
    kept: tuple[int, ...]

    def advice(self, draws_left: int) -> Side | None:
        """What the kept rules agree to declare first with so many draws left, None where they don't agree."""
        sides = {self.rules[place].first(draws_left) for place in self.kept}
        return sides.pop() if len(sides) == 1 else None


def rules_for(draws: int) -> tuple[Rule, ...]:
    """Every rule of a deal with so many draws, no two alike: always one group, then each threshold."""
    always = (Rule(HIGHER, 1), Rule(LOWER, 1))
    thresholds = [Rule(early, number) for early in (LOWER, HIGHER) for number in range(2, draws + 1)]
    return (*always, *thresholds)


def judge(sums: NDArray[np.float64], products: NDArray[np.float64], deals: int) -> Judged:
    """Judge all rules by what declaring the lower group first brought.

    Parameters
    ----------
    sums : [draws], summed over deals, 1 draw left at place 0.
    products : [draws][draws], sums over deals of the products of what it brought a deal with either number
        of draws left.
    deals : how many deals there were, at least 2.
    """
    draws = len(sums)
    rules = rules_for(draws)
    chosen = np.array([[rule.first(left + 1) == LOWER for left in range(draws)] for rule in rules], float)
    gains = chosen @ sums
    beaten = NormalDist().inv_cdf(1 - (1 - LEVEL) / max(len(rules) - 1, 1))
    kept = []
    for place in range(len(rules)):
        other_way = chosen - chosen[place]
        more = gains - gains[place]
        squares = np.einsum("rd,de,re->r", other_way, products, other_way)
        # The standard error of a sum over deals of what one rule brought more than another.
        errors = np.sqrt(np.maximum(squares - more**2 / deals, 0) * deals / (deals - 1))
        if not bool((more > beaten * errors).any()):
            kept.append(place)
    return Judged(rules, int(gains.argmax()), tuple(kept))
