"""Figures of a simulation: how a deal's points spread, and what they are made of."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from reports.names import english
from reports.numbers import Document, decimals_for, fixed, level_text, mean_text, percent, small, whole
from reports.rows import PARTS
from reports.seats import seat_name
from reports.style import (
    BLACK,
    BLUE,
    CAPTION,
    CELL,
    CELL_BOLD,
    GREEN,
    LABEL,
    LABEL_BOLD,
    ORANGE,
    PURPLE,
    VERMILLION,
    Letter,
    Sheet,
    separate_thousands,
    width_of,
)
from simulate.rules import Game

PART_NAMES = dict(zip(PARTS, ("all points", "groups", "brisques", "sevens", "last trick"), strict=True))
PART_NAMES["game_value"] = "value of the game"
SCORED_PARTS = PARTS[1:]
PART_COLOURS = dict(zip(SCORED_PARTS, (BLUE, ORANGE, GREEN, PURPLE), strict=True))
_PART_HATCHES = dict(zip(SCORED_PARTS, ("", "///", "...", "xxx"), strict=True))
_SEAT_COLOURS = (BLUE, ORANGE, GREEN, VERMILLION)
_SHOWN_SHARE = 0.999
_MOST_BARS = 80
_PANEL_TOP, _TALLEST_PANEL, _PANEL_GAP, _ALL_PANELS = 7.0, 75.0, 12.0, 206.0
_BAR, _BAR_PITCH, _ROW = 7.0, 10.5, 5.0
_NAMES = 33.0


def histogram_height(document: Document) -> float:
    """Millimetres that the histograms take."""
    return len(document["seats"]) * (_PANEL_TOP + _panel_height(document) + _PANEL_GAP) + 12


def draw_histograms(sheet: Sheet, top: float, document: Document, game: Game) -> None:
    """Draw each seat's distribution of points in a deal, one panel a seat, on the same scale."""
    seats = document["seats"]
    bin_points = seats[0]["points_histogram"]["bin_points"]
    counts = [seat["points_histogram"]["counts"] for seat in seats]
    shown = max(_bins_holding(seat_counts, _SHOWN_SHARE) for seat_counts in counts)
    merged = -(-shown // _MOST_BARS)
    shown = -(-shown // merged) * merged
    step = merged * bin_points
    shares = [_shares(seat_counts, shown, merged) for seat_counts in counts]
    highest = max(max(seat_shares) for seat_shares in shares)
    panel = _panel_height(document)
    for place, seat in enumerate(seats):
        name = seat_name(seat["seat"], len(seats))
        middle = _middle_half(counts[place], bin_points)
        start = sheet.text(sheet.left, top, name, LABEL_BOLD)
        heading = (
            f"mean {mean_text(seat['points'])} points; half of the deals between {whole(middle[0])} and "
            f"{whole(middle[1])}"
        )
        sheet.text(sheet.left + width_of(name, LABEL_BOLD) + 3, top, heading, LABEL)
        axes = sheet.axes(sheet.left + 12, start + 2, sheet.inner - 12, panel)
        lefts = [bar * step for bar in range(len(shares[place]))]
        axes.bar(
            lefts,
            shares[place],
            width=step,
            align="edge",
            color=_SEAT_COLOURS[place],
            edgecolor="white",
            linewidth=0.3,
            zorder=2,
        )
        axes.axvline(seat["points"]["mean"], color=BLACK, linewidth=1, linestyle=(0, (4, 2)), zorder=3)
        axes.set_xlim(0, shown * bin_points)
        axes.set_ylim(0, highest * 1.08)
        axes.set_ylabel("% of deals")
        axes.grid(axis="y", zorder=0)
        axes.locator_params(axis="y", nbins=4)
        separate_thousands(axes)
        if place == len(seats) - 1:
            axes.set_xlabel("points in a deal")
        top = start + panel + _PANEL_GAP
    beyond = max(sum(seat_counts[shown:]) / sum(seat_counts) for seat_counts in counts)
    rest = f"At most {percent(beyond)} of a seat's deals lie" if beyond else "No deal lies"
    caption = (
        f"{game.title}: bars {step} points wide, {whole(document['deals'])} deals; dashed: the mean. "
        f"{rest} beyond the right edge."
    )
    sheet.paragraph(sheet.left, top + 2, caption, CAPTION, sheet.inner)


def parts_height(document: Document) -> float:
    """Millimetres that the bars of the score's parts take, with the table of their figures."""
    rows = len(PARTS) + 1 + (len(_beside(document)) and 2)
    return len(document["seats"]) * _BAR_PITCH + 12 + _ROW * rows + 16


def draw_parts(sheet: Sheet, top: float, document: Document, game: Game) -> None:
    """Draw a stacked bar of the parts of each seat's mean score, and the figures below."""
    seats = document["seats"]
    longest = max(seat["points"]["mean"] for seat in seats) or 1
    height = len(seats) * _BAR_PITCH
    axes = sheet.axes(sheet.left + _NAMES, top, sheet.inner - _NAMES, height)
    axes.set_xlim(0, longest * 1.02)
    axes.set_ylim(height, 0)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("mean points in a deal")
    separate_thousands(axes)
    mm_per_point = (sheet.inner - _NAMES) / (longest * 1.02)
    for place, seat in enumerate(seats):
        name = seat_name(seat["seat"], len(seats))
        sheet.text(sheet.left, top + place * _BAR_PITCH + 3.2, name, LABEL_BOLD._replace(size=8))
        left = 0.0
        for part in scored_parts(document):
            mean = seat[part]["mean"]
            draw_bar(axes, left, place * _BAR_PITCH + 1.5, mean, _BAR, part)
            label = fixed(mean, 1)
            if mean * mm_per_point > width_of(label, LABEL) + 3:
                ink = "white" if part == "group_points" else BLACK
                box = (
                    None if part == "group_points" else {"facecolor": "white", "edgecolor": "none", "pad": 1}
                )
                axes.text(
                    left + mean / 2,
                    place * _BAR_PITCH + 1.5 + _BAR / 2,
                    label,
                    color=ink,
                    ha="center",
                    va="center_baseline",
                    fontproperties=LABEL.font,
                    bbox=box,
                )
            left += mean
    _parts_table(sheet, top + height + 13, document)
    caption = (
        f"{game.title}: the {small(len(scored_parts(document)))} parts add up to all points; ± is half a "
        f"{level_text(seats[0]['points'])} interval."
    )
    if document["games"]:
        caption += " Brisques are no part of the points: they count for the value of the game alone."
    if document["teams"]:
        caption += " Partners are seats 0 and 2, and seats 1 and 3."
    sheet.paragraph(sheet.left, top + parts_height(document) - 12, caption, CAPTION, sheet.inner)


class Contribution(NamedTuple):
    """What a group brings a seat in a deal, averaged over the seats: mean points, half an interval.

    The seats share their cards, and how they go together isn't counted; the mean of the seats' own
    half intervals is never narrower than that of their mean. None where one deal gives no interval.
    """

    group: str
    points: float
    half: float | None


def contributions(odds: Document, simulation: Document) -> list[Contribution]:
    """What each group of value brings, its value times its declarations; best first."""
    found = []
    for entry in odds["groups"]:
        declared = [
            group["declarations"]
            for seat in simulation["seats"]
            for group in seat["groups"]
            if group["group"] == entry["group"] and group["declarations"] is not None
        ]
        if declared:
            each = entry["value"] / len(declared)
            halves = [(mean["high"] - mean["low"]) / 2 for mean in declared if mean["low"] is not None]
            half = each * sum(halves) if len(halves) == len(declared) else None
            found.append(Contribution(entry["group"], each * sum(mean["mean"] for mean in declared), half))
    return sorted(found, key=lambda one: -one.points)


def contributions_height(odds: Document) -> float:
    """Millimetres that the bars of the groups take."""
    return sum(entry["value"] is not None for entry in odds["groups"]) * _ROW + 24


def draw_contributions(sheet: Sheet, top: float, odds: Document, simulation: Document, game: Game) -> None:
    """Draw what each group of value brings a player in a deal."""
    bars = contributions(odds, simulation)
    height = len(bars) * _ROW
    longest = max((one.points for one in bars), default=1) or 1
    axes = sheet.axes(sheet.left + _NAMES, top, sheet.inner - _NAMES, height)
    axes.set_xlim(0, longest * 1.4)
    axes.set_ylim(height, 0)
    axes.set_yticks([])
    axes.set_xlabel("mean points in a deal, for a player")
    separate_thousands(axes)
    sum_of_groups = sum(one.points for one in bars)
    for place, (group, points, half) in enumerate(bars):
        sheet.text(sheet.left, top + place * _ROW + 1, english(group), LABEL)
        axes.add_patch(Rectangle((0, place * _ROW + 0.7), points, _ROW - 1.4, color=BLUE, linewidth=0))
        shown = f"none declared in {whole(simulation['deals'])} deals"
        if points:
            low, high = (None, None) if half is None else (points - half, points + half)
            shown = mean_text({"mean": points, "low": low, "high": high})
            shown += _share(points, half, sum_of_groups)
        axes.annotate(
            shown,
            xy=(points, place * _ROW + _ROW / 2),
            xytext=(4, 0),
            textcoords="offset points",
            va="center_baseline",
            fontproperties=LABEL.font,
        )
    caption = (
        f"{game.title}: a group's value times its mean number of declarations, averaged over the seats; "
        f"± is half a {level_text(simulation['seats'][0]['points'])} interval at most; in brackets, its "
        "share of all group points."
    )
    sheet.paragraph(sheet.left, top + height + 12, caption, CAPTION, sheet.inner)


def _share(points: float, half: float | None, whole_sum: float) -> str:
    """A group's share of all group points in brackets, with one sure digit where there are any."""
    if points >= whole_sum:
        return ""
    wide = 100 * (half or 0.1 * points) / whole_sum
    return f" ({fixed(100 * points / whole_sum, max(decimals_for(wide) - 1, 0))} %)"


def _panel_height(document: Document) -> float:
    each = _ALL_PANELS / len(document["seats"])
    return min(_TALLEST_PANEL, each - _PANEL_TOP - _PANEL_GAP)


def draw_bar(axes: Axes, left: float, top: float, width: float, height: float, part: str) -> None:
    """Draw a part of the score as a bar in its colour and hatching."""
    axes.add_patch(
        Rectangle(
            (left, top),
            width,
            height,
            facecolor=PART_COLOURS[part],
            hatch=_PART_HATCHES[part],
            edgecolor="white",
            linewidth=0.8,
        )
    )


def part_key(sheet: Sheet, left: float, top: float, part: str) -> None:
    """Set a small piece of a part's bar, to stand before its name."""
    axes = sheet.axes(left, top + 0.2, 4, 2.8)
    axes.axis("off")
    axes.set_xlim(0, 4)
    axes.set_ylim(2.8, 0)
    draw_bar(axes, 0, 0, 4, 2.8, part)


def scored_parts(document: Document) -> list[str]:
    """The parts that add up to the points; brisques may count for the value of the game alone."""
    return [part for part in SCORED_PARTS if not (document["games"] and part == "brisque_points")]


def _beside(document: Document) -> list[str]:
    """What the table gives below the points."""
    return ["brisque_points", "game_value"] if document["games"] else []


def _parts_table(sheet: Sheet, top: float, document: Document) -> None:
    seats = document["seats"]
    column = (sheet.inner - _NAMES) / max(len(seats), 3)
    rights = [sheet.left + _NAMES + column * (place + 1) for place in range(len(seats))]
    for right, seat in zip(rights, seats, strict=True):
        sheet.text(right, top, seat_name(seat["seat"], len(seats)), CELL_BOLD, align="right")
    sheet.rule(sheet.left, rights[-1], top + 4.4)
    top += 5.4
    for part in scored_parts(document):
        part_key(sheet, sheet.left, top, part)
        top = _parts_row(sheet, top, part, rights, seats, CELL)
    sheet.rule(sheet.left, rights[-1], top - 0.6)
    top = _parts_row(sheet, top + 0.4, "points", rights, seats, CELL_BOLD)
    for part in _beside(document):
        top = _parts_row(sheet, top, part, rights, seats, CELL)


def _parts_row(
    sheet: Sheet, top: float, part: str, rights: Sequence[float], seats: Sequence[Document], letter: Letter
) -> float:
    sheet.text(sheet.left + 6, top, PART_NAMES[part], letter)
    for right, seat in zip(rights, seats, strict=True):
        sheet.text(right, top, mean_text(seat[part]), letter, align="right")
    return top + _ROW


def _bins_holding(counts: Sequence[int], share: float) -> int:
    """How many bins from the left hold that share of the deals."""
    needed = share * sum(counts)
    return next(place + 1 for place, total in enumerate(accumulate(counts)) if total >= needed)


def _shares(counts: Sequence[int], shown: int, merged: int) -> list[float]:
    """Per cent of deals in each bar of `merged` bins, for the first `shown` bins."""
    deals = sum(counts)
    return [100 * sum(counts[start : start + merged]) / deals for start in range(0, shown, merged)]


def _middle_half(counts: Sequence[int], bin_points: int) -> tuple[int, int]:
    """Points at the first and the third quarter of the deals, the lower ends of their bins."""
    quarters = [(_bins_holding(counts, share) - 1) * bin_points for share in (0.25, 0.75)]
    return quarters[0], quarters[1]
