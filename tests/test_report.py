"""The report as files: pages, pictures, the same bytes again, and nothing half-written."""

import io
from pathlib import Path

import matplotlib
import pytest
from matplotlib.text import Text
from pypdf import PdfReader
from report_samples import edge_sample, odds_sample, simulation_sample

from reports.book import BankReport, GameReport, build_report, report_pages
from reports.chapters import answer_page
from reports.pages import Column, Pages
from reports.style import printed
from simulate.catalogue import load

COMMAND = "besi report besi-trois biribi --out report.pdf --deals 200k --seed 7"
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def bundles():
    game = GameReport(load("besi-trois"), odds_sample("besi-trois"), simulation_sample("besi-trois"))
    return [game, BankReport(load("biribi"), edge_sample())]


@pytest.fixture(scope="module")
def pdf(bundles, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "report.pdf"
    assert build_report(bundles, path, COMMAND) == [path]
    return path.read_bytes()


@pytest.fixture(scope="module")
def pages(pdf):
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


def test_the_same_command_gives_the_same_bytes(bundles, pdf, tmp_path):
    path = tmp_path / "again.pdf"
    build_report(bundles, path, COMMAND)
    assert path.read_bytes() == pdf


def test_pages_are_a4_and_numbered(pdf, pages):
    reader = PdfReader(io.BytesIO(pdf))
    for page in reader.pages:
        assert float(page.mediabox.width) == pytest.approx(595.28, abs=0.1)
        assert float(page.mediabox.height) == pytest.approx(841.89, abs=0.1)
    assert reader.metadata.get("/CreationDate") is None
    for number, text in enumerate(pages, 1):
        assert f"{number} / {len(pages)}" in text
        assert number == 1 or "besi · Besi à trois, Biribi" in text
    assert 7 <= len(pages) <= 10


def test_fonts_are_embedded(pdf):
    fonts = set()
    for page in PdfReader(io.BytesIO(pdf)).pages:
        for reference in page["/Resources"]["/Font"].values():
            font = reference.get_object()
            for inner in font.get("/DescendantFonts", [font]):
                fonts.add(font["/BaseFont"])
                assert "/FontFile2" in inner.get_object()["/FontDescriptor"].get_object()
    assert len(fonts) >= 3
    assert all("DejaVu" in name for name in fonts)


def test_page_one_asks_and_answers(pages):
    first = pages[0]
    assert COMMAND in first
    assert "How often does a player of besi à trois come by each group of cards" in first
    assert "What does the bank make at biribi?" in first
    assert "A player is dealt a besi triple once in 1,003,299 deals." in first
    assert "In 200,000 deals of three sensible players nobody declared a besi triple" in first
    assert "somebody declares a besi double about once in 13 deals" in first
    assert "The leader makes 3.21 ± 0.79 points a deal more than the mean of the others." in first
    assert "the bank keeps 3/35, 8.57 %: 6 of each 70 staked" in first
    assert "it kept 8.6 ± 1.5 % of the stakes" in first
    assert "is wrong" in first


def test_the_pages_carry_the_key_figures(pages):
    text = " ".join(pages)
    assert "Besi à trois: how rare is every group" in text
    assert "rarer than 1 in 162,000" in text
    assert "the odds of every group" in text
    assert "none in 600,000" in text
    assert "47.00 ± 0.20" in text
    assert "none declared in 200,000 deals" in text
    assert "WRONG reading: plein, 64 besides the stake: 1/14 = 7.143 %" in text
    assert "bank ahead" in text


def test_the_pages_tell_how_the_figures_were_made(pages):
    made = " ".join(pages[next(n for n, text in enumerate(pages) if "How the figures were made" in text) :])
    assert COMMAND in made
    assert "besi 0.1.0; version 1 of the random words." in made
    assert load("besi-trois").rules_hash in made
    assert "200,000 7 three sensible players highest-first" in made
    for key, origin in load("besi-trois").provenance.items():
        assert key in made
        assert origin.source in made
    assert "encyclopedia article BESI" in made
    assert "Not played: misdeals" in made


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (1.0, 3.0, "The leader makes 2.0 ± 1.0 points a deal more than the dealer."),
        (-3.0, -1.0, "The dealer makes 2.0 ± 1.0 points a deal more than the leader."),
        (-1.0, 3.0, "These deals are too few to say who has the advantage (the leader's points"),
    ],
)
def test_page_one_says_who_has_the_advantage(low, high, told):
    simulation = simulation_sample("besi-simple")
    simulation["lead"] = simulation["lead"] | {"mean": (low + high) / 2, "low": low, "high": high}
    assert told in page_one([GameReport(load("besi-simple"), odds_sample("besi-simple"), simulation)])


def test_one_deal_says_nothing_of_the_advantage():
    simulation = simulation_sample("besi-trois")
    simulation["lead"] = simulation["lead"] | {"low": None, "high": None, "se": None}
    first = page_one([GameReport(load("besi-trois"), odds_sample("besi-trois"), simulation)])
    assert "A deal brings the leader" in first
    assert "advantage" not in first
    assert "The leader makes" not in first


@pytest.mark.parametrize("game_id", ["besi-simple", "besi-double", "besi-trois", "besi-quatre", "rubicon"])
def test_a_games_rules_take_one_page(game_id):
    game = load(game_id)
    with printed():
        sheets = report_pages([GameReport(game, odds_sample(game_id, None), None)], COMMAND)
    last = texts_of(sheets[-1])
    assert "The rules of" in last
    assert game.faults.split()[-1] in last
    for key, origin in game.provenance.items():
        assert key in last
        for option in origin.options:
            assert f"({option.source}, {option.status})" in last


@pytest.mark.parametrize("rows", range(30, 90))
def test_a_table_that_runs_on_says_of_what_and_leaves_no_row_alone(rows):
    with printed():
        pages = Pages("besi")
        pages.new_page()
        places = pages.table(
            [Column("key", 40), Column("value", 40)],
            [[f"row {n}", ""] for n in range(rows)],
            again="On it goes",
        )
        told = [texts_of(sheet) for sheet in pages.sheets]
    on_last = sum(sheet is pages.sheets[-1] for sheet, _ in places)
    assert on_last >= 3
    assert ["On it goes" in text for text in told] == [False] + [True] * (len(told) - 1)
    assert all("key" in text for text in told)
    assert all(top <= sheet.bottom for sheet, top in places)


@pytest.mark.parametrize("above", range(44, 62))
@pytest.mark.parametrize("lines", [1, 2, 3, 4, 7])
def test_a_paragraph_leaves_no_line_alone(above, lines):
    with printed():
        pages = Pages("besi")
        pages.new_page()
        for _ in range(above):
            pages.paragraph("above", after=0)
        wide = "x" * 60
        pages.paragraph(" ".join([wide] * lines))
        told = [texts_of(sheet).count(wide) for sheet in pages.sheets]
    assert sum(told) == lines
    assert lines == 1 or 1 not in told


def texts_of(sheet):
    return " ".join(text.get_text() for text in sheet.figure.findobj(Text))


def page_one(bundles):
    with printed():
        return texts_of(report_pages(bundles, COMMAND)[0])


def test_an_answer_too_long_for_page_one_breaks_between_games(bundles):
    game, bank = bundles
    broken = 0
    for count in range(3, 12):
        pages = Pages(COMMAND)
        with printed():
            answer_page(pages, [*[game] * count, bank], COMMAND)
        last = texts_of(pages.sheets[-1])
        assert "the bank keeps 3/35" in last
        assert "is wrong" in last
        broken += len(pages.sheets) > 1 and "somebody declares" not in last
    assert broken


def test_an_exact_report_has_no_played_figures():
    game = GameReport(load("besi-simple"), odds_sample("besi-simple", None), None)
    bank = BankReport(load("biribi"), edge_sample(simulated=False))
    with printed():
        sheets = report_pages([game, bank], COMMAND)
    text = " ".join(text.get_text() for sheet in sheets for text in sheet.figure.findobj(Text))
    assert "A player is dealt a trump quinte" in text
    assert "exact only" in text
    assert "anyone declares" not in text
    assert "points of a deal" not in text
    assert "simulated rounds" not in text


def test_a_png_is_the_first_rarity_chart(bundles, tmp_path):
    path = tmp_path / "chart.png"
    assert build_report(bundles, path, COMMAND) == [path]
    once = path.read_bytes()
    assert once.startswith(PNG)
    build_report(bundles, path, COMMAND)
    assert path.read_bytes() == once


def test_a_folder_gets_every_figure(bundles, tmp_path):
    written = build_report(bundles, tmp_path / "figures", COMMAND)
    names = ["rarity", "points", "parts", "groups"]
    expected = [f"besi-trois-{name}.png" for name in names] + [
        f"biribi-{name}.png" for name in ("edge", "spread", "left")
    ]
    assert [path.name for path in written] == expected
    assert sorted(path.name for path in (tmp_path / "figures").iterdir()) == sorted(expected)
    assert all(path.read_bytes().startswith(PNG) for path in written)


def test_other_names_are_refused(bundles, tmp_path):
    with pytest.raises(ValueError, match=r"ends in \.pdf or \.png"):
        build_report(bundles, tmp_path / "report.docx", COMMAND)
    with pytest.raises(ValueError, match="a game at least"):
        build_report([], tmp_path / "report.pdf", COMMAND)
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_the_old_file_alone_and_no_other(bundles, tmp_path, monkeypatch):
    path = tmp_path / "report.png"
    path.write_bytes(b"the old picture")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        build_report(bundles, path, COMMAND)
    assert path.read_bytes() == b"the old picture"
    assert list(tmp_path.iterdir()) == [path]


def test_the_users_own_matplotlib_settings_change_nothing(tmp_path):
    bank = [BankReport(load("biribi"), edge_sample())]
    build_report(bank, tmp_path / "plain.png", COMMAND)
    with matplotlib.rc_context({"font.size": 20, "savefig.bbox": "tight", "axes.grid": True}):
        build_report(bank, tmp_path / "mine.png", COMMAND)
    assert (tmp_path / "mine.png").read_bytes() == (tmp_path / "plain.png").read_bytes()
