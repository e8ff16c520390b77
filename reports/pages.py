"""Pages that fill from the top: headings, paragraphs, tables and figures, one after another."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from reports.style import (
    A4_HEIGHT,
    A4_MARGIN,
    A4_WIDTH,
    BODY,
    CELL,
    CELL_BOLD,
    GREY,
    HEADING,
    RUNNING,
    SUBHEADING,
    Letter,
    Sheet,
    fitted,
    wrapped,
)

_HEAD = 8.0
_FOOT = 6.0
ROOM_OF_A_PAGE = A4_HEIGHT - 2 * A4_MARGIN - _HEAD - _FOOT
_CELL_GAP = 3.0
_ROW_GAP = 0.1
_TALL_ROW_GAP = 1.0
_ABOVE_SUBHEADING, _BELOW_SUBHEADING = 3.0, 1.0
SUBHEADING_HEIGHT = _ABOVE_SUBHEADING + SUBHEADING.leading + _BELOW_SUBHEADING
_BELOW_HEADING = 4.0
HEADING_HEIGHT = HEADING.leading + _BELOW_HEADING
_BELOW_HEAD, _BELOW_TABLE = 1.2, 3.0
_KEPT = 3
_TABLE_HEAD = CELL.leading + 0.6 + _BELOW_HEAD


class Column(NamedTuple):
    """A table's column: its head, its width in millimetres, and the side that its cells keep to."""

    head: str
    width: float
    align: str = "left"


class Pages:
    """A4 pages in the making; `top` is where the next thing goes."""

    def __init__(self, running_title: str) -> None:
        self.sheets: list[Sheet] = []
        self.top = 0.0
        self._running_title = running_title

    @property
    def sheet(self) -> Sheet:
        """The page being filled."""
        return self.sheets[-1]

    @property
    def room(self) -> float:
        """Millimetres left on the page."""
        return self.sheet.bottom - _FOOT - self.top

    def new_page(self) -> None:
        """Begin a page."""
        self.sheets.append(Sheet())
        self.top = A4_MARGIN + _HEAD

    def need(self, height: float) -> None:
        """Begin a page unless `height` millimetres are left on this one."""
        if height > self.room:
            self.new_page()

    def space(self, height: float) -> None:
        """Leave white space."""
        self.top += height

    def line(self, text: str, letter: Letter) -> None:
        """Set one line, kept together with three lines of what follows."""
        self.need(letter.leading + 3 * BODY.leading)
        self.top = self.sheet.text(self.sheet.left, self.top, text, letter)

    def heading(self, text: str) -> None:
        """Set a page's heading, cut short where it is too long for a line, and the rule below it."""
        self.line(fitted(text, HEADING, self.sheet.inner), HEADING)
        self.sheet.rule(self.sheet.left, self.sheet.right, self.top, weight=0.8)
        self.space(_BELOW_HEADING)

    def subheading(self, text: str) -> None:
        """Set a smaller heading, cut short where it is too long for a line, with space above."""
        self.space(_ABOVE_SUBHEADING)
        self.line(fitted(text, SUBHEADING, self.sheet.inner), SUBHEADING)
        self.space(_BELOW_SUBHEADING)

    def paragraph(self, text: str, letter: Letter = BODY, indent: float = 0.0, after: float = 2.0) -> None:
        """Set a paragraph, which may run on to the next page, but by no line of it alone on either."""
        lines = wrapped(text, letter, self.sheet.inner - indent)
        for number, line in enumerate(lines):
            together = {0: 3 if len(lines) == 3 else min(2, len(lines)), len(lines) - 2: 2}
            self.need(letter.leading * together.get(number, 1))
            self.top = self.sheet.text(self.sheet.left + indent, self.top, line, letter)
        self.space(after)

    def figure(self, height: float, draw: Callable[[Sheet, float], None]) -> None:
        """Place a figure of `height` millimetres; `draw` gets the sheet and the figure's top."""
        self.need(height)
        draw(self.sheet, self.top)
        self.top += height

    def table(
        self,
        columns: Sequence[Column],
        rows: Sequence[Sequence[str]],
        letter: Letter = CELL,
        again: str = "",
    ) -> list[tuple[Sheet, float]]:
        """Set a table; cells wrap in their column, a line break in a cell begins a fainter line.

        The head is repeated on every page that the table runs on to, below `again` where that is given.
        The last rows stay together, so that none stands alone on a page.

        Returns
        -------
        Where each row was set: its sheet and its top.
        """
        self.need(20)
        self._table_head(columns)
        places = []
        heights = [_row_height(row, columns, letter) for row in rows]
        for number, (row, height) in enumerate(zip(rows, heights, strict=True)):
            end = number + _KEPT if 0 < number == len(rows) - _KEPT else number + 1
            if sum(heights[number:end]) > self.room:
                self.new_page()
                if again:
                    self.subheading(again)
                self._table_head(columns)
            places.append((self.sheet, self.top))
            left = self.sheet.left
            for cell, column in zip(row, columns, strict=True):
                self._cell(left, _cell_lines(cell, column, letter), column, letter)
                left += column.width
            self.top += height
        self.sheet.rule(self.sheet.left, self.sheet.left + sum(column.width for column in columns), self.top)
        self.space(_BELOW_TABLE)
        return places

    def finish(self) -> None:
        """Set running titles and page numbers."""
        for number, sheet in enumerate(self.sheets, 1):
            if number > 1:
                running = fitted(self._running_title, RUNNING, sheet.inner)
                sheet.text(sheet.left, A4_MARGIN - 4, running, RUNNING)
                sheet.rule(sheet.left, sheet.right, A4_MARGIN + 1, weight=0.4)
            foot = sheet.height - A4_MARGIN + 2
            sheet.text(sheet.width / 2, foot, f"{number} / {len(self.sheets)}", RUNNING, align="center")

    def _table_head(self, columns: Sequence[Column]) -> None:
        left = self.sheet.left
        for column in columns:
            self._place(left, self.top, column.head, column, CELL_BOLD)
            left += column.width
        self.top += _TABLE_HEAD
        self.sheet.rule(self.sheet.left, left, self.top - _BELOW_HEAD, weight=0.8)

    def _cell(self, left: float, lines: Sequence[tuple[str, bool]], column: Column, letter: Letter) -> None:
        top = self.top
        for text, faint in lines:
            self._place(left, top, text, column, letter._replace(colour=GREY) if faint else letter)
            top += letter.leading

    def _place(self, left: float, top: float, text: str, column: Column, letter: Letter) -> None:
        if not text:
            return
        where = left if column.align == "left" else left + column.width - _CELL_GAP
        self.sheet.text(where, top, text, letter, align=column.align)


def table_height(columns: Sequence[Column], rows: Sequence[Sequence[str]], letter: Letter = CELL) -> float:
    """Millimetres that `Pages.table` takes on one page."""
    return _TABLE_HEAD + sum(_row_height(row, columns, letter) for row in rows) + _BELOW_TABLE


def paragraph_height(text: str, letter: Letter = BODY, indent: float = 0.0, after: float = 2.0) -> float:
    """Millimetres that `Pages.paragraph` takes on one page."""
    width = A4_WIDTH - 2 * A4_MARGIN - indent
    return len(wrapped(text, letter, width)) * letter.leading + after


def _row_height(row: Sequence[str], columns: Sequence[Column], letter: Letter) -> float:
    lines = max(len(_cell_lines(cell, column, letter)) for cell, column in zip(row, columns, strict=True))
    return lines * letter.leading + (_TALL_ROW_GAP if any("\n" in cell for cell in row) else _ROW_GAP)


def _cell_lines(cell: str, column: Column, letter: Letter) -> list[tuple[str, bool]]:
    """A cell's lines and whether each is faint: those after its first line break are."""
    lines = []
    for place, part in enumerate(cell.split("\n")):
        lines += [(line, place > 0) for line in wrapped(part, letter, column.width - _CELL_GAP)]
    return lines
