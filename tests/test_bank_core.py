"""Drawing the numbers of the banking games: uniform, addressed by round, true to the exact edge."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from analysis.banking import edge, standard_deviation, win_chance
from simulate.banking_core import hits
from simulate.catalogue import GAME_IDS, load
from simulate.run import run_bank
from simulate.streams import BANK_STREAM, plain_word

LARGEST = 2**64 - 1
LEVEL = 1e-6
ROUNDS = 20_000_000
BIRIBI = load("biribi").bank


def drawn(numbers: int, seed: int, index: int) -> int:
    """The number of a round by plain integers; a word to be rejected is far too rare to matter here."""
    return plain_word(seed, BANK_STREAM, index // 4, index % 4) * numbers >> 64


@pytest.mark.parametrize("seed", [0, 1, LARGEST])
@pytest.mark.parametrize("first", [0, 1, 2, 3, 10**12, LARGEST - 100])
def test_rounds_are_the_words_of_the_banks_stream(seed: int, first: int) -> None:
    numbers = [drawn(70, seed, index) for index in range(first, first + 100)]
    for covers in (1, 2, 35, 69):
        assert hits(70, covers, seed, first, 100) == sum(number < covers for number in numbers)


def test_each_round_is_one_number() -> None:
    for index in range(50):
        below = [hits(70, covers, 1, index, 1) for covers in range(1, 71)]
        assert below == [0] * drawn(70, 1, index) + [1] * (70 - drawn(70, 1, index))


@given(
    st.integers(0, LARGEST),
    st.integers(0, 2**63),
    st.lists(st.integers(0, 500), min_size=1, max_size=6),
    st.integers(1, 70),
)
@settings(max_examples=60, deadline=None)
def test_any_split_into_ranges_gives_the_same_hits(
    seed: int, first: int, counts: list[int], covers: int
) -> None:
    parts, start = 0, first
    for count in counts:
        parts += hits(70, covers, seed, start, count)
        start += count
    assert parts == hits(70, covers, seed, first, sum(counts))


@pytest.mark.parametrize("threads", [1, 3])
def test_rounds_are_the_same_for_any_threads(threads: int) -> None:
    assert run_bank(70, 3, 5, 300_001, threads) == hits(70, 3, 5, 0, 300_001)


@pytest.mark.parametrize("numbers", [36, 70, 104])
def test_every_number_comes_equally_often(numbers: int) -> None:
    rounds = 200_000
    below = np.array([hits(numbers, covers, 1, 0, rounds) for covers in range(numbers + 1)])
    counts = np.diff(below)
    expected = rounds / numbers
    assert below[numbers] == rounds
    assert ((counts - expected) ** 2).sum() / expected < chi2.isf(LEVEL, numbers - 1)


def errors_off(won: int, rounds: int, chance: Fraction) -> float:
    """By how many standard errors the rate of hits misses a chance."""
    return abs(won / rounds - float(chance)) / sqrt(float(chance * (1 - chance)) / rounds)


BANKS = [load(game_id).bank for game_id in GAME_IDS if load(game_id).family == "banking"]


@pytest.mark.parametrize(
    ("numbers", "bet"),
    [(bank.numbers, bet) for bank in BANKS for bet in bank.bets],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_hits_agree_with_the_exact_chance_and_edge(numbers, bet) -> None:
    won = hits(numbers, bet.covers, 1, 0, ROUNDS)
    stayed = hits(numbers, bet.covers + bet.stays, 1, 0, ROUNDS) - won
    gain = 1 - (float(bet.returns) * won + stayed) / ROUNDS
    error = standard_deviation(numbers, bet) / sqrt(ROUNDS)
    assert errors_off(won, ROUNDS, win_chance(numbers, bet)) < 5
    assert abs(gain - float(edge(numbers, bet))) < 5 * error


def test_a_wheel_with_one_number_more_would_be_noticed() -> None:
    won = hits(BIRIBI.numbers + 1, 1, 1, 0, ROUNDS)
    assert errors_off(won, ROUNDS, Fraction(1, BIRIBI.numbers)) > 5


def test_the_misread_payout_would_be_noticed() -> None:
    """64 times the stake besides the stake makes another edge; the two can be told apart."""
    (wrong,) = (bet for bet in BIRIBI.misreadings if bet.covers == 1)
    gain = 1 - float(wrong.returns) * hits(BIRIBI.numbers, 1, 1, 0, ROUNDS) / ROUNDS
    right = next(bet for bet in BIRIBI.bets if bet.covers == 1)
    error = standard_deviation(BIRIBI.numbers, right) / sqrt(ROUNDS)
    assert abs(gain - float(edge(BIRIBI.numbers, right))) > 5 * error
