"""Who wins a match, from the marks of its deals: the fast way.

The readable engine decides the same from the events of a deal (`simulate.besi_table_match`).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.groups import GROUP_INDEX, GROUPS
from simulate.jit import inlined, kernel, separate
from simulate.marks import KIND_BITS, KIND_SHIFT, LAST_TRICK, POINTS_SHIFT, SEAT_BITS, TRICK
from simulate.match_rules import AS_TAKEN, AS_TAKEN_FROM, AT_ONCE, CAUSES, OUTRIGHT, SEATS, SIDES, TARGET

GROUP_KINDS = np.int64(len(GROUPS))
_TRUMP_QUINTE, _QUINTE = np.int64(GROUP_INDEX["trump-quinte"]), np.int64(GROUP_INDEX["quinte"])
_ALL_QUINTES, _POINTS, _TAKEN, _COUNT = (
    np.int64(CAUSES.index(cause)) for cause in ("quintes", "points", "taken", "count")
)
_TRICK, _LAST_TRICK = np.int64(TRICK), np.int64(LAST_TRICK)

# Rows of the room that a deal is settled in, a place for each side.
_OPENING = 0  # the score when play begins
_PLAY = 1  # the score, brisques and last trick excepted
_BRISQUES = 2
_QUINTES = 3  # points for quintes of this deal
_LATEST = 4  # place of the last trick taken
_END = 5  # points for the last trick; from the final count on the score with everything
_ROWS, _MOST_SIDES = 6, 4


def new_room() -> NDArray[np.int64]:
    """Room to settle deals in; each thread needs its own."""
    return np.zeros((_ROWS, _MOST_SIDES), np.int64)


@inlined
def read_mark(packed: Any) -> Any:
    """Seat, kind and points of a mark."""
    return (
        np.int64(packed & SEAT_BITS), np.int64((packed >> KIND_SHIFT) & KIND_BITS),
        np.int64(packed >> POINTS_SHIFT),
    )  # fmt: skip


@inlined
def is_quinte(kind: Any) -> Any:
    """Whether a mark of the kind is for a quinte."""
    return kind in (_TRUMP_QUINTE, _QUINTE)


@inlined
def _side_of(rules: Any, seat: Any, leader: Any) -> Any:
    return (seat + leader) % rules[SEATS] % rules[SIDES]


@separate
def _open(rules: Any, marks: Any, first: Any, end: Any, leader: Any, scores: Any, room: Any) -> None:
    """The scores before the deal, and those when play begins: a seven may have been turned up."""
    for side in range(rules[SIDES]):
        for row in range(_ROWS):
            room[row, side] = 0
        room[_OPENING, side] = room[_PLAY, side] = scores[side]
    for place in range(first, end):
        seat, kind, points = read_mark(marks[place])
        if kind == _TRICK:
            return
        room[_OPENING, _side_of(rules, seat, leader)] += points


@inlined
def _won_by(rules: Any, room: Any, side: Any, kind: Any, points: Any) -> Any:
    """The cause for which a side wins at once by the mark just made, -1 if it doesn't."""
    if rules[AT_ONCE] and kind < GROUP_KINDS and (rules[OUTRIGHT] >> kind) & 1:
        return kind
    score = room[_PLAY, side]
    if rules[AS_TAKEN] and room[_OPENING, side] >= rules[TARGET] - AS_TAKEN_FROM:
        score += room[_BRISQUES, side]
    elif not rules[AT_ONCE]:
        return np.int64(-1)
    if score < rules[TARGET]:
        return np.int64(-1)
    if kind < GROUP_KINDS and points >= rules[TARGET]:
        return kind
    if is_quinte(kind) and room[_QUINTES, side] >= rules[TARGET]:
        return _ALL_QUINTES
    return _TAKEN if kind == _TRICK else _POINTS


@separate
def _play_through(rules: Any, marks: Any, first: Any, end: Any, leader: Any, room: Any) -> Any:
    """Add mark after mark until a side wins at once; returns that side and the cause, or -1 and -1."""
    for place in range(first, end):
        seat, kind, points = read_mark(marks[place])
        side = _side_of(rules, seat, leader)
        if kind == _LAST_TRICK:
            room[_END, side] += points
            continue
        if kind == _TRICK:
            room[_BRISQUES, side] += points
            room[_LATEST, side] = place + 1
        else:
            room[_PLAY, side] += points
            if is_quinte(kind):
                room[_QUINTES, side] += points
        cause = _won_by(rules, room, side, kind, points)
        if cause >= 0:
            return side, cause
    return np.int64(-1), np.int64(-1)


@separate
def _count_up(rules: Any, room: Any) -> Any:
    """The final count: the side that is highest, at the target or above it; -1 if none is.

    Of sides that are level the one that took the last of their tricks.
    """
    best = np.int64(0)
    for side in range(rules[SIDES]):
        room[_END, side] += room[_PLAY, side] + room[_BRISQUES, side]
        higher = room[_END, side] > room[_END, best]
        if higher or (room[_END, side] == room[_END, best] and room[_LATEST, side] > room[_LATEST, best]):
            best = np.int64(side)
    return best if room[_END, best] >= rules[TARGET] else np.int64(-1)


@kernel
def settle(rules: Any, marks: Any, ends: Any, leader: Any, matches: Any, scores: Any, winners: Any,
           causes: Any, room: Any) -> None:  # fmt: skip
    """Add one deal to each of some matches, and end those that are won by it.

    Parameters
    ----------
    rules : packed by `simulate.match_rules.pack_match`.
    marks, ends : of the deals, one for each match (`simulate.marks.Marks`).
    leader : the player who sits in seat 0.
    matches : places of the matches in what follows.
    scores : [match][side], before these deals; afterwards with them, where the match goes on.
    winners, causes : [match], set where the match is won; else left alone.
    room : what `new_room` gives.
    """
    first = np.int64(0)
    for number in range(len(matches)):
        match, end = matches[number], ends[number]
        _open(rules, marks, first, end, leader, scores[match], room)
        winner, cause = _play_through(rules, marks, first, end, leader, room)
        if winner < 0:
            winner, cause = _count_up(rules, room), _COUNT
        if winner >= 0:
            winners[match], causes[match] = winner, cause
        else:
            for side in range(rules[SIDES]):
                scores[match, side] = room[_END, side]
        first = end
