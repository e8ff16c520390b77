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
from reports.round_robin import against_baseline, seatings_words, verdict_sentence
from reports.style import BODY, CAPTION, SENTENCE, Letter
from simulate.rules import Game

# A subheading follows, with space of its own above.
_BELOW_CAPTION = 0.5


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
    pages.paragraph(
        f"{seated_words(strategy.decisions, strategy.decisions['tables'][0], game)}. The other group is "
        "declared afterwards if it can be; the deal is played on from there both ways, every later card the "
        "same.",
        CAPTION,
        after=_BELOW_CAPTION,
    )
    pages.subheading("Who plays")
    _contest(pages, strategy.players, game)
    if strategy.match is not None:
        _match(pages, strategy.match, game)


def strategy_pictures(strategy: Strategy, game: Game) -> list[Picture]:
    """The chapter's figures: orders, the page for the wall and its maps, players, matches."""
    drawn = [*round_robin_pictures(strategy.orders, game), *wall_pictures(strategy.decisions, game)]
    drawn += [*map_pictures(strategy.decisions, game), *round_robin_pictures(strategy.players, game)]
    return drawn if strategy.match is None else [*drawn, *figures_match.pictures(strategy.match, game)]


def strategy_sentences(strategy: Strategy, game: Game) -> Iterator[str]:
    """The chapter in few words, for the report's first page: the best order's worth, who wins a match."""
    for row in against_baseline(strategy.orders):
        if row["name"].startswith("best"):
            yield verdict_sentence(row, strategy.orders, game)
    if strategy.match is not None:
        yield quotable(strategy.match, game)


def _contest(pages: Pages, document: Document, game: Game) -> None:
    """What each contestant is worth against the baseline, the most first."""
    rows = sorted(against_baseline(document), key=lambda row: row["points"]["mean"], reverse=True)
    for row in rows:
        pages.paragraph(verdict_sentence(row, document, game), SENTENCE, 5, 0.8)
    pages.paragraph(f"{seatings_words(document)}.", CAPTION, after=_BELOW_CAPTION)


def _match(pages: Pages, match: Document, game: Game) -> None:
    """Who wins a match, all of it on one page, lest its last line stand alone on the next."""
    told: list[tuple[str, Letter, float, float]] = [
        (quotable(match, game), SENTENCE, 5, 0.8),
        (" ".join(match_sentences(match, game)[-2:]), BODY, 0, 2),
        (f"{played_words(match)}; ±: 95 % intervals.", CAPTION, 0, 0),
    ]
    pages.need(SUBHEADING_HEIGHT + sum(paragraph_height(*each) for each in told))
    pages.subheading("Who wins a match")
    for each in told:
        pages.paragraph(*each)
