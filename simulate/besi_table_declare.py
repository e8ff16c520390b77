"""Declaring: what a seat may declare, what it does declare, and what follows from that."""

from collections.abc import Iterator, Sequence

from simulate.besi_table_again import crossed_marriage, marriage_by_right, stand
from simulate.besi_table_groups import (
    ANNOUNCEMENTS,
    LOWER_USES,
    TRUMP_SEVEN,
    Announcement,
    Candidate,
    Kinds,
    by_kind,
    cards_for,
    makes_trump,
)
from simulate.besi_table_state import Seat, Table, note_held, note_used
from simulate.cards import JACK, KING, QUEEN, SEVEN, Card
from simulate.events import Declared, Event, SevenScored
from simulate.packing import SEVEN_DECLARED
from simulate.rules import BesiRules

COURT = (KING, QUEEN, JACK)


def declare(table: Table, winner: int) -> Iterator[Event]:
    """The winner declares one group; or lays down every group he has, and then his partner does so too."""
    if not table.rules.lay_down_all:
        yield from declare_one(table, winner)
        return
    for number in [winner, (winner + 2) % 4] if table.rules.teams else [winner]:
        while event := declare_first(table, number, offers_of(table, number)):
            yield event


def declare_one(table: Table, number: int) -> Iterator[Event]:
    """One group, or nothing where there is nothing to declare or the order declares nothing."""
    event = declare_first(table, number, offers_of(table, number))
    if event:
        yield event


def offers_of(table: Table, winner: int) -> list[Candidate]:
    """Everything that a seat may declare now, in the order of the announcements' numbers."""
    rules, seat = table.rules, table.seats[winner]
    kinds = by_kind(seat.hand)
    offers = []
    for announcement, group_id, points in table.worth[table.trump]:
        if announcement.number not in seat.had:
            continue
        if rules.once_per_announcement and announcement.number in seat.announced:
            continue
        found = cards_to_declare(rules, seat, announcement, kinds)
        if found is not None:
            number, use, suit = announcement[:3]
            offers.append(Candidate(number, use, group_id, suit, found[0], points, by_right=found[1]))
    return offers + seven_to_declare(table, kinds)


def cards_to_declare(
    rules: BesiRules, seat: Seat, announcement: Announcement, kinds: Kinds
) -> tuple[tuple[Card, ...], bool] | None:
    """The cards that would make an announcement, and whether it takes a right; None where it can't be made.

    Where marriages may be scored again in several ways: the plain way, then the cross, then by right.
    """
    cards = cards_for(announcement, kinds, seat.used[announcement.use], rules.panache)
    if cards is None and announcement.use == "marriage":
        cards = crossed_marriage(rules, seat, announcement.suit)
    if cards is not None:
        return cards, False
    cards = marriage_by_right(seat, announcement.suit) if announcement.use == "marriage" else None
    return None if cards is None else (cards, True)


def seven_to_declare(table: Table, kinds: Kinds) -> list[Candidate]:
    """A trump seven that has not scored yet, where the rules have it declared."""
    rules = table.rules
    if rules.seven != "exchange-or-declare" or rules.seven_points == 0:
        return []
    sevens = [card for card in kinds.get((table.trump, SEVEN), ()) if card not in table.scored_sevens]
    points = rules.point_multiplier * rules.seven_points
    return [
        Candidate(SEVEN_DECLARED, TRUMP_SEVEN, TRUMP_SEVEN, table.trump, (card,), points)
        for card in sevens[:1]
    ]


def declare_first(table: Table, number: int, offers: Sequence[Candidate]) -> Event | None:
    """The seat declares what its order puts first, if anything; without a turn-up that may make trump."""
    if not offers:
        return None
    seat = table.seats[number]
    chosen = table.orders[number](offers, table.trump, table.draws_left)
    if chosen is None:
        return None
    seat.announced.add(chosen.number)
    seat.known.update(chosen.cards)
    if chosen.group_id == TRUMP_SEVEN:
        return score_seven(table, number, chosen.cards[0], declared=True)
    if makes_trump(table.rules, ANNOUNCEMENTS[chosen.number], table.trump):
        table.trump = chosen.suit
        for each in table.seats:
            note_held(table, each)
    mark_used(table.rules, seat, chosen)
    return score_group(table, number, chosen.group_id, chosen.cards)


def mark_used(rules: BesiRules, seat: Seat, chosen: Candidate) -> None:
    """The cards don't serve again in that kind of group, nor, by one convention, in a lower group.

    Where groups may be scored again, they don't while they stand in this one.
    """
    if rules.redeclare:
        stand(seat, chosen)
    else:
        seat.barred[chosen.use].update(chosen.cards)
    if not rules.lower_after_higher:
        for lower in LOWER_USES.get(chosen.use, ()):
            seat.barred[lower].update(chosen.cards)
    note_used(seat)


def score_group(table: Table, number: int, group_id: str, cards: tuple[Card, ...]) -> Declared:
    """A group scores."""
    seat = table.seats[number]
    points = table.rules.point_multiplier * table.rules.value_of(group_id)
    seat.declarations[group_id] += 1
    seat.group_points += points
    return Declared(number, group_id, cards, points)


def score_seven(table: Table, number: int, seven: Card, declared: bool) -> SevenScored:
    """A trump seven scores, once."""
    points = table.rules.point_multiplier * table.rules.seven_points
    table.scored_sevens.add(seven)
    table.seats[number].seven_points += points
    return SevenScored(number, seven, points, declared)


def carte_blanche_dealt(table: Table) -> Iterator[Event]:
    """Before play a hand dealt without king, queen and jack scores, whoever has it (laws 15, 42)."""
    if not table.rules.value_of("carte-blanche"):
        return
    for number, seat in enumerate(table.seats):
        if not any(card.rank in COURT for card in seat.hand):
            seat.carte_blanche = True
            seat.held.add("carte-blanche")
            yield show_blank(table, number, seat.hand)


def carte_blanche_drawn(table: Table, number: int, card: Card) -> Iterator[Event]:
    """Then each card that he draws scores again, until he draws a king, queen or jack (laws 16, 43)."""
    seat = table.seats[number]
    seat.carte_blanche = seat.carte_blanche and card.rank not in COURT
    if seat.carte_blanche:
        yield show_blank(table, number, [card])


def show_blank(table: Table, number: int, cards: Sequence[Card]) -> Event:
    """A seat shows cards without a king, queen or jack, and scores for them."""
    table.seats[number].known.update(cards)
    return score_group(table, number, "carte-blanche", tuple(cards))
