"""Both engines play matches alike: the marks of a deal, who wins by what, and a deal at every score."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.besi_table_match import Won, settle_deal, sides_of
from simulate.groups import GROUP_IDS
from simulate.match_rules import by_seat
from simulate.match_scores import Batch, Grid, count_deals, grid_of
from simulate.matches import Table, play_matches
from simulate.rules import BesiRules
from tests.agreement import BESI_GAMES, rules_with
from tests.match_games import events_of, marks_of, match_rules, readable_matches, table_of

SEED = 11
SOME = settings(max_examples=15, deadline=None)
MANY = settings(max_examples=400, deadline=None)


def check_marks(rules: BesiRules, players: tuple[str, ...], deals: Sequence[int]) -> None:
    """The core's marks of some deals are what their events leave."""
    found = table_of(rules, *players).plan(0).marks(SEED, np.array(deals, np.uint64))
    told = marks_of([events_of(rules, players, SEED, deal) for deal in deals])
    assert found.marks.tolist() == told.marks.tolist()
    assert found.ends.tolist() == told.ends.tolist()


def check_matches(table: Table, scores: Sequence[int], first: int, count: int) -> None:
    """Both engines play the same matches to the same end."""
    found = play_matches(table, SEED, scores, first, count)
    told = readable_matches(table, SEED, scores, first, count)
    for name, values in told._asdict().items():
        assert getattr(found, name).tolist() == values.tolist(), (name, table.players, table.game.rules)


def at_all_scores(
    rules: BesiRules, players: tuple[str, ...], grid: Grid, leader: int, deals: range
) -> tuple[Any, Any]:
    """What deals led by a player do at each pair of scores, one pair and one deal after the other."""
    wins, brought = np.zeros((grid.size, grid.size), int), np.zeros((grid.size, grid.size), int)
    for deal in deals:
        events, going = events_of(rules, by_seat(players, leader), SEED, deal), None
        for score in range(grid.size):
            for other in range(grid.size):
                before = (score * grid.unit, other * grid.unit)
                found = settle_deal(rules, before, [seat % 2 for seat in range(rules.seats)], events)
                if isinstance(found, Won):
                    wins[score, other] += found.side == 0
                else:
                    going = (found[0] // grid.unit - score, found[1] // grid.unit - other)
        if going:
            brought[going] += 1
    return wins, brought


def check_scores(rules: BesiRules, players: tuple[str, ...], deals: range) -> None:
    """A deal counted at all scores at once is what it is at each of them."""
    table, grid = table_of(rules, *players), grid_of(rules)
    assert grid is not None
    batch: Batch = count_deals(table, grid, SEED, (0, 0), deals.start, len(deals))
    for leader in range(table.period):
        wins, brought = at_all_scores(rules, table.players, grid, leader, deals)
        summed = batch.wins[leader].cumsum(axis=0).cumsum(axis=1)
        assert (summed[:-1, :-1] == wins).all(), rules
        assert not summed[-1].any()
        assert not summed[:, -1].any()
        assert (batch.brought[leader] == brought).all(), rules


@pytest.mark.parametrize("game", BESI_GAMES)
def test_both_engines_leave_the_same_marks(game: str) -> None:
    rules = rules_with(game)
    check_marks(rules, tuple(("club", "random")[seat % 2] for seat in range(rules.seats)), [0, 5])


@pytest.mark.parametrize("game", ["besi-simple", pytest.param("besi-trois", marks=pytest.mark.slow)])
def test_both_engines_leave_the_same_marks_where_nobody_looks(game: str) -> None:
    """Where all play at random the core is compiled without what the players would see."""
    rules = rules_with(game)
    check_marks(rules, ("random",) * rules.seats, [0, 5])


@SOME
@given(match_rules(), st.integers(0, 2**40))
def test_both_engines_leave_the_same_marks_by_made_up_rules(rules: BesiRules, deal: int) -> None:
    check_marks(rules, ("club", *("random",) * (rules.seats - 1)), [deal])


# A short target, so that few deals make a match.
GAMES = {
    "besi-simple": (200, ("club", "random")),
    "besi-trois": (400, ("club", "random", "random")),
    "besi-quatre": (500, ("club", "random", "club", "random")),
    "besi-borgne-3": (300, ("random", "club", "club")),
    "besigue": (400, ("club", "club")),
}


@pytest.mark.parametrize("game", GAMES)
def test_both_engines_play_the_same_matches(game: str) -> None:
    target, players = GAMES[game]
    rules = rules_with(game, target=target)
    check_matches(table_of(rules, *players), (0,) * len(set(sides_of(rules, 0))), 3, 2)


@SOME
@given(match_rules(), st.data())
def test_both_engines_play_the_same_matches_by_made_up_rules(rules: BesiRules, data: st.DataObject) -> None:
    names = st.sampled_from(["random", "club"])
    players = ("club", *data.draw(st.tuples(*[names] * (rules.seats - 1))))
    scores = data.draw(st.tuples(*[st.integers(0, rules.target - 1)] * len(set(sides_of(rules, 0)))))
    check_matches(table_of(rules, *players), scores, data.draw(st.integers(0, 2**29)), 1)


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        ("besi-simple", {}),
        ("besi-simple", {"win_at_once": False, "target": 300}),
        ("besi-simple", {"outright": GROUP_IDS, "count_as_taken": False, "target": 155}),
        ("besi-quatre", {"target": 500, "count_as_taken": True}),
        ("besigue", {"target": 400}),
    ],
)
def test_a_deal_is_counted_at_every_score_as_it_is_at_each(game: str, changes: dict[str, Any]) -> None:
    rules = rules_with(game, **changes)
    players = tuple(("club", "random")[seat % 2] for seat in range(rules.seats))
    check_scores(rules, players, range(4, 6))


@SOME
@given(match_rules(seats=(2,)), st.integers(0, 2**30))
def test_a_deal_is_counted_at_every_score_by_made_up_rules(rules: BesiRules, deal: int) -> None:
    grid = grid_of(rules)
    if grid is not None and grid.size <= 80:
        check_scores(rules, ("club", "random"), range(deal, deal + 1))


def test_a_target_ten_off_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_with("besi-simple", target=100)
    check_scores(rules, ("random", "random"), range(2))
    monkeypatch.setattr("simulate.besi_table_match.target_of", lambda rules: rules.target + 10)
    with pytest.raises(AssertionError):
        check_scores(rules, ("random", "random"), range(2))


@pytest.mark.prove
@MANY
@given(match_rules(), st.data())
def test_engines_agree_on_matches_by_made_up_rules(rules: BesiRules, data: st.DataObject) -> None:
    names = st.sampled_from(["random", "club"])
    players = ("club", *data.draw(st.tuples(*[names] * (rules.seats - 1))))
    scores = data.draw(st.tuples(*[st.integers(0, rules.target - 1)] * len(set(sides_of(rules, 0)))))
    check_matches(table_of(rules, *players), scores, data.draw(st.integers(0, 2**29)), 1)


@pytest.mark.prove
@pytest.mark.parametrize("game", [game for game in BESI_GAMES if game != "rubicon"])
def test_engines_agree_on_matches_to_the_games_own_targets(game: str) -> None:
    rules = rules_with(game)
    players = tuple(("club", "random")[seat % 2] for seat in range(rules.seats))
    check_matches(table_of(rules, *players), (0,) * len(set(sides_of(rules, 0))), 0, 10)
