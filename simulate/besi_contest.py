"""What many orders are worth against one, on the same deals: the kernel of the search for orders.

An order that would declare at every turn what another declares plays the same deal. So the
deal is played once by the order that stands, its turns are noted, and only the orders that
decide one of them otherwise play it again. One deal of besi double for 160 orders takes 1 or
2 % of the time that playing all of them would.
"""

from typing import Any

import numpy as np

from simulate.besi_declare import choose
from simulate.besi_fork import LEADER, OFFERS, TRICK, TRUMP
from simulate.besi_play_on import begin, margin, play_on
from simulate.besi_state import U1
from simulate.jit import inlined, kernel, separate
from simulate.packing import DRAWS, LAY_DOWN_ALL, SEATS

# Places of a turn that was noted: draws left, trump, what was offered, what was declared.
DRAWS_LEFT, UNDER, OFFERED, DECLARED = (np.uint64(place) for place in range(4))
NOTED = 4
BASE, STANDING, FIRST_CANDIDATE = 0, 1, 2


@separate
def _decides_alike(tables: Any, candidate: Any, turns: Any, count: Any) -> Any:
    """Whether an order declares at each of the noted turns what was declared."""
    for number in range(count):
        turn = turns[np.uint64(number)]
        chosen = choose(
            tables, candidate, turn[DRAWS_LEFT], turn[UNDER], np.uint64(turn[OFFERED])
        )  # fmt: skip
        if chosen != turn[DECLARED]:
            return False
    return True


@inlined
def _seat_order(tables: Any, seated: Any, seat: Any, order: Any) -> None:
    """Give a seat an order."""
    for place in range(tables.shape[1]):
        seated[seat, np.uint64(place)] = tables[order, np.uint64(place)]


@kernel
def play_contest(
    rules: Any, tables: Any, players: Any, shape: Any, pack: Any, table: Any, deck: Any, seed: Any,
    first: Any, watch: Any, seated: Any, turns: Any, fork: Any, changes: Any,
) -> None:  # fmt: skip
    """Play deals from `first` on by every candidate in each seat, and note what it changes.

    Parameters
    ----------
    rules, players, shape, pack, table, deck, seed, first, watch : as in `simulate.besi_count.play_block`.
    tables : order tables: what the other seats go by, the standing order, then the candidates.
    seated, turns, fork : scratch: a row of `tables` for each seat; `NOTED` integers a draw; a fork.
    changes : [candidate][deal], the margin (`simulate.besi_play_on.margin`) with the candidate less
        that with the standing order, summed over the seats.
    """
    for number in range(changes.shape[1]):
        deal, place = first + np.uint64(number), np.uint64(number)
        for seat_number in range(rules[SEATS]):
            seat = np.uint64(seat_number)
            _seat_order(tables, seated, seat, np.uint64(STANDING))
            begin(rules, shape, pack, table, deck, seed, deal, np.int64(1) << np.int64(seat), fork)
            count = np.int64(0)
            while play_on(rules, seated, players, shape, table, deck, seed, deal, watch, fork):
                turn = turns[np.uint64(count)]
                turn[DRAWS_LEFT], turn[UNDER] = rules[DRAWS] - fork[TRICK], fork[TRUMP]
                turn[OFFERED] = fork[OFFERS]
                turn[DECLARED] = choose(
                    seated, np.uint64(fork[LEADER]), turn[DRAWS_LEFT], turn[UNDER], np.uint64(turn[OFFERED])
                )
                count += 1
            stands = margin(rules, table, seat)
            for other in range(FIRST_CANDIDATE, len(tables)):
                candidate = np.uint64(other)
                # Where all is laid down a turn is more than one choice.
                if not rules[LAY_DOWN_ALL] and _decides_alike(tables, candidate, turns, count):
                    continue
                _seat_order(tables, seated, seat, candidate)
                begin(rules, shape, pack, table, deck, seed, deal, np.int64(0), fork)
                play_on(rules, seated, players, shape, table, deck, seed, deal, watch, fork)
                changes[candidate - U1 - U1, place] += margin(rules, table, seat) - stands
            _seat_order(tables, seated, seat, np.uint64(BASE))
