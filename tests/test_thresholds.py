"""Threshold rules: judged as if deal by deal, kept as often as promised; and means of dependent values."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from analysis.intervals import mean, ratio
from analysis.thresholds import HIGHER, LOWER, Judged, Rule, judge, rules_for

DRAWS = 8


def judged(deals: NDArray[np.float64]) -> Judged:
    """Judge by what each deal (a row) brought with each number of draws left (a column, 1 draw first)."""
    return judge(deals.sum(axis=0), deals.T @ deals, len(deals))


def some_deals(rng: np.random.Generator, truth: Sequence[float], count: int) -> NDArray[np.float64]:
    """Deals whose situations are rare, of one deal alike, and worth `truth` by draws left on the average."""
    arises = rng.random((count, len(truth))) < 0.3
    shared = rng.normal(0, 20, (count, 1))
    return arises * (np.array(truth) + shared + rng.normal(0, 20, (count, len(truth))))


def test_every_rule_is_there_once() -> None:
    rules = rules_for(DRAWS)
    told = {tuple(rule.first(left) for left in range(1, DRAWS + 1)) for rule in rules}
    assert len(told) == len(rules) == 2 * DRAWS
    for row in told:
        assert sum(one != other for one, other in pairwise(row)) <= 1
    assert [rule.first(1) for rule in rules_for(1)] == [HIGHER, LOWER]


def test_rules_are_judged_as_deal_by_deal() -> None:
    deals = some_deals(np.random.default_rng(7), [-30, -9, -2, 0, 2, 4, 3, 5], 400)
    found = judged(deals)
    gains = np.array(
        [
            deals[:, [left for left in range(DRAWS) if rule.first(left + 1) == LOWER]].sum(axis=1)
            for rule in found.rules
        ]
    )
    # Normal quantile of 1 - 0.05 / 15, from a table.
    reach = 2.7131
    kept = []
    for place, one in enumerate(gains):
        beaten = False
        for other in gains:
            difference = other - one
            error = difference.std(ddof=1) / math.sqrt(len(deals))
            beaten |= bool(difference.mean() > reach * error)
        if not beaten:
            kept.append(place)
    assert found.best == gains.sum(axis=1).argmax()
    assert found.kept == tuple(kept)
    assert 1 < len(kept) < len(found.rules)


def test_what_all_kept_rules_agree_on_is_settled_and_nothing_else() -> None:
    rules = (Rule(LOWER, 3), Rule(LOWER, 5), Rule(HIGHER, 1))
    two = Judged(rules, 0, (0, 1))
    assert [two.advice(left) for left in range(1, 8)] == [HIGHER, HIGHER, None, None, LOWER, LOWER, LOWER]
    assert [Judged(rules, 0, (0, 1, 2)).advice(left) for left in (1, 3, 7)] == [HIGHER, None, None]


def test_a_strong_threshold_is_found_and_none_where_there_is_none() -> None:
    rng = np.random.default_rng(1)
    strong = judged(some_deals(rng, [-40] * 3 + [30] * 5, 5000))
    assert strong.rules[strong.best] == Rule(LOWER, 4)
    assert strong.kept == (strong.best,)
    nothing = judged(some_deals(rng, [0] * 8, 5000))
    assert all(nothing.advice(left) is None for left in range(1, 9))


def test_where_nothing_ever_differs_every_rule_is_kept() -> None:
    found = judged(np.zeros((50, DRAWS)))
    assert len(found.kept) == len(found.rules)


@pytest.mark.parametrize("truth", [[-6, -2, 0, 1, 1, 2, 2, 2], [0] * 7 + [1]])
def test_the_best_rule_is_kept_as_often_as_promised(truth: list[float]) -> None:
    rng = np.random.default_rng(5)
    rules = rules_for(DRAWS)
    worth = [sum(truth[left] for left in range(DRAWS) if rule.first(left + 1) == LOWER) for rule in rules]
    best = int(np.argmax(worth))
    trials = [judged(some_deals(rng, truth, 600)) for _ in range(300)]
    kept = sum(best in found.kept for found in trials)
    assert kept >= 285, "95 % of 300"
    # The rule that did best by chance is often another one: what looks best is no safe advice.
    assert sum(found.best == best for found in trials) < 240


def sums_of(clusters: Sequence[NDArray[np.float64]]) -> tuple[int, int, int, int, int]:
    """What `ratio` asks for, of clusters of whole numbers."""
    sums, sizes = [int(each.sum()) for each in clusters], [len(each) for each in clusters]
    crossed = sum(one * size for one, size in zip(sums, sizes, strict=True))
    return sum(sums), sum(sizes), sum(one**2 for one in sums), crossed, sum(size**2 for size in sizes)


def test_one_value_a_cluster_is_a_plain_mean() -> None:
    values = [5, -3, 0, 12, 7]
    told = ratio(*sums_of([np.array([value]) for value in values]))
    assert told == mean(sum(values), sum(value**2 for value in values), len(values))


def test_an_interval_of_dependent_values_covers_where_a_plain_one_does_not() -> None:
    rng = np.random.default_rng(2)
    inside = plain_inside = 0
    for _ in range(400):
        sizes = rng.integers(1, 6, 150)
        # Larger clusters are worth more, as the mean of all values knows: 3 + Σ s² / Σ s.
        clusters = [np.rint(rng.normal(size, 10) + rng.normal(3, 5, size)) for size in sizes]
        truth = 3 + 11 / 3
        told = ratio(*sums_of(clusters))
        values = np.concatenate(clusters).astype(int).tolist()
        plain = mean(sum(values), sum(value**2 for value in values), len(values))
        assert told["mean"] == plain["mean"]
        assert None not in (told["low"], told["high"], plain["low"], plain["high"])
        inside += told["low"] <= truth <= told["high"]  # type: ignore[operator]
        plain_inside += plain["low"] <= truth <= plain["high"]  # type: ignore[operator]
    assert 365 <= inside <= 393
    assert plain_inside < 300


def test_ratios_without_a_value_or_of_one() -> None:
    assert ratio(0, 0, 0, 0, 0)["mean"] is None
    assert ratio(4, 1, 16, 4, 1) == mean(4, 16, 1)
    with pytest.raises(ValueError, match="no clusters"):
        ratio(10, 2, 0, 10, 2)
