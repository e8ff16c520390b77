"""Small tables inside figures."""

from collections.abc import Sequence

from reports.pages import Column
from reports.style import CELL, CELL_BOLD, Letter, Sheet, wrapped

_GAP = 2.5
_BELOW_HEAD, _BETWEEN = 1.0, 0.6


def cells_height(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> float:
    """Millimetres that `draw_cells` takes."""
    head = _row_height([column.head for column in columns], columns, CELL_BOLD)
    return head + _BELOW_HEAD + sum(_row_height(row, columns, CELL) + _BETWEEN for row in rows)


def draw_cells(
    sheet: Sheet, left: float, top: float, columns: Sequence[Column], rows: Sequence[Sequence[str]]
) -> float:
    """Set a table from `left` and `top` on, its cells wrapped; gives the top of what follows."""
    top = _draw_row(sheet, left, top, [column.head for column in columns], columns, CELL_BOLD)
    right = left + sum(column.width for column in columns) - _GAP
    sheet.rule(left, right, top)
    top += _BELOW_HEAD
    for row in rows:
        top = _draw_row(sheet, left, top, row, columns, CELL) + _BETWEEN
    return top


def _draw_row(
    sheet: Sheet, left: float, top: float, row: Sequence[str], columns: Sequence[Column], letter: Letter
) -> float:
    for cell, column in zip(row, columns, strict=True):
        place = left if column.align == "left" else left + column.width - _GAP
        for number, line in enumerate(wrapped(cell, letter, column.width - _GAP)):
            if line:
                sheet.text(place, top + number * letter.leading, line, letter, align=column.align)
        left += column.width
    return top + _row_height(row, columns, letter)


def _row_height(row: Sequence[str], columns: Sequence[Column], letter: Letter) -> float:
    lines = (
        len(wrapped(cell, letter, column.width - _GAP)) for cell, column in zip(row, columns, strict=True)
    )
    return max(lines) * letter.leading
