"""Decision tables on paper: a page for the wall for each player, then the heat maps."""

from functools import partial
from pathlib import Path

from reports import figures_decide
from reports.book import Picture, pdf, picture_pages, png
from reports.decided import CONVENTIONS, tables_by_player
from reports.numbers import Document
from reports.pages import Pages
from reports.style import RUNNING, printed
from simulate.checkpoint import write_atomically
from simulate.rules import Game


def decision_pictures(document: Document, game: Game) -> list[Picture]:
    """The figures of a `decide` document: each player's page for the wall, then the map of each table."""
    walls, maps = [], []
    by_player = tables_by_player(document)
    for player, tables in by_player.items():
        of_player = f", {player}" if len(by_player) > 1 else ""
        walls.append(
            Picture(
                f"{game.id}-wall-{player}",
                f"{game.title}: which group first{of_player}",
                figures_decide.wall_height(document, tables, game),
                partial(figures_decide.draw_wall, document=document, tables=tables, game=game),
            )
        )
        for table in tables:
            way = CONVENTIONS[table["lower_after_higher"]]
            maps.append(
                Picture(
                    f"{game.id}-first-{player}-{way}",
                    f"{game.title}: lower after higher {way}{of_player}",
                    figures_decide.map_height(table),
                    partial(figures_decide.draw_map, document=document, table=table, game=game),
                )
            )
    return [*walls, *maps]


def write_pages(document: Document, game: Game, out: Path, command: str) -> list[Path]:
    """Write a `decide` document's figures.

    Parameters
    ----------
    out : ``name.pdf`` for pages, ``name.png`` for the first page for the wall, or a folder for every figure.
    command : the command that asked for it, printed below the pages' last figure.

    Returns
    -------
    The files written. The same document and command give the same bytes.

    Raises
    ------
    OSError
        A file can't be written; what was there before is left as it was.
    """
    with printed():
        pictures = decision_pictures(document, game)
        suffix = out.suffix.lower()
        if out.is_dir() or suffix == "":
            out.mkdir(parents=True, exist_ok=True)
            files = [(out / f"{picture.name}.png", png(picture)) for picture in pictures]
        elif suffix == ".png":
            files = [(out, png(pictures[0]))]
        else:
            files = [(out, pdf(_pages(pictures, game, command).sheets, f"besi: {pictures[0].heading}"))]
    for path, content in files:
        write_atomically(path, content)
    return [path for path, _ in files]


def _pages(pictures: list[Picture], game: Game, command: str) -> Pages:
    pages = Pages(f"besi · {game.title}")
    for picture in pictures:
        picture_pages(pages, [picture])
    pages.paragraph(f"Made by: {command}", RUNNING)
    pages.finish()
    return pages
