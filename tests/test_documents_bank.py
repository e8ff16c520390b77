"""The JSON documents of the banking games: exact edges, and rounds whose figures are worked out by hand."""

from fractions import Fraction
from math import sqrt
from statistics import mean, stdev

import pytest

from analysis import documents
from analysis.documents import Drawn
from simulate.catalogue import load
from simulate.rules import Game
from tests.test_documents import HEAD, MEAN, assert_plain

BET_FIELDS = {
    "game", "bet", "covers", "stays", "chance", "returns", "edge", "edge_percent", "sd", "favours", "status",
    "source", "note", "simulated",
}  # fmt: skip


def two_number_biribi() -> Game:
    game = load("biribi")
    rules = game.bank.model_copy(update={"bets": (game.bank.bets[0], game.bank.bets[2])})
    return game.model_copy(update={"id": "biribi-more", "rules": rules})


def test_edge_exactly() -> None:
    game = load("biribi")
    document = documents.edges([game], None)
    assert_plain(document)
    assert document.keys() == HEAD | {"bets", "misreadings"}
    assert (document["game"], document["rules_hash"]) == ("biribi", game.rules_hash)
    plein = document["bets"][0]
    assert [bet["covers"] for bet in document["bets"]] == [1, 2, 3, 4, 8, 16, 32]
    assert plein["chance"]["fraction"] == "1/70"
    assert plein["sd"] == pytest.approx(64 * sqrt(69) / 70)
    assert plein["favours"] == "bank"
    assert plein.keys() == BET_FIELDS
    assert (plein["game"], plein["bet"], plein["covers"], plein["returns"]) == ("biribi", "plein", 1, 64)
    assert plein["edge"] == "3/35"
    assert plein["edge_percent"] == pytest.approx(8 + 4 / 7)
    assert (plein["status"], plein["source"], plein["simulated"]) == ("documented", "S1", None)
    (misread,) = document["misreadings"]
    assert misread.keys() == BET_FIELDS
    assert (misread["returns"], misread["edge"]) == (65, "1/14")
    assert "wrong" in misread["note"]


def test_a_misreading_is_called_wrong_even_if_its_file_forgets() -> None:
    game = load("biribi")
    silent = game.bank.misreadings[0].model_copy(update={"note": ""})
    forgetful = game.model_copy(update={"rules": game.bank.model_copy(update={"misreadings": (silent,)})})
    assert documents.edges([forgetful], None)["misreadings"][0]["note"] == "wrong"


def test_edges_of_several_games() -> None:
    document = documents.edges([load("biribi"), two_number_biribi()], None)
    assert document["game"] is None
    assert document["rules_hash"] is None
    assert [bet["game"] for bet in document["bets"]] == ["biribi"] * 7 + ["biribi-more"] * 2
    assert document["bets"][8]["returns"] == "64/3"
    assert document["bets"][8]["edge"] == "3/35"


def test_simulated_edge_by_hand() -> None:
    hits, rounds = 30, 2000
    game = two_number_biribi()
    simulated = {
        ("biribi-more", "plein"): Drawn(hits, rounds),
        ("biribi-more", "3 numbers"): Drawn(90, rounds),
    }
    document = documents.edges([game], simulated, seed=3, stream_version=1)
    assert_plain(document)
    assert (document["seed"], document["stream_version"], document["deals"]) == (3, 1, rounds)
    for bet, won in zip(document["bets"], (hits, 90), strict=True):
        gains = [1 - float(Fraction(bet["returns"]))] * won + [1.0] * (rounds - won)
        assert bet["simulated"].keys() == MEAN
        assert bet["simulated"]["n"] == rounds
        assert bet["simulated"]["mean"] == pytest.approx(mean(gains))
        assert bet["simulated"]["se"] == pytest.approx(stdev(gains) / sqrt(rounds))
    assert document["misreadings"][0]["simulated"] is None


def test_stakes_that_stay_are_neither_kept_nor_paid() -> None:
    gain = documents.bank_gain(Fraction(2), Drawn(400, 1000, 50))
    gains = [-1.0] * 400 + [0.0] * 50 + [1.0] * 550
    assert gain["mean"] == pytest.approx(mean(gains))
    assert gain["se"] == pytest.approx(stdev(gains) / sqrt(1000))


def test_rounds_that_were_never_won_promise_nothing() -> None:
    gain = documents.bank_gain(Fraction(64), Drawn(0, 20))
    assert (gain["mean"], gain["se"], gain["high"]) == (1.0, None, 1.0)
    assert gain["low"] == pytest.approx(1 - 64 * (1 - 0.025 ** (1 / 20)))
    always = documents.bank_gain(Fraction(64), Drawn(2, 2))
    assert (always["mean"], always["se"], always["low"]) == (-63.0, None, -63.0)
    assert always["high"] == pytest.approx(1 - 64 * 0.025**0.5)
