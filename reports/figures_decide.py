"""Which group first, drawn: a heat map over the draws left, and a page for the wall."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from reports.decided import (
    advice_sentence,
    caveats,
    convention_words,
    figures_sentence,
    hoffmann_sentence,
    judged_of,
    measure_words,
    pair_words,
    rare_sentence,
    seated_words,
)
from reports.numbers import Document, fixed, level_text, whole
from reports.pages import ROOM_OF_A_PAGE
from reports.style import (
    A4_MARGIN,
    A4_WIDTH,
    BLACK,
    CAPTION,
    GREY,
    LABEL,
    LABEL_BOLD,
    PALE,
    POINTS_PER_MM,
    RULE,
    Letter,
    Sheet,
    width_of,
    wrapped,
)
from simulate.rules import Game

_NAMES_GAP = 2.0
_HEAD, _FOOT = 12.0, 32.0
_TALLEST_ROW, _WIDEST_COLUMN = 6.0, 10.0
_MOST_BODY = 180.0
_BETWEEN = 2.5
_INNER = A4_WIDTH - 2 * A4_MARGIN
# A fixed scale, so that maps can be laid side by side; more points are as dark as its ends. It goes by the
# square root: what is worth 15 points early in a deal is to be seen beside the 200 of its end.
_MOST_POINTS = 200
_TICKS = (-200, -100, -50, -10, 0, 10, 50, 100, 200)
_STEPS = 160
# The wall's sentences are set as large as one page allows.
_SIZES = (17.0, 15.0, 13.5, 12.0, 11.0, 10.0, 9.0, 8.0)
_WALL_HEAD = Letter(10, weight="bold")


def has_map(table: Document) -> bool:
    """Whether any cell of a table has enough situations to be drawn."""
    return bool(_shown(table))


def map_height(table: Document) -> float:
    """Millimetres that a heat map takes, heads, scale and caption included; the table has one."""
    return _HEAD + _body(_shown(table)) + _FOOT


def draw_map(sheet: Sheet, top: float, document: Document, table: Document, game: Game) -> None:
    """Draw one table of a `decide` document: a line for each pair, a column for each number of draws left."""
    shown = _shown(table)
    draws, height = game.besi.draws, _row_height(shown)
    names = max(width_of(pair_words(pair), _letter_of(pair)) for pair in shown) + _NAMES_GAP
    width = min(_WIDEST_COLUMN, (sheet.inner - names) / draws)
    sheet.text(sheet.left, top, _above(document, table, game), LABEL)
    sheet.text(sheet.left + names - _NAMES_GAP, top + _HEAD - 4.5, "draws left", LABEL, align="right")
    body = top + _HEAD
    axes = sheet.axes(sheet.left + names, body, width * draws, _body(shown))
    axes.set_xlim(0, width * draws)
    axes.set_ylim(_body(shown), 0)
    axes.axis("off")
    for column in range(draws):
        left = draws - column
        if left == 1 or left % 4 == 0 or draws <= 12:
            across = sheet.left + names + (column + 0.5) * width
            sheet.text(across, body - 4.5, str(left), LABEL, align="center")
    down = 0.0
    for place, pair in enumerate(shown):
        if place and shown[place - 1]["nested"] and not pair["nested"]:
            down += _BETWEEN
        letter = _letter_of(pair)
        middle = body + down + (height - letter.size / POINTS_PER_MM) / 2 - 0.4
        sheet.text(sheet.left + names - _NAMES_GAP, middle, pair_words(pair), letter, align="right")
        for column, cell in enumerate(pair["draws"]):
            _cell(axes, Rectangle((column * width, down), width, height), cell["lead"])
        down += height
    _foot(sheet, body + down + 4, document, table, game)


def colour_of(points: float) -> str:
    """The colour of so many points: blue where the first-named group goes first, red where the other does."""
    share = math.copysign(min(math.sqrt(abs(points) / _MOST_POINTS), 1.0), points)
    return to_hex(colormaps["RdBu"](0.5 + 0.5 * share))


def covers_nothing(lead: Document) -> bool:
    """Whether an interval leaves open which of the two goes first."""
    return lead["low"] is None or bool(lead["low"] <= 0 <= lead["high"])


class _Entry(NamedTuple):
    """A pair on the wall: what to do, and what that rests on."""

    sentence: str
    figures: str


def wall_height(document: Document, tables: Sequence[Document], game: Game) -> float:
    """Millimetres that the page for the wall takes, at most those of a page."""
    return _Wall(document, tables, game).height


def draw_wall(sheet: Sheet, top: float, document: Document, tables: Sequence[Document], game: Game) -> None:
    """Draw the page for the wall: of one player, both conventions or one, the figures small below.

    Parameters
    ----------
    tables : the entries of the `decide` document for that player.
    """
    _Wall(document, tables, game).draw(sheet, top)


class _Wall:
    """The page for the wall, in letters as large as fit."""

    def __init__(self, document: Document, tables: Sequence[Document], game: Game) -> None:
        draws, least = game.besi.draws, document["least"]
        self._parts = [
            (
                f"{game.title}, where {convention_words(table)}:",
                f"{hoffmann_sentence(table, draws)} {rare_sentence(table, least)}".rstrip(),
                [
                    _Entry(advice_sentence(pair, draws), figures_sentence(pair, draws))
                    for pair in judged_of(table)
                ],
            )
            for table in tables
        ]
        level = level_text(tables[0]["pairs"][0]["arises"])
        self._caption = (
            f"{_seen(document, tables[0], game)} In small print: points of lead a situation "
            f"({measure_words(game)}), ± half the {level} interval; the "
            f"draw after the trick just won counts among those that remain. {caveats(document)}"
        )
        self._size = next((size for size in _SIZES if self._measure(size) <= ROOM_OF_A_PAGE - 14), _SIZES[-1])

    @property
    def height(self) -> float:
        return self._measure(self._size)

    def draw(self, sheet: Sheet, top: float) -> None:
        for convention, verdict, entries in self._parts:
            top = sheet.paragraph(sheet.left, top, convention, _WALL_HEAD, sheet.inner)
            sheet.rule(sheet.left, sheet.right, top + 0.5)
            top += 2.5
            for entry in entries:
                top = sheet.paragraph(sheet.left, top, entry.sentence, self._letter(self._size), sheet.inner)
                top = sheet.paragraph(sheet.left, top + 0.6, entry.figures, _SMALL, sheet.inner) + 2.4
            top = sheet.paragraph(sheet.left, top, verdict, _VERDICT, sheet.inner) + 5
        sheet.paragraph(sheet.left, top, self._caption, CAPTION, sheet.inner)

    def _measure(self, size: float) -> float:
        total = 0.0
        for convention, verdict, entries in self._parts:
            total += _tall(convention, _WALL_HEAD) + 2.5 + _tall(verdict, _VERDICT) + 5
            for entry in entries:
                total += _tall(entry.sentence, self._letter(size)) + 0.6 + _tall(entry.figures, _SMALL) + 2.4
        return total + _tall(self._caption, CAPTION)

    @staticmethod
    def _letter(size: float) -> Letter:
        return Letter(size, weight="bold", lines_apart=1.25)


_SMALL = LABEL._replace(colour=GREY)
_VERDICT = Letter(10, slant="italic")


def _seen(document: Document, table: Document, game: Game) -> str:
    return f"{game.title}: {seated_words(document, table, game)}, highest first from the next trick on."


def _tall(text: str, letter: Letter) -> float:
    return len(wrapped(text, letter, _INNER)) * letter.leading


def _above(document: Document, table: Document, game: Game) -> str:
    words = convention_words(table)
    return f"{words[0].upper()}{words[1:]}; {seated_words(document, table, game)}."


def _shown(table: Document) -> list[Document]:
    """The pairs with a figure at some number of draws, nested ones first."""
    return [pair for pair in table["pairs"] if any(cell["lead"] is not None for cell in pair["draws"])]


def _letter_of(pair: Document) -> Letter:
    return LABEL_BOLD if pair["nested"] else LABEL


def _row_height(shown: Sequence[Document]) -> float:
    return min(_TALLEST_ROW, _MOST_BODY / len(shown))


def _body(shown: Sequence[Document]) -> float:
    both = len({pair["nested"] for pair in shown}) == 2
    return len(shown) * _row_height(shown) + (_BETWEEN if both else 0.0)


def _cell(axes: Axes, place: Rectangle, lead: Document | None) -> None:
    if lead is None:
        place.set(facecolor=PALE, edgecolor="white", linewidth=0.6)
        axes.add_patch(place)
        return
    place.set(facecolor=colour_of(lead["mean"]), edgecolor="white", linewidth=0.6)
    axes.add_patch(place)
    if covers_nothing(lead):
        left, top = place.get_xy()
        middle = left + place.get_width() / 2, top + place.get_height() / 2
        axes.plot(*middle, marker="o", markersize=1.8, color=BLACK, markeredgewidth=0)


def _foot(sheet: Sheet, top: float, document: Document, table: Document, game: Game) -> None:
    """The colour scale, what the marks mean, and what the figures are."""
    width = 84.0
    axes = sheet.axes(sheet.left + 3, top, width, 3.4)
    axes.set_xlim(-1, 1)
    axes.set_ylim(0, 1)
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(False)
    for step in range(_STEPS):
        place = -1 + 2 * step / _STEPS
        points = math.copysign((place + 1 / _STEPS) ** 2 * _MOST_POINTS, place + 1 / _STEPS)
        axes.add_patch(Rectangle((place, 0), 2 / _STEPS, 1, color=colour_of(points), linewidth=0.3))
    where = [math.copysign(math.sqrt(abs(points) / _MOST_POINTS), points) for points in _TICKS]
    axes.set_xticks(where, [_tick(points) for points in _TICKS])
    marks = sheet.left + width + 12
    sample = sheet.axes(marks, top - 0.4, 4, 8.4)
    sample.set_xlim(0, 4)
    sample.set_ylim(8.4, 0)
    sample.axis("off")
    sample.add_patch(Rectangle((0, 0), 4, 3.6, facecolor=PALE, edgecolor=RULE, linewidth=0.4))
    sample.add_patch(Rectangle((0, 4.6), 4, 3.6, facecolor=colour_of(3), edgecolor="white", linewidth=0.6))
    sample.plot(2, 6.4, marker="o", markersize=1.8, color=BLACK, markeredgewidth=0)
    sheet.text(marks + 6, top - 0.2, f"fewer than {whole(document['least'])} situations", LABEL)
    level = level_text(table["pairs"][0]["arises"])
    sheet.text(marks + 6, top + 4.4, f"the {level} interval covers 0", LABEL)
    sheet.paragraph(sheet.left, top + 11, _caption(table, game), CAPTION, sheet.inner)


def _caption(table: Document, game: Game) -> str:
    blank = len(table["pairs"]) - len(_shown(table))
    text = (
        f"What declaring the first-named group first is worth, in points of lead a situation "
        f"({measure_words(game)}): blue, it goes first; red, the other does. Bold: the cards of one are part "
        f"of the other. Darkest: {_MOST_POINTS} points and more. Each cell's interval stands by itself."
    )
    if blank:
        text += f" {blank} pairs that come together too seldom are left out."
    return text


def _tick(points: int) -> str:
    text = fixed(points, 0)
    return f"+{text}" if points > 0 else text
