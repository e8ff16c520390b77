"""What must hold of sevens and declarations in every deal, whatever the rules and whoever plays."""

from collections import Counter
from itertools import pairwise

import pytest

from simulate.besi_table import play_deal
from simulate.cards import ACE, DIAMONDS, JACK, KING, QUEEN, SEVEN, SPADES, TEN, Card
from simulate.catalogue import load
from simulate.events import (
    Counted,
    Dealt,
    Declared,
    Drew,
    Exchanged,
    Played,
    SevenScored,
    TrickWon,
    TurnedSeven,
)
from tests.any_deals import (
    BESI_LEVELS,
    FOURS,
    Deal,
    announced,
    every_deal,
    higher_than,
    moments,
    thorough,
    uniform,
    use_of,
    weakest,
)


@thorough
@every_deal
def test_no_card_serves_twice_in_groups_of_a_kind(deal: Deal) -> None:
    served: dict[tuple[int, str], set[Card]] = {}
    for event in announced(deal):
        use = use_of(event)
        before = served.setdefault((event.seat, use), set())
        assert before.isdisjoint(event.cards) or deal.rules.redeclare
        before.update(event.cards)
        if not deal.rules.lower_after_higher:
            higher = higher_than(use)
            assert all(served.get((event.seat, name), set()).isdisjoint(event.cards) for name in higher)


def check_standing(deal: Deal) -> None:
    """Scored again are only cards of broken combinations; marriages have exceptions, counted here."""
    if not deal.rules.redeclare:
        return
    scored: list[Declared] = []
    chances: Counter[tuple[int, int]] = Counter()
    for moment in moments(deal):
        event = moment.event
        if isinstance(event, Played):
            marriages = [past for past in scored if past.seat == event.seat and use_of(past) == "marriage"]
            of_suit = [past for past in marriages if past.cards[0].suit == event.card.suit]
            if len(of_suit) >= 2 and any(event.card in past.cards for past in of_suit):
                chances[event.seat, event.card.suit] = 1
        if not isinstance(event, Declared) or event.group_id == "carte-blanche":
            continue
        before = [past for past in scored if past.seat == event.seat and use_of(past) == use_of(event)]
        standing = [past for past in before if set(past.cards) <= moment.hands[event.seat]]
        entangled = {card for past in standing for card in past.cards}.intersection(event.cards)
        if entangled:
            assert use_of(event) == "marriage"
            crosses = entangled == set(event.cards) and event.cards not in [past.cards for past in before]
            if not (deal.rules.marriage_cross and crosses):
                assert deal.rules.marriage_exception
                assert all(any(card in past.cards for past in before) for card in event.cards)
                chances[event.seat, event.cards[0].suit] -= 1
        scored.append(event)
        assert min(chances.values(), default=0) >= 0


@thorough
@every_deal
def test_where_groups_may_be_scored_again_no_card_serves_in_two_that_stand(deal: Deal) -> None:
    check_standing(deal)


def test_a_group_scored_twice_while_it_stands_would_be_noticed() -> None:
    rules, noticed = load("rubicon").besi, 0
    for number in range(10):
        events = list(play_deal(rules, [weakest, uniform], ["highest-first"] * 2, 1, number))
        check_standing(Deal(rules, events))
        for event in announced(Deal(rules, events)):
            place = events.index(event)
            with pytest.raises(AssertionError):
                check_standing(Deal(rules, [*events[:place], event, *events[place:]]))
            noticed += 1
    assert noticed > 20


@thorough
@every_deal
def test_carte_blanche_is_scored_for_the_dealt_hand_and_every_draw_until_a_court_card(deal: Deal) -> None:
    court, value = (KING, QUEEN, JACK), deal.rules.value_of("carte-blanche")
    dealt, *_ = deal.events
    assert isinstance(dealt, Dealt)
    blank = {seat for seat, hand in enumerate(dealt.hands) if not any(card.rank in court for card in hand)}
    expected = [(seat, dealt.hands[seat]) for seat in sorted(blank)]
    for event in deal.of_type(Drew):
        blank -= {event.seat} if event.card.rank in court else set()
        expected += [(event.seat, (event.card,))] if event.seat in blank else []
    said = [event for event in deal.of_type(Declared) if event.group_id == "carte-blanche"]
    assert [(event.seat, event.cards) for event in said] == (expected if value else [])
    for before, event in pairwise(deal.events):
        if event in said:
            assert isinstance(before, Dealt | TurnedSeven | Declared) or before == Drew(
                event.seat, *event.cards
            )


@thorough
@every_deal
def test_what_is_declared_is_in_the_hand_and_is_the_group_that_it_is_called(deal: Deal) -> None:
    for moment in moments(deal):
        event = moment.event
        if not isinstance(event, Declared):
            continue
        if event.group_id == "carte-blanche":
            assert event.points == deal.rules.point_multiplier * deal.rules.value_of("carte-blanche") > 0
            continue
        assert set(event.cards) <= moment.hands[event.seat]
        assert len(set(event.cards)) == len(event.cards)
        kinds = Counter(card.kind for card in event.cards)
        suits = {card.suit for card in event.cards}
        if event.group_id in FOURS:
            assert {card.rank for card in event.cards} == {FOURS[event.group_id]}
            assert len(event.cards) == 4
            assert len(suits) == 4 or not deal.rules.panache
        elif event.group_id in BESI_LEVELS:
            level = BESI_LEVELS[event.group_id]
            assert kinds == {(SPADES, QUEEN): level, (DIAMONDS, JACK): level}
        else:
            ranks = [KING, QUEEN] if "marriage" in event.group_id else [ACE, TEN, KING, QUEEN, JACK]
            assert [card.rank for card in event.cards] == ranks
            (suit,) = suits
            by_quinte = deal.rules.trump_from == "first-marriage-or-quinte"
            makes_trump = moment.trump == -1 and ("marriage" in event.group_id or by_quinte)
            assert event.group_id.startswith("trump-") == (makes_trump or suit == moment.trump)
        assert event.points == deal.rules.point_multiplier * deal.rules.value_of(event.group_id) > 0


@thorough
@every_deal
def test_only_a_trick_winner_speaks_once_a_trick_and_not_after_the_talon(deal: Deal) -> None:
    winner, said = -1, 0
    for moment in moments(deal):
        event = moment.event
        if isinstance(event, TrickWon):
            winner, said = event.seat, 0
        elif isinstance(event, Exchanged | SevenScored):
            assert moment.talon > 0
            assert event.seat == winner or (isinstance(event, SevenScored) and event.declared)
        if isinstance(event, Declared) and event.group_id == "carte-blanche":
            continue
        if isinstance(event, Declared) or (isinstance(event, SevenScored) and event.declared):
            assert moment.talon > 0
            said += 1
            if deal.rules.lay_down_all:
                assert event.seat == winner or (deal.rules.teams and event.seat == (winner + 2) % 4)
            else:
                assert (event.seat, said) == (winner, 1)


@thorough
@every_deal
def test_announcements_are_made_once_where_the_rules_say_so(deal: Deal) -> None:
    said = Counter(
        (event.seat, event.group_id.removeprefix("trump-"), event.cards[0].suit)
        if event.group_id.removeprefix("trump-") in ("marriage", "quinte")
        else (event.seat, event.group_id)
        for event in announced(deal)
    )
    assert not deal.rules.once_per_announcement or set(said.values()) <= {1}


@thorough
@every_deal
def test_sevens_score_as_the_rules_say(deal: Deal) -> None:
    rules = deal.rules
    exchanged, scored = deal.of_type(Exchanged), deal.of_type(SevenScored)
    turn_up = deal.events[0].turn_up  # type: ignore[union-attr]
    trump = None if turn_up is None else turn_up.suit
    sevens = [event.given for event in exchanged] + [event.card for event in scored]
    assert len(set(sevens)) == len(sevens)
    assert all(card.kind == (trump, SEVEN) for card in sevens)
    assert len(exchanged) <= (rules.seven != "none" and turn_up is not None and turn_up.rank != SEVEN)
    assert all(event.taken == turn_up for event in exchanged)
    assert {event.declared for event in scored} <= {
        "exchange-or-trick": {False},
        "exchange-or-declare": {True},
    }.get(rules.seven, set())
    turned = [(rules.seats - 1, rules.point_multiplier * rules.turned_seven_points)]
    assert deal.of_type(TurnedSeven) == (turned if turn_up is not None and turn_up.rank == SEVEN else [])


@thorough
@every_deal
def test_a_larger_group_held_is_also_the_smaller_one(deal: Deal) -> None:
    for count in deal.of_type(Counted):
        for level in range(2, 5):
            names = [name for name, number in BESI_LEVELS.items() if number in (level, level - 1)]
            assert names[1] not in count.held or names[0] in count.held
        assert "trump-quinte" not in count.held or "trump-marriage" in count.held
        assert "quinte" not in count.held or "marriage" in count.held
