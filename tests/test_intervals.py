"""Estimates and their intervals: against scipy's, against exact coverage, and over many seeds."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import isclose, sqrt
from statistics import NormalDist, stdev
from statistics import mean as plain_mean

import numpy as np
import pytest
from scipy.stats import binom, binomtest

from analysis.intervals import clopper_pearson, frequency, mean, pooled_frequency

REPLICATIONS = 4000
Interval = Callable[[tuple[int, ...]], tuple[float, float]]


def in_standard_errors(covered: int, replications: int, level: float = 0.95) -> float:
    """How far a coverage lies from what was promised, in standard errors of the coverage."""
    return (covered / replications - level) / sqrt(level * (1 - level) / replications)


# --- frequencies -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "n"), [(0, 1), (1, 1), (0, 50), (50, 50), (1, 50), (17, 50), (3, 10**6), (999_999, 10**6)]
)
@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
def test_frequency_is_clopper_pearson(count: int, n: int, level: float) -> None:
    published = binomtest(count, n).proportion_ci(level, method="exact")
    ours = frequency(count, n, level)
    assert (ours["count"], ours["n"], ours["rate"], ours["level"]) == (count, n, count / n, level)
    assert ours["low"] == pytest.approx(published.low, rel=1e-9)
    assert ours["high"] == pytest.approx(published.high, rel=1e-9)


@pytest.mark.parametrize("count", [1, 7, 10**6, 4 * 10**11, 10**12 - 3])
def test_the_ends_leave_the_promised_tails_at_a_million_million(count: int) -> None:
    n = 10**12
    low, high = clopper_pearson(count, n)
    assert 0 < low < count / n < high < 1
    assert binom.sf(count - 1, n, low) == pytest.approx(0.025, rel=1e-3)
    assert binom.cdf(count, n, high) == pytest.approx(0.025, rel=1e-3)


@pytest.mark.parametrize("n", [1, 1000, 10**12, 10**18])
def test_no_hit_is_an_upper_bound_and_never_nothing(n: int) -> None:
    never = frequency(0, n)
    assert never["low"] == 0
    assert never["rate"] == 0
    # (1 - high)^n = 0.025, so that high is about 3.69 / n.
    assert never["high"] == pytest.approx(0.975 if n == 1 else 3.688879 / n, rel=2e-3)
    always = frequency(n, n)
    assert always["high"] == 1
    assert always["low"] == pytest.approx(1 - never["high"])


def test_nothing_tried_says_nothing() -> None:
    assert frequency(0, 0) == {"count": 0, "n": 0, "rate": None, "low": 0.0, "high": 1.0, "level": 0.95}


@pytest.mark.parametrize(
    ("count", "n", "level"), [(-1, 5, 0.95), (6, 5, 0.95), (2, 5, 0), (2, 5, 1), (2, 5, 95)]
)
def test_impossible_frequencies_are_refused(count: int, n: int, level: float) -> None:
    with pytest.raises(ValueError, match=r"count|level"):
        frequency(count, n, level)


@pytest.mark.parametrize(("n", "chance"), [(12, 0.3), (60, 0.02), (60, 0.5), (400, 0.0071), (400, 0.9)])
def test_per_seat_coverage_exactly(n: int, chance: float) -> None:
    """Every possible count weighted by its chance: Clopper and Pearson never cover less than promised."""

    def coverage(level: float) -> float:
        ends = [clopper_pearson(count, n, level) for count in range(n + 1)]
        return sum(binom.pmf(k, n, chance) for k, (low, high) in enumerate(ends) if low <= chance <= high)

    assert coverage(0.95) >= 0.95
    # The control: intervals of a lower level must be seen to promise too much.
    assert coverage(0.6) < 0.95


# --- pooled over seats -------------------------------------------------------------------


def two_seats_from_nine_cards(hit: Callable[[tuple[int, ...]], bool]) -> list[Fraction]:
    """Chances that 0, 1, 2 of two seats have a hit, by dealing three cards each from nine in every way."""
    seen: Counter[int] = Counter()
    for first in combinations(range(9), 3):
        for second in combinations([card for card in range(9) if card not in first], 3):
            seen[hit(first) + hit(second)] += 1
    return [Fraction(seen[k], sum(seen.values())) for k in range(3)]


def has_besi(hand: tuple[int, ...]) -> bool:
    """Cards 0 and 1 are queens of spades, 2 and 3 jacks of diamonds."""
    return bool({0, 1} & set(hand)) and bool({2, 3} & set(hand))


@cache
def covers_rate(interval: Interval, deals_by_seats: tuple[int, ...], rate: float) -> bool:
    low, high = interval(deals_by_seats)
    return low <= rate <= high


def pooled(deals_by_seats: tuple[int, ...]) -> tuple[float, float]:
    estimate = pooled_frequency(deals_by_seats)
    return estimate["low"], estimate["high"]


def as_if_independent(deals_by_seats: tuple[int, ...]) -> tuple[float, float]:
    seats = len(deals_by_seats) - 1
    return clopper_pearson(
        sum(k * times for k, times in enumerate(deals_by_seats)), seats * sum(deals_by_seats)
    )


def plain_normal(deals_by_seats: tuple[int, ...]) -> tuple[float, float]:
    hits = [k for k, times in enumerate(deals_by_seats) for _ in range(times)]
    seats, reach = len(deals_by_seats) - 1, 1.959964 * stdev(hits) / sqrt(len(hits))
    return (plain_mean(hits) - reach) / seats, (plain_mean(hits) + reach) / seats


def coverage(interval: Interval, chances: list[Fraction], deals: int, seed: int) -> float:
    """Coverage over many seeds, in standard errors from 95 %."""
    seats = len(chances) - 1
    rate = float(sum(k * chance for k, chance in enumerate(chances)) / seats)
    samples = np.random.default_rng(seed).multinomial(deals, [float(c) for c in chances], REPLICATIONS)
    covered = sum(covers_rate(interval, tuple(sample), rate) for sample in samples.tolist())
    return in_standard_errors(covered, REPLICATIONS)


# Two hands of four from eight cards, four of them hearts: both seats have two hearts, or neither has.
TOGETHER = [Fraction(34, 70), Fraction(0), Fraction(36, 70)]


@pytest.mark.parametrize("deals", [20, 300])
def test_pooled_coverage_with_seats_that_share_a_pack(deals: int) -> None:
    assert coverage(pooled, two_seats_from_nine_cards(has_besi), deals, seed=1) > -4
    assert coverage(pooled, TOGETHER, deals, seed=2) > -4


def test_pooled_intervals_are_no_wider_than_they_must_be() -> None:
    for chances in (two_seats_from_nine_cards(has_besi), TOGETHER):
        assert -4 < coverage(pooled, chances, 1500, seed=3) < 4


def test_control_independent_seats_are_found_out() -> None:
    assert coverage(as_if_independent, TOGETHER, 300, seed=2) < -20


@pytest.mark.parametrize("expected_hits", [0.5, 3, 10])
def test_pooled_coverage_where_hits_are_few(expected_hits: float) -> None:
    deals = 1000
    one = Fraction(expected_hits) / deals
    for chances in ([1 - one, one, Fraction(0)], [1 - one / 2, Fraction(0), one / 2], [1 - one, one, 0, 0]):
        assert coverage(pooled, [Fraction(c) for c in chances], deals, seed=4) > -4


def test_control_the_plain_normal_interval_is_found_out_where_hits_are_few() -> None:
    assert coverage(plain_normal, [Fraction(997, 1000), Fraction(3, 1000), Fraction(0)], 1000, seed=4) < -20


def test_pooled_agrees_with_the_normal_interval_where_hits_are_many() -> None:
    deals_by_seats = (612_345, 301_234, 80_011, 6_410)
    squares = sum(k * k * times for k, times in enumerate(deals_by_seats))
    per_deal = mean(sum(k * times for k, times in enumerate(deals_by_seats)), squares, 10**6)
    estimate = pooled_frequency(deals_by_seats)
    assert estimate["count"] == 301_234 + 2 * 80_011 + 3 * 6_410
    assert estimate["n"] == 3 * 10**6
    assert estimate["rate"] == estimate["count"] / estimate["n"]
    assert per_deal["low"] is not None
    assert per_deal["high"] is not None
    width = (per_deal["high"] - per_deal["low"]) / 3
    assert estimate["low"] == pytest.approx(per_deal["low"] / 3, abs=0.01 * width)
    assert estimate["high"] == pytest.approx(per_deal["high"] / 3, abs=0.01 * width)


def test_independent_seats_have_nearly_the_interval_of_independent_trials() -> None:
    """Two seats that hit by themselves, each in a fifth of deals, in exactly the expected numbers."""
    estimate, alone = pooled_frequency((640_000, 320_000, 40_000)), frequency(400_000, 2_000_000)
    assert estimate["rate"] == alone["rate"]
    assert estimate["low"] == pytest.approx(alone["low"], rel=1e-6)
    assert estimate["high"] == pytest.approx(alone["high"], rel=1e-6)


def test_no_pooled_hit_is_bounded_by_deals() -> None:
    estimate = pooled_frequency((10**12, 0, 0, 0))
    assert (estimate["count"], estimate["n"], estimate["rate"], estimate["low"]) == (0, 3 * 10**12, 0, 0)
    # Valid even if all seats should always hit together.
    assert estimate["high"] == frequency(0, 10**12)["high"] > 0
    assert pooled_frequency((0, 0, 10**6))["high"] == 1
    assert pooled_frequency((0, 0, 10**6))["low"] == pytest.approx(1 - 3.688879e-6)


def test_the_same_hits_in_every_deal_show_no_false_certainty() -> None:
    estimate = pooled_frequency((0, 1000, 0))
    assert estimate["low"] < 0.5 < estimate["high"]
    assert estimate["high"] - estimate["low"] == pytest.approx(clopper_pearson(0, 1000)[1])
    single = pooled_frequency((0, 1, 0))
    assert (single["low"], single["high"]) == (pytest.approx(0.0125), pytest.approx(0.9875))
    assert pooled_frequency((0, 0, 0))["rate"] is None


def test_pooled_at_a_million_million_deals() -> None:
    deals = 10**12
    estimate = pooled_frequency((deals - 1_000_000, 999_990, 10))
    assert estimate["rate"] == 1_000_010 / (2 * deals)
    half = (estimate["high"] - estimate["low"]) / 2
    expected = 1.959964 * sqrt(999_990 + 4 * 10) / (2 * deals)
    assert half == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize("deals_by_seats", [(5,), (-1, 3), ()])
def test_impossible_pooled_counts_are_refused(deals_by_seats: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="deals_by_seats"):
        pooled_frequency(deals_by_seats)


# --- means -------------------------------------------------------------------------------


def test_mean_of_known_values() -> None:
    values = [120, 80, 310, 0, 45, 45, 260]
    estimate = mean(sum(values), sum(v * v for v in values), len(values))
    assert estimate["n"] == 7
    assert estimate["mean"] == pytest.approx(plain_mean(values))
    assert estimate["se"] == pytest.approx(stdev(values) / sqrt(7))
    assert estimate["mean"] is not None
    assert estimate["se"] is not None
    reach = NormalDist().inv_cdf(0.975) * estimate["se"]
    assert estimate["low"] == pytest.approx(estimate["mean"] - reach)
    assert estimate["high"] == pytest.approx(estimate["mean"] + reach)


def test_mean_keeps_its_digits_and_never_overflows() -> None:
    """Half the values 10^9, half 10^9 + 1: squares near 10^30, a variance of a quarter."""
    half, high = 5 * 10**11, 10**9 + 1
    estimate = mean(half * (10**9 + high), half * (10**18 + high * high), 2 * half)
    assert estimate["mean"] == 1_000_000_000.5
    assert estimate["se"] is not None
    assert isclose(estimate["se"], 0.5 / sqrt(2 * half - 1), rel_tol=1e-12)


def test_mean_of_fractions() -> None:
    values = [Fraction(1, 3), Fraction(2, 3), Fraction(5, 2)]
    estimate = mean(sum(values, Fraction()), sum((v * v for v in values), Fraction()), 3)
    assert estimate["mean"] == pytest.approx(float(plain_mean(values)))
    assert estimate["se"] == pytest.approx(stdev(map(float, values)) / sqrt(3))


def test_too_few_values_give_no_error() -> None:
    nothing = mean(0, 0, 0)
    assert [nothing[key] for key in ("mean", "se", "low", "high")] == [None] * 4  # type: ignore[literal-required]
    single = mean(70, 4900, 1)
    assert (single["mean"], single["se"], single["low"], single["high"]) == (70, None, None, None)


@pytest.mark.parametrize(("total", "squares", "n"), [(10, 9, 5), (3, 0, 0), (0, 4, 0), (1, 1, -1)])
def test_impossible_sums_are_refused(total: int, squares: int, n: int) -> None:
    with pytest.raises(ValueError, match=r"no .* values"):
        mean(total, squares, n)


def test_coverage_of_means_with_a_control() -> None:
    """Points as skewed as a besi deal's: mostly little, now and then 500."""
    values, chances = np.array([0, 20, 40, 100, 500]), np.array([0.4, 0.3, 0.17, 0.1, 0.03])
    true_mean = float(values @ chances)
    samples = np.random.default_rng(5).multinomial(3000, chances, REPLICATIONS)

    def covered(level: float) -> int:
        hits = 0
        for total, squares in zip((samples @ values).tolist(), (samples @ values**2).tolist(), strict=True):
            estimate = mean(total, squares, 3000, level)
            assert estimate["low"] is not None
            assert estimate["high"] is not None
            hits += estimate["low"] <= true_mean <= estimate["high"]
        return hits

    assert -4 < in_standard_errors(covered(0.95), REPLICATIONS) < 4
    assert in_standard_errors(covered(0.90), REPLICATIONS) < -8
