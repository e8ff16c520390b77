"""Sevens and declarations in the readable engine, each rule in a hand-made scene."""

from simulate.besi_table_groups import Candidate
from simulate.besi_table_order import by_order
from simulate.events import (
    Declared,
    Drew,
    Exchanged,
    Played,
    SevenScored,
)
from simulate.orders import named_order
from tests.scenes import (
    card,
    cards,
    count_of,
    declared,
    leader_with,
    of_type,
    scene,
    winners,
)

highest_first = by_order(named_order("highest-first"))

# The trump seven


def test_the_trick_winner_exchanges_a_seven_for_the_turn_up_which_may_serve_at_once() -> None:
    events = scene(["AC 7H KH", "8C 9C 8D"], "8S", "QH", ["AC"])
    assert of_type(events, Exchanged) == [Exchanged(0, card("7H"), card("QH"), 10)]
    assert declared(events) == [("trump-marriage", 40)]
    assert of_type(events, Drew)[-1].card == card("7H")
    assert count_of(events, 0).seven_points == 10


def test_the_loser_of_the_trick_does_not_exchange() -> None:
    events = scene(["8C 7H", "AC 9C"], "8S", "QH", ["8C", "AC"])
    assert not of_type(events, Exchanged)


def test_a_turned_up_seven_is_not_exchanged() -> None:
    assert not of_type(scene(["AC 7H'", "8C 9C"], "8S", "7H", ["AC"]), Exchanged)


def test_no_exchange_where_the_seven_has_no_rule() -> None:
    assert not of_type(scene(["AC 7H", "8C 9C"], "8S", "QH", ["AC"], seven="none"), Exchanged)


def test_the_exchange_is_made_once_in_the_deal_and_gives_the_lowest_copy() -> None:
    events = scene(["AC AD 7H' 7H", "8C 8D 9C 9D"], "8S 9S 10S", "QH", ["AC AD"], seven="exchange")
    assert [event.given for event in of_type(events, Exchanged)] == [card("7H")]
    assert count_of(events, 0).seven_points == 10


def test_a_seven_that_wins_a_trick_scores_while_the_talon_lasts() -> None:
    events = scene(["8C 9C", "7H 7H'"], "8S", "9H", ["8C", "7H"])
    # The second seven is exchanged; the first has won a trick of the talon.
    assert of_type(events, SevenScored) == [SevenScored(1, card("7H"), 10, declared=False)]
    assert of_type(events, Exchanged)[0].given == card("7H'")
    without = scene(["8C 9C", "7H 7H'"], "8S", "9H", ["8C", "7H"], seven="exchange")
    assert not of_type(without, SevenScored)


def test_a_seven_that_wins_one_of_the_last_tricks_scores_nothing() -> None:
    events = scene(["8C 8D", "9C 9D"], "8S", "7H", ["8C 7H", "9C 8S"])
    assert winners(events)[:2] == [1, 0]
    assert not of_type(events, SevenScored)


def test_a_captured_seven_scores_nothing_for_anybody() -> None:
    events = scene(["7H 9C", "AH 8C"], "8S", "9H", ["7H", "AH"])
    assert not of_type(events, SevenScored)


def test_exchange_or_declare_another_seven_scores_when_declared_after_every_other_group() -> None:
    hands = ["AC AD AS 7H 7H' KD QD", "8C 8D 8S 9C 9D 9S JC"]
    events = scene(hands, "8C' 9C' 8D' 9D' 8S'", "JH", ["AC AD AS"], seven="exchange-or-declare", marriage=5)
    assert of_type(events, Exchanged)[0].given == card("7H")
    said = [event for event in events if isinstance(event, Declared | SevenScored)]
    assert said[0] == Declared(0, "marriage", tuple(cards("KD QD")), 5)
    assert said[1:] == [SevenScored(0, card("7H'"), 10, declared=True)]
    assert count_of(events, 0).seven_points == 20
    assert count_of(events, 0).declarations == {"marriage": 1}


def test_exchange_or_declare_with_a_seven_turned_up_each_seven_is_declared_once() -> None:
    hands = ["AC AD AS 7H' 7H'' 9S'", "8C 8D 8S 9C 9D 9S"]
    events = scene(hands, "8C' 9C' 8D' 9D' 8S'", "7H", ["AC AD AS"], seven="exchange-or-declare")
    assert [event.card for event in of_type(events, SevenScored)] == [card("7H'"), card("7H''")]


def test_exchange_or_declare_a_seven_that_wins_a_trick_scores_nothing() -> None:
    events = scene(["8C 9C", "7H 9D"], "8S", "9H", ["8C", "7H"], seven="exchange-or-declare")
    assert not of_type(events, SevenScored)


# Declaring


def test_the_trick_winner_declares_one_group_a_trick_the_highest_first() -> None:
    hands = ["AC AD KH QH KD QD", "8C 8D 9C 9D 9S 8S"]
    events = scene(hands, "8C' 8D' 9S'", "9H", ["AC AD"])
    assert declared(events) == [("trump-marriage", 40), ("marriage", 20)]
    assert not declared(events, seat=1)


def test_the_loser_declares_nothing() -> None:
    assert not declared(scene(["8C KD QD", "AC 9C 9D"], "8S", "9H", ["8C", "AC"]))


def test_the_card_played_is_no_longer_in_the_hand_to_be_declared() -> None:
    assert not declared(scene(["KD QD", "8D 9D"], "8S", "9H", ["KD"]))


def test_nothing_is_declared_when_the_talon_is_exhausted_but_before_the_last_draw_it_is() -> None:
    hands = ["8C KD JC", "AC 8D 8S"]
    late = scene(hands, "9S", "QD", ["8C"])
    # Seat 0 loses, draws the turned-up queen last and then takes tricks: too late.
    assert not declared(late)
    assert "trump-marriage" in count_of(late, 0).held
    assert declared(scene(["AC KD QD", "8C 8D 8S"], "9S", "JD", ["AC"])) == [("trump-marriage", 40)]


def test_a_group_without_value_is_held_and_never_declared() -> None:
    events = scene(["AC 10C 10D 10H 10S", "8C 8D 8S 9C 9D"], "9S", "9H", ["AC"])
    assert not declared(events)
    assert "four-tens" in count_of(events, 0).held


def test_ties_go_to_the_earlier_group_and_of_marriages_to_the_first_suit() -> None:
    hands = ["AC AD AS KS QS JD KD QD KH QH", "8C 8D 8S 9C 9D 9S 7C 7D 7S 8H"]
    events = scene(hands, "9C' 9D' 9S' 7C' 7D'", "9H", ["AC AD AS"])
    # Trump marriage and besi are both worth 40; then the plain marriages of 20.
    assert declared(events) == [("trump-marriage", 40), ("besi", 40), ("marriage", 20)]
    last = of_type(events, Declared)[-1]
    assert last.cards == tuple(cards("KD QD"))


def test_highest_first_lets_a_seven_wait_whatever_it_is_worth() -> None:
    marriage = Candidate(1, "marriage", "marriage", 1, tuple(cards("KD QD")), 20)
    seven = Candidate(17, "trump-seven", "trump-seven", 2, tuple(cards("7H")), 100)
    assert highest_first([seven, marriage], 2, 5) == marriage
    assert highest_first([seven], 2, 5) == seven


def test_highest_first_goes_by_value_then_canonical_order() -> None:
    jacks = Candidate(12, "four", "four-jacks", -1, tuple(cards("JC JD JH JS")), 40)
    besi = Candidate(13, "besi", "besi", -1, tuple(cards("QS JD")), 40)
    queens = Candidate(11, "four", "four-queens", -1, tuple(cards("QC QD QH QS")), 60)
    assert highest_first([jacks, besi], 0, 5) == besi
    assert highest_first([jacks, besi, queens], 0, 5) == queens


# Using a card again


def test_a_second_marriage_of_the_suit_needs_two_fresh_cards() -> None:
    assert leader_with("KD QD QD'", 2) == [("marriage", 20)]
    assert leader_with("KD KD' QD QD'", 2) == [("marriage", 20), ("marriage", 20)]


def test_a_fifth_king_does_not_score_the_four_again_and_four_fresh_ones_do() -> None:
    assert leader_with("KC KD KH KS KS'", 2) == [("four-kings", 80)]
    assert leader_with("KC KD KH KS KC' KD' KH' KS'", 2) == [("four-kings", 80)] * 2


def test_a_four_takes_the_lowest_copies_then_the_first_suits() -> None:
    hand = "KS' KC KD' KS KD KC'"
    events = scene([f"AC {hand}", "8C 8D 8S 9C 9D 9S 7C"], "7S", "9H", ["AC"])
    assert of_type(events, Declared)[0].cards == tuple(cards("KC KD KS KC'"))


def test_a_marriage_takes_the_lowest_copies() -> None:
    events = scene(["AC KD'' KD' QD' QD", "8C 8D 8S 9C 9D"], "7S", "9H", ["AC"])
    assert of_type(events, Declared)[0].cards == tuple(cards("KD' QD"))


def test_a_card_may_serve_in_groups_of_different_kinds() -> None:
    assert leader_with("KC KD KH KS QD", 2) == [("four-kings", 80), ("marriage", 20)]


def test_king_and_queen_of_a_marriage_may_later_be_part_of_the_quinte() -> None:
    hand = ["AC AD KD QD JD 9S", "8C 8S 9C 7C 7S 8D"]
    # The ten comes with the first draw.
    events = scene(hand, "10D 8S' 9C'", "9H", ["AC 9S"], lower_after_higher=False)
    assert declared(events) == [("marriage", 20), ("quinte", 150)]


def test_lower_after_higher_lets_the_quintes_cards_make_a_marriage_afterwards() -> None:
    assert leader_with("AD 10D KD QD JD", 2) == [("quinte", 150), ("marriage", 20)]


def test_without_it_a_card_of_a_quinte_makes_no_marriage_not_even_with_a_fresh_partner() -> None:
    assert leader_with("AD 10D KD QD JD QD'", 2, lower_after_higher=False) == [("quinte", 150)]
    twice = leader_with("AD 10D KD QD JD KD' QD'", 2, lower_after_higher=False)
    assert twice == [("quinte", 150), ("marriage", 20)]


def test_the_second_quinte_of_a_suit_needs_five_fresh_cards() -> None:
    assert leader_with("AH 10H KH QH JH AH'", 2, trump_marriage=None) == [("trump-quinte", 250)]


def test_besi_cards_already_counted_may_be_part_of_a_besi_double_and_upward() -> None:
    hand = ["AC AC' QS JD QS' 9S", "8C 8S 9C 7C 7S 8D"]
    events = scene(hand, "JD' 8S' 9C'", "9H", ["AC AC'"], lower_after_higher=False)
    assert declared(events) == [("besi", 40), ("besi-double", 500)]


def test_besi_after_besi_double_both_ways() -> None:
    hand = "QS QS' JD JD'"
    assert leader_with(hand, 3) == [("besi-double", 500), ("besi", 40), ("besi", 40)]
    assert leader_with(hand, 3, lower_after_higher=False) == [("besi-double", 500)]


def test_a_besi_triple_bars_its_cards_from_both_lower_levels_or_from_none() -> None:
    hand = "QS QS' QS'' JD JD' JD''"
    triple = {"besi_triple": 1500}
    assert leader_with(hand, 3, **triple) == [("besi-triple", 1500), ("besi-double", 500), ("besi", 40)]
    assert leader_with(hand, 3, **triple, lower_after_higher=False) == [("besi-triple", 1500)]


def test_a_besi_quadruple_bars_its_cards_from_the_three_lower_levels_or_from_none() -> None:
    hand = "QS QS' QS'' QS''' JD JD' JD'' JD'''"
    values = {"besi_quadruple": 4500, "besi_triple": 1500, "four_queens": None, "four_jacks": None}
    said = [("besi-quadruple", 4500), ("besi-triple", 1500), ("besi-double", 500)]
    assert leader_with(hand, 3, **values) == said
    assert leader_with(hand, 3, **values, lower_after_higher=False) == said[:1]


def test_a_second_besi_needs_two_fresh_cards() -> None:
    assert leader_with("QS JD JD'", 2) == [("besi", 40)]


def test_once_per_announcement_even_with_fresh_cards_and_marriages_by_suit() -> None:
    once = {"once_per_announcement": True}
    assert leader_with("KD KD' QD QD' KS QS", 3, **once, four_queens=None) == [("marriage", 20)] * 2
    assert leader_with("KC KD KH KS KC' KD' KH' KS'", 2, **once) == [("four-kings", 80)]
    assert leader_with("QS QS' JD JD'", 3, **once) == [("besi-double", 500), ("besi", 40)]


def test_once_per_announcement_is_each_players_own() -> None:
    hands = ["AC KD QD 9S", "8C KD' QD' AS"]
    events = scene(hands, "7C 7S 8S", "9H", ["AC 9S", "8C AS"], once_per_announcement=True)
    assert declared(events, 0) == [("marriage", 20)]
    assert declared(events, 1) == [("marriage", 20)]


def test_panache_asks_for_four_different_suits_to_declare_and_to_hold() -> None:
    same = ["AC KC KD KD' KS", "8C 8D 8S 9C 9D"]
    assert declared(scene(same, "7S", "9H", ["AC"])) == [("four-kings", 80)]
    barred = scene(same, "7S", "9H", ["AC"], panache=True)
    assert not declared(barred)
    assert "four-kings" not in count_of(barred, 0).held
    mixed = scene(["AC KC KD KH KS'", "8C 8D 8S 9C 9D"], "7S", "9H", ["AC"], panache=True)
    assert declared(mixed) == [("four-kings", 80)]


def test_panache_takes_the_lowest_usable_copy_in_each_suit() -> None:
    hand = "AC KS' KC' KC KD KD' KH"
    events = scene([hand, "8C 8D 8S 9C 9D 9S 7C"], "7S", "9H", ["AC"], panache=True)
    assert of_type(events, Declared)[0].cards == tuple(cards("KC KD KH KS'"))


# Trump from the first marriage


def test_without_a_turn_up_the_first_marriage_makes_trump_and_is_worth_a_trump_marriage() -> None:
    hands = ["AC AS KD QD KH QH", "8C 8S 9C 9S 7C 7S"]
    events = scene(hands, "8C' 8S' 9C' 9S'", None, ["AC AS"])
    assert declared(events) == [("trump-marriage", 40), ("marriage", 20)]
    views = [event.view for event in of_type(events, Played)]
    assert [view.trump for view in views[:3]] == [-1, -1, 1]
    assert {view.turned for view in views} == {-1}
    assert count_of(events, 0).held >= {"marriage", "trump-marriage"}


def test_what_others_held_before_there_was_a_trump_stays_plain_until_their_next_draw() -> None:
    hands = ["AC KD QD", "8C KD' QD'"]
    events = scene(hands, "9C 9S", None, ["AC"])
    assert count_of(events, 1).held == {"marriage", "trump-marriage"}
    # Here the other hand loses its king in the very trick after which the marriage makes trump.
    parted = scene(["AC KD QD", "KD' QD' 8C"], "9C 9S", None, ["AC", "KD'"])
    assert count_of(parted, 1).held == {"marriage"}


def test_before_there_is_a_trump_a_quinte_counts_and_scores_as_plain() -> None:
    hands = ["AC AD 10D KD QD JD", "8C 8S 9C 9S 7C 7S"]
    events = scene(hands, "8C' 8S'", None, ["AC"])
    assert declared(events) == [("quinte", 150)]
    assert "trump-quinte" not in count_of(events, 0).held


def test_a_quinte_declared_as_plain_does_not_score_again_in_trumps() -> None:
    hands = ["AC AC' AS AD 10D KD QD JD", "8C 8S 9C 9S 7C 7S 8D 8C'"]
    talon, plays = "9D 8S' 9C' 9S' 7C' 7S'", ["AC AC' AS"]
    # All five cards are still in hand after the third trick.
    assert declared(scene(hands, talon, None, plays)) == [("quinte", 150), ("trump-marriage", 40)]
    never_plain = declared(scene(hands, talon, None, plays, quinte=None))
    assert never_plain == [("trump-marriage", 40), ("trump-quinte", 250)]


def test_no_suit_trumps_before_the_first_marriage() -> None:
    events = scene(["8C", "AH"], "9C 9S", None, [])
    assert winners(events)[0] == 0


# Laying down all


def test_the_winner_lays_down_all_and_then_his_partner() -> None:
    hands = ["AC KD QD QS JD'", "8C KS QS' 9S 9D", "9C KH QH 8S 8D", "7C KC QC 7S 7D"]
    events = scene(hands, "8C' 8D' 8S'", "9H", ["AC", "8C", "9C", "7C"], lay_down_all=True, teams=True)
    said = [(event.seat, event.group_id) for event in of_type(events, Declared)]
    assert said == [(0, "besi"), (0, "marriage"), (2, "trump-marriage")]
    single = scene(hands, "8C' 8D' 8S'", "9H", ["AC", "8C", "9C", "7C"], teams=True)
    assert [(event.seat, event.group_id) for event in of_type(single, Declared)] == [(0, "besi")]


def test_without_teams_only_the_winner_lays_down() -> None:
    hands = ["AC KD QD", "8C KS QS", "9C KH QH", "7C KC QC"]
    events = scene(hands, "8C' 8D' 8S'", "9H", ["AC", "8C", "9C", "7C"], lay_down_all=True)
    assert {event.seat for event in of_type(events, Declared)} == {0}


def test_a_partner_does_not_exchange_the_seven() -> None:
    hands = ["AC 8D", "8C 9D", "9C 7H", "7C 7D"]
    events = scene(hands, "8C' 8D' 8S'", "9H", ["AC", "8C", "9C", "7C"], lay_down_all=True, teams=True)
    assert not of_type(events, Exchanged)
