"""Pictures with a name and a height, and sheets as files: PNG and PDF, the same bytes every time."""

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from reports.style import A4_MARGIN, A4_WIDTH, PICTURE_MARGIN, PNG_DPI, Sheet, printed
from simulate.checkpoint import write_atomically


class Picture(NamedTuple):
    """A figure: its file's name, its heading, its height in millimetres, and how to draw it below a top."""

    name: str
    heading: str
    height: float
    draw: Callable[[Sheet, float], None]


def pdf_bytes(sheets: Sequence[Sheet]) -> bytes:
    """Sheets as the pages of a PDF."""
    about = {"Title": "besi: a report", "Creator": "besi", "Producer": "besi", "CreationDate": None}
    content = io.BytesIO()
    with PdfPages(content, metadata=about) as pdf:
        for sheet in sheets:
            pdf.savefig(sheet.figure)
    return content.getvalue()


def picture_sheet(picture: Picture) -> Sheet:
    """A sheet of the picture's size, with the picture on it."""
    width = A4_WIDTH - 2 * A4_MARGIN + 2 * PICTURE_MARGIN
    sheet = Sheet(width, picture.height + 2 * PICTURE_MARGIN, PICTURE_MARGIN)
    picture.draw(sheet, PICTURE_MARGIN)
    return sheet


def png_bytes(picture: Picture) -> bytes:
    """The picture as a PNG."""
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
        as_pdf = path.suffix.lower() == ".pdf"
        content = pdf_bytes([picture_sheet(picture)]) if as_pdf else png_bytes(picture)
    write_atomically(path, content)
