"""Random words against published vectors and numpy's generator; draws and shuffles without bias."""

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2, poisson

from simulate.bits import MASK64, multiply_high
from simulate.jit import kernel
from simulate.streams import (
    BANK_STREAM,
    BATCH,
    PLAY_STREAM,
    SHUFFLE_STREAM,
    philox,
    pick,
    plain_pick,
    plain_shuffle,
    plain_word,
    shuffle,
)

# Philox4x64 with 10 rounds: counter, key, the four words; from the file of known answers
# that Random123, the authors' own library, is tested with.
KNOWN_ANSWERS = (
    (
        (0, 0, 0, 0),
        (0, 0),
        (0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B),
    ),
    (
        (MASK64, MASK64, MASK64, MASK64),
        (MASK64, MASK64),
        (0x87B092C3013FE90B, 0x438C3C67BE8D0224, 0x9CC7D7C69CD777B6, 0xA09CAEBF594F0BA0),
    ),
    (
        (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
        (0x452821E638D01377, 0xBE5466CF34E90C6C),
        (0xA528F45403E61D95, 0x38C72DBD566E9788, 0xA5A1610E72FD18B5, 0x57BD43B5E52B7FE6),
    ),
)
# A test of chance fails by itself once in a million runs; seeds are fixed, so it never does.
LEVEL = 1e-6
SHUFFLES = 200_000


def numpy_block(counter: tuple[int, int, int, int], key: tuple[int, int]) -> list[int]:
    """Numpy's four words for a counter: it adds one to the 256-bit counter before it makes a block."""
    number = sum(word << 64 * place for place, word in enumerate(counter))
    before = (number - 1) % (1 << 256)
    generator = np.random.Philox(
        key=np.array(key, np.uint64),
        counter=np.array([before >> 64 * place & MASK64 for place in range(4)], np.uint64),
    )
    return [int(word) for word in generator.random_raw(4)]


@kernel
def jitted_block(seed: Any, stream: Any, deal: Any, block: Any) -> Any:
    return philox(seed, stream, deal, block)


@kernel
def jitted_pick(word: Any, bound: Any) -> Any:
    return pick(word, bound)


def block_of(seed: int, stream: int, deal: int, block: int) -> list[int]:
    with np.errstate(over="ignore"):
        words = jitted_block(np.uint64(seed), np.uint64(stream), np.uint64(deal), np.uint64(block))
    return [int(word) for word in words]


def picked(word: int, bound: int) -> int:
    with np.errstate(over="ignore"):
        return int(jitted_pick(np.uint64(word), np.int64(bound)))


@kernel
def _shuffled(seed: Any, deal: Any, cards: Any) -> None:
    shuffle(seed, deal, cards, len(cards))


def shuffled(seed: int, deal: int, size: int) -> list[int]:
    cards = np.arange(size, dtype=np.uint8)
    with np.errstate(over="ignore"):
        _shuffled(np.uint64(seed), np.uint64(deal), cards)
    return [int(card) for card in cards]


# The words


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN_ANSWERS)
def test_numpy_gives_the_published_answers(counter: Any, key: Any, words: Any) -> None:
    assert numpy_block(counter, key) == list(words)


def test_our_words_give_the_published_answer_whose_counter_we_can_have() -> None:
    assert block_of(0, 0, 0, 0) == list(KNOWN_ANSWERS[0][2])
    assert [plain_word(0, 0, 0, number) for number in range(4)] == list(KNOWN_ANSWERS[0][2])


ENDS = (0, 1, 2**63 - 1, 2**63, MASK64)
ADDRESSES = [
    (seed, stream, deal) for seed in ENDS for stream in (0, 1, 4, BANK_STREAM, MASK64) for deal in ENDS
]
ADDRESSES += [
    (seed * 0x9E3779B97F4A7C15 & MASK64, seed % 5, seed * seed * 12345678912345) for seed in range(1, 200)
]


@pytest.mark.parametrize("block", [0, 1, 15, MASK64])
def test_our_words_are_numpys(block: int) -> None:
    for seed, stream, deal in ADDRESSES:
        assert block_of(seed, stream, deal, block) == numpy_block((block, deal, 0, 0), (seed, stream))


def test_the_plain_words_are_the_compiled_ones() -> None:
    for seed, stream, deal in ADDRESSES:
        for block in (0, 1, 9):
            plain = [plain_word(seed, stream, deal, 4 * block + place) for place in range(4)]
            assert plain == block_of(seed, stream, deal, block)


def test_streams_seeds_and_deals_are_not_mixed_up() -> None:
    words = {
        plain_word(seed, stream, deal, number)
        for seed in range(6)
        for stream in (SHUFFLE_STREAM, PLAY_STREAM, PLAY_STREAM + 1, BANK_STREAM)
        for deal in range(6)
        for number in range(6)
    }
    assert len(words) == 6 * 4 * 6 * 6


# Drawing below a bound


def first_words(count: int, stream: int) -> NDArray[np.uint64]:
    generator = np.random.Philox(key=np.array([7, stream], np.uint64), counter=np.zeros(4, np.uint64))
    return generator.random_raw(count)


@pytest.mark.parametrize("bound", [2, 3, 6, 8, 9, 12, 16, 70])
def test_a_draw_is_uniform(bound: int) -> None:
    draws = 40_000
    counts = np.bincount([picked(int(word), bound) for word in first_words(draws, bound)], minlength=bound)
    assert len(counts) == bound
    assert chi_square(counts, draws / bound) < chi2.isf(LEVEL, bound - 1)


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 16, 70, 104, 2**40 + 1])
def test_a_draw_takes_the_words_in_equal_shares(bound: int) -> None:
    """At the edges of each answer's share: the first words of a share are those to reject."""
    uneven = 2**64 % bound
    for answer in {0, bound // 3, bound // 2, bound - 1}:
        first = -(-(answer << 64) // bound)
        last = ((answer + 1 << 64) - 1) // bound
        rejected = [word for word in (first, last) if word * bound % 2**64 < uneven]
        kept = [word for word in (first, first + 1, last) if word not in rejected]
        assert all(picked(word, bound) == answer for word in kept)
        # Without its rejected words every answer has the same number of words.
        assert last - first + 1 - (first in rejected) == 2**64 // bound


@pytest.mark.parametrize("bound", [3, 7, 12, 70])
def test_a_rejected_word_is_mixed_anew(bound: int) -> None:
    """Word 0 is the one that every bound that is no power of two rejects; it leads to one answer."""
    anew = plain_word(0, bound, 0, 0)
    assert 2**64 % bound > 0
    assert picked(0, bound) == anew * bound >> 64


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 16, 70, 2**40 + 1, 2**62 + 2**61])
def test_the_plain_draw_is_the_compiled_one(bound: int) -> None:
    """Rejected words among them: word 0 for most bounds, every fourth for the greatest."""
    words = [0, 1, MASK64, *(int(word) for word in first_words(100, 5))]
    assert [plain_pick(word, bound) for word in words] == [picked(word, bound) for word in words]


def test_rejected_draws_are_uniform_too() -> None:
    """With a bound near 2^63 half of all words are rejected, so that a wrong second draw would show."""
    bound = 2**63 + 2**61
    draws, bins = 20_000, 10
    counts = np.zeros(bins, np.int64)
    rejected = 0
    for word in first_words(draws, 99):
        rejected += int(word) * bound % 2**64 < 2**64 % bound
        with np.errstate(over="ignore"):
            counts[int(jitted_pick(word, np.uint64(bound))) % 2**64 * bins // bound] += 1
    assert rejected > draws // 4
    assert chi_square(counts, draws / bins) < chi2.isf(LEVEL, bins - 1)


# The shuffle


@pytest.mark.parametrize("size", [1, 2, 3, 8, 9, 10, 17, 32, 63, 64, 95, 96, 127, 128])
def test_the_plain_shuffle_is_the_compiled_one_and_loses_no_card(size: int) -> None:
    for seed, deal in ((0, 0), (1, 0), (0, 1), (1, 10**12), (MASK64, MASK64), (2**63, 2**63 - 1)):
        for step in range(20):
            deal_here = deal - step if deal > 20 else deal + step
            order = shuffled(seed, deal_here, size)
            assert order == plain_shuffle(seed, deal_here, size)
            assert sorted(order) == list(range(size))


def test_a_shuffle_starts_from_the_order_given() -> None:
    cards = np.arange(100, 164, dtype=np.uint8)
    with np.errstate(over="ignore"):
        _shuffled(np.uint64(5), np.uint64(6), cards)
    assert [int(card) - 100 for card in cards] == plain_shuffle(5, 6, 64)


def batches(size: int) -> list[int]:
    """The products of the bounds that a shuffle draws from one word each."""
    return [prod(range(left, max(left - BATCH, 1), -1)) for left in range(size, 1, -BATCH)]


def rejections(seed: int, deal: int, size: int) -> int:
    """How many words of a shuffle fall into the uneven rest, found by multiplying by all bounds at once."""
    found = number = 0
    for product in batches(size):
        while plain_word(seed, SHUFFLE_STREAM, deal, number) * product % 2**64 < 2**64 % product:
            found += 1
            number += 1
        number += 1
    return found


@pytest.mark.parametrize("size", [64, 96, 128])
def test_a_batch_that_falls_into_the_uneven_rest_is_drawn_again(size: int) -> None:
    deals = 8_000
    found = [deal for deal in range(deals) if rejections(1, deal, size)]
    expected = deals * sum(2**64 % product for product in batches(size)) / 2**64
    assert poisson.ppf(LEVEL, expected) <= len(found) <= poisson.isf(LEVEL, expected)
    for deal in found:
        order = shuffled(1, deal, size)
        assert order == plain_shuffle(1, deal, size)
        assert sorted(order) == list(range(size))
    if size == 128:
        assert found


def chi_square(counts: NDArray[Any], expected: float) -> float:
    return float(((counts - expected) ** 2 / expected).sum())


def places_chi_square(counts: NDArray[np.int64], shuffles: int) -> float:
    """Chi-square of a table of card by place, with (n − 1)² degrees of freedom.

    Rows and columns of the table have fixed sums, and for uniform permutations the matrix of
    counts, centred and divided by the square root of shuffles / (n − 1), tends to a Gaussian
    whose covariance projects onto (n − 1)² dimensions; hence the factor (n − 1) / n.
    """
    size = len(counts)
    return chi_square(counts, shuffles / size) * (size - 1) / size


@kernel
def count_places(seed: Any, shuffles: Any, counts: Any, cards: Any) -> None:
    """Count in which place each card lies after our shuffle."""
    size = len(cards)
    for deal in range(shuffles):
        for place in range(size):
            cards[place] = place
        shuffle(seed, np.uint64(deal), cards, size)
        for place in range(size):
            counts[cards[place], place] += 1


@kernel
def count_places_swapping_with_any(seed: Any, shuffles: Any, counts: Any, cards: Any) -> None:
    """The beginner's shuffle: every card is swapped with any of all n, so n^n ways for n! orders."""
    size = len(cards)
    for deal in range(shuffles):
        for place in range(size):
            cards[place] = place
        for place in range(size):
            word = philox(seed, SHUFFLE_STREAM, np.uint64(deal), np.uint64(place))[0]
            other = np.int64(multiply_high(word, np.uint64(size)))
            cards[place], cards[other] = cards[other], cards[place]
        for place in range(size):
            counts[cards[place], place] += 1


def places(count: Callable[..., None], size: int, shuffles: int) -> float:
    counts = np.zeros((size, size), np.int64)
    with np.errstate(over="ignore"):
        count(np.uint64(1), shuffles, counts, np.zeros(size, np.uint8))
    assert (counts.sum(axis=0) == shuffles).all()
    assert (counts.sum(axis=1) == shuffles).all()
    return places_chi_square(counts, shuffles)


@pytest.mark.parametrize("size", [32, 63, 64, 96, 128])
def test_every_card_is_equally_often_in_every_place(size: int) -> None:
    freedom = (size - 1) ** 2
    found = places(count_places, size, SHUFFLES)
    assert chi2.ppf(LEVEL, freedom) < found < chi2.isf(LEVEL, freedom)


@pytest.mark.parametrize("size", [32, 64, 128])
def test_a_biased_shuffle_would_be_noticed(size: int) -> None:
    assert places(count_places_swapping_with_any, size, SHUFFLES // 4) > 2 * chi2.isf(LEVEL, (size - 1) ** 2)


@kernel
def count_pairs(seed: Any, shuffles: Any, counts: Any, cards: Any) -> None:
    """Count which cards lie in the first two places."""
    size = len(cards)
    for deal in range(shuffles):
        for place in range(size):
            cards[place] = place
        shuffle(seed, np.uint64(deal), cards, size)
        counts[cards[0], cards[1]] += 1


@pytest.mark.parametrize("size", [32, 64])
def test_neighbours_are_independent(size: int) -> None:
    counts = np.zeros((size, size), np.int64)
    with np.errstate(over="ignore"):
        count_pairs(np.uint64(3), SHUFFLES, counts, np.zeros(size, np.uint8))
    pairs = counts[~np.eye(size, dtype=bool)]
    assert counts.diagonal().sum() == 0
    freedom = size * (size - 1) - 1
    assert chi2.ppf(LEVEL, freedom) < chi_square(pairs, SHUFFLES / len(pairs)) < chi2.isf(LEVEL, freedom)


def test_all_orders_of_four_cards_are_equally_frequent() -> None:
    orders: dict[tuple[int, ...], int] = {}
    for deal in range(24_000):
        order = tuple(plain_shuffle(1, deal, 4))
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) == 24
    assert chi_square(np.array(list(orders.values())), 1_000) < chi2.isf(LEVEL, 23)
