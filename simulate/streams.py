"""Random words that are addressed, not consumed, and the shuffle made of them.

`word(seed, stream, deal, number)` is a pure function: the Philox4x64-10 generator of
Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011),
with key (seed, stream) and counter (number // 4, deal, 0, 0), of whose four words number
% 4 is taken. Distinct addresses are distinct inputs of a keyed bijection, so nothing
repeats, and any deal can be played by itself.

Stream 0 shuffles; stream 1 + seat is that seat's plays; stream 32 + seat is of the deals that
the seat plays on in its mind (`simulate.besi_rollout`). Streams from 64 on are the
banking games'.
"""

from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from simulate.bits import MASK64, multiply_high, multiply_low
from simulate.jit import inlined

STREAM_VERSION = 1
SHUFFLE_STREAM = 0
PLAY_STREAM = 1
ROLLOUT_STREAM = 32
BANK_STREAM = 64

_M0, _M1 = 0xD2E7470EE14C6C93, 0xCA5A826395121157
_W0, _W1 = 0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B
_ROUNDS = 10
BATCH = 8  # places drawn from one word in a shuffle

_U_M0, _U_M1, _U_W0, _U_W1 = np.uint64(_M0), np.uint64(_M1), np.uint64(_W0), np.uint64(_W1)
_U0, _U1, _U8, _BYTE = np.uint64(0), np.uint64(1), np.uint64(8), np.uint64(0xFF)


@inlined
def philox(seed: Any, stream: Any, deal: Any, block: Any) -> Any:
    """The four words of one block: Philox4x64-10 of counter (block, deal, 0, 0), key (seed, stream)."""
    c0, c1, c2, c3 = np.uint64(block), np.uint64(deal), _U0, _U0
    k0, k1 = np.uint64(seed), np.uint64(stream)
    for _ in range(_ROUNDS):
        high0, low0 = multiply_high(_U_M0, c0), multiply_low(_U_M0, c0)
        high1, low1 = multiply_high(_U_M1, c2), multiply_low(_U_M1, c2)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0 += _U_W0
        k1 += _U_W1
    return c0, c1, c2, c3


@inlined
def pick(word: Any, bound: Any) -> Any:
    """A uniform integer below `bound` made of one word.

    Lemire's multiply-and-reject ("Fast random integer generation in an interval", 2019).
    A rejected word (chance below bound / 2^64) is mixed anew by one Philox block keyed
    by itself, so that the answer stays a pure function of the word.
    """
    bound = np.uint64(bound)
    low = multiply_low(word, bound)
    if low < bound:
        threshold = (_U0 - bound) % bound
        while low < threshold:
            word = philox(word, bound, _U0, _U0)[0]
            low = multiply_low(word, bound)
    return np.int64(multiply_high(word, bound))


@inlined
def _eight_places(cards: Any, left: Any, word: Any, count: Any) -> Any:
    """Settle the last `count` of `left` items by one word; returns how many are left then.

    That is `left` again if the word is rejected.
    """
    places, product, bound = _U0, _U1, left
    for _ in range(count):
        places = (places << _U8) | multiply_high(word, bound)
        word = multiply_low(word, bound)
        product *= bound
        bound -= _U1
    if word < product and word < (_U0 - product) % product:
        return left
    shift = _U8 * (np.uint64(count) - _U1)
    for _ in range(count):
        place = (places >> shift) & _BYTE
        shift -= _U8
        left -= _U1
        cards[left], cards[place] = cards[place], cards[left]
    return left


@inlined
def shuffle(seed: Any, deal: Any, cards: Any, size: Any) -> None:
    """Shuffle the first `size` items of an array in place, without bias.

    Fisher-Yates from the last place down.
    Eight places are drawn from one word (Brackett-Rozinsky and Lemire, "Batched ranged
    random integer generation", 2024): it is multiplied by one bound after the other, each
    high word a place; if the last low word falls into the uneven rest, a chance below
    2^-8 with 128 cards, the eight are drawn again from the next word of the stream.
    """
    left = np.uint64(size)
    block = _U0
    first, second, third, fourth = philox(seed, np.uint64(SHUFFLE_STREAM), deal, block)
    used = 0
    while left > _U1:
        if used == 4:
            block += _U1
            first, second, third, fourth = philox(seed, np.uint64(SHUFFLE_STREAM), deal, block)
            used = 0
        rest, first, second, third = first, second, third, fourth
        used += 1
        if left > _U8:
            left = _eight_places(cards, left, rest, 8)
        else:
            left = _eight_places(cards, left, rest, left - _U1)


def plain_word(seed: int, stream: int, deal: int, number: int) -> int:
    """`word` by plain integers: the readable twin that the readable engine uses."""
    return _plain_philox(seed, stream, deal, number // 4)[number % 4]


@lru_cache(maxsize=64)
def _plain_philox(seed: int, stream: int, deal: int, block: int) -> tuple[int, int, int, int]:
    c0, c1, c2, c3 = block, deal, 0, 0
    k0, k1 = seed, stream
    for _ in range(_ROUNDS):
        first, second = _M0 * c0, _M1 * c2
        c0, c1, c2, c3 = second >> 64 ^ c1 ^ k0, second & MASK64, first >> 64 ^ c3 ^ k1, first & MASK64
        k0, k1 = (k0 + _W0) & MASK64, (k1 + _W1) & MASK64
    return c0, c1, c2, c3


def plain_pick(word: int, bound: int) -> int:
    """`pick` by plain integers."""
    while word * bound & MASK64 < (1 << 64) % bound:
        word = _plain_philox(word, bound, 0, 0)[0]
    return word * bound >> 64


def plain_shuffle(seed: int, deal: int, size: int) -> list[int]:
    """The order in which `shuffle` leaves 0 … size − 1, by plain integers."""
    order = list(range(size))
    left, number = size, 0
    while left > 1:
        bounds = range(left, max(left - BATCH, 1), -1)
        rest = plain_word(seed, SHUFFLE_STREAM, deal, number)
        number += 1
        places = []
        for bound in bounds:
            places.append(rest * bound >> 64)
            rest = rest * bound & MASK64
        if rest < (1 << 64) % prod(bounds):
            continue
        for bound, place in zip(bounds, places, strict=True):
            order[bound - 1], order[place] = order[place], order[bound - 1]
        left -= len(bounds)
    return order
