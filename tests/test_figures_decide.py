"""Which group first, on paper and in words: what the figures show, that they fit, what the sentences say."""

import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle
from report_samples import mean
from test_figures import SMALLEST_POINTS, drawn_texts, overlapping

from reports import figures_decide
from reports.decided import advice_sentence, figures_sentence, hoffmann_sentence, pair_words
from reports.decision_pages import decision_sheets, map_pictures, wall_pictures
from reports.figures_compare import luminance
from reports.figures_decide import colour_of, covers_nothing
from reports.pages import ROOM_OF_A_PAGE
from reports.style import PALE, PICTURE_MARGIN, Sheet, printed
from simulate.catalogue import load
from tests.command_line import answer

GAMES = {"besi-double": "6000", "rubicon": "600", "besi-quatre": "120"}
DRAWS = 24


@pytest.fixture(scope="module")
def documents():
    return {
        game_id: answer("decide", game_id, "--deals", deals, "--least", "20", "--threads", "1")
        for game_id, deals in GAMES.items()
    }


@pytest.mark.parametrize("game_id", ["besi-double", "rubicon"])
def test_no_label_covers_another_or_leaves_the_page(documents, game_id):
    document, game = documents[game_id], load(game_id)
    with printed():
        sheets = decision_sheets(document, game, "besi decide …")
        assert len(sheets) >= 2
        for sheet in sheets:
            texts = drawn_texts(sheet)
            assert overlapping(texts) == []
            for text, (x0, y0, x1, y1) in texts:
                assert x0 >= 15, text
                assert x1 <= sheet.width - 12, text
                assert y0 >= 12, text
                assert y1 <= sheet.height - 12, text
                assert text.get_fontsize() >= SMALLEST_POINTS, text
        for picture in (*wall_pictures(document, game), *map_pictures(document, game)):
            assert picture.height <= ROOM_OF_A_PAGE - 14, picture.name


def test_every_cell_has_the_colour_of_its_figure(documents):
    document, game = documents["besi-double"], load("besi-double")
    for table, picture in zip(document["tables"][1:], map_pictures(document, game)[1:], strict=True):
        with printed():
            sheet = Sheet(170 + 2 * PICTURE_MARGIN, picture.height + 12, PICTURE_MARGIN)
            picture.draw(sheet, PICTURE_MARGIN)
            axes = sheet.figure.axes[0]
        shown = [pair for pair in table["pairs"] if any(cell["lead"] for cell in pair["draws"])]
        cells = [cell for pair in shown for cell in pair["draws"]]
        patches = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
        assert len(patches) == len(cells) == DRAWS * len(shown)
        dotted = {(round(x, 3), round(y, 3)) for line in axes.lines for x, y in line.get_xydata()}
        blank = 0
        for patch, cell in zip(patches, cells, strict=True):
            middle = patch.get_x() + patch.get_width() / 2, patch.get_y() + patch.get_height() / 2
            dot = (round(middle[0], 3), round(middle[1], 3)) in dotted
            if cell["lead"] is None:
                blank += 1
                assert to_hex(patch.get_facecolor()) == PALE
                assert not dot
            else:
                assert to_hex(patch.get_facecolor()) == colour_of(cell["lead"]["mean"])
                assert dot == covers_nothing(cell["lead"])
            column = round(patch.get_x() / patch.get_width())
            assert cell["draws"] == DRAWS - column
        assert 0 < blank < len(cells)
        told = " ".join(text.get_text() for text, _ in drawn_texts(sheet))
        assert "fewer than 20 situations" in told
        for pair in shown:
            assert pair_words(pair) in told


def test_colours_part_at_nothing_and_darken_both_ways():
    for sign in (1, -1):
        lights = [luminance(colour_of(sign * points)) for points in (0, 5, 20, 60, 120, 200)]
        assert lights == sorted(lights, reverse=True)
        assert colour_of(sign * 200) == colour_of(sign * 900)
    assert colour_of(30) != colour_of(-30)
    blank = luminance(PALE)
    assert min(abs(luminance(colour_of(points)) - blank) for points in (-20, 20)) > 0.08


def test_a_table_without_a_figure_has_no_map(documents):
    document = documents["besi-double"]
    empty = {**document, "tables": [
        {**table, "pairs": [{**pair, "draws": [{**cell, "lead": None} for cell in pair["draws"]]}
                            for pair in table["pairs"]]} for table in document["tables"]]}  # fmt: skip
    assert not any(figures_decide.has_map(table) for table in empty["tables"])
    assert map_pictures(empty, load("besi-double")) == []


def run(first, most, fewest, lead=12.0):
    told = None if lead is None else mean(lead, 1.0)
    return {"first": first, "fewest": fewest, "most": most, "situations": 5000, "lead": told}


def pair_of(*runs, kept=3):
    rule = {"advice": list(runs), "kept": [{}] * kept, "looked_at": 48, "best": {}}
    return {
        "lower": "trump-marriage", "higher": "trump-quinte", "nested": True, "situations": 12_345,
        "lead": mean(-3.0, 1.0), "rule": rule, "arises": mean(0.1, 0.01),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("runs", "sentence"),
    [
        ([run("higher", 24, 1)], "Trump quinte before trump marriage, always."),
        ([run("lower", 24, 1)], "Trump marriage before trump quinte, always."),
        (
            [run("lower", 24, 5), run("higher", 4, 1)],
            "Trump marriage before trump quinte while 5 or more draws remain; "
            "once 4 or fewer remain the trump quinte first.",
        ),
        (
            [run("lower", 24, 9), run(None, 8, 6), run("higher", 5, 1)],
            "Trump marriage before trump quinte while 9 or more draws remain; with 6 to 8 it can't be told; "
            "once 5 or fewer remain the trump quinte first.",
        ),
        (
            [run("lower", 24, 4), run(None, 3, 2), run("higher", 1, 1)],
            "Trump marriage before trump quinte while 4 or more draws remain; with 2 or 3 it can't be told; "
            "before the last draw the trump quinte first.",
        ),
        (
            [run(None, 24, 5), run("higher", 4, 1)],
            "Trump quinte before trump marriage once 4 or fewer draws remain; before that it can't be told.",
        ),
        (
            [run(None, 24, 2), run("higher", 1, 1)],
            "Trump quinte before trump marriage before the last draw; before that it can't be told.",
        ),
        (
            [run("higher", 24, 9), run(None, 8, 1)],
            "Trump quinte before trump marriage while 9 or more draws remain; "
            "once 8 or fewer remain it can't be told.",
        ),
        (
            [run(None, 24, 20), run("lower", 19, 9), run("higher", 8, 1)],
            "Trump marriage before trump quinte with 9 to 19 draws left; once 8 or fewer remain the trump "
            "quinte first; with 20 or more it can't be told.",
        ),
        (
            [run(None, 24, 1)],
            "No difference could be shown whether trump marriage or trump quinte comes first.",
        ),
    ],
)  # fmt: skip
def test_the_rule_for_the_wall_in_words(runs, sentence):
    assert advice_sentence(pair_of(*runs), DRAWS) == sentence


def test_what_makes_no_difference_is_not_said_to_be_unknown(documents):
    assert "It makes no difference" in advice_sentence(
        pair_of(run(None, 24, 1)) | {"lead": mean(0.0, 0.0)}, DRAWS
    )
    (table, _) = documents["besi-quatre"]["tables"]
    told = [advice_sentence(pair, 20) for pair in table["pairs"] if pair["rule"]]
    assert told
    assert all(sentence.startswith("It makes no difference") for sentence in told)


def test_figures_have_the_sign_of_the_group_advised():
    pair = pair_of(run("lower", 24, 6, 16.6), run(None, 5, 5, 3.9), run("higher", 4, 1, -95.2), kept=2)
    assert figures_sentence(pair, DRAWS) == (
        "With 6 or more draws left the trump marriage first: +16.6 ± 2.0; with 5 draws left not settled (the "
        "trump marriage first: +3.9 ± 2.0); with 4 or fewer draws left the trump quinte first: +95.2 ± 2.0. "
        "Of 48 rules two may be the best. 12,345 situations."
    )
    alone = figures_sentence(pair_of(run(None, 24, 1, None), kept=1), DRAWS)
    assert alone == (
        "At any draw too few situations (5,000). Of 48 rules one is clearly the best. 12,345 situations."
    )


HOFFMANN = "Hoffmann (1909), who late in a deal puts the higher group first,"


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        (
            [pair_of(run("lower", 24, 5), run("higher", 4, 1, -95.2))] * 2,
            f"{HOFFMANN} is right for both pairs, in points a situation: trump quinte from 4 draws left "
            "on (+95.2 ± 2.0) and trump quinte from 4 draws left on (+95.2 ± 2.0).",
        ),
        (
            [pair_of(run("higher", 24, 1, -5.0)), pair_of(run(None, 24, 1)), pair_of(run("lower", 24, 1))],
            f"{HOFFMANN} is right for one of three pairs, in points a situation: trump quinte at every draw "
            "(+5.0 ± 2.0); he is wrong for trump marriage and trump quinte.",
        ),
        (
            [pair_of(run(None, 24, 1))],
            f"{HOFFMANN} can't be shown right for trump marriage and trump quinte.",
        ),
        (
            [pair_of(run(None, 24, 1)) | {"lead": mean(0.0, 0.0)}],
            f"{HOFFMANN} is neither right nor wrong for trump marriage and trump quinte: it makes no "
            "difference.",
        ),
        ([pair_of(run("lower", 24, 1))] * 2, f"{HOFFMANN} is wrong for both pairs."),
        (
            [pair_of(run(None, 24, 2)) | {"rule": None}],
            "Hoffmann (1909) can't be judged: no pair of his is seen together often enough.",
        ),
    ],
)  # fmt: skip
def test_whether_hoffmann_was_right(pairs, said):
    assert hoffmann_sentence({"pairs": pairs}, DRAWS) == said


def test_a_pair_of_two_suits_says_so():
    two_suits = {"lower": "marriage", "higher": "quinte", "nested": False}
    assert pair_words(two_suits) == "plain marriage before plain quinte of another suit"
    assert pair_words({**two_suits, "nested": True}, "or") == "plain marriage or plain quinte"
    apart = {"lower": "marriage", "higher": "trump-quinte", "nested": False}
    assert pair_words(apart) == "plain marriage before trump quinte"
