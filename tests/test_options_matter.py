"""Every rule parameter matters: turned, it changes a score or a count on the same deals, and the right way.

Most tests use `random` players, who choose among the cards by the words alone. So where a
parameter touches neither the hands nor what may be played, both runs play the same cards, and
the change is known exactly, deal by deal. What only a match looks at must change no deal here;
`tests/test_match_options.py` has what it changes.
"""

import inspect
import sys
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simulate.besi_count import ROW
from simulate.cards import RANKS, SUIT_LETTERS
from simulate.catalogue import load
from simulate.counters import Totals
from simulate.deal_log import EVENT_TRICK
from simulate.groups import GROUP_IDS, GROUP_INDEX
from simulate.rules import BesiRules
from tests import test_match_options
from tests.agreement import Core, plan_for

SEED, DEALS = 20, 4000
PARTS = ("group_points", "brisque_points", "seven_points", "last_trick_points")
FIVE_ERRORS = 5.0


_game = cache(load)


def rules_of(game: str, **changes: Any) -> BesiRules:
    """The game's rules with changes, validated."""
    return BesiRules.model_validate(_game(game).besi.model_dump() | changes)


@cache
def _played(rules: BesiRules, player: str, deals: int) -> tuple[NDArray[np.int64], Totals]:
    plan = plan_for(rules, (player,) * rules.seats)
    return plan.rows(SEED, 0, deals), plan.play(SEED, 0, deals)


def column(field: str, rules: BesiRules, deals: int = DEALS, player: str = "random") -> NDArray[np.int64]:
    """One field of every deal and seat, [deal][seat]; the deals are the same for every set of rules."""
    return _played(rules, player, deals)[0][:, :, ROW.index(field)]


def times(group_id: str, rules: BesiRules, deals: int = DEALS, player: str = "random") -> int:
    """How often all seats together declared a group."""
    return int(_played(rules, player, deals)[1].declarations[:, GROUP_INDEX[group_id]].sum())


def has(group_id: str, mask: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Where a mask of groups, as rows keep it, contains the group."""
    return (mask >> GROUP_INDEX[group_id]) & 1 == 1


def every_group_same_but(fields: tuple[str, ...], one: BesiRules, other: BesiRules) -> None:
    """Check that nothing but these fields (and the points) differs in any deal."""
    for field in {*PARTS, "held", "declared"} - set(fields):
        assert (column(field, one) == column(field, other)).all(), field


def surely_more(more: NDArray[np.int64], less: NDArray[np.int64]) -> None:
    """Check that deal by deal the seats together got more, by five standard errors."""
    gain = (more.sum(1) - less.sum(1)).astype(float)
    assert gain.mean() > FIVE_ERRORS * gain.std(ddof=1) / sqrt(len(gain))


def without(kept: str) -> tuple[str, ...]:
    """Every kind of card but those named."""
    return tuple(rank + suit for suit in SUIT_LETTERS for rank in RANKS if rank + suit not in kept.split())


DOUBLE = rules_of("besi-double")


# The pack and the table


def test_seats_share_the_same_brisques_among_more() -> None:
    """Four at besi double share its 160 points in brisques: half as many each, on average and exactly."""
    four = rules_of("besi-double", seats=4)
    assert (column("brisque_points", DOUBLE).sum(1) == 160).all()
    assert (column("brisque_points", four).sum(1) == 160).all()
    assert column("brisque_points", four).shape == (DEALS, 4)
    assert column("brisque_points", four).mean() == 40 == column("brisque_points", DOUBLE).mean() / 2


def test_teams_have_totals_and_the_partner_lays_down_too() -> None:
    """With partners the points of 0 and 2, of 1 and 3, are added up; and two hands are laid down, not one."""
    pairs = rules_of("besi-quatre")
    alone = rules_of("besi-quatre", teams=False)
    points = column("points", pairs)
    for team in (0, 1):
        assert _played(pairs, "random", DEALS)[1].team_sums[team] == points[:, [team, team + 2]].sum()
    assert not np.any(_played(alone, "random", DEALS)[1].team_sums)
    surely_more(column("group_points", pairs), column("group_points", alone))


@pytest.mark.parametrize("packs", [2, 3, 4])
def test_packs_bring_eighty_points_in_brisques_each(packs: int) -> None:
    """Every pack has four aces and four tens, all of which are taken in tricks."""
    rules = rules_of("besi-double", packs=packs)
    assert (column("brisque_points", rules).sum(1) == 80 * packs).all()


def test_removed_aces_and_tens_are_missing_from_the_brisques() -> None:
    """Two cards fewer in the pack, an ace and a ten: 20 points fewer in every deal."""
    short = rules_of("besi-double", removed=("AC", "10C"))
    assert (column("brisque_points", short).sum(1) == 140).all()


def test_hand_size_larger_hands_hold_and_score_more() -> None:
    """Twelve cards in hand make more groups than eight, though fewer are drawn."""
    large = rules_of("besi-double", hand_size=12)
    surely_more(has("besi", column("held", large)), has("besi", column("held", DOUBLE)))
    surely_more(column("group_points", large), column("group_points", DOUBLE))


# Trump and the sevens


def test_trump_from_first_marriage_makes_every_deals_first_marriage_a_trump_marriage() -> None:
    """With a turn-up a marriage may well be plain only; without one the first makes its own suit trump."""
    turned = rules_of("besi-double", seven="none")
    borgne = rules_of("besi-double", seven="none", trump_from="first-marriage")
    for rules, must in ((turned, False), (borgne, True)):
        declared = column("declared", rules)
        plain, trump = (has(group, declared).any(1) for group in ("marriage", "trump-marriage"))
        assert (plain & ~trump).any() is np.bool_(not must)
        assert plain.any()
    assert times("trump-marriage", borgne) > 2 * times("trump-marriage", turned)


QUINTES = " ".join(rank + suit for suit in SUIT_LETTERS for rank in ("A", "10", "K", "Q", "J"))


def test_trump_from_a_quinte_too_scores_the_first_as_a_trump_quinte() -> None:
    """A quinte before any marriage scores 250 for 150; without this rule it is plain and makes no trump."""
    marriage, either = (
        rules_of("rubicon", removed=4 * without(QUINTES), hand_size=12, trump_from=trump_from)
        for trump_from in ("first-marriage", "first-marriage-or-quinte")
    )
    assert times("trump-quinte", either) > times("trump-quinte", marriage)
    surely_more(column("group_points", either), column("group_points", marriage))


def test_seven_every_rule_lets_more_sevens_score_than_none_does() -> None:
    """None: only turned-up sevens; exchange: one more a deal at most; or-trick and or-declare: others too."""
    none, exchange, trick, declare = (
        column("seven_points", rules_of("besi-double", seven=rule, turned_seven_points=0)).sum(1)
        for rule in ("none", "exchange", "exchange-or-trick", "exchange-or-declare")
    )
    assert (none == 0).all()
    assert set(exchange) == {0, 10}
    assert (trick >= exchange).all()
    assert set(trick) == set(declare) == {0, 10, 20}
    assert exchange.sum() < trick.sum()
    assert exchange.sum() < declare.sum()
    assert (trick != declare).any()


def test_seven_points_doubled_double_what_sevens_score() -> None:
    """The same sevens score, each twice as much; the turned-up seven has a value of its own, here none."""
    once, twice = (rules_of("besi-double", seven_points=p, turned_seven_points=0) for p in (10, 20))
    assert (column("seven_points", twice) == 2 * column("seven_points", once)).all()
    assert column("seven_points", once).any()
    every_group_same_but(("seven_points",), once, twice)


def test_turned_seven_points_go_to_the_dealer_once_in_eight_deals() -> None:
    """Without them the dealer, and nobody else, has 10 fewer in the deals with a seven turned up."""
    without = rules_of("besi-double", turned_seven_points=0)
    lost = column("seven_points", DOUBLE) - column("seven_points", without)
    assert (lost[:, 0] == 0).all()
    assert set(lost[:, 1]) == {0, 10}
    share, error = (lost[:, 1] == 10).mean(), sqrt(1 / 8 * 7 / 8 / DEALS)
    assert abs(share - 1 / 8) < FIVE_ERRORS * error
    every_group_same_but(("seven_points",), DOUBLE, without)


# Tricks


def test_brisque_points_doubled_double_the_brisques() -> None:
    """The same cards are taken, each counting twice as much."""
    twice = rules_of("besi-double", brisque_points=20)
    assert (column("brisque_points", twice) == 2 * column("brisque_points", DOUBLE)).all()
    every_group_same_but(("brisque_points",), DOUBLE, twice)


def test_figures_add_nine_points_for_each_suit_of_each_pack() -> None:
    """King 4, queen 3, jack 2: 36 points a pack, all of which are taken in tricks."""
    game = rules_of("besi-simple")
    figures = rules_of("besi-simple", figures=True)
    more = column("brisque_points", figures) - column("brisque_points", game)
    assert (more >= 0).all()
    assert (more.sum(1) == 36).all()
    every_group_same_but(("brisque_points",), game, figures)


def test_last_trick_points_are_what_its_winner_gets() -> None:
    """50 for 10: five times as much, for the same seat."""
    fifty = rules_of("besi-double", last_trick_points=50)
    assert (column("last_trick_points", DOUBLE).sum(1) == 10).all()
    assert (column("last_trick_points", fifty) == 5 * column("last_trick_points", DOUBLE)).all()
    every_group_same_but(("last_trick_points",), DOUBLE, fifty)


def test_last_trick_at_the_talons_end_scores_once_too_but_for_others() -> None:
    """The points of a deal are the same; the trick before the last draw often has another winner."""
    talon = rules_of("besi-double", last_trick_at="talon")
    assert (column("last_trick_points", talon).sum(1) == 10).all()
    moved = (column("last_trick_points", talon) != column("last_trick_points", DOUBLE)).any(1)
    assert 0.2 < moved.mean() < 0.8
    every_group_same_but(("last_trick_points",), DOUBLE, talon)


def lost_by_the_leader(rules: BesiRules, deals: int) -> NDArray[np.int64]:
    """Of the last tricks, how many their leaders lose, [deal][0]."""
    core = Core(rules, ("random",) * rules.seats)
    lost = np.zeros((deals, 1), np.int64)
    for deal in range(deals):
        winners = [row[1] for row in core.play(SEED, deal).rows if row[0] == EVENT_TRICK]
        leaders, takers = winners[-rules.hand_size - 1 : -1], winners[-rules.hand_size :]
        lost[deal] = sum(leader != taker for leader, taker in zip(leaders, takers, strict=True))
    return lost


def test_must_beat_takes_more_of_the_last_tricks_from_their_leaders() -> None:
    """Who must beat the card led if he can wins more of those tricks than who may play any of the suit."""
    forced, free = (rules_of("besi-double", hand_size=12, must_beat=duty) for duty in (True, False))
    surely_more(lost_by_the_leader(forced, 1000), lost_by_the_leader(free, 1000))


# Declaring


FOURS = tuple(group_id for group_id in GROUP_IDS if group_id.startswith("four-"))


def test_panache_lowers_the_fours_held_and_declared() -> None:
    """Four of four suits is also four of any: nobody holds a four only by the stricter rule."""
    strict = rules_of("besi-double", panache=True)
    for four in FOURS:
        by_suits, of_any = (has(four, column("held", rules)) for rules in (strict, DOUBLE))
        assert not (by_suits & ~of_any).any()
        assert by_suits.sum() < of_any.sum()
    for four in set(FOURS) - {"four-tens"}:
        assert times(four, strict) < times(four, DOUBLE)
    surely_more(column("group_points", DOUBLE), column("group_points", strict))


def test_once_per_announcement_lowers_how_often_groups_are_declared() -> None:
    """A second besi or trump marriage no longer scores, even with fresh cards; a mark a deal at most."""
    once = rules_of("besi-double", once_per_announcement=True)
    for group in ("besi", "trump-marriage", *FOURS):
        declared = has(group, column("declared", once))
        assert times(group, once) == declared.sum()
        assert times(group, once) <= times(group, DOUBLE)
    assert times("besi", once) < times("besi", DOUBLE)
    assert times("trump-marriage", once) < times("trump-marriage", DOUBLE)
    surely_more(column("group_points", DOUBLE), column("group_points", once))


def test_lower_after_higher_forbidden_lowers_group_points() -> None:
    """Cards of a quinte make no marriage afterwards, those of a besi double no besi."""
    higher_only = rules_of("besi-trois", lower_after_higher=False)
    either = rules_of("besi-trois")
    for lower in ("besi", "marriage", "trump-marriage"):
        assert times(lower, higher_only) < times(lower, either)
    surely_more(column("group_points", either), column("group_points", higher_only))


def test_lay_down_all_raises_group_points() -> None:
    """Whoever lays down all that he has needn't win another trick for each group."""
    everything = rules_of("besi-double", lay_down_all=True)
    surely_more(column("group_points", everything), column("group_points", DOUBLE))
    every_group_same_but(("group_points", "declared"), DOUBLE, everything)


def test_redeclare_raises_how_often_a_group_is_declared() -> None:
    """A four with one card replaced scores again, where else it needs four others."""
    again = rules_of("besi-double", redeclare=True)
    for group in ("four-kings", "marriage", "besi"):
        assert times(group, again) > times(group, DOUBLE)
    surely_more(column("group_points", again), column("group_points", DOUBLE))


# Kings and queens of two suits, and few cards beside: there marriages come again and again.
COURT_RULES: dict[str, Any] = {
    "removed": 4 * without("KC QC KS QS 7D 8D 9D"),
    **dict.fromkeys(("carte_blanche", "quinte", "trump_quinte", "four_kings", "four_queens"), None),
}


def test_marriage_exception_gives_further_marriages_of_cards_already_married() -> None:
    """After two marriages of a suit each play of a married card gives one more."""
    plain, exception = (
        rules_of("rubicon", **COURT_RULES, marriage_exception=allowed) for allowed in (False, True)
    )
    more = times("marriage", exception) + times("trump-marriage", exception)
    assert more > times("marriage", plain) + times("trump-marriage", plain)
    surely_more(column("group_points", exception), column("group_points", plain))


def test_marriage_cross_gives_marriages_between_two_that_stand() -> None:
    """The king of one marriage with the queen of another of its suit, all unplayed, score once more each."""
    plain, cross = (
        rules_of("rubicon", **COURT_RULES, marriage_exception=False, marriage_cross=allowed)
        for allowed in (False, True)
    )
    more = times("marriage", cross) + times("trump-marriage", cross)
    assert more > times("marriage", plain) + times("trump-marriage", plain)
    surely_more(column("group_points", cross), column("group_points", plain))


# Values


def test_point_multiplier_multiplies_every_part_exactly() -> None:
    """The same is played and declared, all of it at twice the points."""
    once, twice = rules_of("besigue-xix-double"), rules_of("besigue-xix-double", point_multiplier=2)
    for part in ("points", *PARTS):
        assert (column(part, twice) == 2 * column(part, once)).all()
        assert column(part, once).any()
    assert (column("declared", twice) == column("declared", once)).all()


def only(group_id: str, value: int | None) -> BesiRules:
    """A game in which one group alone has a value, of four packs of so few kinds that it isn't rare."""
    values: dict[str, Any] = dict.fromkeys((other.replace("-", "_") for other in GROUP_IDS), None)
    values[group_id.replace("-", "_")] = value
    if group_id == "carte-blanche":
        return rules_of("besi-simple", packs=4, hand_size=6, **values)
    kept = (
        "QS JD AC 10C KC QC JC 9C 8C" if group_id.startswith("besi") else "AC 10C KC QC JC AS 10S KS QS JS JD"
    )
    pack = {"packs": 4, "hand_size": 16, "removed": 4 * without(kept)}
    return rules_of("besi-simple", **pack, **values)


DEALS_FOR = {"besi-triple": 20_000, "besi-quadruple": 100_000}


@pytest.mark.parametrize("group_id", GROUP_IDS)
def test_a_groups_value_is_what_each_declaration_scores(group_id: str) -> None:
    """Three times the value: the same declarations, three times the points; no value: none is declared."""
    deals = DEALS_FOR.get(group_id, DEALS)
    thirty, ninety, nothing = (only(group_id, value) for value in (30, 90, None))
    declared = times(group_id, thirty, deals)
    assert declared > 0
    assert column("group_points", thirty, deals).sum() == 30 * declared
    assert times(group_id, ninety, deals) == declared
    assert (column("group_points", ninety, deals) == 3 * column("group_points", thirty, deals)).all()
    assert not column("group_points", nothing, deals).any()
    assert not column("declared", nothing, deals).any()
    assert (
        column("held", nothing, deals) & ~CARTE_BLANCHE == column("held", thirty, deals) & ~CARTE_BLANCHE
    ).all()


CARTE_BLANCHE = 1 << GROUP_INDEX["carte-blanche"]


def test_game_value_of_rubicon_keeps_brisques_out_of_the_points_and_gives_the_game_one() -> None:
    """Points go down by the brisques; what one player wins the other loses, at least 600 with a winner."""
    counted = rules_of("rubicon", game_value="points")
    rubicon = rules_of("rubicon")
    assert (column("points", rubicon) == column("points", counted) - column("brisque_points", counted)).all()
    assert not column("game_value", counted).any()
    value = column("game_value", rubicon)
    assert (value.sum(1) == 0).all()
    won = np.abs(value[:, 0])
    assert set(won % 100) == {0}
    assert won[won > 0].min() >= 600
    assert (won > 0).mean() > 0.9


# What only a match looks at


MATCH_ONLY: dict[str, Any] = {
    "outright": ("besi-double",),
    "target": 500,
    "win_at_once": False,
    "count_as_taken": True,
}


@pytest.mark.parametrize("key", MATCH_ONLY)
def test_what_only_a_match_looks_at_changes_no_deal(key: str) -> None:
    """A deal by itself is played from 0 to 0 to the end, whatever would win a match."""
    changed = rules_of("besi-double", **{key: MATCH_ONLY[key]})
    assert getattr(changed, key) != getattr(DOUBLE, key)
    every_group_same_but((), changed, DOUBLE)


# Nothing is left out, and the checks can fail


def test_every_parameter_has_its_test() -> None:
    modules = (sys.modules[__name__], test_match_options)
    tests = [name for module in modules for name, _ in inspect.getmembers(module, inspect.isfunction)]
    groups = {group_id.replace("-", "_") for group_id in GROUP_IDS}
    for parameter in set(BesiRules.model_fields) - groups:
        assert any(name.startswith(f"test_{parameter}_") for name in tests), parameter
    assert groups <= set(BesiRules.model_fields)


def test_a_parameter_that_changed_nothing_would_be_noticed() -> None:
    with pytest.raises(AssertionError):
        surely_more(column("group_points", DOUBLE), column("group_points", DOUBLE))
    with pytest.raises(AssertionError):
        every_group_same_but((), DOUBLE, rules_of("besi-double", brisque_points=11))
