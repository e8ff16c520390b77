"""Deals that pause and are played on, and what a seat's margin is at their end: what kernels share."""

from typing import Any

import numpy as np

from simulate.besi_core import play_tricks
from simulate.besi_count import points_of
from simulate.besi_deal import deal_out
from simulate.besi_fork import PLACE, TURNED, set_out
from simulate.besi_state import U0
from simulate.cards import SEVEN
from simulate.jit import inlined, separate
from simulate.packing import NO_SEVEN, SEATS, SEVEN_RULE, TURN_UP

TWO_SEATS = 2


@separate
def play_on(rules: Any, orders: Any, players: Any, shape: Any, table: Any, deck: Any, seed: Any, deal: Any,
            watch: Any, fork: Any) -> Any:  # fmt: skip
    """Play a deal on from where its fork stands; returns whether it paused again.

    A function of its own, so that a kernel holds the playing of a deal once, however often it plays one.
    """
    return play_tricks(
        rules, orders, players, shape, table, deck, seed, deal, np.uint64(fork[PLACE]), fork[TURNED], watch,
        fork, None,
    )  # fmt: skip


@inlined
def begin(rules: Any, shape: Any, pack: Any, table: Any, deck: Any, seed: Any, deal: Any, asked: Any,
          fork: Any) -> None:  # fmt: skip
    """Deal, and stand before the first trick; `asked` is a bit mask of the seats that are to be asked."""
    place, turned = deal_out(rules, shape, pack, table, deck, seed, deal, None)
    trump = turned & 3 if rules[TURN_UP] else np.int64(-1)
    may_exchange = rules[TURN_UP] and rules[SEVEN_RULE] != NO_SEVEN and (turned >> 3) & 7 != SEVEN
    set_out(fork, asked, place, turned, trump, may_exchange)


@inlined
def margin(rules: Any, table: Any, seat: Any) -> Any:
    """What a seat plays for: between two its points less the other's, among more its points.

    Summed over the seats that an order can have, less what the order compared with has there, it
    is as many times the difference of the two orders as there are seats.
    """
    points = points_of(rules, table, seat)
    if rules[SEATS] == TWO_SEATS:
        points -= points_of(rules, table, np.uint64(1) if seat == U0 else U0)
    return points
