"""The search for the order that gains most over declaring the highest first.

First, for each pair of groups of which one is part of the other, from how many draws left on
the smaller should go ahead; then every subset of these pairs, and every named order; then
small changes of the winner, until none is clearly better; last, pairs that aren't clearly worth
anything are left out.
"""

import threading
from collections.abc import Callable
from typing import NamedTuple

from simulate.candidates import (
    Candidate,
    Pair,
    joined,
    neighbours,
    nested_pairs,
    pool,
    thresholds,
    without_one,
)
from simulate.checkpoint import Note, ignore
from simulate.race import Course, Effort, Race, deals_of_race, is_clear
from simulate.rules import BesiRules, Game
from simulate.run import Progress

MOST_STEPS = 8
# Beside a first candidate's neighbours a later one has those of its own pairs, and the joined changes.
MOST_MORE = 100


class Found(NamedTuple):
    """What a search found: the order, the races that led to it, how many deals they took.

    All of it is kept, so that the same search is over at once, until `forget` is called.
    """

    candidate: Candidate
    races: tuple[Race, ...]
    deals: int
    forget: Callable[[], None]


def search(
    game: Game,
    players: tuple[str, ...],
    seed: int,
    effort: Effort,
    threads: int,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    note: Note = ignore,
) -> Found:
    """Search for the best declaration order of a game; the same for any number of threads.

    Parameters
    ----------
    game, players : a game of the besi family, and who plays in each seat.
    seed, threads, progress, stop, note : as in `simulate.run.run`.
    effort : how thorough the search is.

    Raises
    ------
    Interrupted
        `stop` was set. What was done is kept, and the same call resumes it.
    """
    course = Course(game, players, seed, effort, threads, progress, stop, note)
    rules, standing = game.besi, Candidate()
    races: list[Race] = []
    least: dict[Pair, int] = {}
    for pair in nested_pairs(rules):
        race = course.race(f"{pair[0]} ahead of {pair[1]}", standing, thresholds(rules, pair))
        races.append(race)
        if race.best:
            least[pair] = dict(race.winner.ahead)[pair]
    races.append(course.race("named orders and subsets of pairs", standing, pool(rules, least)))
    standing = _next(standing, races[-1])
    changed: list[Candidate] = []
    for step in range(1, MOST_STEPS + 1):
        race = course.race(f"changes, step {step}", standing, [*changed, *neighbours(rules, standing)])
        races.append(race)
        if not race.replaced:
            break
        # The changes that did well beside the winner's are tried together with it in the next step.
        changed = joined(standing, race.best)
        standing = race.winner
    while standing.ahead:
        race = course.race("one pair less", standing, without_one(standing))
        # A pair that isn't clearly worth anything only makes the order harder to remember.
        race = race._replace(replaced=race.gains is not None and not is_clear(race.gains, -1))
        races.append(race)
        if not race.replaced:
            break
        standing = race.winner
    course.keep()
    return Found(standing, tuple(races), course.deals, course.forget)


def most_deals(rules: BesiRules, effort: Effort) -> int:
    """About how many deals a search takes if every step finds something better."""
    pairs = nested_pairs(rules)
    largest = [len(thresholds(rules, pair)) for pair in pairs]
    largest.append(len(pool(rules, dict.fromkeys(pairs, 1))))
    largest += [len(neighbours(rules, Candidate())) + MOST_MORE] * MOST_STEPS
    # Each step adds a pair to at most one for each nesting, and each may be left out again.
    most_pairs = len(pairs) + MOST_STEPS
    largest += range(1, most_pairs + 1)
    return sum(deals_of_race(candidates, effort) for candidates in largest)


def _next(standing: Candidate, race: Race) -> Candidate:
    return race.winner if race.replaced else standing
