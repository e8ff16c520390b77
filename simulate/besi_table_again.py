"""Scoring a group again, as Rubicon bézique allows (`redeclare`; Hoffmann 1909, laws 34 and 35).

A combination stands while all its cards are in hand, and a card that stands in one serves
in no other of its kind. When a card of it is played the combination is broken, and those
left may serve again with a fresh card.
"""

from itertools import product

from simulate.besi_table_groups import Candidate
from simulate.besi_table_state import Combination, Seat, note_used
from simulate.cards import KING, QUEEN, Card
from simulate.rules import BesiRules


def stand(seat: Seat, scored: Candidate) -> None:
    """What was scored stands from now on, and a marriage is remembered for good."""
    seat.standing.append(Combination(scored.use, scored.cards))
    if scored.use == "marriage":
        seat.marriages.append(scored.cards)
    if scored.by_right:
        seat.rights.remove(scored.suit)


def break_combinations(seat: Seat, played: Card) -> None:
    """A card played ends every combination that it was part of (law 34)."""
    whole = [combination for combination in seat.standing if played not in combination.cards]
    if len(whole) < len(seat.standing):
        seat.standing = whole
        note_used(seat)


def gain_right(rules: BesiRules, seat: Seat, played: Card) -> None:
    """After two marriages of a suit, a king or queen of theirs played gives the right to one more (law 35).

    There is never more than one right a suit: one not used lapses when the next is given.
    """
    if not rules.marriage_exception:
        return
    marriages = [cards for cards in seat.marriages if cards[0].suit == played.suit]
    if len(marriages) >= 2 and any(played in cards for cards in marriages):
        seat.rights.add(played.suit)


def crossed_marriage(rules: BesiRules, seat: Seat, suit: int) -> tuple[Card, ...] | None:
    """A king and a queen that stand in marriages, but were never scored with each other.

    The lowest king, then the lowest queen of the pairs open. Hoffmann's own text has this,
    the laws don't (`marriage_cross`).
    """
    if not rules.marriage_cross:
        return None
    standing = {card for use, cards in seat.standing if use == "marriage" for card in cards}
    pairs = _pairs(seat, suit, standing)
    return next((pair for pair in pairs if pair not in seat.marriages), None)


def marriage_by_right(seat: Seat, suit: int) -> tuple[Card, ...] | None:
    """The lowest king and queen in hand that were scored in marriages, standing or not (law 35)."""
    if suit not in seat.rights:
        return None
    scored = {card for cards in seat.marriages for card in cards}
    return next(iter(_pairs(seat, suit, scored.intersection(seat.hand))), None)


def _pairs(seat: Seat, suit: int, cards: set[Card]) -> list[tuple[Card, ...]]:
    """The pairs of king and queen among these cards, the lowest king first; no card barred from marriages."""
    free = sorted(cards - seat.barred["marriage"])
    kings = [card for card in free if card.kind == (suit, KING)]
    queens = [card for card in free if card.kind == (suit, QUEEN)]
    return list(product(kings, queens))
