"""The commands of odds: how rare a group is, what a dealt hand is worth, how often what one lacks arrives."""

import csv
import io
from fractions import Fraction

import pytest

from simulate.catalogue import GAME_IDS, load
from tests.command_line import KEYS, PLAYED, answer, besi, check_refused

TRIPLE = ["how-rare", "besi", "triple", "--given", "QS QS JD", "--draws", "14"]


def test_how_rare_besi_triple_is_exact() -> None:
    document = answer("how-rare", "besi", "triple", "--exact")
    assert document["game"] == "besi-trois"
    assert document["dealt"]["fraction"] == "33/33108868"
    assert document["received"]["fraction"] == "261/267007"
    assert document["reachable"]["fraction"] == "319/267007"
    assert document["dealt"]["one_in"] == pytest.approx(1_003_299.03)
    assert document["held"] is document["declared"] is document["anyone"]["held"] is None
    assert document.keys() >= KEYS


@pytest.mark.parametrize(
    "words", [["besi", "triple"], ["besi triple"], ["besi-triple"], ["Triple", "bésigue"]]
)
def test_a_group_is_asked_for_in_several_ways(words: list[str]) -> None:
    assert answer("how-rare", *words, "--exact") == answer("how-rare", "besi-triple", "--exact")


def test_the_default_game_is_the_first_that_gives_the_group_a_value() -> None:
    assert answer("how-rare", "besi", "--exact")["game"] == "besi-simple"
    assert answer("how-rare", "besi", "double", "--exact")["game"] == "besi-double"
    assert answer("how-rare", "besi", "double", "--game", "besi-trois", "--exact")["game"] == "besi-trois"


def test_how_rare_in_words_says_the_figures() -> None:
    result = besi("how-rare", "besi", "triple", "--exact")
    assert result.exit_code == 0
    for figure in ("1,003,299", "33/33108868", "261/267007", "319/267007"):
        assert figure in result.stdout


def test_exact_is_the_same_as_no_deals() -> None:
    assert besi("odds", "besi-simple", "--exact").stdout == besi("odds", "besi-simple", "--deals", "0").stdout


def test_odds_and_how_rare_show_the_same_estimates() -> None:
    table = answer("odds", "besi-trois", *PLAYED)["groups"]
    alone = answer("how-rare", "besi", "double", "--game", "besi-trois", *PLAYED)
    (entry,) = [group for group in table if group["group"] == "besi-double"]
    assert {key: alone[key] for key in entry} == entry
    assert entry["held"]["n"] == 900


def test_worth_is_a_document_of_exact_figures() -> None:
    document = answer("worth", "besi-simple")
    assert document.keys() == KEYS | {"best", "all"}
    assert document["game"] == "besi-simple"
    for reading in ("best", "all"):
        part = document[reading]
        lines = part["distribution"]
        chances = [Fraction(line["fraction"]) for line in lines]
        assert sum(chances) == 1
        points = [line["points"] for line in lines]
        assert points == sorted(points)
        mean = sum(chance * each for chance, each in zip(chances, points, strict=True))
        assert Fraction(part["mean"]["fraction"]) == mean
        assert part["mean"]["value"] == float(mean)
        variance = sum(chance * (each - mean) ** 2 for chance, each in zip(chances, points, strict=True))
        assert part["sd"] == pytest.approx(float(variance) ** 0.5)
        for place, line in enumerate(lines):
            assert Fraction(line["at_least"]["fraction"]) == sum(chances[place:])
        assert part["median"] == 0
    # A trump quinte outranks everything: it is the best group as often as it is dealt.
    trump_quinte = answer("how-rare", "trump quinte", "--game", "besi-simple", "--exact")["dealt"]
    top = document["best"]["distribution"][-1]
    assert top["points"] == 500
    assert {key: top[key] for key in trump_quinte} == trump_quinte


def test_worth_follows_the_rules() -> None:
    plain = answer("worth", "besi-double")
    for change in ("hand_size=9", "marriage=30", "point_multiplier=2", "lower_after_higher=false"):
        assert answer("worth", "besi-double", "--set", change)["all"] != plain["all"], change
    doubled = answer("worth", "besi-double", "--set", "point_multiplier=2")
    assert Fraction(doubled["all"]["mean"]["fraction"]) == 2 * Fraction(plain["all"]["mean"]["fraction"])


# Every game in the slow suite, some everyday.
SOME_GAMES = [
    pytest.param(game, marks=() if game in ("besi-simple", "besi-borgne-2", "rubicon") else pytest.mark.slow)
    for game in GAME_IDS
    if load(game).family == "besi"
]


@pytest.mark.parametrize("game", SOME_GAMES)
def test_worth_is_told_of_every_game(game: str) -> None:
    result = besi("worth", game)
    assert result.exit_code == 0
    first, *rest = result.stdout.splitlines()
    assert first.startswith("A hand dealt at ")
    assert first.endswith(".")
    said = "\n".join(rest)
    for words in (
        "The best single group: mean",
        "All groups laid down: mean",
        "standard deviation",
        "median",
    ):
        assert words in said


def test_a_small_worth_is_not_rounded_to_nothing() -> None:
    # Four aces and the four tens alone can score: 120 points in two of the 4,845 hands.
    court = "removed=KC,KD,KH,KS,QC,QD,QH,QS,JC,JD,JH,JS"
    told = besi("worth", "besi-simple", "--set", court, "--set", "hand_size=4").stdout
    assert "its best group is worth 0.025 points" in told.splitlines()[0]


def test_worth_as_csv() -> None:
    rows = list(csv.DictReader(io.StringIO(besi("worth", "besi-simple", "--csv").stdout)))
    document = answer("worth", "besi-simple")
    lines = [line for reading in ("best", "all") for line in document[reading]["distribution"]]
    assert [row["fraction"] for row in rows] == [line["fraction"] for line in lines]
    assert [row["at_least_fraction"] for row in rows] == [line["at_least"]["fraction"] for line in lines]
    assert {row["reading"] for row in rows} == {"best", "all"}


def test_a_hand_in_progress() -> None:
    document = answer(*TRIPLE)
    assert document["arrives"]["fraction"] == "2/713"
    assert document["given"] == ["Q♠", "Q♠", "J♦"]
    assert document["seen"] == []
    assert (document["draws"], document["unseen"], document["trump"]) == (14, 93, None)
    assert document["deals"] is document["held"] is None, "nothing is played unless deals are asked for"
    assert document["dealt"]["fraction"] == "33/33108868"
    assert document.keys() >= KEYS
    told = besi(*TRIPLE).stdout
    for part in (
        "Q♠ Q♠ J♦ in hand and 14 cards still to draw",
        "2/713",
        "any 14 of the 93",
        "name the whole",
    ):
        assert part in told
    assert told.splitlines()[0].startswith("With ")


def test_without_a_hand_its_fields_are_null() -> None:
    document = answer("how-rare", "besi", "--exact")
    assert [document[key] for key in ("arrives", "given", "seen", "draws", "unseen", "trump")] == [None] * 6


@pytest.mark.parametrize("given", ["QS QS JD", "Q♠,q♠,j♦", " qs, QS  jd "])
def test_cards_are_written_in_several_ways(given: str) -> None:
    words = ["how-rare", "besi-triple", "--draws", "14", "--given", given]
    assert answer(*words) == answer(*TRIPLE)


def test_tens_trump_and_seen_cards() -> None:
    words = ["how-rare", "four", "tens", "--game", "besi-simple", "--seen", "AS KS", "--given"]
    assert answer(*words, "10H TS")["given"] == ["10♥", "10♠"]
    marriage = ["how-rare", "trump", "marriage", "--given", "KH"]
    figures = {
        answer(*marriage, "--trump", suit)["arrives"]["fraction"] for suit in ("H", "h", "♥", "hearts")
    }
    assert figures == {"10/31"}
    assert answer(*marriage, "--trump", "heart")["trump"] == "hearts"
    # Neither spades nor the named king bring it where spades are trump.
    spades = answer(*marriage, "--trump", "S", "--seen", "KS")
    assert spades["arrives"] == {"fraction": "0/1", "probability": 0.0, "one_in": None}
    assert spades["seen"] == ["K♠"]
    assert "can't be had" in besi(*marriage, "--trump", "S", "--seen", "KS").stdout
    assert "Seen elsewhere, so they can't come: K♠." in besi(*marriage, "--trump", "S", "--seen", "KS").stdout
    certain = besi("how-rare", "besi", "--given", "QS JD", "--draws", "0").stdout
    assert certain.startswith("With Q♠ J♦ in hand and no card still to draw, a besi is certain.")


def test_no_card_may_be_named_and_all_draws_are_the_default() -> None:
    document = answer("how-rare", "besi", "--given", "none")
    assert (document["given"], document["draws"], document["unseen"]) == ([], 10, 32)
    assert document["arrives"]["fraction"] == "45/496"


def test_a_hand_in_progress_as_csv() -> None:
    (row,) = csv.DictReader(io.StringIO(besi(*TRIPLE, "--csv").stdout))
    assert row["arrives_fraction"] == "2/713"


def test_deals_are_played_beside_a_hand_only_if_asked_for() -> None:
    document = answer("how-rare", "besi", "--given", "QS", "--deals", "50")
    assert (document["deals"], document["held"]["n"]) == (50, 100)
    assert document["arrives"]["fraction"] == "10/31"


WRONG = [
    (["worth"], ["GAME", "rubicon"]),
    (["worth", "biribi"], ["'biribi'", "besi edge"]),
    (["worth", "besi-troi"], ["'besi-troi'", "besi-trois"]),
    (["worth", "besi-trois", "--json", "--csv"], ["--json", "--csv"]),
    (["worth", "besi-trois", "--set", "hand_size=17"], ["17", "16"]),
    (["worth", "besi-trois", "--deals", "5"], ["--deals", "--set"]),
    (["how-rare", "besi", "--given", "QX"], ["'QX'", "Q♠"]),
    (["how-rare", "besi", "--given", ""], ["''", "none"]),
    (["how-rare", "besi", "--given", "QS Q\nS"], ["'Q'"]),
    (["how-rare", "besi", "--given", "QS QS"], ["Q♠ twice", "has 1"]),
    (["how-rare", "besi", "--given", "QS", "--seen", "QS"], ["Q♠ twice"]),
    (["how-rare", "besi", "--given", "AS KS QS JS 9S 8S 7S"], ["7 cards", "holds 6"]),
    (["how-rare", "besi", "--given", "8C", "--set", "removed=8C,7C"], ["8♣ once", "none"]),
    (["how-rare", "besi", "--given", "QS", "--draws", "11"], ["--draws 11", "10"]),
    (["how-rare", "besi", "--given", "QS", "--draws", "-1"], ["'-1'", "--draws"]),
    (["how-rare", "besi", "--given", "QS", "--draws", "two"], ["'two'"]),
    (["how-rare", "besi", "--given", "QS", "--trump", "X"], ["'X'", "spades"]),
    (["how-rare", "besi", "--given", "QS", "--trump", ""], ["''", "spades"]),
    (["how-rare", "besi", "--given", "QS", "--player", "clbu"], ["'clbu'", "club"]),
    (["worth", "besi-simple", "--set", "removed=8C,8C"], ["8C, 8C", "one pack holds"]),
    (["how-rare", "marriage", "--given", "KS"], ["'marriage'", "--trump"]),
    (["how-rare", "trump marriage", "--given", "KS", "--game", "besi-borgne-2"], ["--trump"]),
    (["how-rare", "carte blanche", "--given", "AS"], ["deal"]),
    *[
        (["how-rare", "besi", option, text], [option, "--given"])
        for option, text in (("--seen", "QS"), ("--draws", "3"), ("--trump", "S"))
    ],
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=lambda part: " ".join(part)[:60])
def test_wrong_words_get_one_line_and_exit_code_2(words: list[str], said: list[str]) -> None:
    check_refused(besi(*words), said)
