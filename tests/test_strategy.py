"""The report's chapter on strategy: from really played documents to pages."""

import pytest
from report_samples import odds_sample, simulation_sample
from test_figures import drawn_texts, overlapping

from cli_play import Asked
from cli_report import ORDERS, PLAYERS, play_strategy
from reports.book import GameReport, all_pictures, report_pages
from reports.pages import Pages
from reports.strategy import match_section
from reports.style import printed
from reports.words import deals_played
from simulate.catalogue import load

DEALS = 400


@pytest.fixture(scope="module")
def asked():
    return Asked(deals=DEALS, exact=False, seed=3, threads=2, players=("club",), orders=("highest-first",))


def report_on(game_id, asked):
    game = load(game_id)
    return GameReport(game, odds_sample(game), simulation_sample(game), None, play_strategy(game, asked))


@pytest.fixture(scope="module")
def simple(asked):
    return report_on("besi-simple", asked)


def texts(sheets):
    """The texts of each page, and see that none lies on another."""
    found = []
    for sheet in sheets:
        drawn = drawn_texts(sheet)
        assert overlapping(drawn) == []
        found.append(" ".join(text.get_text() for text, _ in drawn))
    return found


def test_the_chapter_tells_orders_groups_players_and_matches(simple):
    with printed():
        pages = texts(report_pages([simple], "besi report besi-simple"))
    (told,) = [page for page in pages if "how it is played" in page]
    for name in (*ORDERS[2:5], *PLAYERS[1:], "Hoffmann (1909)", "A match takes", "irst deal"):
        assert name in told
    assert "who declares nothing" in told
    assert "not level: too few for the intervals to be relied on." in told
    headings = ("orders compared", "orders, each against the others", "which group first", "players compared")
    for heading in (*headings, "the chance to win from every score", "by what the first deal wins"):
        assert any(f"Besi simple: {heading}" in page for page in pages), heading
    assert "What should be declared first, who plays best, and who wins a match?" in pages[0]
    assert "At besi simple to 500" in pages[0]
    assert any("played on from the same moment both ways" in page for page in pages)


def test_every_figure_says_of_how_many_deals_it_is(simple):
    strategy = simple.strategy
    assert strategy.orders["deals"] == strategy.players["deals"] == DEALS // 10
    assert strategy.decisions["deals"] == strategy.match["deals"] == DEALS // 5
    with printed():
        pages = " ".join(texts(report_pages([simple], "besi report besi-simple")))
    for document in strategy:
        assert deals_played(document) in pages


def test_the_same_figures_as_the_commands_give(simple):
    contestants = [row["name"].partition("@")[0] for row in simple.strategy.orders["rows"]]
    assert list(dict.fromkeys(contestants)) == list(ORDERS)
    assert simple.strategy.players["contestants"] == list(PLAYERS)
    assert [table["lower_after_higher"] for table in simple.strategy.decisions["tables"]] == [True, False]


def test_a_folder_gets_every_figure_under_a_name_of_its_own(simple):
    with printed():
        names = [picture.name for picture in all_pictures([simple], book=False)]
    assert len(set(names)) == len(names)
    assert {"besi-simple-orders", "besi-simple-players", "besi-simple-scores"} <= set(names)


def test_a_game_whose_deal_is_a_game_has_no_match(asked):
    rubicon = report_on("rubicon", asked._replace(deals=20))
    assert rubicon.strategy.match is None
    with printed():
        pages = texts(report_pages([rubicon], "besi report rubicon"))
    assert not any("Who wins a match" in page for page in pages)


@pytest.mark.parametrize("lines", range(0, 60, 3))
def test_who_wins_a_match_is_told_on_one_page(simple, lines):
    strategy, game = simple.strategy, load("besi-simple")
    with printed():
        pages = Pages("")
        pages.new_page()
        for _ in range(lines):
            pages.paragraph("A line.", after=0)
        match_section(pages, strategy.match, game)
        told = [page for page in texts(pages.sheets) if "atch" in page or "interval" in page]
    (page,) = told
    assert "Who wins a match" in page
    assert page.endswith("±: 95 % intervals.")
