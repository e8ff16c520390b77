"""The player `hoarder`: sits on whatever a group may be waiting for.

It never parts with a queen of spades or a knave of diamonds, nor with a card of a group that
lacks one card only, as long as it may play another; by what it may play it plays as `club`
does. It isn't meant to win: it shows how often a rare group comes about when people play
for it.
"""

from typing import Any

import numpy as np

from simulate.besi_groups import byte_counts, suits_in
from simulate.club import BESI_KINDS, TOP_FIVE
from simulate.jit import inlined
from simulate.packing import PANACHE
from simulate.view import View

_U1, _U2, _U3, _U4, _U8, _U15, _U16, _U24, _U32 = (np.uint64(n) for n in (1, 2, 3, 4, 8, 15, 16, 24, 32))
_KING_AND_QUEEN = np.uint64(0x01010000)
_THREES = np.uint64(0x0303030303)


@inlined
def _one_short(view: View) -> Any:
    """The kinds in hand of which a group is made that lacks one card only, whatever it is worth."""
    held = suits_in(view.hand[0], view.hand[1])
    lonely = ((held >> _U16) ^ (held >> _U24)) & _U15  # suits with a king or a queen, not both
    short = held & (lonely * _KING_AND_QUEEN)

    a, b, c, d, e = held, held >> _U8, held >> _U16, held >> _U24, held >> _U32
    all_but_one = (a & b & c & (d ^ e)) | (((a & b & (a ^ c)) | (c & (a ^ b))) & d & e)
    short |= held & ((all_but_one & _U15) * TOP_FIVE)

    counts = byte_counts(view.hand[0]) + byte_counts(view.hand[1])
    if view.rules[PANACHE]:
        counts = byte_counts(held)
    no_three = counts ^ _THREES  # a byte of 0 where there are three; a hand of 16 fits into five bits
    no_three |= (no_three >> _U1) | (no_three >> _U2) | (no_three >> _U3) | (no_three >> _U4)
    return short | (held & ((TOP_FIVE & ~no_three) * _U15))


@inlined
def worth_parting_with(view: View, kinds: Any) -> Any:
    """Those of the kinds that a hoarder would rather play: a besi's last, then what is one short."""
    free = kinds ^ (kinds & BESI_KINDS)
    cheap = free ^ (free & _one_short(view))
    if cheap:
        return cheap
    return free if free else kinds
