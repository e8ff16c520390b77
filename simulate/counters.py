"""The integer counters that a run of deals leaves behind, and how they are merged and kept.

Everything is an integer, so merging is exact and doesn't depend on how the deals were
shared out. Sums and squares are Python integers: they have no largest value. Only the
histogram, whose bins count deals, stays in 64 bits.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from simulate.groups import GROUPS

PARTS = ("points", "group_points", "brisque_points", "seven_points", "last_trick_points")
HISTOGRAM_BINS = 1024
BIN_POINTS = 10
TEAMS = 2
GAME_ENDS = 3
_SCALARS = ("deals", "lead_sum", "lead_square", "game_sum", "game_square")


def _shapes(seats: int) -> dict[str, tuple[int, ...]]:
    parts, groups = len(PARTS), len(GROUPS)
    return {
        "part_sums": (seats, parts),
        "part_squares": (seats, parts),
        "held": (seats, groups),
        "declared": (seats, groups),
        "declarations": (seats, groups),
        "declarations_squares": (seats, groups),
        "held_seats": (groups, seats + 1),
        "declared_seats": (groups, seats + 1),
        "team_sums": (TEAMS,),
        "team_squares": (TEAMS,),
        "histogram": (seats, HISTOGRAM_BINS),
        "games": (GAME_ENDS,),
    }


@dataclass(frozen=True, eq=False)
class Totals:
    """Counters of `deals` deals; groups in canonical order, parts in the order of `PARTS`.

    Attributes
    ----------
    deals : deals played.
    part_sums, part_squares : [seat][part], points summed over deals, and their squares.
    held, declared : [seat][group], deals in which the seat held, declared the group.
    declarations, declarations_squares : [seat][group], declarations summed over deals, and squares.
    held_seats, declared_seats : [group][k], deals in which exactly k seats did.
    lead_sum, lead_square : of (seats - 1) times the points of seat 0, minus the others' points.
    team_sums, team_squares : [team], points summed over deals; zero without teams.
    histogram : [seat][bin], deals by points; a bin is `BIN_POINTS` wide, the last one open.
    game_sum, game_square : of what seat 0 gained where a deal is a game by itself, else zero.
    games : such games won by seat 0, won by seat 1, null.
    """

    deals: int
    part_sums: NDArray[np.object_]
    part_squares: NDArray[np.object_]
    held: NDArray[np.object_]
    declared: NDArray[np.object_]
    declarations: NDArray[np.object_]
    declarations_squares: NDArray[np.object_]
    held_seats: NDArray[np.object_]
    declared_seats: NDArray[np.object_]
    lead_sum: int
    lead_square: int
    team_sums: NDArray[np.object_]
    team_squares: NDArray[np.object_]
    histogram: NDArray[np.int64]
    game_sum: int
    game_square: int
    games: NDArray[np.object_]

    @classmethod
    def zero(cls, seats: int) -> Self:
        """The counters of no deals at all, for so many seats."""
        return cls.from_arrays(
            deals=0,
            lead_sum=0,
            lead_square=0,
            game_sum=0,
            game_square=0,
            **{name: np.zeros(shape, np.int64) for name, shape in _shapes(seats).items()},
        )

    @classmethod
    def from_arrays(
        cls, *, deals: int, lead_sum: int, lead_square: int, game_sum: int = 0, game_square: int = 0,
        **arrays: NDArray[np.int64] | NDArray[np.object_],
    ) -> Self:  # fmt: skip
        """Counters from a kernel's integer arrays, one keyword for each attribute; arrays are copied.

        What a game's value is counted in may be left out where a deal is no game by itself.

        Raises
        ------
        ValueError
            An array is missing, unknown, of the wrong shape, or not of integers.
        """
        arrays.setdefault("games", np.zeros(GAME_ENDS, np.int64))
        if "part_sums" not in arrays:
            raise ValueError("counters: part_sums is missing")
        shapes = _shapes(len(arrays["part_sums"]))
        _same_names(shapes.keys(), arrays.keys())
        for name, shape in shapes.items():
            if arrays[name].shape != shape:
                raise ValueError(f"counters: {name} has shape {arrays[name].shape}, expected {shape}")
            if arrays[name].dtype.kind not in "iuO":
                raise ValueError(f"counters: {name} holds {arrays[name].dtype}, not integers")
        exact: dict[str, Any] = {
            name: array.astype(np.int64) if name == "histogram" else array.astype(object)
            for name, array in arrays.items()
        }
        return cls(
            deals=int(deals), lead_sum=int(lead_sum), lead_square=int(lead_square), game_sum=int(game_sum),
            game_square=int(game_square), **exact,
        )  # fmt: skip

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote, and check that it can be a count of deals.

        Raises
        ------
        ValueError
            Something is missing, unknown, misshapen, no integer, negative, or contradicts
            another counter; the message is one line.
        """
        if not isinstance(saved, Mapping):
            raise ValueError("counters: not a table of counters")
        _same_names({field.name for field in fields(cls)}, saved.keys())
        for name in saved:
            _only_integers(name, saved[name], signed=name in ("lead_sum", "game_sum"))
        seats = len(saved["part_sums"]) if isinstance(saved["part_sums"], list) else 0
        if seats < 1:
            raise ValueError("counters: part_sums has no seats")
        if any(isinstance(saved[name], list) for name in _SCALARS):
            raise ValueError(f"counters: {', '.join(_SCALARS)} are single numbers")
        arrays: dict[str, Any] = {
            name: _shaped(name, saved[name], shape) for name, shape in _shapes(seats).items()
        }
        totals = cls.from_arrays(**{name: saved[name] for name in _SCALARS}, **arrays)
        totals._check()
        return totals

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.part_sums)

    def to_json(self) -> dict[str, Any]:
        """Plain integers and nested lists; empty bins at a histogram's end are left out."""
        plain: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            plain[field.name] = value.tolist() if isinstance(value, np.ndarray) else value
        plain["histogram"] = [self.points_histogram(seat) for seat in range(self.seats)]
        return plain

    def points_histogram(self, seat: int) -> list[int]:
        """Deals by points of a seat, bins of `BIN_POINTS`, up to the last bin that isn't empty."""
        counts = self.histogram[seat]
        used = np.flatnonzero(counts)
        return [int(count) for count in counts[: used[-1] + 1]] if len(used) else []

    def __add__(self, other: Self) -> Self:
        if self.seats != other.seats:
            raise ValueError(f"counters of {self.seats} and of {other.seats} seats can't be added")
        return type(self)(**{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Totals) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def _check(self) -> None:
        """Refuse counters that no deals can have left."""
        deals = self.deals
        for name in ("held_seats", "declared_seats", "histogram"):
            if any(sum(row.tolist()) != deals for row in getattr(self, name)):
                raise ValueError(f"counters: {name} doesn't add up to {deals} deals")
        by_seats = np.arange(self.seats + 1).astype(object)
        for name in ("held", "declared"):
            by_group = getattr(self, name)
            if np.any(by_group.sum(axis=0) != getattr(self, f"{name}_seats").dot(by_seats)):
                raise ValueError(f"counters: {name} and {name}_seats contradict each other")
            if np.any(by_group > deals):
                raise ValueError(f"counters: {name} is above the number of deals")
        # Where a deal is a game by itself, brisques settle its value and are no part of the points.
        parts = self.part_sums[:, 1:].sum(axis=1)
        games = sum(self.games.tolist())
        if games not in (0, deals):
            raise ValueError(f"counters: games doesn't add up to {deals} deals")
        if np.any(
            parts - (self.part_sums[:, PARTS.index("brisque_points")] if games else 0) != self.part_sums[:, 0]
        ):
            raise ValueError("counters: the parts of the score don't add up to the points")
        spreads = {
            "part_squares": deals * self.part_squares - self.part_sums**2,
            "declarations_squares": deals * self.declarations_squares - self.declarations**2,
            "team_squares": deals * self.team_squares - self.team_sums**2,
            "lead_square": np.array([deals * self.lead_square - self.lead_sum**2], object),
            "game_square": np.array([deals * self.game_square - self.game_sum**2], object),
        }
        for name, spread in spreads.items():
            if np.any(spread < 0):
                raise ValueError(f"counters: {name} is too small for its sum")


def _same_names(expected: Iterable[str], given: Iterable[Any]) -> None:
    differing = sorted(str(name) for name in set(expected) ^ set(given))
    if differing:
        raise ValueError(f"counters: missing or unknown: {', '.join(differing)}")


def _only_integers(name: str, value: Any, signed: bool) -> None:
    for item in _leaves(value):
        if not isinstance(item, int) or isinstance(item, bool):
            raise ValueError(f"counters: {name} holds {item!r}, not an integer")
        if item < 0 and not signed:
            raise ValueError(f"counters: {name} holds {item}, below zero")


def _leaves(value: Any) -> Iterable[Any]:
    if not isinstance(value, list):
        return [value]
    return [leaf for item in value for leaf in _leaves(item)]


def _shaped(name: str, value: Any, shape: tuple[int, ...]) -> NDArray[np.object_]:
    wrong = ValueError(f"counters: {name} isn't of shape {' by '.join(map(str, shape))}")
    if not isinstance(value, list) or len(value) != shape[0]:
        raise wrong
    rows = value if len(shape) > 1 else [value]
    filled = []
    for row in rows:
        if not isinstance(row, list) or any(isinstance(item, list) for item in row):
            raise wrong
        cut = shape[-1] - len(row)
        if cut < 0 or (cut > 0 and name != "histogram"):
            raise wrong
        filled.append(row + [0] * cut)
    if name == "histogram" and max(map(max, filled)) >= 1 << 63:
        raise ValueError("counters: histogram holds a count beyond 64 bits")
    return np.array(filled, object).reshape(shape)
