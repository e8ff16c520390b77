"""The games side by side: what a deal's points are made of, and what leading first is worth."""

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from reports.figures_points import PART_NAMES, draw_bar, part_key, scored_parts
from reports.names import in_text
from reports.numbers import Document, fixed, level_text, whole
from reports.scores import joined
from reports.style import BLACK, BLUE, CAPTION, GREY, LABEL, LABEL_BOLD, Sheet, width_of, wrapped
from simulate.rules import Game

_NAMES, _SHARES, _POINTS = 46.0, 56.0, 14.0
_GAP = 6.0
_ROW, _BAR = 8.4, 5.0
_HEAD, _FOOT = 13.0, 30.0


class Played(NamedTuple):
    """A game and its `simulate` document."""

    game: Game
    simulation: Document


def points_height(played: Sequence[Played]) -> float:
    """Millimetres that the figure takes."""
    return _HEAD + len(played) * _ROW + _FOOT


def draw_points(sheet: Sheet, top: float, played: Sequence[Played]) -> None:
    """Draw, a line for each game, the parts of a player's mean score as shares, and the leader's advantage.

    The advantage is the points of seat 0 less the mean of the others', in per cent of what a
    player makes on the mean.
    """
    top = _legend(sheet, top)
    height = len(played) * _ROW
    shares = sheet.axes(sheet.left + _NAMES, top, _SHARES, height)
    lead_left = sheet.left + _NAMES + _SHARES + _POINTS + _GAP
    leads = sheet.axes(lead_left, top, sheet.right - lead_left, height)
    for axes in (shares, leads):
        axes.set_ylim(height, 0)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
    shares.set_xlim(0, 100)
    shares.set_xlabel("% of a player's points")
    leads.set_xlabel("advantage of leading first, %")
    leads.grid(axis="x", zorder=0)
    leads.locator_params(axis="x", nbins=5)
    # The grid comes with the axis, which lies above what has a lower number.
    leads.axvline(0, color=BLACK, linewidth=0.8, zorder=1.8)
    sheet.text(lead_left - _GAP, top - 4.6, "points", LABEL._replace(colour=GREY), align="right")
    for row, line in enumerate(played):
        middle = (row + 0.5) * _ROW
        _name(sheet, top + middle, line.game.title)
        points = mean_of_seats(line.simulation, "points")
        _shares(shares, middle, line.simulation, points)
        sheet.text(lead_left - _GAP, top + middle - 1.6, fixed(points, 0), LABEL, align="right")
        if points:
            _advantage(leads, middle, line.simulation["lead"], points)
    sheet.paragraph(sheet.left, top + height + 12, _caption(played), CAPTION, sheet.inner)


def mean_of_seats(simulation: Document, part: str) -> float:
    """Mean points of a part of the score for a player in a deal, averaged over the seats."""
    seats = simulation["seats"]
    return float(sum(seat[part]["mean"] for seat in seats) / len(seats))


def points_of_a_player(simulation: Document) -> Document:
    """Points of a player in a deal, averaged over the seats: mean, low and high, null where there are none.

    The seats share their cards, and how they go together isn't counted; the mean of the seats' own
    half intervals is never narrower than that of their mean.
    """
    means = [seat["points"] for seat in simulation["seats"]]
    ends = {}
    for end in ("low", "high"):
        known = [mean[end] for mean in means if mean[end] is not None]
        ends[end] = sum(known) / len(known) if len(known) == len(means) else None
    return {"mean": mean_of_seats(simulation, "points"), **ends}


def brisques_apart(played: Sequence[Played]) -> str:
    """Which games' points are without brisques; empty where none's are."""
    apart = [in_text(line.game.title) for line in played if line.simulation["games"]]
    return f"At {joined(apart, 'and')} brisques are no part of the points." if apart else ""


def _shares(axes: Axes, middle: float, simulation: Document, points: float) -> None:
    left = 0.0
    for part in scored_parts(simulation):
        share = 100 * mean_of_seats(simulation, part) / points if points else 0.0
        draw_bar(axes, left, middle - _BAR / 2, share, _BAR, part)
        left += share


def _advantage(axes: Axes, middle: float, lead: Document, points: float) -> None:
    if lead["low"] is not None:
        ends = [100 * lead[end] / points for end in ("low", "high")]
        axes.plot(ends, [middle, middle], color=BLUE, linewidth=1.6, zorder=2)
    mean = 100 * lead["mean"] / points
    axes.plot([mean], [middle], marker="o", color=BLUE, markersize=4.5, markeredgecolor=BLACK, zorder=3)


def _name(sheet: Sheet, middle: float, title: str) -> None:
    letter = LABEL_BOLD._replace(size=8)
    lines = wrapped(title, letter, _NAMES - 2)
    top = middle - 0.5 * len(lines) * letter.leading + 0.4
    for line in lines:
        top = sheet.text(sheet.left, top, line, letter)


def _legend(sheet: Sheet, top: float) -> float:
    left = sheet.left + _NAMES
    for part in ("group_points", "brisque_points", "seven_points", "last_trick_points"):
        part_key(sheet, left, top, part)
        sheet.text(left + 5.5, top, PART_NAMES[part], LABEL)
        left += 5.5 + width_of(PART_NAMES[part], LABEL) + 5
    return top + _HEAD


def _caption(played: Sequence[Played]) -> str:
    first = played[0].simulation
    text = (
        f"{whole(first['deals'])} deals of each game. Points: a player's mean in a deal. The advantage: the "
        f"first leader's points less the mean of the others', in per cent of a player's mean; lines are "
        f"{level_text(first['lead'])} intervals."
    )
    apart = brisques_apart(played)
    return f"{text} {apart}" if apart else text
