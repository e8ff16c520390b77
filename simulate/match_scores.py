"""What deals do to a match, counted over many: the first deal, and any deal at every score of two sides.

A deal runs alike at any score, so for each side there is a lowest score from which it wins
at once, which falls from mark to mark: each step of it ends the match for a rectangle of
pairs of scores. So a deal is counted for all scores at once by a few differences, which are
added up in the end. What goes on is counted by what the deal brings either side.

Scores are counted in the largest unit that divides all points of the rules.
"""

import base64
import threading
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from simulate.checkpoint import Checkpoint, Note, ignore
from simulate.jit import inlined, kernel, separate
from simulate.marks import LAST_TRICK, TRICK
from simulate.match_core import GROUP_KINDS, new_room, read_mark, settle
from simulate.match_rules import (
    AS_TAKEN,
    AS_TAKEN_FROM,
    AT_ONCE,
    CAUSES,
    OUTRIGHT,
    TARGET,
    pack_match,
    point_unit,
    side_count,
)
from simulate.matches import Table, ends_by_number
from simulate.rules import BesiRules
from simulate.run import Progress, resumable

BATCHES = 20
# More scores than these for a side would take minutes to work through.
MOST_SCORES = 600
_TRICK, _LAST_TRICK = np.int64(TRICK), np.int64(LAST_TRICK)
_PLAY, _BRISQUES, _END, _LATEST, _LOW, _NEAR = range(6)
_ROWS = 6


class Grid(NamedTuple):
    """The scores below the target: 0, `unit`, 2 `unit` …, `size` of them."""

    unit: int
    size: int


def grid_of(rules: BesiRules) -> Grid | None:
    """The scores that either of two sides may have before a deal; None for more sides, or too many scores."""
    assert rules.target is not None
    if side_count(rules) > 2:
        return None
    unit = point_unit(rules)
    count = -(-rules.target // unit)
    return Grid(unit, count) if count <= MOST_SCORES else None


@inlined
def _lowest(unit: Any, count: Any, points: Any, goal: Any) -> Any:
    """The lowest score, in units, that these points bring to the goal; `count` if none does."""
    lowest = -((points - goal) // unit)
    return min(max(lowest, np.int64(0)), count)


@inlined
def _add(table: Any, first: Any, end: Any, below: Any) -> None:
    """Add one to rows `first` … `end` - 1 of columns 0 … `below` - 1, as differences."""
    table[first, 0] += 1
    table[end, 0] -= 1
    table[first, below] -= 1
    table[end, below] += 1


@separate
def _won_in_play(rules: Any, unit: Any, count: Any, marks: Any, first: Any, end: Any, wins: Any,
                 room: Any) -> None:  # fmt: skip
    """Go through a deal's marks; `room` keeps the points of each side, and which scores aren't settled."""
    for side in range(2):
        for row in range(_ROWS):
            room[row, side] = 0
        room[_LOW, side] = count
    for place in range(first, end):
        seat, kind, points = read_mark(marks[place])
        if kind == _TRICK:
            break
        room[_NEAR, seat & 1] += points
    for side in range(2):
        near = rules[TARGET] - AS_TAKEN_FROM - room[_NEAR, side]
        room[_NEAR, side] = _lowest(unit, count, np.int64(0), near) if rules[AS_TAKEN] else count
    for place in range(first, end):
        seat, kind, points = read_mark(marks[place])
        side = seat & 1
        if kind == _LAST_TRICK:
            room[_END, side] += points
            continue
        if kind == _TRICK:
            room[_BRISQUES, side] += points
            room[_LATEST, side] = place
        else:
            room[_PLAY, side] += points
        low = _lowest(unit, count, room[_PLAY, side] + room[_BRISQUES, side], rules[TARGET])
        low = max(low, room[_NEAR, side])
        if rules[AT_ONCE]:
            low = min(low, _lowest(unit, count, room[_PLAY, side], rules[TARGET]))
            if kind < GROUP_KINDS and (rules[OUTRIGHT] >> kind) & 1:
                low = np.int64(0)
        if low < room[_LOW, side]:
            if side == 0:
                _add(wins, low, room[_LOW, 0], room[_LOW, 1])
            room[_LOW, side] = low


@separate
def _won_in_the_end(rules: Any, unit: Any, count: Any, wins: Any, brought: Any, room: Any) -> None:
    """The final count at the scores that nobody has won from, and what the deal brings where none wins."""
    for side in range(2):
        room[_END, side] += room[_PLAY, side] + room[_BRISQUES, side]
    low, other_low = room[_LOW, 0], room[_LOW, 1]
    if low == 0 or other_low == 0:
        return
    reaches = min(low, _lowest(unit, count, room[_END, 0], rules[TARGET]))
    other_reaches = min(other_low, _lowest(unit, count, room[_END, 1], rules[TARGET]))
    ahead = (room[_END, 0] - room[_END, 1]) // unit
    if room[_LATEST, 0] > room[_LATEST, 1]:
        ahead += 1
    for score in range(reaches, low):
        below = min(max(score + ahead, other_reaches), other_low)
        _add(wins, score, score + 1, below)
    first, second = room[_END, 0] // unit, room[_END, 1] // unit
    if first < count and second < count:
        brought[first, second] += 1


@kernel
def spread(rules: Any, unit: Any, marks: Any, ends: Any, wins: Any, brought: Any, room: Any) -> None:
    """Count deals of two sides at every pair of scores before them.

    Parameters
    ----------
    rules : packed by `simulate.match_rules.pack_match`.
    unit : the unit of scores.
    marks, ends : of the deals (`simulate.marks.Marks`).
    wins : [score][score of the other side], one more place each way; gets, as differences along
        both ways, the deals that win the match for the side of seat 0.
    brought : [points][points], in units; gets what deals bring the side of seat 0 and the other
        where neither wins, for points that leave some pair of scores below the target.
    room : integers [6][2].
    """
    count = np.int64(len(brought))
    first = np.int64(0)
    for number in range(len(ends)):
        _won_in_play(rules, unit, count, marks, first, ends[number], wins, room)
        _won_in_the_end(rules, unit, count, wins, brought, room)
        first = ends[number]


class Batch(NamedTuple):
    """Counters of some deals.

    Attributes
    ----------
    deals : [leader], of each leader's plan.
    wins, brought : [leader], as `spread` counts them; empty where there are more than two sides.
    first : [leader][side][cause], the matches that such a deal ends if it is their first.
    ends : [cause][k], numbers of deals that end exactly k of the leaders' matches by the cause, with
        `simulate.matches.ANY` and `AT_ONCE` after the causes.
    """

    deals: NDArray[np.int64]
    wins: NDArray[np.int64]
    brought: NDArray[np.int64]
    first: NDArray[np.int64]
    ends: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class DealCounts:
    """Counters of deals 0 … `deals` − 1 of each leader's plan, by batches of deals.

    Attributes
    ----------
    deals : deals of each plan.
    batches : by the batch's number; batches cut the run into `BATCHES` equal parts.
    """

    deals: int
    batches: dict[int, Batch]

    @property
    def together(self) -> Batch:
        """The counters of all batches."""
        return Batch(*(sum(arrays) for arrays in zip(*self.batches.values(), strict=True)))

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote.

        Raises
        ------
        ValueError
            It isn't that.
        """
        try:
            batches = {
                int(number): Batch(*(_unpacked(**array) for array in arrays))
                for number, arrays in saved["batches"].items()
            }
        except (TypeError, zlib.error) as error:
            raise ValueError(f"deal counters: {error}") from None
        return cls(int(saved["deals"]), batches)

    def to_json(self) -> dict[str, Any]:
        """Numbers, and the arrays packed into text: there are too many integers in them to write out."""
        return {
            "deals": self.deals,
            "batches": {
                str(number): [_packed(array) for array in batch] for number, batch in self.batches.items()
            },
        }

    def __add__(self, other: Self) -> Self:
        batches = dict(self.batches)
        for number, batch in other.batches.items():
            mine = batches.get(number)
            batches[number] = (
                batch if mine is None else Batch(*(a + b for a, b in zip(mine, batch, strict=True)))
            )
        return type(self)(self.deals + other.deals, batches)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DealCounts) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


def count_deals(
    table: Table, grid: Grid | None, seed: int, scores: Sequence[int], first: int, count: int
) -> Batch:
    """Play deals `first` … `first + count - 1` by each leader's plan, and count what they do to a match.

    Parameters
    ----------
    table : who plays.
    grid : the scores of two sides at which deals are counted; None where that isn't wanted.
    seed, first, count : the deals.
    scores : of each side, before the first deal of a match.
    """
    rules, sides, leaders = pack_match(table.game.besi), len(scores), table.repeats(scores)
    size = 0 if grid is None else grid.size
    wins = np.zeros((table.period, size + 1, size + 1), np.int64)
    brought = np.zeros((table.period, size, size), np.int64)
    room, own_room = new_room(), np.zeros((_ROWS, 2), np.int64)
    winners, causes = np.full((leaders, count), -1), np.full((leaders, count), -1)
    numbers = np.arange(count, dtype=np.uint64) + np.uint64(first)
    for leader in range(leaders):
        marks, ends = table.plan(leader).marks(seed, numbers)
        score = np.tile(np.array(scores, np.int64), (count, 1))
        settle(
            rules, marks, ends, leader, np.arange(count), score, winners[leader], causes[leader], room
        )  # fmt: skip
        if grid is not None and leader < table.period:
            spread(rules, grid.unit, marks, ends, wins[leader], brought[leader], own_room)
    ended = np.zeros((leaders, sides, len(CAUSES)), np.int64)
    for leader in range(leaders):
        won = winners[leader] >= 0
        np.add.at(ended[leader], (winners[leader, won], causes[leader, won]), 1)
    return Batch(np.full(table.period, count), wins, brought, ended, ends_by_number(causes))


def run_deals(
    table: Table,
    grid: Grid | None,
    seed: int,
    scores: Sequence[int],
    deals: int,
    threads: int,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    note: Note = ignore,
) -> DealCounts:
    """Play deals 0 … deals − 1 by each leader's plan, and count what they do to a match.

    Parameters
    ----------
    table, grid, seed, scores : as in `count_deals`.
    deals : at least `BATCHES`.
    threads, progress, stop, note : as in `simulate.run.run`.

    Returns
    -------
    DealCounts
        The same for any number of threads.

    Raises
    ------
    Interrupted
        `stop` was set. What was done is kept, and the same call resumes it.
    """
    played = (table.game.rules_hash, seed, table.players, table.orders)
    checkpoint = Checkpoint(("match deals", *played, tuple(scores), deals), DealCounts.from_json, note)

    def play(first: int, count: int) -> DealCounts:
        batches, place = {}, first
        while place < first + count:
            number = place * BATCHES // deals
            until = min(first + count, -(-(number + 1) * deals // BATCHES))
            batches[number] = count_deals(table, grid, seed, scores, place, until - place)
            place = until
        return DealCounts(count, batches)

    return resumable(play, DealCounts(0, {}), checkpoint, deals, threads, progress, stop)


def _packed(array: NDArray[np.int64]) -> dict[str, Any]:
    text = base64.b64encode(zlib.compress(array.astype("<i8").tobytes(), 1)).decode()
    return {"shape": list(array.shape), "text": text}


def _unpacked(shape: list[int], text: str) -> NDArray[np.int64]:
    values = np.frombuffer(zlib.decompress(base64.b64decode(text)), "<i8")
    return values.reshape(shape).astype(np.int64)
