"""The rules of a match, scene by scene, from the events of a deal: both engines must say the same."""

from typing import Any

import numpy as np
import pytest

from simulate.cards import Card
from simulate.catalogue import RulesError, load
from simulate.events import Declared, Event, Exchanged, LastTrick, SevenScored, TrickWon, TurnedSeven
from simulate.match_rules import (
    FIRST_DEAL,
    STRIDE_BITS,
    check_match,
    deal_numbers,
    point_unit,
    side_count,
    sure_points,
)
from simulate.rules import BesiRules
from tests.agreement import rules_with
from tests.match_games import game_of, settled

SEVEN = Card(0, 7, 0)


def said(seat: int, group_id: str, points: int) -> Event:
    return Declared(seat, group_id, (), points)


def trick(seat: int, points: int = 0) -> Event:
    return TrickWon(0, seat, points)


SIMPLE = rules_with("besi-simple")
DOUBLE = rules_with("besi-double")
BESIGUE = rules_with("besigue")


# Won at once


def test_points_marked_in_play_win_at_once_though_the_other_would_count_more() -> None:
    deal = [trick(0), said(0, "four-aces", 100), trick(1, 160), said(1, "besi-double", 500), LastTrick(1, 10)]
    assert settled(DOUBLE, (900, 600), deal) == (0, "points")
    assert settled(DOUBLE, (890, 600), deal) == (1, "points")
    assert settled(DOUBLE, (890, 200), deal) == (990, 870)


def test_without_win_at_once_all_is_counted_first_and_the_higher_wins() -> None:
    deal = [trick(0), said(0, "four-aces", 100), trick(1, 160), said(1, "besi-double", 500), LastTrick(1, 10)]
    assert settled(BESIGUE, (900, 600), deal) == (1, "count")
    assert settled(BESIGUE, (900, 100), deal) == (0, "count")
    assert settled(BESIGUE, (890, 100), deal) == (990, 770)


@pytest.mark.parametrize(
    ("event", "points"),
    [
        (TurnedSeven(1, 10), 10),
        (SevenScored(1, SEVEN, 10, False), 10),
        (SevenScored(1, SEVEN, 10, True), 10),
        (Exchanged(1, SEVEN, SEVEN, 10), 10),
    ],
)
def test_sevens_are_marked_in_play_the_dealers_turned_up_one_too(event: Event, points: int) -> None:
    assert settled(DOUBLE, (0, 1000 - points), [event, trick(0, 10), LastTrick(0, 10)]) == (1, "points")
    assert settled(DOUBLE, (0, 990 - points), [event, trick(0, 10), LastTrick(0, 10)]) == (20, 990)


def test_brisques_and_the_last_trick_bring_to_the_target_only_in_the_end() -> None:
    """Seat 0 has 1,000 with its brisques before seat 1 marks its 40; but these win at once."""
    deal = [trick(0, 100), trick(1), said(1, "besi", 40), LastTrick(0, 10)]
    assert settled(DOUBLE, (950, 960), deal) == (1, "points")
    assert settled(DOUBLE, (950, 950), deal) == (0, "count")
    assert settled(DOUBLE, (890, 950), deal) == (0, "count")
    assert settled(DOUBLE, (880, 950), deal) == (990, 990)


def test_the_talons_last_trick_belongs_to_the_final_count_too() -> None:
    talon = rules_with("besi-double", last_trick_at="talon")
    deal = [trick(0), LastTrick(0, 10), said(1, "besi", 40), trick(1), trick(1)]
    assert settled(talon, (990, 960), deal) == (1, "points")
    assert settled(talon, (990, 950), deal) == (0, "count")


def test_an_outright_group_wins_whatever_the_score() -> None:
    trois = rules_with("besi-trois")
    deal = [trick(1), said(1, "besi-triple", 1500), trick(0, 100), LastTrick(0, 10)]
    assert settled(trois, (1490, 0, 1490), deal) == (1, "besi-triple")
    small = rules_with("besi-trois", besi_triple=100)
    low = [trick(1), said(1, "besi-triple", 100), trick(0, 100), LastTrick(0, 10)]
    assert settled(small, (1400, 0, 0), low) == (1, "besi-triple")
    assert settled(rules_with("besi-trois", besi_triple=100, outright=()), (1400, 0, 0), low) == (0, "count")


def test_where_play_goes_on_to_the_end_an_outright_group_is_only_counted() -> None:
    rules = rules_with("besi-simple", win_at_once=False, count_as_taken=False)
    deal = [trick(1), said(1, "trump-quinte", 500), trick(0, 100), LastTrick(0, 10)]
    assert settled(rules, (400, 0), deal) == (0, "count")
    assert settled(rules, (300, 0), deal) == (1, "count")


def test_a_group_that_makes_the_target_alone_is_the_cause_outright_or_not() -> None:
    deal = [trick(0), said(0, "trump-quinte", 500)]
    assert settled(SIMPLE, (0, 0), deal) == (0, "trump-quinte")
    assert settled(rules_with("besi-simple", outright=()), (0, 0), deal) == (0, "trump-quinte")
    assert settled(rules_with("besi-simple", outright=()), (10, 0), deal) == (0, "trump-quinte")


def test_two_quintes_that_make_the_target_together_are_a_cause_of_their_own() -> None:
    two = [trick(0), said(0, "quinte", 250), trick(0), said(0, "quinte", 250)]
    assert settled(SIMPLE, (0, 0), two) == (0, "quintes")
    shared = [trick(0), said(0, "quinte", 250), trick(1), said(1, "quinte", 250)]
    assert settled(SIMPLE, (0, 200), [*shared, LastTrick(0, 10)]) == (260, 450)
    assert settled(SIMPLE, (0, 250), shared) == (1, "points")
    early = [trick(0), said(0, "quinte", 250), trick(0), said(0, "four-aces", 100)]
    assert settled(SIMPLE, (150, 0), early) == (0, "points")
    cheap = rules_with("besi-simple", quinte=150)
    assert settled(cheap, (200, 0), [said(0, "quinte", 150), said(0, "quinte", 150)]) == (0, "points")


# Counted as taken


def test_near_the_target_brisques_count_as_they_are_taken_and_win_at_once() -> None:
    deal = [trick(0, 20), trick(0, 20), trick(1), said(1, "four-aces", 100), trick(0, 60), LastTrick(0, 10)]
    assert settled(SIMPLE, (460, 400), deal) == (0, "taken")
    assert settled(rules_with("besi-simple", count_as_taken=False), (460, 400), deal) == (1, "points")
    assert settled(SIMPLE, (450, 400), deal) == (1, "points")
    assert settled(SIMPLE, (450, 390), deal) == (0, "taken")


def test_near_means_a_hundred_off_when_play_begins_a_turned_up_seven_included() -> None:
    """At 390 the dealer who turned up a seven counts as he takes; nobody who gets to 400 only later does."""
    for opening, score, won in (
        ([TurnedSeven(1, 10)], (0, 390), (1, "taken")),
        ([], (0, 400), (1, "taken")),
        ([], (0, 390), (0, "count")),
    ):
        deal = [*opening, trick(1, 100), trick(0), said(0, "besi", 40), trick(0, 470), LastTrick(1, 10)]
        assert settled(SIMPLE, score, deal) == won
    late = [trick(1), said(1, "besi", 40), trick(1, 70), trick(0, 500), LastTrick(0, 10)]
    assert settled(SIMPLE, (0, 390), late) == (0, "count")
    assert settled(SIMPLE, (0, 400), late) == (1, "taken")


def test_figures_count_as_taken_too_and_the_last_trick_doesnt() -> None:
    figures = rules_with("besi-simple", figures=True)
    assert settled(figures, (0, 497), [trick(1, 3), trick(0, 510)]) == (1, "taken")
    talon = rules_with("besi-simple", last_trick_at="talon")
    early = [trick(1, 0), LastTrick(1, 10), trick(1, 0), trick(0, 90)]
    assert settled(talon, (410, 490), early) == (0, "taken")


def test_counted_as_taken_wins_at_once_also_where_else_all_is_counted_in_the_end() -> None:
    rules = rules_with("besigue", count_as_taken=True)
    deal = [trick(0), said(0, "four-aces", 100), trick(1, 160), said(1, "besi-double", 500), LastTrick(1, 10)]
    assert settled(rules, (900, 600), deal) == (0, "points")
    assert settled(rules, (890, 850), deal) == (1, "count")
    assert settled(rules, (890, 950), [trick(1, 50), *deal]) == (1, "taken")
    assert settled(rules, (900, 990), [TurnedSeven(1, 10), *deal]) == (1, "points")


# Several at the target


def test_of_several_at_the_target_the_highest_wins() -> None:
    deal = [trick(0, 100), trick(1, 60), LastTrick(1, 10)]
    assert settled(BESIGUE, (920, 960), deal) == (1, "count")
    assert settled(BESIGUE, (940, 960), deal) == (0, "count")


def test_of_two_level_the_one_who_took_the_last_trick_wins() -> None:
    deal = [trick(0, 100), trick(1, 60), LastTrick(1, 10)]
    assert settled(BESIGUE, (930, 960), deal) == (1, "count")
    turned = [trick(1, 60), trick(0, 100), LastTrick(0, 10)]
    assert settled(BESIGUE, (930, 980), turned) == (0, "count")
    assert settled(BESIGUE, (800, 850), turned) == (910, 910)


def test_level_without_the_last_trick_the_later_of_their_last_tricks_decides() -> None:
    trois = rules_with("besi-trois")
    deal = [trick(0, 100), trick(1, 60), trick(2, 0), LastTrick(2, 10)]
    assert settled(trois, (1410, 1450, 0), deal) == (1, "count")
    assert settled(trois, (1410, 1450, 0), [deal[1], deal[0], *deal[2:]]) == (0, "count")


def test_level_in_the_talon_variant_the_last_trick_of_all_decides() -> None:
    talon = rules_with("besigue", last_trick_at="talon")
    deal = [trick(0, 100), LastTrick(0, 10), trick(1, 60)]
    assert settled(talon, (900, 950), deal) == (1, "count")


# Sides and seats


def test_partners_points_add_up() -> None:
    quatre = rules_with("besi-quatre")
    deal = [trick(0), said(0, "four-aces", 100), said(2, "four-kings", 80), trick(3, 70), trick(1, 30)]
    assert settled(quatre, (1320, 0), deal) == (0, "points")
    assert settled(quatre, (1310, 0), [*deal, LastTrick(3, 10)]) == (1490, 110)
    assert settled(quatre, (1310, 0), [*deal, LastTrick(3, 10)], leader=1) == (1310 + 110, 180)
    assert settled(quatre, (0, 1320), deal, leader=3) == (1, "points")


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_players_change_seats_with_the_leader(leader: int) -> None:
    """Player `leader` sits in seat 0, the next one in seat 1."""
    trois = rules_with("besi-trois")
    deal = [trick(0, 10), trick(1, 20), trick(2, 30), LastTrick(2, 10)]
    brought = [10, 20, 40]
    expected = tuple(brought[(player - leader) % 3] for player in range(3))
    assert settled(trois, (0, 0, 0), deal, leader) == expected


def test_sides_are_teams_or_players() -> None:
    assert [side_count(rules_with(game)) for game in ("besi-simple", "besi-trois", "besi-quatre")] == [
        2,
        3,
        2,
    ]


# Addresses and units


def test_every_deal_of_every_match_has_a_number_of_its_own_beyond_all_simulations() -> None:
    numbers = [int(n) for deal in (0, 1, 9_999) for n in deal_numbers(np.arange(3, dtype=np.uint64), deal)]
    assert numbers == [2**40 + (match << 14) + deal for deal in (0, 1, 9_999) for match in range(3)]
    assert FIRST_DEAL > 10**12
    assert 1 << STRIDE_BITS >= 10_000
    assert int(deal_numbers(np.array([10**9], np.uint64), 9_999)[0]) < 2**63


@pytest.mark.parametrize(
    ("changes", "unit", "sure"),
    [
        ({}, 10, 90),
        ({"figures": True}, 1, 126),
        ({"point_multiplier": 2}, 20, 180),
        ({"seven_points": 15}, 5, 90),
        ({"removed": ("AC", "10C"), "last_trick_points": 50}, 10, 110),
        ({"brisque_points": 0, "last_trick_points": 0}, 10, 0),
    ],
)
def test_the_unit_and_the_sure_points_of_a_deal(changes: dict[str, Any], unit: int, sure: int) -> None:
    rules = rules_with("besi-simple", **changes)
    assert (point_unit(rules), sure_points(rules)) == (unit, sure)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (rules_with("rubicon"), "a deal is a game by itself"),
        (rules_with("besi-simple", target=None), "--set target=N"),
        (rules_with("besi-simple", brisque_points=0, last_trick_points=0), "might never end"),
        (rules_with("besi-simple", target=1_000_000), "target=1000000: a match can take 22,223 deals"),
    ],
)
def test_no_match_is_played_without_a_target_or_an_end(rules: BesiRules, said: str) -> None:
    with pytest.raises(RulesError, match=said) as error:
        check_match(game_of(rules))
    assert "\n" not in str(error.value)


def test_every_game_with_a_target_can_be_played_to_it() -> None:
    for game in ("besi-simple", "besi-borgne-4", "besigue-trois", "besigue-xix-double"):
        check_match(load(game))
