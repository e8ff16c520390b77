"""Plans whose deals pause where a group can be declared: orders raced against one another."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.besi import Plan
from simulate.besi_contest import NOTED, play_contest
from simulate.besi_fork import new_fork
from simulate.besi_state import new_table
from simulate.duel import BASELINE
from simulate.orders import MOST_DRAWS, Order, seat_tables
from simulate.packing import code_words
from simulate.rules import Game


class ForkedPlan(Plan):
    """A game with a player in each seat, everybody declaring the highest first unless he is the one asked."""

    def __init__(self, game: Game, players: tuple[str, ...]) -> None:
        super().__init__(game, players, (BASELINE,) * game.besi.seats)

    @property
    def _seats(self) -> tuple[Any, Any]:
        """The players' codes, and what makes the kernels keep what has been seen: all-random ones don't."""
        return self._players, True if self._watch is None else self._watch

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
        codes, watch = self._seats
        with np.errstate(over="ignore"):
            play_contest(
                self._rules, self._tables, codes, self._shape, self._pack, self._new_table(),
                self._pack.copy(), np.uint64(seed), np.uint64(first), watch, seated, turns, new_fork(),
                changes,
            )  # fmt: skip
        return changes
