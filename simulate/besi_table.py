"""The readable engine: one deal of the besi family, told event by event.

This is the rules as a person would tell them, one function a rule, slowly and plainly.
The fast core must agree with it in every card.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from simulate.besi_table_again import break_combinations, gain_right
from simulate.besi_table_declare import carte_blanche_dealt, carte_blanche_drawn, declare, score_seven
from simulate.besi_table_groups import NO_TRUMP, worth_of
from simulate.besi_table_order import Choice, by_order
from simulate.besi_table_state import (
    Chooser,
    OnTable,
    Seat,
    Table,
    Words,
    as_words,
    best_on_table,
    note_held,
    points_on_table,
    view_of,
)
from simulate.besi_table_value import settle
from simulate.cards import SEVEN, Card, all_cards
from simulate.events import (
    Counted,
    Dealt,
    Drew,
    Event,
    Exchanged,
    LastTrick,
    Played,
    TrickWon,
    TurnedSeven,
)
from simulate.order_texts import order_of
from simulate.packing import pack
from simulate.rules import BesiRules
from simulate.streams import PLAY_STREAM, plain_shuffle, plain_word

_packed = lru_cache(maxsize=256)(pack)
_worth = lru_cache(maxsize=256)(worth_of)


def play_deal(
    rules: BesiRules, choosers: Sequence[Chooser], orders: Sequence[Choice | str], seed: int, deal: int
) -> Iterator[Event]:
    """Play one deal and tell what happens.

    Parameters
    ----------
    rules : the rules of the game.
    choosers : who plays, seat by seat: called with a `View` and a random word, each answers a
        position in the legal list.
    orders : what is declared first, seat by seat: an order as `simulate.order_texts` reads it, or a
        function of the candidates (never empty), the trump suit (-1: none) and the draws left
        that returns one of them, or None to declare nothing.
    seed, deal : address of the cards and of the players' random words.

    Yields
    ------
    The events in the order in which they happen, ending with a `Counted` per seat.

    Raises
    ------
    ValueError
        There isn't one chooser and one order a seat, or a chooser answers no position of the legal list.
    """
    cards = all_cards(rules.copies)
    shuffled = [cards[place] for place in plain_shuffle(seed, deal, len(cards))]
    return play_shuffled(
        rules,
        choosers,
        orders,
        shuffled,
        lambda seat, trick: plain_word(seed, PLAY_STREAM + seat, deal, trick),
    )


def play_shuffled(
    rules: BesiRules,
    choosers: Sequence[Chooser],
    orders: Sequence[Choice | str],
    shuffled: Sequence[Card],
    words: Words,
) -> Iterator[Event]:
    """Play a deal with the cards in the order given; `words(seat, trick)` are the random words.

    The hands come first, seat by seat, then the turn-up where there is one, then the talon.
    For the rest as `play_deal`. Only the cards given are played, so they may be fewer than the rules' pack.
    """
    table = lay_out(rules, choosers, orders, shuffled, words)
    yield Dealt(tuple(tuple(seat.hand) for seat in table.seats), table.turn_up)
    yield from turned_seven(table)
    yield from carte_blanche_dealt(table)
    for seat in table.seats:
        note_held(table, seat)
    leader = 0
    while table.talon:
        leader = yield from talon_trick(table, leader)
    while table.seats[leader].hand:
        leader = yield from last_trick(table, leader)
    yield from final_count(table)


def lay_out(
    rules: BesiRules,
    choosers: Sequence[Chooser],
    orders: Sequence[Choice | str],
    shuffled: Sequence[Card],
    words: Words,
) -> Table:
    """Deal the hands, and turn up a card for trump where the game has a turn-up; it is drawn last of all."""
    if not len(choosers) == len(orders) == rules.seats:
        raise ValueError(
            f"{rules.seats} seats need as many players and orders, not {len(choosers)} and {len(orders)}"
        )
    size, dealt = rules.hand_size, rules.seats * rules.hand_size
    seats = [Seat(list(shuffled[seat * size : (seat + 1) * size])) for seat in range(rules.seats)]
    talon, turn_up = list(shuffled[dealt:]), None
    if rules.trump_from == "turn-up":
        turn_up = talon.pop(0)
        talon.append(turn_up)
    trump = NO_TRUMP if turn_up is None else turn_up.suit
    named = [by_order(order_of(order, rules)) if isinstance(order, str) else order for order in orders]
    return Table(
        rules, _packed(rules), choosers, named, words, seats, talon, turn_up, trump, as_words(shuffled),
        _worth(rules),
    )  # fmt: skip


def turned_seven(table: Table) -> Iterator[Event]:
    """The dealer, who sits last, marks points for turning up a seven."""
    if table.turn_up is not None and table.turn_up.rank == SEVEN:
        points = table.rules.point_multiplier * table.rules.turned_seven_points
        table.seats[-1].seven_points += points
        yield TurnedSeven(len(table.seats) - 1, points)


def talon_trick(table: Table, leader: int) -> Generator[Event, None, int]:
    """A trick while the talon lasts, and what its winner may do before all draw; he leads next."""
    is_last_of_talon = len(table.talon) == len(table.seats)
    slots: dict[int, int] = {}
    winner, winning_card = yield from play_trick(table, leader, slots)
    if is_last_of_talon and table.rules.last_trick_at == "talon":
        yield from score_last_trick(table, winner)
    yield from seven_wins_trick(table, winner, winning_card)
    yield from exchange_seven(table, winner)
    yield from declare(table, winner)
    yield from draw(table, winner, slots)
    return winner


def last_trick(table: Table, leader: int) -> Generator[Event, None, int]:
    """One of the last tricks, the talon being exhausted: no declarations, no seven, no draw."""
    slots: dict[int, int] = {}
    winner, _ = yield from play_trick(table, leader, slots)
    for number, slot in slots.items():
        hand = table.seats[number].hand
        if slot < len(hand):
            hand.insert(slot, hand.pop())
    if not table.seats[winner].hand and table.rules.last_trick_at == "end":
        yield from score_last_trick(table, winner)
    return winner


def play_trick(table: Table, leader: int, slots: dict[int, int]) -> Generator[Event, None, tuple[int, Card]]:
    """Each seat plays a card, whose place in its hand goes into `slots`; the winner takes the brisques."""
    on_table: OnTable = []
    for number in table.in_turn(leader):
        seat = table.seats[number]
        legal = legal_cards(table, seat.hand, on_table)
        view = view_of(table, number, legal, on_table)
        position = int(table.choosers[number](view, np.uint64(table.words(number, table.trick))))
        if not 0 <= position < len(legal):
            raise ValueError(f"seat {number} answers position {position}, but has {len(legal)} legal cards")
        card = legal[position]
        slots[number] = seat.hand.index(card)
        put_down(table, seat, card)
        on_table.append((number, card))
        yield Played(number, card, view)
    winner, winning_card = best_on_table(on_table, table.trump)
    points = points_on_table(table.rules, on_table)
    table.seats[winner].brisque_points += points
    yield TrickWon(table.trick, winner, points)
    table.trick += 1
    return winner, winning_card


def put_down(table: Table, seat: Seat, card: Card) -> None:
    """A card leaves the hand, and whatever it was part of is no longer whole."""
    seat.hand.remove(card)
    seat.known.discard(card)
    table.played |= 1 << card.code
    break_combinations(seat, card)
    gain_right(table.rules, seat, card)


def legal_cards(table: Table, hand: Sequence[Card], on_table: OnTable) -> list[Card]:
    """What may be played, in hand order: any card while the talon lasts, then what the duties allow."""
    if table.talon or not on_table:
        return list(hand)
    led = on_table[0][1].suit
    best = best_on_table(on_table, table.trump)[1]
    following = [card for card in hand if card.suit == led]
    trumps = [card for card in hand if card.suit == table.trump]
    if following:
        return must_beat(table.rules, following, best)
    if trumps:
        return must_beat(table.rules, trumps, best)
    return list(hand)


def must_beat(rules: BesiRules, allowed: list[Card], best: Card) -> list[Card]:
    """Of cards of one suit, those that beat the best card on the table, if it is of that suit and any can.

    Else all of them. So in a trick already trumped he who follows suit owes no beating card, and
    where the best card is no trump, any trump will do, since each of them beats it.
    """
    better = [card for card in allowed if card.suit == best.suit and card.rank < best.rank]
    return better if rules.must_beat and better else allowed


def score_last_trick(table: Table, winner: int) -> Iterator[Event]:
    """The winner of the last trick, of all or of the talon, scores for it."""
    points = table.rules.point_multiplier * table.rules.last_trick_points
    table.seats[winner].last_trick_points += points
    yield LastTrick(winner, points)


def seven_wins_trick(table: Table, winner: int, winning_card: Card) -> Iterator[Event]:
    """Where the rules say so, a trump seven that wins a trick scores; one merely captured doesn't."""
    wins = table.rules.seven == "exchange-or-trick" and winning_card.kind == (table.trump, SEVEN)
    if wins and winning_card not in table.scored_sevens:
        yield score_seven(table, winner, winning_card, declared=False)


def exchange_seven(table: Table, winner: int) -> Iterator[Event]:
    """Once in the deal a trick winner exchanges a trump seven for the turn-up, unless that is a seven."""
    if table.rules.seven == "none" or table.exchanged or table.turn_up is None or table.turn_up.rank == SEVEN:
        return
    seat = table.seats[winner]
    sevens = [card for card in seat.hand if card.kind == (table.trump, SEVEN)]
    if not sevens:
        return
    given, taken = min(sevens), table.turn_up
    seat.hand[seat.hand.index(given)] = taken
    table.talon[-1] = given
    table.exchanged = True
    seat.known.discard(given)
    seat.known.add(taken)
    points = table.rules.point_multiplier * table.rules.seven_points
    seat.seven_points += points
    note_held(table, seat, taken)
    yield Exchanged(winner, given, taken, points)


def draw(table: Table, winner: int, slots: Mapping[int, int]) -> Iterator[Event]:
    """All draw a card, the winner first; it takes the place of the card played."""
    for number in table.in_turn(winner):
        seat = table.seats[number]
        card = table.talon.pop(0)
        seat.hand.insert(slots[number], card)
        if not table.talon and table.turn_up is not None:
            seat.known.add(card)
        note_held(table, seat, card)
        yield Drew(number, card)
        yield from carte_blanche_drawn(table, number, card)


def final_count(table: Table) -> Iterator[Event]:
    """Every seat's points, in parts, and what the game is worth to it where a deal is a game."""
    values = game_values(table) if table.rules.game_value == "rubicon" else [None] * len(table.seats)
    for number, seat in enumerate(table.seats):
        yield Counted(
            seat=number,
            group_points=seat.group_points,
            brisque_points=seat.brisque_points,
            seven_points=seat.seven_points,
            last_trick_points=seat.last_trick_points,
            held=frozenset(seat.held),
            declarations=dict(seat.declarations),
            game_value=values[number],
        )


def game_values(table: Table) -> list[int]:
    """What either of two seats gains by the game: what the winner gains the loser loses."""
    scores = [seat.group_points + seat.seven_points + seat.last_trick_points for seat in table.seats]
    value = settle(scores, [seat.brisque_points for seat in table.seats]).value
    return [value, -value]
