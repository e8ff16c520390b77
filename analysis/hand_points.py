"""What a hand's groups score, told from how many cards of each sort it holds.

Two readings: the best single group, and every group laid down one after another, the
highest first. Cards are never looked at one by one. That is enough, because a group takes
the lowest-numbered usable copies: the cards that are used up in a kind of use are always
the first ones of their kind, so their number says which they are.

Marriages and quintes bear on each other (one may make trump, and may bar cards from the
other); so do the levels of besi; every four stands by itself. Points of parts that don't
bear on each other come together by adding, or by taking the larger.
"""

import operator
from collections.abc import Callable, Sequence
from typing import NamedTuple

from simulate.orders import named_order, ranked_instances
from simulate.packing import (
    BESI,
    FOUR,
    GROUP_OF,
    INSTANCES,
    MARRIAGE,
    QUINTE,
    SEVEN_DECLARED,
    TRUMP_STATES,
    VALUES,
    pack,
)
from simulate.rules import BesiRules

NO_TRUMP = -1
LEVELS = 4
# Of each suit: marriages that its kings and queens would make, and quintes that its five top cards would.
SuitGroups = Sequence[tuple[int, int]]


class HandPoints(NamedTuple):
    """What the parts of a hand score under one trump, and how the points of two parts come together.

    Attributes
    ----------
    together : points of two parts that don't bear on each other -> points of both.
    suits : marriages and quintes of each suit (`SuitGroups`) -> points.
    four : rank, number of fours that the hand's cards of it make -> points.
    besi : the fewer of the Q♠ and the J♦ -> points.
    sevens : trump sevens -> points, where they are declared.
    blanche : points of carte blanche, 0 where it has no value.
    """

    together: Callable[[int, int], int]
    suits: Callable[[SuitGroups], int]
    four: Callable[[int, int], int]
    besi: Callable[[int], int]
    sevens: Callable[[int], int]
    blanche: int


class _Scale(NamedTuple):
    """Points by state of the trump and instance, and the instances in the order of declaring them."""

    values: list[list[int]]
    order: list[list[int]]

    def first(self, trump: int, instances: range, available: Callable[[int], bool]) -> int | None:
        """Of these instances the one that is declared first, None where none is available."""
        row = self.order[1 + trump]
        return next((each for each in row if each in instances and available(each)), None)


def best_group(rules: BesiRules, trump: int) -> HandPoints:
    """Points of the best single group of a dealt hand; `trump` -1 where nothing is turned up.

    Without trump a marriage is worth what the one is that makes trump; so is a quinte where it may.
    """
    values = _scale(rules).values[1 + trump]

    def suits(groups: SuitGroups) -> int:
        marriages = [values[MARRIAGE + suit] for suit, (count, _) in enumerate(groups) if count]
        quintes = [values[QUINTE + suit] for suit, (_, count) in enumerate(groups) if count]
        return max(marriages + quintes, default=0)

    return HandPoints(
        together=max,
        suits=suits,
        four=lambda rank, fours: values[FOUR + rank] if fours else 0,
        besi=lambda pairs: max(values[BESI : BESI + pairs], default=0),
        sevens=lambda sevens: values[SEVEN_DECLARED] if sevens else 0,
        blanche=rules.point_multiplier * rules.value_of("carte-blanche"),
    )


def laid_down(rules: BesiRules, trump: int) -> HandPoints:
    """Points of all groups of a dealt hand laid down one after another, highest first.

    `trump` is -1 where nothing is turned up: then the hand's own first marriage makes trump,
    or its first quinte where the rules say so.
    """
    scale = _scale(rules)
    values = scale.values[1 + trump]

    def four(rank: int, fours: int) -> int:
        return values[FOUR + rank] * (min(1, fours) if rules.once_per_announcement else fours)

    return HandPoints(
        together=operator.add,
        suits=lambda groups: _lay_down_suits(rules, scale, groups, trump),
        four=four,
        besi=lambda pairs: _lay_down_besis(rules, scale, pairs, trump),
        sevens=lambda sevens: values[SEVEN_DECLARED] * sevens,
        blanche=rules.point_multiplier * rules.value_of("carte-blanche"),
    )


def _scale(rules: BesiRules) -> _Scale:
    packed = pack(rules)
    values = packed[VALUES:GROUP_OF].reshape(TRUMP_STATES, INSTANCES)
    return _Scale(values.tolist(), ranked_instances(packed, named_order("highest-first")))


class _Suit:
    """The marriages and quintes of one suit while they are laid down; copies are numbered from 0.

    Kings and queens are used up side by side, so one number serves for both.
    """

    def __init__(self, rules: BesiRules, marriages: int, quintes: int) -> None:
        self._rules = rules
        self._marriages, self._quintes = marriages, quintes
        self._used = self._in_quintes = self._barred = 0
        self._standing: set[int] = set()
        self._scored: set[tuple[int, int]] = set()

    def can_marry(self) -> bool:
        """Whether a king and a queen can make a marriage."""
        return self._used < self._marriages or self._crossed() is not None

    def can_make_quinte(self) -> bool:
        """Whether there are five cards for a quinte."""
        return self._in_quintes < self._quintes

    def marry(self) -> None:
        """Lay down a marriage: of a fresh king and queen, else of a pair that crosses two others."""
        if self._used < self._marriages:
            pair = self._used, self._used
            self._standing.add(self._used)
            self._used += 1
        else:
            crossed = self._crossed()
            assert crossed is not None
            pair = crossed
        self._scored.add(pair)

    def make_quinte(self) -> None:
        """Lay down a quinte, whose king and queen may then be barred from marriages."""
        self._in_quintes += 1
        if not self._rules.lower_after_higher:
            self._barred = self._in_quintes
            self._used = max(self._used, self._barred)

    def _crossed(self) -> tuple[int, int] | None:
        if not self._rules.marriage_cross:
            return None
        open_to = [copy for copy in self._standing if copy >= self._barred]
        pairs = [(king, queen) for king in open_to for queen in open_to if (king, queen) not in self._scored]
        return min(pairs, default=None)


def _lay_down_suits(rules: BesiRules, scale: _Scale, groups: SuitGroups, trump: int) -> int:
    """Points of the marriages and quintes of a hand, laid down in the order of the trump in force."""
    suits = [_Suit(rules, marriages, quintes) for marriages, quintes in groups]
    announced: set[int] = set()
    points = 0

    def available(instance: int) -> bool:
        if rules.once_per_announcement and instance in announced:
            return False
        if instance < QUINTE:
            return suits[instance - MARRIAGE].can_marry()
        return suits[instance - QUINTE].can_make_quinte()

    while (instance := scale.first(trump, range(MARRIAGE, FOUR), available)) is not None:
        points += scale.values[1 + trump][instance]
        announced.add(instance)
        if instance < QUINTE:
            suit, makes_trump = instance - MARRIAGE, True
            suits[suit].marry()
        else:
            suit, makes_trump = instance - QUINTE, rules.trump_from == "first-marriage-or-quinte"
            suits[suit].make_quinte()
        if trump == NO_TRUMP and makes_trump:
            trump = suit
    return points


def _lay_down_besis(rules: BesiRules, scale: _Scale, pairs: int, trump: int) -> int:
    """Points of the besis of every level in so many Q♠ and J♦."""
    used = [0] * LEVELS
    announced: set[int] = set()
    points = 0

    def available(instance: int) -> bool:
        if rules.once_per_announcement and instance in announced:
            return False
        level = instance - BESI + 1
        return used[level - 1] + level <= pairs

    while (instance := scale.first(trump, range(BESI, BESI + LEVELS), available)) is not None:
        level = instance - BESI + 1
        points += scale.values[1 + trump][instance]
        announced.add(instance)
        used[level - 1] += level
        if not rules.lower_after_higher:
            for lower in range(level - 1):
                used[lower] = max(used[lower], used[level - 1])
    return points
