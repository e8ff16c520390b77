"""Plans whose deals pause where a group can be declared: contests of orders, and the reference."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simulate.besi import Plan
from simulate.besi_contest import NOTED, play_contest
from simulate.besi_fork import new_fork
from simulate.besi_rollout import COUNTERS, DEAL, MOST_OPTIONS, ROWS, play_reference
from simulate.besi_state import new_table
from simulate.duel import BASELINE
from simulate.orders import MOST_DRAWS, Order, seat_tables
from simulate.packing import code_words
from simulate.rules import Game

MOST_IN_HAND = 16


class ForkedPlan(Plan):
    """A game with a player in each seat, everybody declaring the highest first unless he is the one asked."""

    def __init__(self, game: Game, players: tuple[str, ...]) -> None:
        super().__init__(game, players, (BASELINE,) * game.besi.seats)

    def _new_table(self) -> NDArray[np.uint64]:
        return new_table(code_words(self._pack))


class Contest(ForkedPlan):
    """Candidates against the order that stands, each in one seat, the others declaring the highest first."""

    def __init__(
        self, game: Game, players: tuple[str, ...], standing: Order, candidates: Sequence[Order]
    ) -> None:
        super().__init__(game, players)
        self._candidates = len(candidates)
        self._tables = seat_tables(self._rules, [BASELINE, standing, *candidates])

    def changes(self, seed: int, first: int, count: int) -> NDArray[np.int64]:
        """What each candidate changes in deals first … first + count − 1; safe in several threads.

        Returns
        -------
        Integers [candidate][deal]: as many times the candidate's difference from the standing
        order, in points a deal as the contract defines it, as there are seats.
        """
        changes = np.zeros((self._candidates, count), np.int64)
        seated = np.repeat(self._tables[:1], self.game.besi.seats, axis=0)
        turns = np.zeros((MOST_DRAWS + 1, NOTED), np.int64)
        table = self._new_table()
        with np.errstate(over="ignore"):
            play_contest(
                self._rules, self._tables, self._seated.codes, self._shape, self._pack, table,
                self._pack.copy(), np.uint64(seed), np.uint64(first), self._seated.watching, seated, turns,
                new_fork(), changes,
            )  # fmt: skip
        self._refuse_faults(table, seed)
        return changes


class Reference(ForkedPlan):
    """A declarer who decides by rollouts, in one seat at a time, the others declaring the highest first.

    Parameters
    ----------
    game, players : what is played, and who plays in each seat.
    rollouts : how often each choice is played on.
    caution : how many standard errors a choice must be better than the highest first.
    """

    def __init__(self, game: Game, players: tuple[str, ...], rollouts: int, caution: float) -> None:
        super().__init__(game, players)
        self._rollouts, self._caution = rollouts, caution

    def margins(self, seed: int, first: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Play deals first … first + count − 1; safe in several threads.

        Returns
        -------
        The declarer's margins summed over the seats, [deal], and [counter][deal] how many declarations
        he decided, how many otherwise than by the highest first, how many of these for nothing.
        """
        margins, counters = np.zeros(count, np.int64), np.zeros((COUNTERS, count), np.int64)
        tables, decks, forks = (
            np.stack([each] * ROWS) for each in (self._new_table(), self._pack, new_fork())
        )
        with np.errstate(over="ignore"):
            play_reference(
                self._rules, self._orders, self._seated.codes, self._shape, self._pack, tables, decks, forks,
                np.uint64(seed), np.uint64(first), self._seated.watching, self._rollouts, self._caution,
                self._pack.copy(), np.zeros(MOST_IN_HAND, np.uint8), np.zeros(MOST_OPTIONS, np.int64),
                np.zeros((MOST_OPTIONS, 2), np.int64), margins, counters,
            )  # fmt: skip
        self._refuse_faults(tables[DEAL], seed)
        return margins, counters
