"""The command decide: its forms, what it plays by default, its files, and its one line for every error."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import Result

from tests.command_line import KEYS, answer, besi, check_refused, modules_after

PLAYED = ["--deals", "3000", "--seed", "5", "--least", "40", "--threads", "1"]


def decide(*words: str) -> Result:
    return besi("decide", *words)


def test_both_conventions_are_played_unless_one_is_set() -> None:
    document = answer("decide", "besi-double", *PLAYED)
    assert set(document) == KEYS | {"least", "tables"}
    assert (document["seed"], document["deals"], document["least"]) == (5, 3000, 40)
    assert (document["players"], document["orders"]) == (["club"] * 2, ["highest-first"] * 2)
    assert [table["lower_after_higher"] for table in document["tables"]] == [True, False]
    assert (
        document["tables"][0]["rules_hash"] == document["rules_hash"] != document["tables"][1]["rules_hash"]
    )
    for way in ("lower_after_higher=false", "lower-after-higher = false"):
        (only,) = answer("decide", "besi-double", "--set", way, *PLAYED)["tables"]
        assert only == document["tables"][1]


def test_rows_and_table_tell_the_same_as_the_document() -> None:
    words = ["besi-double", "--set", "besi=50", *PLAYED]
    document = answer("decide", *words)
    result = decide(*words, "--csv")
    assert result.exit_code == 0, result.stderr
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert len(rows) == sum(1 + len(pair["draws"]) for table in document["tables"] for pair in table["pairs"])
    place = iter(rows)
    settled = 0
    for table in document["tables"]:
        for pair in table["pairs"]:
            for cell in (pair, *pair["draws"]):
                row = next(place)
                assert row["lower_after_higher"] == str(table["lower_after_higher"])
                assert (row["lower"], row["higher"]) == (pair["lower"], pair["higher"])
                told = cell["situations"] if cell is pair else cell["arises"]["count"]
                assert int(row["situations"]) == told
                assert row["fewest"] == ("1" if cell is pair else str(cell["draws"]))
                assert (row["lead_mean"] == "") == (cell["lead"] is None)
                if cell["lead"] is not None:
                    assert float(row["lead_mean"]) == cell["lead"]["mean"]
                settled += row["first"] != ""
    assert settled > 5
    table = decide(*words).stdout
    for said in ("Hoffmann (1909)", "trump marriage before trump quinte", "2 to 4 draws", "forbidden",
                 "fewer than 40 situations", "3,000 deals of two sensible players"):  # fmt: skip
        assert said in table, said


def test_neither_threads_nor_company_change_a_byte() -> None:
    words = ["decide", "besi-double", *PLAYED, "--json"]
    one, two = besi(*words).stdout, besi(*words[:-3], "--threads", "2", "--json").stdout
    assert one == two


@pytest.mark.slow
def test_each_player_has_tables_of_his_own() -> None:
    document = answer("decide", "besi-double", *PLAYED, "--player", "random,club")
    assert document["players"] is None
    assert [table["player"] for table in document["tables"]] == ["random", "random", "club", "club"]
    assert document["tables"][2:] == answer("decide", "besi-double", *PLAYED)["tables"]
    told = decide("besi-double", *PLAYED, "--player", "random,club").stdout
    assert told.index("players who play at random") < told.index("sensible players")


ONE_WAY = ["besi-double", *PLAYED, "--set", "lower_after_higher=false"]


@pytest.mark.parametrize(("name", "begins"), [("wall.pdf", b"%PDF"), ("wall.png", b"\x89PNG")])
def test_pages_are_written(tmp_path: Path, name: str, begins: bytes) -> None:
    path = tmp_path / name
    result = decide(*ONE_WAY, "--out", str(path))
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines()[-1] == str(path)
    assert path.read_bytes().startswith(begins)


@pytest.mark.slow
def test_a_folder_gets_every_figure(tmp_path: Path) -> None:
    result = decide(*ONE_WAY, "--out", str(tmp_path / "figures"), "--json")
    assert json.loads(result.stdout)["game"] == "besi-double"
    names = sorted(file.name for file in (tmp_path / "figures").iterdir())
    assert names == ["besi-double-first-club-forbidden.png", "besi-double-wall-club.png"]


def test_help_loads_neither_the_compiler_nor_pictures() -> None:
    assert not modules_after("decide", "--help") & {"numba", "matplotlib", "numpy"}


NO_VALUES = [
    word
    for group in ("trump_marriage", "besi", "besi_double", "four_aces", "four_kings", "four_queens",
                  "four_jacks", "trump_quinte", "quinte")
    for word in ("--set", f"{group}=none")
]  # fmt: skip

WRONG = [
    ([], ["GAME", "besi-double"]),
    (["biribi"], ["'biribi'", "besi edge"]),
    (["besi-doubel"], ["'besi-doubel'", "besi-double"]),
    (["besi-double", "--exact"], ["--deals 1"]),
    (["besi-double", "--deals", "0"], ["--deals 1"]),
    (["besi-double", "--least", "0"], ["'0'", "situations", "1 to"]),
    (["besi-double", "--least", "few"], ["'few'", "situations"]),
    (["besi-double", "--player", "clubs"], ["'clubs'", "club"]),
    (["besi-double", "--player", "club,,random"], ["'club,,random'", "commas"]),
    (["besi-double", "--player", "club,club"], ["'club,club'", "once"]),
    (["besi-double", "--set", "lower_after_higher=perhaps"], ["perhaps"]),
    (["besi-double", "--json", "--csv"], ["--json", "--csv"]),
    (["besi-double", "--out", "wall.gif"], ["'wall.gif'", ".pdf", ".png"]),
    (["besi-double", *NO_VALUES], ["no two groups", "besi-double"]),
    (["besi-double", "--order", "none"], ["--order"]),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=lambda part: " ".join(part)[:60])
def test_wrong_words_get_one_line_and_exit_code_2(words: list[str], said: list[str]) -> None:
    check_refused(decide(*words), said)


def test_what_cannot_be_written_is_told_before_a_card_is_dealt(tmp_path: Path) -> None:
    result = decide("besi-double", "--out", str(tmp_path / "no" / "wall.pdf"), "--deals", "1e12")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
