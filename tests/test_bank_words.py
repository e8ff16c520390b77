"""Sentences on the banking games: what a bet is called where it is told of."""

from analysis.documents import bet_entry
from analysis.evening_document import Question, document, solve
from reports.bank_words import ahead_sentence, bet_words
from simulate.catalogue import load


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
    assert "8,093 at first" in full
