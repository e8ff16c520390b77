"""The logarithmic axis of chances, 1 in so many, that figures share."""

import math

from matplotlib.axes import Axes

from reports.numbers import power_of_ten, whole


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


def _name(exponent: int, written_out: int) -> str:
    if exponent == 0:
        return "always"
    return f"1 in {whole(10**exponent) if exponent <= written_out else power_of_ten(exponent)}"
