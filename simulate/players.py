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

from simulate.besi_groups import suits_in
from simulate.club import legal_kinds, play_one_of
from simulate.hoarder import worth_parting_with
from simulate.jit import inlined, kernel
from simulate.own import ask_own, for_core, own_player
from simulate.rules import BesiRules
from simulate.seating import PLAYERS
from simulate.streams import pick, plain_pick
from simulate.tuned import play_tuned
from simulate.view import View
from simulate.weights import expanded, nearest_game, weights_of

RANDOM, CLUB, HOARDER, TUNED = range(len(PLAYERS))
OWN = len(PLAYERS)  # the first function of the user's own; the others follow
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


def seated(rules: BesiRules, names: Sequence[str]) -> Seated:
    """The players of these names, one a seat, ready for the fast core to play by these rules."""
    owns = list(dict.fromkeys(name for name in names if name not in PLAYERS))
    codes = np.array([(*PLAYERS, *owns).index(name) for name in names], np.int64)
    if set(names) == {"random"}:
        return Seated(codes, None)
    if set(names) <= {"random", "club"}:
        return Seated(codes, (None, None))
    weights = np.stack([expanded(weights_of(nearest_game(rules)))] * len(names))
    return Seated(codes, (weights, for_core([own_player(name) for name in owns]) if owns else None))


@inlined
def reads_words(player: Any) -> Any:
    """Whether a player of this code looks at its random words."""
    return player == RANDOM or player >= OWN


@inlined
def decide(player: Any, view: View, word: Any, weights: Any, functions: Any) -> Any:
    """The position that a player of this code chooses; `weights` and `functions` as in `Seated`."""
    if player == RANDOM:
        return np.int64(pick(word, np.uint64(view.legal_count)))
    if functions is not None and player >= OWN:
        return ask_own(functions, np.int64(player - OWN), view, np.uint64(word))
    kinds = suits_in(view.hand[0], view.hand[1]) if view.draws_left > 0 else legal_kinds(view)
    if weights is not None:  # by itself: only so does the compiler leave out the rest
        if player == TUNED and view.draws_left > 0:
            return play_tuned(view, weights)
        if player == HOARDER:
            kinds = worth_parting_with(view, kinds)
    return play_one_of(view, kinds)


def _random(view: View, word: Any) -> int:
    """A uniformly random legal card, by plain integers.

    Handing a view over to jitted code, as the core need not, takes ten times as long.
    """
    return plain_pick(int(word), int(view.legal_count))


@kernel
def _decide(player: Any, view: View, word: Any, weights: Any) -> Any:
    return decide(player, view, word, weights, None)


def chooser(rules: BesiRules, name: str) -> Chooser:
    """The player of this name as Python, and so the readable engine, can call it."""
    if name == "random":
        return _random
    if name not in PLAYERS:
        return own_player(name)
    seat = seated(rules, (name,) * rules.seats)
    code, (weights, _) = seat.codes[0], seat.watching

    def choose(view: View, word: Any) -> int:
        return int(_decide(code, view, word, weights))

    return choose
