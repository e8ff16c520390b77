"""The pictures of orders or players compared: every figure told once, best first, nothing overlapping."""

import pytest
from report_samples import mean
from test_figures import drawn_texts, overlapping

from reports.figures_compare import luminance
from reports.figures_round_robin import colour_of, ranking, round_robin_pictures
from reports.numbers import change_text
from reports.pictures import picture_sheet
from reports.style import PALE, printed
from simulate.catalogue import load

LONG = "besi-double>trump-quinte>four-aces>quinte>four-kings>four-queens>none"
WORTH = {"highest-first": 0.0, "nested-first": -8.0, LONG: 1.5, "none": -214.0}


def document_of(worth, game_id="besi-double", compared="orders"):
    """A made-up document: a contestant is ahead of another by what it is worth more."""
    names, level = list(worth), 1 - 0.05 / 6
    rows = []
    for name in names:
        for against in names:
            if name == against:
                continue
            points = mean(worth[name] - worth[against], 0.6)
            corrected = points | {
                "low": points["mean"] - 1.6,
                "high": points["mean"] + 1.6,
                "level": level,
            }
            clear = abs(points["mean"]) > 1.6
            row = {"name": name, "against": against, "points": points, "points_corrected": corrected}
            rows.append(row | {"clear": clear})
    return {
        "game": game_id, "compared": compared, "contestants": names, "baseline": names[0], "rows": rows,
        "comparisons": 6, "corrected_level": level, "seatings": 12, "deals": 200_000, "seed": 1,
        "players": ["club"] * 2, "orders": ["highest-first"] * 2,
    }  # fmt: skip


def drawn(document):
    """The sheets of the forest plot and of the matrix, with their texts in the order from the top."""
    with printed():
        sheets = [picture_sheet(each) for each in round_robin_pictures(document, load(document["game"]))]
        texts = [drawn_texts(sheet) for sheet in sheets]
    for sheet, of_sheet in zip(sheets, texts, strict=True):
        assert overlapping(of_sheet) == []
        assert all(x0 >= 0 and y0 >= 0 and x1 <= sheet.width for _, (x0, y0, x1, _) in of_sheet)
    from_the_top = [sorted(of_sheet, key=lambda each: -each[1][1]) for of_sheet in texts]
    return sheets, [[text.get_text() for text, _ in of_sheet] for of_sheet in from_the_top]


def test_the_forest_plot_tells_everyone_against_the_baseline_the_best_first():
    document = document_of(WORTH)
    (forest, _), (texts, _) = drawn(document)
    told = [text for text in texts if " ± " in text]
    assert told == ["+1.5 ± 1.2  ", "−8.0 ± 1.2 *", "−214.0 ± 1.2 *"]
    (axes,) = forest.figure.axes
    dots = [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "o"]
    arrows = [line for line in axes.lines if line.get_marker() == "<"]
    assert dots == [1.5, -8.0]
    assert len(arrows) == 1
    assert arrows[0].get_xdata()[0] == axes.get_xlim()[0] > -30
    thick = [line for line in axes.lines if line.get_linewidth() == 2.4]
    thin = [line for line in axes.lines if line.get_marker() == "|"]
    rows = {row["name"]: row for row in document["rows"] if row["against"] == "highest-first"}
    for place, name in enumerate((LONG, "nested-first")):
        for lines, key in ((thick, "points"), (thin, "points_corrected")):
            assert list(lines[place].get_xdata()) == [rows[name][key]["low"], rows[name][key]["high"]]
    assert "An arrow points beyond the figure." in " ".join(texts)


def test_without_anyone_far_off_there_is_no_arrow():
    _, (texts, _) = drawn(document_of({"highest-first": 0.0, "nested-first": -8.0, "fragile-first": -12.0}))
    assert "arrow" not in " ".join(texts)
    assert "six comparisons" in " ".join(texts)


def test_the_line_of_no_difference_lies_above_the_grid_and_numbers_have_commas():
    (forest, _), _ = drawn(document_of({"highest-first": 0.0, "random": -1100.0}, compared="players"))
    (axes,) = forest.figure.axes
    (zero,) = [line for line in axes.lines if set(line.get_xdata()) == {0}]
    assert zero.get_zorder() > axes.xaxis.get_zorder(), "the grid is drawn with its axis"
    assert "\N{MINUS SIGN}1,000" in [tick.get_text() for tick in axes.get_xticklabels()]


def test_the_matrix_leaves_hashes_to_its_lines():
    _, (_, texts) = drawn(document_of({"highest-first": 0.0, "best@31e61caa56a9": 1.5, "none": -214.0}))
    assert texts.count("best") == texts.count("best@31e61caa56a9") == 1
    two = {"best@31e61caa56a9": 1.5, "best@c0a6939a89a0": 0.0}
    _, (_, texts) = drawn(document_of(two))
    assert "best" not in texts


def test_the_matrix_tells_every_pair_both_ways_from_the_best_down():
    document = document_of(WORTH)
    (_, matrix), (_, texts) = drawn(document)
    assert texts.count("line 1") == 1, "a name too long for its column"
    assert texts.count("nested-first") == 2
    names = document["contestants"]
    assert [names[number] for number in ranking(document)] == [LONG, "highest-first", "nested-first", "none"]
    cells = [text.get_text() for axes in matrix.figure.axes for text in axes.texts]
    lines = []
    for row in sorted(document["rows"], key=lambda row: (-WORTH[row["name"]], -WORTH[row["against"]])):
        lines += change_text(row["points"]).replace(" ± ", "\n± ").split("\n")
        lines[-1] += "*" if row["clear"] else ""
    assert [cell for cell in cells if cell != "–"] == lines
    assert cells.count("–") == 4
    assert [axes.texts.index(text) for axes in matrix.figure.axes for text in axes.texts
            if text.get_text() == "–"] == [0, 2, 4, 6]  # fmt: skip


@pytest.mark.parametrize("count", [2, 3, 8])
@pytest.mark.parametrize(("game_id", "compared"), [("besi-trois", "orders"), ("besi-double", "players")])
def test_few_and_many_contestants_have_room(count, game_id, compared):
    worth = {f"late-highest:{number + 20}": -1.0 - 30 * number for number in range(count)}
    _, (forest, _) = drawn(document_of(worth, game_id, compared))
    caption = " ".join(forest)
    assert ("averaged over the seats" in caption) == (game_id == "besi-trois")
    assert ("plays like" in caption) == (compared == "players")


def test_the_more_points_the_deeper_the_colour_in_grey_too():
    lights = [luminance(colour_of(points, 200)) for points in (1, 5, 20, 80, 200)]
    assert lights == sorted(lights, reverse=True)
    assert lights[0] > lights[-1] + 0.3
    assert colour_of(-5, 200) != colour_of(5, 200)
    assert colour_of(0, 200) == colour_of(0, 0) == PALE
