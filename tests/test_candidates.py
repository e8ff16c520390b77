"""The orders that a search tries: what each change does, and that nothing the search needs is missing."""

from itertools import combinations, permutations

import pytest

from simulate.candidates import (
    Candidate,
    joined,
    neighbours,
    nested_pairs,
    pool,
    thresholds,
    valued_groups,
    without_one,
)
from simulate.catalogue import load
from simulate.orders import NESTED, Phase, named_order
from tests.agreement import BESI_GAMES, plan_for, rules_with

QUINTE, DOUBLE = ("trump-marriage", "trump-quinte"), ("besi", "besi-double")
RULES = rules_with("besi-double", lower_after_higher=False)


def test_a_candidate_becomes_phases_in_which_ever_fewer_pairs_are_ahead() -> None:
    candidate = Candidate.of({QUINTE: 5, DOUBLE: 7, ("four-jacks", "besi"): 1})
    always = (("four-jacks", "besi"),)
    assert candidate.order("x").phases == (
        Phase(7, ahead=(QUINTE, DOUBLE, *always)),
        Phase(5, ahead=(QUINTE, *always)),
        Phase(0, ahead=always),
    )
    assert Candidate().order("x").phases == named_order("highest-first").phases
    assert Candidate.of({DOUBLE: 7, QUINTE: 5}) == Candidate.of({QUINTE: 5, DOUBLE: 7})


def test_late_highest_is_among_the_candidates_as_it_is_named() -> None:
    for draws in (1, 6, 24):
        candidate = Candidate.of(dict.fromkeys(nested_pairs(RULES), draws))
        assert candidate in pool(RULES, {})
        plays = [
            plan_for(RULES, ("club", "club"), (order,) * 2).rows(3, 0, 200).tolist()
            for order in (candidate.order("x"), f"late-highest:{draws}")
        ]
        assert plays[0] == plays[1]


def test_the_pool_has_every_subset_of_pairs_with_its_own_draws_and_the_named_orders() -> None:
    least = {QUINTE: 5, DOUBLE: 7, ("marriage", "quinte"): 3}
    candidates = pool(RULES, least)
    for size in (1, 2, 3):
        for pairs in combinations(least, size):
            assert Candidate.of({pair: least[pair] for pair in pairs}) in candidates
    assert {candidate.rest for candidate in candidates} == {"highest", "lowest", "fragile", "none"}
    assert len(set(candidates)) == len(candidates)
    assert len(thresholds(RULES, QUINTE)) == RULES.draws


def test_a_trump_marriage_lies_in_a_plain_quinte_only_where_there_is_no_turn_up() -> None:
    odd = ("trump-marriage", "quinte")
    with_it = [game for game in BESI_GAMES if odd in nested_pairs(load(game).besi)]
    assert with_it == ["besi-borgne-2", "besi-borgne-2-double", "besi-borgne-3", "besi-borgne-4", "rubicon"]
    assert set(nested_pairs(load("rubicon").besi)) == set(NESTED)


def test_neighbours_differ_in_one_pair_and_reach_every_pair_that_the_highest_first_puts_otherwise() -> None:
    standing = Candidate.of({QUINTE: 5})
    found = neighbours(RULES, standing)
    for candidate in found:
        before, after = dict(standing.ahead), dict(candidate.ahead)
        assert sum(before.get(pair) != after.get(pair) for pair in before | after) == 1
    assert Candidate() in found
    assert {Candidate.of({QUINTE: draws}) for draws in (1, 3, 4, 6, 7, 9)} <= set(found)
    groups = valued_groups(RULES)
    pairs = {pair for candidate in found for pair, _ in candidate.ahead}
    assert pairs == {(inner, outer) for outer, inner in combinations(groups, 2)}
    pairs = {
        pair for candidate in neighbours(RULES, Candidate(rest="fragile")) for pair, _ in candidate.ahead
    }
    assert pairs == set(permutations(groups, 2))


def test_joined_changes_are_all_made_and_a_pair_taken_out_stays_out() -> None:
    standing = Candidate.of({QUINTE: 5})
    more, moved, less = Candidate.of({QUINTE: 5, DOUBLE: 7}), Candidate.of({QUINTE: 6}), Candidate()
    assert joined(standing, [more, moved]) == [Candidate.of({QUINTE: 6, DOUBLE: 7})]
    both = Candidate.of({DOUBLE: 7})
    assert joined(standing, [more, less]) == [both]
    third = Candidate.of({QUINTE: 5, ("besi", "four-jacks"): 1})
    assert Candidate.of({DOUBLE: 7, ("besi", "four-jacks"): 1}) in joined(standing, [more, less, third])
    assert joined(standing, [more]) == []


@pytest.mark.parametrize("pairs", [{}, {QUINTE: 5}, {QUINTE: 5, DOUBLE: 7}])
def test_one_pair_less(pairs: dict[tuple[str, str], int]) -> None:
    found = without_one(Candidate.of(pairs))
    assert found == [
        Candidate.of({key: value for key, value in pairs.items() if key != left_out}) for left_out in pairs
    ]
