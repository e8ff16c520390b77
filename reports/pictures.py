"""Figures by themselves and on pages, as PNG and PDF files."""

import io
from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from pathlib import Path
from typing import NamedTuple

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from reports.pages import HEADING_HEIGHT, ROOM_OF_A_PAGE, Pages
from reports.style import A4_MARGIN, A4_WIDTH, PICTURE_MARGIN, PNG_DPI, Sheet, printed
from simulate.checkpoint import write_atomically

# A figure's heading, and a little white at the foot of its page.
_AROUND = 14.0
_BETWEEN = 4.0


class Picture(NamedTuple):
    """A figure: its file's name, its heading, its height in millimetres, and how to draw it below a top."""

    name: str
    heading: str
    height: float
    draw: Callable[[Sheet, float], None]


def packed(drawn: Sequence[Picture]) -> list[Picture]:
    """The figures, the first one first, in an order that needs the fewest pages, and changes least for that.

    Every order is looked at: for a handful of figures.
    """
    first, others = range(len(drawn))[:1], range(len(drawn))[1:]
    orders = [(*first, *order) for order in permutations(others)]
    best = min(orders, key=lambda order: (_page_count([drawn[place] for place in order]), _swaps(order)))
    return [drawn[place] for place in best]


def _swaps(order: Sequence[int]) -> int:
    return sum(before > after for before, after in combinations(order, 2))


def _page_count(order: Sequence[Picture]) -> int:
    """Pages that `picture_pages` sets the figures on."""
    pages, room = 0, 0.0
    for picture in order:
        if not pages or picture.height + _AROUND > room:
            pages, room = pages + 1, ROOM_OF_A_PAGE
        room -= HEADING_HEIGHT + picture.height + _BETWEEN
    return pages


def picture_pages(pages: Pages, drawn: Sequence[Picture]) -> None:
    """Set figures below each other, as many on a page as it has room for; the first begins a page."""
    for place, picture in enumerate(drawn):
        if place == 0 or picture.height + _AROUND > pages.room:
            pages.new_page()
        pages.heading(picture.heading)
        pages.figure(picture.height, picture.draw)
        pages.space(_BETWEEN)


def pdf(sheets: Sequence[Sheet], title: str = "besi: a report") -> bytes:
    """Pages as a PDF file."""
    about = {"Title": title, "Creator": "besi", "Producer": "besi", "CreationDate": None}
    content = io.BytesIO()
    with PdfPages(content, metadata=about) as pages:
        for sheet in sheets:
            pages.savefig(sheet.figure)
    return content.getvalue()


def picture_sheet(picture: Picture) -> Sheet:
    """A sheet of the size of one figure, with the figure on it."""
    width = A4_WIDTH - 2 * A4_MARGIN + 2 * PICTURE_MARGIN
    sheet = Sheet(width, picture.height + 2 * PICTURE_MARGIN, PICTURE_MARGIN)
    picture.draw(sheet, PICTURE_MARGIN)
    return sheet


def png(picture: Picture) -> bytes:
    """A figure by itself as a PNG file."""
    content = io.BytesIO()
    figure: Figure = picture_sheet(picture).figure
    figure.savefig(content, format="png", dpi=PNG_DPI, metadata={"Software": None})
    return content.getvalue()


def write_picture(picture: Picture, path: Path) -> None:
    """Write one figure by itself, as a .png or a .pdf by the name's end.

    Raises
    ------
    OSError
        The file can't be written; what was there before is left as it was.
    """
    with printed():
        if path.suffix.lower() == ".pdf":
            content = pdf([picture_sheet(picture)], f"besi: {picture.heading}")
        else:
            content = png(picture)
    write_atomically(path, content)
