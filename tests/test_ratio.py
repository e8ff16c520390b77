"""Fieller's interval of a ratio of means, by a search over ratios, and by how often it covers."""

import numpy as np
import pytest

from analysis.ratio import ratio_of_means

Z = 1.959963984540054


def of(above: np.ndarray, below: np.ndarray) -> dict | None:
    """The ratio from the values themselves."""
    above, below = above.astype(object), below.astype(object)
    return ratio_of_means(
        (above.sum(), below.sum()), ((above**2).sum(), (below**2).sum()), (above * below).sum(), len(above)
    )


def drawn(seed: int, n: int, share: float = 0.5) -> tuple[np.ndarray, np.ndarray]:
    """Values of the same deals: the first has a part of the second's, and noise of its own."""
    random = np.random.default_rng(seed)
    below = random.integers(-20, 30, n)
    return np.rint(share * below).astype(int) + random.integers(-9, 10, n), below


def test_the_interval_holds_the_ratios_whose_difference_is_not_clear_of_0() -> None:
    above, below = drawn(1, 400)
    found = of(above, below)
    ratios = np.arange(-0.5, 1.5, 0.0005)
    rests = above[None] - ratios[:, None] * below[None]
    error = rests.std(axis=1, ddof=1) / len(above) ** 0.5
    kept = ratios[abs(rests.mean(axis=1)) <= Z * error]
    assert found is not None
    assert found["low"] == pytest.approx(kept[0], abs=0.0006)
    assert found["high"] == pytest.approx(kept[-1], abs=0.0006)
    assert found["ratio"] == above.sum() / below.sum()


def test_a_thing_is_all_of_itself_and_twice_as_much_is_2() -> None:
    _, below = drawn(2, 100)
    for times in (1, 2):
        found = of(times * below, below)
        assert found is not None
        assert (found["low"], found["ratio"], found["high"]) == pytest.approx((times, times, times))


def test_there_is_no_interval_where_the_denominator_is_not_clear_of_0() -> None:
    values = np.array([1, -1, 2, -2, 3, -2])
    assert of(values, values) is None
    assert of(np.array([3]), np.array([4])) is None
    assert ratio_of_means((0, 0), (0, 0), 0, 50) is None


def test_it_covers_the_true_ratio_as_often_as_it_says() -> None:
    hits = sum(
        found["low"] <= 0.5 <= found["high"] for found in (of(*drawn(seed, 800)) for seed in range(600))
    )
    # 570 are to be expected, with a standard deviation of 5.3.
    assert 570 - 22 <= hits <= 570 + 20


def test_impossible_sums_are_refused() -> None:
    for sums in [((5, 1), (1, 1), 1, 10), ((1, 1), (1, 1), 9, 10)]:
        with pytest.raises(ValueError, match="no 10 pairs"):
            ratio_of_means(*sums)
