"""How the weights of `tuned` are found: self-play, by the cross-entropy method.

Each generation a number of candidates is drawn around a centre, a normal draw for each weight;
all play the same fresh deals against the centre, once from each seat; the best part of them
settles the next centre and how far the next draws reach. Only additions, multiplications and
roots are used on weights, so the same seed finds the same numbers.
"""

import threading
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.besi import Plan
from simulate.rules import Game
from simulate.run import Interrupted
from simulate.weights import BUCKETS, EAGERNESS, LAYOUT, WEIGHTS

TENTHS = 10
PULL = 2.0  # how far a generation moves the centre
NARROWEST = 0.3  # how far the last draws reach, beside the first


class Training(NamedTuple):
    """How much is played to find weights.

    Attributes
    ----------
    generations, candidates : how many, and how many in each.
    deals : deals that each candidate plays from each seat.
    seed : of the cards and of the draws of candidates.
    """

    generations: int
    candidates: int
    deals: int
    seed: int


class Generation(NamedTuple):
    """What a generation brought: its number, the centre so far, points a deal of the best part's mean."""

    number: int
    centre: NDArray[np.int64]
    lead: float


def first_guess(game: Game) -> NDArray[np.int64]:
    """Weights to begin with: every group's points by a rough chance that it comes about."""
    rules = game.besi
    guess = {name: np.zeros(shape) for name, shape in LAYOUT.items()}
    plain = [80, 40, 30, 20, 10, 6, 3, 0]
    trumps = [180, 160, 120, 110, 100, 80, 75, 70]
    for bucket in range(BUCKETS):
        guess["base"][bucket] = plain, trumps
    coming = [0.0, 0.35, 0.8, 1.0]  # by draws left, for what isn't complete

    def points(group: str) -> float:
        return TENTHS * rules.value_of(group)

    for bucket, factor in enumerate(coming):
        for trump, kind in enumerate(("", "trump-")):
            marriage, quinte = points(f"{kind}marriage"), points(f"{kind}quinte")
            guess["marriage"][bucket, trump] = (
                0.8 * marriage,
                0.25 * factor * marriage,
                0.15 * factor * marriage,
            )
            chances = np.array([0.003, 0.01, 0.03, 0.2, 0])
            guess["quinte"][bucket, trump] = chances * factor * quinte + np.array([0, 0, 0, 0, 0.8 * quinte])
        for rank, name in enumerate(("aces", "tens", "kings", "queens", "jacks")):
            value = points(f"four-{name}")
            guess["four"][bucket, rank] = np.array([0.01, 0.05, 0.25, 0]) * factor * value
            guess["four"][bucket, rank, 3] = 0.8 * value
        for level, name in enumerate(("besi", "besi-double", "besi-triple", "besi-quadruple")):
            value = points(name)
            guess["besi"][bucket, level] = np.array([0, 0.3, 0.08, 0.03]) * factor * value
            guess["besi"][bucket, level, 0] = 0.85 * value
        guess["seven"][bucket] = 10.0 * rules.seven_points * 0.8
    gains = np.array([20, 150, 400, 1000, 170, 400, 1000, 2000])
    for eagerness in range(EAGERNESS):
        gain = gains[eagerness]
        guess["lead"][eagerness] = np.outer([0.6, 1.0], [0.9, 0.6, 0.4, 0.2]) * gain
        guess["take"][eagerness] = gain, 0.6 * gain
    guess["lead_brisque"][:] = -40, 20
    guess["take_point"][:] = 15, 12
    guess["take_brisque"][:] = 60, 20
    guess["lose_brisque"][:] = -120
    return np.concatenate([np.rint(guess[name]).astype(np.int64).ravel() for name in LAYOUT])


def reach(centre: NDArray[np.int64]) -> NDArray[np.float64]:
    """How far the first draws go from the centre: a third of a weight, and 1.5 points."""
    return 15.0 + np.abs(centre) / 3.0


class Match:
    """A game in which one seat plays by a candidate's weights and the others by the centre's."""

    def __init__(self, game: Game) -> None:
        self._seats = game.besi.seats
        self._plan = Plan(game, ("tuned",) * self._seats, ("highest-first",) * self._seats)

    def lead(
        self, candidate: NDArray[np.int64], others: NDArray[np.int64], seed: int, first: int, count: int
    ) -> int:
        """Points that the candidate makes more than the others' mean, times their number, summed over deals
        and over the seats that it takes in turn."""
        lead = 0
        for seat in range(self._seats):
            weights = np.stack([candidate if place == seat else others for place in range(self._seats)])
            self._plan.take_weights(weights)
            points = self._plan.play(seed, first, count).part_sums[:, 0]
            lead += int(self._seats * points[seat] - points.sum())
        return lead


def train(game: Game, training: Training, stop: threading.Event | None = None) -> Iterator[Generation]:
    """Find weights for a game, generation by generation.

    Raises
    ------
    Interrupted
        `stop` was set; nothing is kept.
    """
    match = Match(game)
    random = np.random.Generator(np.random.PCG64(training.seed))
    centre = first_guess(game).astype(np.float64)
    spread = reach(first_guess(game))
    late = training.generations - training.generations // 3
    late_sum = np.zeros(WEIGHTS)
    utilities = np.arange(training.candidates) / (training.candidates - 1) - 0.5
    seats = game.besi.seats
    for number in range(training.generations):
        narrower = 1 - (1 - NARROWEST) * number / training.generations
        steps = random.standard_normal((training.candidates // 2, WEIGHTS))
        steps = np.concatenate([steps, -steps])
        others = np.rint(centre).astype(np.int64)
        leads = []
        for step in steps:
            if stop is not None and stop.is_set():
                raise Interrupted(number, training.generations, kept=False, unit="generations")
            candidate = np.rint(centre + narrower * spread * step).astype(np.int64)
            leads.append(
                match.lead(candidate, others, training.seed, number * training.deals, training.deals)
            )
        order = np.argsort(np.array(leads), kind="stable")
        pull = (utilities[:, None] * steps[order]).sum(axis=0) / training.candidates
        centre = centre + PULL * narrower * spread * pull
        if number >= late:
            late_sum += centre
        top = order[-len(order) // 4 :]
        lead = sum(leads[place] for place in top) / (len(top) * training.deals * seats * (seats - 1))
        found = late_sum / (number - late + 1) if number >= late else centre
        yield Generation(number + 1, np.rint(found).astype(np.int64), lead)
