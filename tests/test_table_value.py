"""The value of a game of Rubicon bézique: Hoffmann's examples, each case of the laws, the core's twin."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.besi_table_value import settle
from simulate.besi_value import rubicon_value
from simulate.jit import kernel

SCORES = st.integers(0, 250).map(lambda tens: 10 * tens) | st.sampled_from([990, 1000, 1010, 1090, 1100])
BRISQUES = st.integers(0, 32).map(lambda brisques: 10 * brisques)


def gained(scores: tuple[int, int], brisques: tuple[int, int]) -> int:
    return settle(scores, brisques).value


@kernel
def _core_value(first: Any, second: Any, first_brisques: Any, second_brisques: Any) -> Any:
    return rubicon_value(first, second, first_brisques, second_brisques)


@pytest.mark.parametrize(("scores", "value"), [((1510, 1240), 800), ((1550, 1520), 600), ((1320, 620), 3200)])
def test_hoffmanns_examples(scores: tuple[int, int], value: int) -> None:
    # His rubiconed loser stays below 1000 with his brisques.
    assert gained(scores, (160, 160)) == value
    assert gained(scores[::-1], (160, 160)) == -value


@pytest.mark.parametrize(
    ("scores", "brisques", "value"),
    [
        # 1: both have crossed the rubicon; brisques count for nothing.
        ((2190, 1000), (0, 320), 2100 - 1000 + 500),
        ((1090, 1010), (0, 320), 100 + 500),
        ((1100, 1090), (0, 320), 100 + 500),
        ((1300, 1000), (0, 320), 300 + 500),
        # 2: the loser crosses it by his brisques, so that both count theirs …
        ((1500, 900), (220, 100), 1700 - 1000 + 500),
        ((1500, 990), (310, 10), 1800 - 1000 + 500),
        # … and may win by them, even if the other has fewer than 1000 then …
        ((1000, 900), (50, 270), -(1100 - 1000 + 500)),
        ((930, 900), (60, 260), -(1100 - 900 + 500)),
        # … or be level.
        ((980, 960), (150, 170), 0),
        # 3: below it even so; brisques don't count, nor need the winner have crossed it.
        ((1500, 900), (230, 90), 1500 + 900 + 1300),
        ((1290, 50), (0, 320), 1200 + 100 + 1300),
        ((700, 650), (0, 320), 700 + 600 + 1300),
        ((90, 0), (0, 320), 0 + 100 + 1300),
        # 4: level without brisques, these decide …
        ((1200, 1200), (170, 150), 100 + 500),
        ((1200, 1200), (320, 0), 1500 - 1200 + 500),
        ((900, 900), (170, 150), 100 + 500),
        ((900, 900), (250, 70), 900 + 900 + 1300),
        ((50, 50), (200, 120), 0 + 100 + 1300),
        # … if they can.
        ((900, 900), (160, 160), 0),
        ((0, 0), (0, 0), 0),
    ],
)
def test_each_case_of_the_laws(scores: tuple[int, int], brisques: tuple[int, int], value: int) -> None:
    assert gained(scores, brisques) == value
    assert gained(scores[::-1], brisques[::-1]) == -value


@settings(max_examples=500, deadline=None)
@given(SCORES, SCORES, BRISQUES, BRISQUES)
def test_what_one_gains_the_other_loses_and_no_game_won_is_worth_less_than_600(
    first: int, second: int, first_brisques: int, second_brisques: int
) -> None:
    value = gained((first, second), (first_brisques, second_brisques))
    assert value == -gained((second, first), (second_brisques, first_brisques))
    assert value % 100 == 0
    assert value == 0 or abs(value) >= 600
    if first > second >= 1000 or first > second + second_brisques < 1000:
        assert value > 0


@settings(max_examples=2000, deadline=None)
@given(SCORES, SCORES, BRISQUES, BRISQUES)
def test_the_core_counts_the_same_value(
    first: int, second: int, first_brisques: int, second_brisques: int
) -> None:
    value = gained((first, second), (first_brisques, second_brisques))
    assert _core_value(first, second, first_brisques, second_brisques) == value
