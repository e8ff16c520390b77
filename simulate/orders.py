"""Declaration orders: which of the groups in hand a trick winner declares first.

An order is a preference over groups that may depend on the draws left: phases, each with a
ranking and with pairs of which one group goes ahead of the other. The fast core reads it as
a table of integers (`order_table`); the readable engine asks the order itself.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from simulate.groups import GROUP_INDEX, GROUPS
from simulate.packing import (
    BESI_IDS,
    FOUR,
    GROUP_OF,
    INSTANCES,
    QUINTE_MAKES_TRUMP,
    TRUMP_STATES,
    VALUES,
    Packed,
    offered_as,
)

MOST_DRAWS = 63  # of two players with a card each in hand, of four packs
Rest = Literal["highest", "lowest", "fragile", "none"]

# K+Q in the quinte of their suit, a lower besi in a higher: each with the group that its cards are part of.
# Before there is a trump the marriage that would make one lies in a plain quinte.
NESTED: tuple[tuple[str, str], ...] = (
    ("marriage", "quinte"),
    ("trump-marriage", "trump-quinte"),
    ("trump-marriage", "quinte"),
    *((lower, higher) for i, higher in enumerate(BESI_IDS) for lower in BESI_IDS[:i]),
)


@dataclass(frozen=True)
class Phase:
    """What is preferred while at least `draws` draws are left.

    Attributes
    ----------
    draws : with fewer draws than this left to the seat, the one after the trick just won
        included, the next phase is in force.
    ranking : groups in the order in which they are declared.
    rest : how the groups that `ranking` doesn't name follow: ``highest`` value first,
        ``lowest`` value first, ``fragile`` (the group of the most cards first, of as many the
        highest value), or ``none``: they aren't declared.
    ahead : pairs (inner, outer): when `outer` comes first by the ranking but `inner` can be
        declared too, `inner` goes ahead of it; of several such the first by the ranking.
        A marriage goes ahead of the quinte of its own suit only.
    """

    draws: int = 0
    ranking: tuple[str, ...] = ()
    rest: Rest = "highest"
    ahead: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Order:
    """A declaration order.

    Attributes
    ----------
    name : what it is called.
    phases : from the most draws left down; the last has `draws` 0.
    """

    name: str
    phases: tuple[Phase, ...]

    def phase(self, draws_left: int) -> Phase:
        """The phase in force with so many draws left."""
        return next(phase for phase in self.phases if draws_left >= phase.draws)


# Every order that goes by a name alone. `highest-first` is the custom (S0), the baseline.
NAMED: Mapping[str, tuple[Phase, ...]] = {
    "highest-first": (Phase(),),
    "lowest-first": (Phase(rest="lowest"),),
    "nested-first": (Phase(ahead=NESTED),),
    "fragile-first": (Phase(rest="fragile"),),
    "none": (Phase(rest="none"),),
}
ORDERS = tuple(NAMED)
_LATE_HIGHEST = re.compile(r"late-highest:([0-9]{1,3})", re.ASCII)


def named_order(name: str) -> Order:
    """The order that a name stands for, ``late-highest:N`` included.

    Raises
    ------
    ValueError
        There is no such order.
    """
    if name in NAMED:
        return Order(name, NAMED[name])
    late = _LATE_HIGHEST.fullmatch(name)
    if late and 0 < int(late[1]) <= MOST_DRAWS:
        return Order(name, (Phase(draws=int(late[1]), ahead=NESTED), Phase()))
    raise ValueError(
        f"no order {name!r}; orders are {', '.join(ORDERS)}, late-highest:N (N from 1 to {MOST_DRAWS}), "
        f"best, a list such as besi-double>trump-quinte, or a .toml file"
    )


# Layout of an order's table: where the rows of a phase begin, by draws left; then for each phase
# and each state of the trump the instances in the order in which they are declared, ended by -1,
# and for each instance the mask of those that go ahead of it.
ORDER_ROW = 2 * INSTANCES


def order_table(packed: Packed, order: Order) -> NDArray[np.int64]:
    """An order as the fast core reads it; an array as long for every order with as many phases.

    Of two groups that the order doesn't tell apart the earlier in canonical order comes first,
    then the first suit. A declared seven ranks after every other group (Hof); a phase that
    declares nothing but what it names leaves it out. So are instances without value.
    """
    starts = MOST_DRAWS + 1 + TRUMP_STATES * ORDER_ROW * np.arange(len(order.phases))
    places = {phase: int(start) for phase, start in zip(order.phases, starts, strict=True)}
    by_draws = [places[order.phase(draws)] for draws in range(MOST_DRAWS + 1)]
    rows = [_row(packed, phase, state) for phase in order.phases for state in range(TRUMP_STATES)]
    return np.concatenate([np.array(by_draws, np.int64), *rows])


def ranked_instances(packed: Packed, order: Order) -> list[list[int]]:
    """Under each state of the trump the instances as the order's first phase ranks them."""
    rows = [_row(packed, order.phases[0], state)[:INSTANCES].tolist() for state in range(TRUMP_STATES)]
    return [[instance for instance in row if instance >= 0] for row in rows]


def seat_tables(packed: Packed, orders: Sequence[Order]) -> NDArray[np.int64]:
    """The tables of all seats, one row a seat, filled up with zeros that are never read."""
    tables = [order_table(packed, order) for order in orders]
    size = max(map(len, tables))
    return np.stack([np.pad(table, (0, size - len(table))) for table in tables])


def _row(packed: Packed, phase: Phase, state: int) -> NDArray[np.int64]:
    """A phase under one state of the trump: instances as declared, and what goes ahead of each."""
    values = packed[VALUES:GROUP_OF].reshape(TRUMP_STATES, INSTANCES)[state]
    by_quinte = bool(packed[QUINTE_MAKES_TRUMP])
    groups = [offered_as(instance, state - 1, by_quinte) for instance in range(INSTANCES)]

    def precedence(instance: int) -> tuple[int, ...]:
        group, value = groups[instance], int(values[instance])
        if group is None:
            return (2, 0, 0, 0, 0)
        named = phase.ranking.index(group) if group in phase.ranking else len(phase.ranking)
        by_rest = {
            "highest": (-value, 0),
            "lowest": (value, 0),
            "fragile": (-GROUPS[GROUP_INDEX[group]].size, -value),
            "none": (0, 0),
        }[phase.rest]
        unnamed = named == len(phase.ranking)
        return (unnamed, named, *(by_rest if unnamed else (0, 0)), GROUP_INDEX[group])

    scoring = [
        instance
        for instance in range(INSTANCES)
        if values[instance] > 0 and (phase.rest != "none" or groups[instance] in phase.ranking)
    ]
    scoring.sort(key=lambda instance: (precedence(instance), instance))
    row = np.zeros(ORDER_ROW, np.int64)
    row[:INSTANCES] = -1
    row[: len(scoring)] = scoring
    for inner in scoring:
        for outer in scoring:
            both_suited = inner < FOUR and outer < FOUR
            if (groups[inner], groups[outer]) in phase.ahead and not (both_suited and (inner ^ outer) & 3):
                row[INSTANCES + outer] |= 1 << inner
    return row
