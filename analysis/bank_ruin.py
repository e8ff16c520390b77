"""How likely the bank is ruined in an evening, and how much it must begin with, exact but for rounding."""

from math import ceil, fsum, log
from typing import NamedTuple

import numpy as np

from analysis.lattice import NEGLIGIBLE, Law, relative_bound, trimmed

_LOOK_EVERY = 64


class Ruin(NamedTuple):
    """A chance of ruin, right to within `relative_bound(roundings)` of it and `cut`."""

    chance: float
    roundings: int
    cut: float

    @property
    def most(self) -> float:
        """The true chance is no larger."""
        return self.chance * (1 + 2 * relative_bound(self.roundings)) + self.cut


def ruin_chance(one: Law, rounds: int, capital: int) -> Ruin:
    """Chance that a bank of `capital` stakes can't pay in one of `rounds` rounds of that law.

    It can't when its capital would fall below nothing. A dynamic program over the rounds: chances
    of what the bank has, as far as it could always pay. What is cut off, above or below, is not counted
    as ruined, but in `cut`; so is what can still be ruined once that hardly weighs anything.
    """
    law = trimmed(one)
    # After j rounds the gain is j · start + step · place; the least place is kept beside the chances.
    alive, place = np.ones(1), 0
    ruined: list[float] = []
    cut = 0.0
    floor = -capital * law.unit
    sinking = _sinking(law)
    for number in range(1, rounds + 1):
        cut += law.cut
        alive = np.convolve(alive, law.chances)
        least = -((law.start * number - floor) // law.step)
        gone = min(max(least - place, 0), len(alive))
        ruined.append(fsum(alive[:gone]))
        alive, place = alive[gone:], place + gone
        heavy = np.flatnonzero(alive > NEGLIGIBLE)
        if not len(heavy):
            cut += 2 * fsum(alive)
            break
        first, last = int(heavy[0]), int(heavy[-1])
        cut += 2 * (fsum(alive[:first]) + fsum(alive[last + 1 :]))
        alive, place = alive[first : last + 1], place + first
        if sinking and number % _LOOK_EVERY == 0:
            left = law.start * number + law.step * (place + np.arange(len(alive))) - floor
            later = 2 * float(alive @ np.exp(-sinking * left))
            if later < NEGLIGIBLE:
                cut += later
                break
    return Ruin(fsum(ruined), number * (law.roundings + len(law.chances)) + 2, cut)


def capital_needed(one: Law, rounds: int, level: float) -> tuple[int, Ruin]:
    """The fewest whole stakes with which the chance of ruin in `rounds` rounds is surely below `level`.

    Returns
    -------
    The stakes, and the chance of ruin with them.
    """
    found = ruin_chance(one, rounds, 0)
    if found.most < level:
        return 0, found
    short, chance_short = 0, found.most
    enough = _guess(one, rounds, level)
    while (found := ruin_chance(one, rounds, enough)).most >= level:
        short, chance_short, enough = enough, found.most, 2 * enough
    best, halve = found, False
    while enough - short > 1:
        # The chance falls about evenly on a logarithmic scale; where that doesn't help, halve.
        middle = (short + enough) // 2
        if best.most and not halve:
            share = log(chance_short / level) / log(chance_short / best.most)
            middle = min(max(short + ceil(share * (enough - short)), short + 1), enough - 1)
        before = enough - short
        found = ruin_chance(one, rounds, middle)
        if found.most < level:
            enough, best = middle, found
        else:
            short, chance_short = middle, found.most
        halve = not halve and enough - short > before // 2
    return enough, best


def _guess(one: Law, rounds: int, level: float) -> int:
    """About as many stakes as are needed: where to begin looking."""
    mean = one.mean()
    deviation = float(one.chances @ (one.gains() - mean) ** 2) ** 0.5
    short = 2.6 * deviation * rounds**0.5 + max(-mean * rounds, 0)
    sinking = _sinking(one)
    return 1 + int(min(short, -log(level) / (sinking * one.unit)) if sinking else short)


def _sinking(one: Law) -> float:
    """A rate r such that a bank is ever ruined with at most exp(−r · capital), capital in parts of a stake.

    Lundberg's bound: it holds where the mean of exp(−r · gain) is at most 1. None, so 0, where the
    bet doesn't favour the bank.
    """
    gains = one.start + one.step * np.arange(len(one.chances), dtype=float)
    if gains[0] >= 0 or one.mean() <= 0:
        return 0.0

    def is_bound(rate: float) -> bool:
        return float(one.chances @ np.exp(-rate * gains)) < 1 - 1e-12

    low, high = 0.0, 700 / -gains[0]
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if is_bound(middle) else (low, middle)
    return low if low and is_bound(low) else 0.0
