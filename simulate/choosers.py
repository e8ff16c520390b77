"""Players as function addresses, so that one compiled core serves them all.

A kernel takes a tuple of functions of one signature; the built-in players' compiled code
is found by address. Passing numba's dispatchers instead misses the disk cache in every new
process, and compiling a player into the core makes the core slower to compile and to run.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np

from simulate.jit import JIT_OFF
from simulate.packing import PACKED_SIZE
from simulate.players import CHOOSERS
from simulate.view import View


def _sample_view() -> View:
    zero, word = 0, np.uint64(0)
    pair = (word, word)
    return View(
        np.zeros(PACKED_SIZE, np.int64), zero, zero, zero, zero, zero, pair, pair, pair, zero, pair, pair,
        pair, pair, pair, pair, pair, pair, pair, zero, zero, word, zero, zero, zero,
    )  # fmt: skip


class Chooser(numba.types.WrapperAddressProtocol):  # type: ignore[misc]
    """A player's compiled function, known to numba by its address and signature."""

    def __init__(self, choose: Callable[[View, Any], Any]) -> None:
        self._signature = numba.int64(numba.typeof(_sample_view()), numba.uint64)
        self._function = numba.cfunc(self._signature, cache=True, _nrt=False, error_model="numpy")(choose)

    def __wrapper_address__(self) -> int:
        return int(self._function.address)

    def signature(self) -> Any:
        """The signature that every player has."""
        return self._signature


@cache
def chooser(player: str) -> Any:
    """The function of a built-in player, as kernels take it."""
    choose = CHOOSERS[player]
    return choose if JIT_OFF else Chooser(choose.py_func)
