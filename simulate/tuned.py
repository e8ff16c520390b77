"""The player `tuned`: weighs what each card is worth to keep against what it does in the trick.

A card's worth is a sum over the groups that it may still serve in, each weight found by the
number of cards held, by whether the rest can still come, and by the draws left
(`simulate.weights`). It plays the kind with the best balance, and the last tricks as `club`
does. It reads nothing but the view, and no random word.

As `club`, it thinks of all kinds at once as far as that goes: what each kind is to a group is
a few words with a bit for each kind. Tried first: card after card, with a jump for each group
that a card might belong to. That took twice as long, mostly for jumps that no processor can
foresee.
"""

from typing import Any

import numpy as np

from simulate.besi_groups import BESI_JACKS, BESI_QUEENS, byte_counts, suits_in
from simulate.bits import lowest, popcount
from simulate.cards import DIAMONDS, JACK, KING, QUEEN, SEVEN, SPADES
from simulate.club import TOP_FIVE, beating, open_besi_levels, partner_wins, position_of, unseen_cards
from simulate.jit import inlined
from simulate.packing import (
    BESI,
    FOUR,
    FOUR_BYTES,
    INSTANCES,
    LAY_DOWN_ALL,
    NO_SEVEN,
    ONCE_PER_ANNOUNCEMENT,
    PANACHE,
    QUINTE,
    SEATS,
    SEVEN_RULE,
    VALUED,
    VALUES,
)
from simulate.view import View
from simulate.weights import EXPANDED

_U0, _U1, _U2, _U3, _U4, _U5, _U6, _U7, _U8 = (np.uint64(n) for n in range(9))
_U15, _U16, _U24, _U32 = (np.uint64(n) for n in (15, 16, 24, 32))
_SUIT_CARDS, _SUIT_KINDS = np.uint64(0x1111111111111111), np.uint64(0x0101010101010101)
_KINDS = np.uint64(0x0F0F0F0F0F0F0F0F)
_KINGS, _QUEENS = np.uint64(0xF << 8 * KING), np.uint64(0xF << 8 * QUEEN)
_BRISQUES = np.uint64(0x0F0F)
_RANK_BITS = np.uint64(0x38)
_FOUR_OR_MORE = np.uint64(0x7C7C7C7C7C)
_FIVE_OR_MORE = np.uint64(0x7B7B7B7B7B)
_TOP_BYTES = np.uint64(0x0101010101)
_TOP_FIVE_BYTES = np.uint64(0xFFFFFFFFFF)
_GATHER = np.uint64(sum(1 << (32 - 7 * rank) for rank in range(5)))
_SEVENS = np.uint64(0xF << 8 * SEVEN)
_U_FOUR, _U_QUINTE, _U_BESI = np.uint64(FOUR), np.uint64(QUINTE), np.uint64(BESI)
_QUEEN_OF_BESI, _JACK_OF_BESI = np.uint64(8 * QUEEN + SPADES), np.uint64(8 * JACK + DIAMONDS)
_SMALL, _LARGE = 60, 200  # points that part the classes of what could be declared
_WORST = np.int64(-(1 << 40))

_ALONE, _SUITED, _BESI, _SEVEN, _LEAD, _LEAD_BRISQUE, _TAKE, _TAKE_POINT, _TAKE_BRISQUE, _LOSE_BRISQUE = (
    np.uint64(place) for place in EXPANDED.values()
)


@inlined
def _bucket(draws_left: Any) -> Any:
    """Which draws left these are (`simulate.weights.BUCKETS`)."""
    return np.uint64(draws_left > 1) + np.uint64(draws_left > 3) + np.uint64(draws_left > 8)


@inlined
def _eagerness(view: View, ready: Any) -> Any:
    """Which class the best of the instances that could be declared is of."""
    best = np.int64(0)
    row = VALUES + np.uint64(INSTANCES * (view.trump + 1))
    while ready:
        value = view.rules[row + np.uint64(lowest(ready))]
        ready &= ready - _U1
        best = value if value > best else best
    found = np.uint64(best > 0) + np.uint64(best >= _SMALL) + np.uint64(best >= _LARGE)
    return found + _U4 if view.draws_left == 1 else found


@inlined
def _besi_worth(weights: Any, seat: Any, bucket: Any, levels: Any, own: Any, other: Any) -> Any:
    """What one of `own` cards is worth for the besi levels, of the other kind of which there are `other`."""
    worth = np.int64(0)
    while levels:
        level = lowest(levels) + 1
        levels &= levels - _U1
        lacking = level - own + (level - other if other < level else 0)
        if own <= level and lacking < 4:
            worth += weights[seat, _BESI + (bucket << _U4) + np.uint64(4 * (level - 1) + lacking)]
    return worth


@inlined
def _once_and_twice(low: Any, high: Any) -> Any:
    """Of a set of cards: the kinds that it holds, and those that it holds more than once."""
    again_low, again_high = low & (low >> _U4), high & (high >> _U4)
    one_low, one_high = (low | (low >> _U4)) & _KINDS, (high | (high >> _U4)) & _KINDS
    return one_low | one_high, (again_low | again_high | (one_low & one_high)) & _KINDS


@inlined
def _quinte_counts(fresh: Any) -> Any:
    """Three words with a bit a suit: how many of the five ranks are there, in binary."""
    a, b, c, d, e = fresh, fresh >> _U8, fresh >> _U16, fresh >> _U24, fresh >> _U32
    first, first_carry = a ^ b ^ c, (a & b) | (c & (a ^ b))
    ones, second_carry = first ^ d ^ e, (first & d) | (e & (first ^ d))
    return ones & _U15, (first_carry ^ second_carry) & _U15, first_carry & second_carry & _U15


@inlined
def play_tuned(view: View, weights: Any) -> Any:
    """The position of the card with the best balance, while the talon lasts.

    `weights` has a row for each seat, as `simulate.weights.expanded` makes them.
    """
    seat, bucket = np.uint64(view.seat), _bucket(view.draws_left)
    low, high = view.hand
    trumps = _SUIT_KINDS << np.uint64(view.trump) if view.trump >= 0 else _U0
    unseen = unseen_cards(view)
    kinds, twice = _once_and_twice(low, high)
    hidden, hidden_twice = _once_and_twice(unseen[0], unseen[1])
    wanted = np.uint64(view.rules[VALUED + np.uint64(view.trump + 1)])
    if view.rules[ONCE_PER_ANNOUNCEMENT]:
        wanted &= ~np.uint64(view.announced)

    # Marriages: the partner in hand (1), several unseen (2), one unseen (3), or none (0).
    fresh = suits_in(low & ~view.used_marriage[0], high & ~view.used_marriage[1])
    fresh &= (wanted & _U15) * _SUIT_KINDS
    couples = fresh & ((fresh >> _U8 & _KINGS) | (fresh << _U8 & _QUEENS))
    ready = couples >> _U16 & _U15
    hoped = fresh & ((hidden >> _U8 & _KINGS) | (hidden << _U8 & _QUEENS)) & ~couples
    scarce = hoped & ~((hidden_twice >> _U8 & _KINGS) | (hidden_twice << _U8 & _QUEENS))
    married, single = (couples | scarce) & ~twice, hoped & ~twice

    # Quintes: how many of the five ranks are in hand, 0 where the rest can't come.
    fresh = suits_in(low & ~view.used_quinte[0], high & ~view.used_quinte[1])
    may = fresh | hidden
    may = may & (may >> _U8) & (may >> _U16) & (may >> _U24) & (may >> _U32) & (wanted >> _U_QUINTE) & _U15
    ones, twos, fours = _quinte_counts(fresh)
    ready |= (ones & fours & may) << _U_QUINTE
    serving = fresh & (may * TOP_FIVE) & ~twice
    quinte_ones, quinte_twos, quinte_fours = (
        (ones * TOP_FIVE) & serving, (twos * TOP_FIVE) & serving, (fours * TOP_FIVE) & serving,
    )  # fmt: skip

    # Fours: a byte for each rank with the number in hand; of no use where four can't come, or more are there.
    four_low, four_high = low & ~view.used_four[0], high & ~view.used_four[1]
    for_four = suits_in(four_low, four_high) & np.uint64(view.rules[FOUR_BYTES])
    if view.rules[ONCE_PER_ANNOUNCEMENT]:
        gone = ~(wanted >> _U_FOUR)
        for rank in range(5):
            for_four &= ~(((gone >> np.uint64(rank)) & _U1) * _U15 << np.uint64(8 * rank))
    coming_low, coming_high = unseen
    if view.rules[PANACHE]:
        four_low, four_high = for_four, _U0
        coming_low, coming_high = hidden & ~for_four, _U0
        for_four &= ~twice
    counts = (byte_counts(four_low) + byte_counts(four_high)) & _TOP_FIVE_BYTES
    may = (counts + byte_counts(coming_low) + byte_counts(coming_high)) & _TOP_FIVE_BYTES
    whole = ((counts + _FOUR_OR_MORE) >> _U7) & _TOP_BYTES
    ready |= (((whole * _GATHER) >> _U32) & np.uint64(31) & (wanted >> _U_FOUR)) << _U_FOUR
    open_ranks = ((may + _FOUR_OR_MORE) >> _U7) & ~((counts + _FIVE_OR_MORE) >> _U7) & _TOP_BYTES
    for_four &= open_ranks * _U15

    levels, besi_ready = open_besi_levels(view, wanted, unseen)
    ready |= besi_ready << _U_BESI
    queen_worth, jack_worth = np.int64(0), np.int64(0)
    if levels:
        queens = popcount(low & BESI_QUEENS) + popcount(high & BESI_QUEENS)
        jacks = popcount(low & BESI_JACKS) + popcount(high & BESI_JACKS)
        queen_worth = _besi_worth(weights, seat, bucket, levels, queens, jacks)
        jack_worth = _besi_worth(weights, seat, bucket, levels, jacks, queens)
    eagerness = _eagerness(view, ready)

    sevens = _U0
    if view.turned >= 0 and view.rules[SEVEN_RULE] != NO_SEVEN and (view.turned >> 3) & 7 != SEVEN:
        sevens = trumps & _SEVENS
    seven_worth = weights[seat, _SEVEN + bucket]
    leading = view.on_table == 0
    to_come = np.uint64(view.on_table != view.rules[SEATS] - 1)
    winners, taking, losing = _U0, np.int64(0), np.int64(0)
    if not leading:
        winners = beating(view, trumps)
        losing = weights[seat, _LOSE_BRISQUE]
        if partner_wins(view) and (view.rules[LAY_DOWN_ALL] or eagerness & _U3 == _U0):
            winners, losing = _U0, weights[seat, _TAKE_BRISQUE + to_come]
        taking = weights[seat, _TAKE + (eagerness << _U1) + to_come]
        taking += weights[seat, _TAKE_POINT + to_come] * view.table_points
    taking_brisque = taking + weights[seat, _TAKE_BRISQUE + to_come]
    others_low, others_high = unseen[0] | view.shown[0], unseen[1] | view.shown[1]

    best, chosen = _WORST, _U0
    left = kinds
    while left:
        kind = np.uint64(lowest(left))
        left &= left - _U1
        is_trump = (trumps >> kind) & _U1
        row = (bucket << _U1) + is_trump
        four = (counts >> (kind & _RANK_BITS)) & _U7 & (_U0 - ((for_four >> kind) & _U1))
        marriage = ((married >> kind) & _U1) | (((single >> kind) & _U1) << _U1)
        quinte = ((quinte_ones >> kind) & _U1) | (((quinte_twos >> kind) & _U1) << _U1)
        quinte |= ((quinte_fours >> kind) & _U1) << _U2
        suited = ((twice >> kind) & _U1) << _U5 | marriage << _U3 | quinte
        worth = weights[seat, _ALONE + (row << _U6 | (kind & _RANK_BITS) | four)]
        worth += weights[seat, _SUITED + (row << _U6 | suited)]
        worth += queen_worth if kind == _QUEEN_OF_BESI else 0
        worth += jack_worth if kind == _JACK_OF_BESI else 0
        worth += seven_worth if (sevens >> kind) & _U1 else 0
        brisque = (_BRISQUES >> kind) & _U1
        if leading:
            stronger = (_SUIT_CARDS << (kind & _U3)) & ((_U1 << (kind & _RANK_BITS)) - _U1)
            above = popcount(others_low & stronger) + popcount(others_high & stronger)
            strength = np.uint64(above > 0) + np.uint64(above > 2) + np.uint64(above > 5)
            balance = weights[seat, _LEAD + (eagerness << _U3 | is_trump << _U2 | strength)]
            balance += weights[seat, _LEAD_BRISQUE + (is_trump << _U1 | brisque)]
        else:
            wins = (winners >> kind) & _U1
            balance = (taking_brisque if wins else losing) if brisque else (taking if wins else 0)
        balance -= worth
        chosen = kind if balance >= best else chosen
        best = balance if balance >= best else best
    return np.int64(position_of(view, chosen))
