"""Rubicon bézique in the readable engine, law by law (Hoffmann 1909), each in a hand-made scene."""

from typing import Any

import pytest

from simulate.cards import HEARTS, SPADES
from simulate.events import Counted, Dealt, Declared, Drew, Event, LastTrick, Played, SevenScored
from tests.scenes import (
    card,
    cards,
    count_of,
    declared,
    of_type,
    rubicon_scene,
    said,
    said_with,
    scene,
    shown_to,
    tricks_with,
)

# Values and trump: laws 40 and 41


@pytest.mark.parametrize(
    ("group", "value"),
    [
        ("QS JD", "besi 40"),
        ("QS QS' JD JD'", "besi-double 500"),
        ("QS QS' QS'' JD JD' JD''", "besi-triple 1500"),
        ("QS QS' QS'' QS''' JD JD' JD'' JD'''", "besi-quadruple 4500"),
        ("AC AD AH AS", "four-aces 100"),
        ("KC KD KH KS", "four-kings 80"),
        ("QC QD QH QC'", "four-queens 60"),
        ("JC JD JH JS", "four-jacks 40"),
        ("KH QH", "trump-marriage 40"),
        ("AH 10H KH QH JH", "trump-quinte 250"),
    ],
)
def test_law_40_what_a_group_is_worth(group: str, value: str) -> None:
    assert said_with(f"9C {group} JS", "9C", "8C") == [value]


def test_law_40_tens_and_sevens_score_nothing_and_the_last_trick_50() -> None:
    events = tricks_with("9C 10C 10D 10H 10S 7H JS", "9C 7H", "8C 7S")
    assert said(events) == ["-", "-"]
    assert not of_type(events, SevenScored)
    assert [event.points for event in of_type(events, LastTrick)] == [50]


def test_law_41_the_first_marriage_makes_trump_and_later_ones_are_worth_20_or_40_in_trumps() -> None:
    hand = "9C 8C 7C KS QS KH QH KS' QS'"
    events = tricks_with(hand, "9C 8C 7C", "9C' 8C' 7C'")
    # Without trump every marriage is worth 40, so the first suit is declared.
    assert said(events) == ["trump-marriage 40", "marriage 20", "marriage 20"]
    assert [event.view.trump for event in of_type(events, Played)][:3] == [-1, -1, HEARTS]
    again = said_with("9C 8C 7C KH QH KH' QH'", "9C 8C 7C", "9C' 8C' 7C'")
    assert again == ["trump-marriage 40", "trump-marriage 40", "-"]


def test_law_41_the_first_quinte_makes_trump_where_no_marriage_came_before() -> None:
    events = tricks_with("9C 8C AS 10S KS QS JS KH QH", "9C 8C", "9C' 8C'")
    assert said(events) == ["trump-quinte 250", "marriage 20"]
    assert [event.view.trump for event in of_type(events, Played)][1:3] == [-1, SPADES]
    assert count_of(events, 0).held >= {"quinte", "trump-quinte", "trump-marriage"}
    assert count_of(events, 0).declarations == {"trump-quinte": 1, "marriage": 1}


def test_law_41_a_quinte_after_a_marriage_of_another_suit_is_plain() -> None:
    events = tricks_with("9C 8C KH QH AS 10S QS JS", "9C 8C", "KS 8C'")
    assert said(events) == ["trump-marriage 40", "quinte 150"]
    assert of_type(events, Played)[-1].view.trump == HEARTS


def test_without_that_rule_a_quinte_makes_no_trump() -> None:
    events = tricks_with("9C AS 10S KS QS JS", "9C", "9C'", trump_from="first-marriage")
    assert said(events) == ["quinte 150"]
    assert of_type(events, Played)[2].view.trump == -1


# Carte blanche: laws 15, 16, 42, 43


def blank_scene(**changes: Any) -> list[Event]:
    """Both are dealt carte blanche; seat 0 draws a nine, a king and an eight, seat 1 a queen first."""
    return rubicon_scene(["AC 10D 9H", "7C 8D 7S"], "9S QD KC 8S 8H 9D", ["AC 10D 9H", "7C 8D 7S"], **changes)


def test_laws_15_and_42_either_player_scores_a_dealt_hand_without_court_cards_before_play() -> None:
    events = blank_scene()
    assert events[:4] == [
        Dealt((tuple(cards("AC 10D 9H")), tuple(cards("7C 8D 7S"))), None),
        Declared(0, "carte-blanche", tuple(cards("AC 10D 9H")), 50),
        Declared(1, "carte-blanche", tuple(cards("7C 8D 7S")), 50),
        of_type(events, Played)[0],
    ]
    assert all("carte-blanche" in count_of(events, seat).held for seat in (0, 1))


@pytest.mark.parametrize("court", ["KC", "QH", "JS"])
def test_law_15_one_king_queen_or_jack_spoils_it(court: str) -> None:
    events = rubicon_scene([f"AC {court}", "7C JD"], "9C 8C 9S 8S", ["AC", "7C"])
    assert not of_type(events, Declared)
    assert "carte-blanche" not in count_of(events, 0).held


def test_laws_16_and_43_each_card_drawn_scores_again_until_a_court_card_comes() -> None:
    events = blank_scene()
    first = events.index(Drew(0, card("9S")))
    assert events[first + 1 : first + 4] == [
        Declared(0, "carte-blanche", (card("9S"),), 50),
        Drew(1, card("QD")),  # which ends it for seat 1
        of_type(events, Played)[2],
    ]
    # The king ends it for seat 0: the eight that follows scores nothing.
    assert declared(events, 0) == [("carte-blanche", 50)] * 2
    assert declared(events, 1) == [("carte-blanche", 50)]
    assert count_of(events, 0).declarations == {"carte-blanche": 2}
    assert [count_of(events, seat).group_points for seat in (0, 1)] == [100, 50]


def test_law_43_the_draw_before_the_last_tricks_scores_too_and_the_loser_of_the_trick_scores() -> None:
    events = rubicon_scene(["AC 9C", "7C 8C"], "9H 9S", ["AC", "7C"])
    assert declared(events, 0) == declared(events, 1) == [("carte-blanche", 50)] * 2


def test_carte_blanche_uses_up_no_declaration_and_is_no_announcement() -> None:
    hands = ["9C AC AD AH AS", "7C 7D 7H 7S JD"]
    events = rubicon_scene(hands, "9H 9S", ["9C", "7C"], once_per_announcement=True)
    assert declared(events) == [("carte-blanche", 50), ("four-aces", 100), ("carte-blanche", 50)]
    views = [event.view for event in of_type(events, Played) if event.seat == 0]
    assert [view.announced for view in views[:2]] == [0, 1 << 8]


def test_a_hand_shown_for_carte_blanche_and_the_cards_drawn_for_it_are_known_and_the_court_card_is_not() -> (
    None
):
    events = blank_scene()
    views = {(event.seat, event.view.trick): event.view for event in of_type(events, Played)}
    assert shown_to(views[1, 0]) == set(cards("10D 9H"))
    assert shown_to(views[0, 0]) == set(cards("7C 8D 7S"))
    assert shown_to(views[1, 1]) == set(cards("9H 9S"))
    assert shown_to(views[1, 2]) == set(cards("9S"))
    assert shown_to(views[0, 1]) == set(cards("8D 7S"))


def test_carte_blanche_is_multiplied_and_where_it_has_no_value_it_is_not_even_held() -> None:
    assert declared(blank_scene(point_multiplier=2), 1) == [("carte-blanche", 100)]
    without = blank_scene(carte_blanche=None)
    assert not of_type(without, Declared)
    assert "carte-blanche" not in count_of(without, 0).held


def test_a_hand_that_loses_its_court_cards_later_is_no_carte_blanche() -> None:
    events = rubicon_scene(["KC 9C", "7C JD"], "9H 9S 8H 8S", ["KC 9C", "7C 9S"])
    assert not of_type(events, Declared)


# Declaring: laws 39, 44, 46, 52


def test_law_39_the_trick_winner_declares_one_group_before_drawing_the_loser_none() -> None:
    hands = ["AC KH QH AS 10S KS QS JS", "7C KD QD 7D 8D 9D 7D' 8D'"]
    events = rubicon_scene(hands, "9C 9S", ["AC", "7C"])
    (said_once,) = of_type(events, Declared)
    assert (said_once.seat, said_once.group_id) == (0, "trump-quinte")
    assert events.index(said_once) < events.index(of_type(events, Drew)[0])


def test_law_44_cards_declared_must_be_in_hand() -> None:
    assert said_with("QH KH JS", "QH", "9C") == ["-"]


# The count: laws 55 to 61


def test_points_are_without_brisques_which_settle_the_value_of_the_game() -> None:
    dealt: Any = (["AC 10C KH QH", "7C 8C 9C JD"], "9H 9S", ["AC 10C", "7C 8C"])
    counts = of_type(rubicon_scene(*dealt), Counted)
    assert [count.brisque_points for count in counts] == [20, 0]
    # Marriage and last trick.
    assert [count.points for count in counts] == [90, 0]
    # Won by the rubicon: nothing of hundreds, 100 at least for the loser's, and 1300.
    assert [count.game_value for count in counts] == [1400, -1400]
    # The last trick is part of the score: 60 and its 50 make a hundred.
    counts = of_type(rubicon_scene(*dealt, trump_marriage=60), Counted)
    assert [(count.points, count.game_value) for count in counts] == [(110, 1500), (0, -1500)]


def test_law_61_equal_without_brisques_the_brisques_decide_and_equal_again_it_is_null() -> None:
    rules = {"last_trick_points": 0}
    won = of_type(rubicon_scene(["7C JD", "AC JH"], "9H 9S", ["7C", "AC"], **rules), Counted)
    assert [(count.points, count.game_value) for count in won] == [(0, -1400), (0, 1400)]
    null = of_type(rubicon_scene(["7C JD", "8C JH"], "9H 9S", ["7C", "8C"], **rules), Counted)
    assert [(count.points, count.game_value) for count in null] == [(0, 0), (0, 0)]


def test_elsewhere_a_deal_has_no_value_and_brisques_are_points() -> None:
    events = scene(["AC 8C", "7C 7D"], "8D", "9H", ["AC"])
    assert {count.game_value for count in of_type(events, Counted)} == {None}
    assert (count_of(events, 0).points, count_of(events, 0).brisque_points) == (10, 10)
