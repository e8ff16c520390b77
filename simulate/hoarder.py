"""The player `hoarder`: sits on whatever a group may be waiting for.

It never parts with a queen of spades or a knave of diamonds, nor with a card of a group that
lacks one card only, as long as it may play another; by what it may play it plays as `club`
does. It isn't meant to win: it shows how often a rare group comes about when people play
for it.
"""

from typing import Any

import numpy as np

from simulate.besi_groups import byte_counts, suits_in
from simulate.club import BESI_KINDS, TOP_FIVE, legal_kinds, play_one_of
from simulate.jit import inlined
from simulate.packing import PANACHE
from simulate.view import View

_U0, _U1, _U2, _U3, _U7, _U8 = (np.uint64(n) for n in (0, 1, 2, 3, 7, 8))
_U16, _U24, _U32 = (np.uint64(n) for n in (16, 24, 32))
_U15 = np.uint64(0xF)
_KINGS, _QUEENS = np.uint64(0xF0000), np.uint64(0xF000000)
_TOP_RANKS = np.uint64(0xF0F0F0F0F)
_THREES = np.uint64(0x0303030303)
_LOWEST_BITS = np.uint64(0x0101010101)


@inlined
def _one_short(view: View) -> Any:
    """The kinds in hand of which a group is made that lacks one card only, whatever it is worth."""
    held = suits_in(view.hand[0], view.hand[1])
    lonely = ((held >> _U16) ^ (held >> _U24)) & _U15  # suits with a king or a queen, not both
    short = held & (lonely * ((_U1 << _U16) | (_U1 << _U24)))

    a, b, c, d, e = held, held >> _U8, held >> _U16, held >> _U24, held >> _U32
    all_but_one = (a & b & c & (d ^ e)) | (((a & b & (a ^ c)) | (c & (a ^ b))) & d & e)
    short |= held & ((all_but_one & _U15) * TOP_FIVE)

    if view.rules[PANACHE]:
        counts = byte_counts(held)
    else:
        counts = byte_counts(view.hand[0]) + byte_counts(view.hand[1])
    off_three = counts ^ _THREES
    off_three |= (off_three >> _U1) | (off_three >> _U2) | (off_three >> _U3)
    off_three |= off_three >> np.uint64(4)
    threes = (off_three & _LOWEST_BITS) ^ _LOWEST_BITS
    return short | (held & (threes * _U15) & _TOP_RANKS)


@inlined
def choose_hoarder(view: View, word: Any) -> Any:  # noqa: ARG001
    """The position of the card that a hoarder plays, a besi's last of all."""
    kinds = legal_kinds(view)
    free = kinds ^ (kinds & BESI_KINDS)
    cheap = free ^ (free & _one_short(view))
    if cheap:
        kinds = cheap
    elif free:
        kinds = free
    return play_one_of(view, kinds)
