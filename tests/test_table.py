"""The rules of the readable engine, each in a hand-made scene."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from simulate.besi_table import lay_out, legal_cards, play_deal, play_shuffled
from simulate.besi_table_groups import NO_TRUMP, Candidate, highest_first
from simulate.cards import HEARTS, Card, all_cards, card_of, parse_kind
from simulate.catalogue import load
from simulate.events import (
    Counted,
    Dealt,
    Declared,
    Drew,
    Event,
    Exchanged,
    LastTrick,
    Played,
    SevenScored,
    TrickWon,
    TurnedSeven,
)
from simulate.rules import BesiRules
from simulate.streams import plain_word
from simulate.view import View


def card(text: str) -> Card:
    """``QS`` is the first copy, ``QS'`` the second, and so on."""
    kind = parse_kind(text.rstrip("'"))
    return Card(*kind, text.count("'"))


def cards(text: str) -> list[Card]:
    return [card(word) for word in text.split()]


def legal_of(view: View) -> list[Card]:
    codes = int(view.legal[0]) | int(view.legal[1]) << 64
    return [card_of(codes >> 8 * place & 255) for place in range(view.legal_count)]


def scripted(plays: str) -> Any:
    """A player of the cards written, one a trick; then of whatever is legal first."""
    left = cards(plays)

    def choose(view: View, word: np.uint64) -> int:
        return legal_of(view).index(left.pop(0)) if left else 0

    return choose


def spread(view: View, word: np.uint64) -> int:
    """A player of uniformly random legal cards."""
    return int(word) * view.legal_count >> 64


def rules_for(game: str, **changes: Any) -> BesiRules:
    return BesiRules(**(load(game).besi.model_dump() | changes))


def scene(
    hands: Sequence[str],
    talon: str,
    turn_up: str | None,
    plays: Sequence[str],
    **changes: Any,
) -> list[Event]:
    """Play the cards given; `talon` is drawn from in that order and the turn-up last of all."""
    dealt = [cards(hand) for hand in hands]
    changes = {"seats": len(hands), "hand_size": len(dealt[0]), "packs": 4} | changes
    if turn_up is None:
        changes |= {"trump_from": "first-marriage", "seven": "none"}
    # Unvalidated: a scene plays only the cards given, whatever the rules' pack would be.
    rules = BesiRules.model_construct(**(load("besi-double").besi.model_dump() | changes))
    shuffled = [each for hand in dealt for each in hand] + ([card(turn_up)] if turn_up else []) + cards(talon)
    players = [scripted(play) for play in plays] + [scripted("")] * (len(hands) - len(plays))
    orders = ["highest-first"] * len(hands)
    return list(play_shuffled(rules, players, orders, shuffled, lambda seat, trick: 0))


def declared(events: Sequence[Event], seat: int = 0) -> list[tuple[str, int]]:
    said = [event for event in of_type(events, Declared) if event.seat == seat]
    return [(event.group_id, event.points) for event in said]


def of_type(events: Sequence[Event], kind: type) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def winners(events: Sequence[Event]) -> list[int]:
    return [event.seat for event in of_type(events, TrickWon)]


def count_of(events: Sequence[Event], seat: int) -> Counted:
    return next(event for event in of_type(events, Counted) if event.seat == seat)


# The deal


def test_a_deal_is_dealt_seat_by_seat_and_the_next_card_is_turned() -> None:
    events = scene(["AC KC", "QC JC"], "9C 8C 7C", "AH", [])
    assert events[0] == Dealt((tuple(cards("AC KC")), tuple(cards("QC JC"))), card("AH"))
    assert events[-2:] == [count_of(events, 0), count_of(events, 1)]


def test_the_dealer_who_sits_last_marks_a_turned_up_seven() -> None:
    events = scene(["AC", "QC", "8C"], "9C 8D", "7H", [])
    assert of_type(events, TurnedSeven) == [TurnedSeven(2, 10)]
    assert [count_of(events, seat).seven_points for seat in (0, 1, 2)] == [0, 0, 10]
    assert not of_type(scene(["AC", "QC", "8C"], "9C 8D", "8H", []), TurnedSeven)


def test_winner_draws_first_and_leads_and_the_turn_up_is_drawn_last() -> None:
    events = scene(["8C 9D", "AC 8D", "7C 9C"], "QD QC JC JD 10C", "8H", ["8C", "AC", "7C"])
    draws = [(event.seat, str(event.card)) for event in of_type(events, Drew)]
    assert draws[:3] == [(1, "Q♦"), (2, "Q♣"), (0, "J♣")]
    assert draws[-1][1] == "8♥"
    assert of_type(events, Played)[3].seat == 1


def test_a_drawn_card_takes_the_place_of_the_played_one_and_in_the_end_the_last_card_does() -> None:
    events = scene(["AC 8C 9C", "7C 7C' 8D"], "AD", "9H", ["8C AC"])
    views = [event.view for event in of_type(events, Played) if event.seat == 0]
    assert legal_of(views[0]) == cards("AC 8C 9C")
    # Seat 0 takes the trick with the eight and draws the ace of diamonds where it lay.
    assert legal_of(views[1]) == cards("AC AD 9C")
    assert legal_of(views[2]) == cards("9C AD")


# Who takes a trick


@pytest.mark.parametrize(
    ("led", "answers", "winner"),
    [
        ("9C", ["AC", "10C"], 1),
        ("KC", ["10C", "QC"], 1),  # a ten beats a king
        ("9C", ["9C'", "8C"], 0),  # equal cards: the first played
        ("9C", ["AD", "AS"], 0),  # another suit never wins
        ("AC", ["7H", "AC'"], 1),  # the lowest trump does
        ("AC", ["7H", "8H"], 2),
        ("9C", ["8H", "8H'"], 1),  # equal trumps: the first played
        ("9H", ["AC", "10H"], 2),
    ],
)
def test_who_takes_a_trick(led: str, answers: list[str], winner: int) -> None:
    events = scene([led, *answers], "8S 9S", "7H'''", [led, *answers])
    assert winners(events)[0] == winner


def test_brisques_are_the_aces_and_tens_in_tricks_taken() -> None:
    events = scene(["AC", "10C", "KC"], "8S 9S", "8H", [])
    assert of_type(events, TrickWon)[0] == TrickWon(0, 0, 20)
    assert count_of(events, 0).brisque_points == 20


def test_figures_count_in_tricks_only_where_the_rules_say_so() -> None:
    hands, talon = ["KC JC", "QC 9C"], "8S"
    plain = scene(hands, talon, "8H", [])
    figures = scene(hands, talon, "8H", [], figures=True)
    assert of_type(plain, TrickWon)[0].points == 0
    assert of_type(figures, TrickWon)[0].points == 4 + 3
    assert sum(count_of(figures, seat).brisque_points for seat in (0, 1)) == 4 + 3 + 2


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
    assert highest_first([seven, marriage], 2) == marriage
    assert highest_first([seven], 2) == seven


def test_highest_first_goes_by_value_then_canonical_order() -> None:
    jacks = Candidate(12, "four", "four-jacks", -1, tuple(cards("JC JD JH JS")), 40)
    besi = Candidate(13, "besi", "besi", -1, tuple(cards("QS JD")), 40)
    queens = Candidate(11, "four", "four-queens", -1, tuple(cards("QC QD QH QS")), 60)
    assert highest_first([jacks, besi], 0) == besi
    assert highest_first([jacks, besi, queens], 0) == queens


# Using a card again


def leader_with(hand: str, tricks: int, **changes: Any) -> list[tuple[str, int]]:
    """What seat 0 declares when it takes `tricks` tricks of the talon with aces of clubs, beside `hand`."""
    led = " ".join("AC" + "'" * copy for copy in range(tricks))
    others = ["8C", "8D", "8S", "9C", "9D", "9S", "7C", "7D", "7S", "8C'", "8D'", "8S'", "9C'", "9D'", "9S'"]
    size = tricks + len(hand.split())
    blanks = ["7C''", "7D''", "7S''", "8C''", "8D''", "8S''", "9C''"]
    talon = " ".join(blanks[: 2 * tricks - 1])
    return declared(scene([f"{led} {hand}", " ".join(others[:size])], talon, "9H", [led], **changes))


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
    hands = ["AC AS AD 10D KD QD JD 8H", "8C 8S 9C 9S 7C 7S 8D 8C'"]
    events = scene(hands, "9D 8S' 9C' 9S' 7C' 7S'", None, ["AC AS AD"])
    assert declared(events) == [("quinte", 150), ("trump-marriage", 40)]


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


# The last tricks


def duty(hand: str, table: str, trump: int = HEARTS, talon: str = "", **changes: Any) -> set[str]:
    """What may be played of a hand when the talon is exhausted and `table` lies on the table."""
    rules = rules_for("besi-trois", **changes)
    nobody = [scripted("")] * 3
    state = lay_out(rules, nobody, ["highest-first"] * 3, all_cards(rules.copies), lambda seat, trick: 0)
    state.trump, state.talon = trump, cards(talon)
    return {str(each) for each in legal_cards(state, cards(hand), list(enumerate(cards(table))))}


def test_while_the_talon_lasts_any_card_may_be_played() -> None:
    assert duty("AC 7D 8H", "KC", talon="QS JS 9S") == {"A♣", "7♦", "8♥"}


def test_the_leader_of_a_last_trick_plays_what_he_likes() -> None:
    assert duty("AC 7D 8H", "") == {"A♣", "7♦", "8♥"}


@pytest.mark.parametrize(
    ("hand", "table", "allowed"),
    [
        ("AC 9C 7D 8H", "KC", "A♣"),  # follow and beat
        ("10C AC 9C", "KC", "10♣ A♣"),  # with any card that beats
        ("9C 8C 8H", "KC", "9♣ 8♣"),  # follow, if it can't be beaten
        ("KC' 8C", "KC", "K♣ 8♣"),  # an equal card doesn't beat
        ("AD 8H AH", "KC", "8♥ A♥"),  # trump, with any
        ("AD 8S", "KC", "A♦ 8♠"),  # or anything
        ("AC 9C 8H", "KC JH", "A♣ 9♣"),  # trumped already: follow, with any card
        ("AC 9C", "8C KC", "A♣"),  # the best card so far counts, not the first
        ("AC 9C", "8C AC'", "A♣ 9♣"),
        ("AD 8H QH", "KC JH", "Q♥"),  # overtrump
        ("AD 8H 9H", "KC JH", "8♥ 9♥"),  # or at least trump
        ("AD 8H JH'", "KC JH", "8♥ J♥"),  # an equal trump doesn't overtrump
        ("AD 8S", "KC JH", "A♦ 8♠"),
        ("AH 8H 9C", "KH", "A♥"),  # trump led
        ("9H 8H AC", "KH", "9♥ 8♥"),
        ("9C AD", "KH", "9♣ A♦"),
        ("8D AC 7C", "9C AD'", "A♣"),  # a discard doesn't matter
    ],
)
def test_the_duties_of_the_last_tricks(hand: str, table: str, allowed: str) -> None:
    assert duty(hand, table) == set(allowed.split())


@pytest.mark.parametrize(
    ("hand", "table", "allowed"),
    [
        ("AC 9C 7D 8H", "KC", "A♣ 9♣"),  # follow, no need to beat
        ("AD 8H QH", "KC JH", "8♥ Q♥"),  # trump, no need to overtrump
        ("AD 8H", "KC", "8♥"),  # the duty to trump stays
    ],
)
def test_without_the_duty_to_beat_those_to_follow_and_to_trump_remain(
    hand: str, table: str, allowed: str
) -> None:
    assert duty(hand, table, must_beat=False) == set(allowed.split())


def test_without_a_trump_follow_and_beat_else_anything() -> None:
    assert duty("AC 9C 8H", "KC", trump=NO_TRUMP) == {"A♣"}
    assert duty("AD 8H", "KC", trump=NO_TRUMP) == {"A♦", "8♥"}


def test_the_partners_best_card_is_to_be_beaten_too() -> None:
    rules = {"seats": 4, "teams": True, "packs": 4, "hand_size": 2}
    state = lay_out(
        rules_for("besi-trois", **rules),
        [scripted("")] * 4,
        ["highest-first"] * 4,
        all_cards(rules_for("besi-trois", **rules).copies),
        lambda seat, trick: 0,
    )
    state.trump, state.talon = HEARTS, []
    assert legal_cards(state, cards("AC 9C"), [(0, card("KC")), (1, card("8C"))]) == cards("AC")


def test_a_seat_is_offered_only_what_the_duties_allow_once_the_talon_is_exhausted() -> None:
    events = scene(["9C 8C", "7C AC"], "KC", "9H", ["9C KC", "7C"])
    views = [event.view for event in of_type(events, Played)]
    assert [legal_of(view) for view in views] == [
        cards("9C 8C"),
        cards("7C AC"),
        cards("KC 8C"),
        cards("AC"),
        cards("9H"),
        cards("8C"),
    ]
    assert [view.draws_left for view in views] == [1, 1, 0, 0, 0, 0]


def test_the_last_trick_of_all_scores_or_that_before_the_last_draw() -> None:
    cards_dealt: Any = (["AC 8C", "7C 7D"], "8D", "9H", ["AC"])
    at_end = scene(*cards_dealt)
    assert of_type(at_end, LastTrick) == [LastTrick(winners(at_end)[-1], 10)]
    assert at_end.index(of_type(at_end, LastTrick)[0]) > at_end.index(of_type(at_end, TrickWon)[-1])
    at_talon = scene(*cards_dealt, last_trick_at="talon")
    assert of_type(at_talon, LastTrick) == [LastTrick(0, 10)]
    assert at_talon.index(LastTrick(0, 10)) < at_talon.index(of_type(at_talon, Drew)[0])
    assert count_of(at_talon, 0).last_trick_points == 10
    two_draws = scene(["AC AD 8C", "7C 7D 8D"], "7S 8S 9S", "9H", ["AC AD"], last_trick_at="talon")
    assert len(of_type(two_draws, LastTrick)) == 1
    assert two_draws.index(LastTrick(0, 10)) > two_draws.index(of_type(two_draws, Drew)[1])


# Points


def test_the_point_multiplier_applies_to_every_part() -> None:
    arguments: Any = (["AC KD QD 7H", "10C 8D 9D 9S"], "8S 9C 8H", "KH", ["AC"])
    single, double = scene(*arguments), scene(*arguments, point_multiplier=2)
    for seat in (0, 1):
        once, twice = count_of(single, seat), count_of(double, seat)
        assert [2 * part for part in once[1:5]] == list(twice[1:5])
    assert all(
        sum(parts) > 0 for parts in zip(*(count_of(single, seat)[1:5] for seat in (0, 1)), strict=True)
    )


# What a seat sees


def test_cards_declared_are_known_to_the_others_until_played() -> None:
    events = scene(["AC KD QD", "8C 9C 9D"], "8S 9S 7S", "9H", ["AC KD"])
    views = {(event.seat, event.view.trick): event.view for event in of_type(events, Played)}
    king, queen = 1 << card("KD").code, 1 << card("QD").code
    assert int(views[1, 0].shown[0]) == 0
    assert int(views[0, 1].shown[0]) == 0  # one's own are not among them
    assert int(views[1, 1].shown[0]) == queen  # the king has been led
    assert int(views[1, 1].table) == card("KD").code
    assert int(views[1, 1].played[0]) & king


def test_the_card_taken_by_exchange_and_the_one_drawn_last_are_known() -> None:
    events = scene(["AC 7H 9S", "8C 9C 9D"], "8S", "QH", ["AC 9S"])
    views = {(event.seat, event.view.trick): event.view for event in of_type(events, Played)}
    assert int(views[1, 1].shown[0]) == 1 << card("QH").code
    assert int(views[0, 1].shown[0]) == 1 << card("7H").code
    assert (views[0, 0].turned, views[0, 1].turned) == (card("QH").code, -1)


def test_the_seven_lies_in_the_turn_ups_place_and_no_unknown_last_card_is_shown() -> None:
    events = scene(["AC 7H 9S", "8C 9C 9D"], "8S 8D 7S", "QH", ["AC 9S"])
    assert [event.view.turned for event in of_type(events, Played)][1:3] == [card("QH").code, card("7H").code]
    without = scene(["AC", "8C"], "9C 9S", None, [])
    assert all(event.view.shown == (0, 0) for event in of_type(without, Played))


def test_used_cards_and_announcements_are_told_to_the_seat_itself() -> None:
    hands = ["AC AD AS QS JD QS' JD' KS", "8C 8D 8S 9C 9D 9S 7C 7D"]
    events = scene(hands, "7S 8C' 8D' 8S' 9C'", "9H", ["AC AD AS"], lower_after_higher=False)
    own = [event.view for event in of_type(events, Played) if event.seat == 0][1]
    four = sum(1 << each.code for each in cards("QS JD QS' JD'"))
    assert int(own.used_besi2[0]) == int(own.used_besi[0]) == four
    assert int(own.used_besi3[0]) == int(own.used_marriage[0]) == 0
    assert own.announced == 1 << 14
    other = [event.view for event in of_type(events, Played) if event.seat == 1][1]
    assert (other.announced, other.used_besi) == (0, (0, 0))


# The engine itself


def test_a_deal_is_a_pure_function_of_its_address() -> None:
    rules = load("besi-trois").besi
    deals = [
        tuple(map(str, play_deal(rules, [spread] * 3, ["highest-first"] * 3, 1, deal))) for deal in (0, 0, 1)
    ]
    assert deals[0] == deals[1] != deals[2]


def test_each_player_gets_his_own_word_for_each_trick() -> None:
    rules = load("besi-double").besi
    seen = []

    def note(view: View, word: np.uint64) -> int:
        seen.append((1 + view.seat, view.trick, int(word)))
        return 0

    list(play_deal(rules, [note, note], ["highest-first"] * 2, 5, 7))
    assert len(seen) == 64
    assert all(drawn == plain_word(5, stream, 7, trick) for stream, trick, drawn in seen)


def test_an_answer_that_is_no_position_is_refused() -> None:
    rules = load("besi-simple").besi
    with pytest.raises(ValueError, match="seat 0 answers position 6, but has 6 legal cards"):
        list(play_deal(rules, [lambda view, word: view.legal_count] * 2, ["highest-first"] * 2, 1, 0))


def test_as_many_players_and_orders_as_seats() -> None:
    with pytest.raises(ValueError, match="3 seats need as many players and orders, not 2 and 3"):
        list(play_deal(load("besi-trois").besi, [spread] * 2, ["highest-first"] * 3, 1, 0))
