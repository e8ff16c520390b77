"""The command report: pages, a picture or a folder, of some games or of all."""

from pathlib import Path

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
