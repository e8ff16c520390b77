"""Deciding a declaration by rollouts: the deal is played on many times over cards that the seat can't see.

The cards that a seat can't account for are dealt anew, uniformly at random: into the other
hands, where cards known to be there stay, and into the talon. Their true places, and the
random words by which the deal itself goes on, are never looked at. What other seats didn't
declare or exchange tells something too; that is not made use of.
"""

from typing import Any

import numpy as np

from simulate.besi_declare import choose
from simulate.besi_fork import ASKED, CHOICE, FORK_SIZE, NOTHING, OFFERS, PLACE, TRICK, TRUMP, TURNED
from simulate.besi_play_on import begin, margin, play_on
from simulate.besi_state import (
    BARRED,
    FAULT,
    HAND,
    HINTS,
    PACK,
    PAIR,
    PLAYED,
    SEEN,
    SHOWN,
    SLOT,
    U0,
    U1,
    U6,
    U63,
    bit_of,
    high_of,
    notice,
    put_at,
    refill,
    two_words,
)
from simulate.bits import lowest, popcount
from simulate.jit import inlined, kernel, separate
from simulate.packing import CARDS, DRAWS, HAND_SIZE, INSTANCES, REDECLARE, SEATS
from simulate.streams import ROLLOUT_STREAM, philox, pick, shuffle

# Rows of the tables, decks and forks: the deal itself, a way to deal it anew, that way played on.
DEAL, DEALT_ANEW, PLAYED_ON = 0, 1, 2
ROWS = 3
# Places of the sums over rollouts: of the margin less the usual choice's, and of its square.
SUM, SQUARES = np.uint64(0), np.uint64(1)
# Places of the counters: declarations decided, decided otherwise than usual, of these for nothing.
DECIDED, OTHERWISE, FOR_NOTHING = (np.uint64(place) for place in range(3))
COUNTERS = 3
MOST_OPTIONS = INSTANCES + 1


@separate
def unseen_cards(rules: Any, shape: Any, table: Any, seat: Any, turned: Any, pool: Any) -> Any:
    """Write the codes of the cards that a seat can't account for, lowest first; returns how many they are.

    They depend on what the seat sees only, and so does everything that is made of them.
    """
    low = table[PACK] & ~(table[HAND + seat] | table[PLAYED])
    high = high_of(shape, table, PACK) & ~(high_of(shape, table, HAND + seat) | high_of(shape, table, PLAYED))
    for number in range(rules[SEATS]):
        other = np.uint64(number)
        if other != seat:
            low &= ~table[SHOWN + other]
            high &= ~high_of(shape, table, SHOWN + other)
    if turned >= 0:
        code = np.uint64(turned)
        if two_words(shape) and code > U63:
            high &= ~bit_of(code)
        else:
            low &= ~bit_of(code)
    count = np.int64(0)
    while low:
        pool[np.uint64(count)] = lowest(low)
        low &= low - U1
        count += 1
    while high:
        pool[np.uint64(count)] = 64 + lowest(high)
        high &= high - U1
        count += 1
    return count


@inlined
def _put_among(hand: Any, count: Any, code: Any, key: Any, other: Any) -> None:
    """Put a card at a random place of a hand of `count` cards, all places being equally likely."""
    word = philox(key, np.uint64(ROLLOUT_STREAM) + other, U0, np.uint64(count))[0]
    place = np.uint64(pick(word, np.uint64(count + 1)))
    hand[np.uint64(count)] = hand[place]
    hand[place] = code


@separate
def deal_anew(rules: Any, shape: Any, table: Any, deck: Any, seat: Any, place: Any, turned: Any, trick: Any,
              key: Any, pool: Any, hand: Any) -> None:  # fmt: skip
    """Deal the cards that a seat can't see anew, by the words of `key`; the table is left as he may think it.

    Everybody has played to this trick and nobody has drawn. `place` is that of the next card of
    the deck; `pool` and `hand` are scratch.
    """
    shuffle(key, U0, pool, unseen_cards(rules, shape, table, seat, turned, pool))
    taken = np.int64(0)
    for number in range(rules[SEATS]):
        other = np.uint64(number)
        if other == seat:
            continue
        low, high = table[SHOWN + other], high_of(shape, table, SHOWN + other)
        new_low, new_high = low, high
        cards = rules[HAND_SIZE] - 1
        hidden = cards - np.int64(popcount(low)) - np.int64(popcount(high))
        for held in range(hidden):
            code = np.uint64(pool[np.uint64(taken)])
            taken += 1
            hand[np.uint64(held)] = code
            if two_words(shape):
                new_high |= (code >> U6) << (code & U63)
                new_low |= (code >> U6 ^ U1) << (code & U63)
            else:
                new_low |= bit_of(code)
        count = hidden
        while low:
            _put_among(hand, count, lowest(low), key, other)
            low &= low - U1
            count += 1
        while high:
            _put_among(hand, count, 64 + lowest(high), key, other)
            high &= high - U1
            count += 1
        # Where in his hand the other had the card that he played is not to be known either.
        for held in range(cards):
            put_at(table, other, np.uint64(held), np.uint64(hand[np.uint64(held)]))
        table[SLOT + other] = np.uint64(cards)
        table[HAND + other] = new_low
        if two_words(shape):
            table[HAND + PAIR + other] = new_high
        table[HINTS + other], table[SEEN + other] = U0, U0
        notice(rules, shape, table, other)
    next_card = np.int64(place)
    while next_card < rules[CARDS]:
        deck[np.uint64(next_card)] = pool[np.uint64(taken)]
        next_card += 1
        taken += 1
    for number in range(rules[SEATS]):
        refill(table, np.uint64(number), key, U0, np.uint64(trick))


@inlined
def _copy(rows: Any, source: Any, target: Any, count: Any) -> None:
    """Copy the first items of a row into another."""
    for place in range(count):
        rows[target, np.uint64(place)] = rows[source, np.uint64(place)]


@inlined
def _list_options(offers: Any, usual: Any, options: Any) -> Any:
    """Write the usual choice, then every other, declaring nothing being the last; returns how many."""
    options[0] = usual
    count = 1
    while offers:
        instance = np.int64(lowest(offers))
        offers &= offers - U1
        if instance != usual:
            options[np.uint64(count)] = instance
            count += 1
    if usual != NOTHING:
        options[np.uint64(count)] = NOTHING
        count += 1
    return count


@inlined
def _is_better(total: Any, squares: Any, rollouts: Any, caution: Any) -> Any:
    """Whether the mean of differences is more than `caution` standard errors above 0."""
    spread = np.float64(rollouts * squares - total * total) / np.float64(rollouts - 1)
    return total > 0 and np.float64(total) > caution * np.sqrt(spread)


@separate
def decide(
    rules: Any, orders: Any, players: Any, shape: Any, tables: Any, decks: Any, forks: Any, seed: Any,
    deal: Any, seat: Any, watch: Any, rollouts: Any, caution: Any, pool: Any, hand: Any, options: Any,
    sums: Any,
) -> Any:  # fmt: skip
    """What a seat that is asked declares first: an instance, or `NOTHING`; by rollouts.

    The usual choice is that of the seat's order. Another is preferred if its margin, played on by
    everybody's order, is better by more than `caution` standard errors over the same rollouts; of
    several such the one with the best mean.
    """
    fork = forks[DEAL]
    trick, trump = fork[TRICK], fork[TRUMP]
    usual = choose(orders, seat, rules[DRAWS] - trick, trump, np.uint64(fork[OFFERS]))
    count = _list_options(np.uint64(fork[OFFERS]), usual, options)
    for option in range(count):
        sums[np.uint64(option), SUM], sums[np.uint64(option), SQUARES] = 0, 0
    # What only declaring again needs is most of a table.
    in_use = np.int64(tables.shape[1] if rules[REDECLARE] else BARRED)
    for rollout in range(rollouts):
        number = (np.uint64(trick) << np.uint64(32)) | np.uint64(rollout)
        key = philox(seed, np.uint64(ROLLOUT_STREAM) + seat, deal, number)[0]
        _copy(tables, DEAL, DEALT_ANEW, in_use)
        _copy(decks, DEAL, DEALT_ANEW, rules[CARDS])
        deal_anew(
            rules, shape, tables[DEALT_ANEW], decks[DEALT_ANEW], seat, fork[PLACE], fork[TURNED], trick, key,
            pool, hand,
        )  # fmt: skip
        with_usual = np.int64(0)
        for option in range(count):
            _copy(tables, DEALT_ANEW, PLAYED_ON, in_use)
            _copy(decks, DEALT_ANEW, PLAYED_ON, rules[CARDS])
            _copy(forks, DEAL, PLAYED_ON, np.int64(FORK_SIZE))
            forks[PLAYED_ON, ASKED], forks[PLAYED_ON, CHOICE] = 0, options[np.uint64(option)]
            play_on(
                rules, orders, players, shape, tables[PLAYED_ON], decks[PLAYED_ON], key, U0, watch,
                forks[PLAYED_ON],
            )  # fmt: skip
            tables[DEAL, FAULT] |= tables[PLAYED_ON, FAULT]
            reached = margin(rules, tables[PLAYED_ON], seat)
            if option == 0:
                with_usual = reached
            difference = reached - with_usual
            sums[np.uint64(option), SUM] += difference
            sums[np.uint64(option), SQUARES] += difference * difference
    chosen, best = usual, np.int64(0)
    for option in range(1, count):
        total, squares = sums[np.uint64(option), SUM], sums[np.uint64(option), SQUARES]
        if total > best and _is_better(total, squares, rollouts, caution):
            chosen, best = options[np.uint64(option)], total
    return chosen


@kernel
def play_reference(
    rules: Any, orders: Any, players: Any, shape: Any, pack: Any, tables: Any, decks: Any, forks: Any,
    seed: Any, first: Any, watch: Any, rollouts: Any, caution: Any, pool: Any, hand: Any, options: Any,
    sums: Any, margins: Any, counters: Any,
) -> None:  # fmt: skip
    """Play deals from `first` on, in each seat a declarer who decides by rollouts, the others by order.

    Parameters
    ----------
    rules, orders, players, shape, pack, seed, first : as in `simulate.besi_count.play_block`.
    tables, decks, forks : `ROWS` rows each: scratch arrays of this thread.
    watch : as in `play_block`, but never None: what was seen must be known.
    rollouts, caution : how often each choice is played on; how many standard errors it must be better.
    pool, hand, options, sums : scratch, of as many items as cards, cards in hand, and twice
        `MOST_OPTIONS`, the last with two columns.
    margins : [deal], the declarer's margin (`simulate.besi_play_on.margin`), summed over the seats.
    counters : [what was decided, see `DECIDED`][deal], over all seats.
    """
    for number in range(len(margins)):
        deal, place = first + np.uint64(number), np.uint64(number)
        for seat_number in range(rules[SEATS]):
            seat = np.uint64(seat_number)
            begin(
                rules, shape, pack, tables[DEAL], decks[DEAL], seed, deal, np.int64(1) << np.int64(seat),
                forks[DEAL],
            )  # fmt: skip
            while play_on(
                rules, orders, players, shape, tables[DEAL], decks[DEAL], seed, deal, watch, forks[DEAL]
            ):
                chosen = decide(
                    rules, orders, players, shape, tables, decks, forks, seed, deal, seat, watch, rollouts,
                    caution, pool, hand, options, sums,
                )  # fmt: skip
                otherwise = chosen != options[0]
                counters[DECIDED, place] += 1
                counters[OTHERWISE, place] += np.int64(otherwise)
                counters[FOR_NOTHING, place] += np.int64(otherwise and chosen == NOTHING)
                forks[DEAL, CHOICE] = chosen
            margins[place] += margin(rules, tables[DEAL], seat)
