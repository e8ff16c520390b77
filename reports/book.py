"""The report: a PDF of A4 pages, one picture, or a folder with every figure."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from reports import (
    chapters,
    figures_bank,
    figures_compare,
    figures_evening,
    figures_games,
    figures_left,
    figures_points,
    figures_rarity,
    figures_ruin,
    figures_spread,
    figures_systems,
    figures_value,
    figures_worth,
    front,
)
from reports.chapters import BankReport, Bundle, GameReport
from reports.figures_compare import DEALT, DECLARED, HELD, REACHABLE, Line
from reports.pages import Pages
from reports.pictures import Picture, packed, pdf, picture_pages, png
from reports.strategy import strategy_page, strategy_pictures
from reports.style import Sheet, printed
from simulate.checkpoint import write_atomically
from simulate.rules import Game

__all__ = ["BankReport", "Bundle", "GameReport", "build_report"]


def build_report(bundles: Sequence[Bundle], out: Path, command: str, book: bool = False) -> list[Path]:
    """Write the report on some games.

    Parameters
    ----------
    bundles : a `GameReport` or `BankReport` for each game, in the order of the report.
    out : ``name.pdf`` for the pages, ``name.png`` for the first figure (a game's rarity chart, a book's map
        of what is dealt), or a folder, made if need be, for every figure as ``GAME-FIGURE.png``.
    command : the command that asked for it, printed in the report.
    book : set the games side by side in front, instead of an answer for each.

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
            files = [(out / f"{picture.name}.png", png(picture)) for picture in all_pictures(bundles, book)]
        elif suffix == ".png":
            files = [(out, png(next(all_pictures(bundles, book))))]
        else:
            files = [(out, pdf(report_pages(bundles, command, book)))]
    for path, content in files:
        write_atomically(path, content)
    return [path for path, _ in files]


def report_pages(bundles: Sequence[Bundle], command: str, book: bool = False) -> list[Sheet]:
    """The report's pages, drawn; call it inside `reports.style.printed`."""
    titles = "every game" if book else ", ".join(bundle.game.title for bundle in bundles)
    pages = Pages(f"besi · {titles}")
    places = []
    if book:
        places = front.front_page(pages, bundles, command)
        picture_pages(pages, comparing_pictures(bundles))
    else:
        chapters.answer_page(pages, bundles, command)
    numbers = []
    explained = False
    for bundle in bundles:
        numbers.append(len(pages.sheets) + 1)
        if isinstance(bundle, BankReport):
            # How the familiar games' edges follow is told once.
            drawn = bank_pictures(bundle, not explained)
            edges = len(figures_bank.edge_parts(bundle.edges)) - 1
            picture_pages(pages, [*drawn[:edges], *packed(drawn[edges:])])
            explained = True
            continue
        picture_pages(pages, pictures(bundle))
        chapters.odds_page(pages, bundle)
        if bundle.strategy is not None:
            strategy_page(pages, bundle.strategy, bundle.game)
            picture_pages(pages, strategy_pictures(bundle.strategy, bundle.game))
    front.set_page_numbers(places, numbers[: len(places)])
    chapters.made_pages(pages, bundles, command)
    pages.finish()
    return pages.sheets


def comparing_pictures(bundles: Sequence[Bundle]) -> list[Picture]:
    """The figures that set the games of the besi family side by side."""
    lines = [Line(bundle.game, bundle.odds) for bundle in bundles if isinstance(bundle, GameReport)]
    played = front.played_games(bundles)
    if not lines:
        return []
    notions = (DEALT, HELD, DECLARED) if played else (DEALT, REACHABLE)
    drawn = [
        Picture(
            f"all-{notion.field}",
            notion.heading,
            figures_compare.map_height(lines),
            partial(figures_compare.draw_map, lines=lines, notion=notion),
        )
        for notion in notions
    ]
    if played:
        drawn.append(
            Picture(
                "all-points",
                "What a deal brings, and what leading is worth",
                figures_games.points_height(played),
                partial(figures_games.draw_points, played=played),
            )
        )
    return drawn


def pictures(bundle: Bundle) -> list[Picture]:
    """A game's figures, in the order of the report."""
    game = bundle.game
    if isinstance(bundle, BankReport):
        return bank_pictures(bundle)
    odds, simulation, worth = bundle.odds, bundle.simulation, bundle.worth
    drawn = [
        Picture(
            f"{game.id}-rarity",
            f"{game.title}: how rare is every group",
            figures_rarity.rarity_height(odds),
            lambda sheet, top: figures_rarity.draw_rarity(sheet, top, odds, game),
        )
    ]
    if worth is not None:
        drawn.append(
            Picture(
                f"{game.id}-worth",
                f"{game.title}: what a dealt hand is worth",
                figures_worth.worth_height(worth, odds, game),
                lambda sheet, top: figures_worth.draw_worth(sheet, top, worth, odds, game),
            )
        )
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
        if simulation["games"]:
            value = Picture(
                f"{game.id}-games",
                f"{game.title}: who wins the game",
                figures_value.games_height(simulation),
                lambda sheet, top: figures_value.draw_games(sheet, top, simulation, game),
            )
            drawn.insert(-1, value)
    return drawn


def bank_pictures(bundle: BankReport, explained: bool = True) -> list[Picture]:
    """A banking game's figures, in their order; if `explained` with how familiar games' edges follow."""
    game, edges, bet = bundle.game, bundle.edges, bundle.game.bank.bets[0]
    made: list[tuple[str, str, float, Callable[..., None], Any]] = []
    parts = figures_bank.edge_parts(edges)
    for number, part in enumerate(parts, 1):
        name, heading = ("edge", "the house edge") if number == 1 else (f"edge-{number}", "more house edges")
        told = explained and number == len(parts)
        height = figures_bank.edges_height(part, game, told)
        made.append((name, heading, height, partial(figures_bank.draw_edges, explained=told), part))
    height = figures_spread.spread_height(bet, game, bundle.evening)
    spread = partial(figures_spread.draw_spread, evening=bundle.evening)
    made.append(("spread", "what the banker makes", height, spread, bet))
    if bundle.evening is not None:
        height = figures_evening.evening_height(bundle.evening, game)
        made.append(("evening", "a punter's evening", height, figures_evening.draw_evening, bundle.evening))
    if game.example is not None:
        shown = figures_left.Shown(bet, bundle.example)
        height = figures_left.example_height(shown, game, game.example)
        made.append(("left", game.example.title, height, figures_left.draw_example, shown))
    elif bet.covers == 1:
        height = figures_left.parlay_height(bet, game)
        made.append(("left", "winnings left on the number", height, figures_left.draw_parlay, bet))
    if bundle.curves is not None and bundle.curves["panels"]:
        height = figures_ruin.curves_height(bundle.curves, game)
        made.append(("ruin", "a goal or ruin", height, figures_ruin.draw_curves, bundle.curves))
    if any(line["staked"] for doubling in bundle.doublings for line in doubling["systems"]):
        height = figures_systems.systems_height(bundle.doublings, game)
        drawn = figures_systems.draw_systems
        made.append(("systems", "what each system reaches", height, drawn, bundle.doublings))
    if bundle.ruin is not None and any(line["staked"] for line in bundle.ruin["systems"]):
        height = figures_ruin.losses_height(bundle.ruin, game)
        made.append(("losses", "what systems lose", height, figures_ruin.draw_losses, bundle.ruin))
    return [
        Picture(f"{game.id}-{name}", f"{game.title}: {heading}", height, _drawing(draw, document, game))
        for name, heading, height, draw, document in made
    ]


def _drawing(draw: Callable[..., None], document: Any, game: Game) -> Callable[[Sheet, float], None]:
    return lambda sheet, top: draw(sheet, top, document, game)


def all_pictures(bundles: Sequence[Bundle], book: bool) -> Iterator[Picture]:
    """Every figure of a report, in its order."""
    if book:
        yield from comparing_pictures(bundles)
    for bundle in bundles:
        yield from pictures(bundle)
        if isinstance(bundle, GameReport) and bundle.strategy is not None:
            yield from strategy_pictures(bundle.strategy, bundle.game)
