"""The front of the book of all games: its sentences, its table, and that page numbers are true."""

import pytest
from matplotlib.text import Text
from report_samples import edge_sample, mean, odds_sample, simulation_sample
from test_figures import drawn_texts, overlapping

from analysis import documents
from reports import front
from reports.book import BankReport, GameReport, all_pictures, comparing_pictures, report_pages
from reports.numbers import mean_text
from reports.pages import Pages
from reports.style import printed
from simulate.catalogue import GAME_IDS, load

BANKS = [game_id for game_id in GAME_IDS if load(game_id).family == "banking"]
COMMAND = "besi report --all --deals 200k --seed 7"


def report_on(game_id, exact_only=False):
    game = load(game_id)
    if game_id == "biribi":
        return BankReport(game, edge_sample(simulated=not exact_only))
    if game.family == "banking":
        return BankReport(game, documents.edges([game], None))
    if exact_only:
        return GameReport(game, odds_sample(game, None), None)
    return GameReport(game, odds_sample(game), simulation_sample(game))


def texts_of(sheet):
    return [text.get_text() for text in sheet.figure.findobj(Text)]


def front_of(bundles):
    with printed():
        pages = Pages("besi · every game")
        places = front.front_page(pages, bundles, COMMAND)
        return pages.sheets, places


@pytest.fixture(scope="module")
def every_game():
    return [report_on(game_id) for game_id in GAME_IDS]


def with_lead(bundle, lead):
    return bundle._replace(simulation=bundle.simulation | {"lead": lead})


def test_the_front_takes_one_page_and_tells_of_every_game(every_game):
    (sheet,), places = front_of(every_game)
    assert len(places) == len(every_game)
    texts = texts_of(sheet)
    assert "At Rubicon bézique brisques are no part of the points." in " ".join(texts)
    told = " ".join(texts)
    assert "at la belle (a conjecture: no source gives what it pays)" in told
    for bundle in every_game:
        assert bundle.game.title in texts
        if isinstance(bundle, GameReport):
            seats = bundle.simulation["seats"]
            points, low, high = (
                sum(seat["points"][key] for seat in seats) / len(seats) for key in ("mean", "low", "high")
            )
            told = mean_text({"mean": points, "low": low, "high": high})
            assert told in texts
            shown, half = map(float, told.replace(",", "").split(" ± "))
            assert abs(shown - points) <= half <= 1.2 * (high - low) / 2
    assert overlapping(drawn_texts(sheet)) == []


def test_the_answer_over_all_games():
    few = [report_on(game_id) for game_id in ("besi-trois", "besi-double", "biribi")]
    few[0] = with_lead(few[0], mean(9.0, 1.0))
    few[1] = with_lead(few[1], mean(-5.0, 1.0))
    told = " ".join(texts_of(front_of(few)[0][0]))
    assert (
        "Of all that these games pay for, nothing is dealt more rarely than the besi triple of besi à trois, "
        "worth 1,500 points: 1 in 1,003,299." in told
    )
    assert "A player is dealt a besi triple once in 1,003,299 deals." in told
    assert (
        "Leading first helps most at besi à trois (9.0 ± 2.0 points a deal) and hurts most at besi double"
        in told
    )
    assert "(−5.0 ± 2.0 points a deal), in proportion" in told
    assert "the bank keeps 3/35, 8.57 %" in told
    assert "is wrong" in told
    assert "What does the bank make at biribi?" in told


def test_no_line_of_the_table_of_games_breaks():
    bundles = [
        with_lead(report_on(game_id), mean(-1.234, 0.0123)) for game_id in GAME_IDS if game_id not in BANKS
    ]
    texts = texts_of(front_of(bundles)[0][0])
    assert texts.count("−1.234 ± 0.025") == len(bundles)


def test_two_standard_errors_are_too_few_to_crown_a_game_among_many():
    few = [with_lead(report_on(game_id), mean(2.5, 1.0)) for game_id in ("besi-trois", "besi-double")]
    told = " ".join(texts_of(front_of(few)[0][0]))
    assert "too few to say where leading first is an advantage" in told
    assert "helps most" not in told


def test_an_exact_book_says_nothing_of_play():
    bundles = [report_on(game_id, exact_only=True) for game_id in ("besi-simple", "rubicon", "biribi")]
    (sheet,), _ = front_of(bundles)
    told = " ".join(texts_of(sheet))
    assert "advantage" not in told
    assert "A deal brings a player" not in told
    assert [picture.name for picture in comparing_pictures(bundles)] == ["all-dealt", "all-reachable"]


def test_the_comparing_pages_hold_what_they_draw(every_game):
    drawn = comparing_pictures(every_game)
    assert [picture.name for picture in drawn] == ["all-dealt", "all-held", "all-declared", "all-points"]
    with printed():
        for picture in drawn:
            pages = Pages("besi · every game")
            pages.new_page()
            pages.heading(picture.heading)
            pages.figure(picture.height, picture.draw)
            (sheet,) = pages.sheets
            texts = drawn_texts(sheet)
            assert overlapping(texts) == []
            for text, (x0, y0, x1, y1) in texts:
                assert x0 >= 12, text
                assert x1 <= sheet.width - 12, text
                assert y0 >= 12, text
                assert y1 <= sheet.height - 12, text
                assert text.get_fontsize() >= 8, text


def test_a_books_pictures_begin_with_the_maps(every_game):
    names = [picture.name for picture in all_pictures(every_game[:2], book=True)]
    assert names[:5] == ["all-dealt", "all-held", "all-declared", "all-points", "besi-simple-rarity"]


def test_page_numbers_are_true():
    bundles = [report_on(game_id, exact_only=True) for game_id in ("besi-simple", "biribi", "besi-double")]
    with printed():
        sheets = report_pages(bundles, COMMAND, book=True)
    begins = [
        next(n for n, sheet in enumerate(sheets, 1) if f"{bundle.game.title}: " in " ".join(texts_of(sheet)))
        for bundle in bundles
    ]
    assert begins == sorted(set(begins))
    # Set last on page one, but for its own number at the foot, and below their column's head.
    numbers = sheets[0].figure.texts[-len(bundles) - 1 : -1]
    assert [text.get_text() for text in numbers] == [str(number) for number in begins]
    (head,) = [text for text in sheets[0].figure.texts if text.get_text() == "page"]
    assert {round(text.get_position()[0], 6) for text in numbers} == {round(head.get_position()[0], 6)}
