"""The same deals played by several rules: integer counters of every game, and of what changes.

A *measure* is an integer that a game leaves behind in a deal. Measures of two games in the
deal of the same number are subtracted deal by deal, so that what the cards did to both
drops out: the spread of the differences, not that of the games, settles the error.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from simulate.besi_count import ROW
from simulate.checkpoint import Checkpoint, Note, ignore
from simulate.groups import GROUPS
from simulate.rules import Game
from simulate.run import Progress, resumable

_POINTS, _HELD, _DECLARED, _GAME_VALUE = map(ROW.index, ("points", "held", "declared", "game_value"))
_OTHERS = 3  # all points, lead, game value
_INT64 = 1 << 63


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
        # Bit by bit over half-length words: unpacking all bits of a row at once took ten times as long.
        masks = [np.ascontiguousarray(rows[:, :, field].T, np.uint32) for field in (_HELD, _DECLARED)]
        seats_by_group = [
            ((mask >> np.uint32(group)) & np.uint32(1)).sum(axis=0, dtype=np.int64)
            for mask in masks
            for group in range(len(GROUPS))
        ]
        return np.stack([*points, together, lead, rows[:, 0, _GAME_VALUE], *seats_by_group])


@dataclass(frozen=True, eq=False)
class Paired:
    """Counters of `deals` deals played by a baseline game and by its variants, Python integers.

    Attributes
    ----------
    deals : deals played by each game.
    sums, squares : [game][measure], measures summed over deals, and their squares; game 0 is
        the baseline, game 1 + v is variant v; the places of the measures are `Measures`'.
    change_sums, change_squares : [variant][measure], of variant less baseline, deal by deal.
    changed : [variant], deals that brought some seat anything else than in the baseline.
    """

    deals: int
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
            sums=_sums(measured),
            squares=_squares(measured),
            change_sums=_sums(changes),
            change_squares=_squares(changes),
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
        names = [field.name for field in fields(cls)]
        if not isinstance(saved, Mapping) or sorted(saved) != sorted(names):
            raise ValueError(f"paired counters: not a table of {', '.join(names)}")
        arrays = {name: np.array(saved[name], object) for name in names[1:]}
        games, count = arrays["sums"].shape if arrays["sums"].ndim == 2 else (0, 0)
        shapes: dict[str, tuple[int, ...]] = {"changed": (games - 1,)}
        for name in names[1:-1]:
            shapes[name] = (games - name.startswith("change_"), count)
        for name, array in arrays.items():
            if games < 2 or count <= Measures(0).count or array.shape != shapes[name]:
                raise ValueError(f"paired counters: {name} has the wrong shape {array.shape}")
        for item in (saved["deals"], *(item for array in arrays.values() for item in array.flat)):
            if type(item) is not int:
                raise ValueError(f"paired counters: {item!r} is no integer")
        return cls(deals=saved["deals"], **arrays)

    @property
    def measures(self) -> Measures:
        """The places of the measures."""
        return Measures(self.sums.shape[1] - Measures(0).count)

    def to_json(self) -> dict[str, Any]:
        """Plain integers and nested lists."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value if name == "deals" else value.tolist() for name, value in values.items()}

    def __add__(self, other: Self) -> Self:
        if self.sums.shape != other.sums.shape:
            raise ValueError("paired counters of different games can't be added")
        return type(self)(**{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Paired) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


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


def _sums(games: Sequence[NDArray[Any]]) -> NDArray[np.object_]:
    return np.stack([values.sum(axis=1) for values in games]).astype(object)


def _squares(games: Sequence[NDArray[np.int64]]) -> NDArray[np.object_]:
    return np.stack([(values * values).sum(axis=1) for values in map(_roomy, games)]).astype(object)


def _roomy(values: NDArray[np.int64]) -> NDArray[Any]:
    """The values, as Python integers where the sum of their squares might not fit in 64 bits."""
    largest = max(abs(int(values.min(initial=0))), int(values.max(initial=0)))
    return values.astype(object) if largest**2 * values.shape[1] >= _INT64 else values
