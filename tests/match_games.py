"""What tests of matches share: a deal's marks from its events, and matches by the readable engine."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from simulate.besi_table import play_deal
from simulate.besi_table_match import Won, play_match, settle_deal, sides_of
from simulate.catalogue import load
from simulate.events import Declared, Event, Exchanged, LastTrick, SevenScored, TrickWon, TurnedSeven
from simulate.groups import GROUP_IDS, GROUP_INDEX
from simulate.marks import KIND_SHIFT, LAST_TRICK, POINTS_SHIFT, TRICK, TRUMP_SEVEN, Marks
from simulate.match_core import new_room, settle
from simulate.match_rules import CAUSES, deal_numbers, pack_match, sure_points
from simulate.matches import Played, Table
from simulate.players import chooser
from simulate.rules import BesiRules, Game
from tests.strategies import rule_sets

HIGHEST = "highest-first"
Outcome = tuple[int, str] | tuple[int, ...]


def game_of(rules: BesiRules) -> Game:
    """A game with any rules."""
    return load("besi-simple").model_copy(update={"rules": rules})


def table_of(rules: BesiRules, *players: str) -> Table:
    """A table of these players, or of one kind in all seats."""
    names = players if len(players) == rules.seats else players * rules.seats
    return Table(game_of(rules), names, (HIGHEST,) * rules.seats)


@st.composite
def match_rules(draw: st.DrawFn, **limits: Any) -> BesiRules:
    """Made-up rules with a target that a few deals reach, and whatever a match looks at."""
    rules = draw(rule_sets(**limits))
    groups = draw(st.sets(st.sampled_from(GROUP_IDS), max_size=3))
    changes = {
        "target": draw(st.sampled_from([30, 100, 155, 300, 700])) * rules.point_multiplier,
        "win_at_once": draw(st.booleans()),
        "count_as_taken": draw(st.booleans()),
        "outright": tuple(sorted(groups)),
    }
    rules = BesiRules(**(rules.model_dump() | changes))
    assume(sure_points(rules) >= 10)
    return rules


def mark_of(event: Event) -> int | None:
    """The mark that an event leaves; None if no points go with it."""
    match event:
        case Declared():
            kind = GROUP_INDEX[event.group_id]
        case TurnedSeven() | SevenScored() | Exchanged():
            kind = int(TRUMP_SEVEN)
        case TrickWon():
            kind = int(TRICK)
        case LastTrick():
            kind = int(LAST_TRICK)
        case _:
            return None
    return event.points << int(POINTS_SHIFT) | kind << int(KIND_SHIFT) | event.seat


def marks_of(deals: Sequence[Sequence[Event]]) -> Marks:
    """The marks of some deals, from their events."""
    marks = [[mark for event in deal if (mark := mark_of(event)) is not None] for deal in deals]
    flat = [mark for each in marks for mark in each]
    return Marks(np.array(flat, np.uint64), np.cumsum([len(each) for each in marks], dtype=np.int64))


def by_core(rules: BesiRules, scores: Sequence[int], leader: int, events: Sequence[Event]) -> Outcome:
    """What the fast core makes of a deal: side and cause if it ends the match, else the new scores."""
    marks, ends = marks_of([events])
    score, winners, causes = np.array([scores], np.int64), np.array([-1]), np.array([-1])
    settle(pack_match(rules), marks, ends, leader, np.array([0]), score, winners, causes, new_room())
    return (int(winners[0]), CAUSES[causes[0]]) if winners[0] >= 0 else tuple(score[0].tolist())


def by_table(rules: BesiRules, scores: Sequence[int], leader: int, events: Sequence[Event]) -> Outcome:
    """What the readable engine makes of it."""
    found = settle_deal(rules, scores, sides_of(rules, leader), events)
    return (found.side, found.cause) if isinstance(found, Won) else found


def settled(rules: BesiRules, scores: Sequence[int], events: Sequence[Event], leader: int = 0) -> Outcome:
    """What both engines make of a deal; they must agree."""
    found = by_table(rules, scores, leader, events)
    assert by_core(rules, scores, leader, events) == found
    return found


@cache
def events_of(rules: BesiRules, players: tuple[str, ...], seed: int, deal: int) -> list[Event]:
    """A deal by the readable engine, players seat by seat."""
    choosers = [chooser(rules, name) for name in players]
    with np.errstate(over="ignore"):
        return list(play_deal(rules, choosers, [HIGHEST] * rules.seats, seed, deal))


def readable_matches(table: Table, seed: int, scores: Sequence[int], first: int, count: int) -> Played:
    """`simulate.matches.play_matches` by the readable engine, every match of every leader by itself."""
    rules = table.game.besi
    won = np.zeros((rules.seats, count), np.int64)
    causes, deals = won.copy(), won.copy()
    choosers = [chooser(rules, name) for name in table.players]
    for leader in range(rules.seats):
        for place in range(count):
            number = np.array([first + place], np.uint64)
            addresses = (int(deal_numbers(number, deal)[0]) for deal in range(1000))
            with np.errstate(over="ignore"):
                match = play_match(rules, choosers, table.orders, seed, addresses, leader, scores)
            won[leader, place], deals[leader, place] = match.won.side, len(match.scores)
            causes[leader, place] = CAUSES.index(match.won.cause)
    return Played(won, causes, deals)
