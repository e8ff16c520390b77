"""The figures of a banking game: what they show, a conjecture called one, nothing off the sheet."""

from fractions import Fraction

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from report_samples import edge_sample
from test_figures import bank_report, bank_report_on, drawn_texts, overlapping

from analysis import documents, evening_document
from reports import figures_bank, figures_evening, figures_ruin, figures_spread, figures_systems
from reports.book import pictures, report_pages
from reports.log_axis import draw_amounts
from reports.pages import HEADING_HEIGHT, ROOM_OF_A_PAGE
from reports.pictures import picture_sheet
from reports.style import Sheet, printed
from simulate.catalogue import load


def test_the_fan_holds_exact_quantiles():
    from scipy.stats import binom

    game = load("biribi")
    bet = game.bank.bets[0]
    with printed():
        sheet = Sheet(182, figures_spread.spread_height(game.bank.bets[0], game, None) + 12, 6)
        figures_spread.draw_spread(sheet, 6, bet, game, None)
    axes = sheet.figure.axes[0]
    rounds, medians = axes.lines[0].get_data()
    assert rounds[0] == medians[0] == 0
    rounds, medians = rounds[1:], medians[1:]
    # The bank's median gain belongs to the most hits that are reached in half of all games.
    hits = binom.isf(0.5, rounds, 1 / 70)
    assert list(medians) == pytest.approx(list(rounds - 64 * hits))


def test_the_fan_of_a_rare_win_has_its_steps(tmp_path):
    game = wheel([("one number", 1, "9000", "documented")], tmp_path)
    sheet = drawn_spread(game, None)
    rounds, gains = sheet.figure.axes[0].lines[0].get_data()
    assert len(rounds) > 40
    assert (rounds[0], gains[0]) == (0, 0)


def drawn_spread(game, evening):
    with printed():
        sheet = Sheet(182, figures_spread.spread_height(game.bank.bets[0], game, evening) + 12, 6)
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
        sheet = Sheet(182, figures_bank.edges_height(edge_sample(), game) + 12, 6)
        figures_bank.draw_edges(sheet, 6, edge_sample(), game)
    axes = sheet.figure.axes[0]
    beside = [1.1, 700 / 495, 100 / 40, 100 / 37, 200 / 38, 100 / 13, 1700 / 216, 100 / 9]
    assert [bar.get_width() for bar in axes.patches] == pytest.approx([60 / 7, 50 / 7, *beside])
    assert [bool(bar.get_hatch()) for bar in axes.patches] == [False, True] + [False] * 8
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
        sheet = Sheet(182, figures_evening.evening_height(bundle.evening, bundle.game) + 12, 6)
        figures_evening.draw_evening(sheet, 6, bundle.evening, bundle.game)
    first, second, *_ = sheet.figure.axes[0].patches
    assert (first.get_x() + first.get_width() / 2, first.get_height()) == pytest.approx(
        (-60, 100 * (69 / 70) ** 60)
    )
    assert second.get_x() + second.get_width() / 2 == pytest.approx(4)
    assert first.get_facecolor() != second.get_facecolor(), "behind, and ahead"


WIN = Fraction(19, 39)


def flat_at_even_money(purse, goal):
    """Gambler's ruin, in closed form."""
    odds = (1 - WIN) / WIN
    return float((1 - odds**purse) / (1 - odds**goal))


def bold_at_even_money(purse, goal, rounds=60):
    """Bold play as Dubins and Savage tell it: double, or stake what the goal needs."""
    if purse in (0, goal) or rounds == 0:
        return float(purse == goal)
    won = bold_at_even_money(min(2 * purse, goal), goal, rounds - 1)
    return float(WIN) * won + (
        float(1 - WIN) * bold_at_even_money(max(2 * purse - goal, 0), goal, rounds - 1)
    )


def test_the_curves_of_ruin_end_below_the_goal_and_tell_shares_of_the_best():
    bundle = bank_report("roulette-1798")
    with printed():
        sheet = Sheet(182, figures_ruin.curves_height(bundle.curves, bundle.game) + 12, 6)
        figures_ruin.draw_curves(sheet, 6, bundle.curves, bundle.game)
    fair, best, flat, *_, bold = sheet.figure.axes[1].lines
    best_share, flat_share, martingale_share, *_, bold_share = sheet.figure.axes[2].lines
    purses = [8, 16, 24, 32]
    expected = [100 * bold_at_even_money(purse, 40) for purse in purses]
    assert list(flat.get_xdata()) == purses
    assert list(flat.get_ydata()) == pytest.approx([100 * flat_at_even_money(n, 40) for n in purses])
    assert list(bold.get_ydata()) == pytest.approx(expected)
    assert [best.get_ydata()[purse] for purse in purses] == pytest.approx(expected)
    assert best.get_xdata()[-1] == 39
    assert best.get_ydata()[-1] == pytest.approx(100 * bold_at_even_money(39, 40))
    assert list(fair.get_data()[1]) == [0, 100]
    assert set(best_share.get_ydata()) == {100}
    assert list(bold_share.get_ydata()) == pytest.approx([100] * 4)
    shares = [100 * flat_at_even_money(n, 40) / bold_at_even_money(n, 40) for n in purses]
    assert list(flat_share.get_ydata()) == pytest.approx(shares)
    assert all(flat < share < 100 for flat, share in zip(shares, martingale_share.get_ydata(), strict=True))
    told = {text.get_text() for text in sheet.figure.findobj(Text)}
    assert {"best possible play", "purse by goal", "flat", "martingale", "d'Alembert", "bold"} <= told


def test_what_systems_stake_differs_and_what_they_lose_of_a_unit_is_the_edge():
    bundle = bank_report("roulette-1798")
    with printed():
        sheet = Sheet(182, figures_ruin.losses_height(bundle.doublings[0], bundle.game) + 12, 6)
        figures_ruin.draw_losses(sheet, 6, bundle.doublings[0], bundle.game)
    stakes, losses = sheet.figure.axes
    staked = [line.get_xdata()[0] for line in stakes.lines if line.get_marker() != "None"]
    # Whoever ends with 20 or nothing has lost 10 - 20 P, a fortieth of what he staked.
    flat, bold = (40 * (10 - 20 * chance(10, 20)) for chance in (flat_at_even_money, bold_at_even_money))
    assert [staked[place] for place in (0, 3, 4)] == pytest.approx([flat, bold, bold])
    assert len(staked) == 5
    plain = [line for line in losses.lines if line.get_marker() == "None"]
    (edge,) = [line for line in plain if len(set(line.get_xdata())) == 1]
    assert edge.get_xdata()[0] == 2.5
    lost = [line.get_xdata()[0] for line in losses.lines if line.get_marker() != "None"]
    assert lost == pytest.approx([2.5] * 5)
    told = [text.get_text() for text in sheet.figure.findobj(Text)]
    assert "1/40 = 2.50 %" in told
    assert f"{flat:.0f}" in told
    assert [text.get_text() for text in stakes.get_xticklabels()] == ["10", "20", "50", "100"]


def test_marks_are_named_by_how_many_numbers_the_bet_covers():
    bundle = bank_report("biribi")
    with printed():
        sheet = Sheet(182, figures_ruin.losses_height(bundle.doublings[0], bundle.game) + 12, 6)
        figures_ruin.draw_losses(sheet, 6, bundle.doublings[0], bundle.game)
    stakes, losses = sheet.figure.axes
    assert [text.get_text() for text in losses.texts] == ["all 7 bets"] * 5
    named = [text.get_text() for text in stakes.texts]
    assert all(f"{covers}" in ", ".join(named).split(", ") for covers in (1, 2, 3, 4, 8, 16, 32))
    marks = next(line for line in losses.lines if line.get_marker() == "o")
    assert list(marks.get_xdata()) == pytest.approx([60 / 7] * 7)


def test_names_that_would_touch_are_written_together():
    marks = [(10.0, "1"), (60.0, "32"), (11.0, "2"), (12.5, "16"), (59.0, "8")]
    found = figures_ruin.clusters(marks, 80, 9)
    assert [[name for _, name in cluster] for cluster in found] == [["1", "2", "16"], ["8", "32"]]


def test_the_table_of_systems_tells_chances_and_shares():
    bundle = bank_report("roulette-1798")
    with printed():
        sheet = Sheet(182, figures_systems.systems_height(bundle.doublings, bundle.game) + 12, 6)
        figures_systems.draw_systems(sheet, 6, bundle.doublings, bundle.game)
    told = [text.get_text() for text in sheet.figure.findobj(Text)]
    assert {"10 to 20", "15 to 30", "couleur"} <= set(told)
    best = 100 * WIN
    for purse in (10, 15):
        flat = 100 * flat_at_even_money(purse, 2 * purse)
        at = told.index(f"{purse} to {2 * purse}")
        assert told[at + 1 : at + 3] == [f"{flat:.2f}", f"{100 * flat / best:.2f}"]
        assert told[at + 7 : at + 11] == [f"{float(best):.2f}", "100"] * 2


def test_the_table_of_systems_marks_each_ones_best_bet_and_what_is_inferred():
    bundle = bank_report("biribi")
    with printed():
        sheet = Sheet(182, figures_systems.systems_height(bundle.doublings, bundle.game) + 12, 6)
        figures_systems.draw_systems(sheet, 6, bundle.doublings, bundle.game)
    texts = sheet.figure.findobj(Text)
    bold = [text.get_text() for text in texts if text.get_fontweight() == "bold"]
    at = [text.get_text() for text in texts].index("32 numbers (inferred)")
    flat, *_, last_bold, _, best, _ = texts[at + 1 : at + 11]
    # From 10 to 20 who stakes all on 32 numbers wins 32 times in 70; flat stakes do better elsewhere.
    assert [text.get_text() for text in (last_bold, best)] == [f"{100 * 32 / 70:.2f}"] * 2
    assert [text.get_fontweight() for text in (flat, last_bold, best)] == ["normal", "bold", "bold"]
    assert bold[5].startswith("From 10 to 20: the best possible play 45.97 %, beginning with 6 on 24 numbers")


@pytest.mark.parametrize(
    ("share", "told"),
    [(None, "–"), (0, "0"), (4e-5, "<0.01"), (0.5, "50.00"), (0.99996, ">99.99"), (1 - 1e-12, "100")],
)
def test_no_share_reads_nothing_or_all_that_isnt(share, told):
    assert figures_systems.per_cent(share) == told


def wheel(bets, tmp_path):
    """A game of 38 numbers from a rule file; bets are name, numbers covered, returns, status."""
    file = tmp_path / "wheel.toml"
    text = 'id = "wheel"\nfamily = "banking"\ntitle = "A wheel"\n[rules]\n'
    text += 'numbers = { value = 38, source = "here", status = "documented" }\n'
    for name, covers, returns, status in bets:
        text += f'[[bets]]\nname = "{name}"\ncovers = {covers}\nreturns = "{returns}"\n'
        text += f'source = "here"\nstatus = "{status}"\n'
    file.write_text(text)
    return load(str(file))


WHEELS = {
    "several edges": [
        ("one number", 1, "36", "documented"),
        ("five in a row at the head of the table", 5, "7", "documented"),
        ("red", 18, "2", "documented"),
        ("black", 18, "2", "documented"),
        ("sevenths", 12, "20/7", "inferred"),
        ("nearly all", 37, "38/37", "assumed"),
        ("nothing to gain", 38, "1", "documented"),
    ],
    "many bets": [(f"bet number {covers}", covers, f"36/{covers}", "documented") for covers in range(1, 30)],
    "long names": [
        (
            f"{covers} in a row, as the old board had them, and as nobody but my uncle calls them",
            covers,
            f"{36 // covers}",
            "assumed",
        )
        for covers in (1, 2, 4)
    ],
    "fair": [("one number", 1, "38", "documented")],
    "more than fair": [("one number", 1, "40", "documented"), ("half", 19, "2", "documented")],
    "millions": [("one number", 1, "7000000000000/9", "documented")],
    "out of reach": [("one number", 1, "1000/999", "documented")],
}


@pytest.mark.parametrize("name", WHEELS)
def test_no_text_of_a_users_wheels_figures_covers_another_or_leaves_its_sheet(name, tmp_path):
    drawn = pictures(bank_report_on(wheel(WHEELS[name], tmp_path)))
    names = {picture.name for picture in drawn}
    assert ({"wheel-losses", "wheel-systems"} <= names) == (name != "out of reach")
    with printed():
        for picture in drawn:
            sheet = picture_sheet(picture)
            texts = drawn_texts(sheet)
            assert HEADING_HEIGHT + picture.height <= ROOM_OF_A_PAGE, picture.name
            assert overlapping(texts) == [], picture.name
            for text, (x0, y0, x1, y1) in texts:
                assert min(x0, y0) >= 0, (picture.name, text)
                assert x1 <= sheet.width, (picture.name, text)
                assert y1 <= sheet.height, (picture.name, text)


def test_edges_of_many_bets_are_told_each_once_and_the_report_has_its_pages(tmp_path):
    bundle = bank_report_on(wheel(WHEELS["many bets"], tmp_path))
    parts = figures_bank.edge_parts(bundle.edges)
    assert [bet for part in parts for bet in part["bets"]] == bundle.edges["bets"]
    assert all(len(part["bets"]) <= 8 for part in parts)
    wrong = figures_bank.edge_parts({**bundle.edges, "misreadings": bundle.edges["bets"][:4]})
    assert [len(part["bets"]) for part in wrong] == [6, 7, 6, 7, 3]
    assert [len(part["misreadings"]) for part in wrong] == [0, 0, 0, 0, 4]
    names = [picture.name for picture in pictures(bundle)]
    assert names[:5] == ["wheel-edge", "wheel-edge-2", "wheel-edge-3", "wheel-edge-4", "wheel-spread"]
    with printed():
        pages = report_pages([bundle], "besi report")
    for page in pages:
        assert page.figure.axes or len(page.figure.texts) > 4, "no page has a heading and nothing else"


def test_a_line_for_each_edge_and_every_mark_on_its_own(tmp_path):
    bundle = bank_report_on(wheel(WHEELS["several edges"], tmp_path))
    with printed():
        sheet = Sheet(182, figures_ruin.losses_height(bundle.doublings[0], bundle.game) + 12, 6)
        figures_ruin.draw_losses(sheet, 6, bundle.doublings[0], bundle.game)
    losses = sheet.figure.axes[1]
    edges = [Fraction(2, 38), Fraction(3, 38), Fraction(2, 38), Fraction(2, 38), 1 - Fraction(240, 266)]
    lines = [line for line in losses.lines if line.get_marker() == "None"]
    upright = sorted(line.get_xdata()[0] for line in lines if len(set(line.get_xdata())) == 1)
    assert upright == pytest.approx(sorted({float(100 * edge) for edge in edges}))
    flat = next(line for line in losses.lines if line.get_marker() == "o")
    assert list(flat.get_xdata()) == pytest.approx([float(100 * edge) for edge in edges])


@pytest.mark.parametrize(
    ("least", "most", "ticks"),
    [
        (76, 1167, ["100", "200", "500", "1,000"]),
        (8.8, 9.6, ["5", "10", "20"]),
        (0.4, 3, ["0.5", "1", "2"]),
        (30, 4e9, ["100", "10,000", "1,000,000", "10⁸"]),
        (2.1e7, 4.9e7, ["2 × 10⁷", "5 × 10⁷"]),
    ],
)
def test_the_axis_of_amounts_has_round_names_with_room_between(least, most, ticks):
    with printed():
        axes = Sheet().axes(20, 20, 83, 20)
        low, high = draw_amounts(axes, least, most, 83)
    assert low < least
    assert most < high
    assert [text.get_text() for text in axes.get_xticklabels()] == ticks
    assert axes.get_xlim() == (low, high)


def test_nothing_leaves_the_sheet_where_a_bet_pays_more_than_fair():
    game = load("biribi-36", ["numbers=6"])
    edges = documents.edges([game], None)
    with printed():
        sheet = Sheet(182, figures_bank.edges_height(edges, game) + 12, 6)
        figures_bank.draw_edges(sheet, 6, edges, game)
        spread = Sheet(182, figures_spread.spread_height(game.bank.bets[0], game, None) + 12, 6)
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


@pytest.mark.parametrize("mine", [False, True])
def test_every_picture_of_a_conjecture_calls_it_one(mine, tmp_path):
    wheels = wheel([("one number", 1, "36", "assumed")], tmp_path) if mine else load("belle")
    drawn = pictures(bank_report_on(wheels))
    assert {picture.name.partition("-")[2] for picture in drawn} >= {"left", "losses", "ruin", "systems"}
    for picture in drawn:
        with printed():
            sheet = Sheet(182, picture.height + 12, 6)
            picture.draw(sheet, 6)
        assert any("conjecture" in text.get_text() for text in sheet.figure.findobj(Text)), picture.name
