"""Situations told by the readable engine: a deal is played again from its first card, one declaration forced.

An oracle of `simulate.situations_core`, which copies a table in mid-deal. Which cards are part of
which group, and which group highest-first puts later, is told here from the cards and the values.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from simulate.besi_table import play_deal
from simulate.besi_table_groups import ANNOUNCEMENTS, TRUMP_SEVEN, Candidate
from simulate.besi_table_order import Choice, by_order
from simulate.decisions import DecisionPlan
from simulate.events import Counted, Event, TrickWon
from simulate.groups import GROUP_INDEX
from simulate.orders import named_order
from simulate.players import chooser
from simulate.rules import BesiRules
from simulate.situations import Pair
from simulate.situations_core import new_tally

Orders = Sequence[Choice]
Play = Callable[[Orders], Iterator[Event]]


class Situation(NamedTuple):
    """A pair on offer with so many draws left, and what declaring the lower first brought."""

    pair: Pair
    draws: int
    lead: int
    points: int


class Ends(NamedTuple):
    """How a deal ended for the seat that declared."""

    lead: int
    points: int


def dealt(rules: BesiRules, player: str, seed: int, deal: int) -> Play:
    """A deal of a simulation, to be played by any orders."""

    def play(orders: Orders) -> Iterator[Event]:
        return play_deal(rules, [chooser(rules, player)] * rules.seats, orders, seed, deal)

    return play


def situations_of(rules: BesiRules, play: Play) -> list[Situation]:
    """Every situation of a deal, the most draws left first."""
    found = []
    for seat, draws, offers in _offered(rules, play):
        ends: dict[int, Ends] = {}
        told: set[Pair] = set()
        for one in offers:
            for other in offers:
                pair = _pair(one, other)
                if pair is None or pair in told:
                    continue
                told.add(pair)
                for each in (one, other):
                    if each.number not in ends:
                        ends[each.number] = _forced(rules, play, seat, draws, each.number)
                lower, higher = ends[one.number], ends[other.number]
                found.append(Situation(pair, draws, lower.lead - higher.lead, lower.points - higher.points))
    return found


def tally_of(plan: DecisionPlan, deals: Sequence[Sequence[Situation]]) -> dict[str, Any]:
    """What the core counts of these deals, added up situation by situation, as `Decisions.to_json` has it."""
    tally = new_tally(len(plan.pairs), plan.nested, plan.game.besi.draws)
    for situations in deals:
        for one in situations:
            pair, at = plan.pairs.index(one.pair), one.draws - 1
            tally.situations[pair, at] += 1
            same = [other for other in situations if other.pair == one.pair]
            for measure, gain in enumerate((one.lead, one.points)):
                tally.sums[pair, measure, at] += gain
                tally.squares[pair, measure, at] += gain**2
            tally.deal_crossed[pair] += np.array([one.lead, one.points]) * len(same)
            if one.pair.nested:
                for other in same:
                    cell = pair, at, other.draws - 1
                    tally.products[cell] += one.lead * other.lead
                    tally.crossed[cell] += one.lead
                    tally.together[cell] += 1
        for pair, which in enumerate(plan.pairs):
            same = [each for each in situations if each.pair == which]
            tally.deal_counts[pair] += len(same) ** 2
            for measure in range(2):
                tally.deal_squares[pair, measure] += sum(each[2 + measure] for each in same) ** 2
    return {"deals": len(deals)} | {name: array.tolist() for name, array in tally._asdict().items()}


def _offered(rules: BesiRules, play: Play) -> list[tuple[int, int, list[Candidate]]]:
    """What every trick winner could declare: seat, draws left, offers in the order of their numbers."""
    taken = [-1]
    offered: dict[int, tuple[int, int, list[Candidate]]] = {}

    def noting(seat: int) -> Choice:
        highest = by_order(named_order("highest-first"))

        def choose(offers: Sequence[Candidate], trump: int, draws: int) -> Candidate | None:
            if seat == taken[0]:
                offered.setdefault(draws, (seat, draws, sorted(offers, key=lambda offer: offer.number)))
            return highest(offers, trump, draws)

        return choose

    for event in _told(play, [noting(seat) for seat in range(rules.seats)]):
        if isinstance(event, TrickWon):
            taken[0] = event.seat
    return list(offered.values())


def _forced(rules: BesiRules, play: Play, seat: int, draws: int, number: int) -> Ends:
    """How the deal ends if the seat, with so many draws left, first declares that announcement."""
    highest = by_order(named_order("highest-first"))
    waiting = [True]

    def choose(offers: Sequence[Candidate], trump: int, left: int) -> Candidate | None:
        if left == draws and waiting[0]:
            waiting[0] = False
            return next(offer for offer in offers if offer.number == number)
        return highest(offers, trump, left)

    orders = [choose if each == seat else highest for each in range(rules.seats)]
    counts = [event for event in _told(play, orders) if isinstance(event, Counted)]
    points = [count.points for count in counts]
    if rules.teams:
        lead = sum(made if (each - seat) % 2 == 0 else -made for each, made in enumerate(points))
    else:
        lead = rules.seats * points[seat] - sum(points)
    return Ends(lead, points[seat])


def _told(play: Play, orders: Orders) -> Iterator[Event]:
    # The players' arithmetic on words wraps around on purpose.
    with np.errstate(over="ignore"):
        yield from play(orders)


def _pair(one: Candidate, other: Candidate) -> Pair | None:
    """The pair of which `one` is the lower group; None if there is none."""
    if TRUMP_SEVEN in (one.group_id, other.group_id) or one.group_id == other.group_id:
        return None
    if _part_of(one, other):
        return Pair(one.group_id, other.group_id, True)
    later = (-one.points, GROUP_INDEX[one.group_id]) > (-other.points, GROUP_INDEX[other.group_id])
    return Pair(one.group_id, other.group_id, False) if later and not _part_of(other, one) else None


def _part_of(one: Candidate, other: Candidate) -> bool:
    """Whether the cards of one group are among those that the other is made of."""
    small, large = ANNOUNCEMENTS[one.number], ANNOUNCEMENTS[other.number]
    return one.use != "four" and set(small.kinds) <= set(large.kinds) and small.each <= large.each
