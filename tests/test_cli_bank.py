"""The banking games' commands together: conjectures and users' wheels in each of them, and in reports."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.command_line import answer, besi, check_refused, csv_rows
from tests.wheels import WHEEL


def test_tables_of_a_conjecture_call_it_one_in_every_row() -> None:
    for words in (
        ("edge", "belle", "--exact"),
        ("evening", "belle", "--exact", "--rounds", "3"),
        ("ruin", "belle", "--purse", "3"),
    ):
        rows = csv_rows(*words)
        assert rows
        assert {(row["bet"], row["status"]) for row in rows} == {("plein (conjecture: 96)", "assumed")}


def test_a_users_wheel_has_evenings_and_ruin(wheel: str) -> None:
    assert answer("evening", wheel, "--exact", "--rounds", "36")["punter"]["level"] == pytest.approx(
        36 * 36**35 / 37**36
    )
    assert answer("ruin", wheel, "--purse", "1", "--goal", "36")["best"]["chance"] == pytest.approx(1 / 37)


def test_a_wheel_that_favours_the_punter_is_never_ahead(wheel: str) -> None:
    Path(wheel).write_text(WHEEL.replace('"36"', '"38"'))
    document = answer("ruin", wheel, "--purse", "10", "--goal", "20")
    assert document["fair"] is None
    # Of ten units each is staked by itself, and any win is enough.
    assert document["best"]["chance"] == pytest.approx(1 - (36 / 37) ** 10)
    assert document["best"]["error"] < 1e-12
    assert answer("evening", wheel, "--exact")["bank"]["ahead_for_good"]["rounds"] is None
    assert "never ahead" in besi("evening", wheel, "--exact").stdout


@pytest.mark.parametrize("returns", ["48", "37", "1", "1/2", "50000", "999999999/300000007"])
def test_a_report_and_a_table_of_any_return(wheel: str, tmp_path: Path, returns: str) -> None:
    Path(wheel).write_text(WHEEL.replace('"36"', f'"{returns}"'))
    out = tmp_path / "wheel.pdf"
    written = besi("report", "--rules", wheel, "--exact", "--out", str(out))
    assert written.exit_code == 0, repr(written.exception)
    assert out.stat().st_size
    words = ("ruin", "--rules", wheel, "--purse", "3", "--csv")
    if returns in ("1", "1/2"):
        check_refused(besi(*words), ["no bet asked for gains anything"])
    else:
        assert len(besi(*words).stdout.splitlines()) == 6


def test_a_report_tells_what_each_system_reaches(tmp_path: Path) -> None:
    assert besi("report", "belle", "--exact", "--out", str(tmp_path / "belle")).exit_code == 0
    names = {path.name for path in (tmp_path / "belle").iterdir()}
    assert {"belle-ruin.png", "belle-systems.png", "belle-losses.png"} <= names


def test_a_report_tells_of_one_punter_where_a_tables_outcomes_are_too_many(
    wheel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(wheel).write_text(WHEEL.replace("covers = 1", "covers = 1\nstays = 1"))
    check_refused(besi("evening", wheel, "--exact"), ["72,001 outcomes"])
    bundles = []
    monkeypatch.setattr("reports.book.build_report", lambda made, *others: bundles.extend(made) or [])
    assert besi("report", wheel, "--exact", "--out", str(tmp_path / "wheel.pdf")).exit_code == 0
    (bundle,) = bundles
    assert (bundle.evening["rounds"], bundle.evening["punters"]) == (200, 1)


def test_a_report_on_banks_alone_tells_of_no_deals(wheel: str, tmp_path: Path) -> None:
    out = tmp_path / "wheel.pdf"
    assert besi("report", wheel, "--exact", "--player", "random", "--out", str(out)).exit_code == 0
    told = " ".join(" ".join(page.extract_text() for page in PdfReader(out).pages).split())
    assert "--deals 0 --seed 1" in told
    assert "Every house edge is exact" in told
    for word in ("--player", "--order", "declaring", "trick", "seats"):
        assert word not in told, word


def test_a_note_that_several_bets_share_is_told_once_on_the_page_of_rules(tmp_path: Path) -> None:
    out = tmp_path / "biribi.pdf"
    assert besi("report", "biribi", "--exact", "--out", str(out)).exit_code == 0
    told = " ".join(" ".join(page.extract_text() for page in PdfReader(out).pages).split())
    rules = told[told.index("The rules of biribi") :]
    assert rules.count("no table of the board's places is found") == 1
    assert rules.count("as above") == 5


def test_letters_that_the_pages_lack_are_told_in_one_line(wheel: str, tmp_path: Path) -> None:
    Path(wheel).write_text(WHEEL.replace("A wheel", "轮盘 рулетка 轮"))
    written = besi("report", wheel, "--exact", "--out", str(tmp_path / "wheel.png"))
    assert written.exit_code == 0, repr(written.exception)
    assert written.stderr == "besi: the report has boxes for what its fonts lack: 轮盘\n"
