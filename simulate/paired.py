"""The same deals played by several rules: integer counters of every game, and of what changes.

A *measure* is an integer that a game leaves behind in a deal. Measures of two games in the
deal of the same number are subtracted deal by deal, so that what the cards did to both
drops out: the spread of the differences, not that of the games, settles the error.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from simulate.besi_count import ROW
from simulate.checkpoint import Checkpoint, Note, ignore
from simulate.deal_sums import DealSums, hits_by_group, squares, sums
from simulate.groups import GROUPS
from simulate.rules import Game
from simulate.run import Progress, resumable

_POINTS, _GAME_VALUE = map(ROW.index, ("points", "game_value"))
_OTHERS = 3  # all points, lead, game value


@dataclass(frozen=True)
class Measures:
    """The places of a deal's measures, for a number of seats.

    First the points of each seat, of all together, the lead of seat 0 (seats - 1 times its
    points, minus the others'), and its game value (0 where a deal is no game by itself); then
    how many seats held each group, and how many declared it, groups in canonical order.
    """

    seats: int

    def points(self, seat: int) -> int:
        """The place of a seat's points."""
        return seat

    @property
    def all_points(self) -> int:
        """The place of the points of all seats together."""
        return self.seats

    @property
    def lead(self) -> int:
        """The place of seat 0's lead."""
        return self.seats + 1

    @property
    def game_value(self) -> int:
        """The place of what seat 0 gained from the game."""
        return self.seats + 2

    def held(self, group: int) -> int:
        """The place of the number of seats that held a group."""
        return self.seats + _OTHERS + group

    def declared(self, group: int) -> int:
        """The place of the number of seats that declared a group."""
        return self.held(group) + len(GROUPS)

    @property
    def count(self) -> int:
        """How many measures there are."""
        return self.seats + _OTHERS + 2 * len(GROUPS)

    def of_rows(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The measures [measure][deal] of deals kept as rows [deal][seat][field of `ROW`]."""
        points = rows[:, :, _POINTS].T
        together = points.sum(axis=0)
        lead = self.seats * points[0] - together
        return np.stack([*points, together, lead, rows[:, 0, _GAME_VALUE], *hits_by_group(rows)])


@dataclass(frozen=True, eq=False)
class Paired(DealSums):
    """Counters of `deals` deals played by a baseline game and by its variants, Python integers.

    Attributes
    ----------
    deals : deals played by each game.
    sums, squares : [game][measure], measures summed over deals, and their squares; game 0 is
        the baseline, game 1 + v is variant v; the places of the measures are `Measures`'.
    change_sums, change_squares : [variant][measure], of variant less baseline, deal by deal.
    changed : [variant], deals that brought some seat anything else than in the baseline.
    """

    sums: NDArray[np.object_]
    squares: NDArray[np.object_]
    change_sums: NDArray[np.object_]
    change_squares: NDArray[np.object_]
    changed: NDArray[np.object_]

    @classmethod
    def zero(cls, seats: int, variants: int) -> Self:
        """The counters of no deals at all."""
        none = np.zeros((0, seats, len(ROW)), np.int64)
        return cls.of_rows([none] * (1 + variants))

    @classmethod
    def of_rows(cls, rows: Sequence[NDArray[np.int64]]) -> Self:
        """The counters of the same deals, kept as rows by the baseline and then by each variant."""
        measures = Measures(rows[0].shape[1])
        measured = [measures.of_rows(game) for game in rows]
        changes = [game - measured[0] for game in measured[1:]]
        return cls(
            deals=len(rows[0]),
            sums=sums(measured),
            squares=squares(measured),
            change_sums=sums(changes),
            change_squares=squares(changes),
            changed=np.array([int((game != rows[0]).any(axis=(1, 2)).sum()) for game in rows[1:]], object),
        )

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote.

        Raises
        ------
        ValueError
            Something is missing, unknown, misshapen or no integer; the message is one line.
        """
        arrays = cls.saved(saved, "paired counters")
        games, count = arrays["sums"].shape if arrays["sums"].ndim == 2 else (0, 0)
        for name, array in arrays.items():
            rows = games - name.startswith("change")
            shape = (rows,) if name == "changed" else (rows, count)
            if games < 2 or count <= Measures(0).count or array.shape != shape:
                raise ValueError(f"paired counters: {name} has the wrong shape {array.shape}")
        return cls(deals=saved["deals"], **arrays)

    @property
    def measures(self) -> Measures:
        """The places of the measures."""
        return Measures(self.sums.shape[1] - Measures(0).count)


class RowPlan(Protocol):
    """A game with its players and orders that keeps each deal by itself (`simulate.besi.Plan`)."""

    game: Game
    players: tuple[str, ...]
    orders: tuple[str, ...]

    def rows(self, seed: int, first: int, count: int) -> NDArray[np.int64]:
        """Deals first … first + count − 1 as rows; safe to call from several threads."""
        ...


def run_paired(
    plans: Sequence[RowPlan],
    seed: int,
    deals: int,
    threads: int,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    note: Note = ignore,
) -> Paired:
    """Play deals 0 … deals − 1 by every plan.

    Parameters
    ----------
    plans : the baseline, then at least one variant with as many seats.
    seed, deals, threads, progress, stop, note : as in `simulate.run.run`.

    Returns
    -------
    Paired
        Counters of all the deals: the same for any number of threads.

    Raises
    ------
    Interrupted
        `stop` was set. What was done is kept, and the same call resumes it.
    """
    seated = [(plan.game.rules_hash, plan.players, plan.orders) for plan in plans]
    checkpoint = Checkpoint(("paired", seed, seated), Paired.from_json, note)

    def play(first: int, count: int) -> Paired:
        return Paired.of_rows([plan.rows(seed, first, count) for plan in plans])

    zero = Paired.zero(len(plans[0].players), len(plans) - 1)
    return resumable(play, zero, checkpoint, deals, threads, progress, stop)
