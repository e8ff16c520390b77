"""The play of a deal in the readable engine, each rule in a hand-made scene."""

from typing import Any

import numpy as np
import pytest

from simulate.besi_table import lay_out, legal_cards, play_deal
from simulate.besi_table_groups import NO_TRUMP
from simulate.cards import HEARTS, all_cards
from simulate.catalogue import load
from simulate.events import (
    Dealt,
    Drew,
    LastTrick,
    Played,
    TrickWon,
    TurnedSeven,
)
from simulate.streams import plain_word
from simulate.view import View
from tests.scenes import card, cards, count_of, legal_of, of_type, rules_for, scene, scripted, spread, winners

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


@pytest.mark.parametrize(("figure", "points"), [("KC", 4), ("QC", 3), ("JC", 2), ("9C", 0)])
def test_figures_count_in_tricks_only_where_the_rules_say_so(figure: str, points: int) -> None:
    hands, talon = [f"{figure} 8D", "7C 9D"], "8S"
    plain = scene(hands, talon, "8H", [figure])
    figures = scene(hands, talon, "8H", [figure], figures=True)
    assert of_type(plain, TrickWon)[0].points == 0
    assert of_type(figures, TrickWon)[0].points == points
    assert [count_of(figures, seat).brisque_points for seat in (0, 1)] == [points, 0]


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
