"""Who plays: pure functions `choose(view, word) -> position in the legal list`.

`random` plays a uniformly random legal card and is the yardstick; it never changes.
`club` is a sensible person (`simulate.club`). Only integers are used, so the jitted and
the plain function agree to the last bit.
"""

from typing import Any

from simulate.club import choose_club
from simulate.jit import inlined, kernel
from simulate.seating import PLAYERS
from simulate.streams import pick, plain_pick
from simulate.view import View

RANDOM, CLUB = range(len(PLAYERS))


@inlined
def choose_random(view: View, word: Any) -> Any:
    """A uniformly random legal card."""
    return pick(word, view.legal_count)


def _random(view: View, word: Any) -> int:
    """The same by plain integers: handing a view over to jitted code takes ten times as long."""
    return plain_pick(int(word), int(view.legal_count))


@kernel
def _club(view: View, word: Any) -> Any:
    return choose_club(view, word)


# The players as Python can call them.
CHOOSERS = {"random": _random, "club": _club}
