"""The chance to win from every score: worked backwards, by hand, by brute force, and by playing matches."""

from fractions import Fraction
from functools import cache
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from simulate.match_scores import Batch, DealCounts, Grid, grid_of, run_deals
from simulate.match_values import chances_of
from simulate.matches import run_matches
from tests.agreement import rules_with
from tests.match_games import table_of

SEED = 2
FIVE_ERRORS = 5.0
# A deal by hand: from each score of the leader's side and of the other it wins, loses, or brings both points.
Outcome = tuple[int, int]


def batch_of(size: int, outcomes: list[list[Outcome]]) -> Batch:
    """Counters of deals, [leader][deal], that bring the leader's side and the other so many points.

    Whoever is at the target wins, the leader's side first; nobody wins in play.
    """
    wins = np.zeros((len(outcomes), size + 1, size + 1), np.int64)
    brought = np.zeros((len(outcomes), size, size), np.int64)
    for leader, deals in enumerate(outcomes):
        counted = np.zeros((size, size), np.int64)
        for own, other in deals:
            counted[max(size - own, 0) :, :] += 1
            if own < size and other < size:
                brought[leader, own, other] += 1
        padded = np.pad(counted, ((1, 1), (1, 1)))
        wins[leader] = np.diff(np.diff(padded, axis=0), axis=1)
    deals = np.array([len(each) for each in outcomes])
    return Batch(deals, wins, brought, np.zeros(0, np.int64), np.zeros(0, np.int64))


def by_hand(size: int, outcomes: list[list[Outcome]]) -> NDArray[np.float64]:
    """The same chances in fractions, match by match: lead, add, change seats."""

    @cache
    def chance(leader: int, own: int, other: int) -> Fraction:
        total = Fraction(0)
        for more, others_more in outcomes[leader]:
            if own + more >= size:
                total += 1
            elif other + others_more < size:
                total += 1 - chance((leader + 1) % len(outcomes), other + others_more, own + more)
        return total / len(outcomes[leader])

    table = [
        [[chance(leader, own, other) for other in range(size)] for own in range(size)]
        for leader in range(len(outcomes))
    ]
    return np.array(table, float)


def test_a_coin_that_gives_the_leader_a_point_or_the_other() -> None:
    """To one point it is the coin; to two the one ahead at 1-0 has 3/4."""
    coin = [[(1, 0), (0, 1)]]
    assert chances_of(batch_of(1, coin)).tolist() == [[[0.5]]]
    assert chances_of(batch_of(2, coin)).tolist() == [[[0.5, 0.25], [0.75, 0.5]]]


def test_a_deal_that_brings_its_leader_a_point_is_led_by_turns() -> None:
    """To two points: from 0-0 A has one, B one, A two. One ahead, the leader is there; one behind, never."""
    (found,) = chances_of(batch_of(2, [[(1, 0)]]))
    assert found.tolist() == [[1, 0], [1, 1]]


points = st.integers(0, 4)
gains = st.tuples(points, points).filter(any)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 6), st.lists(st.lists(gains, min_size=1, max_size=4), min_size=1, max_size=4))
def test_working_backwards_is_what_fractions_give(size: int, outcomes: list[list[Outcome]]) -> None:
    found, told = chances_of(batch_of(size, outcomes)), by_hand(size, outcomes)
    assert np.allclose(found, told, rtol=0, atol=1e-12)


def test_a_chance_of_the_wrong_leader_would_be_noticed() -> None:
    outcomes = [[(1, 0)], [(1, 0), (0, 1)]]
    assert not np.allclose(chances_of(batch_of(2, outcomes)), by_hand(2, outcomes[::-1]))


@pytest.mark.parametrize(
    ("game", "players", "scores"),
    [
        ("besi-simple", ("club", "club"), (0, 0)),
        ("besi-simple", ("club", "random"), (200, 390)),
        ("besigue", ("club", "random"), (300, 700)),
        ("besi-quatre", ("club", "random", "club", "random"), (900, 1100)),
    ],
)
def test_matches_played_are_won_as_often_as_worked_out(
    game: str, players: tuple[str, ...], scores: tuple[int, int]
) -> None:
    """Other deals, and another way: five standard errors of both ways together."""
    rules, matches, deals = rules_with(game), 2000, 4000
    table, grid = table_of(rules, *players), grid_of(rules)
    assert grid is not None
    counts = run_matches(table, SEED, scores, matches, threads=1)
    worked = run_deals(table, grid, SEED, scores, deals, threads=1)
    batches = [chances_of(batch) for batch in worked.batches.values()]
    chances = chances_of(worked.together)
    first, second = (points // grid.unit for points in scores)
    won = counts.wins[0, 0, 1:] @ np.arange(1, counts.wins.shape[2])
    played = won / matches / (len(players) // 2)
    expected = chances[0, first, second]
    error = np.std([each[0, first, second] for each in batches], ddof=1) / sqrt(len(batches))
    together = sqrt(expected * (1 - expected) / matches + error**2)
    assert 0.02 < expected < 0.98
    assert abs(played - expected) < FIVE_ERRORS * together


def test_grids_have_a_place_for_every_score_below_the_target() -> None:
    assert grid_of(rules_with("besi-simple")) == Grid(10, 50)
    assert grid_of(rules_with("besi-simple", target=495)) == Grid(10, 50)
    assert grid_of(rules_with("besi-simple", target=491)) == Grid(10, 50)
    assert grid_of(rules_with("besi-simple", target=490)) == Grid(10, 49)
    assert grid_of(rules_with("besi-simple", figures=True)) == Grid(1, 500)
    assert grid_of(rules_with("besi-simple", figures=True, target=601)) is None
    assert grid_of(rules_with("besi-trois")) is None


def test_batches_share_the_deals_evenly_and_are_kept_apart() -> None:
    rules = rules_with("besi-simple")
    table, grid = table_of(rules, "club"), grid_of(rules)
    counts = run_deals(table, grid, SEED, (0, 0), 210, threads=1)
    assert sorted(counts.batches) == list(range(20))
    assert {int(batch.deals[0]) for batch in counts.batches.values()} == {10, 11}
    assert int(counts.together.deals[0]) == 210
    assert DealCounts.from_json(counts.to_json()) == counts
