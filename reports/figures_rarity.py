"""The rarity chart: reachable, held, declared and dealt of every group, on a log scale."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from matplotlib.axes import Axes

from reports.log_axis import draw_across
from reports.names import english
from reports.numbers import Document, estimate, exact_chance, interval, level_text, whole
from reports.style import (
    BLACK,
    BLUE,
    CAPTION,
    GREEN,
    GREY,
    LABEL,
    LABEL_BOLD,
    ORANGE,
    PALE,
    VERMILLION,
    Sheet,
    width_of,
)
from reports.words import figure_of
from simulate.rules import Game

_TALLEST_ROW = 4.1
_WIDEST_GAP, _LEAST_GAP = 2.4, 0.8
_LEAST_ROW = 3.3
_AROUND = 36.0
_PAGE_ROOM = 231.0
_NAMES = 33.0
_LABEL_OFFSET = 1.8
_LEAST_DECADES = 2
_MOST_TICKS = 4
_LARGEST_WRITTEN_OUT = 6


class Series(NamedTuple):
    """One notion in the chart: its field, colour, marker, and what the legend says."""

    field: str
    colour: str
    marker: str
    legend: str


SERIES = (
    Series("reachable", GREEN, "^", "reachable by any way of playing"),
    Series("held", ORANGE, "o", "held at some moment"),
    Series("declared", VERMILLION, "D", "declared and scored"),
    Series("dealt", BLUE, "s", "dealt"),
)


class Point(NamedTuple):
    """Where a notion of a group stands, in "one in" units, and its label.

    `low` and `high` are the ends of the interval (equal where exact); `odds` is None where nothing
    was seen, and `low` then bounds it; all three are None for what is impossible.
    """

    odds: float | None
    low: float | None
    high: float | None
    label: str


def rarity_height(document: Document) -> float:
    """Millimetres that the chart takes, legend and axis included; never more than a page has."""
    return _rows(document) * _row_height(document) + len(document["groups"]) * _gap(document) + _AROUND


def draw_rarity(sheet: Sheet, top: float, document: Document, game: Game) -> None:
    """Draw the chart of an `odds` document; simulated notions are left out where nothing was played."""
    top = _legend(sheet, top, document) + 2
    body = rarity_height(document) - _AROUND
    row_height, gap = _row_height(document), _gap(document)
    axes = sheet.axes(sheet.left + _NAMES, top, sheet.inner - _NAMES, body)
    points = {
        (entry["group"], series.field): _point(entry[series.field])
        for entry in document["groups"]
        for series in _shown(entry)
    }
    decades = _decades(points.values())
    _frame(axes, body, decades)
    level = 0.0
    for place, entry in enumerate(document["groups"]):
        height = row_height * len(_shown(entry)) + gap
        if place % 2 == 0:
            axes.axhspan(level, level + height, color=PALE, zorder=0, linewidth=0)
        _group_name(sheet, top + level + gap / 2, entry)
        for row, series in enumerate(_shown(entry)):
            middle = level + gap / 2 + row_height * (row + 0.5)
            _draw_point(
                axes, middle, series, points[entry["group"], series.field], decades, sheet.inner - _NAMES
            )
        level += height
    note = f"{game.title}: chances per player and deal; rarer to the right."
    if document["deals"]:
        with_level = level_text(document["groups"][0]["held"])
        deals = whole(document["deals"])
        note += f" Bars are {with_level} intervals of {deals} deals, often narrower than the mark."
        if any(point.odds is None and point.low is not None for point in points.values()):
            note += " An arrow starts at the bound of what these deals never showed."
    sheet.paragraph(sheet.left, top + body + 10, note, CAPTION, sheet.inner)


def _rows(document: Document) -> int:
    return max(sum(len(_shown(entry)) for entry in document["groups"]), 1)


def _gap(document: Document) -> float:
    """Millimetres between groups: less where many rows would else be too low for their labels."""
    spare = _PAGE_ROOM - _AROUND - _LEAST_ROW * _rows(document)
    return max(_LEAST_GAP, min(_WIDEST_GAP, spare / len(document["groups"])))


def _row_height(document: Document) -> float:
    room = _PAGE_ROOM - _AROUND - len(document["groups"]) * _gap(document)
    return min(_TALLEST_ROW, room / _rows(document))


def _shown(entry: Document) -> list[Series]:
    return [series for series in SERIES if figure_of(entry, series.field) is not None]


def _point(value: Mapping[str, Any]) -> Point:
    if "fraction" in value:
        chance = Fraction(value["fraction"])
        if chance == 0:
            return Point(None, None, None, "impossible")
        odds = float(1 / chance)
        return Point(odds, odds, odds, exact_chance(value))
    if value["count"] == 0:
        return Point(None, 1 / value["high"], None, interval(value).replace("below", "rarer than"))
    high = 1 / value["low"] if value["low"] > 0 else math.inf
    return Point(1 / value["rate"], 1 / value["high"], high, estimate(value))


def _decades(points: Any) -> int:
    ends = [point.odds or point.low for point in points if point.low is not None]
    return max(_LEAST_DECADES, math.ceil(math.log10(max(ends, default=1)) + 0.15))


def _frame(axes: Axes, body: float, decades: int) -> None:
    axes.set_ylim(body, 0)
    draw_across(axes, decades, _MOST_TICKS, _LARGEST_WRITTEN_OUT)
    axes.set_axisbelow(True)


def _group_name(sheet: Sheet, top: float, entry: Document) -> None:
    top = sheet.text(sheet.left, top, english(entry["group"]), LABEL_BOLD)
    worth = "no value" if entry["value"] is None else f"{whole(entry['value'])} points"
    sheet.text(sheet.left, top, worth, LABEL._replace(colour=GREY))


def _draw_point(axes: Axes, middle: float, series: Series, point: Point, decades: int, width: float) -> None:
    mark: dict[str, Any] = {
        "marker": series.marker,
        "color": series.colour,
        "markersize": 5,
        "linestyle": "none",
    }
    mark |= {"markeredgecolor": BLACK, "markeredgewidth": 0.4, "zorder": 3}
    mm_per_decade = width / (decades - math.log10(0.8))
    if point.low is None:
        _label(axes, 1.0, middle, point.label, to_right=True)
        return
    if point.odds is None:
        axes.annotate(
            "",
            xy=(point.low * 10 ** (9 / mm_per_decade), middle),
            xytext=(point.low, middle),
            arrowprops={"arrowstyle": "->", "color": series.colour, "linewidth": 1.4},
        )
        axes.plot(
            [point.low],
            [middle],
            **{
                **mark,
                "marker": "|",
                "markersize": 7,
                "markeredgewidth": 1.4,
                "markeredgecolor": series.colour,
            },
        )
        _label(axes, point.low, middle, point.label, to_right=False)
        return
    assert point.high is not None
    right_end = min(point.high, 10**decades)
    axes.plot([point.low, right_end], [middle, middle], color=series.colour, linewidth=1.2, zorder=2)
    axes.plot([point.odds], [middle], **mark)
    left_mm = math.log10(right_end / 0.8) * mm_per_decade
    to_right = left_mm + 2 * _LABEL_OFFSET + width_of(point.label, LABEL) < width
    _label(axes, max(right_end, point.odds) if to_right else point.low, middle, point.label, to_right)


def _label(axes: Axes, odds: float, middle: float, text: str, to_right: bool) -> None:
    side = 1 if to_right else -1
    axes.annotate(
        text,
        xy=(odds, middle),
        xytext=(side * _LABEL_OFFSET * 72 / 25.4, 0),
        textcoords="offset points",
        ha="left" if to_right else "right",
        va="center_baseline",
        fontproperties=LABEL.font,
        zorder=4,
    )


def _legend(sheet: Sheet, top: float, document: Document) -> float:
    fields = {series.field for entry in document["groups"] for series in _shown(entry)}
    left = sheet.left
    for series in SERIES:
        if series.field not in fields:
            continue
        needed = width_of(series.legend, LABEL) + 8
        if left + needed > sheet.right:
            left, top = sheet.left, top + 5
        axes = sheet.axes(left, top, 3.4, 3.4)
        axes.axis("off")
        axes.plot(
            [0],
            [0],
            marker=series.marker,
            color=series.colour,
            markersize=5,
            markeredgecolor=BLACK,
            markeredgewidth=0.4,
        )
        sheet.text(left + 4.4, top + 0.1, series.legend, LABEL)
        left += needed + 3
    return top + 5
