"""Who plays: pure functions `choose(view, word) -> position in the legal list`.

`random` plays a uniformly random legal card and is the yardstick; it never changes.
`club` is a sensible person: keeps cards that can still make groups, throws the cheapest,
takes tricks that hold a brisque or when a group waits to be declared, takes the last
tricks of the talon to deny a declaration, saves trumps for the end, remembers what has
been seen. It reads nothing but the view, and no random word.

Only integers are used, so the jitted and the plain function agree to the last bit.
"""

from typing import Any

import numpy as np

from simulate.besi_groups import BESI_JACKS, BESI_QUEENS, byte_counts, suits_in
from simulate.bits import popcount
from simulate.cards import DIAMONDS, JACK, KING, QUEEN, SEVEN, SPADES
from simulate.jit import inlined
from simulate.packing import (
    BESI,
    EXCHANGE_OR_TRICK,
    FOUR,
    INSTANCES,
    MARRIAGE,
    NO_SEVEN,
    ONCE_PER_ANNOUNCEMENT,
    PANACHE,
    QUINTE,
    RANK_VALUES,
    SEATS,
    SEVEN_RULE,
    SEVEN_VALUE,
    VALUES,
)
from simulate.streams import pick
from simulate.view import View

PLAYERS = ("random", "club")
RANDOM, CLUB = range(len(PLAYERS))

_U0, _U1, _U8, _U63 = (np.uint64(n) for n in (0, 1, 8, 63))
_BYTE = np.uint64(0xFF)
_SUIT_CARDS = np.uint64(0x1111111111111111)
_QUINTE_CARDS = np.uint64(0x0101010101)
_MARRIAGE_CARDS = np.uint64(0x01010000)
_FIELD = np.uint64(0xFFF)
_FIELD_BITS = np.uint64(12)
_LARGEST = 4095

# Chance, in 64ths, that a group comes about when 0, 1, 2, 3, 4 of its cards are missing:
# a sensible person's guess, not a computed figure.
_CHANCE = np.uint64(64 | 26 << 8 | 9 << 16 | 3 << 24 | 1 << 32)
_TRUMP_KEPT = 8  # points that a trump is worth at the end, before its rank
_SEVEN_KEPT = 12  # a trump seven that can still be exchanged
_DENIAL = 30  # winning the last trick of the talon: the others can't declare
_SURE = 64
# 64ths of a chance to take a trick while the talon lasts, by the number of cards unseen that
# beat the card: others need not follow, and beat it only if they care to. Another guess.
_FREE_CHANCE = np.array([6 * _SURE // (6 + cards) for cards in range(129)], np.int64)
_FORCED_CHANCE = np.array([_SURE // (1 + cards) for cards in range(129)], np.int64)


@inlined
def choose_random(view: View, word: Any) -> Any:
    """A uniformly random legal card."""
    return pick(word, view.legal_count)


@inlined
def _chance(missing: Any) -> Any:
    """64ths by the number of missing cards; from five up none."""
    return np.int64((_CHANCE >> (_U8 * np.uint64(missing))) & _BYTE)


@inlined
def _with_field(packed: Any, place: Any, worth: Any) -> Any:
    """Add a worth (cut at 4,095 points) to the packed fields of 12 bits."""
    return packed | (np.uint64(min(worth, _LARGEST)) << (_FIELD_BITS * np.uint64(place)))


@inlined
def _field(packed: Any, place: Any) -> Any:
    return np.int64((packed >> (_FIELD_BITS * np.uint64(place))) & _FIELD)


@inlined
def _allowed(view: View, instance: Any) -> Any:
    """Points for an instance that may still be announced, else 0."""
    if view.rules[ONCE_PER_ANNOUNCEMENT] and (view.announced >> instance) & 1:
        return 0
    return view.rules[VALUES + np.uint64(INSTANCES * (view.trump + 1) + instance)]


@inlined
def _suit_worths(view: View, unseen: Any, cards: Any, wanted: Any, size: int, base: int) -> Any:
    """What the marriages (or quintes) of the four suits promise, packed, and the best one complete."""
    have = suits_in(cards[0], cards[1])
    possible = have | suits_in(unseen[0], unseen[1])
    packed, ready = _U0, 0
    for suit in range(4):
        needed = wanted << np.uint64(suit)
        if possible & needed == needed:
            missing = size - popcount(have & needed)
            value = _allowed(view, base + suit)
            if missing <= view.draws_left:
                packed = _with_field(packed, suit, value * _chance(missing) >> 6)
            if missing == 0:
                ready = max(ready, value)
    return packed, ready


@inlined
def _four_worths(view: View, unseen: Any, cards: Any) -> Any:
    """What the fours of the five top ranks promise, packed, and the best one complete."""
    if view.rules[PANACHE]:
        suits, others = suits_in(cards[0], cards[1]), suits_in(unseen[0], unseen[1])
        have, rest = byte_counts(suits), byte_counts(others ^ (others & suits))
    else:
        have = byte_counts(cards[0]) + byte_counts(cards[1])
        rest = byte_counts(unseen[0]) + byte_counts(unseen[1])
    packed, ready = _U0, 0
    for rank in range(JACK + 1):
        missing = max(4 - np.int64((have >> (_U8 * np.uint64(rank))) & _BYTE), 0)
        if missing <= np.int64((rest >> (_U8 * np.uint64(rank))) & _BYTE):
            value = _allowed(view, FOUR + rank)
            if missing <= view.draws_left:
                packed = _with_field(packed, rank, value * _chance(missing) >> 6)
            if missing == 0:
                ready = max(ready, value)
    return packed, ready


@inlined
def _besi_worth(view: View, unseen: Any, used: Any, level: int) -> Any:
    """What a besi level promises to each of its cards, and its points if complete."""
    value = _allowed(view, BESI + level - 1)
    if value == 0:
        return 0, 0
    low, high = view.hand[0] ^ (view.hand[0] & used[0]), view.hand[1] ^ (view.hand[1] & used[1])
    queens = popcount(low & BESI_QUEENS) + popcount(high & BESI_QUEENS)
    jacks = popcount(low & BESI_JACKS) + popcount(high & BESI_JACKS)
    no_queens, no_jacks = max(level - queens, 0), max(level - jacks, 0)
    if no_queens > popcount(unseen[0] & BESI_QUEENS) + popcount(unseen[1] & BESI_QUEENS):
        return 0, 0
    if no_jacks > popcount(unseen[0] & BESI_JACKS) + popcount(unseen[1] & BESI_JACKS):
        return 0, 0
    missing = no_queens + no_jacks
    if missing > view.draws_left:
        return 0, 0
    return value * _chance(min(missing, 7)) >> 6, value if missing == 0 else 0


@inlined
def _fresh(view: View, used: Any) -> Any:
    """The cards of the hand that may still serve in a group of a kind."""
    return view.hand[0] ^ (view.hand[0] & used[0]), view.hand[1] ^ (view.hand[1] & used[1])


@inlined
def _holds(cards: Any, code: Any) -> Any:
    """Whether the card is in the words."""
    word = cards[1] if code >= 64 else cards[0]
    return (word >> (np.uint64(code) & _U63)) & _U1


@inlined
def _win_chance(view: View, others: Any, code: Any) -> Any:
    """64ths of a chance that the card takes the trick, from the cards that others may hold."""
    suit, rank = code & 3, (code >> 3) & 7
    trump = view.trump
    if view.on_table > 0:
        best_suit, best_rank = view.best & 3, (view.best >> 3) & 7
        beats = (suit == best_suit and rank < best_rank) or (suit == trump and best_suit != trump)
        if not beats:
            return 0
        if view.on_table == view.rules[SEATS] - 1:
            return _SURE
    same = _SUIT_CARDS << np.uint64(suit)
    stronger = same & ((_U1 << np.uint64(8 * rank)) - _U1)
    above = popcount(others[0] & stronger) + popcount(others[1] & stronger)
    trumps = 0
    if trump >= 0 and suit != trump:
        trump_cards = _SUIT_CARDS << np.uint64(trump)
        trumps = popcount(others[0] & trump_cards) + popcount(others[1] & trump_cards)
    if view.draws_left > 0:
        return _FREE_CHANCE[above + trumps]
    # In the last tricks they must follow suit, so trumps fall only on a void.
    can_follow = (others[0] | others[1]) & same != _U0
    if above > 0 or (trumps > 0 and not can_follow):
        return _FORCED_CHANCE[above + trumps] if view.rules[SEATS] > 2 else 0
    return _SURE if trumps == 0 or view.rules[SEATS] == 2 else 3 * _SURE >> 2


@inlined
def choose_club(view: View, word: Any) -> Any:  # noqa: ARG001
    """The card with the best balance of what it may win and what it is worth in hand."""
    rules = view.rules
    unseen_low = view.pack[0] ^ (view.pack[0] & (view.hand[0] | view.played[0] | view.shown[0]))
    unseen_high = view.pack[1] ^ (view.pack[1] & (view.hand[1] | view.played[1] | view.shown[1]))
    if view.turned >= 64:
        unseen_high ^= _U1 << (np.uint64(view.turned) & _U63)
    elif view.turned >= 0:
        unseen_low ^= _U1 << np.uint64(view.turned)
    unseen = (unseen_low, unseen_high)
    others = (unseen_low | view.shown[0], unseen_high | view.shown[1])

    in_marriage = _fresh(view, view.used_marriage)
    in_quinte = _fresh(view, view.used_quinte)
    in_four = _fresh(view, view.used_four)
    marriages = quintes = fours = _U0
    besi = ready = 0
    if view.draws_left > 0:
        marriages, ready_marriage = _suit_worths(view, unseen, in_marriage, _MARRIAGE_CARDS, 2, MARRIAGE)
        quintes, ready_quinte = _suit_worths(view, unseen, in_quinte, _QUINTE_CARDS, 5, QUINTE)
        fours, ready_four = _four_worths(view, unseen, in_four)
        ready = max(ready_marriage, ready_quinte, ready_four)
        levels = (
            _besi_worth(view, unseen, view.used_besi, 1),
            _besi_worth(view, unseen, view.used_besi2, 2),
            _besi_worth(view, unseen, view.used_besi3, 3),
            _besi_worth(view, unseen, view.used_besi4, 4),
        )
        besi = max(levels[0][0], levels[1][0], levels[2][0], levels[3][0])
        ready = max(ready, levels[0][1], levels[1][1], levels[2][1], levels[3][1])
        if view.draws_left > 3:
            ready >>= 1
        if view.draws_left == 1:
            ready += _DENIAL

    best_position, best_score = 0, -(1 << 40)
    for position in range(view.legal_count):
        code = np.int64((view.legal[position >> 3] >> (_U8 * np.uint64(position & 7))) & _BYTE)
        suit, rank = code & 3, (code >> 3) & 7
        keep = 0
        if suit == view.trump:
            keep = _TRUMP_KEPT + 2 * (SEVEN - rank) if view.draws_left > 0 else 4 + SEVEN - rank
        elif view.draws_left == 0:
            keep = (SEVEN - rank) >> 1
        gain = view.table_points + rules[RANK_VALUES + np.uint64(rank)]
        if view.draws_left > 0:
            gain += ready
            if rank <= JACK:
                promised = 0
                if (rank == KING or rank == QUEEN) and _holds(in_marriage, code):
                    promised += _field(marriages, suit)
                if _holds(in_quinte, code):
                    promised += _field(quintes, suit)
                twins = np.uint64(0x11) << np.uint64(8 * rank + suit)
                if popcount(view.hand[0] & twins) + popcount(view.hand[1] & twins) > 1:
                    promised >>= 2
                if _holds(in_four, code):
                    promised += _field(fours, rank)
                if (rank == QUEEN and suit == SPADES) or (rank == JACK and suit == DIAMONDS):
                    promised += besi
                keep += promised
            elif rank == SEVEN and suit == view.trump:
                if rules[SEVEN_RULE] != NO_SEVEN and view.turned >= 0 and (view.turned >> 3) & 7 != SEVEN:
                    keep += _SEVEN_KEPT
                if rules[SEVEN_RULE] == EXCHANGE_OR_TRICK:
                    gain += rules[SEVEN_VALUE]
        chance = _win_chance(view, others, code)
        score = chance * gain - (_SURE - chance) * rules[RANK_VALUES + np.uint64(rank)] - _SURE * keep
        if score > best_score:
            best_position, best_score = position, score
    return best_position


CHOOSERS = {"random": choose_random, "club": choose_club}
