"""Many evenings of a banking game: index ranges on a pool of threads, integer counters."""

import threading
from typing import NamedTuple

from simulate.rules import Bet
from simulate.run import FIRST_BLOCK, Interrupted, Progress, blocks


class Evenings(NamedTuple):
    """Counters of evenings; sums are in parts of a stake, `unit` to the stake.

    `ruined` counts the evenings in which a bank of the capital asked for could not have paid.
    """

    evenings: int = 0
    unit: int = 1
    punter_ahead: int = 0
    punter_level: int = 0
    punter_sum: int = 0
    punter_squares: int = 0
    bank_ahead: int = 0
    bank_level: int = 0
    bank_sum: int = 0
    bank_squares: int = 0
    ruined: int = 0


def run_evenings(
    numbers: int,
    bet: Bet,
    punters: int,
    rounds: int,
    capital: int,
    seed: int,
    count: int,
    threads: int,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> Evenings:
    """Play evenings 0 … count − 1.

    Parameters
    ----------
    numbers, bet : the game, and the bet on which every punter stakes one unit a round at random.
    punters, rounds : at the table, and in an evening.
    capital : stakes with which the bank begins each evening, to count its ruins.
    seed, count, threads, progress, stop : as in `simulate.run.run`.

    Raises
    ------
    Interrupted
        `stop` was set; nothing is kept.
    """
    from simulate.evening_core import BANK, LOWEST, PUNTER, SLICE, evenings

    unit = bet.returns.denominator

    def play(first: int, size: int) -> Evenings:
        gains = evenings(numbers, bet, punters, rounds, seed, first, size, stop)
        if gains is None:
            return Evenings()
        mine, bank = gains[:, PUNTER], gains[:, BANK]
        return Evenings(
            size,
            unit,
            int((mine > 0).sum()),
            int((mine == 0).sum()),
            int(mine.sum()),
            # Squares are summed as Python's integers: they can outgrow 64 bits.
            sum(gain * gain for gain in mine.tolist()),
            int((bank > 0).sum()),
            int((bank == 0).sum()),
            int(bank.sum()),
            sum(gain * gain for gain in bank.tolist()),
            int((gains[:, LOWEST] < -capital * unit).sum()),
        )

    total = Evenings()
    # The first block of long evenings is small, so that a few of them are shared among the threads too.
    begun_with = min(max(SLICE // (rounds * punters), 1), FIRST_BLOCK)
    for part in blocks(play, 0, count, threads, stop, begun_with):
        total = Evenings(*(a + b for a, b in zip(total, part, strict=True)))._replace(unit=unit)
        if progress is not None:
            progress(total.evenings)
    if total.evenings < count:
        raise Interrupted(total.evenings, count, kept=False, unit="evenings")
    return total
