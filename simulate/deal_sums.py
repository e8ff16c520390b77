"""Counters that are sums of integers over deals: exact, added up block by block, written and read again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from simulate.besi_count import ROW
from simulate.groups import GROUPS

_INT64 = 1 << 63
_MASKS = tuple(map(ROW.index, ("held", "declared")))
_SHIFTS = np.arange(len(GROUPS), dtype=np.uint32)[:, None]


@dataclass(frozen=True, eq=False)
class DealSums:
    """Counters of `deals` deals; whatever else a subclass counts are arrays of Python integers."""

    deals: int

    def to_json(self) -> dict[str, Any]:
        """Plain integers and nested lists."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value if name == "deals" else value.tolist() for name, value in values.items()}

    @classmethod
    def saved(cls, saved: Mapping[str, Any], what: str) -> dict[str, NDArray[np.object_]]:
        """The arrays that `to_json` wrote, by name; whether their shapes are right is the subclass's to see.

        Parameters
        ----------
        saved : what was read.
        what : what is counted, for the refusal: ``paired counters``.

        Raises
        ------
        ValueError
            Something is missing, unknown or no integer; the message is one line.
        """
        names = [field.name for field in fields(cls)]
        if not isinstance(saved, Mapping) or sorted(saved) != sorted(names):
            raise ValueError(f"{what}: not a table of {', '.join(names)}")
        arrays = {name: np.array(saved[name], object) for name in names[1:]}
        for item in (saved["deals"], *(item for array in arrays.values() for item in array.flat)):
            if type(item) is not int:
                raise ValueError(f"{what}: {item!r} is no integer")
        return arrays

    def __add__(self, other: Self) -> Self:
        pairs = {f.name: (getattr(self, f.name), getattr(other, f.name)) for f in fields(self)}
        if any(np.shape(one) != np.shape(two) for one, two in pairs.values()):
            raise ValueError("counters of different games can't be added")
        return type(self)(**{name: one + two for name, (one, two) in pairs.items()})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


def sums(measured: Sequence[NDArray[Any]]) -> NDArray[np.object_]:
    """Measures [measure][deal] of several games summed over the deals: [game][measure], exactly."""
    return np.stack([values.sum(axis=1) for values in measured]).astype(object)


def squares(measured: Sequence[NDArray[np.int64]]) -> NDArray[np.object_]:
    """The like for the squares of the measures."""
    return np.stack([(values * values).sum(axis=1) for values in map(_roomy, measured)]).astype(object)


def hits_by_group(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many of some seats held each group, then how many declared it: [14 and 14][deal].

    Parameters
    ----------
    rows : deals as rows [deal][seat][field of `simulate.besi_count.ROW`] of those seats.
    """
    # Half-length words, deals side by side: unpacking all bits of a row at once took ten times as long.
    masks = np.stack([np.ascontiguousarray(rows[:, :, field].T, np.uint32) for field in _MASKS])
    bits = (masks[:, :, None] >> _SHIFTS) & np.uint32(1)
    return bits.sum(axis=1, dtype=np.int64).reshape(2 * len(GROUPS), len(rows))


def _roomy(values: NDArray[np.int64]) -> NDArray[Any]:
    """The values, as Python integers where the sum of their squares might not fit in 64 bits."""
    largest = max(abs(int(values.min(initial=0))), int(values.max(initial=0)))
    return values.astype(object) if largest**2 * values.shape[1] >= _INT64 else values
