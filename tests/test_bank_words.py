"""Sentences on the banking games: what a bet is called where it is told of."""

from analysis.documents import bet_entry
from reports.bank_words import bet_words
from simulate.catalogue import load


def words_of(game_id):
    game = load(game_id)
    return bet_words(bet_entry(game, game.bank.bets[0], None))


def test_a_bet_says_on_how_many_numbers_its_stake_stays():
    assert words_of("roulette-1798") == "couleur (19 numbers, the stake stays on 1 more, returns 2)"
    assert words_of("biribi") == "plein (one number, returns 64)"
