"""Groups found in a hand by operations on whole words.

A hand is two words (copies 0 and 1 of each kind, copies 2 and 3; the second is a constant
0 with one or two packs and the compiler drops it). Bits of an answer number the instances
of `simulate.packing`: marriages 0-3 and quintes 4-7 by suit, fours 8-12 by rank, besi
levels 13-16.
"""

from typing import Any

import numpy as np

from simulate.bits import lowest, popcount
from simulate.jit import inlined
from simulate.packing import BESI, FOUR, QUINTE

_U0, _U1, _U2, _U3, _U4, _U8 = (np.uint64(n) for n in (0, 1, 2, 3, 4, 8))
_U15, _U16, _U24, _U32, _U63 = (np.uint64(n) for n in (15, 16, 24, 32, 63))
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_TWOS = np.uint64(0x3333333333333333)
_ONES = np.uint64(0x5555555555555555)
_TOP_FIVE = np.uint64(0x0101010101)  # bit 0 of the bytes of A, 10, K, Q, J
_OVER_THREE = np.uint64(0x7C7C7C7C7C)  # carries into a byte's bit 7 from a count of four up
_GATHER = np.uint64(sum(1 << (32 - 7 * rank) for rank in range(5)))
_FIVE_BITS = np.uint64(31)
BESI_QUEENS = np.uint64(0x88 << 24)  # queens of spades
BESI_JACKS = np.uint64(0x22 << 32)  # jacks of diamonds
_BESI_CARDS = BESI_QUEENS | BESI_JACKS
_BYTE, _RANK_BITS = np.uint64(0xFF), np.uint64(0x38)
_U_QUINTE, _U_FOUR, _U_BESI = np.uint64(QUINTE), np.uint64(FOUR), np.uint64(BESI)


@inlined
def suits_in(low: Any, high: Any) -> Any:
    """For each rank's byte, bits 0-3: the suits of which the hand has at least one copy."""
    both = low | high
    return (both | (both >> _U4)) & _NIBBLES


@inlined
def byte_counts(word: Any) -> Any:
    """For each rank's byte, how many of its cards are in the word."""
    word = word - ((word >> _U1) & _ONES)
    word = (word & _TWOS) + ((word >> _U2) & _TWOS)
    return (word + (word >> _U4)) & _NIBBLES


@inlined
def marriages(low: Any, high: Any) -> Any:
    """Bits 0-3: suits with a king and a queen."""
    suits = suits_in(low, high)
    return (suits >> _U16) & (suits >> _U24) & _U15


@inlined
def quintes(low: Any, high: Any) -> Any:
    """Bits 0-3: suits with ace, ten, king, queen and jack."""
    suits = suits_in(low, high)
    return suits & (suits >> _U8) & (suits >> _U16) & (suits >> _U24) & (suits >> _U32) & _U15


@inlined
def fours(low: Any, high: Any, panache: Any) -> Any:
    """Bits 0-4: aces, tens, kings, queens, jacks of which there are four (of four suits if `panache`)."""
    if panache:
        suits = suits_in(low, high)
        suits &= suits >> _U1
        found = suits & (suits >> _U2) & _TOP_FIVE
    else:
        found = ((byte_counts(low) + byte_counts(high) + _OVER_THREE) >> np.uint64(7)) & _TOP_FIVE
    return ((found * _GATHER) >> _U32) & _FIVE_BITS


@inlined
def besi_level(low: Any, high: Any) -> Any:
    """How many queens of spades can be paired with jacks of diamonds."""
    queens = popcount(low & BESI_QUEENS) + popcount(high & BESI_QUEENS)
    jacks = popcount(low & BESI_JACKS) + popcount(high & BESI_JACKS)
    return queens if queens < jacks else jacks


@inlined
def instances(low: Any, high: Any, panache: Any) -> Any:
    """Every instance that the cards contain, as a bit mask."""
    level = np.uint64(besi_level(low, high))
    return (
        marriages(low, high)
        | (quintes(low, high) << _U_QUINTE)
        | (fours(low, high, panache) << _U_FOUR)
        | (((_U1 << level) - _U1) << _U_BESI)
    )


@inlined
def instances_with(low: Any, high: Any, code: Any, panache: Any) -> Any:
    """Every instance that a hand contains thanks to a card that it just got, and perhaps others.

    A third of the work of `instances`, which made a draw the dearest part of a deal.
    """
    found = marriages(low, high) | (quintes(low, high) << _U_QUINTE)
    rank = code & _RANK_BITS
    of_rank_low, of_rank_high = (low >> rank) & _BYTE, (high >> rank) & _BYTE
    if panache:
        suits = of_rank_low | of_rank_high
        four = np.uint64(((suits | (suits >> _U4)) & _U15) == _U15)
    else:
        four = np.uint64(popcount(of_rank_low) + popcount(of_rank_high) > 3)
    found |= four << (_U_FOUR + (rank >> _U3))
    if (_BESI_CARDS >> (code & _U63)) & _U1:
        found |= ((_U1 << np.uint64(besi_level(low, high))) - _U1) << _U_BESI
    return found


@inlined
def _take(low: Any, high: Any, count: Any) -> Any:
    """The `count` lowest-numbered cards of those in the words."""
    taken_low, taken_high = _U0, _U0
    for _ in range(count):
        if low:
            bit = _U1 << np.uint64(lowest(low))
            taken_low |= bit
            low ^= bit
        else:
            bit = _U1 << np.uint64(lowest(high))
            taken_high |= bit
            high ^= bit
    return taken_low, taken_high


@inlined
def cards_of(instance: Any, low: Any, high: Any, panache: Any) -> Any:
    """The cards that an instance takes of the usable ones, which must contain it.

    The lowest-numbered copy of each kind; a four by copy number, then suit (`panache`: the
    lowest copy in each suit).
    """
    taken_low, taken_high = _U0, _U0
    if instance < FOUR:
        suit = np.uint64(instance & 3)
        first, last = (2, 4) if instance < QUINTE else (0, 5)
        for rank in range(first, last):
            copies = np.uint64(0x11) << (np.uint64(8 * rank) + suit)
            one_low, one_high = _take(low & copies, high & copies, np.int64(1))
            taken_low |= one_low
            taken_high |= one_high
    elif instance < BESI:
        byte = np.uint64(8 * (instance - FOUR))
        if panache:
            for suit_number in range(4):
                copies = np.uint64(0x11) << (byte + np.uint64(suit_number))
                one_low, one_high = _take(low & copies, high & copies, np.int64(1))
                taken_low |= one_low
                taken_high |= one_high
        else:
            taken_low, taken_high = _take(low & (_BYTE << byte), high & (_BYTE << byte), np.int64(4))
    else:
        level = instance - BESI + 1
        queens_low, queens_high = _take(low & BESI_QUEENS, high & BESI_QUEENS, level)
        jacks_low, jacks_high = _take(low & BESI_JACKS, high & BESI_JACKS, level)
        taken_low, taken_high = queens_low | jacks_low, queens_high | jacks_high
    return taken_low, taken_high
