"""Who plays: pure functions `choose(view, word) -> position in the legal list`.

`random` plays a uniformly random legal card and is the yardstick; it never changes.
`club` is a sensible person (`simulate.club`). Only integers are used, so the jitted and
the plain function agree to the last bit.
"""

from typing import Any

from simulate.club import choose_club
from simulate.jit import kernel
from simulate.seating import PLAYERS
from simulate.streams import plain_pick
from simulate.view import View

RANDOM, CLUB = range(len(PLAYERS))


def _random(view: View, word: Any) -> int:
    """A uniformly random legal card, by plain integers.

    Handing a view over to jitted code, as the core need not, takes ten times as long.
    """
    return plain_pick(int(word), int(view.legal_count))


@kernel
def _club(view: View, word: Any) -> Any:
    return choose_club(view, word)


# The players as Python can call them.
CHOOSERS = {"random": _random, "club": _club}
