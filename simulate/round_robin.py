"""Everyone against everyone on the same deals: who sits where, and integer counters of every contest.

What a contestant is, a declaration order or a player, doesn't matter here. Of two players each
sits in either seat once, on the same cards. Of more, one contestant sits among players who
are all another, in every seat in turn; what it brings home there is set against what that
other brings home in the same seat when all are that other.
"""

import threading
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from simulate.besi_count import ROW
from simulate.checkpoint import Checkpoint, Note, ignore
from simulate.deal_sums import DealSums, hits_by_group, squares, sums
from simulate.groups import GROUPS
from simulate.paired import RowPlan
from simulate.run import Progress, resumable

_POINTS, _GAME_VALUE = map(ROW.index, ("points", "game_value"))

# A contest's measures of a deal: the difference in points of all the places (so many times too large as
# there are places), the game value gained in them, the difference of the teams; then by group how many of
# the first's places, of the second's, and how many more of the first's, held it, and declared it.
POINTS, GAME_VALUE, TEAM = range(3)
FIRST, SECOND, CHANGE = range(3)
HELD, DECLARED = range(2)
MEASURES = 3 + 3 * 2 * len(GROUPS)
TEAM_SEATINGS = 2


def group_measure(side: int, quantity: int, group: int) -> int:
    """The place of a group's measure: `side` is FIRST, SECOND or CHANGE, `quantity` HELD or DECLARED."""
    return 3 + (2 * side + quantity) * len(GROUPS) + group


class Place(NamedTuple):
    """A seat in one of the seatings."""

    seating: int
    seat: int


class Contest(NamedTuple):
    """One contestant against another, by their numbers, and the places whose points are compared.

    `mine` and `theirs` have as many places as the game has seats; the teams' places are empty
    in a game without teams.
    """

    first: int
    second: int
    mine: tuple[Place, ...]
    theirs: tuple[Place, ...]
    team_mine: tuple[Place, ...]
    team_theirs: tuple[Place, ...]


class Schedule(NamedTuple):
    """Who plays whom: the seatings, each the numbers of the contestants seat by seat, and the contests."""

    seatings: tuple[tuple[int, ...], ...]
    contests: tuple[Contest, ...]


def schedule(contestants: Sequence[Hashable], seats: int, teams: bool) -> Schedule:
    """Every contest of some contestants, at least two, and the seatings that they need, each once.

    For two seats a contest stands for both ways round, since one is the other with its sign
    changed; for more seats each way is a contest by itself. Equal contestants share seatings.
    """
    numbers = [list(contestants).index(contestant) for contestant in contestants]
    seatings: dict[tuple[int, ...], int] = {}

    def seated(first: int, second: int, firsts: Sequence[int]) -> int:
        """The seating with the first contestant in some seats, and the second in the others."""
        seating = tuple(numbers[first if seat in firsts else second] for seat in range(seats))
        return seatings.setdefault(seating, len(seatings))

    def contest(first: int, second: int) -> Contest:
        every = range(seats)
        mine = tuple(Place(seated(first, second, [seat]), seat) for seat in every)
        if seats == 2:
            theirs = tuple(Place(place.seating, 1 - place.seat) for place in mine)
        else:
            theirs = tuple(Place(seated(second, second, []), seat) for seat in every)
        team_mine: list[Place] = []
        team_theirs: list[Place] = []
        for team in range(TEAM_SEATINGS) if teams else ():
            seating = seated(first, second, [team, team + 2])
            for seat in every:
                (team_mine if seat % 2 == team else team_theirs).append(Place(seating, seat))
        return Contest(first, second, mine, theirs, tuple(team_mine), tuple(team_theirs))

    pairs = combinations if seats == 2 else permutations
    contests = tuple(contest(*pair) for pair in pairs(range(len(numbers)), 2))
    return Schedule(tuple(seatings), contests)


@dataclass(frozen=True, eq=False)
class RoundRobin(DealSums):
    """Counters of `deals` deals played by every seating, Python integers.

    Attributes
    ----------
    deals : deals played by each seating.
    wins, losses : [contest], deals in which the first brought home more than the second, or less.
    sums, squares : [contest][measure], measures summed over deals, and their squares.
    """

    wins: NDArray[np.object_]
    losses: NDArray[np.object_]
    sums: NDArray[np.object_]
    squares: NDArray[np.object_]

    @classmethod
    def zero(cls, contests: Sequence[Contest]) -> Self:
        """The counters of no deals at all."""
        seats = len(contests[0].mine)
        seatings = 1 + max(place.seating for contest in contests for place in _places(contest))
        return cls.of_rows([np.zeros((0, seats, len(ROW)), np.int64)] * seatings, contests)

    @classmethod
    def of_rows(cls, rows: Sequence[NDArray[np.int64]], contests: Sequence[Contest]) -> Self:
        """The counters of the same deals, kept as rows [deal][seat][field] by each seating in turn."""
        measured = [_measures(rows, contest) for contest in contests]
        return cls(
            deals=len(rows[0]),
            wins=np.array([int((values[POINTS] > 0).sum()) for values in measured], object),
            losses=np.array([int((values[POINTS] < 0).sum()) for values in measured], object),
            sums=sums(measured),
            squares=squares(measured),
        )

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote.

        Raises
        ------
        ValueError
            Something is missing, unknown, misshapen or no integer; the message is one line.
        """
        arrays = cls.saved(saved, "round robin")
        for name, array in arrays.items():
            contests = (len(saved["wins"]),) if isinstance(saved["wins"], list) else ()
            shape = contests if name in ("wins", "losses") else (*contests, MEASURES)
            if not all(contests) or array.shape != shape:
                raise ValueError(f"round robin: {name} has the wrong shape {array.shape}")
        return cls(deals=saved["deals"], **arrays)


def run_round_robin(
    plans: Sequence[RowPlan],
    contests: Sequence[Contest],
    seed: int,
    deals: int,
    threads: int,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    note: Note = ignore,
) -> RoundRobin:
    """Play deals 0 … deals − 1 by every seating.

    Parameters
    ----------
    plans : one for each seating of the schedule, all of the same game.
    contests : those of the schedule.
    seed, deals, threads, progress, stop, note : as in `simulate.run.run`.

    Returns
    -------
    RoundRobin
        Counters of all the deals: the same for any number of threads.

    Raises
    ------
    Interrupted
        `stop` was set. What was done is kept, and the same call resumes it.
    """
    seated = [(plan.game.rules_hash, plan.players, plan.orders) for plan in plans]
    checkpoint = Checkpoint(("round robin", seed, seated, contests), RoundRobin.from_json, note)

    def play(first: int, count: int) -> RoundRobin:
        return RoundRobin.of_rows([plan.rows(seed, first, count) for plan in plans], contests)

    return resumable(play, RoundRobin.zero(contests), checkpoint, deals, threads, progress, stop)


def _places(contest: Contest) -> tuple[Place, ...]:
    return (*contest.mine, *contest.theirs, *contest.team_mine, *contest.team_theirs)


def _measures(rows: Sequence[NDArray[np.int64]], contest: Contest) -> NDArray[np.int64]:
    """A contest's measures [measure][deal]."""
    points = _total(rows, contest.mine, _POINTS) - _total(rows, contest.theirs, _POINTS)
    gained = _total(rows, contest.mine, _GAME_VALUE)
    team = _total(rows, contest.team_mine, _POINTS) - _total(rows, contest.team_theirs, _POINTS)
    mine, theirs = (
        hits_by_group(np.stack([rows[place.seating][:, place.seat] for place in places], axis=1))
        for places in (contest.mine, contest.theirs)
    )
    return np.concatenate([np.stack([points, gained, team]), mine, theirs, mine - theirs])


def _total(rows: Sequence[NDArray[np.int64]], places: Sequence[Place], field: int) -> NDArray[np.int64]:
    """A field summed over places, deal by deal; 0 where there are no places."""
    total = np.zeros(len(rows[0]), np.int64)
    for place in places:
        total += rows[place.seating][:, place.seat, field]
    return total
