"""What must hold in every deal, whatever the rules and whoever plays, read from the events alone."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.besi_table import play_deal
from simulate.cards import ACE, DIAMONDS, JACK, KING, QUEEN, SEVEN, SPADES, TEN, Card, all_cards, card_of
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
from simulate.view import View
from tests.strategies import rule_sets

FOURS = {"four-aces": ACE, "four-tens": TEN, "four-kings": KING, "four-queens": QUEEN, "four-jacks": JACK}
BESI_LEVELS = {"besi": 1, "besi-double": 2, "besi-triple": 3, "besi-quadruple": 4}


def uniform(view: View, word: np.uint64) -> int:
    return int(word) * view.legal_count >> 64


def first(view: View, word: np.uint64) -> int:
    return 0


def last(view: View, word: np.uint64) -> int:
    return view.legal_count - 1


def strongest(view: View, word: np.uint64) -> int:
    """The card of highest rank, which takes many tricks and declares little."""
    legal = cards_in_order(view.legal, view.legal_count)
    return min(range(len(legal)), key=lambda place: legal[place].rank)


def weakest(view: View, word: np.uint64) -> int:
    """The card of lowest rank, which keeps what makes groups."""
    legal = cards_in_order(view.legal, view.legal_count)
    return max(range(len(legal)), key=lambda place: legal[place].rank)


def cards_in_order(codes: tuple[Any, Any], count: int) -> list[Card]:
    number = int(codes[0]) | int(codes[1]) << 64
    return [card_of(number >> 8 * place & 255) for place in range(count)]


def card_set(words: tuple[Any, Any]) -> set[Card]:
    bits = int(words[0]) | int(words[1]) << 64
    return {card_of(code) for code in range(128) if bits >> code & 1}


class Deal(NamedTuple):
    rules: BesiRules
    events: list[Event]

    def of_type(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    rules = draw(rule_sets())
    choosers = [draw(st.sampled_from([uniform, first, last, strongest, weakest])) for _ in range(rules.seats)]
    seed, number = draw(st.integers(0, 2**32)), draw(st.integers(0, 2**32))
    return Deal(rules, list(play_deal(rules, choosers, ["highest-first"] * rules.seats, seed, number)))


every_deal = given(deals())
thorough = settings(max_examples=100, deadline=None)


class Moment(NamedTuple):
    """An event, with the hands and the table just before it."""

    event: Event
    hands: list[set[Card]]
    on_table: list[tuple[int, Card]]
    trump: int
    talon: int


def moments(deal: Deal) -> Iterator[Moment]:
    """Follow the hands by what is dealt, played, exchanged and drawn."""
    hands: list[set[Card]] = [set() for _ in range(deal.rules.seats)]
    on_table: list[tuple[int, Card]] = []
    trump, talon = -1, deal.rules.talon
    for event in deal.events:
        yield Moment(event, hands, on_table, trump, talon)
        match event:
            case Dealt():
                hands = [set(hand) for hand in event.hands]
                trump = -1 if event.turn_up is None else event.turn_up.suit
            case Played():
                hands[event.seat].remove(event.card)
                on_table.append((event.seat, event.card))
            case TrickWon():
                on_table = []
            case Exchanged():
                hands[event.seat].remove(event.given)
                hands[event.seat].add(event.taken)
            case Declared(group_id="trump-marriage") if trump == -1:
                trump = event.cards[0].suit
            case Drew():
                hands[event.seat].add(event.card)
                talon -= 1


def beats(card: Card, best: Card, trump: int) -> bool:
    return card.rank < best.rank if card.suit == best.suit else card.suit == trump


def best_of(cards: Sequence[Card], trump: int) -> Card:
    best = cards[0]
    for card in cards[1:]:
        if beats(card, best, trump):
            best = card
    return best


def lawful(card: Card, hand: set[Card], table: Sequence[Card], trump: int, duty_to_beat: bool) -> bool:
    """Whether a card may be played to one of the last tricks: the duties, said once more."""
    if not table:
        return True
    led, best = table[0].suit, best_of(table, trump)
    for suit in (led, trump):
        of_suit = [own for own in hand if own.suit == suit]
        if of_suit:
            could_beat = best.suit == suit and any(beats(own, best, trump) for own in of_suit)
            return card.suit == suit and (not (duty_to_beat and could_beat) or beats(card, best, trump))
    return True


@thorough
@every_deal
def test_every_card_is_dealt_or_drawn_once_and_played_once(deal: Deal) -> None:
    pack = sorted(all_cards(deal.rules.copies))
    dealt = [card for hand in deal.events[0].hands for card in hand]  # type: ignore[union-attr]
    given_away = [event.taken for event in deal.of_type(Exchanged)]
    returned = [event.given for event in deal.of_type(Exchanged)]
    drawn = [event.card for event in deal.of_type(Drew)]
    assert sorted(dealt + drawn + given_away) == sorted(pack + returned)
    assert sorted(event.card for event in deal.of_type(Played)) == pack
    assert all(len(hand) == deal.rules.hand_size for hand in deal.events[0].hands)  # type: ignore[union-attr]
    draws = Counter(event.seat for event in deal.of_type(Drew))
    assert draws == dict.fromkeys(range(deal.rules.seats), deal.rules.draws)


@thorough
@every_deal
def test_hands_are_empty_at_the_end(deal: Deal) -> None:
    *_, end = moments(deal)
    assert end.hands == [set()] * deal.rules.seats
    assert isinstance(end.event, Counted)


@thorough
@every_deal
def test_the_best_card_takes_the_trick_and_its_winner_leads_and_draws_first(deal: Deal) -> None:
    leader, drawn, seats = 0, 0, deal.rules.seats
    for moment in moments(deal):
        event = moment.event
        if isinstance(event, Played):
            assert event.seat == (leader + len(moment.on_table)) % seats
            drawn = 0
        elif isinstance(event, TrickWon):
            best = best_of([card for _, card in moment.on_table], moment.trump)
            assert (event.seat, best) in moment.on_table
            leader = event.seat
        elif isinstance(event, Drew):
            assert event.seat == (leader + drawn) % seats
            drawn += 1
    tricks = deal.rules.draws + deal.rules.hand_size
    assert [event.number for event in deal.of_type(TrickWon)] == list(range(tricks))


@thorough
@every_deal
def test_brisque_points_add_up_to_the_packs_and_are_given_for_the_cards_taken(deal: Deal) -> None:
    rules = deal.rules
    worth = {ACE: rules.brisque_points, TEN: rules.brisque_points}
    worth |= {KING: 4, QUEEN: 3, JACK: 2} if rules.figures else {}
    in_pack = sum(worth.get(card.rank, 0) for card in all_cards(rules.copies))
    if not rules.removed:
        assert in_pack == rules.packs * (8 * rules.brisque_points + (36 if rules.figures else 0))
    assert sum(count.brisque_points for count in deal.of_type(Counted)) == rules.point_multiplier * in_pack
    for moment in moments(deal):
        if isinstance(moment.event, TrickWon):
            on_table = sum(worth.get(card.rank, 0) for _, card in moment.on_table)
            assert moment.event.points == rules.point_multiplier * on_table


@thorough
@every_deal
def test_the_last_trick_scores_once_for_who_took_it(deal: Deal) -> None:
    (scored,) = deal.of_type(LastTrick)
    assert scored.points == deal.rules.point_multiplier * deal.rules.last_trick_points
    number = -1 if deal.rules.last_trick_at == "end" else deal.rules.draws - 1
    assert scored.seat == deal.of_type(TrickWon)[number].seat


@thorough
@every_deal
def test_no_card_serves_twice_in_groups_of_a_kind(deal: Deal) -> None:
    served: dict[tuple[int, str], set[Card]] = {}
    for event in deal.of_type(Declared):
        use = "four" if event.group_id in FOURS else event.group_id.removeprefix("trump-")
        before = served.setdefault((event.seat, use), set())
        assert before.isdisjoint(event.cards)
        before.update(event.cards)
        if not deal.rules.lower_after_higher:
            higher = [name for name, level in BESI_LEVELS.items() if level > BESI_LEVELS.get(use, 9)]
            higher += ["quinte"] if use == "marriage" else []
            assert all(served.get((event.seat, name), set()).isdisjoint(event.cards) for name in higher)


@thorough
@every_deal
def test_what_is_declared_is_in_the_hand_and_is_the_group_that_it_is_called(deal: Deal) -> None:
    for moment in moments(deal):
        event = moment.event
        if not isinstance(event, Declared):
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
            makes_trump = moment.trump == -1 and "marriage" in event.group_id
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
        for event in deal.of_type(Declared)
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
def test_the_duties_of_the_last_tricks_are_kept_and_no_more_is_asked(deal: Deal) -> None:
    for moment in moments(deal):
        event = moment.event
        if not isinstance(event, Played):
            continue
        hand = moment.hands[event.seat]
        legal = set(cards_in_order(event.view.legal, event.view.legal_count))
        assert event.card in legal
        if moment.talon:
            assert legal == hand
            continue
        table = [card for _, card in moment.on_table]
        assert legal == {
            card for card in hand if lawful(card, hand, table, moment.trump, deal.rules.must_beat)
        }


@thorough
@every_deal
def test_a_seat_sees_its_hand_the_table_and_only_what_was_shown(deal: Deal) -> None:
    played: set[Card] = set()
    for moment in moments(deal):
        event = moment.event
        if not isinstance(event, Played):
            continue
        view = event.view
        table = [card for _, card in moment.on_table]
        assert card_set(view.hand) == moment.hands[event.seat]
        assert card_set(view.played) == played
        others = [hand for seat, hand in enumerate(moment.hands) if seat != event.seat]
        assert card_set(view.shown) <= set().union(*others)
        assert cards_in_order((view.table, 0), view.on_table) == table
        assert (view.best == -1) == (not table)
        if table:
            assert (view.best_seat, card_of(view.best)) in moment.on_table
            assert card_of(view.best) == best_of(table, moment.trump)
        assert (view.seat, view.trump) == (event.seat, moment.trump)
        assert view.draws_left * deal.rules.seats == moment.talon
        played.add(event.card)


@thorough
@every_deal
def test_the_count_is_what_was_marked_and_what_is_declared_was_held(deal: Deal) -> None:
    marked: dict[tuple[int, str], int] = Counter()
    declarations: dict[int, Counter[str]] = {seat: Counter() for seat in range(deal.rules.seats)}
    for event in deal.events:
        match event:
            case Declared():
                marked[event.seat, "group"] += event.points
                declarations[event.seat][event.group_id] += 1
            case TrickWon():
                marked[event.seat, "brisque"] += event.points
            case TurnedSeven() | SevenScored() | Exchanged():
                marked[event.seat, "seven"] += event.points
            case LastTrick():
                marked[event.seat, "last"] += event.points
    counts = deal.of_type(Counted)
    assert [count.seat for count in counts] == list(range(deal.rules.seats))
    for count in counts:
        parts = [count.group_points, count.brisque_points, count.seven_points, count.last_trick_points]
        assert parts == [marked[count.seat, part] for part in ("group", "brisque", "seven", "last")]
        assert count.points == sum(parts)
        assert count.declarations == declarations[count.seat]
        assert set(count.declarations) <= count.held


@thorough
@every_deal
def test_a_larger_group_held_is_also_the_smaller_one(deal: Deal) -> None:
    for count in deal.of_type(Counted):
        for level in range(2, 5):
            names = [name for name, number in BESI_LEVELS.items() if number in (level, level - 1)]
            assert names[1] not in count.held or names[0] in count.held
        assert "trump-quinte" not in count.held or "trump-marriage" in count.held
        assert "quinte" not in count.held or "marriage" in count.held
