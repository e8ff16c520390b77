"""What only a match looks at, turned, changes matches of the same cards, and the right way."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from simulate.match_rules import CAUSES
from simulate.matches import Played, play_matches
from simulate.rules import BesiRules
from tests.agreement import rules_with
from tests.match_games import table_of

SEED, MATCHES = 20, 1500


@cache
def matches_of(rules: BesiRules) -> Played:
    """Matches of the same cards by any rules, by sensible players."""
    return play_matches(table_of(rules, "club"), SEED, (0, 0), 0, MATCHES)


def ended_by(cause: str, rules: BesiRules) -> NDArray[np.bool_]:
    return matches_of(rules).causes == CAUSES.index(cause)


def same_winner(one: BesiRules, other: BesiRules) -> NDArray[np.bool_]:
    return matches_of(one).winners == matches_of(other).winners


SIMPLE = rules_with("besi-simple")


def test_target_twice_as_far_takes_every_match_as_many_deals_or_more() -> None:
    """The same deals go on: none ends sooner, most later, about twice as many deals."""
    far = rules_with("besi-simple", target=1000)
    near, longer = matches_of(SIMPLE).deals, matches_of(far).deals
    assert (longer >= near).all()
    assert (longer > near).mean() > 0.9
    assert 1.7 < longer.sum() / near.sum() < 2.4


def test_outright_groups_end_matches_sooner_and_for_who_declares_them() -> None:
    """With besi outright nearly every match ends by it; without, a match ends by none of 40 points."""
    besi = rules_with("besi-simple", outright=("besi",))
    none = rules_with("besi-simple", outright=())
    assert (matches_of(besi).deals <= matches_of(none).deals).all()
    assert ended_by("besi", besi).mean() > 0.5
    assert not ended_by("besi", none).any()
    assert (matches_of(besi).deals == 1).mean() > 10 * (matches_of(none).deals == 1).mean()


def test_win_at_once_changes_winners_but_no_matchs_number_of_deals() -> None:
    """Who is at the target in play is at it in the final count too, where somebody may have more."""
    at_once = rules_with("besi-double")
    after = rules_with("besi-double", win_at_once=False)
    assert (matches_of(at_once).deals == matches_of(after).deals).all()
    assert ended_by("count", after).all()
    assert 0.3 < ended_by("points", at_once).mean() < 0.9
    same = same_winner(at_once, after)
    assert same[ended_by("count", at_once)].all()
    assert 0.01 < 1 - same.mean() < 0.3


def test_count_as_taken_changes_winners_but_no_matchs_number_of_deals() -> None:
    """Who is at the target by brisques as he takes them is so in the end; unless a group comes first."""
    taken, counted = SIMPLE, rules_with("besi-simple", count_as_taken=False)
    assert (matches_of(taken).deals == matches_of(counted).deals).all()
    assert not ended_by("taken", counted).any()
    assert 0.2 < ended_by("taken", taken).mean() < 0.6
    assert ended_by("count", counted).sum() > ended_by("count", taken).sum()
    same = same_winner(taken, counted)
    assert same[ended_by("count", taken)].all()
    assert 0.01 < 1 - same.mean() < 0.3
