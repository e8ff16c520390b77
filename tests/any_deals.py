"""Deals by any rules and whoever plays, and how to follow one from its events alone."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.besi_table import play_deal
from simulate.cards import ACE, JACK, KING, QUEEN, TEN, Card, card_of
from simulate.catalogue import load
from simulate.events import (
    Dealt,
    Declared,
    Drew,
    Event,
    Exchanged,
    Played,
    TrickWon,
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
    made_up = rule_sets() | rule_sets(rubicon=True)
    # Made-up rules seldom let the same cards score again and again; Rubicon does.
    rules = draw(made_up | made_up | st.just(load("rubicon").besi))
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
            case Declared(group_id="trump-marriage" | "trump-quinte") if trump == -1:
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


def use_of(event: Declared) -> str:
    """The kind of use of a group declared: one for the fours, for plain and in trumps."""
    return "four" if event.group_id in FOURS else event.group_id.removeprefix("trump-")


def announced(deal: Deal) -> list[Declared]:
    """What was declared, carte blanche, which is no announcement, excepted."""
    return [event for event in deal.of_type(Declared) if event.group_id != "carte-blanche"]


def higher_than(use: str) -> list[str]:
    """The larger groups that contain a group of this kind."""
    above = [name for name, level in BESI_LEVELS.items() if level > BESI_LEVELS.get(use, 9)]
    return above + (["quinte"] if use == "marriage" else [])
