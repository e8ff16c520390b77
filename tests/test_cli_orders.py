"""The commands optimise and reference: their three forms, what they keep, and one line for every error."""

import csv
import io
import json
from pathlib import Path

import pytest

from simulate.catalogue import load
from simulate.duel import Duel
from simulate.order_texts import order_of
from simulate.race import SEARCH_FROM
from tests.command_line import KEYS, answer, besi, check_refused

BARRED = ["besi-double", "--set", "lower_after_higher=false", "--seed", "5"]
SEARCH = [*BARRED, "--race", "20", "--deals", "300"]
REFER = [*BARRED, "--deals", "30", "--rollouts", "4"]


def test_what_was_found_is_kept_and_its_gain_is_that_of_deals_never_searched(tmp_path: Path) -> None:
    path = tmp_path / "found.toml"
    document = answer("optimise", *SEARCH, "--out", str(path))
    assert document.keys() >= KEYS
    order = order_of(str(path))
    assert document["orders"] == [document["order"]["name"], "highest-first"] == [order.name, "highest-first"]
    assert document["order"]["phases"] == [
        {
            "draws": phase.draws,
            "ranking": [],
            "rest": phase.rest,
            "ahead": [list(pair) for pair in phase.ahead],
        }
        for phase in order.phases
    ]
    game = load("besi-double", ["lower_after_higher=false"])
    (values,) = Duel(game, ("club", "club"), [order]).values(5, 0, 300)
    assert document["gain"]["mean"] == pytest.approx(values.mean() / 2)
    assert document["gain"]["se"] == pytest.approx(values.std(ddof=1) / 2 / 300**0.5)
    counts = [document[key]["count"] for key in ("wins", "ties", "losses")]
    assert counts == [(values > 0).sum(), (values == 0).sum(), (values < 0).sum()]
    races = document["search"]["races"]
    played = sum(each["deals"] for race in races for each in race["rounds"])
    assert played == document["search"]["deals"] < SEARCH_FROM


def test_the_search_answers_in_words_and_as_csv_whatever_the_threads() -> None:
    table = besi("optimise", *SEARCH)
    assert table.exit_code == 0, table.stderr
    assert "none of which the search" in table.stdout
    lines = list(csv.DictReader(io.StringIO(besi("optimise", *SEARCH, "--csv").stdout)))
    assert [line["what"] for line in lines][:2] == ["gain", "race"]
    one, two = (besi("optimise", *SEARCH, "--json", "--threads", threads).stdout for threads in ("1", "2"))
    assert one == two
    assert json.loads(one)["gain"]["mean"] == float(lines[0]["mean"])


def test_where_orders_cannot_differ_the_search_says_that_nothing_gains() -> None:
    words = ["besi-double", "--set", "lay_down_all=true", "--race", "2", "--deals", "50"]
    document = answer("optimise", *words)
    assert (document["gain"]["mean"], document["gain"]["se"]) == (0, 0)
    assert document["ties"]["count"] == 50
    assert "No order was found that gains over declaring the highest first" in besi("optimise", *words).stdout


def test_the_reference_answers_in_all_three_forms() -> None:
    document = answer("reference", *REFER)
    assert document.keys() >= KEYS
    assert document["order"] == document["orders"][0] == order_of("best", barred()).name
    assert document["left"]["mean"] == pytest.approx(
        document["gain"]["mean"] - document["order_gain"]["mean"]
    )
    assert document["otherwise"]["mean"] <= document["decided"]["mean"]
    lines = list(csv.DictReader(io.StringIO(besi("reference", *REFER, "--csv").stdout)))
    assert [line["quantity"] for line in lines] == [
        "gain", "order_gain", "left", "share", "decided", "otherwise", "for_nothing",
    ]  # fmt: skip
    table = besi("reference", *REFER)
    assert table.exit_code == 0, table.stderr
    assert "30 deals of two sensible players" in table.stdout


def test_the_highest_first_gains_nothing_over_itself_and_no_share() -> None:
    document = answer("reference", *REFER, "--order", "highest-first")
    assert document["order_gain"]["mean"] == document["order_gain"]["se"] == 0


def barred():
    return load("besi-double", ["lower_after_higher=false"]).besi


WRONG = [
    (["optimise"], ["GAME"]),
    (["optimise", "biribi"], ["'biribi'"]),
    (["optimise", "besi-double", "--deals", "0"], ["--deals 1"]),
    (["optimise", "besi-double", "--exact"], ["--deals 1"]),
    (["optimise", "besi-double", "--race", "1"], ["--race 1", "2 deals"]),
    (["optimise", "besi-double", "--race", "x"], ["'x'", "10^12"]),
    (["optimise", "besi-double", "--out", "order.txt"], ["'order.txt'", ".toml"]),
    (["optimise", "besi-double", "--player", "clubs"], ["'clubs'"]),
    (["optimise", "besi-double", "--player", "club,club,club"], ["club,club,club"]),
    (["optimise", "besi-double", "--json", "--csv"], ["--json", "--csv"]),
    (["reference", "besi-double", "--order", "worst"], ["'worst'", "best"]),
    (["reference", "besi-double", "--rollouts", "1"], ["'1'", "2 to 1000"]),
    (["reference", "besi-double", "--caution", "-1"], ["'-1'", "0 to 100"]),
    (["reference", "besi-double", "--caution", "nan"], ["'nan'", "0 to 100"]),
    (["reference", "besi-double", "--deals", "0"], ["--deals 1"]),
    (["reference", "biribi"], ["'biribi'"]),
    (["simulate", "besi-double", "--order", "best@0123456789ab"], ["best@0123456789ab", "hash"]),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=lambda part: " ".join(part)[:60])
def test_wrong_words_get_one_line_and_exit_code_2(words: list[str], said: list[str]) -> None:
    check_refused(besi(*words), said)
