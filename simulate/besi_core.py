"""The fast core of the besi family: deals and plays whole deals on words of cards.

Everything about the rules comes in `Packed`; only the number of seats and of words per
hand is known when the code is compiled (the lengths of the two tuples in `shape`).
The readable engine, `simulate.besi_table`, tells the same deals in the order of the rules.
"""

from typing import Any

import numpy as np

from simulate.besi_again import card_played
from simulate.besi_deal import deal_out, draw
from simulate.besi_declare import declare_after_trick, exchange, offers_of
from simulate.besi_fork import asks, pause, where_paused
from simulate.besi_state import (
    BRISQUE_POINTS,
    BYTE,
    FAULT,
    FAULT_DEAL,
    HAND,
    LAST_POINTS,
    ORDER,
    PAIR,
    PLAYED,
    SEVEN_POINTS,
    SHOWN,
    SLOT,
    U0,
    U1,
    U2,
    U3,
    U4,
    U7,
    U8,
    U63,
    WORDS,
    bit_of,
    code_at,
    high_of,
    pair_place,
    put_at,
    refill,
    see,
    settle_held,
)
from simulate.bits import lowest, popcount
from simulate.cards import SEVEN
from simulate.deal_log import (
    EVENT_LAST_TRICK,
    EVENT_SEVEN,
    EVENT_TRICK,
    record,
    record_play,
)
from simulate.jit import inlined, merged, separate
from simulate.marks import LAST_TRICK, TRICK, TRUMP_SEVEN, mark
from simulate.packing import (
    DRAWS,
    EXCHANGE_OR_TRICK,
    HAND_SIZE,
    LAST_TRICK_AT_TALON,
    LAST_TRICK_VALUE,
    MUST_BEAT,
    NO_SEVEN,
    RANK_VALUES,
    REDECLARE,
    SEATS,
    SEVEN_RULE,
    SEVEN_VALUE,
    TURN_UP,
)
from simulate.players import decide, reads_words
from simulate.streams import pick

# Fields of the number that tells who wins a trick: power of the card, who came first, seat, code.
_CODE = np.uint64(0x7F)
_SEAT_SHIFT, _FIRST_SHIFT, _POWER_SHIFT = np.uint64(7), np.uint64(9), np.uint64(11)
_NTH_BIT = np.array(
    [([bit for bit in range(8) if byte >> bit & 1] + [0] * 8)[:8] for byte in range(256)], np.uint64
)
_ONE_SUIT = np.uint64(0x1111111111111111)
_RANK_BITS, _SEVEN_BITS = np.uint64(0x38), np.uint64(8 * SEVEN)


@inlined
def _power(code: Any, led: Any, state: Any) -> Any:
    """Strength in a trick: trumps over the suit led over all else, which can't win (0)."""
    suit = code & U3
    is_trump = np.uint64(suit + U1 == state)
    return (np.uint64(suit == led) | is_trump) * (U8 - (code >> U3 & U7)) + (is_trump << U4)


@inlined
def _put_down(rules: Any, shape: Any, table: Any, seat: Any, code: Any, watch: Any) -> None:
    """Move a card from the hand to the table; only players who watch need what was played."""
    bit, place = bit_of(code), pair_place(shape, code)
    table[HAND + place + seat] ^= bit
    if rules[REDECLARE]:
        card_played(rules, shape, table, seat, code)
    if watch is not None:
        table[SHOWN + place + seat] &= ~bit
        table[PLAYED + place] |= bit


@inlined
def _first_held(low: Any, high: Any, wanted: Any, else_low: Any, else_high: Any) -> Any:
    """The wanted cards among those in the words if there are any, else the other words."""
    some_low, some_high = low & wanted, high & wanted
    some = (some_low | some_high) != U0
    return some_low if some else else_low, some_high if some else else_high


@inlined
def _legal(rules: Any, low: Any, high: Any, led: Any, best: Any, state: Any) -> Any:
    """The cards of a hand that may be played to one of the last tricks, when not leading.

    Follow suit, and beat the best card so far if that can be done with a card of the suit;
    else trump, over the best trump if possible; else anything. `must_beat` = 0 drops the
    duties to beat and to overtrump. Who follows suit to a trumped trick owes no beating card.
    """
    # Each line replaces what the lines before allow: conditional moves instead of jumps
    # that no processor can foresee.
    beating = _ONE_SUIT << (best & U3)
    beating &= (U1 << (best & _RANK_BITS)) - U1 if rules[MUST_BEAT] else U0
    suit = _ONE_SUIT << led
    trumps = _ONE_SUIT << (state - U1) if state else U0
    legal = _first_held(low, high, trumps, low, high)
    legal = _first_held(low, high, trumps & beating, legal[0], legal[1])
    legal = _first_held(low, high, suit, legal[0], legal[1])
    return _first_held(low, high, suit & beating, legal[0], legal[1])


@inlined
def _slots_of(order: Any, low: Any, high: Any) -> Any:
    """Bit mask of the eight slots of a word of the order whose cards are in the words."""
    slots = U0
    for slot in range(8):  # always eight: the compiler does them at once
        code = (order >> (U8 * np.uint64(slot))) & BYTE
        word = high if code > U63 else low
        slots |= ((word >> (code & U63)) & U1) << np.uint64(slot)
    return slots


@inlined
def _legal_slots(table: Any, seat: Any, size: Any, low: Any, high: Any) -> Any:
    """Bit mask of the slots whose cards are in the words."""
    slots = _slots_of(table[ORDER + seat], low, high)
    if size > U8:
        slots |= _slots_of(table[ORDER + PAIR + seat], low, high) << U8
    return slots & ((U1 << size) - U1)


@inlined
def _nth_slot(slots: Any, position: Any) -> Any:
    """The place of the bit at `position` among the set bits of up to 16, by table."""
    first = slots & BYTE
    in_first = np.uint64(popcount(first))
    if position < in_first:
        return _NTH_BIT[first, position]
    return _NTH_BIT[slots >> U8, position - in_first] + U8


@inlined
def _legal_list(table: Any, seat: Any, slots: Any) -> Any:
    """The codes of the cards in the slots, in hand order, packed a byte each into two words."""
    first, second, shift = U0, U0, U0
    while slots:
        byte = code_at(table, seat, np.uint64(lowest(slots))) << (shift & U63)
        slots &= slots - U1
        if shift <= U63:
            first |= byte
        else:
            second |= byte
        shift += U8
    return first, second


@separate
def _ask(
    rules: Any, players: Any, shape: Any, table: Any, seat: Any, trick: Any, trump: Any,
    turned: Any, slots: Any, choices: Any, lying: Any, weights: Any, functions: Any, log: Any,
) -> Any:  # fmt: skip
    """Show a player the view of the seat and take the position that he chooses.

    `slots` and `choices` say which cards are legal; `lying` is what lies on the table: how
    many cards, their codes, the number that tells who wins so far, and the points.

    A call of its own, not inlined: what plays by chance needs none of it and stays small.
    """
    if trick < np.uint64(rules[DRAWS]):
        legal = (table[ORDER + seat], table[ORDER + PAIR + seat])
    else:
        legal = _legal_list(table, seat, slots)
    count, on_table, best, points = lying
    best_code, best_seat = np.int64(-1), np.int64(-1)
    if count > U0:
        best_code, best_seat = np.int64(best & _CODE), np.int64((best >> _SEAT_SHIFT) & U3)
    trick_state = (np.int64(count), on_table, best_code, best_seat, points)
    view = see(rules, shape, table, seat, np.int64(trick), trump, turned, legal, choices, trick_state)
    word = table[WORDS + ((trick & U3) << U2) + seat]
    position = decide(players[seat], view, word, weights, functions)
    if functions is not None and (position < 0 or position >= choices):
        table[FAULT] = U1
        position = np.int64(0)
    if log is not None:
        code = code_at(table, seat, _nth_slot(slots, np.uint64(position)))
        record_play(log, seat, code, view)
    return position


@inlined
def _play_trick(rules: Any, players: Any, shape: Any, table: Any, leader: Any, trick: Any, free: Any,
                trump: Any, turned: Any, watch: Any, log: Any) -> Any:  # fmt: skip
    """Every seat plays a card, the leader first; returns the winner and the winning card.

    `free` (known to the compiler): the talon lasts, so any card may be played.
    """
    seats, state = np.uint64(rules[SEATS]), np.uint64(trump + 1)
    size = np.uint64(rules[HAND_SIZE])
    if not free:
        size += np.uint64(rules[DRAWS]) - trick
    best, led, on_table = U0, U0, U0
    points = np.int64(0)
    seat = leader
    for number in range(seats):
        count = np.uint64(number)
        slots, choices = (U1 << size) - U1, size
        if not free:
            low, high = table[HAND + seat], high_of(shape, table, HAND + seat)
            if count > U0:
                low, high = _legal(rules, low, high, led, best & _CODE, state)
            slots = _legal_slots(table, seat, size, low, high)
            choices = np.uint64(popcount(slots))
        if watch is not None:
            lying = (count, on_table, best, points)
            position = _ask(
                rules, players, shape, table, seat, trick, trump, turned, slots, np.int64(choices), lying,
                watch[0], watch[1], log,
            )  # fmt: skip
        else:
            position = pick(table[WORDS + ((trick & U3) << U2) + seat], choices)
        slot = np.uint64(position)
        if not free:
            slot = _nth_slot(slots, slot)
        code = code_at(table, seat, slot)
        if free:
            table[SLOT + seat] = slot
        else:
            put_at(table, seat, slot, code_at(table, seat, size - U1))
        _put_down(rules, shape, table, seat, code, watch)
        led = led if count else code & U3
        power = _power(code, led, state)
        claim = (power << _POWER_SHIFT) | ((U3 - count) << _FIRST_SHIFT) | (seat << _SEAT_SHIFT) | code
        best = claim if claim > best else best
        points += rules[RANK_VALUES + (code >> U3 & U7)]
        on_table |= code << (U8 * count)
        seat = seat + U1 if seat + U1 < seats else U0
    winner = (best >> _SEAT_SHIFT) & U3
    table[BRISQUE_POINTS + winner] += np.uint64(points)
    if log is not None:
        record(log, EVENT_TRICK, winner, trick, points, 0)
        mark(log, TRICK, winner, points)
    return winner, best & _CODE


@inlined
def _score_last(rules: Any, table: Any, seat: Any, log: Any) -> None:
    table[LAST_POINTS + seat] += np.uint64(rules[LAST_TRICK_VALUE])
    if log is not None:
        record(log, EVENT_LAST_TRICK, seat, rules[LAST_TRICK_VALUE], 0, 0)
        mark(log, LAST_TRICK, seat, rules[LAST_TRICK_VALUE])


@inlined
def _refill_all(players: Any, seats: Any, table: Any, seed: Any, deal: Any, trick: Any, log: Any) -> None:
    """The words of the seats whose player reads them."""
    for number in range(seats):
        seat = np.uint64(number)
        if reads_words(players[seat]) or log is not None:
            refill(table, seat, seed, deal, trick)


@merged
def play_deal(rules: Any, orders: Any, players: Any, shape: Any, pack: Any, table: Any, deck: Any, seed: Any,
              deal: Any, watch: Any, log: Any) -> None:  # fmt: skip
    """Play one whole deal; what happened is left in `table` (and in `log`, unless it is None).

    `watch` is None when nobody looks before playing, all being `random`: the compiler then
    leaves out all that views need. Else, and always with a log, it is a pair of what the players
    need beyond the view (`simulate.players.Seated`).
    """
    place, turned = deal_out(rules, shape, pack, table, deck, seed, deal, log)
    play_tricks(
        rules, orders, players, shape, table, deck, seed, deal, place, turned, watch, None, log
    )  # fmt: skip


@merged
def play_tricks(rules: Any, orders: Any, players: Any, shape: Any, table: Any, deck: Any, seed: Any,
                deal: Any, place: Any, turned: Any, watch: Any, fork: Any, log: Any) -> Any:  # fmt: skip
    """Play the tricks of a deal; returns whether the play paused at a declaration.

    `place` is that of the next card of the deck, `turned` the turn-up (-1: none). With a
    `fork` (else None) play begins where that says and pauses where it asks (`simulate.besi_fork`).
    """
    seats, draws = np.uint64(rules[SEATS]), np.uint64(rules[DRAWS])
    if table[FAULT] == U0:
        table[FAULT_DEAL] = deal
    trump = turned & 3 if rules[TURN_UP] else np.int64(-1)
    may_exchange = rules[TURN_UP] and rules[SEVEN_RULE] != NO_SEVEN and (turned >> 3) & 7 != SEVEN
    leader, begin, declaring = U0, U0, False
    if fork is not None:
        begin, leader, trump, may_exchange, declaring = where_paused(fork)
    for number in range(begin, draws):
        trick = np.uint64(number)
        if not declaring:
            if trick & U3 == U0:
                _refill_all(players, seats, table, seed, deal, trick, log)
            leader, best = _play_trick(
                rules, players, shape, table, leader, trick, True, trump, turned, watch, log
            )
            if rules[LAST_TRICK_AT_TALON] and trick == draws - U1:
                _score_last(rules, table, leader, log)
            if (
                rules[SEVEN_RULE] == EXCHANGE_OR_TRICK
                and best & _RANK_BITS == _SEVEN_BITS
                and np.int64(best & U3) == trump
            ):
                table[SEVEN_POINTS + leader] += np.uint64(rules[SEVEN_VALUE])
                if log is not None:
                    record(log, EVENT_SEVEN, leader, best, rules[SEVEN_VALUE], 0)
                    mark(log, TRUMP_SEVEN, leader, rules[SEVEN_VALUE])
            if may_exchange:
                lying = turned
                turned = exchange(rules, shape, table, leader, trump, turned, log)
                may_exchange = turned == lying
        if fork is not None:
            if not declaring and asks(fork, leader):
                offers = offers_of(rules, shape, table, leader, trump)
                if offers:
                    pause(fork, trick, leader, trump, turned, place, may_exchange, offers)
                    return True
            declaring = False
        trump = declare_after_trick(
            rules, orders, shape, table, leader, np.int64(draws - trick), trump, fork, log
        )
        seat = leader
        for drawn in range(seats):
            if turned >= 0 and trick == draws - U1 and np.uint64(drawn) == seats - U1:
                code = np.uint64(turned)
                turned = np.int64(-1)
                table[SHOWN + pair_place(shape, code) + seat] |= bit_of(code)
            else:
                code = np.uint64(deck[place])
                place += U1
            draw(rules, shape, table, seat, code, log)
            seat = seat + U1 if seat + U1 < seats else U0
    for number in range(draws, draws + np.uint64(rules[HAND_SIZE])):
        trick = np.uint64(number)
        if trick & U3 == U0:
            _refill_all(players, seats, table, seed, deal, trick, log)
        leader, best = _play_trick(
            rules, players, shape, table, leader, trick, False, trump, turned, watch, log
        )
    if not rules[LAST_TRICK_AT_TALON]:
        _score_last(rules, table, leader, log)
    for number in range(seats):
        settle_held(rules, table, np.uint64(number), trump)
    return False
