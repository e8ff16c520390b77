"""Who plays: pure functions `choose(view, word) -> position in the legal list`.

`random` plays a uniformly random legal card and is the yardstick; it never changes.
`club` is a sensible person (`simulate.club`), `hoarder` one who keeps whatever a group may
lack (`simulate.hoarder`). Only integers are used, so the jitted and the plain function agree
to the last bit.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.club import choose_club
from simulate.hoarder import choose_hoarder
from simulate.jit import inlined, kernel
from simulate.rules import BesiRules
from simulate.seating import PLAYERS
from simulate.streams import pick, plain_pick
from simulate.view import View

RANDOM, CLUB, HOARDER = range(len(PLAYERS))
Chooser = Callable[[View, Any], int]


class Seated(NamedTuple):
    """Who sits at a table, as the fast core is told it.

    Attributes
    ----------
    codes : a player's code for each seat.
    watch : None when all are `random`; else what players need beyond the view, a pair (weights,
        functions), of which the compiler leaves out what is None.
    """

    codes: NDArray[np.int64]
    watch: Any

    @property
    def watching(self) -> Any:
        """The same for a deal that is logged, in which everybody's view is made."""
        return (None, None) if self.watch is None else self.watch


def seated(rules: BesiRules, names: Sequence[str]) -> Seated:  # noqa: ARG001
    """The players of these names, one a seat, ready for the fast core to play by these rules."""
    codes = np.array([PLAYERS.index(name) for name in names], np.int64)
    if set(names) == {"random"}:
        return Seated(codes, None)
    if set(names) <= {"random", "club"}:
        return Seated(codes, (None, None))
    return Seated(codes, (np.zeros((len(names), 0), np.int64), None))


@inlined
def reads_words(player: Any) -> Any:
    """Whether a player of this code looks at its random words."""
    return player == RANDOM


@inlined
def decide(player: Any, view: View, word: Any, weights: Any, functions: Any) -> Any:  # noqa: ARG001
    """The position that a player of this code chooses; `weights` and `functions` as in `Seated`."""
    if player == RANDOM:
        return np.int64(pick(word, np.uint64(view.legal_count)))
    if weights is not None:  # noqa: SIM102  (by itself: only so does the compiler leave out the rest)
        if player == HOARDER:
            return choose_hoarder(view, word)
    return choose_club(view, word)


def _random(view: View, word: Any) -> int:
    """A uniformly random legal card, by plain integers.

    Handing a view over to jitted code, as the core need not, takes ten times as long.
    """
    return plain_pick(int(word), int(view.legal_count))


@kernel
def _club(view: View, word: Any) -> Any:
    return choose_club(view, word)


@kernel
def _hoarder(view: View, word: Any) -> Any:
    return choose_hoarder(view, word)


def chooser(rules: BesiRules, name: str) -> Chooser:  # noqa: ARG001
    """The player of this name as Python, and so the readable engine, can call it."""
    return {"random": _random, "club": _club, "hoarder": _hoarder}[name]
