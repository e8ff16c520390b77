"""The figures of a banking game: what they show, a conjecture called one, nothing off the sheet."""

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from report_samples import edge_sample
from test_figures import bank_report, drawn_texts, overlapping

from analysis import documents, evening_document
from reports import figures_bank, figures_evening, figures_ruin, figures_spread
from reports.book import pictures
from reports.pictures import picture_sheet
from reports.style import Sheet, printed
from simulate.catalogue import load


def test_the_fan_holds_exact_quantiles():
    from scipy.stats import binom

    game = load("biribi")
    bet = game.bank.bets[0]
    with printed():
        sheet = Sheet(182, figures_spread.spread_height(None) + 12, 6)
        figures_spread.draw_spread(sheet, 6, bet, game, None)
    axes = sheet.figure.axes[0]
    rounds, medians = axes.lines[0].get_data()
    # The bank's median gain belongs to the most hits that are reached in half of all games.
    hits = binom.isf(0.5, rounds, 1 / 70)
    assert list(medians) == pytest.approx(list(rounds - 64 * hits))


def drawn_spread(game, evening):
    with printed():
        sheet = Sheet(182, figures_spread.spread_height(evening) + 12, 6)
        figures_spread.draw_spread(sheet, 6, game.bank.bets[0], game, evening)
    return sheet


def test_the_fan_of_a_table_holds_its_documents_quantiles():
    bundle = bank_report("roulette-1798")
    table, long_run = drawn_spread(bundle.game, bundle.evening).figure.axes
    rows = bundle.evening["bank"]["rounds"]
    rounds, medians = table.lines[0].get_data()
    assert list(rounds) == [0, *(row["rounds"] for row in rows)]
    assert list(medians) == [0, *(row["quantiles"][3]["gain"] for row in rows)]
    assert [one["probability"] for one in rows[0]["quantiles"]][3] == 0.5
    labels = [text.get_text() for text in table.texts]
    assert labels == ["5 % below", "25 % below", "median", "75 % below", "95 % below"]
    assert len(long_run.texts) == 5


@pytest.mark.parametrize(
    ("game_id", "changes"),
    [
        ("biribi-36", ["numbers=6"]),
        ("biribi-36", ["numbers=2"]),
        ("biribi", ["numbers=10000"]),
        ("belle", []),
    ],
)
def test_labels_of_a_narrow_fan_never_cover_each_other(game_id, changes):
    game = load(game_id, changes)
    question = evening_document.Question(game, game.bank.bets[0], 7, 1)
    evening = evening_document.document(question, evening_document.solve(question), None)
    assert overlapping(drawn_texts(drawn_spread(game, evening))) == []


def test_places_are_moved_apart_no_further_than_need_be():
    apart = figures_spread.spread_apart
    assert apart([1, 10, 20], 4, 0, 30) == [1, 10, 20]
    assert apart([10, 10, 10], 4, 0, 30) == pytest.approx([6, 10, 14])
    assert apart([1, 1, 20], 4, 2, 30) == pytest.approx([2, 6, 20])
    assert apart([20, 29, 29], 4, 2, 30) == pytest.approx([20, 26, 30])
    assert apart([5, 5, 5, 5], 40, 0, 30) == pytest.approx([0, 10, 20, 30])


def test_edges_show_the_wrong_reading_as_wrong():
    game = load("biribi")
    with printed():
        sheet = Sheet(182, figures_bank.edges_height(edge_sample()) + 12, 6)
        figures_bank.draw_edges(sheet, 6, edge_sample(), game)
    axes = sheet.figure.axes[0]
    beside = [100 / 40, 100 / 37, 200 / 38, 100 / 13, 1700 / 216, 100 / 9]
    assert [bar.get_width() for bar in axes.patches] == pytest.approx([60 / 7, 50 / 7, *beside])
    assert [bool(bar.get_hatch()) for bar in axes.patches] == [False, True] + [False] * 6
    right, wrong, *others = [text.get_text() for text in axes.texts]
    assert "conjecture" in next(text for text in others if "belle" in text)
    assert "3/35 = 8.571 %" in right
    assert wrong.startswith("WRONG reading")


@pytest.mark.parametrize("game_id", ["biribi", "roulette-1798"])
def test_no_text_of_a_banking_games_figures_covers_another(game_id):
    bundle = bank_report(game_id)
    with printed():
        for picture in pictures(bundle):
            assert overlapping(drawn_texts(picture_sheet(picture))) == [], picture.name


def test_the_evenings_bars_are_its_exact_chances():
    bundle = bank_report("biribi")
    with printed():
        sheet = Sheet(182, figures_evening.evening_height() + 12, 6)
        figures_evening.draw_evening(sheet, 6, bundle.evening, bundle.game)
    first, second, *_ = sheet.figure.axes[0].patches
    assert (first.get_x() + first.get_width() / 2, first.get_height()) == pytest.approx(
        (-60, 100 * (69 / 70) ** 60)
    )
    assert second.get_x() + second.get_width() / 2 == pytest.approx(4)
    assert first.get_facecolor() != second.get_facecolor(), "behind, and ahead"


def test_winnings_left_on_the_number_as_casanova_left_them():
    game = load("biribi-36")
    with printed():
        sheet = Sheet(182, figures_evening.parlay_height() + 12, 6)
        figures_evening.draw_parlay(sheet, 6, game.bank.bets[0], game)
    told = " ".join(text.get_text() for text in sheet.figure.findobj(Text))
    assert "32² = 1,024" in told
    assert "1 in 1,296" in told
    assert f"{100 * (1 - (8 / 9) ** 2):.1f} %" in told


def test_curves_of_ruin_and_losses_are_those_of_the_documents():
    bundle = bank_report("roulette-1798")
    with printed():
        sheet = Sheet(182, figures_ruin.curves_height() + 12, 6)
        figures_ruin.draw_curves(sheet, 6, bundle.curves, bundle.game)
        other = Sheet(182, figures_ruin.losses_height() + 12, 6)
        figures_ruin.draw_losses(other, 6, bundle.ruin, bundle.game)
    fair, best, flat, *_, bold = sheet.figure.axes[1].lines
    win = 19 / 39
    purses, chances = flat.get_data()
    odds = (1 - win) / win
    assert list(chances) == pytest.approx([100 * (1 - odds**n) / (1 - odds**40) for n in purses])
    assert list(bold.get_ydata()) == pytest.approx([best.get_ydata()[n] for n in purses])
    assert list(fair.get_data()[1]) == [0, 100]
    line, *points = other.figure.axes[1].lines
    assert line.get_ydata()[1] / line.get_xdata()[1] == pytest.approx(1 / 40)
    assert len(points) == len(bundle.ruin["systems"])
    for point in points:
        assert point.get_ydata()[0] / point.get_xdata()[0] == pytest.approx(1 / 40)


def test_nothing_leaves_the_sheet_where_a_bet_pays_more_than_fair():
    game = load("biribi-36", ["numbers=6"])
    edges = documents.edges([game], None)
    with printed():
        sheet = Sheet(182, figures_bank.edges_height(edges) + 12, 6)
        figures_bank.draw_edges(sheet, 6, edges, game)
        spread = Sheet(182, figures_spread.spread_height(None) + 12, 6)
        figures_spread.draw_spread(spread, 6, game.bank.bets[0], game, None)
    for page in (sheet, spread):
        renderer = FigureCanvasAgg(page.figure).get_renderer()
        page.figure.draw(renderer)
        told = [*page.figure.texts, *(text for axes in page.figure.axes for text in axes.texts)]
        assert len(told) > 5
        for text in told:
            box = text.get_window_extent(renderer)
            assert box.x0 >= 0, text.get_text()
            assert box.x1 <= page.figure.bbox.x1, text.get_text()


def test_every_picture_of_a_conjecture_calls_it_one():
    drawn = pictures(bank_report("belle"))
    assert {picture.name for picture in drawn} >= {"belle-losses", "belle-ruin"}
    for picture in drawn:
        with printed():
            sheet = Sheet(182, picture.height + 12, 6)
            picture.draw(sheet, 6)
        assert any("conjecture" in text.get_text() for text in sheet.figure.findobj(Text)), picture.name
