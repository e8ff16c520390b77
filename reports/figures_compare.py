"""Heat maps that set the games side by side: how rare each group is in each, one map a notion."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.patches import Polygon, Rectangle

from reports.compact import compact
from reports.names import english
from reports.numbers import Document, level_text, power_of_ten, whole
from reports.style import BLACK, CAPTION, GREY, LABEL, LABEL_BOLD, Sheet, width_of, wrapped
from reports.words import figure_of
from simulate.groups import GROUP_IDS
from simulate.rules import Game

_NAMES = 35.0
_HEAD = 28.0
_WIDEST_COLUMN, _TALLEST_ROW = 14.0, 11.2
_FOOT = 34.0
_MOST_BODY = 168.0
# A fixed scale, so that the maps of a book can be laid side by side; rarer is as dark as the end.
_DECADES = 6
_STEPS = 120
_LEADING = 3.4
_DASH = "–"
CARTE_BLANCHE = "carte-blanche"


class Notion(NamedTuple):
    """What a map shows: the documents' field, a heading, and what its dash and its figures mean."""

    field: str
    heading: str
    dash: str
    told: str


DEALT = Notion(
    "dealt",
    "How rare each group is in a dealt hand",
    "no trump before somebody makes it",
    "Exact chances that a dealt hand contains the group.",
)
REACHABLE = Notion(
    "reachable",
    "How rare each group is, however one plays",
    "no such bound",
    "Exact: no way of playing holds the group more often, per player and deal. Where trump is made in play "
    "there is no such bound for groups of trumps, and carte blanche is a matter of the deal.",
)
HELD = Notion(
    "held",
    "How rare it is to hold each group",
    "not counted",
    "How often a player holds the group at some moment of a deal.",
)
DECLARED = Notion(
    "declared",
    "How rare it is to declare each group",
    "no value in this game, so never declared",
    "How often a player declares the group in a deal, once or more.",
)


class Line(NamedTuple):
    """A game's line of a map: the game, and its `odds` document."""

    game: Game
    odds: Document


def map_height(lines: Sequence[Line]) -> float:
    """Millimetres that a map takes, heads, scale and caption included."""
    return _HEAD + len(lines) * _row_height(lines) + _FOOT


def draw_map(sheet: Sheet, top: float, lines: Sequence[Line], notion: Notion) -> None:
    """Draw a map of some games' `odds` documents: a line for each game, a column for each group.

    What the pack can't hold is left blank; a corner marks what has no value in the game.
    """
    groups = columns(lines)
    width = min(_WIDEST_COLUMN, (sheet.inner - _NAMES) / len(groups))
    height = _row_height(lines)
    axes = sheet.axes(sheet.left + _NAMES, top + _HEAD, width * len(groups), height * len(lines))
    axes.set_xlim(0, width * len(groups))
    axes.set_ylim(height * len(lines), 0)
    axes.axis("off")
    for column, group in enumerate(groups):
        sheet.upright(
            sheet.left + _NAMES + (column + 0.5) * width, top + _HEAD - 1.5, english(group), LABEL_BOLD
        )
    for row, line in enumerate(lines):
        _name(sheet, top + _HEAD + row * height, height, line.game)
        entries = {entry["group"]: entry for entry in line.odds["groups"]}
        for column, group in enumerate(groups):
            if group in entries:
                place = Rectangle((column * width, row * height), width, height)
                _cell(axes, place, entries[group], notion)
    _foot(sheet, top + _HEAD + len(lines) * height + 4, lines, notion)


def columns(lines: Sequence[Line]) -> list[str]:
    """The groups that some game's pack can hold, in canonical order."""
    held = {entry["group"] for line in lines for entry in line.odds["groups"]}
    return [group for group in GROUP_IDS if group in held]


def colour_of(odds: float) -> str:
    """The colour of a chance of 1 in `odds`: the rarer the darker, in colours and in grey."""
    share = min(math.log10(odds) / _DECADES, 1.0)
    return to_hex(colormaps["cividis"](1 - share))


def ink_on(colour: str) -> str:
    """Black or white, whichever is told better from `colour`."""
    light = luminance(colour)
    return "white" if (1.05 / (light + 0.05)) > (light + 0.05) / (luminance(BLACK) + 0.05) else BLACK


def luminance(colour: str) -> float:
    """Relative luminance of a colour, from 0 (black) to 1 (white), as the web's guidelines define it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _row_height(lines: Sequence[Line]) -> float:
    return min(_TALLEST_ROW, _MOST_BODY / len(lines))


def _name(sheet: Sheet, top: float, height: float, game: Game) -> None:
    """A game's title and what is dealt; below a long title only where it has no room beside its end."""
    rules = game.besi
    bold = LABEL_BOLD._replace(size=8)
    titles = wrapped(game.title, LABEL_BOLD, _NAMES - 1)
    dealt = f"{rules.seats} × {rules.hand_size} of {rules.cards}"
    beside = width_of(titles[-1], bold) + 1.5
    below = len(titles) == 1 or beside + width_of(dealt, LABEL) > _NAMES - 1
    leading = LABEL.leading * 0.85
    top += (height - leading * (len(titles) + below)) / 2 - 0.3
    for title in titles:
        sheet.text(sheet.left, top, title, bold)
        top += leading
    where = (sheet.left, top) if below else (sheet.left + beside, top - leading)
    sheet.text(*where, dealt, LABEL._replace(colour=GREY))


def _cell(axes: Axes, place: Rectangle, entry: Document, notion: Notion) -> None:
    value = figure_of(entry, notion.field)
    left, top = place.get_xy()
    width, height = place.get_width(), place.get_height()
    middle = left + width / 2, top + height / 2
    if value is None:
        _text(axes, *middle, _DASH, BLACK)
        return
    shown = compact(value)
    colour = "#ffffff" if shown.odds is None else colour_of(shown.odds)
    ink = ink_on(colour)
    place.set(facecolor=colour, edgecolor="white", linewidth=1)
    axes.add_patch(place)
    for number, text in enumerate(shown.lines):
        _text(axes, middle[0], middle[1] + _LEADING * (number - (len(shown.lines) - 1) / 2), text, ink)
    if entry["value"] is None:
        _corner(axes, left + width, top, ink)


def _corner(axes: Axes, right: float, top: float, ink: str) -> None:
    corners = [(right - 0.5, top + 0.5), (right - 2.6, top + 0.5), (right - 0.5, top + 2.6)]
    axes.add_patch(Polygon(corners, closed=True, color=ink, linewidth=0, zorder=3))


def _text(axes: Axes, across: float, down: float, text: str, ink: str) -> None:
    axes.text(
        across, down, text, color=ink, ha="center", va="center_baseline", fontproperties=LABEL.font, zorder=4
    )


def _foot(sheet: Sheet, top: float, lines: Sequence[Line], notion: Notion) -> None:
    """The colour scale, what the marks mean, and what the figures are."""
    width = 75.0
    axes = sheet.axes(sheet.left, top, width, 3.4)
    axes.set_xlim(0, _DECADES)
    axes.set_ylim(0, 1)
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(False)
    step = _DECADES / _STEPS
    for place in range(_STEPS):
        colour = colour_of(10 ** ((place + 0.5) * step))
        axes.add_patch(Rectangle((place * step, 0), step, 1, color=colour, linewidth=0.3))
    axes.set_xticks(range(0, _DECADES + 1, 2), ["always", *map(_tick, range(2, _DECADES + 1, 2))])
    axes.get_xticklabels()[0].set_horizontalalignment("left")
    _marks(sheet, sheet.left + width + 15, top, lines, notion)
    sheet.paragraph(sheet.left, top + 10.5, _caption(lines, notion), CAPTION, sheet.inner)


def _marks(sheet: Sheet, left: float, top: float, lines: Sequence[Line], notion: Notion) -> None:
    """What the dash and the corner mean, where the map has any."""
    entries = [entry for line in lines for entry in line.odds["groups"]]
    top -= 0.2
    if any(figure_of(entry, notion.field) is None for entry in entries):
        sheet.text(left + 1, top, _DASH, LABEL)
        sheet.text(left + 6, top, notion.dash, LABEL)
        top += 4.4
    if any(entry["value"] is None and figure_of(entry, notion.field) is not None for entry in entries):
        axes = sheet.axes(left, top, 4, 3.6)
        axes.set_xlim(0, 4)
        axes.set_ylim(3.6, 0)
        axes.axis("off")
        axes.add_patch(Rectangle((0, 0), 4, 3.6, facecolor=colour_of(10), linewidth=0))
        _corner(axes, 4, 0, BLACK)
        sheet.text(left + 6, top, "no value in this game", LABEL)


def _tick(exponent: int) -> str:
    return f"1 in {whole(10**exponent) if exponent < _DECADES else power_of_ten(exponent)}"


def _caption(lines: Sequence[Line], notion: Notion) -> str:
    game = lines[0].game
    blank = "the pack can't hold it"
    if CARTE_BLANCHE in columns(lines) and any(line.game.besi.carte_blanche is None for line in lines):
        blank += f", or the game knows no {english(CARTE_BLANCHE)}"
    text = (
        f"{notion.told} From 10 % up in per cent; else 336 stands for 1 in 336, k for thousands, "
        "M for millions. "
        f"The rarer, the darker, up to 1 in {power_of_ten(_DECADES)}; blank: {blank}. "
        f"{game.besi.seats} × {game.besi.hand_size} of {game.besi.cards}: players, cards dealt to each, pack."
    )
    first = lines[0].odds
    if notion.field in ("held", "declared") and first["deals"]:
        level = level_text(first["groups"][0]["held"])
        text += (
            f" {whole(first['deals'])} deals of each game; over 12k: none seen, so rarer than 1 in 12,000 "
            f"({level} confidence). The intervals are in each game's own table."
        )
    return text
