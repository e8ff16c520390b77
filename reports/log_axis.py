"""The logarithmic axes that figures share: of chances, 1 in so many, and of amounts."""

import math
from collections.abc import Sequence
from itertools import pairwise

from matplotlib.axes import Axes

from reports.numbers import power_of_ten, whole
from reports.style import LABEL, width_of

_ROUND = (1, 2, 5)
_AIR = 1.12
_LONGEST_WRITTEN_OUT = 6
_BETWEEN_NAMES = 2.5


def ticks(decades: int, most: int, written_out: int) -> tuple[list[float], list[str]]:
    """Places and names of ticks from always on, at most `most` steps for so many powers of ten.

    Up to ten to the `written_out` a number is written out, where the figure has room for it.
    """
    exponents = range(0, decades + 1, math.ceil(decades / most))
    return [10.0**exponent for exponent in exponents], [_name(each, written_out) for each in exponents]


def draw_across(axes: Axes, decades: int, most: int, written_out: int) -> None:
    """Make the axis across one of chances, with a grid; the names at its ends stay inside the figure."""
    axes.set_xscale("log")
    axes.set_xlim(0.8, 10**decades)
    places, names = ticks(decades, most, written_out)
    axes.set_xticks(places, names)
    axes.get_xticklabels()[0].set_horizontalalignment("left")
    if places[-1] == 10.0**decades:
        axes.get_xticklabels()[-1].set_horizontalalignment("right")
    axes.minorticks_off()
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", zorder=0.5)


def draw_amounts(axes: Axes, least: float, most: float, width: float) -> tuple[float, float]:
    """Make the axis across one of amounts, `width` millimetres wide, with round numbers told.

    Round are 1, 2 and 5 with any power of ten; where their names would touch, fewer are told.

    Returns
    -------
    The ends: a little beyond `least` and `most`, or as far as it takes to have two round numbers.
    """
    low, high = least / _AIR, most * _AIR
    exponents = range(math.floor(math.log10(low)) - 1, math.floor(math.log10(high)) + 2)
    every = [digit * 10.0**exponent for exponent in exponents for digit in _ROUND]
    amounts = [amount for amount in every if low <= amount <= high]
    if len(amounts) < 2:
        low, high = max(x for x in every if x <= low), min(x for x in every if x >= high)
        amounts = [amount for amount in every if low <= amount <= high]
    powers = [10.0**exponent for exponent in exponents if low <= 10.0**exponent <= high]
    step = 1
    while not _have_room(amounts, low, high, width):
        amounts = powers[::step]
        step += 1
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    axes.set_xticks(amounts, [_amount(amount) for amount in amounts])
    axes.minorticks_off()
    axes.grid(axis="x", zorder=0.5)
    return low, high


def _have_room(amounts: Sequence[float], low: float, high: float, width: float) -> bool:
    per_decade = width / math.log10(high / low)
    return all(
        per_decade * math.log10(after / before)
        >= (width_of(_amount(before), LABEL) + width_of(_amount(after), LABEL)) / 2 + _BETWEEN_NAMES
        for before, after in pairwise(amounts)
    )


def _amount(amount: float) -> str:
    exponent = round(math.log10(amount))
    if abs(exponent) <= _LONGEST_WRITTEN_OUT:
        return f"{amount:,g}" if amount < 1 else whole(round(amount))
    digit = round(amount / 10.0 ** math.floor(math.log10(amount) + 1e-9))
    power = power_of_ten(math.floor(math.log10(amount) + 1e-9))
    return power if digit == 1 else f"{digit} × {power}"


def _name(exponent: int, written_out: int) -> str:
    if exponent == 0:
        return "always"
    return f"1 in {whole(10**exponent) if exponent <= written_out else power_of_ten(exponent)}"
