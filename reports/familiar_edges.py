"""House edges to set beside a game's: the catalogue's, and familiar games' with what is published."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from analysis.banking import edge
from reports.names import in_text
from reports.numbers import fixed
from simulate.catalogue import GAME_IDS, load

_DIE = range(1, 7)
_CRAPS, _WINS_AT_ONCE, _SEVEN = (2, 3, 12), (7, 11), 7
_KRIGMAN = "A. Krigman, “Explaining the house edge in double-zero roulette”, Casino City Times, 28 April 2009"


class Familiar(NamedTuple):
    """A familiar game's edge: counted from what it pays, or taken from a source.

    `how` tells in short how it follows, `published` is the figure that the source gives, in per cent, and
    `title` what the source is called where all sources are told. Where nothing is counted here `edge` is
    the published figure itself.
    """

    game: str
    edge: Fraction
    counted: bool
    how: str
    published: str
    source: str
    title: str


class Beside(NamedTuple):
    """A bet that another game's edge is set beside: what it is, and what the bank keeps of a stake."""

    what: str
    edge: Fraction


def roulette(zeros: int) -> Fraction:
    """The edge of a number at roulette, which 35 to 1 is paid on, among 36 numbers and the zeros."""
    return 1 - Fraction(36, 36 + zeros)


def one_face() -> Fraction:
    """The edge of one face of three dice: as many stakes won as dice show it, and lost where none does."""
    throws = list(product(_DIE, repeat=3))
    return -Fraction(sum(throw.count(1) or -1 for throw in throws), len(throws))


def pass_line() -> Fraction:
    """The edge of the pass line at craps, even money on the thrower.

    Seven and eleven win at once; two, three and twelve lose; any other throw has to come again before a
    seven, and no throw but these two matters then.
    """
    ways = Counter(map(sum, product(_DIE, repeat=2)))
    throws = sum(ways.values())
    wins = Fraction(sum(ways[total] for total in _WINS_AT_ONCE), throws)
    for total in ways.keys() - {*_CRAPS, *_WINS_AT_ONCE}:
        wins += Fraction(ways[total], throws) * Fraction(ways[total], ways[total] + ways[_SEVEN])
    return 1 - 2 * wins


def familiar_games() -> list[Familiar]:
    """The familiar games, the smallest edge first."""
    return [
        Familiar(
            "rouge et noir (trente et quarante)",
            Fraction(11, 1000),
            False,
            "not counted here: at a refait of 31 the bank takes half of all stakes; Poisson: very nearly 11 "
            "thousandths; De Morgan: such a refait's chance is .0219, half of it 1.1 %",
            "1.1 %",
            "Poisson, 1825–26; De Morgan, 1838",
            "S. D. Poisson, “Mémoire sur l'avantage du banquier au jeu de trente et quarante”, Annales de "
            "mathématiques pures et appliquées, volume 16 (1825–26); A. De Morgan, An Essay on Probabilities "
            "(1838), appendix I",
        ),
        Familiar(
            "craps, the pass line",
            pass_line(),
            True,
            "7 or 11 wins; 2, 3 or 12 loses; else the same total before a 7: 244 of 495 win, even money",
            "1.41 %",
            "Grochowski, Casino City Times, 24 Sept. 2017",
            "J. Grochowski, “The math of the pass line”, Casino City Times, 24 September 2017",
        ),
        Familiar(
            "roulette with one zero",
            roulette(1),
            True,
            "35 to 1 on 37 numbers: 36 of 37 stakes come back",
            "2.70 %",
            "Krigman, Casino City Times, 28 April 2009",
            _KRIGMAN,
        ),
        Familiar(
            "roulette with two zeros",
            roulette(2),
            True,
            "35 to 1 on 38 numbers: 36 of 38 stakes come back",
            "5.26 %",
            "Krigman, as above",
            _KRIGMAN,
        ),
        Familiar(
            "one face of three dice (chuck-a-luck)",
            one_face(),
            True,
            "1, 2 or 3 to 1 for as many dice: of 216 throws 75, 15 and 1, and 125 lose",
            "7.87 %",
            "user-casino.com, “Chuck a Luck”, 16 May 2012",
            "“Chuck a Luck”, user-casino.com, 16 May 2012: a single number, three alike paid 3 to 1",
        ),
    ]


def edges_beside(game_id: str) -> list[Beside]:
    """The edges of familiar games, and of the first bet of the other banking games, the smallest first."""
    beside = [Beside(_familiar_words(one), one.edge) for one in familiar_games()]
    for other in map(load, GAME_IDS):
        if other.family == "banking" and other.id != game_id:
            bet = other.bank.bets[0]
            guess = "" if bet.status != "assumed" or "conjecture" in bet.name else " (a conjecture)"
            kept = edge(other.bank.numbers, bet)
            beside.append(Beside(f"{in_text(other.title)}, {bet.name}{guess}: {_told(kept)}", kept))
    return sorted(beside, key=lambda one: one.edge)


def familiar_sources() -> list[str]:
    """The sources of the familiar games in full, each once."""
    return list(dict.fromkeys(one.title for one in familiar_games()))


def _familiar_words(one: Familiar) -> str:
    return f"{one.game}: {_told(one.edge)}" if one.counted else f"{one.game}: {one.published}, as published"


def _told(share: Fraction) -> str:
    return f"{share} = {fixed(float(100 * share), 2)} %"
