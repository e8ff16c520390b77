"""Declaring again, in the fast core: combinations that stand, and what their end frees.

Rubicon's law 34: a scored combination stands while all its cards are in hand, and only
then keeps them from another of its kind. Laws 35 and its exception: how a marriage may be
scored once more. The conventions are in ``docs/architecture.md``.
"""

from typing import Any

import numpy as np

from simulate.besi_groups import marriages
from simulate.besi_state import (
    BARRED,
    HAND,
    HINTS,
    MARRIAGES_SCORED,
    MARRIED,
    PAIR,
    RIGHTS,
    SCORED_PAIRS,
    STANDING,
    STANDING_CARDS,
    STANDING_HIGH,
    STANDING_INSTANCE,
    STANDING_LOW,
    U0,
    U1,
    U3,
    U4,
    U8,
    USED_MARRIAGE,
    USES,
    bit_of,
    high_of,
    pair_place,
    two_words,
    use_of,
)
from simulate.cards import KING, QUEEN
from simulate.jit import inlined, separate
from simulate.packing import MARRIAGE_CROSS, MARRIAGE_EXCEPTION, QUINTE

_BARRED_MARRIAGE = BARRED
_FROM_USED = BARRED - USED_MARRIAGE  # from a row of used cards to the row of barred ones
_COUNT_BITS = np.uint64(0xFFFF)
_MARRIAGES_FOR_EXCEPTION = 2
_COPIES = 4


@inlined
def forget_combinations(table: Any, seat: Any) -> None:
    """Begin a deal: nothing scored, nothing standing, nothing barred."""
    for row in range(2 * USES):
        table[BARRED + U4 * np.uint64(row) + seat] = U0
    for place in (STANDING_CARDS, MARRIED):
        table[place + seat], table[place + PAIR + seat] = U0, U0
    for place in (SCORED_PAIRS, MARRIAGES_SCORED, RIGHTS, STANDING):
        table[place + seat] = U0


@inlined
def bar(shape: Any, table: Any, used: Any, seat: Any, low: Any, high: Any) -> None:
    """Keep cards out of a kind of use for good."""
    table[used + _FROM_USED + seat] |= low
    if two_words(shape):
        table[used + _FROM_USED + PAIR + seat] |= high


@separate
def add_standing(table: Any, seat: Any, instance: Any, low: Any, high: Any) -> None:
    """A combination was scored and stands; a marriage is remembered for its exceptions.

    The exception may score a pair that stands already; it then stands twice, which is as good as once.
    """
    place = U4 * table[STANDING + seat] + seat
    table[STANDING_LOW + place], table[STANDING_HIGH + place] = low, high
    table[STANDING_INSTANCE + place] = np.uint64(instance)
    table[STANDING + seat] += U1
    table[STANDING_CARDS + seat] |= low
    table[STANDING_CARDS + PAIR + seat] |= high
    if instance < QUINTE:
        table[MARRIED + seat] |= low
        table[MARRIED + PAIR + seat] |= high
        table[MARRIAGES_SCORED + seat] += U1 << (np.uint64(16) * np.uint64(instance))
        table[SCORED_PAIRS + seat] |= _pair_bit(instance, low, high)


@inlined
def _pair_bit(suit: Any, low: Any, high: Any) -> Any:
    """The bit that stands for a king and a queen of the suit, by their copies."""
    copies = U0
    for rank in (KING, QUEEN):
        for copy in range(_COPIES):
            bit = U1 << np.uint64(8 * rank + 4 * (copy & 1) + suit)
            if (high if copy > 1 else low) & bit:
                copies = U4 * copies + np.uint64(copy)
    return U1 << (np.uint64(16 * suit) + copies)


@inlined
def card_played(rules: Any, shape: Any, table: Any, seat: Any, code: Any) -> None:
    """A card leaves the hand: combinations that it was part of end; a right may come about."""
    place = pair_place(shape, code) + seat
    if (table[STANDING_CARDS + place] | table[MARRIED + place]) & bit_of(code):
        _end_standing(rules, shape, table, seat, code)


@separate
def _end_standing(rules: Any, shape: Any, table: Any, seat: Any, code: Any) -> None:
    bit, in_high = bit_of(code), pair_place(shape, code) != U0
    for use in range(USES):
        used = USED_MARRIAGE + U8 * np.uint64(use) + seat
        table[used], table[used + PAIR] = table[used + _FROM_USED], table[used + _FROM_USED + PAIR]
    all_low, all_high, left = U0, U0, U0
    for number in range(table[STANDING + seat]):
        place = U4 * np.uint64(number) + seat
        low, high = table[STANDING_LOW + place], table[STANDING_HIGH + place]
        instance = table[STANDING_INSTANCE + place]
        if (high if in_high else low) & bit:
            table[HINTS + seat] |= U1 << instance  # worth a look again before declaring
        else:
            kept = U4 * left + seat
            table[STANDING_LOW + kept], table[STANDING_HIGH + kept] = low, high
            table[STANDING_INSTANCE + kept] = instance
            used = use_of(np.int64(instance)) + seat
            table[used] |= low
            table[used + PAIR] |= high
            all_low, all_high, left = all_low | low, all_high | high, left + U1
    table[STANDING + seat] = left
    table[STANDING_CARDS + seat], table[STANDING_CARDS + PAIR + seat] = all_low, all_high
    if rules[MARRIAGE_EXCEPTION] and table[MARRIED + pair_place(shape, code) + seat] & bit:
        suit = code & U3
        scored = table[MARRIAGES_SCORED + seat] >> (np.uint64(16) * suit) & _COUNT_BITS
        if scored >= np.uint64(_MARRIAGES_FOR_EXCEPTION):
            table[RIGHTS + seat] |= U1 << suit


@inlined
def _married_in_hand(shape: Any, table: Any, seat: Any) -> Any:
    """Cards in hand that were scored in a marriage and may serve in one by exception."""
    return (
        table[HAND + seat] & table[MARRIED + seat] & ~table[_BARRED_MARRIAGE + seat],
        high_of(shape, table, HAND + seat)
        & high_of(shape, table, MARRIED + seat)
        & ~high_of(shape, table, _BARRED_MARRIAGE + seat),
    )


@separate
def marriages_again(rules: Any, shape: Any, table: Any, seat: Any) -> Any:
    """Bits 0-3: suits in which a marriage may be scored by exception or crosswise."""
    found = U0
    if table[RIGHTS + seat]:
        low, high = _married_in_hand(shape, table, seat)
        found = marriages(low, high) & table[RIGHTS + seat]
    if rules[MARRIAGE_CROSS]:
        for suit in range(4):
            low, high = _crossed(shape, table, seat, np.int64(suit))
            if low | high:
                found |= U1 << np.uint64(suit)
    return found


@separate
def _crossed(shape: Any, table: Any, seat: Any, suit: Any) -> Any:
    """The first king and queen of the suit that stand in marriages and were never scored as a pair."""
    low, high = U0, U0
    for number in range(table[STANDING + seat]):
        place = U4 * np.uint64(number) + seat
        if table[STANDING_INSTANCE + place] == np.uint64(suit):
            low |= table[STANDING_LOW + place]
            high |= table[STANDING_HIGH + place]
    low &= ~table[_BARRED_MARRIAGE + seat]
    high &= ~high_of(shape, table, _BARRED_MARRIAGE + seat)
    for king in range(_COPIES):
        king_low, king_high = _copy_of(np.int64(KING), suit, king, low, high)
        for queen in range(_COPIES):
            queen_low, queen_high = _copy_of(np.int64(QUEEN), suit, queen, low, high)
            if king_low | king_high and queen_low | queen_high:
                pair_low, pair_high = king_low | queen_low, king_high | queen_high
                if not table[SCORED_PAIRS + seat] & _pair_bit(suit, pair_low, pair_high):
                    return pair_low, pair_high
    return U0, U0


@inlined
def _copy_of(rank: Any, suit: Any, copy: Any, low: Any, high: Any) -> Any:
    bit = U1 << np.uint64(8 * rank + 4 * (copy & 1) + suit)
    return (U0, high & bit) if copy > 1 else (low & bit, U0)


@separate
def marriage_cards_again(rules: Any, shape: Any, table: Any, seat: Any, suit: Any) -> Any:
    """The cards of a marriage that the plain way doesn't give; the exception uses up its right.

    Returns
    -------
    A king and a queen as a pair of words.
    """
    if rules[MARRIAGE_CROSS]:
        low, high = _crossed(shape, table, seat, suit)
        if low | high:
            return low, high
    table[RIGHTS + seat] &= ~(U1 << np.uint64(suit))
    return _married_in_hand(shape, table, seat)
