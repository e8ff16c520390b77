"""Matches by the readable engine: who has won, told from the events of each deal.

The rules of a match as a person would tell them, apart from the fast way (`simulate.match_core`),
which must agree to the last figure.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from simulate.besi_table import play_deal
from simulate.besi_table_order import Choice
from simulate.besi_table_state import Chooser
from simulate.events import Declared, Event, Exchanged, LastTrick, SevenScored, TrickWon, TurnedSeven
from simulate.rules import BesiRules

QUINTES = ("trump-quinte", "quinte")
NEAR = 100


class Won(NamedTuple):
    """The side that has won a match, and by what (`simulate.match_rules.CAUSES`)."""

    side: int
    cause: str


class Match(NamedTuple):
    """A match that was played: who won, and the scores of the sides before each of its deals."""

    won: Won
    scores: tuple[tuple[int, ...], ...]


@dataclass
class Tally:
    """A side's score during a deal, and what of it is counted only in the end."""

    in_play: int
    brisques: int = 0
    last_trick: int = 0
    quintes: int = 0
    tricks_seen: int = -1
    counts_as_taken: bool = False

    @property
    def total(self) -> int:
        """Everything, as the final count has it."""
        return self.in_play + self.brisques + self.last_trick


def sides_of(rules: BesiRules, leader: int) -> list[int]:
    """The side of each seat, if that player leads: the partners' team, or each player by himself."""
    players = [(leader + seat) % rules.seats for seat in range(rules.seats)]
    return [player % 2 for player in players] if rules.teams else players


def settle_deal(
    rules: BesiRules, scores: Sequence[int], sides: Sequence[int], events: Iterable[Event]
) -> Won | tuple[int, ...]:
    """What a deal does to a match.

    Parameters
    ----------
    rules : with a target.
    scores : of each side, before the deal.
    sides : the side of each seat.
    events : all of the deal's, in order.

    Returns
    -------
    Who wins, if the deal ends the match, else the new scores.
    """
    told = list(events)
    tallies = [Tally(score) for score in scores]
    settle_who_counts_as_taken(rules, tallies, sides, told)
    for number, event in enumerate(told):
        match event:
            case Declared():
                tally = tallies[sides[event.seat]]
                tally.in_play += event.points
                tally.quintes += event.points if event.group_id in QUINTES else 0
            case TurnedSeven() | SevenScored() | Exchanged():
                tallies[sides[event.seat]].in_play += event.points
            case TrickWon():
                tally = tallies[sides[event.seat]]
                tally.brisques += event.points
                tally.tricks_seen = number
            case LastTrick():
                tallies[sides[event.seat]].last_trick += event.points
                continue
            case _:
                continue
        cause = wins_at_once(rules, tallies[sides[event.seat]], event)
        if cause is not None:
            return Won(sides[event.seat], cause)
    return final_count(rules, tallies)


def settle_who_counts_as_taken(
    rules: BesiRules, tallies: Sequence[Tally], sides: Sequence[int], events: Sequence[Event]
) -> None:
    """Who is near the target when play begins counts his brisques as he takes them, where rules say so."""
    opening = [tally.in_play for tally in tallies]
    for event in events:
        if isinstance(event, TrickWon):
            break
        if isinstance(event, TurnedSeven | Declared):
            opening[sides[event.seat]] += event.points
    for tally, score in zip(tallies, opening, strict=True):
        tally.counts_as_taken = rules.count_as_taken and score >= target_of(rules) - NEAR


def wins_at_once(rules: BesiRules, tally: Tally, event: Event) -> str | None:
    """The cause by which a side that has just marked points wins at once; None if it doesn't."""
    group_id = event.group_id if isinstance(event, Declared) else None
    if rules.win_at_once and group_id in rules.outright:
        return group_id
    if not (rules.win_at_once or tally.counts_as_taken):
        return None
    score = tally.in_play + (tally.brisques if tally.counts_as_taken else 0)
    if score < target_of(rules):
        return None
    if isinstance(event, Declared):
        if event.points >= target_of(rules):
            return group_id
        if group_id in QUINTES and tally.quintes >= target_of(rules):
            return "quintes"
    return "taken" if isinstance(event, TrickWon) else "points"


def final_count(rules: BesiRules, tallies: Sequence[Tally]) -> Won | tuple[int, ...]:
    """All is counted: the highest wins, if at the target; of several, who took the last of their tricks."""
    totals = tuple(tally.total for tally in tallies)
    if max(totals) < target_of(rules):
        return totals
    level = [side for side, total in enumerate(totals) if total == max(totals)]
    return Won(max(level, key=lambda side: tallies[side].tricks_seen), "count")


def target_of(rules: BesiRules) -> int:
    """The target, which a match must have."""
    assert rules.target is not None
    return rules.target


def play_match(
    rules: BesiRules,
    choosers: Sequence[Chooser],
    orders: Sequence[Choice | str],
    seed: int,
    deals: Iterable[int],
    leader: int,
    scores: Sequence[int],
) -> Match:
    """Play a match to its end.

    Parameters
    ----------
    rules : with a target.
    choosers, orders : of each player, who changes seats from deal to deal.
    seed, deals : address of the cards: the numbers of as many deals as the match may take.
    leader : the player who leads the first deal; the next player leads the next.
    scores : of each side, before the first deal.

    Raises
    ------
    ValueError
        The match isn't over after those deals.
    """
    before = [tuple(scores)]
    for deal in deals:
        in_seats = [(leader + seat) % rules.seats for seat in range(rules.seats)]
        events = play_deal(rules, [choosers[p] for p in in_seats], [orders[p] for p in in_seats], seed, deal)
        result = settle_deal(rules, before[-1], sides_of(rules, leader), events)
        if isinstance(result, Won):
            return Match(result, tuple(before))
        before.append(result)
        leader = (leader + 1) % rules.seats
    raise ValueError(f"no side is at {rules.target} after {len(before) - 1} deals")
