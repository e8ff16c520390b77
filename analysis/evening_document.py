"""The ``evening`` document: an evening at a banking game, exact, and simulated beside it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from analysis import evening
from analysis.bank_ruin import Ruin, capital_needed, ruin_chance
from analysis.banking import edge
from analysis.documents import VERSION, bet_entry
from analysis.intervals import frequency, mean
from analysis.lattice import Law, relative_bound
from simulate.rules import Bet, Game

if TYPE_CHECKING:
    from simulate.evenings import Evenings

Document = dict[str, Any]

AHEAD_LEVEL = 0.99
RUIN_LEVEL = 0.01
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
_LEAST_TOLD = 1e-20


class Question(NamedTuple):
    """What an evening is: the bet, how many rounds and punters, and the bank's stakes, if they are given."""

    game: Game
    bet: Bet
    rounds: int
    punters: int
    capital: int | None = None


class Exact(NamedTuple):
    """What is exact of an evening."""

    punter: Law
    rows: Sequence[tuple[int, Law]]
    capital: int
    ruin: Ruin
    ahead: evening.Ahead

    @property
    def bank(self) -> Law:
        """What the bank has in the end."""
        return self.rows[-1][1]


class Simulated(NamedTuple):
    """Evenings that were played, and what makes them repeatable."""

    counters: "Evenings"
    seed: int
    stream_version: int


def solve(asked: Question) -> Exact:
    """What is exact of an evening.

    Raises
    ------
    analysis.evening.TooManyOutcomesError
        There are more outcomes than can be told apart.
    """
    numbers, bet = asked.game.bank.numbers, asked.bet
    rows = list(evening.rows_of(numbers, bet, asked.rounds, asked.punters))
    one = evening.round_law(numbers, bet, asked.punters)
    if asked.capital is None:
        capital, ruin = capital_needed(one, asked.rounds, RUIN_LEVEL)
    else:
        capital, ruin = asked.capital, ruin_chance(one, asked.rounds, asked.capital)
    return Exact(
        evening.punter_law(numbers, bet, asked.rounds),
        rows,
        capital,
        ruin,
        evening.rounds_to_be_ahead(numbers, bet, asked.punters, AHEAD_LEVEL),
    )


def document(asked: Question, exact: Exact, simulated: Simulated | None) -> Document:
    """The ``evening`` document."""
    numbers, bet = asked.game.bank.numbers, asked.bet
    counters = simulated.counters if simulated else None
    ahead = exact.ahead
    return {
        "version": VERSION,
        "game": asked.game.id,
        "rules_hash": asked.game.rules_hash,
        "stream_version": simulated.stream_version if simulated else None,
        "seed": simulated.seed if simulated else None,
        "deals": counters.evenings if counters else None,
        "players": None,
        "orders": None,
        "bet": bet_entry(asked.game, bet, None),
        "rounds": asked.rounds,
        "punters": asked.punters,
        "punter": {
            **_told(exact.punter, *evening.spread_of(numbers, bet, asked.rounds, 1), sign=-1),
            "distribution": _distribution(exact.punter),
            "simulated": _seen(counters, "punter"),
        },
        "bank": {
            **_told(exact.bank, *evening.spread_of(numbers, bet, asked.rounds, asked.punters)),
            "rounds": [
                {
                    "rounds": rounds,
                    "mean": float(edge(numbers, bet) * rounds * asked.punters),
                    **_chances(law),
                }
                for rounds, law in exact.rows
            ],
            "ahead_for_good": {"level": AHEAD_LEVEL, "first": ahead.first, "rounds": ahead.for_good},
            "capital": {
                "given": asked.capital is not None,
                "stakes": exact.capital,
                "ruin": exact.ruin.chance,
                "level": RUIN_LEVEL,
                "simulated": frequency(counters.ruined, counters.evenings) if counters else None,
            },
            "simulated": _seen(counters, "bank"),
        },
        "rounding": _rounding(exact),
    }


def _told(law: Law, average: float, deviation: float, sign: int = 1) -> Document:
    return {
        "mean": sign * average,
        "sd": deviation,
        **_chances(law),
    }


def _chances(law: Law) -> Document:
    return {
        "ahead": law.above(0),
        "level": law.exactly(0),
        "behind": law.below(0),
        "quantiles": [{"probability": p, "gain": float(law.quantile(p))} for p in QUANTILES],
    }


def _distribution(law: Law) -> Sequence[Document]:
    """Every gain with a chance that isn't negligible, and the chance of at least so much."""
    # At least so much is what isn't told too.
    at_least = law.chances[::-1].cumsum()[::-1]
    heavy = np.flatnonzero(law.chances > _LEAST_TOLD)
    return [
        {
            "gain": float(law.gain(place)),
            "probability": float(law.chances[place]),
            "at_least": min(float(at_least[place]), 1.0),
        }
        for place in range(int(heavy[0]), int(heavy[-1]) + 1)
        if law.chances[place]
    ]


def _rounding(exact: Exact) -> Document:
    """How far rounding can have moved any chance of the document, as a share of it, and what is cut off."""
    # A chance of at least so much is added up from one end, with a rounding for each term.
    added_up = exact.punter.roundings + len(exact.punter.chances)
    laws = [exact.punter, *(law for _, law in exact.rows)]
    roundings = max(added_up, exact.ruin.roundings, *(law.roundings + 1 for law in laws))
    return {
        "relative": relative_bound(roundings),
        "cut": max(exact.ruin.cut, *(law.cut for law in laws)),
    }


def _seen(counters: "Evenings | None", whose: str) -> Document | None:
    if counters is None:
        return None
    ahead, level, total, squares = (
        getattr(counters, f"{whose}_{what}") for what in ("ahead", "level", "sum", "squares")
    )
    unit = counters.unit
    return {
        "ahead": frequency(ahead, counters.evenings),
        "level": frequency(level, counters.evenings),
        "gain": mean(Fraction(total, unit), Fraction(squares, unit**2), counters.evenings),
    }
