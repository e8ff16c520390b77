"""The command compare: its three forms, its baseline, and its one line for every error."""

import json

import pytest
from click.testing import Result

from tests.command_line import answer, besi, check_refused

PLAYED = ["--deals", "300", "--seed", "5", "--player", "random"]


def compare(*words: str) -> Result:
    return besi("compare", *words)


def test_the_command_answers_in_all_three_forms() -> None:
    words = ["besi-double", "--with", "four_tens=20", "--with", "panache=true,quinte=90", *PLAYED]
    document = answer("compare", *words)
    assert [variant["with"] for variant in document["variants"]] == [
        {"four_tens": 20}, {"panache": True, "quinte": 90},
    ]  # fmt: skip
    assert (document["seed"], document["deals"], document["players"]) == (5, 300, ["random", "random"])
    for words_and_form in ([*words, "--csv"], words):
        result = compare(*words_and_form)
        assert result.exit_code == 0, result.stderr
        assert "panache=true" in result.stdout


def test_the_baseline_is_the_game_as_it_is_set() -> None:
    words = ["besi-double", "--set", "brisque_points=20", "--with", "brisque_points=10", *PLAYED]
    (back,) = answer("compare", *words)["variants"]
    assert back["points"]["mean"] == -80


def test_a_list_may_have_commas() -> None:
    words = ["besi-double", "--with", "removed=7C,7D,besi=50", *PLAYED, "--deals", "20"]
    assert answer("compare", *words)["variants"][0]["with"] == {"removed": ["7C", "7D"], "besi": 50}


def test_threads_and_company_do_not_change_a_byte() -> None:
    words = ["besi-double", "--with", "must_beat=false", *PLAYED, "--json"]
    one, two = (compare(*words, "--threads", threads).stdout for threads in ("1", "2"))
    assert one == two
    several = answer("compare", *words[:-1], "--with", "four_tens=20")["variants"]
    assert several[0] == json.loads(one)["variants"][0], "a variant's figures don't depend on the others"


WRONG = [
    (["besi-double"], ["--with", "KEY=VALUE"]),
    (["--with", "figures=true"], ["GAME"]),
    (["biribi", "--with", "numbers=36"], ["'biribi'", "besi edge"]),
    (["besi-double", "--with", "besi=40"], ["'besi=40'", "changes nothing"]),
    (["besi-double", "--set", "besi=50", "--with", "besi=50"], ["'besi=50'", "changes nothing"]),
    (["besi-double", "--with", "seats=4,packs=3"], ["'seats=4,packs=3'", "4 seats", "2"]),
    (
        ["besi-double", "--with", "lower_after_highest=false"],
        ["--with", "'lower_after_highest=false'", "no parameter"],
    ),
    (["besi-double", "--with", "figures"], ["--with 'figures'", "KEY=VALUE"]),
    (["besi-double", "--with", ""], ["--with ''", "KEY=VALUE"]),
    (["besi-double", "--with", "hand_size=99"], ["hand_size=99", "16"]),
    (["besi-double", "--with", "figures=true", "--exact"], ["--deals"]),
    (["besi-double", "--with", "figures=true", "--deals", "0"], ["--deals"]),
    (["besi-double", "--with", "figures=true", "--player", "clubs"], ["'clubs'"]),
    (["besi-double", "--with", "figures=true", "--player", "club,club,club"], ["club,club,club"]),
    (["besi-double", "--with", "figures=true", "--json", "--csv"], ["--json", "--csv"]),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=lambda part: " ".join(part)[:60])
def test_wrong_words_get_one_line_and_exit_code_2(words: list[str], said: list[str]) -> None:
    check_refused(compare(*words), said)
