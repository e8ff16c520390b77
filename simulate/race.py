"""Races of orders on common deals, by successive halving, kept on disk round by round.

Each round all that are still in it play the same deals; the better half goes on, and the next
round has twice the deals (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed
bandits", 2013). The last round, of the winner alone, has the most. No round plays a deal that
another round played.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from simulate.candidates import Candidate
from simulate.checkpoint import Checkpoint, Note
from simulate.forked import Contest
from simulate.gains import Gains
from simulate.rules import Game
from simulate.run import Interrupted, Progress, blocks

# A search plays deals from here on, so that those that people play, and that what it found is
# measured on, are never among them.
SEARCH_FROM = 1 << 62
# Ahead of the standing order by so many standard errors, in the last round alone, a winner takes its place.
CLEARLY = 2
BEST_FEW = 8


class Effort(NamedTuple):
    """How thorough a search is: deals of a race's first round, deals that no round exceeds."""

    first_deals: int
    most_deals: int


class Round(NamedTuple):
    """A round of a race: how many raced, on how many deals."""

    candidates: int
    deals: int


class Race(NamedTuple):
    """A race as it was run.

    Attributes
    ----------
    stage : what the candidates had in common.
    rounds : the rounds.
    winner : who was left; the standing order where nobody raced.
    gains : the winner's, against the standing order, in the last round, which it played alone.
    replaced : whether the winner took the standing order's place.
    best : the best few, as far as they were ahead of the standing order, the first ahead of all.
    """

    stage: str
    rounds: tuple[Round, ...]
    winner: Candidate
    gains: Gains | None
    replaced: bool
    best: tuple[Candidate, ...]


@dataclass(frozen=True)
class Rounds:
    """The counters of the rounds of a search, one after the other; what a checkpoint keeps."""

    gains: tuple[Gains, ...] = ()

    @property
    def deals(self) -> int:
        """Deals of all rounds together."""
        return sum(gains.deals for gains in self.gains)

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote; raises ValueError where it is damaged."""
        return cls(tuple(Gains.from_json(each) for each in saved["gains"]))

    def to_json(self) -> dict[str, Any]:
        """Plain integers and lists."""
        return {"gains": [each.to_json() for each in self.gains]}

    def __add__(self, other: Self) -> Self:
        return type(self)(self.gains + other.gains)


def deals_of_race(candidates: int, effort: Effort) -> int:
    """How many deals a race of so many candidates takes."""
    deals, played = effort.first_deals, 0
    while candidates > 1:
        played += deals
        candidates, deals = (candidates + 1) // 2, min(2 * deals, effort.most_deals)
    return played + effort.most_deals


class Course:
    """Where races are run: a game and its players, and the deals, none of which is played twice.

    Parameters
    ----------
    game, players, seed : what is played, by whom, from which seed.
    effort : how many deals a round has.
    threads, progress, stop, note : as in `simulate.run.run`; progress is told the deals played.
    """

    def __init__(
        self,
        game: Game,
        players: tuple[str, ...],
        seed: int,
        effort: Effort,
        threads: int,
        progress: Progress | None,
        stop: threading.Event | None,
        note: Note,
    ) -> None:
        self.game, self.players, self.seed = game, players, seed
        self._effort, self._threads = effort, threads
        self._progress, self._stop = progress, stop
        played = ("search", game.rules_hash, seed, players, effort)
        self._checkpoint = Checkpoint(played, Rounds.from_json, note)
        self._before = list((self._checkpoint.load(None) or Rounds()).gains)
        self._done = Rounds()

    @property
    def deals(self) -> int:
        """Deals of the search so far."""
        return self._done.deals

    def keep(self) -> None:
        """Keep all that was played: what was found is still to be measured, which may be interrupted too."""
        self._checkpoint.save(self._done)

    def forget(self) -> None:
        """Forget what was kept."""
        self._checkpoint.remove()

    def race(self, stage: str, standing: Candidate, candidates: Sequence[Candidate]) -> Race:
        """Race candidates against each other and against the order that stands.

        Raises
        ------
        Interrupted
            It was stopped; what was played is kept, and the same search goes on from there.
        """
        left = [candidate for candidate in candidates if candidate != standing]
        if not left:
            return Race(stage, (), standing, None, False, ())
        rounds: list[Round] = []
        gains = Gains.zero(len(left))
        best: tuple[Candidate, ...] = ()
        deals = self._effort.first_deals
        while True:
            if len(left) == 1:
                deals = self._effort.most_deals
            last = self._round(standing, left, deals)
            rounds.append(Round(len(left), deals))
            if len(left) == 1:
                break
            gains = gains + last
            keep = sorted(range(len(left)), key=lambda place: -gains.sums[place])[: (len(left) + 1) // 2]
            gains = gains.picked(keep)
            left = [left[place] for place in keep]
            if len(left) <= BEST_FEW and not best:
                best = tuple(left[place] for place in range(len(left)) if gains.sums[place] > 0)
            deals = min(2 * deals, self._effort.most_deals)
        return Race(stage, tuple(rounds), left[0], last, is_clear(last), best)

    def _round(self, standing: Candidate, candidates: Sequence[Candidate], deals: int) -> Gains:
        """Play a round, or take it, or what was played of it, from an interrupted search."""
        number, first = len(self._done.gains), SEARCH_FROM + self.deals
        gains = Gains.zero(len(candidates))
        if number < len(self._before):
            gains = self._before[number]
        if gains.deals < deals:
            contest = Contest(
                self.game,
                self.players,
                standing.order("standing"),
                [candidate.order("candidate") for candidate in candidates],
            )

            def play(start: int, count: int) -> Gains:
                return Gains.of(contest.changes(self.seed, start, count))

            for part in blocks(play, first + gains.deals, first + deals, self._threads, self._stop):
                gains = gains + part
                if self._progress is not None:
                    self._progress(self.deals + gains.deals)
        if gains.deals < deals:
            so_far = self._done + Rounds((gains,))
            raise Interrupted(so_far.deals, None, kept=self._checkpoint.save(so_far))
        self._done = self._done + Rounds((gains,))
        return gains


def is_clear(gains: Gains, sign: int = 1) -> bool:
    """Whether the first quantity's mean is more than `CLEARLY` standard errors above 0 (-1: below 0)."""
    total, squares, deals = gains.sums[0], gains.squares[0], gains.deals
    far = total**2 * (deals - 1) > CLEARLY**2 * (deals * squares - total**2)
    return bool(sign * total > 0 and far)
