"""What orders gain over declaring the highest first: the contract's difference, deal by deal."""

import threading
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simulate.besi import Plan
from simulate.besi_count import ROW
from simulate.checkpoint import Checkpoint, Note, ignore
from simulate.gains import Gains
from simulate.orders import Order, named_order
from simulate.rules import Game
from simulate.run import Progress, resumable

_POINTS = ROW.index("points")
BASELINE = named_order("highest-first")


class Duel:
    """Orders against the highest first, each of them in one seat at a time.

    Parameters
    ----------
    game, players : what is played, and who plays in each seat.
    orders : the orders.
    """

    def __init__(self, game: Game, players: tuple[str, ...], orders: Sequence[Order]) -> None:
        self._seats = game.besi.seats
        by_seat = [
            [tuple(order if place == seat else BASELINE for place in range(self._seats)) for order in orders]
            for seat in range(self._seats)
        ]
        self._plans = [[Plan(game, players, seated) for seated in plans] for plans in by_seat]
        self._base = Plan(game, players, (BASELINE,) * self._seats)
        self._orders = len(orders)

    def values(self, seed: int, first: int, count: int) -> NDArray[np.int64]:
        """Integers [order][deal]: the difference of the contract, times the number of seats.

        Between two players that is what the order makes more than the other in seat 0, and in
        seat 1; among more, what it makes in each seat less what the highest first makes there.
        """
        values = np.zeros((self._orders, count), np.int64) - self.baseline(seed, first, count)
        for seat, plans in enumerate(self._plans):
            for order, plan in enumerate(plans):
                points = plan.rows(seed, first, count)[:, :, _POINTS]
                values[order] += points[:, seat]
                if self._seats == 2:
                    values[order] -= points[:, 1 - seat]
        return values

    def baseline(self, seed: int, first: int, count: int) -> NDArray[np.int64]:
        """Integers [deal]: what the highest first has in all seats together of what is compared.

        Between two players that is nothing: what one has more the other has less.
        """
        if self._seats == 2:
            return np.zeros(count, np.int64)
        return self._base.rows(seed, first, count)[:, :, _POINTS].sum(axis=1)


def measure(
    game: Game,
    players: tuple[str, ...],
    orders: Sequence[Order],
    seed: int,
    deals: int,
    threads: int,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    note: Note = ignore,
) -> Gains:
    """The gains of orders in deals 0 … deals − 1, times the number of seats.

    Parameters
    ----------
    game, players, orders : as in `Duel`.
    seed, deals, threads, progress, stop, note : as in `simulate.run.run`.

    Raises
    ------
    Interrupted
        `stop` was set. What was done is kept, and the same call resumes it.
    """
    duel = Duel(game, players, orders)
    played = ("duel", game.rules_hash, seed, players, [repr(order.phases) for order in orders])

    def play(first: int, count: int) -> Gains:
        return Gains.of(duel.values(seed, first, count))

    checkpoint = Checkpoint(played, Gains.from_json, note)
    return resumable(play, Gains.zero(len(orders)), checkpoint, deals, threads, progress, stop)
