"""The search for an order: it finds what reason knows to be best, and doesn't flatter what it finds."""

import threading
from pathlib import Path

import numpy as np
import pytest

from simulate.candidates import Candidate
from simulate.duel import measure
from simulate.forked import Contest
from simulate.gains import Gains
from simulate.optimise import Found, search
from simulate.race import SEARCH_FROM, Course, Effort, deals_of_race, is_clear
from simulate.rules import Game
from simulate.run import Interrupted
from tests.agreement import rules_with
from tests.test_contest import game_of

SEED = 2
QUINTE = ("trump-marriage", "trump-quinte")
NO_GROUPS = dict.fromkeys(
    ("marriage", "besi", "besi_double", "four_aces", "four_kings", "four_queens", "four_jacks", "quinte")
)
# Nothing counts but the two groups of trumps, and the marriage is lost once the quinte was declared.
# Its 240 then 250 beat 250 alone wherever another turn is still to come.
OBVIOUS = rules_with(
    "besi-double", **NO_GROUPS, trump_marriage=240, trump_quinte=250, lower_after_higher=False
)
# Everything is laid down at once and nothing bars anything: all orders that declare play alike.
ALIKE = rules_with("besi-double", lay_down_all=True)
PLAYERS = ("club", "club")


def found_in(game: Game, threads: int = 1, **extra) -> Found:
    found = search(game, PLAYERS, SEED, Effort(60, 240), threads, **extra)
    found.forget()
    return found


def test_the_order_that_must_be_best_is_found() -> None:
    found = found_in(game_of(OBVIOUS))
    ((pair, least),) = found.candidate.ahead
    assert pair == QUINTE
    assert least <= 12
    gains = measure(game_of(OBVIOUS), PLAYERS, [found.candidate.order("found")], SEED, 600, 1)
    assert is_clear(gains)


def test_where_all_orders_are_alike_nothing_is_found_and_nothing_gained() -> None:
    found = found_in(game_of(ALIKE))
    assert found.candidate == Candidate()
    assert sum(race.rounds[0].candidates for race in found.races) > 300
    for race in found.races:
        assert race.gains is not None
        assert not race.gains.sums.any()
        assert not race.gains.squares.any()


def test_neither_threads_nor_an_interruption_change_what_is_found(runs_folder: Path) -> None:
    game = game_of(OBVIOUS)
    whole = found_in(game)
    assert found_in(game, threads=2).candidate == whole.candidate
    told: list[str] = []
    for limit in (100, 700):
        stop = threading.Event()

        def progress(done: int, stop: threading.Event = stop, limit: int = limit) -> None:
            if done >= limit:
                stop.set()

        with pytest.raises(Interrupted) as interrupted:
            found_in(game, progress=progress, stop=stop, note=told.append)
        assert interrupted.value.kept
        assert str(interrupted.value) == f"interrupted after {interrupted.value.done:,} deals"
    resumed = found_in(game, note=told.append)
    assert len([line for line in told if "resuming" in line]) == 2
    assert (resumed.candidate, resumed.deals) == (whole.candidate, whole.deals)
    for one, other in zip(resumed.races, whole.races, strict=True):
        assert one._replace(gains=None) == other._replace(gains=None)
        assert one.gains == other.gains
    assert not list(runs_folder.glob("*.json"))


def test_a_search_is_kept_until_it_is_forgotten(runs_folder: Path) -> None:
    def searched(told: list[int]) -> Found:
        return search(game_of(OBVIOUS), PLAYERS, SEED, Effort(60, 240), 1, progress=told.append)

    first: list[int] = []
    again: list[int] = []
    found = searched(first)
    kept = searched(again)
    assert first
    assert not again, "the deals of a search that was over were played again"
    assert (kept.candidate, kept.deals) == (found.candidate, found.deals)
    kept.forget()
    assert not list(runs_folder.glob("*.json"))


def test_no_deal_is_played_twice_in_a_search_nor_where_gains_are_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[tuple[int, int]] = []

    def changes(self: Contest, seed: int, first: int, count: int) -> np.ndarray:
        played.append((first, count))
        return np.ones((self._candidates, count), np.int64)

    monkeypatch.setattr(Contest, "changes", changes)
    found = found_in(game_of(OBVIOUS))
    deals = [first + place for first, count in played for place in range(count)]
    assert len(set(deals)) == len(deals) == found.deals
    assert min(deals) == SEARCH_FROM > 10**12


def test_half_goes_on_each_round_and_the_winner_plays_the_last_one_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worth = {Candidate.of({QUINTE: draws}): -abs(draws - 9) for draws in range(1, 25)}

    def changes(self: Contest, seed: int, first: int, count: int) -> np.ndarray:
        assert self._candidates == len(racing[0])
        values = [[worth[candidate]] * count for candidate in racing[0]]
        racing[0] = sorted(racing[0], key=lambda candidate: -worth[candidate])[: (len(racing[0]) + 1) // 2]
        return np.array(values)

    racing = [list(worth)]
    monkeypatch.setattr(Contest, "changes", changes)
    effort = Effort(10, 40)
    course = Course(game_of(OBVIOUS), PLAYERS, SEED, effort, 1, None, None, print)
    race = course.race("all", Candidate(), list(worth))
    assert [tuple(each) for each in race.rounds] == [(24, 10), (12, 20), (6, 40), (3, 40), (2, 40), (1, 40)]
    assert sum(each.deals for each in race.rounds) == deals_of_race(24, effort) == course.deals
    assert race.winner == Candidate.of({QUINTE: 9})
    assert not race.replaced, "it is as good as the order that stands, and not better"


@pytest.mark.parametrize(
    ("values", "sign", "clear"),
    [
        ([1] * 10, 1, True),
        ([-1] * 10, 1, False),
        ([-1] * 10, -1, True),
        ([0] * 10, 1, False),
        ([3, -2, 3, -2], 1, False),
        # Mean 1, standard error 1/2.
        ([0, 2, 0, 2, 1], 1, True),
        ([-1, 3, -1, 3], 1, False),
    ],
)
def test_what_is_clear(values: list[int], sign: int, clear: bool) -> None:
    mean, error = np.mean(values), np.std(values, ddof=1) / len(values) ** 0.5
    assert is_clear(Gains.of(np.array([values])), sign) is clear is bool(sign * mean > 2 * error)
