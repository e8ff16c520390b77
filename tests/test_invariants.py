"""What must hold in the play of every deal, whatever the rules and whoever plays, read from the events."""

from collections import Counter

from simulate.cards import ACE, JACK, KING, QUEEN, TEN, Card, all_cards, card_of
from simulate.events import (
    Counted,
    Declared,
    Drew,
    Exchanged,
    LastTrick,
    Played,
    SevenScored,
    TrickWon,
    TurnedSeven,
)
from tests.any_deals import (
    Deal,
    best_of,
    card_set,
    cards_in_order,
    every_deal,
    lawful,
    moments,
    thorough,
)


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
        assert count.points == sum(parts) - (count.brisque_points if count.game_value is not None else 0)
        assert count.declarations == declarations[count.seat]
        assert set(count.declarations) <= count.held


@thorough
@every_deal
def test_a_game_has_a_value_where_the_rules_say_so_and_what_one_gains_the_other_loses(deal: Deal) -> None:
    values = [count.game_value for count in deal.of_type(Counted)]
    assert (None not in values) == (deal.rules.game_value == "rubicon")
    assert set(values) == {None} or sum(values) == 0
