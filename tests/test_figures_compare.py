"""The games side by side: every cell says its document's figure, readable in colour and in grey."""

import pytest
from matplotlib.patches import Polygon, Rectangle
from report_samples import odds_sample, simulation_sample
from test_figures import drawn_texts, overlapping

from analysis import documents
from reports import figures_compare, figures_games
from reports.compact import compact
from reports.figures_compare import DEALT, DECLARED, HELD, REACHABLE, Line, colour_of, ink_on, luminance
from reports.figures_games import Played
from reports.style import Sheet, printed
from reports.words import figure_of
from simulate.catalogue import GAME_IDS, load

BESI_IDS = [game_id for game_id in GAME_IDS if load(game_id).family == "besi"]
ROOM = 232
LINES = [Line(load(game_id), odds_sample(game_id)) for game_id in BESI_IDS]
EXACT_LINES = [Line(load(game_id), documents.odds(load(game_id), None)) for game_id in BESI_IDS]


def drawn(lines, notion):
    with printed():
        sheet = Sheet(182, figures_compare.map_height(lines) + 12, 6)
        figures_compare.draw_map(sheet, 6, lines, notion)
        texts = drawn_texts(sheet)
    return sheet, texts


@pytest.mark.parametrize(
    ("lines", "notion"),
    [(EXACT_LINES, DEALT), (EXACT_LINES[-3:], REACHABLE), (LINES[:4], HELD), (LINES[:4], DECLARED)],
)
def test_every_cell_says_its_figure(lines, notion):
    sheet, texts = drawn(lines, notion)
    axes = sheet.figure.axes[0]
    groups = figures_compare.columns(lines)
    width, height = axes.get_xlim()[1] / len(groups), axes.get_ylim()[0] / len(lines)
    told = {}
    for text in axes.texts:
        across, down = text.get_position()
        told.setdefault((int(down // height), int(across // width)), []).append(text.get_text())
    colours, corners = {}, set()
    for patch in axes.patches:
        left, top = patch.get_xy() if isinstance(patch, Rectangle) else patch.get_xy()[0]
        place = (int((top + 0.01) // height), int((left + 0.01) // width))
        if isinstance(patch, Polygon):
            corners.add(place)
        else:
            colours[place] = patch.get_facecolor()
    for row, line in enumerate(lines):
        entries = {entry["group"]: entry for entry in line.odds["groups"]}
        for column, group in enumerate(groups):
            place = (row, column)
            if group not in entries:
                assert place not in told
                continue
            value = figure_of(entries[group], notion.field)
            if value is None:
                assert told[place] == ["–"]
                assert place not in corners
            else:
                assert told[place] == list(compact(value).lines)
                assert (place in corners) == (entries[group]["value"] is None)
            assert (place in colours) == (value is not None)
    assert overlapping(texts) == []
    assert all(x0 >= 0 and x1 <= sheet.width and y0 >= 0 for _, (x0, y0, x1, _) in texts)
    assert figures_compare.map_height(lines) <= ROOM


def test_a_game_without_a_group_of_another_is_no_matter_of_the_pack():
    told = {
        game_id: " ".join(text.get_text() for text, _ in drawn(EXACT_LINES[place:], DEALT)[1])
        for place, game_id in enumerate(BESI_IDS)
        if game_id in ("besi-simple", "rubicon")
    }
    assert "or the game knows no carte blanche" in told["besi-simple"]
    assert "carte blanche" not in told["rubicon"].partition("blank: ")[2]


def test_the_darker_the_rarer_in_grey_too():
    lights = [luminance(colour_of(10**exponent)) for exponent in (0, 0.5, 1, 2, 3, 4, 5, 6)]
    assert lights == sorted(lights, reverse=True)
    assert lights[0] - lights[-1] > 0.6
    assert colour_of(1e6) == colour_of(1e11)


@pytest.mark.parametrize("exponent", [step / 10 for step in range(61)])
def test_the_ink_of_a_cell_stands_out(exponent):
    colour = colour_of(10**exponent)
    light, ink = luminance(colour), 1.0 if ink_on(colour) == "white" else luminance(ink_on(colour))
    assert (max(light, ink) + 0.05) / (min(light, ink) + 0.05) >= 4


def test_a_trump_made_in_play_bounds_nothing():
    _, texts = drawn([line for line in EXACT_LINES if line.game.id == "besi-borgne-4"], REACHABLE)
    assert [text.get_text() for text, _ in texts].count("–") == 3


def test_shares_of_the_points_and_the_advantage_of_leading():
    games = ("besi-simple", "besi-trois", "besi-quatre", "rubicon")
    played = [Played(load(game_id), simulation_sample(game_id)) for game_id in games]
    with printed():
        sheet = Sheet(182, figures_games.points_height(played) + 12, 6)
        figures_games.draw_points(sheet, 6, played)
        assert overlapping(drawn_texts(sheet)) == []
    shares, leads = next(
        (one, other) for one, other in zip(sheet.figure.axes, sheet.figure.axes[1:], strict=False)
        if one.get_xlabel()
    )  # fmt: skip
    ends = {}
    for bar in shares.patches:
        ends[round(bar.get_y(), 3)] = bar.get_x() + bar.get_width()
    assert list(ends.values()) == pytest.approx([100] * 4)
    dots = [line for line in leads.lines if line.get_marker() == "o"]
    for dot, line in zip(dots, played, strict=True):
        points = figures_games.mean_of_seats(line.simulation, "points")
        assert dot.get_xdata()[0] == pytest.approx(100 * line.simulation["lead"]["mean"] / points)
    (zero,) = [line for line in leads.lines if set(line.get_xdata()) == {0}]
    assert zero.get_zorder() > leads.xaxis.get_zorder(), "the grid is drawn with its axis"
