"""The report: a PDF of A4 pages, one picture, or a folder with every figure."""

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from reports import chapters, figures_bank, figures_points, figures_rarity
from reports.chapters import BankReport, Bundle, GameReport
from reports.pages import Pages
from reports.style import A4_MARGIN, A4_WIDTH, PICTURE_MARGIN, PNG_DPI, Sheet, printed
from simulate.checkpoint import write_atomically

__all__ = ["BankReport", "Bundle", "GameReport", "build_report"]


class Picture(NamedTuple):
    """A figure: its file's name, its heading, its height in millimetres, and how to draw it below a top."""

    name: str
    heading: str
    height: float
    draw: Callable[[Sheet, float], None]


def build_report(bundles: Sequence[Bundle], out: Path, command: str) -> list[Path]:
    """Write the report on some games.

    Parameters
    ----------
    bundles : a `GameReport` or `BankReport` for each game, in the order of the report.
    out : ``name.pdf`` for the pages, ``name.png`` for the first game's first figure (the rarity chart),
        or a folder, made if need be, for every figure as ``GAME-FIGURE.png``.
    command : the command that asked for it, printed in the report.

    Returns
    -------
    The files written. The same bundles and command give the same bytes.

    Raises
    ------
    ValueError
        There is no game, or `out` ends otherwise.
    OSError
        A file can't be written; what was there before is left as it was.
    """
    if not bundles:
        raise ValueError("a report needs a game at least")
    suffix = out.suffix.lower()
    if suffix not in ("", ".pdf", ".png") and not out.is_dir():
        raise ValueError(f"{str(out)!r}: a report's name ends in .pdf or .png, or is that of a folder")
    with printed():
        if out.is_dir() or suffix == "":
            out.mkdir(parents=True, exist_ok=True)
            files = [(out / f"{picture.name}.png", _png(picture)) for picture in _all_pictures(bundles)]
        elif suffix == ".png":
            files = [(out, _png(next(_all_pictures(bundles))))]
        else:
            files = [(out, _pdf(report_pages(bundles, command)))]
    for path, content in files:
        write_atomically(path, content)
    return [path for path, _ in files]


def report_pages(bundles: Sequence[Bundle], command: str) -> list[Sheet]:
    """The report's pages, drawn; call it inside `reports.style.printed`."""
    titles = ", ".join(bundle.game.title for bundle in bundles)
    pages = Pages(f"besi · {titles}")
    chapters.answer_page(pages, bundles, command)
    for bundle in bundles:
        for place, picture in enumerate(pictures(bundle)):
            if place == 0 or picture.height + 14 > pages.room:
                pages.new_page()
            pages.heading(picture.heading)
            pages.figure(picture.height, picture.draw)
            pages.space(4)
        if isinstance(bundle, GameReport):
            chapters.odds_page(pages, bundle)
    chapters.made_pages(pages, bundles, command)
    pages.finish()
    return pages.sheets


def pictures(bundle: Bundle) -> list[Picture]:
    """A game's figures, in the order of the report."""
    game = bundle.game
    if isinstance(bundle, BankReport):
        edges, bet = bundle.edges, game.bank.bets[0]
        return [
            Picture(
                f"{game.id}-edge",
                f"{game.title}: the house edge",
                figures_bank.edges_height(edges),
                lambda sheet, top: figures_bank.draw_edges(sheet, top, edges, game),
            ),
            Picture(
                f"{game.id}-spread",
                f"{game.title}: what the banker makes",
                figures_bank.spread_height(),
                lambda sheet, top: figures_bank.draw_spread(sheet, top, bet, game),
            ),
        ]
    odds, simulation = bundle.odds, bundle.simulation
    drawn = [
        Picture(
            f"{game.id}-rarity",
            f"{game.title}: how rare is every group",
            figures_rarity.rarity_height(odds),
            lambda sheet, top: figures_rarity.draw_rarity(sheet, top, odds, game),
        )
    ]
    if simulation is not None:
        drawn += [
            Picture(
                f"{game.id}-points",
                f"{game.title}: the points of a deal",
                figures_points.histogram_height(simulation),
                lambda sheet, top: figures_points.draw_histograms(sheet, top, simulation, game),
            ),
            Picture(
                f"{game.id}-parts",
                f"{game.title}: what the score is made of",
                figures_points.parts_height(simulation),
                lambda sheet, top: figures_points.draw_parts(sheet, top, simulation, game),
            ),
            Picture(
                f"{game.id}-groups",
                f"{game.title}: what each group brings",
                figures_points.contributions_height(odds),
                lambda sheet, top: figures_points.draw_contributions(sheet, top, odds, simulation, game),
            ),
        ]
    return drawn


def _all_pictures(bundles: Sequence[Bundle]) -> Iterator[Picture]:
    for bundle in bundles:
        yield from pictures(bundle)


def _pdf(sheets: Sequence[Sheet]) -> bytes:
    about = {"Title": "besi: a report", "Creator": "besi", "Producer": "besi", "CreationDate": None}
    content = io.BytesIO()
    with PdfPages(content, metadata=about) as pdf:
        for sheet in sheets:
            pdf.savefig(sheet.figure)
    return content.getvalue()


def _png(picture: Picture) -> bytes:
    width = A4_WIDTH - 2 * A4_MARGIN + 2 * PICTURE_MARGIN
    sheet = Sheet(width, picture.height + 2 * PICTURE_MARGIN, PICTURE_MARGIN)
    picture.draw(sheet, PICTURE_MARGIN)
    content = io.BytesIO()
    figure: Figure = sheet.figure
    figure.savefig(content, format="png", dpi=PNG_DPI, metadata={"Software": None})
    return content.getvalue()
