"""After a trick, in the fast core: exchanging the trump seven, declaring groups."""

from typing import Any

import numpy as np

from simulate.besi_again import add_standing, bar, marriage_cards_again, marriages_again
from simulate.besi_fork import BY_ORDER, NOTHING, take_choice
from simulate.besi_groups import besi_level, cards_of, fours, marriages, quintes
from simulate.besi_state import (
    ANNOUNCED,
    DECLARATIONS,
    DECLARED,
    DECLARED_SEVENS,
    GROUP_POINTS,
    HAND,
    HINTS,
    PAIR,
    SEVEN_POINTS,
    SHOWN,
    U0,
    U1,
    U2,
    U3,
    U8,
    USED_BESI,
    USED_FOUR,
    USED_MARRIAGE,
    USED_QUINTE,
    bit_of,
    code_at,
    high_of,
    notice,
    pair_place,
    put_at,
    settle_held,
    two_words,
    use_of,
)
from simulate.bits import lowest
from simulate.cards import SEVEN
from simulate.deal_log import EVENT_DECLARED, EVENT_EXCHANGED, EVENT_SEVEN, pair_digest, record
from simulate.jit import inlined, merged, separate
from simulate.marks import TRUMP_SEVEN, mark
from simulate.orders import ORDER_ROW
from simulate.packing import (
    BESI,
    EXCHANGE_OR_DECLARE,
    FOUR,
    GROUP_OF,
    INSTANCES,
    LAY_DOWN_ALL,
    LOWER_AFTER_HIGHER,
    MARRIAGE_CROSS,
    MARRIAGE_EXCEPTION,
    ONCE_PER_ANNOUNCEMENT,
    PANACHE,
    QUINTE,
    QUINTE_MAKES_TRUMP,
    REDECLARE,
    SEATS,
    SEVEN_DECLARED,
    SEVEN_RULE,
    SEVEN_VALUE,
    TEAMS,
    VALUED,
    VALUES,
)

_QUINTES, _FOURS, _BESIS = np.uint64(0xF << QUINTE), np.uint64(0x1F << FOUR), np.uint64(0xF << BESI)
_RARE = _QUINTES | _FOURS | _BESIS


@inlined
def _sevens(low: Any, high: Any, trump: Any) -> Any:
    """The trump sevens among the cards."""
    copies = np.uint64(0x11) << np.uint64(8 * SEVEN + trump)
    return low & copies, high & copies


@inlined
def _code_of(low: Any, high: Any) -> Any:
    """The code of the lowest-numbered card of the words, one of which must not be empty."""
    return np.uint64(lowest(low) if low else 64 + lowest(high))


@separate
def _do_exchange(
    rules: Any, shape: Any, table: Any, seat: Any, low: Any, high: Any, turned: Any, log: Any
) -> Any:
    seven, taken = _code_of(low, high), np.uint64(turned)
    given_place, taken_place = pair_place(shape, seven) + seat, pair_place(shape, taken) + seat
    table[HAND + given_place] ^= bit_of(seven)
    table[HAND + taken_place] |= bit_of(taken)
    table[SHOWN + given_place] &= ~bit_of(seven)
    table[SHOWN + taken_place] |= bit_of(taken)
    slot = U0
    while code_at(table, seat, slot) != seven:
        slot += U1
    put_at(table, seat, slot, taken)
    table[SEVEN_POINTS + seat] += np.uint64(rules[SEVEN_VALUE])
    if log is not None:
        record(log, EVENT_EXCHANGED, seat, seven, taken, rules[SEVEN_VALUE])
        mark(log, TRUMP_SEVEN, seat, rules[SEVEN_VALUE])
    notice(rules, shape, table, seat)
    return np.int64(seven)


@inlined
def exchange(rules: Any, shape: Any, table: Any, seat: Any, trump: Any, turned: Any, log: Any) -> Any:
    """Exchange a trump seven in hand, if there is one, for the turn-up; returns what is turned up then."""
    low, high = _sevens(table[HAND + seat], high_of(shape, table, HAND + seat), trump)
    if not (low | high):
        return turned
    return _do_exchange(rules, shape, table, seat, low, high, turned, log)


@inlined
def _fresh(shape: Any, table: Any, seat: Any, used: Any) -> Any:
    """The cards of the hand that are not used in groups of a kind."""
    return (
        table[HAND + seat] & ~table[used + seat],
        high_of(shape, table, HAND + seat) & ~high_of(shape, table, used + seat),
    )


@separate
def _rare_available(rules: Any, shape: Any, table: Any, seat: Any, hints: Any) -> Any:
    """The besi levels, fours and quintes that the seat may declare, looked for where hints point."""
    found = U0
    if hints & _BESIS:
        for level in range(4):
            low, high = _fresh(shape, table, seat, USED_BESI + U8 * np.uint64(level))
            if besi_level(low, high) > level:
                found |= U1 << np.uint64(BESI + level)
    if hints & _FOURS:
        low, high = _fresh(shape, table, seat, USED_FOUR)
        found |= fours(low, high, rules[PANACHE]) << np.uint64(FOUR)
    if hints & _QUINTES:
        low, high = _fresh(shape, table, seat, USED_QUINTE)
        found |= quintes(low, high) << np.uint64(QUINTE)
    table[HINTS + seat] = found
    return found


@inlined
def _available(rules: Any, shape: Any, table: Any, seat: Any, trump: Any) -> Any:
    """Bit mask of the instances that the seat may declare now, whatever they are worth."""
    low, high = _fresh(shape, table, seat, USED_MARRIAGE)
    found = marriages(low, high)
    if rules[MARRIAGE_EXCEPTION] or rules[MARRIAGE_CROSS]:
        found |= marriages_again(rules, shape, table, seat)
    # Which of the rarer groups may be in hand, so that only these get a closer look; a hint
    # that led to nothing is dropped, for nothing comes about before another card does.
    hints = table[HINTS + seat] & _RARE
    if hints:
        found |= _rare_available(rules, shape, table, seat, hints)
    if rules[ONCE_PER_ANNOUNCEMENT]:
        found &= ~table[ANNOUNCED + seat]
    if rules[SEVEN_RULE] == EXCHANGE_OR_DECLARE and trump >= 0:
        low, high = _fresh(shape, table, seat, DECLARED_SEVENS)
        low, high = _sevens(low, high, trump)
        if low | high:
            found |= U1 << np.uint64(SEVEN_DECLARED)
    return found


@inlined
def _mark_used(rules: Any, shape: Any, table: Any, seat: Any, instance: Any, low: Any, high: Any) -> None:
    """Take the cards out of later groups of the kind, and of smaller groups where the rules say so.

    Where groups may be scored again, only the smaller ones are closed for good.
    """
    last = use_of(instance)
    first = last
    if not rules[LOWER_AFTER_HIGHER]:
        if QUINTE <= instance < FOUR:
            first = USED_MARRIAGE
        if instance >= BESI:
            first = USED_BESI
    for row in range((last - first) // U8 + U1):
        place = first + U8 * np.uint64(row) + seat
        table[place] |= low
        if two_words(shape):
            table[place + PAIR] |= high
        if rules[REDECLARE] and first + U8 * np.uint64(row) != last:
            bar(shape, table, first + U8 * np.uint64(row), seat, low, high)
    if rules[REDECLARE]:
        add_standing(table, seat, instance, low, high)
    table[SHOWN + seat] |= low
    if two_words(shape):
        table[SHOWN + PAIR + seat] |= high


@inlined
def _declare_seven(rules: Any, shape: Any, table: Any, seat: Any, trump: Any, log: Any) -> None:
    low, high = _fresh(shape, table, seat, DECLARED_SEVENS)
    low, high = _sevens(low, high, trump)
    seven = _code_of(low, high)
    place = pair_place(shape, seven) + seat
    table[DECLARED_SEVENS + place] |= bit_of(seven)
    table[SHOWN + place] |= bit_of(seven)
    table[ANNOUNCED + seat] |= U1 << np.uint64(SEVEN_DECLARED)
    table[SEVEN_POINTS + seat] += np.uint64(rules[SEVEN_VALUE])
    if log is not None:
        record(log, EVENT_SEVEN, seat, seven, rules[SEVEN_VALUE], 1)
        mark(log, TRUMP_SEVEN, seat, rules[SEVEN_VALUE])


@merged
def _declare_group(rules: Any, shape: Any, table: Any, seat: Any, instance: Any, trump: Any, log: Any) -> Any:
    """Score a group, mark its cards; returns the trump in force afterwards."""
    low, high = _fresh(shape, table, seat, use_of(instance))
    if instance < QUINTE and rules[REDECLARE] and not (marriages(low, high) >> np.uint64(instance)) & U1:
        low, high = marriage_cards_again(rules, shape, table, seat, instance)
    low, high = cards_of(instance, low, high, rules[PANACHE])
    points = rules[VALUES + np.uint64(INSTANCES * (trump + 1) + instance)]
    if trump < 0 and instance < (FOUR if rules[QUINTE_MAKES_TRUMP] else QUINTE):
        # Under the new trump all hands are looked at afresh; the cards then drawn add to that.
        for number in range(rules[SEATS]):
            settle_held(rules, table, np.uint64(number), trump)
            notice(rules, shape, table, np.uint64(number))
        trump = np.int64(instance & 3)
    group = np.uint64(rules[GROUP_OF + np.uint64(INSTANCES * (trump + 1) + instance)])
    table[GROUP_POINTS + seat] += np.uint64(points)
    table[DECLARATIONS + (group << U2) + seat] += U1
    table[DECLARED + seat] |= U1 << group
    table[ANNOUNCED + seat] |= U1 << np.uint64(instance)
    _mark_used(rules, shape, table, seat, instance, low, high)
    if log is not None:
        record(log, EVENT_DECLARED, seat, instance, points, pair_digest(low, high))
        mark(log, group, seat, points)
    return trump


@inlined
def _first_of(orders: Any, seat: Any, row: Any, among: Any) -> Any:
    """The first instance by a row of the seat's order that is among those of a bit mask; -1 if none is."""
    for place in range(INSTANCES):
        instance = orders[seat, row + np.uint64(place)]
        if instance < 0 or (among >> np.uint64(instance)) & U1:
            return instance
    return np.int64(-1)


@separate
def _choose(orders: Any, seat: Any, draws_left: Any, trump: Any, available: Any) -> Any:
    """The available instance that the seat's order puts first, -1 if it declares none (`simulate.orders`)."""
    row = np.uint64(orders[seat, draws_left] + ORDER_ROW * (trump + 1))
    first = _first_of(orders, seat, row, available)
    if first >= 0:
        ahead = available & np.uint64(orders[seat, row + np.uint64(INSTANCES + first)])
        if ahead:
            first = _first_of(orders, seat, row, ahead)
    return first


@separate
def _declare(rules: Any, shape: Any, table: Any, seat: Any, instance: Any, trump: Any, log: Any) -> Any:
    """Score an instance that is in hand; returns the trump in force afterwards."""
    if instance == SEVEN_DECLARED:
        _declare_seven(rules, shape, table, seat, trump, log)
        return trump
    return _declare_group(rules, shape, table, seat, instance, trump, log)


@inlined
def offers_of(rules: Any, shape: Any, table: Any, seat: Any, trump: Any) -> Any:
    """Bit mask of the instances that the seat may declare now and that are worth something."""
    available = _available(rules, shape, table, seat, trump)
    return available & np.uint64(rules[VALUED + np.uint64(trump + 1)])


@merged
def declare_after_trick(rules: Any, orders: Any, shape: Any, table: Any, winner: Any, draws_left: Any,
                        trump: Any, fork: Any, log: Any) -> Any:  # fmt: skip
    """The winner declares one group; where all are laid down, all of his and then his partner's.

    A `fork`, unless it is None, may say what comes first in this turn. Returns the trump in
    force afterwards.
    """
    seat, laying = winner, True
    choice = np.int64(BY_ORDER)
    if fork is not None:
        choice = take_choice(fork)
    while laying:
        laying = False
        available = _available(rules, shape, table, seat, trump)
        if available and choice != NOTHING:
            instance = _choose(orders, seat, draws_left, trump, available) if choice < 0 else choice
            if instance >= 0:
                laying, trump = True, _declare(rules, shape, table, seat, instance, trump, log)
        choice = np.int64(BY_ORDER)
        if not rules[LAY_DOWN_ALL]:
            break
        if not laying and rules[TEAMS] and seat == winner:
            seat, laying = (winner + U2) & U3, True
    return trump
