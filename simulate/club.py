"""The player `club`: a sensible person at the card table.

Keeps cards that can still make groups, throws the cheapest, takes tricks that hold a
brisque or when a group waits to be declared, takes the last tricks of the talon to deny a
declaration, saves trumps for the end, and remembers what has been seen. It reads nothing
but the view, and no random word.

It thinks in *kinds*: a word with a bit for each (rank, suit), rank r and suit s at bit
8r + s (`simulate.besi_groups.suits_in`), so the weakest of several kinds is the highest
bit and one operation looks at all of them. Tried first: weighing every card by itself, in
points for each group that it might join. That won 20 ± 2 points a deal more at besi
double, out of some 310, but thought five times as long.
"""

from typing import Any

import numpy as np

from simulate.besi_groups import BESI_JACKS, BESI_QUEENS, byte_counts, suits_in
from simulate.bits import highest, lowest, popcount
from simulate.cards import DIAMONDS, JACK, QUEEN, SEVEN, SPADES
from simulate.jit import inlined, merged
from simulate.packing import (
    BESI,
    FOUR,
    FOUR_BYTES,
    LAY_DOWN_ALL,
    NO_SEVEN,
    ONCE_PER_ANNOUNCEMENT,
    QUINTE,
    REDECLARE,
    SEATS,
    SEVEN_RULE,
    TEAMS,
    VALUED,
)
from simulate.view import View

_U0, _U1, _U2, _U3, _U4, _U8 = (np.uint64(n) for n in (0, 1, 2, 3, 4, 8))
_U7, _U15, _U16, _U24, _U32, _U63 = (np.uint64(n) for n in (7, 15, 16, 24, 32, 63))
_KINDS = np.uint64(0x0F0F0F0F0F0F0F0F)
_ONE_SUIT = np.uint64(0x0101010101010101)
_JACKS = np.uint64(0xF00000000)
_ACES, _TENS = np.uint64(0xF), np.uint64(0xF00)
_BRISQUES = _ACES | _TENS
_FIGURES = np.uint64(0x0F0F0F0000)
_KINGS, _QUEENS = np.uint64(0xF0000), np.uint64(0xF000000)
_LOW = np.uint64(0x0F0F0F0000000000)  # nines, eights, sevens
TOP_FIVE = np.uint64(0x0101010101)
BESI_KINDS = np.uint64(1 << (8 * QUEEN + SPADES) | 1 << (8 * JACK + DIAMONDS))
_EVERY_BYTE = np.uint64(0x0101010101010101)
_TOP_BITS = np.uint64(0x8080808080808080)
_KIND_BITS = np.uint64(0x3B)  # rank and suit of a card's code, without the copy
_FOUR_OF = np.uint64(0x7C7C7C7C7C7C7C7C)
_TWO_OF = np.uint64(0x7E7E7E7E7E7E7E7E)
_THREE_OF = np.uint64(0x7D7D7D7D7D7D7D7D)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_U_QUINTE, _U_BESI, _ANY_FOUR = np.uint64(QUINTE), np.uint64(BESI), np.uint64(0x1F << FOUR)
_LATE_DRAWS = 3  # so few draws make no group of what is far from complete
_STRONGER_TRUMPS = 3  # a trump is led only if no more kinds than these, unseen, would beat it


@inlined
def _bytes_reaching(counts: Any, reach: Any) -> Any:
    """The bytes (as 0xFF) whose count, added to `reach`, passes 127."""
    bits = ((counts + reach) >> _U7) & _EVERY_BYTE
    return (bits << _U8) - bits


@inlined
def _or_else(choice: Any, kinds: Any) -> Any:
    """The choice, or if it is empty the other kinds."""
    return choice if choice else kinds


@inlined
def position_of(view: View, kind: Any) -> Any:
    """The first position in the legal list of a card of the kind."""
    wanted = kind * _EVERY_BYTE
    differ = (view.legal[0] & (_KIND_BITS * _EVERY_BYTE)) ^ wanted
    zeros = (differ - _EVERY_BYTE) & (differ ^ _ALL) & _TOP_BITS
    first = lowest(zeros) >> 3 if zeros else 8
    if first < 8 and first < view.legal_count:
        return first
    differ = (view.legal[1] & (_KIND_BITS * _EVERY_BYTE)) ^ wanted
    zeros = (differ - _EVERY_BYTE) & (differ ^ _ALL) & _TOP_BITS
    return 8 + (lowest(zeros) >> 3)


@inlined
def unseen_cards(view: View) -> Any:
    """The cards that this seat can't account for: in the talon or hidden in others' hands."""
    low = view.pack[0] ^ (view.hand[0] | view.played[0] | view.shown[0])
    high = view.pack[1] ^ (view.hand[1] | view.played[1] | view.shown[1])
    if view.turned >= 64:
        high ^= _U1 << (np.uint64(view.turned) & _U63)
    elif view.turned >= 0:
        low ^= _U1 << np.uint64(view.turned)
    return low, high


@merged
def _suits_wanted(view: View, valued: Any, trumps: Any, unseen_kinds: Any) -> Any:
    """What marriages and quintes ask for, by suit; a kind held twice can spare a card for them.

    Returns
    -------
    (hoped, some, much, most, ready) : kinds that may still make a marriage; kinds that may make a group,
        are close to making one, make a complete one; bit mask of instances that could be declared.
    """
    hand_low, hand_high = view.hand[0], view.hand[1]
    twice_low, twice_high = hand_low & (hand_low >> _U4), hand_high & (hand_high >> _U4)
    one_low, one_high = hand_low | (hand_low >> _U4), hand_high | (hand_high >> _U4)
    once = _KINDS ^ ((twice_low | twice_high | (one_low & one_high)) & _KINDS)
    fresh = suits_in(
        hand_low ^ (hand_low & view.used_marriage[0]), hand_high ^ (hand_high & view.used_marriage[1])
    )
    couples = fresh & ((fresh >> _U8 & _KINGS) | (fresh << _U8 & _QUEENS))
    reach = fresh | unseen_kinds
    hoped = fresh & ((reach >> _U8 & _KINGS) | (reach << _U8 & _QUEENS)) & once
    marriages = couples >> _U16 & _U15

    fresh = suits_in(
        hand_low ^ (hand_low & view.used_quinte[0]), hand_high ^ (hand_high & view.used_quinte[1])
    )
    reach = fresh | unseen_kinds
    open_suits = reach & (reach >> _U8) & (reach >> _U16) & (reach >> _U24) & (reach >> _U32)
    open_suits &= valued >> _U_QUINTE & _U15
    a, b, c, d, e = fresh, fresh >> _U8, fresh >> _U16, fresh >> _U24, fresh >> _U32
    odd = a ^ b ^ c
    twos = (a & b) | (c & (a ^ b))
    more = (odd & d) | (e & (odd ^ d))
    last = odd ^ d ^ e
    three = open_suits & ((twos & more) | ((twos | more) & last))
    four = open_suits & twos & more
    quintes = a & b & c & d & e & open_suits
    # Two trumps of the five are hope enough: its cards are the last to be parted with anyway.
    trump_two = open_suits & trumps & (twos | more)
    some = fresh & ((three | trump_two) * TOP_FIVE) & once
    much = (couples | (hoped & trumps) | (fresh & ((four | (three & trumps)) * TOP_FIVE))) & once
    most = (fresh & (four * TOP_FIVE) & once) | (couples & trumps)
    return hoped, some, much, most, marriages | (quintes << _U_QUINTE)


@merged
def _fours_wanted(view: View, kinds: Any, unseen: Any) -> Any:
    """What fours ask for, by rank: kinds of which two fresh cards are held, three, all four."""
    fresh_low = view.hand[0] ^ (view.hand[0] & view.used_four[0])
    fresh_high = view.hand[1] ^ (view.hand[1] & view.used_four[1])
    have = byte_counts(fresh_low) + byte_counts(fresh_high)
    may_have = have + byte_counts(unseen[0]) + byte_counts(unseen[1])
    open_kinds = kinds & _bytes_reaching(may_have, _FOUR_OF) & np.uint64(view.rules[FOUR_BYTES])
    two, three = _bytes_reaching(have, _TWO_OF), _bytes_reaching(have, _THREE_OF)
    return open_kinds & two, open_kinds & three, open_kinds & _bytes_reaching(have, _FOUR_OF)


@merged
def _besi_wanted(view: View, valued: Any, kinds: Any, unseen: Any) -> Any:
    """What besi asks for at the levels within reach that are worth something and not yet declared.

    Returns
    -------
    (much, most, ready) : its kinds while any level is open; while a besi double or more is; bit mask
        of the levels that could be declared.
    """
    levels, ready = open_besi_levels(view, valued, unseen)
    much, most = _U0, _U0
    if levels:
        much = kinds & BESI_KINDS
        most = much if levels > _U1 else _U0
    return much, most, ready


@inlined
def open_besi_levels(view: View, valued: Any, unseen: Any) -> Any:
    """The levels of besi within reach that are worth something and not yet declared; those in hand now."""
    low, high = view.hand[0] | unseen[0], view.hand[1] | unseen[1]
    levels = _besi_levels(low, high) & (valued >> _U_BESI)
    if not view.rules[REDECLARE]:
        levels ^= levels & (np.uint64(view.announced) >> _U_BESI)
    ready = _U0
    if levels:
        ready = levels & _besi_levels(view.hand[0], view.hand[1])
        if view.rules[REDECLARE]:
            ready &= _besi_fresh(view)
    return levels, ready


@inlined
def _besi_fresh(view: View) -> Any:
    """The levels of besi that cards not used at them hold, as bits from besi up."""
    low, high = view.hand
    return (
        (_besi_levels(low & ~view.used_besi[0], high & ~view.used_besi[1]) & _U1)
        | (_besi_levels(low & ~view.used_besi2[0], high & ~view.used_besi2[1]) & _U2)
        | (_besi_levels(low & ~view.used_besi3[0], high & ~view.used_besi3[1]) & _U4)
        | (_besi_levels(low & ~view.used_besi4[0], high & ~view.used_besi4[1]) & _U8)
    )


@inlined
def _besi_levels(low: Any, high: Any) -> Any:
    """The levels of besi that the cards hold, as bits from besi up."""
    queens = popcount(low & BESI_QUEENS) + popcount(high & BESI_QUEENS)
    jacks = popcount(low & BESI_JACKS) + popcount(high & BESI_JACKS)
    return (_U1 << np.uint64(queens if queens < jacks else jacks)) - _U1


@merged
def _wanted(view: View, kinds: Any, valued: Any, trumps: Any, unseen: Any, unseen_kinds: Any) -> Any:
    """What all groups together ask for: as `_suits_wanted`, each wider answer holding the narrower."""
    hoped, some, much, most, ready = _suits_wanted(view, valued, trumps, unseen_kinds)
    two, three, complete = _fours_wanted(view, kinds, unseen)
    besi_much, besi_most, besi_ready = _besi_wanted(view, valued, kinds, unseen)
    ready |= besi_ready << _U_BESI
    ready |= _ANY_FOUR if complete else _U0
    most |= complete | besi_most
    much |= three | besi_much | most
    some |= two | much
    return hoped, some, much, most, ready


@inlined
def beating(view: View, trumps: Any) -> Any:
    """The kinds that beat the best card on the table."""
    best = np.uint64(view.best)
    stronger = (_U1 << (best & np.uint64(0x38))) - _U1
    beating = (_ONE_SUIT << (best & _U3)) & stronger
    if np.int64(best & _U3) != view.trump:
        beating |= trumps
    return beating


@merged
def _while_talon(view: View, kinds: Any, trumps: Any) -> Any:
    """The kind to play while the talon lasts."""
    unseen = unseen_cards(view)
    valued = np.uint64(view.rules[VALUED + np.uint64(view.trump + 1)])
    unseen_kinds = suits_in(unseen[0], unseen[1])
    hoped, some, much, most, ready = _wanted(view, kinds, valued, trumps, unseen, unseen_kinds)
    ready &= valued
    if view.rules[ONCE_PER_ANNOUNCEMENT]:
        ready ^= ready & np.uint64(view.announced)
    turned_rank = (view.turned >> 3) & 7
    if view.turned >= 0 and view.rules[SEVEN_RULE] != NO_SEVEN and turned_rank != SEVEN:
        sevens = trumps & (_U15 << np.uint64(8 * SEVEN))  # to be exchanged
        some, much = some | sevens, much | sevens
    plain = _KINDS ^ trumps
    late = view.draws_left == 1
    if view.draws_left <= _LATE_DRAWS:
        some = much
    if late and ready == _U0:
        some, much, most = _U0, _U0, _U0
    keen = (ready >> _U4) != _U0 or late
    if view.trump >= 0 and (ready >> np.uint64(view.trump)) & _U1:
        keen = True
    eager = keen or ready != _U0

    if view.on_table == 0:
        choice = _U0
        if keen:
            choice = kinds & trumps & (_KINDS ^ much)
            stronger = trumps & ((choice & (_U0 - choice)) - _U1)
            if popcount(unseen_kinds & stronger) > _STRONGER_TRUMPS:
                choice = _U0
        if eager:
            choice = _or_else(choice, kinds & plain & _ACES & (_KINDS ^ much))
        if keen and not late:
            choice = _or_else(choice, kinds & plain & (_BRISQUES | _FIGURES) & (_KINDS ^ some))
        if choice:
            return lowest(choice)
    else:
        winners = kinds & beating(view, trumps)
        # A partner's trick serves as well, if both lay down their groups or none waits in this hand.
        helping = partner_wins(view) and (view.rules[LAY_DOWN_ALL] or not eager)
        cash = (kinds if helping else winners) & plain & _BRISQUES & (_KINDS ^ some)
        if cash and view.on_table == view.rules[SEATS] - 1:
            return lowest(cash)
        if helping:
            winners = _U0
        if eager or view.table_points > 0:
            choice = winners & plain & (_KINDS ^ some)
            choice = _or_else(choice, winners & trumps & _LOW & (_KINDS ^ some))
            choice = _or_else(choice, winners & plain & (_KINDS ^ much) & (_KINDS ^ _BRISQUES))
            if eager:
                choice = _or_else(choice, winners & (_KINDS ^ some))
                choice = _or_else(choice, winners & (_KINDS ^ much))
            if keen:
                choice = _or_else(choice, winners & (_KINDS ^ most))
            if choice:
                return highest(choice)
    # throw the cheapest
    unwanted = kinds & (_KINDS ^ some)
    choice = unwanted & plain & _LOW
    choice = _or_else(choice, unwanted & plain & _FIGURES & (_KINDS ^ hoped))
    choice = _or_else(choice, unwanted & trumps & _LOW)
    choice = _or_else(choice, unwanted & plain & _FIGURES)
    choice = _or_else(choice, kinds & plain & _JACKS & (_KINDS ^ much))
    choice = _or_else(choice, kinds & plain & _FIGURES & (_KINDS ^ much))
    choice = _or_else(choice, unwanted & plain & _TENS)
    choice = _or_else(choice, unwanted & plain)
    choice = _or_else(choice, unwanted & (_KINDS ^ _BRISQUES))
    choice = _or_else(choice, kinds & plain & (_KINDS ^ much))
    choice = _or_else(choice, kinds & plain & (_KINDS ^ most))
    choice = _or_else(choice, kinds & (_KINDS ^ most))
    return highest(_or_else(choice, kinds))


@inlined
def partner_wins(view: View) -> Any:
    """Whether the best card on the table is the partner's."""
    return view.rules[TEAMS] and view.best_seat == view.seat ^ 2


@inlined
def legal_kinds(view: View) -> Any:
    """The kinds that may be played."""
    kinds = _U0
    for position in range(view.legal_count):
        code = view.legal[position >> 3] >> (_U8 * np.uint64(position & 7))
        kinds |= _U1 << (code & _KIND_BITS)
    return kinds


@merged
def _last_tricks(view: View, kinds: Any, trumps: Any) -> Any:
    """The kind to play when the talon is gone and what others hold can be known."""
    plain = _KINDS ^ trumps
    if view.on_table == 0:
        unseen = unseen_cards(view)
        others = suits_in(unseen[0] | view.shown[0], unseen[1] | view.shown[1])
        weaker = others | (others << _U8)
        weaker |= weaker << _U16
        weaker |= weaker << _U32
        sure = kinds & (_KINDS ^ (weaker << _U8 & _KINDS))
        if others & trumps:
            held = others | (others >> _U32)
            held |= held >> _U16
            held = (held | (held >> _U8)) & _U15
            sure &= held * _ONE_SUIT | trumps
        choice = sure & plain & _BRISQUES
        choice = _or_else(choice, sure & plain)
        choice = _or_else(choice, kinds & plain & (_KINDS ^ _BRISQUES))
        choice = _or_else(choice, sure)
        return highest(_or_else(choice, kinds))
    winners = kinds & beating(view, trumps)
    if partner_wins(view):
        choice = kinds & plain & _BRISQUES if view.on_table == view.rules[SEATS] - 1 else _U0
        choice = _or_else(choice, kinds & plain & (_KINDS ^ _BRISQUES))
        choice = _or_else(choice, kinds & plain)
        return highest(_or_else(choice, kinds))
    if winners:
        cash = winners & plain & _BRISQUES
        if cash and view.on_table == view.rules[SEATS] - 1:
            return lowest(cash)
        return highest(winners)
    choice = kinds & plain & (_KINDS ^ _BRISQUES)
    choice = _or_else(choice, kinds & (_KINDS ^ _BRISQUES))
    return highest(_or_else(choice, kinds))


@inlined
def play_one_of(view: View, kinds: Any) -> Any:
    """The position of the card of these kinds, which may all be played, that a sensible person plays."""
    trumps = _ONE_SUIT << np.uint64(view.trump) if view.trump >= 0 else _U0
    kind = _while_talon(view, kinds, trumps) if view.draws_left > 0 else _last_tricks(view, kinds, trumps)
    return np.int64(position_of(view, np.uint64(kind)))
