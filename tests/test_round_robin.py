"""Everyone against everyone: the contract's formulas, counted again deal by deal by the readable engine."""

import json
import math
import threading
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.intervals import mean
from analysis.round_robin import Contested, round_robin
from simulate import besi, run
from simulate.besi_count import ROW
from simulate.besi_table_value import settle
from simulate.catalogue import change, load
from simulate.round_robin import RoundRobin, Schedule, run_round_robin, schedule
from simulate.rules import Game
from simulate.streams import STREAM_VERSION
from tests.agreement import Readable

SEED = 11
Contestant = tuple[str, str]


def contestants_of(orders: Sequence[str] = (), players: Sequence[str] = ()) -> list[Contestant]:
    return [(player, order) for player in players or ["club"] for order in orders or ["highest-first"]]


def played(
    game: Game, contestants: Sequence[Contestant], deals: int, threads: int = 1
) -> tuple[Schedule, RoundRobin]:
    """The schedule and the counters of a round robin."""
    scheduled = schedule(contestants, game.besi.seats, game.besi.teams)
    plans = []
    for seating in scheduled.seatings:
        players, orders = zip(*(contestants[number] for number in seating), strict=True)
        plans.append(besi.prepare(game, players, orders))
    return scheduled, run_round_robin(plans, scheduled.contests, SEED, deals, threads)


def document_of(game: Game, names: Sequence[str], scheduled: Schedule, robin: RoundRobin) -> dict[str, Any]:
    names, seats = tuple(names), game.besi.seats
    return round_robin(
        game,
        Contested(
            robin, scheduled, names, "orders", SEED, robin.deals, ("club",) * seats, names, STREAM_VERSION
        ),
    )


def compared(game: Game, deals: int, *orders: str) -> dict[str, Any]:
    """The document of some orders compared."""
    return document_of(game, orders, *played(game, contestants_of(orders), deals))


class Told:
    """Deals as the readable engine tells them, seating by seating."""

    def __init__(self, game: Game, deals: int) -> None:
        self.game, self.deals = game, deals
        self._known: dict[tuple[Contestant, ...], list[list[dict[str, Any]]]] = {}

    def seats(self, *seating: Contestant) -> list[list[dict[str, Any]]]:
        """Points, value of the game, groups held and declared: [deal][seat]."""
        if seating not in self._known:
            players, orders = zip(*seating, strict=True)
            table = Readable(self.game.besi, players, orders)
            self._known[seating] = [self._seats(table, deal) for deal in range(self.deals)]
        return self._known[seating]

    def _seats(self, table: Readable, deal: int) -> list[dict[str, Any]]:
        counts = table.play(SEED, deal).counts
        brisques = [count.parts[1] for count in counts]
        points = [sum(count.parts) for count in counts]
        values = [0] * len(counts)
        if self.game.besi.game_value == "rubicon":
            points = [made - taken for made, taken in zip(points, brisques, strict=True)]
            value = settle(points, brisques).value
            values = [value, -value]
        return [
            {"points": made, "value": value, "held": count.held, "declared": count.declared}
            for made, value, count in zip(points, values, counts, strict=True)
        ]


def differences_for_two(told: Told, a: Contestant, b: Contestant) -> list[Fraction]:
    """D = ½[(A − B with A in seat 0) + (A − B with A in seat 1)], deal by deal."""
    both = zip(told.seats(a, b), told.seats(b, a), strict=True)
    return [
        Fraction((x[0]["points"] - x[1]["points"]) + (y[1]["points"] - y[0]["points"]), 2) for x, y in both
    ]


def differences_for_more(told: Told, a: Contestant, b: Contestant) -> list[Fraction]:
    """A in one seat and B elsewhere, averaged over the seats, minus what B gets there when all play B."""
    seats = told.game.besi.seats
    alone = [told.seats(*(a if place == seat else b for place in range(seats))) for seat in range(seats)]
    all_b = told.seats(*(b,) * seats)
    gains = [
        [alone[seat][deal][seat]["points"] - all_b[deal][seat]["points"] for seat in range(seats)]
        for deal in range(told.deals)
    ]
    return [Fraction(sum(by_seat), seats) for by_seat in gains]


def differences_of_teams(told: Told, a: Contestant, b: Contestant) -> list[Fraction]:
    """D as for two sides, a side being seats 0 and 2, or 1 and 3."""
    both = zip(told.seats(a, b, a, b), told.seats(b, a, b, a), strict=True)

    def even_less_odd(seats: list[dict[str, Any]]) -> int:
        one, two, three, four = (seat["points"] for seat in seats)
        return one + three - two - four

    return [Fraction(even_less_odd(x) - even_less_odd(y), 2) for x, y in both]


def places_of(told: Told, a: Contestant, b: Contestant) -> tuple[list[Any], list[Any]]:
    """What A brought home, and what B did, in the places that are compared: [place][deal]."""
    seats = told.game.besi.seats
    if seats == 2:
        first, second = told.seats(a, b), told.seats(b, a)
        return [[d[0] for d in first], [d[1] for d in second]], [
            [d[1] for d in first],
            [d[0] for d in second],
        ]
    all_b = told.seats(*(b,) * seats)
    mine = [
        [deal[seat] for deal in told.seats(*(a if place == seat else b for place in range(seats)))]
        for seat in range(seats)
    ]
    return mine, [[deal[seat] for deal in all_b] for seat in range(seats)]


def check_mean(found: dict[str, Any], values: Sequence[Fraction]) -> None:
    """A mean of the document is that of these values, to the last bit."""
    total, squares = sum(values, Fraction(0)), sum((v * v for v in values), Fraction(0))
    assert found == mean(total, squares, len(values), found["level"])


@pytest.mark.parametrize(
    ("game_id", "orders", "players", "deals"),
    [
        ("besi-simple", ("highest-first", "none", "lowest-first"), (), 30),
        ("besi-double", (), ("club", "random"), 12),
        ("besi-trois", ("highest-first", "lowest-first"), (), 8),
        ("besi-quatre", ("highest-first", "none"), (), 5),
        ("besigue-quatre", ("highest-first", "lowest-first", "none"), ("random",), 6),
        ("rubicon", ("highest-first", "none"), (), 4),
    ],
)
def test_the_contract_s_formulas_from_single_plays_of_the_readable_engine(
    game_id: str, orders: Sequence[str], players: Sequence[str], deals: int
) -> None:
    game = load(game_id)
    contestants = contestants_of(orders, players)
    names = orders or players
    document = document_of(game, names, *played(game, contestants, deals))
    told = Told(game, deals)
    seats = game.besi.seats
    rows = dict(zip(permutations(range(len(names)), 2), document["rows"], strict=True))
    assert document["baseline"] == names[0]
    for (first, second), row in rows.items():
        a, b = contestants[first], contestants[second]
        assert (row["name"], row["against"]) == (names[first], names[second])
        points = (differences_for_two if seats == 2 else differences_for_more)(told, a, b)
        check_mean(row["points"], points)
        check_mean(row["points_corrected"], points)
        counts = sum(d > 0 for d in points), sum(d == 0 for d in points), sum(d < 0 for d in points)
        assert tuple(row[key]["count"] for key in ("wins", "ties", "losses")) == counts
        assert {row[key]["n"] for key in ("wins", "ties", "losses")} == {deals}
        if game.besi.teams:
            check_mean(row["team"], differences_of_teams(told, a, b))
        else:
            assert row["team"] is None
        mine, theirs = places_of(told, a, b)
        if game_id == "rubicon":
            gained = [Fraction(x["value"] + y["value"], 2) for x, y in zip(*mine, strict=True)]
            check_mean(row["game_value"], gained)
            assert any(gained)
        else:
            assert row["game_value"] is None
        for group in row["groups"]:
            for quantity in ("held", "declared"):
                if group[quantity] is None:
                    assert quantity == "declared"
                    assert not game.besi.value_of(group["group"])
                    continue
                hits = [
                    [sum(group["group"] in place[deal][quantity] for place in side) for deal in range(deals)]
                    for side in (mine, theirs)
                ]
                assert group[f"{quantity}_after"]["count"] == sum(hits[0])
                assert group[f"{quantity}_before"]["count"] == sum(hits[1])
                assert group[f"{quantity}_before"]["n"] == seats * deals
                check_mean(group[quantity], [Fraction(x - y, seats) for x, y in zip(*hits, strict=True)])
    assert any(row["points"]["se"] for row in rows.values()), "nothing differed, so nothing was checked"


def test_a_schedule_seats_everyone_no_oftener_than_needed() -> None:
    two = schedule("abc", 2, teams=False)
    assert sorted(two.seatings) == [(i, j) for i in range(3) for j in range(3) if i != j]
    assert [(c.first, c.second) for c in two.contests] == list(combinations(range(3), 2))
    three = schedule("abc", 3, teams=False)
    assert len(set(three.seatings)) == len(three.seatings) == 6 * 3 + 3
    assert [(c.first, c.second) for c in three.contests] == list(permutations(range(3), 2))
    four = schedule("ab", 4, teams=True)
    assert len(set(four.seatings)) == len(four.seatings) == 2 * 4 + 2 + 2
    assert {(0, 1, 0, 1), (1, 0, 1, 0)} < set(four.seatings)
    assert not {(0, 1, 0, 1), (1, 0, 1, 0)} & set(schedule("ab", 4, teams=False).seatings)
    assert schedule("aab", 2, teams=False).seatings == ((0, 0), (0, 2), (2, 0))


@pytest.mark.parametrize("game_id", ["besi-double", "besi-trois", "besi-quatre"])
def test_an_order_against_itself_is_level_in_every_deal(game_id: str) -> None:
    game = load(game_id)
    document = compared(game, 60, "nested-first", "nested-first", "none")
    same, apart = document["rows"][0], document["rows"][1]
    assert (same["name"], same["against"]) == ("nested-first", "nested-first")
    assert (same["wins"]["count"], same["ties"]["count"], same["losses"]["count"]) == (0, 60, 0)
    zeros = [same["points"], same["points_corrected"]] + [same["team"]] * game.besi.teams
    zeros += [group[key] for group in same["groups"] for key in ("held", "declared") if group[key]]
    assert all(zero["mean"] == zero["se"] == zero["low"] == zero["high"] == 0 for zero in zeros)
    assert not same["clear"]
    assert apart["clear"], "a control that nothing could fail"


SAME_AS_HIGHEST = (
    "trump-quinte>quinte>four-aces>four-kings>four-queens>trump-marriage>besi>four-jacks>marriage>four-tens"
)


def test_a_list_that_says_the_same_is_level_in_every_deal() -> None:
    game = load("besi-simple")
    document = compared(game, 2000, "highest-first", SAME_AS_HIGHEST, "lowest-first")
    assert document["rows"][0]["ties"]["count"] == 2000
    assert document["rows"][1]["ties"]["count"] < 2000


def test_orders_cannot_differ_where_only_one_group_has_a_value() -> None:
    fours = [f"four_{rank}" for rank in ("aces", "kings", "queens", "jacks", "tens")]
    worthless = [*fours, "trump_marriage", "besi", "trump_quinte", "quinte"]
    only = change(load("besi-simple"), [f"{key}=none" for key in worthless])
    orders = ("highest-first", "lowest-first", "nested-first", "fragile-first", "late-highest:6")
    document = compared(only, 1000, *orders)
    assert all(row["ties"]["count"] == 1000 for row in document["rows"])
    both = compared(change(only, ["besi=40"]), 1000, *orders[:2])
    assert both["rows"][0]["ties"]["count"] < 1000


def test_one_way_round_is_the_other_with_its_sign_changed() -> None:
    document = compared(load("besi-double"), 200, "highest-first", "none")
    one, other = document["rows"]
    assert one["points"]["mean"] == -other["points"]["mean"] > 0
    assert one["points"]["low"] == -other["points"]["high"]
    assert (one["wins"], one["losses"], one["ties"]) == (other["losses"], other["wins"], other["ties"])
    for here, there in zip(one["groups"], other["groups"], strict=True):
        assert here["held_before"] == there["held_after"]
        assert here["held"]["mean"] == -there["held"]["mean"]


@pytest.mark.parametrize("game_id", ["besi-double", "besi-trois"])
def test_threads_and_blocks_change_nothing(game_id: str) -> None:
    contestants = contestants_of(("highest-first", "lowest-first"))
    one, two = (played(load(game_id), contestants, 700, threads)[1] for threads in (1, 2))
    assert json.dumps(one.to_json()) == json.dumps(two.to_json())


class MadeUpPlan:
    """A seating without cards: rows that depend on seed, seating and deal only."""

    def __init__(self, orders: tuple[str, ...], after: Callable[[int], None] = lambda first: None) -> None:
        self.game = load("besi-simple")
        self.players = ("club",) * len(orders)
        self.orders = orders
        self._after = after

    def rows(self, seed: int, first: int, count: int) -> Any:
        self._after(first)
        salt = int.from_bytes("".join(self.orders).encode()) % 9973
        deals = np.arange(first, first + count)[:, None, None]
        places = np.arange(2 * len(ROW)).reshape(2, -1) * 977
        return ((deals * 2654435761 + seed * 40503 + salt + places) >> 7) % 512


def made_up(after: Callable[[int], None] = lambda first: None) -> tuple[list[MadeUpPlan], Schedule]:
    scheduled = schedule("abc", 2, teams=False)
    return [MadeUpPlan(tuple("abc"[n] for n in each), after) for each in scheduled.seatings], scheduled


def interrupt(deals: int = 3000) -> run.Interrupted:
    """A run stopped half-way."""
    stop = threading.Event()
    plans, scheduled = made_up(lambda first: stop.set() if first > 500 else None)
    with pytest.raises(run.Interrupted) as caught:
        run_round_robin(plans, scheduled.contests, SEED, deals, 2, stop=stop)
    return caught.value


@pytest.mark.parametrize("other", ["", "orders", "contests", "seed"])
def test_an_interrupted_round_robin_is_resumed_to_the_same_bytes_and_no_other_one_is(
    other: str, runs_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "LARGEST_BLOCK", 128)
    error = interrupt()
    assert error.kept
    assert 0 < error.done < 3000
    begun: list[int] = []
    plans, scheduled = made_up(begun.append)
    contests = scheduled.contests[:-1] if other == "contests" else scheduled.contests
    if other == "orders":
        plans[0].orders = ("a", "d")
    seed = 12 if other == "seed" else SEED
    robin = run_round_robin(plans, contests, seed, 3000, 1)
    whole = RoundRobin.of_rows([plan.rows(seed, 0, 3000) for plan in plans], contests)
    assert json.dumps(robin.to_json()) == json.dumps(whole.to_json())
    assert begun[0] == (0 if other else error.done)
    assert len(list(runs_folder.iterdir())) == bool(other)


def test_merging_is_exact_wherever_the_deals_are_cut() -> None:
    plans, scheduled = made_up()
    rows = [plan.rows(SEED, 0, 60) for plan in plans]
    merged = RoundRobin.zero(scheduled.contests)
    for first, end in ((0, 1), (1, 1), (1, 40), (40, 60)):
        merged = merged + RoundRobin.of_rows([each[first:end] for each in rows], scheduled.contests)
    whole = RoundRobin.of_rows(rows, scheduled.contests)
    assert merged == whole
    assert RoundRobin.from_json(json.loads(json.dumps(merged.to_json()))) == whole


@pytest.mark.parametrize(
    "damage",
    [
        lambda saved: saved.pop("wins"),
        lambda saved: saved.__setitem__("luck", 1),
        lambda saved: saved.__setitem__("deals", 3.0),
        lambda saved: saved["losses"].pop(),
        lambda saved: saved.__setitem__("sums", 7),
        lambda saved: saved["squares"][0].pop(),
        lambda saved: saved["sums"][0].__setitem__(3, 0.5),
        lambda saved: [saved[name].clear() for name in ("wins", "losses", "sums", "squares")],
    ],
)
def test_damaged_counters_are_refused(damage: Callable[[Any], Any]) -> None:
    plans, scheduled = made_up()
    robin = RoundRobin.of_rows([plan.rows(SEED, 0, 20) for plan in plans], scheduled.contests)
    saved = robin.to_json()
    assert RoundRobin.from_json(saved) == robin
    damage(saved)
    with pytest.raises(ValueError, match="round robin"):
        RoundRobin.from_json(saved)


def test_corrected_intervals_hold_together_as_often_as_they_say_and_plain_ones_do_not() -> None:
    """Six pairs whose differences are fair coins: Bonferroni's band covers all at once 95 times in 100.

    The pairs are independent, so the exact chance is (1 − 0.05/6)^6 = 0.951, and 0.735 for
    plain intervals. Band: 4.5 binomial standard errors of 2000 samples.
    """
    names, samples, size = "abcd", 2000, 200
    scheduled = schedule(names, 2, teams=False)
    nothing = RoundRobin.of_rows(blank_rows(scheduled, 2), scheduled.contests)
    level = document_of(load("besi-simple"), names, scheduled, nothing)["corrected_level"]
    assert level == pytest.approx(1 - 0.05 / 6, abs=1e-15)
    rng = np.random.default_rng(SEED)
    differences = rng.integers(-40, 41, (samples, len(scheduled.contests), size)) * 5
    held = dict.fromkeys((level, 0.95), 0)
    for sample in differences:
        for at in held:
            means = [mean(int(d.sum()), int((d * d).sum()), size, at) for d in sample]
            held[at] += all(each["low"] <= 0 <= each["high"] for each in means)
    allowed = 4.5 * math.sqrt(0.95 * 0.05 / samples)
    assert abs(held[level] / samples - 0.95) < allowed
    assert held[0.95] / samples < 0.95 - allowed, "the check couldn't fail"


def blank_rows(scheduled: Schedule, deals: int) -> list[Any]:
    return [np.zeros((deals, 2, len(ROW)), np.int64) for _ in scheduled.seatings]


@pytest.mark.slow
def test_what_an_order_is_worth_is_reproduced_wholly_by_the_readable_engine() -> None:
    """Nested first against highest first at besi double: every point of 1,000 deals of sensible players."""
    deals, game = 1000, load("besi-double")
    orders = ("highest-first", "nested-first")
    document = compared(game, deals, *orders)
    nested = document["rows"][1]
    told = Told(game, deals)
    points = differences_for_two(told, ("club", "nested-first"), ("club", "highest-first"))
    check_mean(nested["points"], points)
    assert nested["losses"]["count"] == sum(d < 0 for d in points)
    assert nested["wins"]["count"] == sum(d > 0 for d in points)
    assert nested["clear"]
    assert nested["points"]["high"] < 0
