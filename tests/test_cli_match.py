"""The command ``match``: its documents, tables and pictures, and what it refuses."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.command_line import KEYS, answer, besi, check_refused, modules_after

FEW = ["--deals", "400", "--matches", "60", "--seed", "5", "--threads", "1"]
MEAN = {"mean", "se", "n", "low", "high", "level"}
FREQUENCY = {"count", "n", "rate", "low", "high", "level"}


def test_the_document_of_two_unlike_players() -> None:
    document = answer("match", "besi-simple", *FEW, "--player", "club,random", "--set", "target=200")
    assert set(document) >= KEYS
    assert document["players"] == ["club", "random"]
    assert (document["target"], document["matches"], document["deals"]) == (200, 60, 400)
    assert (document["score"], document["alike"], document["distinct"]) == ([0, 0], False, 2)
    for side in document["sides"]:
        assert side["players"] == [side["side"]]
        assert set(side["wins"]) == FREQUENCY
        assert side["wins"]["n"] == 120
        assert set(side["worked_out"]) == MEAN
        assert [place["wins"]["n"] for place in side["places"]] == [60, 60]
        assert sum(place["wins"]["count"] for place in side["places"]) == side["wins"]["count"]
    assert sum(side["wins"]["count"] for side in document["sides"]) == 120
    assert sum(side["worked_out"]["mean"] for side in document["sides"]) == pytest.approx(1)
    assert sum(place["worked_out"]["mean"] for place in document["places"]) == pytest.approx(1)
    lead = document["lead"]
    first, last = (place["wins"]["rate"] for place in document["places"])
    assert lead["played"]["mean"] == pytest.approx(first - last)
    assert lead["worked_out"]["mean"] == pytest.approx(2 * document["places"][0]["worked_out"]["mean"] - 1)
    assert document["ends"]["any"]["rate"] == 1
    for ends in (document["ends"], document["first_deal"]):
        counts = {end["cause"]: end["matches"]["count"] for end in ends["causes"]}
        assert sum(counts.values()) == ends["any"]["count"]
        assert ends["at_once"]["count"] == ends["any"]["count"] - counts["count"]
    won = document["first_deal"]["won"]
    assert sum(entry["matches"]["count"] for entry in won) == document["first_deal"]["any"]["count"]
    assert all(entry["place"] == (entry["side"] - entry["leader"]) % 2 for entry in won)
    length = document["length"]
    assert sum(line["matches"]["count"] for line in length["distribution"]) == 120
    deals = sum(line["deals"] * line["matches"]["count"] for line in length["distribution"])
    assert length["deals"]["mean"] == pytest.approx(deals / 120)
    assert 1 <= length["quantiles"]["50%"] <= length["quantiles"]["90%"]
    assert document["step"] == 20
    assert [(line["leader"], line["score"], line["other"]) for line in document["scores"]] == [
        (leader, score, other)
        for leader in (0, 1)
        for score in range(0, 200, 20)
        for other in range(0, 200, 20)
    ]
    leading = document["sides"][0]["places"][0]["worked_out"]
    assert document["scores"][0]["wins"] == leading


def test_players_alike_differ_by_who_leads_alone() -> None:
    document = answer("match", "besi-simple", *FEW, "--set", "target=200", "--step", "100")
    assert (document["alike"], document["distinct"]) == (True, 1)
    assert [side["wins"]["rate"] for side in document["sides"]] == [0.5, 0.5]
    assert document["places"][0]["wins"]["n"] == 60
    assert {line["leader"] for line in document["scores"]} == {None}
    assert len(document["scores"]) == 4
    assert answer("match", "besi-simple", *FEW, "--set", "target=200", "--step", "100") == document


def test_three_sides_are_played_only_and_the_table_says_so() -> None:
    words = ["match", "besi-trois", *FEW, "--set", "target=300"]
    document = answer(*words)
    assert document["scores"] is None
    assert document["step"] is None
    assert [place["worked_out"] for place in document["places"]] == [None] * 3
    assert document["deals"] == 400
    assert sum(place["wins"]["count"] for place in document["places"]) == 60
    told = besi(*words)
    assert told.exit_code == 0
    assert "the chance from every score is not worked out" in told.stdout
    assert "the second player" in told.stdout


def test_from_another_score_sides_are_told_apart() -> None:
    words = ["match", "besi-simple", *FEW, "--score", "400,100"]
    document = answer(*words)
    assert document["score"] == [400, 100]
    assert document["distinct"] == 2
    assert document["sides"][0]["worked_out"]["mean"] > 0.9
    assert document["sides"][0]["wins"]["rate"] > 0.8
    same = [line for line in document["scores"] if (line["score"], line["other"]) == (400, 100)]
    assert same[0]["wins"] == document["sides"][0]["places"][0]["worked_out"]
    assert "from 400 to 100, A (club) wins" in besi(*words).stdout


def test_teams_and_tables_in_sentences() -> None:
    told = besi("match", "besi-quatre", *FEW, "--player", "club,random,club,random").stdout
    assert told.startswith("At besi à quatre to 1,500, A (club) wins ")
    assert "the side that leads first" in told
    assert "Chance in per cent of A (club), whose player 0 (club) leads the next deal, to win" in told
    assert "120 matches, 60 for every one of 2 who may lead first, and 400 deals" in told
    alike = besi("match", "besi-double", *FEW).stdout
    assert alike.startswith("At besi double to 1,000, ")
    assert "Matches played to the end: the player who leads first wins " in alike
    assert "60 matches, and 400 deals looked at by themselves" in alike
    counted = besi("match", "besigue", *FEW).stdout
    assert "won at once" not in counted
    assert "points marked in play" not in counted


def test_csv_has_a_line_for_each_estimate() -> None:
    result = besi("match", "besi-simple", *FEW, "--csv", "--step", "250")
    lines = list(csv.DictReader(io.StringIO(result.stdout)))
    quantities = {line["quantity"] for line in lines}
    assert quantities == {"wins", "lead", "deals", "length", "ends", "first_deal", "from_score"}
    scores = [(line["score"], line["other"]) for line in lines if line["quantity"] == "from_score"]
    assert scores == [("0", "0"), ("0", "250"), ("250", "0"), ("250", "250")]
    for line in lines:
        assert float(line["low"]) <= float(line["estimate"]) <= float(line["high"])


def test_out_writes_a_picture_the_same_bytes_every_time(tmp_path: Path) -> None:
    words = ["match", "besi-simple", *FEW, "--step", "250"]
    written = {}
    for name, first in (("match.png", b"\x89PNG"), ("again.PNG", b"\x89PNG"), ("match.pdf", b"%PDF")):
        result = besi(*words, "--out", str(tmp_path / name))
        assert result.exit_code == 0, result.stderr
        written[name] = (tmp_path / name).read_bytes()
        assert written[name].startswith(first)
    assert written["match.png"] == written["again.PNG"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rubicon"], ["rubicon", "a deal is a game by itself", "besi simulate rubicon"]),
        (["biribi"], ["'biribi'", "besi edge"]),
        (["besi-simple", "--set", "target=none"], ["besi-simple has no target", "--set target=N"]),
        (["besi-simple", "--exact"], ["nothing of a match is exact"]),
        (["besi-simple", "--deals", "0"], ["nothing of a match is exact"]),
        (["besi-simple", "--matches", "0"], ["nothing of a match is exact"]),
        (["besi-simple", "--deals", "19"], ["--deals '19'", "20 or more"]),
        (["besi-simple", "--matches", "2e9"], ["'2e9'", "a whole number of matches from 0 to 10^9"]),
        (["besi-simple", "--score", "100"], ["--score '100'", "2 sides"]),
        (["besi-simple", "--score", "100,x"], ["'100,x'", "as 500,300"]),
        (["besi-simple", "--score", "-10,0"], ["'-10,0'", "as 500,300"]),
        (["besi-simple", "--score", "500,0"], ["--score '500,0'", "over then"]),
        (["besi-simple", "--score", "105,0"], ["--score '105,0'", "multiples of 10"]),
        (["besi-simple", "--step", "15"], ["--step '15'", "multiples of 10"]),
        (["besi-simple", "--step", "0"], ["'0'", "1 to 1000000"]),
        (["besi-simple", "--out", "x.json"], ["--out 'x.json'", ".pdf or .png"]),
        (["besi-simple", "--set", "target=1000000"], ["target=1000000", "22,223 deals"]),
        (["besi-simple", "--player", "clubb"], ["'clubb'"]),
        (["besi-simple", "--json", "--csv"], ["--json and --csv"]),
    ],
)
def test_what_cant_be_played_is_refused(words: list[str], said: list[str]) -> None:
    check_refused(besi("match", *words), said)


def test_help_loads_neither_compiler_nor_pictures() -> None:
    assert not {"numba", "matplotlib"} & modules_after("match", "--help")


def test_a_wide_table_of_scores_is_left_out_where_there_are_too_many() -> None:
    words = ["match", "besi-simple", *FEW, "--set", "figures=true", "--set", "target=800"]
    document = json.loads(besi(*words, "--json").stdout)
    assert document["scores"] is None
    assert document["places"][0]["worked_out"] is None
    assert "too many" in besi(*words).stdout
