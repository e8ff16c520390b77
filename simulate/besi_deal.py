"""Dealing and drawing, in the fast core of the besi family."""

from typing import Any

import numpy as np

from simulate.besi_again import forget_combinations
from simulate.besi_state import (
    ANNOUNCED,
    BLANCHE,
    DECLARATIONS,
    DECLARED,
    DECLARED_SEVENS,
    GROUP_POINTS,
    HAND,
    HELD,
    HINTS,
    ORDER,
    PAIR,
    PARTS,
    PLAYED,
    SEEN,
    SEVEN_POINTS,
    SHOWN,
    SLOT,
    U0,
    U1,
    U2,
    U4,
    U6,
    U8,
    U63,
    USED_MARRIAGE,
    USES,
    bit_of,
    high_of,
    notice,
    notice_card,
    pair_place,
    put_at,
    two_words,
)
from simulate.cards import JACK, KING, SEVEN
from simulate.deal_log import EVENT_DECLARED, EVENT_DREW, EVENT_TURNED_SEVEN, pair_digest, record
from simulate.groups import GROUP_INDEX
from simulate.jit import inlined, separate
from simulate.marks import TRUMP_SEVEN, mark
from simulate.packing import (
    CARDS,
    CARTE_BLANCHE,
    CARTE_BLANCHE_VALUE,
    HAND_SIZE,
    REDECLARE,
    SEATS,
    TURN_UP,
    TURNED_SEVEN_VALUE,
)
from simulate.streams import shuffle

_U56 = np.uint64(56)
_RANK_BITS, _JACK_BITS = np.uint64(0x38), np.uint64(8 * JACK)
_COURT = np.uint64(0xFFFFFF << 8 * KING)  # kings, queens, jacks
_BLANCHE_GROUP = np.uint64(GROUP_INDEX["carte-blanche"])


@separate
def _score_blanche(rules: Any, table: Any, seat: Any, low: Any, high: Any, log: Any) -> None:
    """Score carte blanche for cards without king, queen and jack; with one of them it is over."""
    if (low | high) & _COURT:
        table[BLANCHE + seat] = U0
        return
    table[GROUP_POINTS + seat] += np.uint64(rules[CARTE_BLANCHE_VALUE])
    table[DECLARATIONS + (_BLANCHE_GROUP << U2) + seat] += U1
    table[DECLARED + seat] |= U1 << _BLANCHE_GROUP
    table[SHOWN + seat] |= low
    table[SHOWN + PAIR + seat] |= high
    if log is not None:
        record(log, EVENT_DECLARED, seat, CARTE_BLANCHE, rules[CARTE_BLANCHE_VALUE], pair_digest(low, high))
        mark(log, _BLANCHE_GROUP, seat, rules[CARTE_BLANCHE_VALUE])


@inlined
def _dealt_blanche(rules: Any, shape: Any, table: Any, seat: Any, log: Any) -> None:
    """A dealt hand without king, queen and jack scores before play, and each such card drawn after it."""
    low, high = table[HAND + seat], high_of(shape, table, HAND + seat)
    table[BLANCHE + seat] = np.uint64(not (low | high) & _COURT)
    if table[BLANCHE + seat]:
        table[HELD + seat] |= U1 << _BLANCHE_GROUP
        _score_blanche(rules, table, seat, low, high, log)


@separate
def deal_out(rules: Any, shape: Any, pack: Any, table: Any, deck: Any, seed: Any, deal: Any, log: Any) -> Any:
    """Shuffle, deal, turn up; returns the place of the next card and the turn-up (-1: none)."""
    seats, hand_size = np.uint64(rules[SEATS]), np.uint64(rules[HAND_SIZE])
    for number in range(rules[CARDS]):
        deck[np.uint64(number)] = pack[np.uint64(number)]
    shuffle(seed, deal, deck, rules[CARDS])
    table[PLAYED], table[PLAYED + PAIR] = U0, U0
    place = U0
    for number in range(seats):
        seat = np.uint64(number)
        low, high, first, second = U0, U0, U0, U0
        place += hand_size
        for back in range(hand_size):
            code = np.uint64(deck[place - np.uint64(back) - U1])
            second = (second << U8) | (first >> _U56)
            first = (first << U8) | code
            if two_words(shape):
                high |= (code >> U6) << (code & U63)
                low |= (code >> U6 ^ U1) << (code & U63)
            else:
                low |= bit_of(code)
        table[ORDER + seat], table[ORDER + PAIR + seat] = first, second
        table[HAND + seat], table[HAND + PAIR + seat] = low, high
        for row in (SHOWN, DECLARED_SEVENS):
            table[row + seat], table[row + PAIR + seat] = U0, U0
        for row in (ANNOUNCED, DECLARED, HELD, HINTS, SEEN):
            table[row + seat] = U0
        for part in PARTS:
            table[part + seat] = U0
        for use in range(2 * USES):
            table[USED_MARRIAGE + U4 * np.uint64(use) + seat] = U0
        if rules[REDECLARE]:
            forget_combinations(table, seat)
        notice(rules, shape, table, seat)
    turned = np.int64(-1)
    if rules[TURN_UP]:
        turned = np.int64(deck[place])
        place += U1
        if (turned >> 3) & 7 == SEVEN:
            table[SEVEN_POINTS + seats - U1] += np.uint64(rules[TURNED_SEVEN_VALUE])
            if log is not None:
                record(log, EVENT_TURNED_SEVEN, seats - U1, rules[TURNED_SEVEN_VALUE], 0, 0)
                mark(log, TRUMP_SEVEN, seats - U1, rules[TURNED_SEVEN_VALUE])
    if rules[CARTE_BLANCHE_VALUE]:
        for number in range(seats):
            _dealt_blanche(rules, shape, table, np.uint64(number), log)
    return place, turned


@inlined
def draw(rules: Any, shape: Any, table: Any, seat: Any, code: Any, log: Any) -> None:
    """Put a drawn card where the card just played was."""
    put_at(table, seat, table[SLOT + seat], code)
    table[HAND + pair_place(shape, code) + seat] |= bit_of(code)
    if code & _RANK_BITS <= _JACK_BITS:  # a nine, eight or seven completes no group
        notice_card(rules, shape, table, seat, code)
    if log is not None:
        record(log, EVENT_DREW, seat, code, 0, 0)
    if rules[CARTE_BLANCHE_VALUE] and table[BLANCHE + seat]:
        low, high = U0, bit_of(code)
        if pair_place(shape, code) == U0:
            low, high = high, low
        _score_blanche(rules, table, seat, low, high, log)
