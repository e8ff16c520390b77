"""The command compare with orders or players: its document, its three forms, its words, its picture."""

import csv
import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from reports.numbers import change_text
from reports.round_robin import many_at_once, result_sentences, told_rows
from reports.rows import round_robin_rows
from simulate.catalogue import load
from tests.command_line import KEYS, answer, besi, check_refused

PLAYED = ["--deals", "300", "--seed", "5", "--threads", "1"]
NESTED = ("nested-first", "highest-first")
ORDERS = ["--order", "highest-first,nested-first,none"]
ROW = {
    "name", "against", "points", "points_corrected", "clear", "wins", "ties", "losses", "game_value", "team",
    "groups",
}  # fmt: skip


def compare(*words: str) -> Result:
    return besi("compare", *words)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return answer("compare", "besi-double", *ORDERS, *PLAYED)


def test_the_document_names_all_that_the_contract_does_and_what_was_played(document: dict[str, Any]) -> None:
    assert document.keys() == KEYS | {
        "baseline", "variants", "compared", "contestants", "seatings", "comparisons", "corrected_level",
        "rows",
    }  # fmt: skip
    assert (document["seed"], document["deals"], document["variants"]) == (5, 300, None)
    assert (document["baseline"], document["compared"]) == ("highest-first", "orders")
    assert document["players"] == ["club", "club"]
    assert document["orders"] == document["contestants"] == ["highest-first", "nested-first", "none"]
    assert (document["seatings"], document["comparisons"]) == (6, 3)
    assert document["corrected_level"] == pytest.approx(1 - 0.05 / 3)
    assert [(row["name"], row["against"]) for row in document["rows"]] == [
        ("highest-first", "nested-first"), ("highest-first", "none"), ("nested-first", "highest-first"),
        ("nested-first", "none"), ("none", "highest-first"), ("none", "nested-first"),
    ]  # fmt: skip
    for row in document["rows"]:
        assert row.keys() == ROW
        assert row["points"]["level"] == 0.95
        corrected = row["points_corrected"]
        assert corrected["level"] == document["corrected_level"]
        assert corrected["low"] < row["points"]["low"]
        assert row["clear"] == (corrected["low"] > 0 or corrected["high"] < 0)
        assert sum(row[key]["count"] for key in ("wins", "ties", "losses")) == 300
        assert row["game_value"] is row["team"] is None
        names = {
            f"{quantity}{side}" for quantity in ("held", "declared") for side in ("", "_before", "_after")
        }
        assert all(group.keys() == {"group"} | names for group in row["groups"])
        tens = {group["group"]: group for group in row["groups"]}["four-tens"]
        assert tens["declared"] is tens["declared_before"] is tens["declared_after"] is None
        assert tens["held"] is not None
    declares_nothing = document["rows"][-1]["groups"]
    assert all(not group["declared_after"]["count"] for group in declares_nothing if group["declared"])


def test_several_players_are_compared_under_one_order() -> None:
    document = answer("compare", "besi-quatre", "--player", "random,club", "--order", "none", *PLAYED)
    assert (document["baseline"], document["compared"]) == ("random", "players")
    assert document["players"] == ["random", "club"]
    assert document["orders"] == ["none"] * 4
    random_among_club, club_among_random = document["rows"]
    assert random_among_club["points"]["high"] < 0 < club_among_random["points"]["low"]
    assert club_among_random["team"]["mean"] == -random_among_club["team"]["mean"] > 0
    assert document["comparisons"] == 2
    points, corrected = club_among_random["points"], club_among_random["points_corrected"]
    assert (corrected["level"], document["corrected_level"]) == (0.975, 0.975)
    assert corrected["low"] < points["low"] < points["high"] < corrected["high"]


def test_where_a_deal_is_a_game_its_value_is_told() -> None:
    document = answer("compare", "rubicon", "--player", "club,random", *PLAYED, "--deals", "20")
    club, random = document["rows"]
    assert club["game_value"]["mean"] == -random["game_value"]["mean"] > 0
    assert "The value of the game to the first: +" in result_sentences(club, document, load("rubicon"))[-1]


def test_an_order_file_is_told_with_a_hash_of_what_it_says(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[[phase]]\nrest = "lowest"\n', "utf-8")
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
    words = ["besi-double", "--order", f"late-highest:6,besi-double>four-kings,{file},lowest-first", *PLAYED]
    document = answer("compare", *words, "--deals", "40")
    names = ["late-highest:6", "besi-double>four-kings", f"{file}@{digest}", "lowest-first"]
    assert document["contestants"] == document["orders"] == names
    (same,) = [row for row in document["rows"] if (row["name"], row["against"]) == tuple(names[2:])]
    assert same["ties"]["count"] == 40


def test_threads_and_company_do_not_change_a_byte(document: dict[str, Any]) -> None:
    words = ["besi-double", *ORDERS, *PLAYED, "--json"]
    assert json.loads(compare(*words, "--threads", "2").stdout) == document
    two = answer("compare", "besi-double", "--order", "highest-first,none", *PLAYED)["rows"][0]
    three = document["rows"][1]
    for key in ROW - {"points_corrected", "clear"}:
        assert two[key] == three[key], f"{key} depends on who else is compared"


def test_the_table_tells_each_pair_once_with_a_sentence(document: dict[str, Any]) -> None:
    printed = compare("besi-double", *ORDERS, *PLAYED).stdout
    told = told_rows(document, load("besi-double"))
    assert [(row["name"], row["against"]) for row in told] == [
        ("nested-first", "highest-first"), ("none", "highest-first"), ("none", "nested-first"),
    ]  # fmt: skip
    text = " ".join(printed.split())
    for row in told:
        assert f"{row['name']} {row['against']} {change_text(row['points'])}" in text
        assert result_sentences(row, document, load("besi-double"))[0] in text
    assert "three comparisons are made at once" in text
    assert "98.33 % interval" in text
    assert "300 deals in each of six seatings, players all club, seed 5" in text
    assert "nested-first (after) against highest-first (before)." in text
    assert "none (after) against highest-first (before)." in text


def test_of_more_players_each_way_round_is_told_and_teams_have_a_column() -> None:
    printed = compare("besi-quatre", "--order", "highest-first,none", *PLAYED, "--deals", "40").stdout
    text = " ".join(printed.split())
    assert "Declaring highest-first among players who all declare nothing brings" in text
    assert "Declaring nothing among players who all declare highest-first costs" in text
    assert "Two of the first in one team against two of the second: −" in text
    assert "teams" in text
    assert "compared at once" not in text


def test_csv_has_every_estimate(document: dict[str, Any]) -> None:
    printed = compare("besi-double", *ORDERS, *PLAYED, "--csv").stdout
    lines = list(csv.DictReader(io.StringIO(printed)))
    assert len(lines) == len(round_robin_rows(document))
    groups = document["rows"][0]["groups"]
    estimates = 4 + sum(group[key] is not None for group in groups for key in ("held", "declared"))
    assert len(lines) == 6 * estimates
    row = document["rows"][2]
    points, wins, *_ = (line for line in lines if (line["name"], line["against"]) == NESTED)
    assert (points["quantity"], wins["quantity"]) == ("points", "wins")
    assert float(points["estimate"]) == row["points"]["mean"]
    assert float(points["corrected_high"]) == row["points_corrected"]["high"]
    assert points["clear"] == str(row["clear"])
    assert (int(wins["count"]), float(wins["estimate"])) == (row["wins"]["count"], row["wins"]["rate"])
    assert wins["clear"] == wins["corrected_low"] == ""
    (besi_line,) = (
        line
        for line in lines
        if (line["name"], line["against"], line["quantity"], line["group"]) == (*NESTED, "declared", "besi")
    )
    besi_group = {group["group"]: group for group in row["groups"]}["besi"]
    assert float(besi_line["before"]) == besi_group["declared_before"]["rate"]
    assert float(besi_line["after"]) == besi_group["declared_after"]["rate"]
    assert float(besi_line["estimate"]) == besi_group["declared"]["mean"]


def made_up(mean: float, se: float | None, ties: int = 10, clear: bool = True) -> dict[str, Any]:
    """A row of 100 deals, half of those that aren't level ahead."""
    half = 0.0 if se is None else 2 * se
    ends = {"low": None, "high": None} if se is None else {"low": mean - half, "high": mean + half}
    points = {"mean": mean, "se": se, "n": 100, **ends, "level": 0.95}

    def frequency(count: int) -> dict[str, Any]:
        return {"count": count, "n": 100, "rate": count / 100, "low": 0.0, "high": 1.0, "level": 0.95}

    ahead = (100 - ties) // 2
    return {
        "name": "none", "against": "lowest-first", "points": points, "clear": clear,
        "points_corrected": points | {"level": 0.99},
        "wins": frequency(ahead), "ties": frequency(ties), "losses": frequency(100 - ties - ahead),
        "game_value": None, "team": None,
    }  # fmt: skip


HEAD = {"compared": "orders", "comparisons": 3, "contestants": ["lowest-first", "none"]}


APART = "A player who declares nothing is 3.0 ± 1.0 points a deal"
SAID = [
    (
        made_up(-3.0, 0.5),
        f"{APART} behind one who declares lowest-first; of the deals 45 % ahead",
    ),
    (made_up(3.0, 0.5), f"{APART} ahead of one who declares lowest-first"),
    (made_up(3.0, 1.4, clear=False), "which may be luck among three comparisons"),
    (made_up(3.0, 2.0, clear=False), "no difference that can be told from luck, +3.0 ± 4.0 points a deal"),
    (made_up(0.0, 0.0, ties=100, clear=False), "exactly 0 points apart in every one of 100 deals"),
    (made_up(3.0, 0.5, ties=97), "Only three deals were not level: too few"),
    (made_up(3.0, None, ties=0, clear=False), "+3.00 points in the one deal played, which tells little"),
]


@pytest.mark.parametrize(("row", "said"), SAID, ids=lambda part: part[:40] if isinstance(part, str) else "")
def test_sentences_say_no_more_than_the_figures_bear(row: dict[str, Any], said: str) -> None:
    sentences = " ".join(result_sentences(row, HEAD, load("besi-double")))
    assert said in sentences
    assert ("behind one" in sentences) == ("behind one" in said)
    assert ("luck" in sentences) == ("luck" in said)


def test_of_more_players_the_words_say_what_being_the_only_one_brings() -> None:
    row = made_up(-3.0, 0.5) | {"name": "random", "against": "club"}
    (sentence,) = result_sentences(row, HEAD | {"compared": "players"}, load("besi-trois"))
    assert sentence.startswith(
        "Playing like random among players all like club costs 3.0 ± 1.0 points a deal;"
    )


def test_joint_confidence_is_claimed_only_as_far_as_it_goes() -> None:
    row = made_up(3.0, 0.5)
    head = HEAD | {"rows": [row]}
    assert "hold together with 95 % confidence" in many_at_once(head)
    assert "together" not in many_at_once(head | {"comparisons": 1})


@pytest.mark.parametrize(("ending", "begins"), [(".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_a_picture_is_written_and_the_table_printed_all_the_same(
    ending: str, begins: bytes, tmp_path: Path
) -> None:
    path = tmp_path / f"orders{ending}"
    result = compare("besi-double", *ORDERS, *PLAYED, "--out", str(path))
    assert result.exit_code == 0, result.stderr
    assert path.read_bytes().startswith(begins)
    assert "nested-first" in result.stdout
    first = path.read_bytes()
    compare("besi-double", *ORDERS, *PLAYED, "--out", str(path))
    assert path.read_bytes() == first


WRONG = [
    (["besi-double"], ["compare what", "--order A,B", "--player A,B", "--with KEY=VALUE"]),
    (["besi-double", "--order", "nested-first"], ["'nested-first'", "--order A,B"]),
    (["besi-double", "--player", "random"], ["'random'", "--player A,B"]),
    (
        ["besi-double", "--order", "highest-first,none", "--player", "club,random"],
        ["'highest-first,none'", "'club,random'", "several of one"],
    ),
    (
        ["besi-double", "--order", "highest-first,none", "--with", "besi=50"],
        ["'highest-first,none'", "'besi=50'", "one of them"],
    ),
    (["besi-double", "--order", "highest-first,nested"], ["'nested'", "nested-first"]),
    (["besi-double", "--order", "highest-first,"], ["'highest-first,'"]),
    (["besi-simple", "--order", "highest-first,besi-double>besi"], ["'besi-double'", "worth nothing"]),
    (["besi-double", "--player", "club,clubs"], ["'clubs'", "players are", "club"]),
    (["besi-double", *ORDERS, "--exact"], ["--deals"]),
    (["besi-double", *ORDERS, "--json", "--csv"], ["--json", "--csv"]),
    (["besi-double", *ORDERS, "--out", "orders.txt"], ["'orders.txt'", ".png or .pdf"]),
    (["besi-double", "--with", "besi=50", "--out", "orders.png"], ["'orders.png'", "--with"]),
    (["biribi", *ORDERS], ["'biribi'", "besi edge"]),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), WRONG, ids=lambda part: " ".join(part)[:60])
def test_wrong_words_get_one_line_and_exit_code_2(words: list[str], said: list[str]) -> None:
    check_refused(compare(*words), said)
