"""Orders or players compared: a forest plot of all against the baseline, and everyone against everyone."""

import math
import re
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.patches import Rectangle

from reports.figures_compare import ink_on
from reports.numbers import Document, change_text, level_text, small
from reports.pages import paragraph_height
from reports.pictures import Picture
from reports.round_robin import against_baseline, seatings_words, what_points_are, without_hash
from reports.style import (
    BLACK,
    BLUE,
    CAPTION,
    GREY,
    LABEL,
    LABEL_BOLD,
    ORANGE,
    PALE,
    Sheet,
    separate_thousands,
    width_of,
    wrapped,
)
from simulate.rules import Game

_NAMES, _FIGURES = 48.0, 30.0
_ROW, _AXIS = 7.0, 12.0
_WIDEST_CELL, _CELL, _TALLEST_HEAD = 24.0, 10.0, 3
_DASH = "–"
# A control that declares nothing lies so far off that the others would fall into one dot.
_FAR, _MARGIN = 5.0, 0.06


def round_robin_pictures(document: Document, game: Game) -> list[Picture]:
    """The figures of a `compare` document of orders or players: the forest plot, then the matrix."""
    what = document["compared"]
    return [
        Picture(
            f"{game.id}-{what}",
            f"{game.title}: {what} compared",
            forest_height(document, game),
            lambda sheet, top: draw_forest(sheet, top, document, game),
        ),
        Picture(
            f"{game.id}-{what}-all",
            f"{game.title}: {what}, each against the others",
            matrix_height(document, game),
            lambda sheet, top: draw_matrix(sheet, top, document, game),
        ),
    ]


def forest_height(document: Document, game: Game) -> float:
    """Millimetres that the forest plot takes."""
    rows = sum(_row_height(row["name"]) for row in against_baseline(document))
    return 6 + rows + _AXIS + paragraph_height(_forest_caption(document, game), CAPTION)


def draw_forest(sheet: Sheet, top: float, document: Document, game: Game) -> None:
    """Draw by how many points a deal each contestant is ahead of the baseline, the best first.

    Parameters
    ----------
    document : a `compare` document of orders or players.
    game : the game that was played.
    """
    rows = sorted(against_baseline(document), key=lambda row: row["points"]["mean"], reverse=True)
    heights = [_row_height(row["name"]) for row in rows]
    sheet.text(sheet.left, top, f"Points a deal against {document['baseline']}", LABEL_BOLD)
    top += 6
    axes = sheet.axes(sheet.left + _NAMES, top, sheet.inner - _NAMES - _FIGURES, sum(heights))
    axes.set_ylim(sum(heights), 0)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", zorder=0.5)
    # The grid comes with the axis, which lies above what has a lower number.
    axes.axvline(0, color=BLACK, linewidth=0.8, zorder=1.8)
    axes.locator_params(axis="x", nbins=6)
    left, right = _ends(rows)
    axes.set_xlim(left, right)
    axes.set_xlabel("points a deal")
    separate_thousands(axes)
    level = 0.0
    for place, (row, height) in enumerate(zip(rows, heights, strict=True)):
        if place % 2 == 0:
            axes.axhspan(level, level + height, color=PALE, zorder=0, linewidth=0)
        _interval(axes, level + height / 2, row)
        lines = _name_lines(row["name"])
        down = top + level + (height - len(lines) * LABEL.leading) / 2 + 0.3
        told = f"{change_text(row['points'])} {'*' if row['clear'] else ' '}"
        sheet.text(sheet.right - 1, top + level + (height - LABEL.leading) / 2 + 0.3, told, LABEL, "right")
        for line in lines:
            down = sheet.text(sheet.left + 1, down, line, LABEL)
        level += height
    caption = _forest_caption(document, game)
    sheet.paragraph(sheet.left, top + level + _AXIS, caption, CAPTION, sheet.inner)


def matrix_height(document: Document, game: Game) -> float:
    """Millimetres that the matrix takes."""
    names = document["contestants"]
    heads = max(map(len, _heads(document))) * LABEL.leading + 2
    rows = sum(max(_CELL, _row_height(name)) for name in names)
    return heads + rows + 4 + paragraph_height(_matrix_caption(document, game), CAPTION)


def draw_matrix(sheet: Sheet, top: float, document: Document, game: Game) -> None:
    """Draw by how many points a deal the contestant of each line is ahead of that of each column.

    Lines and columns go from the contestant that is ahead of the others by most, on the average, down.
    Parameters as in `draw_forest`.
    """
    names = document["contestants"]
    order = ranking(document)
    width = _cell_width(document)
    left = sheet.left + _NAMES
    heads = _heads(document)
    foot = top + max(map(len, heads)) * LABEL.leading
    for column, lines in enumerate(heads):
        down = foot - len(lines) * LABEL.leading
        for line in lines:
            middle = left + (column + 0.5) * width
            down = sheet.text(middle, down, line, LABEL._replace(colour=GREY), "center")
    top = foot + 2
    cells = _cells(document)
    deepest = max((abs(row["points"]["mean"]) for row in document["rows"]), default=0.0)
    for number in order:
        lines = _name_lines(names[number])
        height = max(_CELL, _row_height(names[number]))
        axes = sheet.axes(left, top, width * len(order), height)
        axes.set_xlim(0, width * len(order))
        axes.set_ylim(height, 0)
        axes.axis("off")
        down = top + (height - len(lines) * LABEL.leading) / 2 + 0.3
        for line in lines:
            down = sheet.text(sheet.left + 1, down, line, LABEL)
        for column, other in enumerate(order):
            _cell(axes, Rectangle((column * width, 0), width, height), cells.get((number, other)), deepest)
        top += height
    sheet.paragraph(sheet.left, top + 4, _matrix_caption(document, game), CAPTION, sheet.inner)


def ranking(document: Document) -> list[int]:
    """The contestants' numbers, from the one that is ahead of the others by most, on the average, down."""
    cells = _cells(document)
    count = len(document["contestants"])

    def ahead(number: int) -> float:
        return sum(float(cells[number, other]["points"]["mean"]) for other in range(count) if other != number)

    return sorted(range(count), key=ahead, reverse=True)


def _cells(document: Document) -> dict[tuple[int, int], Document]:
    count = len(document["contestants"])
    pairs = [(first, second) for first in range(count) for second in range(count) if first != second]
    return dict(zip(pairs, document["rows"], strict=True))


def _ends(rows: Sequence[Document]) -> tuple[float, float]:
    """Where the axis ends: at the farthest interval, or at the next if the farthest is far beyond it."""
    by_reach = sorted((_reach(row) for row in rows), key=lambda reach: max(map(abs, reach)), reverse=True)
    while len(by_reach) > 1 and max(map(abs, by_reach[0])) > _FAR * max(map(abs, by_reach[1])) > 0:
        by_reach.pop(0)
    left, right = min(0.0, *(reach[0] for reach in by_reach)), max(0.0, *(reach[1] for reach in by_reach))
    margin = _MARGIN * (right - left) or 1.0
    return left - margin, right + margin


def _beyond(row: Document, left: float, right: float) -> bool:
    return not left <= row["points"]["mean"] <= right


def _reach(row: Document) -> tuple[float, float]:
    """The ends of a row's corrected interval, or its mean twice where one deal gives none."""
    corrected = row["points_corrected"]
    middle = corrected["mean"]
    return (middle, middle) if corrected["low"] is None else (corrected["low"], corrected["high"])


def _interval(axes: Axes, level: float, row: Document) -> None:
    """A contestant's mean with its interval, thick, and the corrected one, thin; or an arrow to it."""
    points, corrected = row["points"], row["points_corrected"]
    left, right = axes.get_xlim()
    if _beyond(row, left, right):
        edge, sign = (left, "<") if points["mean"] < left else (right, ">")
        axes.plot([edge], [level], marker=sign, color=BLUE, markersize=6, clip_on=False, zorder=4)
        return
    if points["low"] is not None:
        ends = [corrected["low"], corrected["high"]]
        axes.plot(ends, [level] * 2, color=BLACK, linewidth=0.8, marker="|", markersize=5, zorder=2)
        axes.plot([points["low"], points["high"]], [level] * 2, color=BLUE, linewidth=2.4, zorder=3)
    axes.plot(
        [points["mean"]], [level], marker="o", color=BLUE, markersize=3.5, markeredgecolor=BLACK,
        markeredgewidth=0.5, zorder=4,
    )  # fmt: skip


def _cell(axes: Axes, place: Rectangle, row: Document | None, deepest: float) -> None:
    left, top = place.get_xy()
    middle = left + place.get_width() / 2, top + place.get_height() / 2
    if row is None:
        axes.text(*middle, _DASH, ha="center", va="center_baseline", fontproperties=LABEL.font)
        return
    points = row["points"]
    colour = colour_of(points["mean"] if row["clear"] else 0.0, deepest)
    place.set(facecolor=colour, edgecolor="white", linewidth=1)
    axes.add_patch(place)
    font = LABEL._replace(size=min(8.0, place.get_width() * 8 / 14)).font
    told = change_text(points) + ("*" if row["clear"] else "")
    lines = told.replace(" ± ", "\n± ").split("\n")
    for number, line in enumerate(lines):
        down = middle[1] + 3.4 * (number - (len(lines) - 1) / 2)
        axes.text(
            middle[0], down, line, color=ink_on(colour), ha="center", va="center_baseline",
            fontproperties=font, zorder=4,
        )  # fmt: skip


def colour_of(points: float, deepest: float) -> str:
    """Blue for who is ahead, orange for who is behind, by the logarithm of the points up to `deepest`."""
    share = math.log1p(abs(points)) / math.log1p(deepest) if deepest else 0.0
    if not points:
        return PALE
    red, green, blue = (1 - 0.85 * share * (1 - part) for part in to_rgb(BLUE if points > 0 else ORANGE))
    return to_hex((red, green, blue))


def _cell_width(document: Document) -> float:
    return min(_WIDEST_CELL, 122.0 / len(document["contestants"]))


def _heads(document: Document) -> list[list[str]]:
    """The heads of the matrix's columns; a name too long for its column is that of a line.

    Hashes are left to the lines, unless names differ in them alone.
    """
    names = [document["contestants"][number] for number in ranking(document)]
    short = [without_hash(name) for name in names]
    names = short if len(set(short)) == len(short) else names
    heads = [_broken(name, _cell_width(document) - 1) for name in names]
    return [
        lines if len(lines) <= _TALLEST_HEAD else [f"line {place}"] for place, lines in enumerate(heads, 1)
    ]


def _name_lines(name: str) -> list[str]:
    return _broken(name, _NAMES - 3)


def _row_height(name: str) -> float:
    return _ROW + (len(_name_lines(name)) - 1) * LABEL.leading


def _broken(name: str, width: float) -> list[str]:
    """A name in lines of at most `width` millimetres, broken behind its signs where it must be."""
    lines = [""]
    for part in re.split(r"(?<=[->:/@])", name):
        if lines[-1] and width_of(lines[-1] + part, LABEL) > width:
            lines.append("")
        lines[-1] += part
    return [piece for line in lines for piece in wrapped(line, LABEL, width)]


def _forest_caption(document: Document, game: Game) -> str:
    row = document["rows"][0]
    plain, level = level_text(row["points"]), level_text(row["points_corrected"])
    lines = f"Thick lines are {plain} intervals"
    if document["comparisons"] > 1:
        lines += f"; thin ones reach over {level}, as {small(document['comparisons'])} comparisons ask for"
    rows = against_baseline(document)
    beyond = any(_beyond(each, *_ends(rows)) for each in rows)
    arrow = "An arrow points beyond the figure. " if beyond else ""
    return (
        f"{game.title}: {what_points_are(document, game, document['baseline'])} {lines}; * marks those "
        f"that leave out 0 even so. {arrow}{seatings_words(document)}."
    )


def _matrix_caption(document: Document, game: Game) -> str:
    row = document["rows"][0]
    return (
        f"{game.title}: {what_points_are(document, game, 'what the column says')} ± half the "
        f"{level_text(row['points'])} interval; * and a colour, blue ahead and orange behind, where even the "
        f"{level_text(row['points_corrected'])} interval leaves out 0. {seatings_words(document)}."
    )
