"""Paired counters: what a variant changes, deal by deal, against slow sums and known effects."""

import json
import math
import threading
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.intervals import mean
from simulate import besi, run
from simulate.besi_count import ROW
from simulate.catalogue import change, load
from simulate.groups import GROUPS
from simulate.paired import Measures, Paired, run_paired
from simulate.rules import Game

SEED = 11


def plan(game: Game, player: str = "random") -> besi.Plan:
    seats = game.besi.seats
    return besi.prepare(game, (player,) * seats, ("highest-first",) * seats)


def plans(game_id: str, *variants: str, player: str = "random") -> list[besi.Plan]:
    """A game's plan and those of its variants, each a single change."""
    game = load(game_id)
    return [plan(game, player), *(plan(change(game, [variant]), player) for variant in variants)]


def slow_measures(row: list[list[int]]) -> list[int]:
    """A deal's measures, by plain Python, from what each seat brought home."""
    seats = [dict(zip(ROW, fields, strict=True)) for fields in row]
    points = [seat["points"] for seat in seats]
    measures = [*points, sum(points)]
    measures.append((len(points) - 1) * points[0] - sum(points[1:]))
    measures.append(seats[0]["game_value"])
    for mask in ("held", "declared"):
        for group in range(len(GROUPS)):
            measures.append(sum(seat[mask] >> group & 1 for seat in seats))
    return measures


@pytest.mark.parametrize("game_id", ["besi-double", "besi-trois"])
def test_counters_are_those_of_two_runs_compared_deal_by_deal(game_id: str) -> None:
    deals = 150
    both = plans(game_id, "must_beat=false", "hand_size=9" if game_id == "besi-double" else "besi=90")
    paired = run_paired(both, SEED, deals, threads=2)
    kept = [each.rows(SEED, 0, deals).tolist() for each in both]
    games = [[slow_measures(row) for row in rows] for rows in kept]
    assert paired.deals == deals
    for place, game in enumerate(games):
        assert paired.sums[place].tolist() == [sum(values) for values in zip(*game, strict=True)]
        assert paired.squares[place].tolist() == [
            sum(v * v for v in values) for values in zip(*game, strict=True)
        ]
    for place, game in enumerate(games[1:]):
        changes = [[b - a for a, b in zip(*two, strict=True)] for two in zip(games[0], game, strict=True)]
        columns = list(zip(*changes, strict=True))
        assert paired.change_sums[place].tolist() == [sum(column) for column in columns]
        assert paired.change_squares[place].tolist() == [sum(v * v for v in column) for column in columns]
        differing = sum(before != after for before, after in zip(kept[0], kept[1 + place], strict=True))
        assert 0 < paired.changed[place] == differing


@pytest.mark.parametrize("game_id", ["besi-double", "besi-trois", "besi-quatre", "rubicon"])
def test_each_game_is_counted_as_a_run_by_itself_counts_it(game_id: str) -> None:
    both = plans(game_id, "brisque_points=0")
    paired = run_paired(both, SEED, 200, threads=1)
    measures = paired.measures
    for place, each in enumerate(both):
        totals = each.play(SEED, 0, 200)
        by_seat = paired.sums[place, : totals.seats], paired.squares[place, : totals.seats]
        assert by_seat[0].tolist() == totals.part_sums[:, 0].tolist()
        assert by_seat[1].tolist() == totals.part_squares[:, 0].tolist()
        assert paired.sums[place, measures.lead] == totals.lead_sum
        assert paired.squares[place, measures.lead] == totals.lead_square
        assert paired.sums[place, measures.game_value] == totals.game_sum
        assert paired.squares[place, measures.game_value] == totals.game_square
        assert (totals.game_square > 0) == (game_id == "rubicon")
        for group in range(len(GROUPS)):
            for at, seats in (
                (measures.held(group), totals.held_seats[group]),
                (measures.declared(group), totals.declared_seats[group]),
            ):
                assert paired.sums[place, at] == sum(k * times for k, times in enumerate(seats))
                assert paired.squares[place, at] == sum(k * k * times for k, times in enumerate(seats))


def test_deals_kept_by_themselves_leave_nothing_behind() -> None:
    """A thread plays blocks of both kinds on the same table."""
    same = plan(load("rubicon"))
    rows = same.rows(SEED, 0, 20)
    assert same.play(SEED, 20, 20) == plan(load("rubicon")).play(SEED, 20, 20)
    assert (same.rows(SEED, 0, 20) == rows).all()


@pytest.mark.parametrize("player", ["random", "club"])
def test_ten_points_more_for_a_brisque_are_eighty_a_pack_in_every_deal(player: str) -> None:
    paired = run_paired(plans("besi-double", "brisque_points=20", player=player), SEED, 100, threads=1)
    together, packs = paired.measures.all_points, 2
    assert paired.change_sums[0, together] == 100 * 80 * packs
    assert paired.change_squares[0, together] == 100 * (80 * packs) ** 2
    assert paired.changed[0] == 100
    seats = paired.change_squares[0, :2]
    assert all(
        100 * square > total**2 for square, total in zip(seats, paired.change_sums[0, :2], strict=True)
    )


def test_multiplied_points_are_twice_as_many_and_nothing_else_changes() -> None:
    paired = run_paired(plans("besi-trois", "point_multiplier=2"), SEED, 100, threads=1)
    points = paired.measures.game_value
    assert paired.change_sums[0, :points].tolist() == paired.sums[0, :points].tolist()
    assert paired.change_squares[0, :points].tolist() == paired.squares[0, :points].tolist()
    assert not paired.change_squares[0, points:].any()


def test_what_matters_only_in_a_match_changes_nothing() -> None:
    paired = run_paired(plans("besi-double", "target=1500", "win_at_once=false"), SEED, 100, threads=1)
    assert not paired.change_squares.any()
    assert not paired.changed.any()


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_and_blocks_change_nothing(threads: int) -> None:
    both = plans("besi-double", "lower_after_higher=false")
    one = run_paired(both, SEED, 700, threads=1)
    assert json.dumps(run_paired(both, SEED, 700, threads).to_json()) == json.dumps(one.to_json())


class MadeUpPlan:
    """A plan without cards: rows that depend on rules, seed and deal only."""

    def __init__(self, variant: str = "", after: Callable[[int], None] = lambda first: None) -> None:
        self.game = change(load("besi-simple"), [variant] if variant else [])
        self.players = ("club", "random")
        self.orders = ("highest-first",) * 2
        self._after = after

    def rows(self, seed: int, first: int, count: int) -> Any:
        self._after(first)
        salt = int(self.game.rules_hash[:8], 16)
        deals = np.arange(first, first + count)[:, None, None]
        mixed = (deals * 2654435761 + seed * 40503 + salt + np.arange(2 * len(ROW)).reshape(2, -1) * 977) >> 7
        return (mixed % 512).astype(np.int64)


def made_up(variant: str = "figures=true", seed: int = SEED, deals: int = 3000) -> Paired:
    return Paired.of_rows([MadeUpPlan(v).rows(seed, 0, deals) for v in ("", variant)])


def interrupt(deals: int = 3000) -> run.Interrupted:
    """A run stopped half-way."""
    stop = threading.Event()
    after = MadeUpPlan("figures=true", lambda first: stop.set() if first > 500 else None)
    with pytest.raises(run.Interrupted) as caught:
        run_paired([MadeUpPlan(), after], SEED, deals, 2, stop=stop)
    return caught.value


@pytest.fixture
def _kept_runs(runs_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "LARGEST_BLOCK", 128)
    assert not runs_folder.exists()


@pytest.mark.usefixtures("_kept_runs")
def test_an_interrupted_comparison_is_resumed_to_the_same_bytes(runs_folder: Path) -> None:
    error = interrupt()
    assert error.kept
    assert 0 < error.done < 3000
    notes: list[str] = []
    begun: list[int] = []
    resumed = [MadeUpPlan("", begun.append), MadeUpPlan("figures=true")]
    paired = run_paired(resumed, SEED, 3000, 1, note=notes.append)
    assert json.dumps(paired.to_json()) == json.dumps(made_up().to_json())
    assert min(begun) == error.done
    assert notes == [f"resuming an interrupted run after {error.done:,} of 3,000 deals"]
    assert list(runs_folder.iterdir()) == []


@pytest.mark.usefixtures("_kept_runs")
@pytest.mark.parametrize("other", ["variant", "baseline", "more", "seed", "orders", "swapped"])
def test_another_comparison_never_continues_this_one(other: str) -> None:
    interrupt()
    variant = "quinte=90" if other == "variant" else "figures=true"
    begun: list[int] = []
    chosen = [MadeUpPlan("besi=50" if other == "baseline" else "", begun.append), MadeUpPlan(variant)]
    if other == "more":
        chosen.append(MadeUpPlan("quinte=90"))
    if other == "orders":
        chosen[1].orders = ("highest-first", "lowest-first")
    if other == "swapped":
        chosen = [MadeUpPlan("figures=true", begun.append), MadeUpPlan()]
    seed = 12 if other == "seed" else SEED
    paired = run_paired(chosen, seed, 3000, 2)
    assert min(begun) == 0
    assert paired == Paired.of_rows([each.rows(seed, 0, 3000) for each in chosen])


@given(st.lists(st.integers(0, 60), max_size=6), st.integers(2, 4), st.integers(1, 3))
def test_merging_is_exact_wherever_the_deals_are_cut(cuts: list[int], seats: int, variants: int) -> None:
    words = np.random.default_rng(seats).integers(-3000, 3000, (1 + variants, 60, seats, len(ROW)))
    ends = [0, *sorted(cuts), 60]
    merged = Paired.zero(seats, variants)
    for first, end in pairwise(ends):
        merged = merged + Paired.of_rows(list(words[:, first:end]))
    whole = Paired.of_rows(list(words))
    assert merged == whole
    assert merged.measures == Measures(seats)
    assert Paired.from_json(json.loads(json.dumps(merged.to_json()))) == whole


def test_squares_stay_exact_beyond_64_bits() -> None:
    large = 4_000_000_007
    rows = [np.zeros((3, 2, len(ROW)), np.int64) for _ in range(2)]
    rows[1][:, 0, 0] = large
    paired = Paired.of_rows(rows)
    assert paired.change_squares[0, 0] == 3 * large**2 > 2**63
    assert type(paired.change_squares[0, 0]) is int


def test_counters_of_different_games_cannot_be_added() -> None:
    with pytest.raises(ValueError, match="different games"):
        Paired.zero(2, 1) + Paired.zero(3, 1)


@pytest.mark.parametrize(
    "damage",
    [
        lambda saved: saved.pop("changed"),
        lambda saved: saved.__setitem__("luck", 1),
        lambda saved: saved.__setitem__("deals", 3.0),
        lambda saved: saved.__setitem__("changed", [1, 2]),
        lambda saved: saved.__setitem__("sums", 7),
        lambda saved: saved["sums"].pop(),
        lambda saved: saved["squares"][0].pop(),
        lambda saved: saved["change_sums"][0].__setitem__(3, 0.5),
        lambda saved: saved["change_sums"][0].__setitem__(3, None),
    ],
)
def test_damaged_counters_are_refused(damage: Callable[[Any], Any]) -> None:
    saved = made_up(deals=20).to_json()
    assert Paired.from_json(saved) == made_up(deals=20)
    damage(saved)
    with pytest.raises(ValueError, match="paired counters"):
        Paired.from_json(saved)


def half_widths(paired: Paired, place: int) -> tuple[float, float]:
    """Half the interval of a mean change: from the differences, and as if the runs were independent."""
    change = mean(paired.change_sums[0, place], paired.change_squares[0, place], paired.deals)
    before, after = (mean(paired.sums[i, place], paired.squares[i, place], paired.deals) for i in (0, 1))
    reach = change["high"] - change["mean"]
    return reach, math.hypot(before["high"] - before["mean"], after["high"] - after["mean"])


def test_intervals_of_changes_cover_and_halved_ones_do_not() -> None:
    """A turned-up seven, 1 in 8, brings the dealer 20 more: 2.5 a deal in the long run.

    Band: 4.5 binomial standard errors around 95 % of 400 samples.
    """
    both, samples, size, truth = plans("besi-double", "turned_seven_points=30"), 400, 300, 20 / 8
    covered = covered_by_half = 0
    for sample in range(samples):
        rows = [each.rows(SEED, sample * size, size) for each in both]
        paired = Paired.of_rows(rows)
        change = mean(paired.change_sums[0, 1], paired.change_squares[0, 1], size)
        reach, apart = half_widths(paired, 1)
        covered += abs(change["mean"] - truth) <= reach
        covered_by_half += abs(change["mean"] - truth) <= reach / 2
        assert apart > 3 * reach
        assert not paired.change_squares[0, 0]
    allowed = 4.5 * math.sqrt(0.95 * 0.05 / samples)
    assert abs(covered / samples - 0.95) < allowed
    assert abs(covered_by_half / samples - 0.95) > allowed, "the check couldn't fail"


def test_pairing_narrows_the_interval() -> None:
    """What `lower_after_higher` costs sensible players: three times narrower than by two runs apart."""
    paired = run_paired(
        plans("besi-double", "lower_after_higher=false", player="club"), SEED, 5000, threads=2
    )
    together = paired.measures.all_points
    reach, apart = half_widths(paired, together)
    assert apart > 3 * reach
    change = mean(paired.change_sums[0, together], paired.change_squares[0, together], paired.deals)
    assert change["high"] < 0
