"""What the core records of a deal, when asked: a log of all of it, or the marks alone.

A log is an int64 array of rows (event, seat, a, b, c), by which the deal is compared with the
readable engine; row 0 counts the rows in use. Marks (`simulate.marks`) are a flat array. Which of
the two is kept is known to the compiler by the number of dimensions.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.bits import multiply_high, multiply_low
from simulate.jit import inlined, kernel
from simulate.view import View

(
    EVENT_TURNED_SEVEN,
    EVENT_PLAYED,
    EVENT_TRICK,
    EVENT_SEVEN,
    EVENT_EXCHANGED,
    EVENT_DECLARED,
    EVENT_DREW,
    EVENT_LAST_TRICK,
) = range(1, 9)
LOG_COLUMNS = 5
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_OFFSET = np.uint64(0xD1B54A32D192ED03)


def empty_log() -> NDArray[np.int64]:
    """A log with room for the longest deal."""
    return np.zeros((4096, LOG_COLUMNS), np.int64)


@inlined
def record(log: Any, event: int, seat: Any, a: Any, b: Any, c: Any) -> None:
    """Append one event: PLAYED has (card, view digest), TRICK_WON (number, points), SEVEN_SCORED
    (card, points, declared), EXCHANGED (given, taken, points), DECLARED (instance, points, digest
    of the cards), DREW (card), LAST_TRICK and TURNED_SEVEN (points)."""
    if log.ndim == 2:
        log[0, 0] += 1
        row = log[0, 0]
        log[row, 0], log[row, 1], log[row, 2], log[row, 3], log[row, 4] = event, seat, a, b, c


@inlined
def record_play(log: Any, seat: Any, code: Any, view: Any) -> None:
    """Append a card played, with what stands for the view; where marks are kept there is nothing to do."""
    if log.ndim == 2:
        record(log, EVENT_PLAYED, seat, code, view_digest(view), 0)


@inlined
def _mix(state: Any, value: Any) -> Any:
    mixed = state ^ np.uint64(value) ^ _OFFSET
    return multiply_high(mixed, _FACTOR) ^ multiply_low(mixed, _FACTOR) ^ (state << np.uint64(1))


@inlined
def pair_digest(low: Any, high: Any) -> Any:
    """A number that stands for a set of cards, to compare sets by."""
    return np.int64(_mix(_mix(np.uint64(0), low), high) >> np.uint64(1))


@kernel
def view_digest(view: View) -> Any:
    """A number that stands for all that a view shows (the rules excepted), to compare views by."""
    state = np.uint64(0)
    for value in (view.seat, view.trick, view.draws_left, view.trump, view.turned, view.legal_count,
                  view.announced, view.on_table, view.best, view.best_seat, view.table_points):  # fmt: skip
        state = _mix(state, np.uint64(np.int64(value) + 2))
    for pair in (
        view.pack, view.hand, view.legal, view.played, view.shown, view.used_marriage, view.used_quinte,
        view.used_four, view.used_besi, view.used_besi2, view.used_besi3, view.used_besi4,
    ):  # fmt: skip
        state = _mix(_mix(state, pair[0]), pair[1])
    return np.int64(_mix(state, view.table) >> np.uint64(1))


def view_numbers(view: View) -> list[int]:
    """All that a view shows as the numbers that `view_digest` mixes, in its order."""
    scalars = (view.seat, view.trick, view.draws_left, view.trump, view.turned, view.legal_count,
               view.announced, view.on_table, view.best, view.best_seat, view.table_points)  # fmt: skip
    numbers = [value + 2 for value in scalars]
    for pair in (
        view.pack, view.hand, view.legal, view.played, view.shown, view.used_marriage, view.used_quinte,
        view.used_four, view.used_besi, view.used_besi2, view.used_besi3, view.used_besi4,
    ):  # fmt: skip
        numbers += pair
    return [*numbers, view.table]


@kernel
def rows_digests(rows: Any, digests: Any) -> None:
    """Write the `view_digest` of many views into `digests`, each view a row of its `view_numbers`.

    Handing views over one by one takes longer than playing the cards.
    """
    for number in range(len(rows)):
        state = np.uint64(0)
        for value in rows[number]:
            state = _mix(state, value)
        digests[number] = np.int64(state >> np.uint64(1))
