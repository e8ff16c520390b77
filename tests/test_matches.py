"""Matches counted: any threads, any interruption, who leads, who is alike, what adds up."""

import threading
from pathlib import Path

import numpy as np
import pytest

from simulate.match_rules import CAUSES
from simulate.match_scores import BATCHES, DealCounts, grid_of, run_deals
from simulate.matches import ANY, AT_ONCE, MatchCounts, Played, play_matches, run_matches
from simulate.run import Interrupted
from tests.agreement import rules_with
from tests.match_games import table_of

SEED = 4
SIMPLE = rules_with("besi-simple", target=200)
TROIS = rules_with("besi-trois", target=400)


def test_counters_of_matches_by_hand() -> None:
    """Three numbers of two leaders each: who won, from where, by what, in how many deals."""
    points, count = CAUSES.index("points"), CAUSES.index("count")
    played = Played(
        winners=np.array([[0, 1, 0], [0, 0, 1]]),
        causes=np.array([[points, count, count], [points, points, count]]),
        deals=np.array([[1, 2, 3], [1, 4, 70]]),
    )
    counts = MatchCounts.of_played(played, sides=2, distinct=2)
    assert counts.matches == counts.deals == 3
    assert counts.side_wins.tolist() == [[0, 2, 1], [1, 2, 0]]
    assert counts.wins.tolist() == [[[1, 2], [1, 2]], [[2, 1], [2, 1]]]
    assert counts.place_wins.tolist() == [[1, 1, 1], [1, 1, 1]]
    assert (counts.lead_sum, counts.lead_square) == (0, 8)
    assert counts.lengths[1].tolist() == [2, 0, 1]
    assert counts.lengths[63].tolist() == [2, 1, 0]
    assert (counts.length_sum, counts.length_square) == (81, 4 + 36 + 73**2)
    assert counts.ends[points].tolist() == [1, 1, 1]
    assert counts.ends[count].tolist() == [1, 1, 1]
    assert counts.ends[ANY].tolist() == [0, 0, 3]
    assert counts.ends[AT_ONCE].tolist() == [1, 1, 1]
    first = MatchCounts.of_played(played, sides=2, distinct=1)
    assert first.place_wins.tolist() == [[1, 2], [2, 1]]
    assert first.length_sum == 6


def test_any_threads_and_any_blocks_count_the_same(runs_folder: Path) -> None:
    table, grid = table_of(SIMPLE, "club", "random"), grid_of(SIMPLE)
    one = run_matches(table, SEED, (0, 0), 300, threads=1)
    assert run_matches(table, SEED, (0, 0), 300, threads=3) == one
    parts = [
        play_matches(table, SEED, (0, 0), first, count) for first, count in ((0, 1), (1, 250), (251, 49))
    ]
    together = Played(*(np.concatenate(each, axis=1) for each in zip(*parts, strict=True)))
    assert MatchCounts.of_played(together, 2, 2) == one
    deals = run_deals(table, grid, SEED, (0, 0), 301, threads=1)
    assert run_deals(table, grid, SEED, (0, 0), 301, threads=3) == deals
    assert run_matches(table, SEED + 1, (0, 0), 300, threads=1) != one


def test_an_interrupted_run_goes_on_where_it_stopped(runs_folder: Path) -> None:
    table, grid = table_of(SIMPLE, "club", "random"), grid_of(SIMPLE)
    whole = run_matches(table, SEED, (0, 0), 400, threads=1)
    whole_deals = run_deals(table, grid, SEED, (0, 0), 400, threads=1)
    assert not list(runs_folder.glob("*"))
    for run, expected, unit in (
        (lambda **stop: run_matches(table, SEED, (0, 0), 400, threads=1, **stop), whole, "matches"),
        (lambda **stop: run_deals(table, grid, SEED, (0, 0), 400, threads=1, **stop), whole_deals, "deals"),
    ):
        stop, done = threading.Event(), []

        def stop_soon(count: int, stop: threading.Event = stop, done: list[int] = done) -> None:
            done.append(count)
            stop.set()

        with pytest.raises(Interrupted) as interruption:
            run(progress=stop_soon, stop=stop)
        assert interruption.value.kept
        assert 0 < interruption.value.done < 400
        notes: list[str] = []
        assert run(note=notes.append) == expected
        done = interruption.value.done
        assert notes == [f"resuming an interrupted run after {done} of 400 {unit}"]


@pytest.mark.parametrize(
    ("rules", "players", "scores", "distinct"),
    [
        (SIMPLE, ("club",), (0, 0), 1),
        (SIMPLE, ("club", "random"), (0, 0), 2),
        (SIMPLE, ("club",), (100, 50), 2),
        (TROIS, ("club",), (100, 100, 100), 1),
        (TROIS, ("club",), (100, 100, 50), 3),
        (rules_with("besi-quatre"), ("club", "random", "club", "random"), (0, 50), 2),
        (rules_with("besi-quatre"), ("club", "random", "random", "club"), (0, 0), 4),
        (rules_with("besi-quatre"), ("club",), (0, 50), 2),
    ],
)
def test_matches_that_repeat_themselves_are_what_playing_them_would_give(
    rules, players, scores, distinct, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where players are alike only some leaders' matches are played, the others are the same renamed."""
    table = table_of(rules, *players)
    assert table.repeats(scores) == distinct
    short = play_matches(table, SEED, scores, 0, 5)
    monkeypatch.setattr(type(table), "repeats", lambda self, scores: rules.seats)
    for found, told in zip(short, play_matches(table, SEED, scores, 0, 5), strict=True):
        assert found.tolist() == told.tolist()


def test_what_the_first_deal_does_is_what_it_does_in_matches() -> None:
    """Played as deals by themselves and as matches' first deals: of as many, about as many are won."""
    table = table_of(SIMPLE, "club", "random")
    matches = run_matches(table, SEED, (100, 150), 4000, threads=1)
    deals = run_deals(table, None, SEED, (100, 150), 4000, threads=1).together
    assert deals.wins.size == 2
    for leader in range(2):
        assert deals.first[leader].sum() <= 4000
    ended, of_matches = (table @ np.arange(3) / 8000 for table in (deals.ends[ANY], matches.lengths[1]))
    assert 0.05 < ended < 0.95
    assert abs(ended - of_matches) < 5 * np.sqrt(2 * ended * (1 - ended) / 4000)
    assert deals.first.sum() == deals.ends[: len(CAUSES)].sum(axis=0) @ np.arange(3)


def test_counters_are_read_as_they_were_written_and_damaged_ones_refused() -> None:
    counts = run_matches(table_of(TROIS, "club"), SEED, (0, 0, 0), 5, threads=1)
    saved = counts.to_json()
    assert MatchCounts.from_json(saved) == counts
    assert counts + MatchCounts.zero(3, 3, 1) == counts
    for damage in ({"wins": [[1]]}, {"side_wins": 3}, {"matches": [1]}, {"place_wins": [[1.5]]}):
        with pytest.raises(ValueError, match=r"^match counters: "):
            MatchCounts.from_json(saved | damage)
    with pytest.raises(ValueError, match="not a table of"):
        MatchCounts.from_json({"matches": 1})
    with pytest.raises(ValueError, match=r"^deal counters: "):
        DealCounts.from_json({"deals": 1, "batches": {"0": [{"shape": [1], "text": 5}]}})
    assert BATCHES == 20
