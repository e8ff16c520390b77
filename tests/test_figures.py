"""The figures: what they show, and that no label covers another or leaves the sheet."""

from fractions import Fraction
from itertools import combinations

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from report_samples import edge_sample, exact, frequency, odds_sample, simulation_sample

from analysis import documents, evening_document, ruin_document
from reports import figures_points, figures_rarity, figures_worth
from reports.book import BankReport, GameReport, pictures, report_pages
from reports.pictures import picture_sheet
from reports.style import MM_PER_INCH, Letter, Sheet, printed, width_of, wrapped
from simulate.catalogue import GAME_IDS, load

SMALLEST_POINTS = 8
TOUCHING_MM = 0.35
BESI_GAMES = ("besi-simple", "besi-double", "besi-trois")


def game_report(game_id):
    game = load(game_id)
    return GameReport(game, odds_sample(game), simulation_sample(game), documents.worth(game))


def bank_report(game_id):
    return bank_report_on(load(game_id))


def bank_report_on(game):
    question = evening_document.Question(game, game.bank.bets[0], 60, 5)
    evening = evening_document.document(question, evening_document.solve(question), None)
    to_double = [
        ruin_document.document(ruin_document.Question(game, game.bank.bets, purse, 2 * purse, 1))
        for purse in (10, 15)
    ]
    edges, curves = documents.edges([game], None), ruin_document.curves(game, 40, 5)
    return BankReport(game, edges, evening, curves, to_double)


BUNDLES = [*map(game_report, BESI_GAMES), BankReport(load("biribi"), edge_sample())]


@pytest.fixture(scope="module")
def sheets():
    with printed():
        yield report_pages(BUNDLES, "besi report --out report.pdf")


def drawn_texts(sheet):
    """Every text that is drawn, with its box in millimetres from the lower left corner."""
    canvas = sheet.figure.canvas
    assert isinstance(canvas, FigureCanvasAgg)
    canvas.draw()
    renderer = canvas.get_renderer()
    hidden = set()
    for axes in sheet.figure.axes:
        if not axes.axison:
            hidden |= set(axes.xaxis.findobj(Text)) | set(axes.yaxis.findobj(Text))
        for axis in (axes.xaxis, axes.yaxis):
            # Ticks beyond the axis's limits exist but are not drawn.
            shown = set(axis._update_ticks())
            for tick in axis.get_major_ticks() + axis.get_minor_ticks():
                if tick not in shown:
                    hidden |= set(tick.findobj(Text))
    scale = MM_PER_INCH / sheet.figure.dpi
    return [
        (text, [edge * scale for edge in text.get_window_extent(renderer).extents])
        for text in sheet.figure.findobj(Text)
        if text not in hidden and text.get_visible() and text.get_text().strip()
    ]


def overlapping(texts):
    pairs = []
    for (one, (x0, y0, x1, y1)), (other, (u0, v0, u1, v1)) in combinations(texts, 2):
        across = min(x1, u1) - max(x0, u0)
        along = min(y1, v1) - max(y0, v0)
        if across > TOUCHING_MM and along > TOUCHING_MM:
            pairs.append((one.get_text(), other.get_text()))
    return pairs


def texts_of_pictures(game_id):
    with printed():
        sheets = [picture_sheet(picture) for picture in pictures(game_report(game_id))]
        for sheet in sheets:
            assert overlapping(drawn_texts(sheet)) == []
    return " ".join(text.get_text() for sheet in sheets for text in sheet.figure.findobj(Text))


def test_partners_are_named():
    assert "Partners are seats 0 and 2, and seats 1 and 3." in texts_of_pictures("besi-borgne-4")


def test_a_game_of_one_deal_is_told_by_its_value():
    told = texts_of_pictures("rubicon")
    assert "Brisques are no part of the points" in told
    assert "the three parts add up to all points" in told
    assert "51.00 %, between 50.78 and 51.22 % (95 % interval)" in told
    assert "the leader gains 45.6 ± 6.3 on the mean, and the dealer loses as much" in told
    assert "One game's value has a standard deviation of 1,431." in told


@pytest.mark.slow
@pytest.mark.parametrize("game_id", [game_id for game_id in GAME_IDS if game_id not in BESI_GAMES])
def test_no_text_of_any_games_report_covers_another(game_id):
    bundle = game_report(game_id) if load(game_id).family == "besi" else bank_report(game_id)
    with printed():
        test_no_text_of_the_report_covers_another_or_leaves_its_page(report_pages([bundle], "besi report"))


def test_no_text_of_the_report_covers_another_or_leaves_its_page(sheets):
    for number, sheet in enumerate(sheets, 1):
        texts = drawn_texts(sheet)
        assert texts, number
        assert overlapping(texts) == [], number
        for text, (x0, y0, x1, y1) in texts:
            assert x0 >= 12, (number, text)
            assert x1 <= sheet.width - 12, (number, text)
            assert y0 >= 12, (number, text)
            assert y1 <= sheet.height - 12, (number, text)
            assert text.get_fontsize() >= SMALLEST_POINTS, (number, text)


def test_the_answers_for_many_games_fit_on_page_one(sheets):
    first, second = [" ".join(text.get_text() for text, _ in drawn_texts(sheet)) for sheet in sheets[:2]]
    assert "is wrong" in first
    assert "Besi simple: how rare is every group" in second


def test_the_overlap_check_sees_an_overlap():
    with printed():
        sheet = Sheet()
        sheet.text(30, 30, "one label", Letter(9))
        sheet.text(35, 31, "another label", Letter(9))
        assert overlapping(drawn_texts(sheet)) == [("one label", "another label")]


@pytest.mark.parametrize("bundle", BUNDLES, ids=lambda bundle: bundle.game.id)
def test_each_picture_holds_what_it_draws(bundle):
    with printed():
        for picture in pictures(bundle):
            sheet = picture_sheet(picture)
            for text, (x0, y0, x1, y1) in drawn_texts(sheet):
                assert x0 >= 0, (picture.name, text)
                assert y0 >= 0, (picture.name, text)
                assert x1 <= sheet.width, (picture.name, text)
                assert y1 <= sheet.height, (picture.name, text)


def rarity_axes(document, game_id="besi-trois"):
    with printed():
        sheet = Sheet(182, figures_rarity.rarity_height(document) + 12, 6)
        figures_rarity.draw_rarity(sheet, 6, document, load(game_id))
    return sheet.figure.axes[-1]


def test_rarity_marks_stand_where_the_figures_say():
    document = odds_sample("besi-trois")
    axes = rarity_axes(document)
    marks = sorted(line.get_xdata()[0] for line in axes.lines if line.get_marker() not in ("None", "|"))
    expected = []
    for entry in document["groups"]:
        expected += [1 / Fraction(entry[field]["fraction"]) for field in ("dealt", "reachable")]
        played = (entry["held"], entry["declared"])
        expected += [1 / found["rate"] for found in played if found is not None and found["count"]]
    assert marks == pytest.approx(sorted(map(float, expected)))


def test_rarity_draws_intervals_and_bounds():
    document = odds_sample("besi-trois")
    axes = rarity_axes(document)
    bars = {tuple(line.get_xdata()) for line in axes.lines if len(line.get_xdata()) == 2}
    held = document["groups"][0]["held"]
    assert (1 / held["high"], 1 / held["low"]) in bars
    texts = [text.get_text() for text in axes.texts]
    assert texts.count("rarer than 1 in 162,000") == 2
    arrows = [text for text in axes.texts if getattr(text, "arrow_patch", None) is not None]
    bound = 1 / next(entry for entry in document["groups"] if entry["group"] == "besi-triple")["held"]["high"]
    assert [arrow.get_position()[0] for arrow in arrows] == pytest.approx([bound, bound])


def test_rarity_tells_of_an_arrow_where_there_is_one():
    assert "An arrow starts" in texts_of_pictures("besi-trois")
    never_missed = texts_of_pictures("besi-double")
    assert "An arrow starts" not in never_missed
    assert "intervals of 200,000 deals" in never_missed


def test_rarity_of_exact_odds_and_of_the_impossible():
    document = odds_sample("besi-double", None)
    document["groups"][0]["dealt"] = exact(Fraction(0))
    axes = rarity_axes(document, "besi-double")
    texts = [text.get_text() for text in axes.texts]
    assert "impossible" in texts
    assert len(texts) == 2 * len(document["groups"])


def test_the_widest_interval_stays_inside_the_chart():
    document = odds_sample("besi-trois")
    document["groups"][0]["held"] = frequency(1, 10**9)
    axes = rarity_axes(document)
    right = axes.get_xlim()[1]
    assert right >= 10**9
    assert all(max(line.get_xdata()) <= right for line in axes.lines)


@pytest.mark.parametrize("decades", range(2, 14))
def test_no_label_of_the_rarity_chart_covers_another_however_long_its_axis(decades):
    document = odds_sample("besi-trois")
    document["groups"][0]["dealt"] = exact(Fraction(1, 7 * 10 ** (decades - 1)))
    document["groups"] = document["groups"][:4]
    with printed():
        sheet = Sheet(182, figures_rarity.rarity_height(document) + 12, 6)
        figures_rarity.draw_rarity(sheet, 6, document, load("besi-trois"))
        assert overlapping(drawn_texts(sheet)) == []


@pytest.mark.parametrize("game_id", ["besi-simple", "besi-borgne-2", "rubicon"])
def test_the_worth_of_a_hand_is_drawn_exactly(game_id):
    game = load(game_id)
    document, odds = documents.worth(game), documents.odds(game, None)
    with printed():
        sheet = Sheet(182, figures_worth.worth_height(document, odds, game) + 12, 6)
        figures_worth.draw_worth(sheet, 6, document, odds, game)
        assert overlapping(drawn_texts(sheet)) == []
    (best,) = [axes for axes in sheet.figure.axes if axes.get_xscale() == "log"]
    marks = [line.get_xdata()[0] for line in best.lines]
    lines = document["best"]["distribution"]
    assert marks == pytest.approx([float(1 / Fraction(line["fraction"])) for line in lines])
    assert len(best.texts) == len(lines)
    (curves,) = [axes for axes in sheet.figure.axes if axes.get_yscale() == "log"]
    for curve, key in zip(curves.lines, ("best", "all"), strict=True):
        points, odds_of_more = curve.get_data()
        for line in document[key]["distribution"]:
            # A step that is drawn before its point holds from the value below up to this one.
            place = list(points[1:]).index(line["points"]) + 1
            more = sum(
                Fraction(other["fraction"])
                for other in document[key]["distribution"]
                if other["points"] >= line["points"]
            )
            assert odds_of_more[place] == pytest.approx(float(1 / more))
        assert curve.get_drawstyle() == "steps-pre"


def texts_of_worth(game_id):
    game = load(game_id)
    document, odds = documents.worth(game), documents.odds(game, None)
    with printed():
        sheet = Sheet(182, figures_worth.worth_height(document, odds, game) + 12, 6)
        figures_worth.draw_worth(sheet, 6, document, odds, game)
    return [text.get_text() for text in sheet.figure.texts]


def test_the_groups_of_a_value_are_named():
    told = texts_of_worth("besi-simple")
    assert "trump marriage, besi, four jacks" in told
    assert "nothing that scores" in told


@pytest.mark.parametrize(
    ("game_id", "named", "told"),
    [
        (
            "besi-borgne-2",
            ["four tens", "marriage, besi, four jacks", "plain quinte"],
            "The first marriage",
        ),
        ("rubicon", ["marriage, besi, four jacks", "quinte"], "The first marriage or quinte"),
    ],
)
def test_before_there_is_a_trump_no_group_of_a_hand_is_of_trumps(game_id, named, told):
    texts = texts_of_worth(game_id)
    assert set(named) <= set(texts)
    assert not [text for text in texts if "trump marriage" in text and "makes trump" not in text]
    assert f"{told} makes trump" in " ".join(texts)


def test_histogram_shares_add_up():
    document = simulation_sample("besi-double")
    with printed():
        sheet = Sheet(182, figures_points.histogram_height(document) + 12, 6)
        figures_points.draw_histograms(sheet, 6, document, load("besi-double"))
    assert len(sheet.figure.axes) == 2
    for axes, seat in zip(sheet.figure.axes, document["seats"], strict=True):
        assert sum(bar.get_height() for bar in axes.patches) == pytest.approx(100, abs=0.2)
        counts = seat["points_histogram"]["counts"]
        first = axes.patches[3]
        assert first.get_x() == 30
        assert first.get_height() == pytest.approx(100 * counts[3] / sum(counts))


def test_points_from_a_thousand_up_are_written_with_a_comma():
    document = simulation_sample("besi-double")
    for seat in document["seats"]:
        seat["points_histogram"]["counts"] = [0] * 100 + [7] * 60
    with printed():
        sheet = Sheet(182, figures_points.histogram_height(document) + 12, 6)
        figures_points.draw_histograms(sheet, 6, document, load("besi-double"))
        told = [text.get_text() for text, _ in drawn_texts(sheet)]
    assert {"800", "1,000", "1,400"} <= set(told)
    assert "half of the deals between 1,140 and 1,440" in " ".join(told)


def test_stacked_parts_add_up_to_the_points():
    document = simulation_sample("besi-trois")
    with printed():
        sheet = Sheet(182, figures_points.parts_height(document) + 12, 6)
        figures_points.draw_parts(sheet, 6, document, load("besi-trois"))
    bars = sheet.figure.axes[0].patches
    for seat in document["seats"]:
        of_seat = bars[4 * seat["seat"] : 4 * seat["seat"] + 4]
        assert sum(bar.get_width() for bar in of_seat) == pytest.approx(seat["points"]["mean"])
        assert of_seat[1].get_x() == pytest.approx(seat["group_points"]["mean"])


def test_contributions_add_up_to_the_group_points():
    document = simulation_sample("besi-trois")
    bars = figures_points.contributions(odds_sample("besi-trois"), document)
    mean = sum(seat["group_points"]["mean"] for seat in document["seats"]) / len(document["seats"])
    assert sum(one.points for one in bars) == pytest.approx(mean)
    assert "four-tens" not in [one.group for one in bars]


def test_what_a_group_brings_has_an_interval_no_narrower_than_its_seats_allow():
    document = simulation_sample("besi-trois")
    found = {one.group: one for one in figures_points.contributions(odds_sample("besi-trois"), document)}
    # Every seat's mean number of declarations has the standard error 0.001 in the sample.
    assert found["besi-triple"].half == pytest.approx(1.96 * 0.001 * 1500)
    assert found["besi"].half == pytest.approx(1.96 * 0.001 * 40)
    told = texts_of_pictures("besi-trois")
    besi = found["besi"]
    assert f"{besi.points:.3f} ± 0.079 (" in told
    assert "interval at most" in told


def test_wrapping_keeps_every_word_and_the_width():
    letter = Letter(9)
    text = "a rule that is long enough to need more than one line " + "x" * 200
    lines = wrapped(text, letter, 60)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(width_of(line, letter) <= 60 for line in lines)


def test_a_number_stays_on_the_line_of_its_signs():
    letter, text = Letter(9), "49.80 ± 0.36 % of 30 % (31.1 to 35.4 %)"
    for width in range(20, 70):
        lines = wrapped(text, letter, width)
        assert " ".join(lines) == text
        assert all(width_of(line, letter) <= width for line in lines)
        if width > width_of("49.80 ± 0.36 %", letter):
            assert not any(line.startswith(("±", "%")) or line.endswith("±") for line in lines)
    assert wrapped("49.80 ± 0.36 %", letter, 10) == ["49.80", "±", "0.36", "%"]
