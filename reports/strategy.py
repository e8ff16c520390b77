"""The chapter on how a game is played: orders and players compared, which group first, who wins a match."""

from collections.abc import Iterator
from typing import NamedTuple

from reports import figures_match
from reports.decided import convention_words, hoffmann_sentence, seated_words
from reports.decision_pages import map_pictures, wall_pictures
from reports.figures_round_robin import round_robin_pictures
from reports.match_words import match_sentences, played_words, quotable
from reports.numbers import Document
from reports.pages import SUBHEADING_HEIGHT, Pages, paragraph_height
from reports.pictures import Picture
from reports.round_robin import against_baseline, in_points, seatings_words
from reports.style import BODY, CAPTION, SENTENCE
from simulate.rules import Game


class Strategy(NamedTuple):
    """Documents on how a game is played.

    Attributes
    ----------
    orders, players : `compare` documents.
    decisions : a `decide` document of one player by both conventions.
    match : a `match` document; None where a deal is a game by itself.
    """

    orders: Document
    players: Document
    decisions: Document
    match: Document | None


def strategy_page(pages: Pages, strategy: Strategy, game: Game) -> None:
    """What the chapter's figures say, in sentences."""
    pages.new_page()
    pages.heading(f"{game.title}: how it is played")
    pages.subheading("What is declared first")
    _contest(pages, strategy.orders, game)
    pages.subheading("Which group first, late in a deal")
    for table in strategy.decisions["tables"]:
        pages.paragraph(f"Where {convention_words(table)}:", after=0.5)
        pages.paragraph(hoffmann_sentence(table, game.besi.draws), SENTENCE, 5, 1)
    played = seated_words(strategy.decisions, strategy.decisions["tables"][0], game)
    pages.paragraph(f"{played}, played on both ways with every later card the same.", CAPTION)
    pages.subheading("Who plays")
    _contest(pages, strategy.players, game)
    if strategy.match is not None:
        match_section(pages, strategy.match, game)


def strategy_pictures(strategy: Strategy, game: Game) -> list[Picture]:
    """The chapter's figures: orders, the page for the wall and its maps, players, matches."""
    drawn = [*round_robin_pictures(strategy.orders, game), *wall_pictures(strategy.decisions, game)]
    drawn += [*map_pictures(strategy.decisions, game), *round_robin_pictures(strategy.players, game)]
    return drawn if strategy.match is None else [*drawn, *figures_match.pictures(strategy.match, game)]


def strategy_sentences(strategy: Strategy, game: Game) -> Iterator[str]:
    """The chapter in few words, for the report's first page: the best order's worth, who wins a match."""
    for row in against_baseline(strategy.orders):
        if row["name"].startswith("best"):
            yield in_points(row, strategy.orders, game)
    if strategy.match is not None:
        yield quotable(strategy.match, game)


def match_section(pages: Pages, document: Document, game: Game) -> None:
    """Who wins a match, all on one page: a line of it alone on the next would be lost."""
    paragraphs = (
        (quotable(document, game), SENTENCE, 5.0, 0.8),
        (" ".join(match_sentences(document, game)[-2:]), BODY, 0.0, 2.0),
        (f"{played_words(document)}; ±: 95 % intervals.", CAPTION, 0.0, 0.0),
    )
    pages.need(SUBHEADING_HEIGHT + sum(paragraph_height(*paragraph) for paragraph in paragraphs))
    pages.subheading("Who wins a match")
    for paragraph in paragraphs:
        pages.paragraph(*paragraph)


def _contest(pages: Pages, document: Document, game: Game) -> None:
    """What each contestant is worth against the baseline, the most first."""
    rows = sorted(against_baseline(document), key=lambda row: row["points"]["mean"], reverse=True)
    for row in rows:
        pages.paragraph(in_points(row, document, game), SENTENCE, 5, 0.8)
    pages.paragraph(f"{seatings_words(document)}.", CAPTION)
