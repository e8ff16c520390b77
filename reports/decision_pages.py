"""Decision tables on paper: a page for the wall for each player, then the heat maps."""

from functools import partial
from pathlib import Path

from reports import figures_decide
from reports.decided import CONVENTIONS, tables_by_player
from reports.numbers import Document
from reports.pages import Pages
from reports.pictures import Picture, pdf, picture_pages, png
from reports.style import RUNNING, Sheet, printed
from simulate.checkpoint import write_atomically
from simulate.rules import Game


def wall_pictures(document: Document, game: Game) -> list[Picture]:
    """A page for the wall for each player of a `decide` document."""
    return [
        Picture(
            f"{game.id}-wall-{player}",
            f"{game.title}: which group first{_of_player(document, player)}",
            figures_decide.wall_height(document, tables, game),
            partial(figures_decide.draw_wall, document=document, tables=tables, game=game),
        )
        for player, tables in tables_by_player(document).items()
    ]


def map_pictures(document: Document, game: Game) -> list[Picture]:
    """A heat map for each table of a `decide` document that has cells to show."""
    drawn = []
    for table in filter(figures_decide.has_map, document["tables"]):
        player, way = table["player"], CONVENTIONS[table["lower_after_higher"]]
        drawn.append(
            Picture(
                f"{game.id}-first-{player}-{way}",
                f"{game.title}: lower after higher {way}{_of_player(document, player)}",
                figures_decide.map_height(table),
                partial(figures_decide.draw_map, document=document, table=table, game=game),
            )
        )
    return drawn


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
        walls = wall_pictures(document, game)
        suffix = out.suffix.lower()
        if out.is_dir() or suffix == "":
            out.mkdir(parents=True, exist_ok=True)
            pictures = [*walls, *map_pictures(document, game)]
            files = [(out / f"{picture.name}.png", png(picture)) for picture in pictures]
        elif suffix == ".png":
            files = [(out, png(walls[0]))]
        else:
            files = [(out, pdf(decision_sheets(document, game, command), f"besi: {walls[0].heading}"))]
    for path, content in files:
        write_atomically(path, content)
    return [path for path, _ in files]


def decision_sheets(document: Document, game: Game, command: str) -> list[Sheet]:
    """The pages, drawn; call it inside `reports.style.printed`."""
    pages = Pages(f"besi · {game.title}")
    for wall in wall_pictures(document, game):
        picture_pages(pages, [wall])
    picture_pages(pages, map_pictures(document, game))
    pages.paragraph(f"Made by: {command}", RUNNING)
    pages.finish()
    return pages.sheets


def _of_player(document: Document, player: str) -> str:
    return f", {player}" if len(tables_by_player(document)) > 1 else ""
