"""The state of a deal of the besi family, and what a seat may see of it."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from simulate.besi_table_groups import ANNOUNCEMENTS, USES, WITH_KIND, Worth, holds
from simulate.besi_table_order import Choice
from simulate.bits import MASK64
from simulate.cards import ACE, JACK, KING, QUEEN, TEN, Card, card_of
from simulate.packing import Packed
from simulate.rules import BesiRules
from simulate.view import Pair, View

Chooser = Callable[[View, np.uint64], int]
Words = Callable[[int, int], int]
OnTable = list[tuple[int, Card]]

_FIGURE_POINTS = {KING: 4, QUEEN: 3, JACK: 2}
_CODES = {card_of(code): code for code in range(128)}
_NO_CARDS = (np.uint64(0), np.uint64(0))


class Combination(NamedTuple):
    """A group that was scored: its kind of use and its cards."""

    use: str
    cards: tuple[Card, ...]


@dataclass
class Seat:
    """One seat's hand, what is known of it, what it has declared, and its points.

    Attributes
    ----------
    barred : for each kind of use, the cards that may never serve in it (again).
    standing : where groups may be scored again, what was scored and has all its cards in hand still.
    used, used_words : the cards that may not serve now, barred or standing, kept by `note_used`.
    marriages : where they may, every marriage scored, a king and a queen.
    rights : suits in which a marriage may be scored by right (`simulate.besi_table_again`).
    had : numbers of the announcements that the hand had the cards for at any time.
    announced : numbers of those made.
    carte_blanche : whether each card drawn scores, none but blank ones having come so far.
    """

    hand: list[Card]
    known: set[Card] = field(default_factory=set)
    barred: dict[str, set[Card]] = field(default_factory=lambda: {use: set() for use in USES})
    standing: list[Combination] = field(default_factory=list)
    used: dict[str, set[Card]] = field(default_factory=lambda: {use: set() for use in USES})
    used_words: list[Pair] = field(default_factory=lambda: [_NO_CARDS] * len(USES))
    marriages: list[tuple[Card, ...]] = field(default_factory=list)
    rights: set[int] = field(default_factory=set)
    had: set[int] = field(default_factory=set)
    announced: set[int] = field(default_factory=set)
    carte_blanche: bool = False
    held: set[str] = field(default_factory=set)
    declarations: Counter[str] = field(default_factory=Counter)
    group_points: int = 0
    brisque_points: int = 0
    seven_points: int = 0
    last_trick_points: int = 0


@dataclass
class Table:
    """The state of a deal. The talon's last card is the turned-up one, or the seven that took its place.

    `played` holds a bit for every card played, `worth` what may be announced (`simulate.besi_table_groups`).
    """

    rules: BesiRules
    packed: Packed
    choosers: Sequence[Chooser]
    orders: Sequence[Choice]
    words: Words
    seats: list[Seat]
    talon: list[Card]
    turn_up: Card | None
    trump: int
    pack: Pair
    worth: Worth
    trick: int = 0
    exchanged: bool = False
    played: int = 0
    scored_sevens: set[Card] = field(default_factory=set)

    @property
    def draws_left(self) -> int:
        """The cards that each seat will still draw, the next one included."""
        return len(self.talon) // len(self.seats)

    def in_turn(self, first: int) -> list[int]:
        """The seats in order of play, from `first` on."""
        return [(first + step) % len(self.seats) for step in range(len(self.seats))]


def note_held(table: Table, seat: Seat, new: Card | None = None) -> None:
    """Note the groups in a hand, or if a card came in those that it may belong to.

    What was held before there was a trump stays noted as plain.
    """
    kinds = [card.kind for card in seat.hand]
    for announcement in ANNOUNCEMENTS if new is None else WITH_KIND[new.kind]:
        if holds(kinds, announcement, table.rules.panache):
            seat.had.add(announcement.number)
            seat.held.add(announcement.group_id(table.trump))


def note_used(seat: Seat) -> None:
    """Note the cards that may not serve now, after a group was scored or a combination broken."""
    for place, use in enumerate(USES):
        standing = [combination.cards for combination in seat.standing if combination.use == use]
        seat.used[use] = seat.barred[use].union(*standing)
        seat.used_words[place] = as_words(seat.used[use])


def best_on_table(on_table: OnTable, trump: int) -> tuple[int, Card]:
    """Who wins the trick so far and with what: the highest trump, else the highest card of the suit led.

    Of equal cards the first played wins.
    """
    trumps = [play for play in on_table if play[1].suit == trump]
    led = [play for play in on_table if play[1].suit == on_table[0][1].suit]
    return min(trumps or led, key=lambda play: play[1].rank)


def points_on_table(rules: BesiRules, on_table: OnTable) -> int:
    """Points of the aces and tens on the table, and of the figures where the rules count them."""
    brisques = sum(rules.brisque_points for _, card in on_table if card.rank in (ACE, TEN))
    figures = sum(_FIGURE_POINTS.get(card.rank, 0) for _, card in on_table) if rules.figures else 0
    return rules.point_multiplier * (brisques + figures)


def view_of(table: Table, number: int, legal: Sequence[Card], on_table: OnTable) -> View:
    """What a seat may see before it plays."""
    seat = table.seats[number]
    best_seat, best = best_on_table(on_table, table.trump) if on_table else (-1, None)
    others = [other for other in table.seats if other is not seat]
    marriage, quinte, four, besi, double, triple, quadruple = seat.used_words
    return View(
        rules=table.packed,
        seat=number,
        trick=table.trick,
        draws_left=table.draws_left,
        trump=table.trump,
        turned=table.talon[-1].code if table.talon and table.turn_up is not None else -1,
        pack=table.pack,
        hand=as_words(seat.hand),
        legal=codes_in_order(legal),
        legal_count=len(legal),
        played=halves(table.played),
        shown=as_words([card for other in others for card in other.known]),
        used_marriage=marriage,
        used_quinte=quinte,
        used_four=four,
        used_besi=besi,
        used_besi2=double,
        used_besi3=triple,
        used_besi4=quadruple,
        announced=sum(1 << announcement for announcement in seat.announced),
        on_table=len(on_table),
        table=codes_in_order([card for _, card in on_table])[0],
        best=-1 if best is None else best.code,
        best_seat=best_seat,
        table_points=points_on_table(table.rules, on_table),
    )


def as_words(cards: Collection[Card]) -> Pair:
    """A set of cards as two 64-bit words, a bit each."""
    bits = 0
    for card in cards:
        bits |= 1 << _CODES[card]
    return halves(bits)


def codes_in_order(cards: Sequence[Card]) -> Pair:
    """At most 16 cards in order as two 64-bit words, a byte each, the first one lowest."""
    return halves(int.from_bytes(bytes([_CODES[card] for card in cards]), "little"))


def halves(number: int) -> Pair:
    """A number of 128 bits as two words, the low one first."""
    return (np.uint64(number & MASK64), np.uint64(number >> 64)) if number else _NO_CARDS
