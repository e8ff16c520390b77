"""The command report: pages, a picture or a folder, of some games or of all."""

import io
from pathlib import Path

from pypdf import PdfReader

from tests.command_line import besi


def test_a_report_may_be_pages_a_picture_or_a_folder(tmp_path: Path) -> None:
    words = ["report", "biribi", "--exact", "--out"]
    for name, beginning in (("one.pdf", b"%PDF"), ("one.png", b"\x89PNG")):
        result = besi(*words, str(tmp_path / name))
        assert result.exit_code == 0
        assert result.stdout == f"{tmp_path / name}\n"
        assert (tmp_path / name).read_bytes().startswith(beginning)
    folder = tmp_path / "figures"
    written = besi(*words, str(folder)).stdout.split()
    assert sorted(written) == sorted(map(str, folder.iterdir()))
    assert {Path(name).suffix for name in written} == {".png"}
    refused = besi(*words, str(tmp_path / "one.jpeg"))
    assert refused.exit_code == 2
    assert "one.jpeg" in refused.stderr


def test_the_book_of_all_games_takes_no_names(tmp_path: Path) -> None:
    out = str(tmp_path / "map.png")
    for words in (["besi-simple"], ["--rules", "mine.toml"]):
        refused = besi("report", "--all", *words, "--exact", "--out", out)
        assert refused.exit_code == 2
        assert refused.stdout == ""
        assert " ".join(words) in refused.stderr
        assert refused.stderr.count("\n") == 1
    result = besi("report", "--all", "--exact", "--out", out)
    assert result.exit_code == 0
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


def test_four_banking_games_are_answered_on_page_one(tmp_path: Path) -> None:
    path = tmp_path / "banks.pdf"
    games = ("biribi", "biribi-36", "belle", "roulette-1798")
    assert besi("report", *games, "--deals", "20k", "--out", str(path)).exit_code == 0
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(path.read_bytes())).pages]
    for kept in ("plein the bank keeps 3/35", "keeps 1/9", "(conjecture: 96) the bank keeps", "keeps 1/40"):
        assert kept in pages[0]
    for words in ("after 4,417 rounds", "after 941 rounds", "couleur, 48.7 %", "is wrong", "a guess of ours"):
        assert words in pages[0]
    assert "Biribi: the house edge" in pages[1]
    (casanova,) = [page for page in pages if "Casanova's evening At Genoa" in page]
    assert "best possible play 1 in 1,296" in casanova
    assert "Machen: The Memoirs of Jacques Casanova" in " ".join(pages)
