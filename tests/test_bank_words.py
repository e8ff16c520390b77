"""Sentences on the banking games: bets, ways to a goal, bounds, and what no source gives."""

import pytest

from analysis.documents import bet_entry
from analysis.evening_document import Question, document, solve
from reports import bank_words, ruin_words
from reports.bank_words import ahead_sentence, bet_words
from simulate.catalogue import load


@pytest.mark.parametrize(
    ("chance", "error", "told"),
    [
        (0.0, 0.0, "–"),
        (0.5, 1e-13, "50.0 %"),
        (1e-3, 1e-13, "1 in 1,000"),
        (1e-12, 1e-13, "under 1 in 1,000,000,000,000"),
        (-1e-19, 1e-12, "under 1 in 1,000,000,000,000"),
        (1.0, 1e-13, "100 %"),
        (1 - 1e-7, 1e-13, "99.9999900 %"),
        (0.25, None, "25.0 %"),
    ],
)
def test_a_chance_is_told_no_surer_than_its_error(chance, error, told):
    assert ruin_words.chance_text(chance, error) == told


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (0, "0 %"),
        (1e-9, "under 0.01 %"),
        (0.4967, "49.67 %"),
        (0.99994, "99.99 %"),
        (0.99997, "99.9970 %"),
        (1 + 1e-14, "100 %"),
    ],
)
def test_a_share_short_of_all_never_reads_all(share, told):
    assert ruin_words.share_text(share) == told


def ruin_document(best_error, *errors):
    lines = [
        {"system": system, "chance": chance, "error": error}
        for system, chance, error in zip(("flat", "d'alembert", "bold"), (0.1, 0.2, 0.0), errors, strict=True)
    ]
    return {"best": {"chance": 0.4, "error": best_error}, "systems": lines}


@pytest.mark.parametrize(
    ("errors", "told"),
    [
        ((2e-12, 1e-13, 3e-13, 5.0), "rounding changes no chance by more than 0.000000001 %."),
        ((1e-12, 1e-12, 1e-12, 1e-12), "rounding changes no chance by more than 0.0000000001 %."),
        (
            (None, 9e-9, None, 0),
            "0.000001 %; for the best possible play and d'Alembert no bound on it is",
        ),
        ((None, None, None, None), "not simulated; for the best possible play, flat and d'Alembert no bound"),
    ],
)
def test_the_bound_on_rounding_is_that_of_the_worst_chance_reached(errors, told):
    assert told in ruin_words.precision_sentence(ruin_document(*errors))


def test_what_no_source_gives_is_said_of_every_bet():
    biribi, belle = load("biribi"), load("belle")
    assert "2, 3, 4, 8, 16 and 32 numbers, or on any other number" in bank_words.statuses(biribi)
    assert "are inferred" in bank_words.any_numbers_words(biribi)
    assert "plein (conjecture: 96): a conjecture" in bank_words.statuses(belle)
    assert bank_words.statuses(load("biribi-36")) == bank_words.any_numbers_words(belle) == ""
    for status, name in (
        ("documented", "red"),
        ("inferred", "red (inferred)"),
        ("assumed", "red (a conjecture)"),
    ):
        assert bank_words.bet_name({"bet": "red", "status": status}) == name


def words_of(game_id):
    game = load(game_id)
    return bet_words(bet_entry(game, game.bank.bets[0], None))


def test_a_bet_says_on_how_many_numbers_its_stake_stays():
    assert words_of("roulette-1798") == "couleur (19 numbers, the stake stays on 1 more, returns 2)"
    assert words_of("biribi") == "plein (one number, returns 64)"


def test_the_front_page_leaves_out_how_often_the_bank_is_ahead_at_first():
    game = load("belle")
    asked = Question(game, game.bank.bets[0], 60, 10)
    told = document(asked, solve(asked), None)
    short, full = ahead_sentence(told, at_first=False), ahead_sentence(told)
    assert short.endswith("after 8,305 rounds, and after any number beyond.")
    assert full.startswith(short)
    assert "8,093 rounds at first" in full


@pytest.mark.parametrize(
    ("relative", "cut", "told"),
    [
        (4.2e-13, 2e-25, "no chance by more than 5 × 10⁻¹³ of it."),
        (9.2e-12, 0.0, "no chance by more than 10⁻¹¹ of it."),
        (4.2e-13, 1.5e-19, "5 × 10⁻¹³ of it, and tails cut off by no more than 2 × 10⁻¹⁹."),
    ],
)
def test_the_worst_rounding_of_evenings_is_told_rounded_up(relative, cut, told):
    evenings = [
        {"rounding": {"relative": 1e-15, "cut": cut}},
        {"rounding": {"relative": relative, "cut": 0.0}},
    ]
    assert bank_words.rounding_sentence(evenings).endswith(told)
