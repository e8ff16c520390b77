"""Which groups can be declarable together, two by two: the pairs that a decision table asks about."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.groups import GROUP_INDEX
from simulate.orders import NESTED, named_order, ranked_instances
from simulate.packing import FOUR, INSTANCES, TRUMP_STATES, offered_as, pack
from simulate.rules import BesiRules

HIGHEST_FIRST = "highest-first"


class Pair(NamedTuple):
    """Two groups of which either can be declared before the other.

    Attributes
    ----------
    lower, higher : their ids. Of a nested pair `lower` is the one whose cards are part of the
        other; else it is the one that highest-first declares later.
    nested : whether the cards of one are part of the other: a besi in a higher besi, a marriage
        in the quinte of its own suit. A marriage and a quinte of two suits are a pair by themselves.
    """

    lower: str
    higher: str
    nested: bool


class PairTable(NamedTuple):
    """The pairs of a game, and which one any two instances are.

    Attributes
    ----------
    pairs : the nested ones first, as `simulate.orders.NESTED` has them, then in canonical order.
    places : [state of the trump][instance of `lower`][instance of `higher`]: the pair's place, or -1.
    ranks : [state of the trump][instance]: the place that highest-first gives it.
    """

    pairs: tuple[Pair, ...]
    places: NDArray[np.int64]
    ranks: NDArray[np.int64]

    @property
    def nested(self) -> int:
        """How many of the pairs are nested."""
        return sum(pair.nested for pair in self.pairs)


def pair_table(rules: BesiRules) -> PairTable:
    """The pairs of groups with a value, whether or not the pack and a hand have room for both."""
    ranked = ranked_instances(pack(rules), named_order(HIGHEST_FIRST))
    ranks = np.full((TRUMP_STATES, INSTANCES), INSTANCES, np.int64)
    found: dict[tuple[int, int, int], Pair] = {}
    for state in range(1 if rules.trump_from == "turn-up" else 0, TRUMP_STATES):
        ranks[state, ranked[state]] = range(len(ranked[state]))
        for one in ranked[state]:
            for other in ranked[state]:
                pair = _pair(rules, state, one, other, bool(ranks[state, one] > ranks[state, other]))
                if pair is not None:
                    found[state, one, other] = pair
    pairs = tuple(sorted(set(found.values()), key=_place))
    places = np.full((TRUMP_STATES, INSTANCES, INSTANCES), -1, np.int64)
    for (state, lower, higher), pair in found.items():
        places[state, lower, higher] = pairs.index(pair)
    return PairTable(pairs, places, ranks)


def _pair(rules: BesiRules, state: int, one: int, other: int, later: bool) -> Pair | None:
    """The pair of which `one` is the lower group, None if there is none."""
    by_quinte = rules.trump_from == "first-marriage-or-quinte"
    lower, higher = (offered_as(instance, state - 1, by_quinte) for instance in (one, other))
    if lower is None or higher is None or lower == higher:
        return None
    suits_differ = one < FOUR and other < FOUR and bool((one ^ other) & 3)
    if not suits_differ and (lower, higher) in NESTED:
        return Pair(lower, higher, True)
    if not suits_differ and (higher, lower) in NESTED:
        return None
    return Pair(lower, higher, False) if later else None


def _place(pair: Pair) -> tuple[int, ...]:
    named = (pair.lower, pair.higher)
    return (not pair.nested, NESTED.index(named) if pair.nested else 0, *map(GROUP_INDEX.__getitem__, named))
