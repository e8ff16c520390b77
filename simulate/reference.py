"""The upper reference: what a declarer gains who tries every choice, and an order, on the same deals."""

import threading

import numpy as np
from numpy.typing import NDArray

from simulate.checkpoint import Checkpoint, Note, ignore
from simulate.duel import Duel
from simulate.forked import Reference
from simulate.gains import Gains
from simulate.orders import Order
from simulate.rules import Game
from simulate.run import Progress, resumable

# Quantities of a deal, in the order of the counters.
REFERENCE, ORDER, DECIDED, OTHERWISE, FOR_NOTHING = range(5)
QUANTITIES = 5


def measure_reference(
    game: Game,
    players: tuple[str, ...],
    order: Order,
    rollouts: int,
    caution: float,
    seed: int,
    deals: int,
    threads: int,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    note: Note = ignore,
) -> Gains:
    """What the reference and an order gain over the highest first in deals 0 … deals − 1.

    Parameters
    ----------
    game, players : what is played, and who plays in each seat.
    order : the order that is measured beside the reference.
    rollouts, caution : as in `simulate.forked.Reference`.
    seed, deals, threads, progress, stop, note : as in `simulate.run.run`.

    Returns
    -------
    Gains
        The gains of reference and order, times the number of seats, then what the reference decided
        (`DECIDED` …), summed over the seats.

    Raises
    ------
    Interrupted
        `stop` was set. What was done is kept, and the same call resumes it.
    """
    reference, duel = Reference(game, players, rollouts, caution), Duel(game, players, [order])

    def play(first: int, count: int) -> Gains:
        margins, decisions = reference.margins(seed, first, count)
        gained = margins - duel.baseline(seed, first, count)
        values: list[NDArray[np.int64]] = [gained, *duel.values(seed, first, count), *decisions]
        return Gains.of(np.stack(values))

    played = ("reference", game.rules_hash, seed, players, repr(order.phases), rollouts, caution)
    checkpoint = Checkpoint(played, Gains.from_json, note)
    return resumable(play, Gains.zero(QUANTITIES), checkpoint, deals, threads, progress, stop)
