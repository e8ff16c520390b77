"""Counters of integer quantities that every deal leaves behind: means, their errors, who won how often."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from simulate.deal_sums import DealSums


@dataclass(frozen=True, eq=False)
class Gains(DealSums):
    """Counters of a number of quantities over `deals` deals, Python integers, so that adding is exact.

    Attributes
    ----------
    deals : deals counted.
    sums, squares : [quantity], summed over the deals.
    crosses : [quantity], its products with the first quantity, summed.
    above, below : [quantity], deals in which it was above 0, and below.
    """

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
        arrays = cls.saved(saved, "gains")
        if any(array.ndim != 1 or len(array) != len(arrays["sums"]) for array in arrays.values()):
            raise ValueError("gains: lists of different lengths")
        return cls(saved["deals"], **arrays)

    def picked(self, quantities: list[int]) -> Self:
        """The counters of some of the quantities, `crosses` still with the first of all."""
        arrays = (getattr(self, field.name)[quantities] for field in fields(self)[1:])
        return type(self)(self.deals, *arrays)
