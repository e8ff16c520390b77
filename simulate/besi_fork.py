"""A deal that pauses where a group can be declared, to be played on in more than one way.

What must be known of the course of a deal beside its table and deck stands in a *fork*, an
array of integers. Whoever holds copies of the three can play a deal on from there, again and
again, with one declaration or another: every later random word stays the same.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.jit import inlined

U1 = np.uint64(1)
# Places in a fork. ASKED is a bit mask of the seats before whose declarations play pauses;
# OFFERS, a bit mask of instances, says what the seat LEADER may declare; CHOICE is the answer:
# the instance to declare first in this turn, or one of the two below.
ASKED, TRICK, LEADER, TRUMP, TURNED, PLACE, MAY_EXCHANGE, OFFERS, DECLARING, CHOICE = (
    np.uint64(place) for place in range(10)
)
FORK_SIZE = 10
NOTHING, BY_ORDER = -1, -2


def new_fork() -> NDArray[np.int64]:
    """A fork that asks nobody."""
    return np.zeros(FORK_SIZE, np.int64)


@inlined
def set_out(fork: Any, asked: Any, place: Any, turned: Any, trump: Any, may_exchange: Any) -> None:
    """Stand before the first trick of a deal."""
    fork[ASKED], fork[PLACE], fork[TURNED] = asked, np.int64(place), turned
    fork[TRUMP], fork[MAY_EXCHANGE] = trump, np.int64(may_exchange)
    fork[TRICK], fork[LEADER], fork[DECLARING] = 0, 0, 0
    fork[CHOICE] = BY_ORDER


@inlined
def where_paused(fork: Any) -> Any:
    """The trick, who leads or declares, the trump, whether the seven may be exchanged, whether to declare."""
    return (
        np.uint64(fork[TRICK]),
        np.uint64(fork[LEADER]),
        fork[TRUMP],
        fork[MAY_EXCHANGE] != 0,
        fork[DECLARING] != 0,
    )


@inlined
def asks(fork: Any, seat: Any) -> Any:
    """Whether play is to pause before this seat declares."""
    return (np.uint64(fork[ASKED]) >> seat) & U1 != np.uint64(0)


@inlined
def pause(fork: Any, trick: Any, leader: Any, trump: Any, turned: Any, place: Any, may_exchange: Any,
          offers: Any) -> None:  # fmt: skip
    """Note where play stands, the winner of the trick being about to declare."""
    fork[TRICK], fork[LEADER], fork[TRUMP], fork[TURNED] = np.int64(trick), np.int64(leader), trump, turned
    fork[PLACE], fork[MAY_EXCHANGE], fork[OFFERS] = np.int64(place), np.int64(may_exchange), np.int64(offers)
    fork[DECLARING], fork[CHOICE] = 1, BY_ORDER


@inlined
def take_choice(fork: Any) -> Any:
    """What is to be declared first in this turn; the next turn goes by the order again."""
    choice = fork[CHOICE]
    fork[CHOICE] = BY_ORDER
    return choice
