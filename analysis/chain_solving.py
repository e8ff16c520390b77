"""The equations of a Markov chain that ends: by sweeps, by steps along conjugate directions, or factorised.

Factorising is exact and quick while little fills up; where wins lead far it takes minutes and gigabytes.
Sweeps settle where the states have an order that almost every move, or all but few until the end,
follows. How well the answer solves the equations is for the caller to look at.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Below so many states factorising takes no time at all, and below so many never more than a minute.
_FEW_STATES = 2_000
_SOME_STATES = 20_000
_MOST_FACTORISED = 100_000
_MOST_SWEEPS = 200
_GLANCE = 10
_MOST_STEPS, _MOST_STARTS = 600, 12


class UnsolvedError(ArithmeticError):
    """The equations are too many to be factorised, and don't settle."""


def solve(moves: Any, wanted: Floats, ranks: Sequence[Floats], local: bool = False) -> Floats:
    """The x of x = moves · x + wanted, column by column.

    Parameters
    ----------
    moves : sparse matrix of the chances to move from a state (row) to another.
    wanted : the known columns, of which no entry is negative.
    ranks : each may grow along nearly every move.
    local : whether moves lead so little far that factorising fills up little, however many they are.

    Raises
    ------
    UnsolvedError
        None of the ways leads there.
    """
    states = len(wanted)
    if states >= _FEW_STATES:
        for rank in ranks:
            found = _swept(moves, wanted, rank)
            if found is not None:
                return found
    if ranks and states > _SOME_STATES and not local:
        found = _stepped(moves, wanted, ranks[-1])
        if found is not None:
            return found
        if states > _MOST_FACTORISED:
            raise UnsolvedError
    return _factorised(moves, wanted)


def _factorised(moves: Any, wanted: Floats) -> Floats:
    from scipy.sparse import identity
    from scipy.sparse.linalg import splu

    solved: Floats = splu(identity(len(wanted), format="csc") - moves).solve(wanted)
    return solved


class _Split(NamedTuple):
    """Moves split by an order of the states: a solver of those that follow it, and those that lead back."""

    order: NDArray[np.int64]
    place: NDArray[np.int64]
    ahead: Any
    back: Any


def _split(moves: Any, rank: Floats) -> _Split:
    from scipy.sparse import csc_matrix, identity
    from scipy.sparse.linalg import splu

    order = np.argsort(-rank, kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    pairs = moves.tocoo()
    rows, columns = place[pairs.row], place[pairs.col]
    ahead = columns < rows
    size = moves.shape
    forward = csc_matrix((pairs.data[ahead], (rows[ahead], columns[ahead])), shape=size)
    back = csc_matrix((pairs.data[~ahead], (rows[~ahead], columns[~ahead])), shape=size).tocsr()
    solver = splu(identity(len(order), format="csc") - forward, permc_spec="NATURAL", diag_pivot_thresh=0)
    return _Split(order, place, solver, back)


def _swept(moves: Any, wanted: Floats, rank: Floats) -> Floats | None:
    """By sweeps from the states that come last to the first; None if they don't settle soon."""
    split = _split(moves, rank)
    known = wanted[split.order]
    found = split.ahead.solve(known)
    before = np.inf
    for sweep in range(_MOST_SWEEPS):
        following = split.ahead.solve(known + split.back @ found)
        largest = np.maximum(np.abs(following).max(axis=0), np.finfo(float).tiny)
        change = float((np.abs(following - found).max(axis=0) / largest).max())
        found = following
        if change <= 1e-15:
            solved: Floats = found[split.place]
            return solved
        if sweep % _GLANCE == 0:
            # As slowly as since the last look, it would never settle.
            if change * (change / before) ** ((_MOST_SWEEPS - sweep) / _GLANCE) > 1e-15:
                return None
            before = change
    return None


def _stepped(moves: Any, wanted: Floats, rank: Floats) -> Floats | None:
    """By conjugate directions (Bi-CGSTAB) on the equations of a sweep; None if a column doesn't settle."""
    from scipy.sparse.linalg import LinearOperator, bicgstab

    split = _split(moves, rank)
    one_sweep = LinearOperator(
        moves.shape, matvec=lambda x: x - split.ahead.solve(split.back @ x), dtype=np.float64
    )
    found = np.empty_like(wanted)
    for column in range(wanted.shape[1]):
        known = wanted[split.order, column]
        x = split.ahead.solve(known)
        left = split.ahead.solve(known + split.back @ x) - x
        for _ in range(_MOST_STARTS):
            if np.abs(left).max() <= 2e-15 * np.abs(x).max():
                break
            # Begun again from what is left, it goes on where rounding or bad luck stopped it.
            more, _ = bicgstab(one_sweep, left, rtol=1e-6, maxiter=_MOST_STEPS)
            x = x + more
            left = split.ahead.solve(known + split.back @ x) - x
        else:
            return None
        found[:, column] = x[split.place]
    return found
