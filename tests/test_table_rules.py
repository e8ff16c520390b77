"""More rules of the readable engine in scenes: the order of a turn, all laid down, trump made late."""

from simulate.cards import DIAMONDS
from simulate.events import Declared, Drew, Exchanged, Played, SevenScored, TrickWon
from tests.scenes import card, cards, count_of, declared, leader_with, of_type, scene, winners


def test_after_a_trick_seven_exchange_declaration_and_draws_follow_in_this_order() -> None:
    events = scene(["8C 9C 8D 9S", "7H 7H' KD QD"], "8S 10S 9D", "9H", ["8C", "7H"])
    turn = events[events.index(of_type(events, TrickWon)[0]) :][:6]
    assert [type(event) for event in turn] == [TrickWon, SevenScored, Exchanged, Declared, Drew, Drew]
    assert [event.seat for event in turn] == [1, 1, 1, 1, 1, 0]
    # Neither seven was the turn's declaration.
    assert count_of(events, 1).seven_points == 20
    assert declared(events, seat=1)[0] == ("marriage", 20)


def test_before_the_last_draw_the_winner_may_still_exchange_and_declare() -> None:
    events = scene(["AC 7H KD QD", "8C 8D 9D 9S"], "8S", "QH", ["AC"])
    turn = events[events.index(of_type(events, TrickWon)[0]) :][:5]
    assert turn[1:] == [
        Exchanged(0, card("7H"), card("QH"), 10),
        Declared(0, "marriage", tuple(cards("KD QD")), 20),
        Drew(0, card("8S")),
        Drew(1, card("7H")),
    ]


def test_the_exchange_waits_for_a_trick_won_however_late() -> None:
    hands = ["8C 9C 10C", "AC AD 7H"]
    events = scene(hands, "8S 9S 10S", "QH", ["8C 9C", "AC AD"])
    assert winners(events)[:2] == [1, 1]
    assert [event.seat for event in of_type(events, Exchanged)] == [1]
    # Seat 1 plays its seven away in the second trick: then there is nothing to exchange.
    assert not of_type(scene(["AC AD 10C", "9C 7H 8D"], "8S 9S 10S", "QH", ["AC AD", "9C 7H"]), Exchanged)


def test_all_laid_down_a_larger_group_may_be_followed_by_the_smaller_in_the_same_turn() -> None:
    """With one trick only: both are laid down where the convention lets them be, else the larger."""
    quinte, besi = "AD 10D KD QD JD", "QS QS' JD JD'"
    assert leader_with(quinte, 1, lay_down_all=True) == [("quinte", 150), ("marriage", 20)]
    assert leader_with(quinte, 1, lay_down_all=True, lower_after_higher=False) == [("quinte", 150)]
    assert leader_with(besi, 1, lay_down_all=True) == [("besi-double", 500), ("besi", 40), ("besi", 40)]
    assert leader_with(besi, 1, lay_down_all=True, lower_after_higher=False) == [("besi-double", 500)]
    assert leader_with(besi, 1) == [("besi-double", 500)]


def test_all_laid_down_each_seat_scores_its_own_by_the_trump_in_force() -> None:
    """The winner's first marriage makes trump, and his second and his partner's are valued by it."""
    hands = ["AC KD QD KS QS", "8C 8D 8S 9D 9S", "9C KD' QD' KH QH", "7C 7D 7S 7D' 7S'"]
    laid_down = scene(hands, "8C' 8D' 8S' 9C'", None, ["AC", "8C", "9C", "7C"], lay_down_all=True, teams=True)
    assert declared(laid_down, 0) == [("trump-marriage", 40), ("marriage", 20)]
    assert declared(laid_down, 2) == [("trump-marriage", 40), ("marriage", 20)]
    assert [event.seat for event in of_type(laid_down, Declared)] == [0, 0, 2, 2]
    assert [count_of(laid_down, seat).group_points for seat in range(4)] == [60, 0, 60, 0]


def test_the_partner_may_make_trump_when_all_is_laid_down() -> None:
    hands = ["AC 9D 9H", "8C 8D 8S", "9C KH QH", "7C 7D 7S"]
    events = scene(hands, "8C' 8D' 8S' 9C'", None, ["AC", "8C", "9C", "7C"], lay_down_all=True, teams=True)
    assert declared(events, 2) == [("trump-marriage", 40)]


def test_a_quinte_that_is_worth_something_in_trumps_only_waits_for_trump() -> None:
    """Before trump it counts as plain, so scores nothing; its marriage makes trump, and then it scores."""
    hands = ["AC AS AD 10D KD QD JD", "8C 8S 9C 9S 7C 7S 8D"]
    events = scene(hands, "8C' 8S' 9C' 9S'", None, ["AC AS"], quinte=None, lower_after_higher=False)
    assert declared(events) == [("trump-marriage", 40), ("trump-quinte", 250)]
    assert [event.view.trump for event in of_type(events, Played)][2] == DIAMONDS


def test_the_marriage_that_made_trump_is_of_one_kind_with_later_ones() -> None:
    hands = ["AC AS KD QD QD'", "8C 8S 9C 9S 7C"]
    events = scene(hands, "8C' 8S' 9C' 9S'", None, ["AC AS"])
    assert declared(events) == [("trump-marriage", 40)]
    fresh = scene(["AC AS KD QD KD' QD'", "8C 8S 9C 9S 7C 7S"], "8C' 8S' 9C' 9S'", None, ["AC AS"])
    assert declared(fresh) == [("trump-marriage", 40), ("trump-marriage", 40)]


def test_every_group_is_made_of_its_own_cards() -> None:
    """One scene a group: with its cards it is declared; with one of them exchanged for a nine it isn't."""
    groups = {
        "marriage": "KD QD", "trump-marriage": "KH QH", "besi": "QS JD", "besi-double": "QS QS' JD JD'",
        "four-aces": "AC' AD AH AS", "four-kings": "KC KD KH KS", "four-queens": "QC QD QH QD'",
        "four-jacks": "JC JD JH JS", "four-tens": "10C 10D 10H 10S", "trump-quinte": "AH 10H KH QH JH",
        "quinte": "AS 10S KS QS JS",
    }  # fmt: skip
    for group_id, hand in groups.items():
        value = {"four_tens": 20, "marriage": 20, "besi": 40}
        assert leader_with(hand, 1, **value)[0][0] == group_id
        parts = hand.split()
        for place in range(len(parts)):
            broken = " ".join([*parts[:place], "9H'", *parts[place + 1 :]])
            assert group_id not in dict(leader_with(broken, 1, **value)), (group_id, broken)
