"""House edges to set beside a game's: the catalogue's, and familiar games', counted from what they pay."""

from fractions import Fraction
from typing import NamedTuple

from analysis.banking import edge
from reports.names import in_text
from simulate.catalogue import GAME_IDS, load


class Beside(NamedTuple):
    """A bet that another game's edge is set beside: what it is, and what the bank keeps of a stake."""

    what: str
    edge: Fraction


def _even_chances() -> list[Beside]:
    """What follows from the payouts alone.

    Roulette pays a number 35 to 1. A stake on one face of three dice is paid once, twice or three times
    for as many dice that show it: of 216 throws 75, 15 and 1.
    """
    dice = 1 - Fraction(75 * 2 + 15 * 3 + 1 * 4, 6**3)
    return [
        Beside("roulette with one zero: 35 to 1 on 37 numbers", 1 - Fraction(36, 37)),
        Beside("roulette with two zeros: 35 to 1 on 38 numbers", 1 - Fraction(36, 38)),
        Beside("one face of three dice: 1, 2 or 3 to 1", dice),
    ]


def edges_beside(game_id: str) -> list[Beside]:
    """The edges of familiar games, and of the first bet of the other banking games, the smallest first."""
    beside = _even_chances()
    for other in map(load, GAME_IDS):
        if other.family == "banking" and other.id != game_id:
            bet = other.bank.bets[0]
            guess = "" if bet.status != "assumed" or "conjecture" in bet.name else " (a conjecture)"
            beside.append(Beside(f"{in_text(other.title)}, {bet.name}{guess}", edge(other.bank.numbers, bet)))
    return sorted(beside, key=lambda one: one.edge)
