"""What a deal does to a match of two sides at every score before it, counted over many deals.

A deal runs alike at any score, so for each side there is a lowest score from which it wins
at once, which falls from mark to mark: each step of it ends the match for a rectangle of
pairs of scores. So a deal is counted for all scores at once by a few differences, which are
added up in the end. What goes on is counted by what the deal brings either side.

Scores are counted in the largest unit that divides all points of the rules.
"""

import base64
import threading
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from simulate.checkpoint import Checkpoint, Note, ignore
from simulate.jit import inlined, kernel, separate
from simulate.marks import LAST_TRICK, TRICK
from simulate.match_core import GROUP_KINDS, read_mark
from simulate.match_rules import AS_TAKEN, AS_TAKEN_FROM, AT_ONCE, OUTRIGHT, TARGET, pack_match, point_unit
from simulate.matches import Table
from simulate.run import Progress, resumable
from simulate.rules import BesiRules

BATCHES = 20
# More scores than these for a side would take minutes to work through.
MOST_SCORES = 600
_TRICK, _LAST_TRICK = np.int64(TRICK), np.int64(LAST_TRICK)
_PLAY, _BRISQUES, _END, _LATEST, _LOW, _NEAR = range(6)


class Grid(NamedTuple):
    """The scores below the target: 0, `unit`, 2 `unit` …, `count` of them."""

    unit: int
    count: int


def grid_of(rules: BesiRules) -> Grid | None:
    """The scores that a side may have before a deal; None where there are more than `MOST_SCORES`."""
    assert rules.target is not None
    unit = point_unit(rules)
    count = -(-rules.target // unit)
    return Grid(unit, count) if count <= MOST_SCORES else None


@inlined
def _lowest(rules: Any, unit: Any, count: Any, points: Any, goal: Any) -> Any:
    """The lowest score, in units, that these points bring to the goal; `count` if none below the target is."""
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
    """Go through a deal's marks; afterwards `room` has the points of each side, and the scores not settled."""
    for side in range(2):
        for row in range(6):
            room[row, side] = 0
        room[_LOW, side] = count
    for place in range(first, end):
        seat, kind, points = read_mark(marks[place])
        if kind == _TRICK:
            break
        room[_NEAR, seat & 1] += points
    for side in range(2):
        near = rules[TARGET] - AS_TAKEN_FROM - room[_NEAR, side]
        room[_NEAR, side] = _lowest(rules, unit, count, np.int64(0), near) if rules[AS_TAKEN] else count
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
        low = _lowest(rules, unit, count, room[_PLAY, side] + room[_BRISQUES, side], rules[TARGET])
        low = max(low, room[_NEAR, side])
        if rules[AT_ONCE]:
            low = min(low, _lowest(rules, unit, count, room[_PLAY, side], rules[TARGET]))
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
    reaches = min(low, _lowest(rules, unit, count, room[_END, 0], rules[TARGET]))
    other_reaches = min(other_low, _lowest(rules, unit, count, room[_END, 1], rules[TARGET]))
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
    """Counters of some deals, [leader] first: deals, `wins` and `brought` as `spread` counts them."""

    deals: NDArray[np.int64]
    wins: NDArray[np.int64]
    brought: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ScoreCounts:
    """Counters of deals 0 … `deals` − 1 of each leader's plan, by batches of deals.

    Attributes
    ----------
    deals : deals of each plan.
    batches : by the batch's number; batches cut the run into `BATCHES` equal parts.
    """

    deals: int
    batches: dict[int, Batch]

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
            raise ValueError(f"score counters: {error}") from None
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
        return isinstance(other, ScoreCounts) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


def count_deals(table: Table, grid: Grid, seed: int, first: int, count: int) -> Batch:
    """Play deals `first` … `first + count - 1` by each leader's plan and count them at all scores."""
    rules = pack_match(table.game.besi)
    wins = np.zeros((table.period, grid.count + 1, grid.count + 1), np.int64)
    brought = np.zeros((table.period, grid.count, grid.count), np.int64)
    numbers, room = np.arange(count, dtype=np.uint64) + np.uint64(first), np.zeros((6, 2), np.int64)
    for leader in range(table.period):
        marks, ends = table.plan(leader).marks(seed, numbers)
        spread(rules, grid.unit, marks, ends, wins[leader], brought[leader], room)
    return Batch(np.full(table.period, count), wins, brought)


def run_scores(
    table: Table,
    grid: Grid,
    seed: int,
    deals: int,
    threads: int,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    note: Note = ignore,
) -> ScoreCounts:
    """Play deals 0 … deals − 1 by each leader's plan, and count what they do at every score.

    Parameters and errors as in `simulate.run.run`; there must be at least `BATCHES` deals.
    """
    identity = ("scores", table.game.rules_hash, seed, table.players, table.orders, deals)
    checkpoint = Checkpoint(identity, ScoreCounts.from_json, note)

    def play(first: int, count: int) -> ScoreCounts:
        batches, end = {}, first + count
        while first < end:
            number = first * BATCHES // deals
            until = min(end, -(-(number + 1) * deals // BATCHES))
            batches[number] = count_deals(table, grid, seed, first, until - first)
            first = until
        return ScoreCounts(count, batches)

    return resumable(play, ScoreCounts(0, {}), checkpoint, deals, threads, progress, stop)


def _packed(array: NDArray[np.int64]) -> dict[str, Any]:
    text = base64.b64encode(zlib.compress(array.astype("<i8").tobytes(), 1)).decode()
    return {"shape": list(array.shape), "text": text}


def _unpacked(shape: list[int], text: str) -> NDArray[np.int64]:
    values = np.frombuffer(zlib.decompress(base64.b64decode(text)), "<i8")
    return values.reshape(shape).astype(np.int64)
