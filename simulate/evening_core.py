"""The fast core of evenings: some punters bet flat stakes at random, round after round.

The number of round i is that of `banking_core`: word i % 4 of block i // 4 of the banking stream,
rounds counted through all evenings. A punter's choice in that round is word `punter` of deal i in
the stream after it. What it stands for is the bet's first number, or its place where it has places.
"""

from threading import Event
from typing import Any

import numpy as np

from simulate.jit import kernel
from simulate.rules import Bet
from simulate.streams import BANK_STREAM, philox, pick

CHOICE_STREAM = BANK_STREAM + 1
PUNTER, BANK, LOWEST = range(3)

# Bets of a slice, between which a stop is looked for: some milliseconds, however many threads wait.
SLICE = 1_000_000

_U2, _U3 = np.uint64(2), np.uint64(3)


@kernel
def _evenings(
    numbers: Any, covers: Any, stays: Any, places: Any, unit: Any, back: Any,
    punters: Any, rounds: Any, begin: Any, end: Any, seed: Any, first: Any, gains: Any,
) -> None:  # fmt: skip
    reach = covers + stays
    for evening in range(len(gains)):
        mine, bank, lowest = gains[evening, PUNTER], gains[evening, BANK], gains[evening, LOWEST]
        for number in range(begin, end):
            index = (first + np.uint64(evening)) * np.uint64(rounds) + np.uint64(number)
            drawn = pick(philox(seed, BANK_STREAM, index >> _U2, 0)[np.int64(index & _U3)], numbers)
            choices = philox(seed, CHOICE_STREAM, index, 0)
            for punter in range(punters):
                if punter and punter & 3 == 0:
                    choices = philox(seed, CHOICE_STREAM, index, punter >> 2)
                if places:
                    # The numbers of a place follow each other, those on which the stake stays last.
                    chosen = pick(choices[punter & 3], places)
                    away = drawn - chosen * reach
                else:
                    chosen = pick(choices[punter & 3], numbers)
                    away = drawn - chosen
                    if away < 0:
                        away += numbers
                gain = -unit
                if 0 <= away < covers:
                    gain = back - unit
                elif covers <= away < reach:
                    gain = 0
                bank -= gain
                if punter == 0:
                    mine += gain
            lowest = min(lowest, bank)
        gains[evening, PUNTER] = mine
        gains[evening, BANK] = bank
        gains[evening, LOWEST] = lowest


def evenings(
    numbers: int,
    bet: Bet,
    punters: int,
    rounds: int,
    seed: int,
    first: int,
    count: int,
    stop: Event | None = None,
) -> np.ndarray[Any, Any] | None:
    """What evenings first … first + count − 1 brought; None where `stop` is set before they are over.

    Returns
    -------
    array of (count, 3) int64
        In parts of a stake, as many as the denominator of what the bet returns: what the first punter
        gained, what the bank gained, and the least that it had gained after any round, or 0.
    """
    gains = np.zeros((count, 3), dtype=np.int64)
    back, unit = bet.returns.numerator, bet.returns.denominator
    slice_of = max(SLICE // (punters * count), 1)
    for begin in range(0, rounds, slice_of):
        if stop is not None and stop.is_set():
            return None
        with np.errstate(over="ignore"):
            _evenings(
                numbers, bet.covers, bet.stays, bet.places or 0, unit, back, punters, rounds,
                begin, min(begin + slice_of, rounds), np.uint64(seed), np.uint64(first), gains,
            )  # fmt: skip
    return gains
