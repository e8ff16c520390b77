"""The counters of a run: exact merging at any size, and files that can be trusted or are refused."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from simulate.counters import BIN_POINTS, HISTOGRAM_BINS, PARTS, Totals
from simulate.groups import GROUP_INDEX, GROUPS

SEATS = 3
BESI, MARRIAGE = GROUP_INDEX["besi"], GROUP_INDEX["marriage"]


def one_deal(points: int, holders: tuple[int, ...] = (0,), times: int = 1) -> Totals:
    """A deal, `times` over, in which every seat scores `points` in groups and some hold and declare besi."""
    arrays = {
        "part_sums": np.zeros((SEATS, len(PARTS)), np.int64),
        "part_squares": np.zeros((SEATS, len(PARTS)), np.int64),
        "held": np.zeros((SEATS, len(GROUPS)), np.int64),
        "held_seats": np.zeros((len(GROUPS), SEATS + 1), np.int64),
        "team_sums": np.zeros(2, np.int64),
        "team_squares": np.zeros(2, np.int64),
        "histogram": np.zeros((SEATS, HISTOGRAM_BINS), np.int64),
    }
    for part in (PARTS.index("points"), PARTS.index("group_points")):
        arrays["part_sums"][:, part] = points * times
        arrays["part_squares"][:, part] = points * points * times
    arrays["held"][list(holders), BESI] = times
    arrays["held_seats"][:, 0] = times
    arrays["held_seats"][BESI] = [times if k == len(holders) else 0 for k in range(SEATS + 1)]
    arrays["histogram"][:, points // BIN_POINTS] = times
    counts = {"declared": "held", "declarations": "held", "declarations_squares": "held"}
    arrays |= {name: arrays[twin].copy() for name, twin in counts.items()}
    arrays["declared_seats"] = arrays["held_seats"].copy()
    return Totals.from_arrays(deals=times, lead_sum=0, lead_square=0, **arrays)


def test_zero_is_neutral_and_knows_its_seats() -> None:
    zero, deal = Totals.zero(SEATS), one_deal(120, (1, 2))
    assert zero.seats == SEATS
    assert zero.deals == 0
    assert zero + deal == deal == deal + zero
    assert deal != zero


def test_adding_adds_every_counter() -> None:
    both = one_deal(120, (1, 2)) + one_deal(40, (1,), times=3)
    assert both.deals == 4
    assert both.part_sums[:, 0].tolist() == [240, 240, 240]
    assert both.part_squares[:, 1].tolist() == [120**2 + 3 * 40**2] * 3
    assert both.held[:, BESI].tolist() == [0, 4, 1]
    assert both.held[:, MARRIAGE].tolist() == [0, 0, 0]
    assert both.held_seats[BESI].tolist() == [0, 3, 1, 0]
    assert both.declared_seats[MARRIAGE].tolist() == [4, 0, 0, 0]
    assert both.points_histogram(2) == [0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1]


def test_adding_changes_neither_summand_and_ignores_order() -> None:
    first, second = one_deal(120), one_deal(40, (2,))
    before = first.to_json(), second.to_json()
    assert first + second == second + first
    assert (first.to_json(), second.to_json()) == before


def test_sums_stay_exact_beyond_64_bits() -> None:
    deals = 10**12
    block = one_deal(9_000, times=10**9)
    total = one_deal(9_000)
    for _ in range(1000):
        total = total + block
    assert total.deals == deals + 1
    assert total.part_squares[0, 0] == 81_000_000 * (deals + 1) > 2**63
    assert Totals.from_json(json.loads(json.dumps(total.to_json()))) == total


def test_json_is_plain_and_comes_back() -> None:
    deal = one_deal(120, (0, 2)) + one_deal(30)
    saved = deal.to_json()
    text = json.dumps(saved)
    assert len(saved["histogram"][0]) == 13
    back = Totals.from_json(json.loads(text))
    assert back == deal
    assert back.histogram.shape == (SEATS, HISTOGRAM_BINS)
    assert back.histogram.dtype == np.int64
    assert type(back.part_sums[0, 0]) is int
    assert Totals.from_json(Totals.zero(2).to_json()) == Totals.zero(2)


def test_kernels_may_go_on_with_their_arrays() -> None:
    arrays = {
        name: array.copy() for name, array in vars(one_deal(50)).items() if isinstance(array, np.ndarray)
    }
    totals = Totals.from_arrays(deals=1, lead_sum=0, lead_square=0, **arrays)
    for array in arrays.values():
        array[:] = 0
    assert totals == one_deal(50)


def test_arrays_of_the_wrong_kind_are_refused() -> None:
    arrays: dict[str, Any] = {n: a for n, a in vars(one_deal(50)).items() if isinstance(a, np.ndarray)}

    def build(**changes: Any) -> Totals:
        return Totals.from_arrays(deals=1, lead_sum=0, lead_square=0, **{**arrays, **changes})

    with pytest.raises(ValueError, match="held has shape"):
        build(held=np.zeros((2, 2), np.int64))
    with pytest.raises(ValueError, match="float64"):
        build(held=np.zeros((SEATS, len(GROUPS))))
    with pytest.raises(ValueError, match="unknown: luck"):
        build(luck=np.zeros(1, np.int64))
    del arrays["team_sums"]
    with pytest.raises(ValueError, match="team_sums"):
        build()


def test_seats_must_agree() -> None:
    with pytest.raises(ValueError, match="seats"):
        Totals.zero(2) + Totals.zero(3)


def _set(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda saved: saved.__setitem__(name, value)


def _poke(name: str, row: int, column: int, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda saved: saved[name][row].__setitem__(column, value)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda saved: saved.pop("held"), "held"),
        (_set("luck", 3), "luck"),
        (_set("deals", 7.0), "deals holds 7.0"),
        (_set("deals", True), "deals holds True"),
        (_set("deals", [2]), "single numbers"),
        (_set("deals", 3), "doesn't add up to 3 deals"),
        (_set("part_sums", []), "no seats"),
        (_set("part_sums", 4), "no seats"),
        (_set("held", [[0] * 14, [0] * 14]), "held isn't of shape 3 by 14"),
        (_set("held", [0, 0, 0]), "held isn't of shape"),
        (_set("team_sums", [0]), "team_sums isn't of shape 2"),
        (_set("team_sums", [[0], [0]]), "team_sums isn't of shape 2"),
        (_set("lead_sum", -5), "lead_square is too small"),
        (_poke("held", 0, 0, "many"), "held holds 'many'"),
        (_poke("held", 0, 0, None), "held holds None"),
        (_poke("held", 0, 0, -1), "held holds -1"),
        (_poke("held", 0, 0, 1), "held and held_seats contradict"),
        (_poke("declared", 1, 4, 1), "declared and declared_seats contradict"),
        (_poke("held_seats", 2, 0, 5), "held_seats doesn't add up"),
        (_poke("part_sums", 1, 2, 10), "parts of the score"),
        (_poke("part_squares", 1, 0, 10), "part_squares is too small"),
        (_poke("declarations", 1, 4, 10), "declarations_squares is too small"),
        (_poke("histogram", 1, 0, 10), "histogram doesn't add up"),
        (_poke("histogram", 1, 0, 2**70), "beyond 64 bits"),
        (_set("histogram", [[0] * (HISTOGRAM_BINS + 1)] * SEATS), "histogram isn't of shape"),
    ],
)
def test_damaged_counters_are_refused_in_one_line(damage: Callable[[dict[str, Any]], Any], said: str) -> None:
    saved = copy.deepcopy((one_deal(120, (0, 2)) + one_deal(30)).to_json())
    damage(saved)
    with pytest.raises(ValueError, match="counters") as caught:
        Totals.from_json(saved)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("saved", [None, [], 3, "counters"])
def test_what_is_no_table_is_refused(saved: Any) -> None:
    with pytest.raises(ValueError, match="not a table"):
        Totals.from_json(saved)


def test_counters_load_without_numba() -> None:
    code = "import sys, simulate.counters; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
