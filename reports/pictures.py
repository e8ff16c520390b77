"""Figures by themselves and on pages, as PNG and PDF files."""

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from reports.pages import Pages
from reports.style import A4_MARGIN, A4_WIDTH, PICTURE_MARGIN, PNG_DPI, Sheet, printed
from simulate.checkpoint import write_atomically


class Picture(NamedTuple):
    """A figure: its file's name, its heading, its height in millimetres, and how to draw it below a top."""

    name: str
    heading: str
    height: float
    draw: Callable[[Sheet, float], None]


def picture_pages(pages: Pages, drawn: Sequence[Picture]) -> None:
    """Set figures below each other, as many on a page as it has room for; the first begins a page."""
    for place, picture in enumerate(drawn):
        if place == 0 or picture.height + 14 > pages.room:
            pages.new_page()
        pages.heading(picture.heading)
        pages.figure(picture.height, picture.draw)
        pages.space(4)


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
