"""The document of the upper reference: what a declarer gains who tries every choice."""

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from analysis.documents import Document, head
from analysis.intervals import Mean, mean
from analysis.optimised import BASELINE, gain_of
from analysis.ratio import ratio_of_means
from simulate.rules import Game

if TYPE_CHECKING:
    # What reads the document need not wait for the compiler to load.
    from simulate.gains import Gains


class Referred(NamedTuple):
    """Deals that the reference and an order played: their counters, and what makes them repeatable."""

    gains: "Gains"
    seed: int
    deals: int
    players: tuple[str, ...]
    orders: tuple[str, ...]
    stream_version: int
    rollouts: int
    caution: float


def reference_gain(game: Game, referred: Referred) -> Document:
    """The ``reference`` document: what trying every choice gains over the highest first, and an order.

    `gain` and `order_gain` are the contract's differences to declaring the highest first, in
    points a deal, on the same deals; `share` is the order's gain as a share of the reference's, with
    Fieller's interval, null where the reference's gain isn't clear of 0. `decided` declarations a
    player and deal were tried, `otherwise` of them went against the highest first, `for_nothing` of
    these by declaring nothing; `left` is what the reference gains over the order.
    """
    from simulate.reference import DECIDED, FOR_NOTHING, ORDER, OTHERWISE, REFERENCE

    seats, gains = game.besi.seats, referred.gains

    return {
        **head(game, referred),
        "baseline": BASELINE,
        "order": referred.orders[0],
        "rollouts": referred.rollouts,
        "caution": referred.caution,
        "gain": gain_of(gains, REFERENCE, seats),
        "order_gain": gain_of(gains, ORDER, seats),
        "share": ratio_of_means(
            (gains.sums[ORDER], gains.sums[REFERENCE]),
            (gains.squares[ORDER], gains.squares[REFERENCE]),
            gains.crosses[ORDER],
            gains.deals,
        ),
        "decided": gain_of(gains, DECIDED, seats),
        "otherwise": gain_of(gains, OTHERWISE, seats),
        "for_nothing": gain_of(gains, FOR_NOTHING, seats),
        "left": _left(gains, seats),
    }


def _left(gains: "Gains", seats: int) -> Mean:
    """The reference's gain less the order's, deal by deal."""
    from simulate.reference import ORDER, REFERENCE

    total = gains.sums[REFERENCE] - gains.sums[ORDER]
    squares = gains.squares[REFERENCE] + gains.squares[ORDER] - 2 * gains.crosses[ORDER]
    return mean(Fraction(total, seats), Fraction(squares, seats**2), gains.deals)
