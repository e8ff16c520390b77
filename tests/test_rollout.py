"""Playing on over cards that can't be seen: nothing is looked at that the declarer doesn't know."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from simulate.besi_fork import (
    LEADER,
    PLACE,
    TRICK,
    TURNED,
)
from simulate.besi_rollout import MOST_OPTIONS, ROWS
from simulate.besi_state import HAND, ORDER, PACK, PAIR, PLAYED, SHOWN
from simulate.besi_table import play_deal
from simulate.besi_table_groups import Candidate as Offer
from simulate.besi_table_order import by_order
from simulate.candidates import Candidate
from simulate.duel import Duel
from simulate.events import Counted
from simulate.forked import BASELINE, Reference
from simulate.players import chooser
from simulate.reference import DECIDED, OTHERWISE, measure_reference
from simulate.rules import BesiRules
from simulate.streams import ROLLOUT_STREAM, plain_shuffle, plain_word
from tests.agreement import rules_with
from tests.paused import SEED, Paused, codes, decided, some_paused, turns_of, with_other_hidden_cards
from tests.test_contest import game_of

DOUBLE = rules_with("besi-double")
# As in the test of the search: the marriage is worth declaring first while another turn is to come.
OBVIOUS = rules_with(
    "besi-double",
    **dict.fromkeys(
        ("marriage", "besi", "besi_double", "four_aces", "four_kings", "four_queens", "four_jacks", "quinte")
    ),
    trump_marriage=240,
    trump_quinte=250,
    lower_after_higher=False,
)
# Always ahead but at the last draw.
MARRIAGE_FIRST = Candidate.of({("trump-marriage", "trump-quinte"): 2}).order("marriage first")


CASES = [(DOUBLE, "club"), (rules_with("besigue-sans-retourne"), "random")]


def check_consistent(turn: Paused, key: int) -> None:
    """What was dealt anew is a way to deal that the seat must think possible."""
    other = turn.anew(key)
    for seat in turn.others():
        hand, slots = other.words(HAND, seat), other.slots(seat)
        assert sorted(slots) == codes(hand), "slots and words tell the same hand"
        assert len(slots) == turn.plan.game.besi.hand_size - 1
        assert other.words(SHOWN, seat) == turn.words(SHOWN, seat)
        assert other.words(SHOWN, seat) & ~hand == 0, "cards known to be there stay"
    assert other.words(HAND, turn.seat) == turn.words(HAND, turn.seat)
    assert other.words(ORDER, turn.seat) == turn.words(ORDER, turn.seat)
    hands = [code for seat in range(turn.plan.game.besi.seats) for code in codes(other.words(HAND, seat))]
    turned = [int(turn.fork[TURNED])] if turn.fork[TURNED] >= 0 else []
    everywhere = [*hands, *codes(other.words(PLAYED)), *other.talon(), *turned]
    assert sorted(everywhere) == codes(turn.words(PACK)), "every card is in one place"
    assert other.deck[: int(turn.fork[PLACE])].tolist() == turn.deck[: int(turn.fork[PLACE])].tolist()


@pytest.mark.parametrize(("rules", "player"), CASES, ids=["club", "random"])
def test_cards_dealt_anew_are_consistent_with_what_the_seat_sees(rules: BesiRules, player: str) -> None:
    turns = some_paused(rules, 25, player=player)
    assert len(turns) == 25
    assert any(turn.words(SHOWN, 1) for turn in turns), "else nothing known has to stay"
    for key, turn in enumerate(turns):
        check_consistent(turn, key)


@pytest.mark.slow
def test_cards_dealt_anew_are_consistent_among_three_and_with_rubicons_rules() -> None:
    for game in ("besi-trois", "rubicon", "besi-quatre"):
        for seat in (0, 1):
            for key, turn in enumerate(some_paused(rules_with(game), 12, seat=seat, turn=3)):
                check_consistent(turn, key)


def state(turn: Paused) -> tuple[Any, ...]:
    """Everything that play goes on from; not the stale code in the slot of a card just played."""
    slots = [turn.slots(seat) for seat in range(turn.plan.game.besi.seats)]
    table = turn.table.copy()
    for seat in turn.others():
        table[[int(ORDER) + seat, int(ORDER + PAIR) + seat]] = 0
    return slots, table.tolist(), turn.deck[int(turn.fork[PLACE]) :].tolist(), turn.fork.tolist()


def peeked(turn: Paused, key: int) -> list[int]:
    """The control: shuffled as it is, but from where the hidden cards truly are."""
    hidden = [code for seat in turn.others() for code in turn.slots(seat)] + turn.talon()
    return [hidden[place] for place in plain_shuffle(key, 0, len(hidden))]


@pytest.mark.parametrize(("rules", "player"), CASES, ids=["club", "random"])
def test_the_same_view_gives_the_same_deals_wherever_the_hidden_cards_are(
    rules: BesiRules, player: str
) -> None:
    for key, turn in enumerate(some_paused(rules, 12, player=player)):
        other = with_other_hidden_cards(turn, 3)
        assert state(turn) != state(other)
        assert state(turn.anew(key)) == state(other.anew(key))
        assert peeked(turn, key) != peeked(other, key), "what peeks is caught by this"
        assert state(turn.anew(key)) != state(turn.anew(key + 100))


def test_every_unseen_card_is_equally_often_drawn_next_and_in_the_others_hand() -> None:
    (turn,) = some_paused(DOUBLE, 1)
    known = turn.words(HAND, 0) | turn.words(PLAYED) | turn.words(SHOWN, 1) | 1 << int(turn.fork[TURNED])
    unseen = codes(turn.words(PACK) & ~known)
    times = 3000
    ways = [turn.anew(key) for key in range(times)]
    drawn = Counter(way.talon()[0] for way in ways)
    hidden = Counter(code for way in ways for code in way.slots(1))
    shown = len(codes(turn.words(SHOWN, 1)))
    share = (turn.plan.game.besi.hand_size - 1 - shown) / len(unseen)
    for counted, chance in ((drawn, 1 / len(unseen)), (hidden, share)):
        assert {code for code in counted if not turn.words(SHOWN, 1) >> code & 1} <= set(unseen)
        spread = (times * chance * (1 - chance)) ** 0.5
        assert max(abs(counted[code] - times * chance) for code in unseen) < 4.5 * spread


def margin_told(turn: Paused, choice: int) -> int:
    """The same margin by the readable engine, which plays the deal from its beginning."""
    rules, draws = turn.plan.game.besi, turn.plan.game.besi.draws - int(turn.fork[TRICK])
    usual = by_order(BASELINE)

    def forced(offers: Sequence[Offer], trump: int, draws_left: int) -> Offer | None:
        if draws_left != draws:
            return usual(offers, trump, draws_left)
        return next((offer for offer in offers if offer.number == choice), None)

    orders = [forced if seat == turn.seat else usual for seat in range(rules.seats)]
    players = [chooser(rules, player) for player in turn.plan.players]
    with np.errstate(over="ignore"):
        events = list(play_deal(rules, players, orders, SEED, turn.deal))
    points = [
        event.group_points + event.brisque_points + event.seven_points + event.last_trick_points
        for event in events
        if isinstance(event, Counted)
    ]
    return points[turn.seat] - (points[1 - turn.seat] if rules.seats == 2 else 0)


@pytest.mark.parametrize(("rules", "player"), CASES, ids=["club", "random"])
def test_every_choice_played_on_ends_as_the_readable_engine_tells_it(rules: BesiRules, player: str) -> None:
    margins = set()
    for turn in some_paused(rules, 6, player=player):
        for choice in turn.options():
            played = turn.margin_with(choice, SEED, turn.deal)
            assert played == margin_told(turn, choice)
            margins.add((turn.deal, played))
    assert len(margins) > 6, "choices matter"


def test_a_decision_is_that_of_the_differences_over_its_rollouts() -> None:
    rollouts, caution, otherwise = 12, 0.7, 0
    for turn in some_paused(DOUBLE, 12):
        plan, (tables, decks, forks) = (
            turn.plan,
            (np.stack([each] * ROWS) for each in (turn.table, turn.deck, turn.fork)),
        )
        options, sums = np.zeros(MOST_OPTIONS, np.int64), np.zeros((MOST_OPTIONS, 2), np.int64)
        with np.errstate(over="ignore"):
            chosen = decided(
                plan._rules, plan._orders, plan._seated.codes, plan._shape, tables, decks, forks,
                np.uint64(SEED), np.uint64(turn.deal), np.uint64(turn.seat), rollouts, caution,
                turn.deck.copy(), np.zeros(16, np.uint8), options, sums,
            )  # fmt: skip
        tried = turn.options()
        assert sorted(options[: len(tried)].tolist()) == sorted(tried)
        differences: dict[int, list[int]] = {choice: [] for choice in tried}
        for rollout in range(rollouts):
            number = int(turn.fork[TRICK]) << 32 | rollout
            key = plain_word(SEED, ROLLOUT_STREAM + turn.seat, turn.deal, 4 * number)
            way = turn.anew(key)
            usual = way.margin_with(int(options[0]), key, 0)
            for choice in tried:
                differences[choice].append(way.margin_with(choice, key, 0) - usual)
        assert sums[: len(tried), 0].tolist() == [
            sum(differences[choice]) for choice in options[: len(tried)]
        ]
        means = {choice: np.mean(values) for choice, values in differences.items()}
        errors = {choice: np.std(values, ddof=1) / rollouts**0.5 for choice, values in differences.items()}
        better = [choice for choice in tried if means[choice] > max(caution * errors[choice], 0)]
        assert chosen == max(better, key=means.__getitem__, default=int(options[0]))
        otherwise += chosen != options[0]
    assert otherwise


def test_where_nothing_is_decided_otherwise_the_deal_is_played_as_ever() -> None:
    game = game_of(DOUBLE)
    for player in ("club", "random"):
        players = (player,) * 2
        margins, counters = Reference(game, players, 4, 2.0).margins(SEED, 0, 60)
        alike = counters[OTHERWISE - DECIDED] == 0
        assert 20 < alike.sum() < 60
        assert not margins[alike].any(), "what is played on in the mind disturbs nothing"
        decided = [len(turns_of(DOUBLE, deal, player)) for deal in range(5)]
        assert counters[0, :5][alike[:5]].tolist() == np.array(decided)[alike[:5]].tolist()


def test_who_is_hardly_ever_convinced_hardly_ever_decides_otherwise() -> None:
    game, players = game_of(DOUBLE), ("club", "club")
    otherwise = [
        Reference(game, players, 40, caution).margins(SEED, 0, 40)[1][1].sum() for caution in (0.0, 2.0, 90.0)
    ]
    assert otherwise[0] > otherwise[1] > otherwise[2] == 0


def test_the_reference_finds_the_choice_that_must_be_best() -> None:
    game, players = game_of(OBVIOUS), ("club", "club")
    margins, counters = Reference(game, players, 16, 2.0).margins(SEED, 0, 250)
    best = Duel(game, players, [MARRIAGE_FIRST]).values(SEED, 0, 250)[0]
    gained = margins.sum()
    assert counters[1].sum() > 5
    # It does as well as an order that is best by reason, or better, and both gain.
    assert best.sum() > 0
    assert gained > best.sum() / 2


def test_neither_threads_nor_the_size_of_blocks_change_the_reference() -> None:
    game, players = game_of(DOUBLE), ("club", "random")
    counted = [measure_reference(game, players, BASELINE, 4, 1.0, SEED, 30, threads) for threads in (1, 2)]
    assert counted[0] == counted[1]
    reference = Reference(game, players, 4, 1.0)
    margins, counters = reference.margins(SEED, 0, 30)
    parts = [reference.margins(SEED, first, 10) for first in (0, 10, 20)]
    assert np.concatenate([part[0] for part in parts]).tolist() == margins.tolist()
    assert np.concatenate([part[1] for part in parts], axis=1).tolist() == counters.tolist()
    assert counters[1].any()
    assert int(counters[0].sum()) == counted[0].sums[DECIDED]


def test_only_the_seat_that_is_asked_is_paused_for() -> None:
    turns = some_paused(DOUBLE, 10, seat=1)
    assert {int(turn.fork[LEADER]) for turn in turns} == {1}
