"""The document of a search for the best declaration order."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.documents import Document, head
from analysis.intervals import Mean, frequency, mean
from simulate.rules import Game

if TYPE_CHECKING:
    # What reads the document need not wait for the compiler to load.
    from simulate.candidates import Candidate
    from simulate.gains import Gains
    from simulate.optimise import Found
    from simulate.orders import Order
    from simulate.race import Race

BASELINE = "highest-first"


class Measured(NamedTuple):
    """An order measured on fresh deals: its counters, and what makes them repeatable."""

    gains: "Gains"
    seed: int
    deals: int
    players: tuple[str, ...]
    orders: tuple[str, ...]
    stream_version: int


def gain_of(gains: "Gains", quantity: int, seats: int) -> Mean:
    """The mean of a quantity that was counted times the number of seats, in points a deal."""
    return mean(
        Fraction(gains.sums[quantity], seats), Fraction(gains.squares[quantity], seats**2), gains.deals
    )


def optimised(game: Game, order: "Order", found: "Found", measured: Measured) -> Document:
    """The ``optimise`` document: the order found, what it gains on fresh deals, and how it was found.

    `gain` is the contract's difference to declaring the highest first, in points a deal; `wins`,
    `ties` and `losses` count the deals in which it was above 0, 0, and below. They are of deals
    that the search never played, so that its choosing the luckiest doesn't flatter them; the
    gains of the `races`, each against the order that stood then, are of the last round, which the
    winner played alone.
    """
    seats, gains = game.besi.seats, measured.gains
    above, below = gains.above[0], gains.below[0]
    return {
        **head(game, measured),
        "baseline": BASELINE,
        "order": {"name": order.name, "phases": phases_of(order)},
        "gain": gain_of(gains, 0, seats),
        "wins": frequency(above, gains.deals),
        "ties": frequency(gains.deals - above - below, gains.deals),
        "losses": frequency(below, gains.deals),
        "search": {
            "seed": measured.seed,
            "deals": found.deals,
            "races": [_race(race, seats) for race in found.races],
        },
    }


def phases_of(order: "Order") -> list[dict[str, Any]]:
    """An order's phases as its file has them."""
    return [
        {
            "draws": phase.draws,
            "ranking": list(phase.ranking),
            "rest": phase.rest,
            "ahead": [list(pair) for pair in phase.ahead],
        }
        for phase in order.phases
    ]


def _race(race: "Race", seats: int) -> Document:
    return {
        "stage": race.stage,
        "rounds": [round_._asdict() for round_ in race.rounds],
        "winner": candidate_of(race.winner),
        "gain": None if race.gains is None else gain_of(race.gains, 0, seats),
        "replaced": race.replaced,
    }


def candidate_of(candidate: "Candidate") -> Document:
    """What a candidate puts first, and which groups go ahead of which with how many draws left at least."""
    return {
        "rest": candidate.rest,
        "ahead": [
            {"inner": inner, "outer": outer, "draws": draws} for (inner, outer), draws in candidate.ahead
        ],
    }
