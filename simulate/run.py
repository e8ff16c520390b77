"""Playing many deals: index ranges on a pool of threads, integer counters merged in order.

Kernels release the interpreter's lock, so threads play at the same time. Every deal is a
function of its index and the counters are integers, so neither the number of threads nor
the size of the blocks, nor an interruption, can change a figure.
"""

import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from types import FrameType
from typing import Protocol, TypeVar

from simulate.checkpoint import Checkpoint, Kept, Note, ignore
from simulate.counters import Totals
from simulate.rules import Game

# A block is a few hundredths of a second's work: long beside the cost of handing it out,
# short enough that an interruption is answered at once. Slow plans get small blocks.
FIRST_BLOCK = 64
LARGEST_BLOCK = 16_384
BLOCK_SECONDS = 0.05
CHECKPOINT_SECONDS = 30.0

Progress = Callable[[int], None]
Part = TypeVar("Part")


class Plan(Protocol):
    """What a run needs to know of the game that it plays."""

    game: Game
    players: tuple[str, ...]
    orders: tuple[str, ...]

    def play(self, seed: int, first: int, count: int) -> Totals:
        """Play deals first … first + count − 1; safe to call from several threads."""
        ...


class Interrupted(Exception):
    """The run was stopped after `done` of `deals` deals (or what `unit` says); `kept`: it can be resumed.

    Of a search nobody knows beforehand how many deals it takes: `deals` is None.
    """

    def __init__(self, done: int, deals: int | None, kept: bool, unit: str = "deals") -> None:
        of_all = "" if deals is None else f" of {deals:,}"
        super().__init__(f"interrupted after {done:,}{of_all} {unit}")
        self.done = done
        self.deals = deals
        self.kept = kept


def run(
    plan: Plan,
    seed: int,
    deals: int,
    threads: int,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    note: Note = ignore,
) -> Totals:
    """Play deals 0 … deals − 1.

    Parameters
    ----------
    plan : the game, its players and orders.
    seed : 0 to 2^64 − 1; with the deal's index it settles every card and every choice.
    deals, threads : at least 1 each.
    progress : is called with the number of deals done so far.
    stop : once set, no further block is begun.
    note : is told, in a line, that a run is resumed or that it can't be kept.

    Returns
    -------
    Totals
        Counters of all the deals: the same for any number of threads.

    Raises
    ------
    Interrupted
        `stop` was set. What was done is kept, and the same call resumes it.
    """
    checkpoint = Checkpoint((plan.game.rules_hash, seed, plan.players, plan.orders), Totals.from_json, note)

    def play(first: int, count: int) -> Totals:
        return plan.play(seed, first, count)

    return resumable(play, Totals.zero(len(plan.players)), checkpoint, deals, threads, progress, stop)


def resumable(
    play: Callable[[int, int], Kept],
    zero: Kept,
    checkpoint: Checkpoint[Kept],
    deals: int,
    threads: int,
    progress: Progress | None,
    stop: threading.Event | None,
) -> Kept:
    """Play deals 0 … deals − 1, going on from a checkpoint, and leaving one where it is stopped.

    Parameters
    ----------
    play : plays `count` deals from `first` on; called with (first, count) in the pool's threads.
    zero : the counters of no deals.
    checkpoint : where this run's unfinished counters are kept.
    deals, threads, progress, stop : as in `run`.

    Raises
    ------
    Interrupted
        `stop` was set.
    """
    totals = checkpoint.load(deals) or zero
    saved_at = time.monotonic()
    for part in blocks(play, totals.deals, deals, threads, stop):
        totals = totals + part
        if progress is not None:
            progress(totals.deals)
        if time.monotonic() - saved_at > CHECKPOINT_SECONDS and totals.deals < deals:
            checkpoint.save(totals)
            saved_at = time.monotonic()
    if totals.deals < deals:
        raise Interrupted(totals.deals, deals, kept=totals.deals > 0 and checkpoint.save(totals))
    checkpoint.remove()
    return totals


def run_bank(
    numbers: int,
    covers: int,
    seed: int,
    rounds: int,
    threads: int,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> int:
    """Draw rounds 0 … rounds − 1 of a banking game and count those that a bet wins.

    Parameters
    ----------
    numbers : numbers in the bag.
    covers : how many of them the bet covers.
    seed, rounds, threads, progress, stop : as in `run`.

    Returns
    -------
    int
        Rounds won by the bet.

    Raises
    ------
    Interrupted
        `stop` was set; nothing is kept.
    """
    from simulate.banking_core import hits

    def play(first: int, count: int) -> tuple[int, int]:
        return count, int(hits(numbers, covers, seed, first, count))

    done = won = 0
    for count, part in blocks(play, 0, rounds, threads, stop):
        done, won = done + count, won + part
        if progress is not None:
            progress(done)
    if done < rounds:
        raise Interrupted(done, rounds, kept=False, unit="rounds")
    return won


@contextmanager
def stopping_on_interrupt() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets; a second one ends the process as usual.

    Outside the main thread, where signals can't be caught, nobody sets the event.
    """
    stop = threading.Event()

    def interrupt(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        stop.set()
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def blocks(
    play: Callable[[int, int], Part],
    first: int,
    end: int,
    threads: int,
    stop: threading.Event | None = None,
    size: int = FIRST_BLOCK,
) -> Iterator[Part]:
    """Play consecutive blocks of deals on a pool of threads.

    Parameters
    ----------
    play : plays `count` deals from `first` on; called with (first, count) in the pool's threads.
    first, end : the deals to play, first … end − 1.
    threads : at most so many blocks are played at the same time.
    stop : once set, no further block is begun; those begun are finished.
    size : of the first blocks, in deals; what follows is as large as time allows.

    Yields
    ------
    Part
        What `play` answered, in the order of the deals.
    """

    def timed(start: int, count: int) -> tuple[Part, float]:
        begun = time.perf_counter()
        return play(start, count), time.perf_counter() - begun

    in_flight: deque[Future[tuple[Part, float]]] = deque()
    executor = ThreadPoolExecutor(threads)
    try:
        while True:
            stopped = stop is not None and stop.is_set()
            while first < end and len(in_flight) < 2 * threads and not stopped:
                count = min(size, end - first)
                in_flight.append(executor.submit(timed, first, count))
                first += count
            if stopped:
                # Blocks begin in the order given, so those that never began are the last ones.
                in_flight = deque(future for future in in_flight if not future.cancel())
                first = end
            if not in_flight:
                return
            part, seconds = in_flight.popleft().result()
            size = min(2 * size, LARGEST_BLOCK) if seconds < BLOCK_SECONDS else max(size // 2, 1)
            yield part
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
