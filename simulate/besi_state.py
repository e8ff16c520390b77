"""What the fast core of the besi family plays a deal on: one flat array of words.

Every row has a place for each seat, so ``table[HAND + seat]``; sets of cards are two rows
(copies 0 and 1 of each kind, copies 2 and 3), the second `PAIR` places further. Indices
are unsigned throughout: numba spends three instructions on every signed one, to let it
count from the end.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.besi_groups import instances, instances_with
from simulate.bits import lowest
from simulate.groups import GROUPS
from simulate.jit import inlined
from simulate.packing import BESI, DRAWS, FOUR, GROUP_OF, INSTANCES, PANACHE, QUINTE, SEATS
from simulate.streams import PLAY_STREAM, philox
from simulate.view import View

MAX_SEATS = 4
USES = 7
U0, U1, U2, U3, U4, U5, U6, U7, U8 = (np.uint64(n) for n in range(9))
U63, BYTE = np.uint64(63), np.uint64(0xFF)
PAIR = U4

# Rows, four places each; HAND, ORDER, SHOWN, DECLARED_SEVENS and USED_… are pairs of rows.
HAND = np.uint64(0)
ORDER = np.uint64(8)  # the hand's codes in hand order, a byte each; up to 16 cards
SHOWN = np.uint64(16)  # cards that the others know to be in hand
DECLARED_SEVENS = np.uint64(24)
GROUP_POINTS = np.uint64(32)
BRISQUE_POINTS = np.uint64(36)
SEVEN_POINTS = np.uint64(40)
LAST_POINTS = np.uint64(44)
SLOT = np.uint64(48)  # where the card played to this trick was
HINTS = np.uint64(52)  # instances worth a look before declaring
SEEN = np.uint64(56)  # instances held so far under the trump in force
HELD = np.uint64(60)  # groups held, settled
DECLARED = np.uint64(64)  # groups declared
ANNOUNCED = np.uint64(68)  # instances declared
WORDS = np.uint64(72)  # four rows: the random words of four tricks
PLAYED = np.uint64(88)  # one pair for all seats, as is PACK
PACK = np.uint64(96)
USED_MARRIAGE = np.uint64(104)  # from here on cards used in groups, a pair of rows a kind of use
USED_QUINTE = np.uint64(112)
USED_FOUR = np.uint64(120)
USED_BESI = np.uint64(128)  # four levels
DECLARATIONS = np.uint64(160)  # a row a group: how often it was declared
# What only declaring again needs (`simulate.besi_again`).
# 3 quintes, 4 fours, 8 besi, 38 marriages: with m kings and queens of a suit in hand m²/4 pairs
# at most, and one more for each right, that is for each of the other 8 - m that was played.
MOST_STANDING = 64
BARRED = np.uint64(160 + MAX_SEATS * len(GROUPS))  # cards barred for good, laid out as USED_… is
STANDING_CARDS = BARRED + np.uint64(8 * USES)  # cards of standing combinations, a pair of rows
MARRIED = STANDING_CARDS + U8  # cards ever scored in a marriage, a pair of rows
SCORED_PAIRS = MARRIED + U8  # a bit for suit, king's copy, queen's copy
MARRIAGES_SCORED = SCORED_PAIRS + U4  # a 16-bit number a suit
RIGHTS = MARRIAGES_SCORED + U4  # a bit a suit: a marriage by exception is open
BLANCHE = RIGHTS + U4  # whether the next plain card drawn scores
STANDING = BLANCHE + U4  # how many combinations stand
STANDING_LOW = STANDING + U4  # from here on MOST_STANDING rows each: their cards and instances
STANDING_HIGH = STANDING_LOW + np.uint64(MAX_SEATS * MOST_STANDING)
STANDING_INSTANCE = STANDING_HIGH + np.uint64(MAX_SEATS * MOST_STANDING)
# Whether a player answered what is no position, and the first deal in which one did.
FAULT = STANDING_INSTANCE + np.uint64(MAX_SEATS * MOST_STANDING)
FAULT_DEAL = FAULT + U1
_TABLE_SIZE = int(FAULT_DEAL) + 1
PARTS = (GROUP_POINTS, BRISQUE_POINTS, SEVEN_POINTS, LAST_POINTS)


def new_table(pack: tuple[np.uint64, np.uint64]) -> NDArray[np.uint64]:
    """An array to play deals of a pack on; each thread needs its own."""
    table = np.zeros(_TABLE_SIZE, np.uint64)
    table[PACK], table[PACK + PAIR] = pack
    return table


@inlined
def bit_of(code: Any) -> Any:
    """The card's bit in its word."""
    return U1 << (np.uint64(code) & U63)


@inlined
def two_words(shape: Any) -> Any:
    """Whether hands have a second word; known to the compiler, which drops what is for it alone."""
    return len(shape) == 2


@inlined
def pair_place(shape: Any, code: Any) -> Any:
    """How far the word that holds the card is from the first word of a pair."""
    return (np.uint64(code) >> U6) << U2 if two_words(shape) else U0


@inlined
def high_of(shape: Any, table: Any, place: Any) -> Any:
    """The second word of a pair, a constant 0 where the pack needs one word only."""
    return table[place + PAIR] if two_words(shape) else U0


@inlined
def code_at(table: Any, seat: Any, slot: Any) -> Any:
    """The code of the card in a slot of the hand."""
    return (table[ORDER + ((slot >> U3) << U2) + seat] >> ((slot & U7) << U3)) & BYTE


@inlined
def put_at(table: Any, seat: Any, slot: Any, code: Any) -> None:
    """Put a card into a slot of the hand."""
    place, shift = ORDER + ((slot >> U3) << U2) + seat, (slot & U7) << U3
    table[place] = (table[place] & ~(BYTE << shift)) | (code << shift)


@inlined
def use_of(instance: Any) -> Any:
    """The row of the cards used in groups of the instance's kind."""
    if instance < QUINTE:
        return USED_MARRIAGE
    if instance < FOUR:
        return USED_QUINTE
    if instance < BESI:
        return USED_FOUR
    return USED_BESI + U8 * np.uint64(instance - BESI)


@inlined
def notice(rules: Any, shape: Any, table: Any, seat: Any) -> None:
    """Take down every instance that the seat's hand contains now."""
    found = instances(table[HAND + seat], high_of(shape, table, HAND + seat), rules[PANACHE])
    table[HINTS + seat] |= found
    table[SEEN + seat] |= found


@inlined
def notice_card(rules: Any, shape: Any, table: Any, seat: Any, code: Any) -> None:
    """Take down the instances that a card just drawn completes."""
    found = instances_with(table[HAND + seat], high_of(shape, table, HAND + seat), code, rules[PANACHE])
    table[HINTS + seat] |= found
    table[SEEN + seat] |= found


@inlined
def settle_held(rules: Any, table: Any, seat: Any, trump: Any) -> None:
    """Turn the instances seen under this trump into groups held."""
    row = GROUP_OF + np.uint64(INSTANCES * (trump + 1))
    left, groups = table[SEEN + seat], U0
    while left:
        groups |= U1 << np.uint64(rules[row + np.uint64(lowest(left))])
        left &= left - U1
    table[HELD + seat] |= groups
    table[SEEN + seat] = U0


@inlined
def refill(table: Any, seat: Any, seed: Any, deal: Any, trick: Any) -> None:
    """Make the four random words of a seat for tricks `trick` … `trick` + 3."""
    words = philox(seed, np.uint64(PLAY_STREAM) + seat, deal, trick >> U2)
    table[WORDS + seat], table[WORDS + U4 + seat] = words[0], words[1]
    table[WORDS + U8 + seat], table[WORDS + U8 + U4 + seat] = words[2], words[3]


@inlined
def see(rules: Any, shape: Any, table: Any, seat: Any, trick: Any, trump: Any, turned: Any,
        legal: Any, legal_count: Any, trick_state: Any) -> Any:  # fmt: skip
    """The view of a seat that is about to play."""
    shown_low, shown_high = U0, U0
    for number in range(rules[SEATS]):
        other = np.uint64(number)
        if other != seat:
            shown_low |= table[SHOWN + other]
            shown_high |= high_of(shape, table, SHOWN + other)
    on_table, on_table_codes, best, best_seat, points = trick_state
    return View(
        rules, np.int64(seat), trick, rules[DRAWS] - trick if trick < rules[DRAWS] else 0, trump, turned,
        (table[PACK], high_of(shape, table, PACK)),
        (table[HAND + seat], high_of(shape, table, HAND + seat)), legal, legal_count,
        (table[PLAYED], high_of(shape, table, PLAYED)), (shown_low, shown_high),
        (table[USED_MARRIAGE + seat], high_of(shape, table, USED_MARRIAGE + seat)),
        (table[USED_QUINTE + seat], high_of(shape, table, USED_QUINTE + seat)),
        (table[USED_FOUR + seat], high_of(shape, table, USED_FOUR + seat)),
        (table[USED_BESI + seat], high_of(shape, table, USED_BESI + seat)),
        (table[USED_BESI + U8 + seat], high_of(shape, table, USED_BESI + U8 + seat)),
        (table[USED_BESI + U8 + U8 + seat], high_of(shape, table, USED_BESI + U8 + U8 + seat)),
        (table[USED_BESI + U8 + U8 + U8 + seat], high_of(shape, table, USED_BESI + U8 + U8 + U8 + seat)),
        np.int64(table[ANNOUNCED + seat]), on_table, on_table_codes, best, best_seat, points,
    )  # fmt: skip
