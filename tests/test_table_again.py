"""Scoring a group again, as Rubicon allows: law by law (Hoffmann 1909), each in a hand-made scene."""

from simulate.events import Played
from tests.scenes import (
    cards,
    cards_said,
    of_type,
    said,
    said_with,
    tricks_with,
)

# Higher and lower: laws 36 to 38, 47, 48


def test_law_47_a_marriage_may_become_a_quinte() -> None:
    assert said_with("9C 8C KH QH AH JH", "9C 8C", "10H 9C'") == ["trump-marriage 40", "trump-quinte 250"]


def test_law_47_a_card_of_a_quinte_makes_no_marriage_not_even_with_a_new_partner() -> None:
    hand = "9C 8C AH 10H KH QH JH"
    assert said_with(hand, "9C 8C", "QH' 9C'") == ["trump-quinte 250", "-"]
    # Nor when the quinte is broken.
    assert said_with(hand, "9C JH 8C", "QH' 8C' 9C'") == ["trump-quinte 250", "-", "-"]
    fresh = said_with("9C 8C AH 10H KH QH JH QH'", "9C 8C", "KH' 9C'")
    assert fresh == ["trump-quinte 250", "trump-marriage 40"]


def test_laws_36_to_38_a_besigue_goes_up_with_added_cards_from_level_to_level() -> None:
    hand = "9C 8C 7C 9C' QS JD QS' QS'' QS'''"
    up = said_with(hand, "9C 8C 7C 9C'", "JD' JD'' JD''' 8C'", four_queens=None)
    assert up == ["besi 40", "besi-double 500", "besi-triple 1500", "besi-quadruple 4500"]


def test_laws_36_to_38_and_straight_to_any_level() -> None:
    hand = "9C 8C QS JD QS' QS'' JD'"
    assert said_with(hand, "9C 8C", "JD'' 8C'", besi_double=None) == ["besi 40", "besi-triple 1500"]


def test_law_48_a_card_scored_at_one_level_never_scores_below_it() -> None:
    hand = "9C 8C QS QS' JD JD' QS''"
    assert said_with(hand, "9C 8C", "8C' 9C'") == ["besi-double 500", "-"]
    # Two fresh cards make a single.
    assert said_with(hand, "9C 8C", "JD'' 9C'", besi_triple=None) == ["besi-double 500", "besi 40"]


# Again: law 34


def test_law_34_a_queen_of_four_played_another_makes_the_four_again_any_number_of_times() -> None:
    events = tricks_with("9C QC QD QH QC'", "9C QC QD QH", "QS QC'' QD' 8C")
    # In the second trick, one played, the fifth queen joins the three; so it goes on.
    assert said(events) == ["four-queens 60", "four-queens 60", "four-queens 60", "four-queens 60"]
    assert cards_said(events)[:2] == ["Q♣ Q♦ Q♥ Q♣'", "Q♦ Q♥ Q♠ Q♣'"]


def test_law_34_a_fifth_queen_scores_nothing_while_the_four_remain() -> None:
    hand = "9C 8C 7C QC QD QH QS QC' QD' QH'"
    assert said_with(hand, "9C 8C 7C", "9C' 8C' 7C'") == ["four-queens 60", "-", "-"]


def test_law_34_four_wholly_other_queens_score() -> None:
    hand = "9C 8C 7C QC QD QH QS QC' QD' QH'"
    assert said_with(hand, "9C 8C 7C", "9C' QS' 7C'") == ["four-queens 60", "-", "four-queens 60"]


def test_without_the_rule_a_card_of_a_four_never_serves_again() -> None:
    said_so = said_with("9C QC QD QH QC'", "9C QC", "QS QC''", redeclare=False, marriage_exception=False)
    assert said_so == ["four-queens 60", "-"]


def test_law_34_a_quinte_whose_ace_is_played_is_made_again_by_another_ace() -> None:
    hand = "9C 8C AH 10H KH QH JH"
    assert said_with(hand, "9C AH 8C", "9C' AH' 9C''") == ["trump-quinte 250", "-", "trump-quinte 250"]
    assert said_with(hand, "9C 8C 9C'", "9C' AH' 9C''") == ["trump-quinte 250", "-", "-"]


def test_law_34_a_besigue_is_made_again_by_another_queen() -> None:
    assert said_with("9C QS JD 8C", "9C QS 8C", "9C' QS' 9C''") == ["besi 40", "-", "besi 40"]
    # Not while the first stands.
    assert said_with("9C QS JD 8C", "9C 9C' 8C", "9C' QS' 9C''") == ["besi 40", "-", "-"]


def test_law_34_but_not_if_one_of_the_two_has_been_in_a_double() -> None:
    hand = "9C QS JD QS' JD' 8C"
    assert said_with(hand, "9C QS QS' 8C", "9C' 9C'' QS'' 8C'") == ["besi-double 500", "-", "-", "-"]


def test_law_34_a_double_with_one_card_replaced_scores_again() -> None:
    events = tricks_with("9C QS JD QS' JD' 8C", "9C QS 8C", "9C' QS'' 9C''")
    assert said(events) == ["besi-double 500", "-", "besi-double 500"]
    assert cards_said(events)[-1] == "Q♠' Q♠'' J♦ J♦'"


def test_law_34_a_king_whose_queen_is_played_marries_another() -> None:
    events = tricks_with("9C KH QH 8C", "9C QH 8C", "9C' QH' 9C''")
    assert said(events) == ["trump-marriage 40", "-", "trump-marriage 40"]
    assert cards_said(events) == ["K♥ Q♥", "K♥ Q♥'"]
    assert said_with("9C KH QH 8C", "9C 9C' 8C", "9C' QH' 9C''") == ["trump-marriage 40", "-", "-"]


def test_law_34_one_play_may_break_combinations_of_several_kinds() -> None:
    hand = "9C 8C QS JD QC QD QH KS"
    plays, draws = "9C 8C 9C' QS 7C 7C'", "9C' 7C 7C' QS' 8C' 8C''"
    events = tricks_with(hand, plays, draws)
    assert said(events)[:4] == ["four-queens 60", "trump-marriage 40", "besi 40", "-"]
    assert said(events)[4:] == ["four-queens 60", "trump-marriage 40"]


def test_cards_that_stand_and_cards_barred_are_told_to_the_seat_as_used() -> None:
    events = tricks_with("9C QS JD QS' JD' 8C", "9C QS 8C", "9C' 7C 9C''")
    views = [event.view for event in of_type(events, Played) if event.seat == 0]
    whole = sum(1 << each.code for each in cards("QS JD QS' JD'"))
    assert int(views[1].used_besi2[0]) == int(views[1].used_besi[0]) == whole
    # A queen played: the double is broken, but none of the four ever makes a single.
    assert (int(views[2].used_besi2[0]), int(views[2].used_besi[0])) == (0, whole)


# The marriage exception: law 35


def test_law_35_after_two_marriages_a_card_of_them_played_gives_one_more() -> None:
    hand = "9C 8C 7C KH QH KH' QH'"
    events = tricks_with(hand, "9C 8C QH 7C", "9C' 8C' 9S 8S")
    assert said(events) == ["trump-marriage 40"] * 3 + ["-"]
    assert cards_said(events)[-1] == "K♥ Q♥'"
    without = said_with(hand, "9C 8C QH 7C", "9C' 8C' 9S 8S", marriage_exception=False)
    assert without == ["trump-marriage 40"] * 2 + ["-", "-"]


def test_law_35_of_any_king_and_queen_scored_standing_or_not() -> None:
    events = tricks_with("9C 8C KH QH KH' QH'", "9C 8C QH KH", "9C' 8C' 9S 8S")
    assert said(events) == ["trump-marriage 40"] * 4
    # The king played breaks the third marriage; the second, which still stands, is scored again.
    assert cards_said(events) == ["K♥ Q♥", "K♥' Q♥'", "K♥ Q♥'", "K♥' Q♥'"]


def test_law_35_the_two_marriages_must_be_of_the_suit() -> None:
    hand = "9C 8C 7C KH QH KS QS KH'"
    assert said_with(hand, "9C 8C KH 7C", "9C' 8C' 9S 8S", marriage=40) == [
        "trump-marriage 40",
        "marriage 40",
        "trump-marriage 40",  # the queen is free, as in law 34
        "-",  # and the king played, of the suit's only marriage then, gave no right
    ]
    assert said_with(hand.replace(" KH'", ""), "9C 8C KH", "9C' 8C' 9S", marriage=40)[2] == "-"


def test_law_35_the_right_is_good_for_the_suit_only() -> None:
    hand = "9C 8C 7C KH QH KH' QH' KS QS"
    assert said_with(hand, "9C 8C 7C QH 9C'", "9C' 8C' 7C' 9S 8S") == [
        *["trump-marriage 40"] * 2,
        "marriage 20",
        "trump-marriage 40",
        "-",  # of spades there is nothing to score again
    ]


def test_law_35_takes_cards_that_were_scored_in_marriages_and_no_others() -> None:
    events = tricks_with("9C 8C KH' QH' KH'' QH''", "9C 8C QH'", "9C' KH 8C'")
    # The first king came late: never married, it isn't taken though its number is the lowest.
    assert cards_said(events) == ["K♥' Q♥'", "K♥'' Q♥''", "K♥' Q♥''"]


def test_law_35_a_card_played_before_the_second_marriage_gives_no_right() -> None:
    events = tricks_with("9C 8C KH QH QH' 7C", "9C QH 8C 7C", "9C' 8C' 9S 8S")
    # The queen played was married once; her king marries another, by law 34, and then no more.
    assert said(events) == ["trump-marriage 40", "trump-marriage 40", "-", "-"]
    assert cards_said(events) == ["K♥ Q♥", "K♥ Q♥'"]


def test_law_35_a_card_that_was_in_no_marriage_gives_no_right() -> None:
    hand = "9C 8C KH QH KH' QH' QH''"
    assert said_with(hand, "9C 8C QH''", "9C' 8C' 9S") == ["trump-marriage 40"] * 2 + ["-"]


def test_law_35_the_right_is_good_for_a_later_trick_but_an_unused_one_lapses_at_the_next() -> None:
    hand = "9C 8C 7C KH QH KH' QH' KH'' QH'' AC AD AS 7S"
    later = tricks_with(hand, "9C 8C 7C QH 7S", "9C' AH 9S 8S 8C'", four_aces=60)
    # Aces first, when the fourth has come, then the three marriages.
    assert said(later)[:4] == ["trump-marriage 40", "trump-marriage 40", "four-aces 60", "trump-marriage 40"]
    plays, draws = "9C 8C 7C QH QH' 9S 8S", "9C' 8C' 9S AH 8S 7S' 7C'"
    lapsed = tricks_with(hand, plays, draws)
    marriage = "trump-marriage 40"
    # Two queens are played before the right is used; it is used once.
    assert said(lapsed) == [marriage] * 3 + [marriage, "four-aces 100", marriage, "-"]


def test_law_35_never_a_card_that_was_in_a_quinte() -> None:
    hand = "9C 8C 7C KH QH KH' QH' AH JH"
    events = tricks_with(hand, "9C 8C 7C QH' 9C'", "9C' 10H 9S 8S 8C'")
    # The quinte takes the first king and queen; of those never in one the king is left alone.
    assert said(events) == ["trump-marriage 40", "trump-marriage 40", "trump-quinte 250", "-", "-"]


def test_a_plain_marriage_comes_before_one_by_right_which_is_kept() -> None:
    hand = "9C 8C 7C KH QH KH' QH' QH''"
    events = tricks_with(hand, "9C 8C QH 7C 9C'", "9C' 8C' 9S 8S 8C''")
    assert said(events) == ["trump-marriage 40"] * 4 + ["-"]
    assert cards_said(events)[2:] == ["K♥ Q♥''", "K♥ Q♥'"]


# Hoffmann's own text: marriages across


def test_marriages_across_score_once_each_with_all_four_unplayed() -> None:
    hand = "9C 8C 7C 9S 8S KH QH KH' QH'"
    plays, draws = "9C 8C 7C 9S 8S", "9C' 8C' 7C' 9S' 8S'"
    events = tricks_with(hand, plays, draws, marriage_cross=True)
    assert said(events) == ["trump-marriage 40"] * 4 + ["-"]
    assert cards_said(events) == ["K♥ Q♥", "K♥' Q♥'", "K♥ Q♥'", "K♥' Q♥"]
    assert said_with(hand, plays, draws) == ["trump-marriage 40"] * 2 + ["-"] * 3


def test_a_marriage_across_needs_both_to_stand_in_marriages_and_not_to_be_barred() -> None:
    hand = "9C 8C KH QH QH' 7C"
    assert said_with(hand, "9C 8C", "9C' 8C'", marriage_cross=True) == ["trump-marriage 40", "-"]
    both = "9C 8C QH' KH QH KH' 7C"
    rules = {"marriage_cross": True, "marriage_exception": False}
    # The second queen played, its king stands in no marriage any more.
    assert said_with(both, "9C 8C QH' 7C", "9C' 8C' 9S 8S", **rules)[2:] == ["-", "-"]
    quinte = "9C 8C 7C 9S KH QH KH' QH' AH JH"
    barred = tricks_with(quinte, "9C 8C 7C 9S", "9C' 10H 9S' 8S", **rules)
    assert said(barred)[2:] == ["trump-quinte 250", "-"]


def test_a_marriage_across_is_tried_before_one_by_right_which_is_kept() -> None:
    hand = "9C 8C 7C 9S KH QH KH' QH' KH'' QH''"
    plays, draws = "9C 8C 7C KH 9S 9C' 8C' 7C'", "9C' 8C' 7C' 9S' 8S 8S' 7S 7S'"
    events = tricks_with(hand, plays, draws, marriage_cross=True)
    assert said(events) == ["trump-marriage 40"] * 7 + ["-"]
    # The first king gone, its queen is free and no longer crosses; across come K'Q'' and K''Q',
    # then by right K'Q, by which the queen stands again: across, K''Q.
    assert cards_said(events)[3:] == ["K♥' Q♥''", "K♥'' Q♥'", "K♥' Q♥", "K♥'' Q♥"]
