"""The jitted part of a decision table: deals forked wherever two groups can be declared.

A *situation* is a pair of groups (`simulate.situations`) that the winner of a trick may both
declare. From there the deal is played to its end once for either, on copies of the table; from
the next trick on both ways declare the highest first.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.besi_core import play_tricks
from simulate.besi_count import points_of
from simulate.besi_deal import deal_out
from simulate.besi_fork import ASKED, CHOICE, FORK_SIZE, LEADER, OFFERS, PLACE, TRICK, TRUMP, TURNED, set_out
from simulate.besi_state import FAULT, MAX_SEATS, U0, U1
from simulate.bits import lowest
from simulate.cards import SEVEN
from simulate.jit import inlined, kernel, separate
from simulate.orders import MOST_DRAWS
from simulate.packing import DRAWS, INSTANCES, NO_SEVEN, SEATS, SEVEN_RULE, TEAMS, TURN_UP

# What is measured of either way, for the seat that declares: its lead over the others, times
# their number (of teams: its team's points minus the other's), and its own points.
MEASURES = ("lead", "points")
_LEAD, _POINTS = U0, U1
# A situation: the pair's place, draws left, instances of the lower and the higher group, which pause.
_PAIR, _DRAWS_LEFT, _LOWER, _HIGHER, _PAUSE = (np.uint64(place) for place in range(5))
_EVERYBODY = (1 << MAX_SEATS) - 1


class Tally(NamedTuple):
    """Sums over the situations of a block of deals, by pair and draws left (1 draw left at place 0).

    Attributes
    ----------
    situations : [pair][draws]; no two of a cell come from one deal.
    sums, squares : [pair][measure][draws], of what declaring the lower group first brings.
    deal_counts : [pair], squares of how many situations a deal has, summed over deals.
    deal_squares, deal_crossed : [pair][measure], squares of a deal's sum over its situations; the
        sum times how many they are.
    products, crossed, together : [nested pair][draws][draws], of the lead: the differences of
        two situations of a deal multiplied; the first one's difference; 1.
    """

    situations: NDArray[np.int64]
    sums: NDArray[np.int64]
    squares: NDArray[np.int64]
    deal_counts: NDArray[np.int64]
    deal_squares: NDArray[np.int64]
    deal_crossed: NDArray[np.int64]
    products: NDArray[np.int64]
    crossed: NDArray[np.int64]
    together: NDArray[np.int64]


class Scratch(NamedTuple):
    """What one thread plays on: the table and fork of the deal and of a branch, what is noted of a deal."""

    table: NDArray[np.uint64]
    branch: NDArray[np.uint64]
    deck: NDArray[np.uint8]
    fork: NDArray[np.int64]
    branch_fork: NDArray[np.int64]
    situations: NDArray[np.int64]
    outcomes: NDArray[np.int64]
    pauses: NDArray[np.int64]
    seen: NDArray[np.int64]


def new_tally(pairs: int, nested: int, draws: int) -> Tally:
    """Sums at zero."""

    def zeros(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, np.int64)

    measures, matrix = len(MEASURES), (nested, draws, draws)
    return Tally(
        zeros(pairs, draws), zeros(pairs, measures, draws), zeros(pairs, measures, draws), zeros(pairs),
        zeros(pairs, measures), zeros(pairs, measures), zeros(*matrix), zeros(*matrix), zeros(*matrix),
    )  # fmt: skip


def new_scratch(table: NDArray[np.uint64], deck: NDArray[np.uint8], pairs: int) -> Scratch:
    """Scratch for one thread, on copies of a new table and of the pack."""
    return Scratch(
        table.copy(), table.copy(), deck.copy(), np.zeros(FORK_SIZE, np.int64), np.zeros(FORK_SIZE, np.int64),
        np.zeros((MOST_DRAWS * max(pairs, 1), 5), np.int64),
        np.zeros((MOST_DRAWS, INSTANCES, len(MEASURES)), np.int64),
        np.zeros((MOST_DRAWS, 2), np.int64), np.zeros(max(pairs, 1), np.int64),
    )  # fmt: skip


@separate
def _play_on(rules: Any, orders: Any, players: Any, shape: Any, table: Any, deck: Any, seed: Any, deal: Any,
             watch: Any, fork: Any) -> Any:  # fmt: skip
    """Play on from where the fork says; returns whether play paused again. The deck stays as it was dealt."""
    return play_tricks(
        rules, orders, players, shape, table, deck, seed, deal, np.uint64(fork[PLACE]), fork[TURNED], watch,
        fork, None,
    )  # fmt: skip


@inlined
def _before_play(rules: Any, fork: Any, place: Any, turned: Any) -> None:
    """Set the fork before the first trick, to pause before everybody's declarations."""
    trump = turned & 3 if rules[TURN_UP] else np.int64(-1)
    may_exchange = rules[TURN_UP] and rules[SEVEN_RULE] != NO_SEVEN and (turned >> 3) & 7 != SEVEN
    set_out(fork, _EVERYBODY, place, turned, trump, may_exchange)


@separate
def _find_situations(pairs: Any, fork: Any, draws: Any, pause: Any, scratch: Any, found: Any) -> Any:
    """Note the pairs on offer, each once, of several suits the first; the number noted so far in this deal,
    and a bit mask of the instances that are in them."""
    state, offers = np.uint64(fork[TRUMP] + 1), np.uint64(fork[OFFERS])
    draws_left = np.int64(draws) - fork[TRICK]
    wanted, lowers = U0, offers
    while lowers:
        lower = np.uint64(lowest(lowers))
        lowers &= lowers - U1
        highers = offers
        while highers:
            higher = np.uint64(lowest(highers))
            highers &= highers - U1
            pair = pairs[state, lower, higher]
            if pair >= 0 and scratch.seen[np.uint64(pair)] != draws_left:
                scratch.seen[np.uint64(pair)] = draws_left
                row = scratch.situations[found]
                row[_PAIR], row[_DRAWS_LEFT], row[_PAUSE] = pair, draws_left, np.int64(pause)
                row[_LOWER], row[_HIGHER] = np.int64(lower), np.int64(higher)
                wanted |= (U1 << lower) | (U1 << higher)
                found += U1
    return found, wanted


@inlined
def _highest(ranks: Any, state: Any, offers: Any) -> Any:
    """The instance on offer that highest-first declares."""
    best = np.uint64(lowest(offers))
    while offers:
        instance = np.uint64(lowest(offers))
        offers &= offers - U1
        if ranks[state, instance] < ranks[state, best]:
            best = instance
    return best


@separate
def _note_outcome(rules: Any, table: Any, seat: Any, outcome: Any) -> None:
    """What a deal that was played to its end brought the seat."""
    seats = rules[SEATS]
    lead = np.int64(0)
    for number in range(seats):
        points = points_of(rules, table, np.uint64(number))
        if rules[TEAMS]:
            lead += points if (np.uint64(number) ^ seat) & U1 == U0 else -points
        else:
            lead += points * (seats - 1) if np.uint64(number) == seat else -points
    outcome[_LEAD], outcome[_POINTS] = lead, points_of(rules, table, seat)


@separate
def _play_branch(rules: Any, orders: Any, players: Any, shape: Any, seed: Any, deal: Any, watch: Any,
                 scratch: Any, instance: Any, outcome: Any) -> None:  # fmt: skip
    """Play the deal on from its pause, the instance being declared there."""
    for place in range(len(scratch.table)):
        scratch.branch[np.uint64(place)] = scratch.table[np.uint64(place)]
    for place in range(FORK_SIZE):
        scratch.branch_fork[np.uint64(place)] = scratch.fork[np.uint64(place)]
    scratch.branch_fork[ASKED], scratch.branch_fork[CHOICE] = 0, np.int64(instance)
    _play_on(
        rules, orders, players, shape, scratch.branch, scratch.deck, seed, deal, watch, scratch.branch_fork
    )
    scratch.table[FAULT] |= scratch.branch[FAULT]
    _note_outcome(rules, scratch.branch, np.uint64(scratch.fork[LEADER]), outcome)


@separate
def _add_up(scratch: Any, found: Any, nested: Any, tally: Any) -> None:
    """Add one deal's situations to the sums."""
    for first in range(found):
        one = scratch.situations[np.uint64(first)]
        pair, draws = np.uint64(one[_PAIR]), np.uint64(one[_DRAWS_LEFT] - 1)
        tally.situations[pair, draws] += 1
        for place in range(len(MEASURES)):
            measure = np.uint64(place)
            gain = _gain(scratch, one, measure)
            tally.sums[pair, measure, draws] += gain
            tally.squares[pair, measure, draws] += gain * gain
        lead, points = _gain(scratch, one, _LEAD), _gain(scratch, one, _POINTS)
        for second in range(found):
            other = scratch.situations[np.uint64(second)]
            if other[_PAIR] != one[_PAIR]:
                continue
            other_lead = _gain(scratch, other, _LEAD)
            tally.deal_counts[pair] += 1
            tally.deal_squares[pair, _LEAD] += lead * other_lead
            tally.deal_squares[pair, _POINTS] += points * _gain(scratch, other, _POINTS)
            tally.deal_crossed[pair, _LEAD] += lead
            tally.deal_crossed[pair, _POINTS] += points
            if pair < nested:
                other_draws = np.uint64(other[_DRAWS_LEFT] - 1)
                tally.products[pair, draws, other_draws] += lead * other_lead
                tally.crossed[pair, draws, other_draws] += lead
                tally.together[pair, draws, other_draws] += 1


@inlined
def _gain(scratch: Any, situation: Any, measure: Any) -> Any:
    """What declaring the lower group first brought."""
    outcomes = scratch.outcomes[np.uint64(situation[_PAUSE])]
    lower, higher = np.uint64(situation[_LOWER]), np.uint64(situation[_HIGHER])
    return outcomes[lower, measure] - outcomes[higher, measure]


@kernel
def play_situations(rules: Any, orders: Any, players: Any, shape: Any, pack: Any, pairs: Any, ranks: Any,
                    nested: Any, seed: Any, first: Any, count: Any, watch: Any, scratch: Any,
                    tally: Any) -> None:  # fmt: skip
    """Play deals `first` … `first + count - 1`, each forked at every situation, and add them up.

    Parameters
    ----------
    rules, orders, players, shape, pack, seed, first, count, watch : as in
        `simulate.besi_count.play_block`; the orders are highest-first in every seat.
    pairs, ranks, nested : the places and ranks of a `simulate.situations.PairTable`, and how many
        of its pairs are nested.
    scratch : of this thread.
    tally : the sums to add to.
    """
    for number in range(count):
        deal = first + np.uint64(number)
        place, turned = deal_out(rules, shape, pack, scratch.table, scratch.deck, seed, deal, None)
        _before_play(rules, scratch.fork, place, turned)
        for pair in range(len(scratch.seen)):
            scratch.seen[np.uint64(pair)] = -1
        found = pauses = U0
        while _play_on(
            rules, orders, players, shape, scratch.table, scratch.deck, seed, deal, watch, scratch.fork
        ):
            found, wanted = _find_situations(pairs, scratch.fork, rules[DRAWS], pauses, scratch, found)
            if not wanted:
                continue
            offers = np.uint64(scratch.fork[OFFERS])
            by_order = _highest(ranks, np.uint64(scratch.fork[TRUMP] + 1), offers)
            scratch.pauses[pauses, U0] = scratch.fork[LEADER]
            scratch.pauses[pauses, U1] = np.int64(by_order)
            # The deal itself goes on by the order: it is the branch of what that declares.
            wanted &= ~(U1 << by_order)
            while wanted:
                instance = np.uint64(lowest(wanted))
                wanted &= wanted - U1
                _play_branch(
                    rules, orders, players, shape, seed, deal, watch, scratch, instance,
                    scratch.outcomes[pauses, instance],
                )  # fmt: skip
            pauses += U1
        for pause in range(pauses):
            seat, by_order = np.uint64(scratch.pauses[pause, U0]), np.uint64(scratch.pauses[pause, U1])
            _note_outcome(rules, scratch.table, seat, scratch.outcomes[pause, by_order])
        _add_up(scratch, found, nested, tally)
