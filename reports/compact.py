"""Chances in a few characters, for the cells of a chart: ``21 %``, ``336``, ``12.3k``, ``1.23M``.

From 10 % up in whole per cent, below that N of "1 in N". At most three digits, fewer
where an estimate's interval is wide.
"""

import math
from fractions import Fraction
from typing import NamedTuple

from reports.numbers import PERCENT_FROM, Document, fixed, power_of_ten, significant

_DIGITS = 3
_NARROW_SPACE = "\u202f"
# From what on a unit is used, and what it stands for.
_UNITS = ((1e6, 1e6, "M"), (1e4, 1e3, "k"), (1.0, 1.0, ""))
_LARGEST = 999.5e6


class Compact(NamedTuple):
    """A chance as a cell shows it.

    `odds` is N of "1 in N", None for what is impossible; where nothing was seen it is the bound
    that the interval gives, and the first line is ``over``. `lines` has at most three lines.
    """

    odds: float | None
    lines: tuple[str, ...]


def compact(value: Document) -> Compact:
    """An exact value or a frequency of the documents, as a cell shows it."""
    if "fraction" in value:
        chance = Fraction(value["fraction"])
        if chance == 0:
            return Compact(None, ("never",))
        return Compact(float(1 / chance), _shown(float(chance), _DIGITS))
    if value["count"] == 0:
        bound = 1 / value["high"]
        step = 10.0 ** (math.floor(math.log10(bound)) - 1)
        return Compact(bound, ("over", *_odds(math.floor(bound / step) * step, 2)))
    return Compact(1 / value["rate"], _shown(value["rate"], _sure_digits(value)))


def _shown(chance: float, digits: int) -> tuple[str, ...]:
    if chance < PERCENT_FROM:
        return _odds(1 / chance, digits)
    if 0.995 <= chance < 1:
        return (f">99{_NARROW_SPACE}%",)
    return (f"{100 * chance:.0f}{_NARROW_SPACE}%",)


def _odds(odds: float, digits: int) -> tuple[str, ...]:
    """N of "1 in N"; beyond thousand millions on two lines, ``1.23`` and ``×10⁹``."""
    rounded = significant(odds, digits)
    if rounded >= _LARGEST:
        exponent = math.floor(math.log10(rounded))
        return fixed(rounded / 10**exponent, digits - 1), f"×{power_of_ten(exponent)}"
    size, name = next((size, name) for start, size, name in _UNITS if rounded >= start)
    decimals = max(digits - 1 - math.floor(math.log10(rounded / size)), 0)
    return (f"{fixed(rounded / size, decimals)}{name}",)


def _sure_digits(frequency: Document) -> int:
    """Digits that reach down to the first one of half the interval, at most three."""
    if frequency["low"] <= 0:
        return 1
    half = (1 / frequency["low"] - 1 / frequency["high"]) / 2
    if half == 0:
        return _DIGITS
    odds = 1 / frequency["rate"]
    return min(_DIGITS, max(1, 1 + math.floor(math.log10(odds)) - math.floor(math.log10(half))))
