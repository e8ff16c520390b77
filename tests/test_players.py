"""Players: pure functions of what they see; `club` in scenes that leave a sensible person no choice."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from simulate.besi_table import lay_out, legal_cards
from simulate.besi_table_state import Combination, note_used, view_of
from simulate.cards import SUIT_LETTERS, Card, all_cards, card_of, parse_kind
from simulate.events import Played
from simulate.jit import kernel
from simulate.packing import BESI, BESI_IDS
from simulate.players import chooser
from simulate.streams import pick
from simulate.view import View
from tests.agreement import BESI_GAMES, COMMON_PLAYERS, Readable, plan_for, rules_with

LEVEL = 1e-6
ANY_RULES = rules_with("besi-double")
EARLY, LAST, GONE = 20, 1, 0


def card(text: str) -> Card:
    """``QS`` is the first copy, ``QS'`` the second, and so on."""
    return Card(*parse_kind(text.rstrip("'")), text.count("'"))


def answer(player: str, view: View, word: int = 0) -> int:
    with np.errstate(over="ignore"):
        return int(chooser(ANY_RULES, player)(view, np.uint64(word)))


def club_plays(
    hand: str,
    table: str = "",
    *,
    draws: int = EARLY,
    turn_up: str = "8H",
    seats: int = 2,
    gone: Sequence[str] = (),
    besi_scored: Mapping[int, str] | None = None,
    **changes: Any,
) -> str:
    """What `club` plays in seat 0, hearts being trump, to the cards that lie on the table.

    Parameters
    ----------
    hand, table : cards, first copies unless they bear a dash.
    draws : how many draws each seat has still to come.
    turn_up : the card turned up.
    gone : cards played before; so are those that no place is left for.
    besi_scored : levels of besi announced before, and the cards that stand in them still, if any.
    """
    rules = rules_with("besi-double", seats=seats, packs=4 if seats > 2 else 2, **changes)
    mine, led = [card(text) for text in hand.split()], [card(text) for text in table.split()]
    taken = {*mine, *led, card(turn_up), *(card(text) for text in gone)}
    rest = [each for each in all_cards(rules.copies) if each not in taken]
    size = len(mine)
    others = [rest.pop(0) for _ in range((seats - 1) * size)]
    deck = [*mine, *others, card(turn_up), *rest]
    laid = rules.model_copy(update={"hand_size": size})
    scene = lay_out(
        laid, [chooser(laid, "club")] * seats, ["highest-first"] * seats, deck, lambda seat, trick: 0
    )
    left = scene.talon[len(scene.talon) - draws * seats :]
    played = {*scene.talon} - {*left} | {card(text) for text in gone} | {*led}
    scene.played = sum(1 << each.code for each in played)
    scene.talon = left
    for level, standing in (besi_scored or {}).items():
        scene.seats[0].announced.add(BESI + level - 1)
        together = tuple(card(text) for text in standing.split())
        scene.seats[0].standing.append(Combination(BESI_IDS[level - 1], together))
    note_used(scene.seats[0])
    on_table = [(seats - len(led) + place, each) for place, each in enumerate(led)]
    legal = legal_cards(scene, scene.seats[0].hand, on_table)
    view = view_of(scene, 0, legal, on_table)
    chosen = legal[answer("club", view)]
    return ["A", "10", "K", "Q", "J", "9", "8", "7"][chosen.rank] + SUIT_LETTERS[chosen.suit]


# While the talon lasts


@pytest.mark.parametrize(
    "hand",
    [
        "KC QC AC AD AS KS QD 7D",
        "QS QS' JD JD' KC QC 10C 8D",
        "AC AD AS KC KD KS QC 9C",
        "JC JD JS QC QD QS AS 7S",
        "AC 10C KC QC AS AD KS 9D",
    ],
)
def test_club_keeps_what_makes_groups_and_throws_the_useless_card(hand: str) -> None:
    """To an ace of trumps, which no card can beat."""
    assert club_plays(hand, "AH") == hand.split()[-1]


@pytest.mark.parametrize("table", ["", "9C", "AH'", "AS"])
def test_club_throws_no_brisque_while_it_has_cheap_cards(table: str) -> None:
    assert club_plays("AD 10S 7D 8S 9D AH 10H KH", table)[:-1] in ("7", "8", "9")


@pytest.mark.parametrize(
    ("brisque", "taken_with"), [("10D", "AD"), ("AS", "9H"), ("10S", "9H"), ("AC", "9H")]
)
def test_club_takes_a_brisque(brisque: str, taken_with: str) -> None:
    """With the ace of the suit over a ten, else with a trump."""
    assert club_plays("AD 9H 7C 8C 9S 8S JC 9D", brisque) == taken_with


def test_club_leaves_a_trick_without_points_alone() -> None:
    assert club_plays("9H JS 7C 8C 9C 7D 8D 9D", "8S") in ("7C", "8C", "9C", "7D", "8D", "9D")


def test_club_takes_a_trick_when_a_group_waits() -> None:
    """The same trick is left alone without the fourth ace."""
    assert club_plays("AC AD AH AS JS 7C 8C 9D", "9S") == "JS"
    assert club_plays("AC AD 9H AS JS 7C 8C 9D", "9S") != "JS"


def test_club_wins_with_a_card_that_the_waiting_group_does_not_need() -> None:
    assert club_plays("QS JD 9H 7C 8C 9D 7D 8D", "KD") == "9H"
    assert club_plays("KC QC 9H 7D 8D 9D 7S 8S", "JC") == "9H"


def test_club_takes_the_last_trick_of_the_talon() -> None:
    hand = "JS 7C 8C 9C 7D 8D KD QH"
    assert club_plays(hand, "9S", draws=LAST) == "JS"
    assert club_plays(hand, "9S", draws=EARLY) != "JS"


def test_club_saves_trumps_early() -> None:
    hand = "KH JH 9H 8H' 7C 8D JS 9C"
    for led in ("", "8S", "7D", "QC"):
        assert club_plays(hand, led)[-1] != "H"


def test_club_keeps_the_trump_seven_to_exchange_it() -> None:
    """A turned-up ace is worth waiting for; it throws the eight of trumps before the seven."""
    assert club_plays("7H 8H KC QC AC AD AS KS", turn_up="AH") != "7H"
    assert club_plays("7H 9H 10C 10D AC AD AS 10S", turn_up="AH") != "7H"


def test_club_does_not_throw_besi_cards_while_a_besi_is_worth_something() -> None:
    hand = "QS JD 9C 8D 7S 8S 9S 7C"
    assert club_plays(hand)[:-1] in ("7", "8", "9")
    assert club_plays("QS JD KC AC AD AS 10C JS") not in ("QS", "JD")


def test_club_takes_a_trick_for_a_besi_again_once_the_one_scored_is_broken() -> None:
    hand = "QS JD 9H 7C 8C 9D 7D 8D"
    assert club_plays(hand, "KD", redeclare=True, besi_scored={1: ""}) == "9H"
    assert club_plays(hand, "KD", redeclare=True, besi_scored={1: "QS JD"}) != "9H"
    assert club_plays(hand, "KD", redeclare=False, besi_scored={1: ""}) != "9H"
    both = "QS QS' JD JD'"
    for standing, waits in (({1: both, 2: both}, False), ({1: both, 2: ""}, True), ({1: "", 2: both}, True)):
        took = club_plays(f"{both} 9H 7C 8C 9D", "KD", redeclare=True, besi_scored=standing) == "9H"
        assert took == waits


# Partners sit opposite: seats 1, 2 and 3 have played, or 2 and 3 where two cards lie.

PAIRS: dict[str, Any] = {"seats": 4, "teams": True}


def test_club_gives_a_brisque_to_a_trick_that_its_partner_wins() -> None:
    hand = "10D 7S 8S 9C KD JC 8C 7C"
    assert club_plays(hand, "9S AS 8D", **PAIRS) == "10D"
    for lost in ("AS 9S 8D", "9S 8D AS", "AS 8D"):
        assert club_plays(hand, lost, **PAIRS) != "10D"
    assert club_plays(hand, "9S AS 8D", seats=4) != "10D"


def test_club_leaves_a_trick_to_its_partner_where_both_lay_down_their_groups() -> None:
    hand = "AC AD AH AS JS 7C 8C 9D"
    assert club_plays(hand, "8S 9S 7S", **PAIRS, lay_down_all=True) != "JS"
    assert club_plays(hand, "9S 8S 7S", **PAIRS, lay_down_all=True) == "JS"
    # Where the winner alone declares, it takes the trick from the partner too.
    assert club_plays(hand, "8S 9S 7S", **PAIRS) == "JS"
    assert club_plays(hand, "8S 9S 7S", seats=4, lay_down_all=True) == "JS"


# When the talon is gone


def test_club_gives_its_partner_brisques_but_not_before_the_trick_is_safe() -> None:
    scene: dict[str, Any] = {"draws": GONE, "must_beat": False}
    assert club_plays("10S 9S 7D", "8S AS 7S", **PAIRS, **scene) == "10S"
    assert club_plays("10S 9S 7D", "AS 8S 7S", **PAIRS, **scene) == "9S"
    assert club_plays("10S 9S 7D", "8S AS 7S", seats=4, **scene) == "9S"
    assert club_plays("10S 9S 7D", "AS 7S", **PAIRS, **scene) == "9S"


def test_club_does_not_beat_its_partner_unless_it_must() -> None:
    hand = "AS 9S 7D"
    assert club_plays(hand, "KS 7S", **PAIRS, draws=GONE, must_beat=False) == "9S"
    assert club_plays(hand, "KS 7S", **PAIRS, draws=GONE) == "AS"
    assert club_plays(hand, "7S KS", **PAIRS, draws=GONE, must_beat=False) == "AS"
    assert club_plays(hand, "KS 7S", seats=4, draws=GONE, must_beat=False) == "AS"


def test_club_does_not_give_a_brisque_to_a_trick_that_it_loses() -> None:
    assert club_plays("10D 7D 9C", "AD", draws=GONE) == "7D"
    assert club_plays("10C 7D 9S", "9H", draws=GONE, gone=["8C"]) in ("7D", "9S")


def test_club_takes_the_last_tricks_with_a_brisque_if_it_can_do_so_safely() -> None:
    assert club_plays("AD 9D 7C", "8D", draws=GONE, must_beat=False) == "AD"


def test_club_plays_what_is_legal_when_it_has_no_choice() -> None:
    assert club_plays("10D", "AD", draws=GONE) == "10D"
    assert club_plays("10S AC", "9S", draws=GONE) == "10S"


# Pure functions


@cache
def views(game: str) -> list[View]:
    """What the seats see in some deals, trick by trick, played by both kinds of player."""
    rules = rules_with(game)
    seen = []
    for deal in range(8):
        players = tuple(COMMON_PLAYERS[(seat + deal) % 2] for seat in range(rules.seats))
        seen += [
            event.view for event in Readable(rules, players).events(9, deal) if isinstance(event, Played)
        ]
    return seen


@pytest.mark.parametrize("player", COMMON_PLAYERS)
@pytest.mark.parametrize("game", BESI_GAMES)
def test_the_same_view_gives_the_same_answer_and_it_is_a_legal_position(game: str, player: str) -> None:
    word = 0x9E3779B97F4A7C15
    for number, view in enumerate(views(game)):
        rules_before = view.rules.copy()
        first = answer(player, view, word * (number + 1) % 2**64)
        answer(player, views(game)[number // 2], word)
        assert answer(player, view, word * (number + 1) % 2**64) == first
        assert 0 <= first < view.legal_count
        assert (view.rules == rules_before).all()


@pytest.mark.parametrize("game", BESI_GAMES)
def test_club_needs_no_luck(game: str) -> None:
    for view in views(game):
        assert len({answer("club", view, word) for word in (0, 1, 2**63, 2**64 - 1)}) == 1


def test_random_is_the_same_in_plain_integers_as_in_the_core() -> None:
    rules = rules_with("besi-simple")
    deal = Readable(rules, ("random", "random")).events(1, 0)
    view = next(event.view for event in deal if isinstance(event, Played))
    for word in (0, 1, 2**64 // 6, 2**63, 2**64 - 1, 0x123456789ABCDEF0):
        for count in range(1, 17):
            seen = view._replace(legal_count=count)
            with np.errstate(over="ignore"):
                assert answer("random", seen, word) == _random_in_core(seen, np.uint64(word))


@kernel
def _random_in_core(view: View, word: Any) -> Any:
    return pick(word, view.legal_count)


def test_random_takes_every_legal_card_equally_often() -> None:
    """By number of legal cards: chi-square of the positions, over the deals' own words."""
    rules = rules_with("besi-simple")
    chosen: dict[int, list[int]] = {}
    readable = Readable(rules, ("random", "random"))
    for deal in range(600):
        for event in readable.events(4, deal):
            if isinstance(event, Played):
                legal = legal_of(event.view)
                chosen.setdefault(len(legal), [0] * len(legal))[legal.index(event.card)] += 1
    assert set(chosen) == {1, 2, 3, 4, 5, 6}
    for count, places in chosen.items():
        expected = sum(places) / count
        assert expected > 50
        if count > 1:
            assert sum((place - expected) ** 2 / expected for place in places) < chi2.isf(LEVEL, count - 1)


def legal_of(view: View) -> list[Card]:
    codes = int(view.legal[0]) | int(view.legal[1]) << 64
    return [card_of(codes >> 8 * place & 255) for place in range(view.legal_count)]


# The yardstick doesn't move: figures kept when there were no other players yet.
KEPT = {
    ("besi-double", "random", "random"): "601398bfda8fb96c",
    ("besi-double", "club", "club"): "863afa8579af4abc",
    ("besi-trois", "random", "club", "random"): "66565a8d4aade6a8",
    ("rubicon", "club", "random"): "6d84fffa276d99a1",
}


@pytest.mark.parametrize(
    ("seated", "digest"), KEPT.items(), ids=lambda value: value if isinstance(value, str) else "-".join(value)
)
def test_random_and_club_play_the_same_bits_as_ever(seated: tuple[str, ...], digest: str) -> None:
    totals = plan_for(rules_with(seated[0]), seated[1:]).play(1, 0, 300)
    counted = [totals.part_sums, totals.part_squares, totals.held, totals.declared]
    told = json.dumps([counts.tolist() for counts in counted])
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == digest


# What it is worth to be sensible


def lead(game: str, players: Sequence[str], deals: int = 20_000) -> tuple[float, float]:
    """Mean points of seat 0 minus those of seat 1, and the standard error."""
    totals = plan_for(rules_with(game), players).play(5, 0, deals)
    mean = totals.lead_sum / deals
    return mean, sqrt((totals.lead_square / deals - mean**2) / deals)


@pytest.mark.parametrize("game", ["besi-simple", "besi-double"])
def test_club_beats_random_from_either_seat(game: str) -> None:
    first, first_error = lead(game, ("club", "random"))
    second, second_error = lead(game, ("random", "club"))
    assert first > 30 * first_error
    assert second < -30 * second_error


def test_club_beats_two_random_players() -> None:
    for seat in range(3):
        players = ["random"] * 3
        players[seat] = "club"
        totals = plan_for(rules_with("besi-trois"), players).play(5, 0, 10_000)
        points = [int(sum_) for sum_ in totals.part_sums[:, 0]]
        assert points[seat] > 1.5 * max(points[other] for other in range(3) if other != seat)


def test_partners_who_play_club_beat_partners_who_play_at_random() -> None:
    for sensible, players in enumerate((("club", "random") * 2, ("random", "club") * 2)):
        totals = plan_for(rules_with("besi-quatre"), players).play(5, 0, 2_000)
        assert totals.team_sums[sensible] > 1.5 * totals.team_sums[1 - sensible]


@pytest.mark.parametrize("game", ["besi-simple", "besi-double"])
@pytest.mark.parametrize("player", COMMON_PLAYERS)
def test_equals_are_far_closer_than_club_and_random(game: str, player: str) -> None:
    """Leading first may be worth something, but little beside the difference between the players."""
    even, error = lead(game, (player, player))
    assert abs(even) + 5 * error < lead(game, ("club", "random"))[0] / 5
