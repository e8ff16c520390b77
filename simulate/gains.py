"""Counters of integer quantities that every deal leaves behind: means, their errors, who won how often."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Gains:
    """Counters of a number of quantities over `deals` deals, Python integers, so that adding is exact.

    Attributes
    ----------
    deals : deals counted.
    sums, squares : [quantity], summed over the deals.
    crosses : [quantity], its products with the first quantity, summed.
    above, below : [quantity], deals in which it was above 0, and below.
    """

    deals: int
    sums: NDArray[np.object_]
    squares: NDArray[np.object_]
    crosses: NDArray[np.object_]
    above: NDArray[np.object_]
    below: NDArray[np.object_]

    @classmethod
    def of(cls, values: NDArray[np.int64]) -> Self:
        """The counters of quantities [quantity][deal]; each below 2^24, and 2^14 deals at most."""
        first = values[:1]
        counted = (
            values, values * values, values * first, values > 0, values < 0,
        )  # fmt: skip
        sums = (array.sum(axis=1, dtype=np.int64).astype(object) for array in counted)
        return cls(values.shape[1], *sums)

    @classmethod
    def zero(cls, quantities: int) -> Self:
        """The counters of no deals."""
        return cls.of(np.zeros((quantities, 0), np.int64))

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
            raise ValueError(f"gains: not a table of {', '.join(names)}")
        lists = [saved[name] for name in names[1:]]
        if not all(isinstance(each, list) and len(each) == len(lists[0]) for each in lists):
            raise ValueError("gains: lists of different lengths")
        for item in (saved["deals"], *(item for each in lists for item in each)):
            if type(item) is not int:
                raise ValueError(f"gains: {item!r} is no integer")
        return cls(saved["deals"], *(np.array(each, object) for each in lists))

    def to_json(self) -> dict[str, Any]:
        """Plain integers and lists."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value if name == "deals" else value.tolist() for name, value in values.items()}

    def picked(self, quantities: list[int]) -> Self:
        """The counters of some of the quantities, `crosses` still with the first of all."""
        arrays = (getattr(self, field.name)[quantities] for field in fields(self)[1:])
        return type(self)(self.deals, *arrays)

    def __add__(self, other: Self) -> Self:
        if len(self.sums) != len(other.sums):
            raise ValueError("gains of different numbers of quantities can't be added")
        return type(self)(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gains) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]
