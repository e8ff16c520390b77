"""The story of a deal: complete, and its points add up."""

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from reports.replay import tell
from simulate.besi_table import play_deal, play_shuffled
from simulate.besi_table_value import settle
from simulate.cards import all_cards, kind_name, pack_copies
from simulate.catalogue import load
from simulate.events import Counted, Dealt, Event, Played
from simulate.rules import BesiRules
from simulate.view import View
from tests.strategies import rule_sets

SIGN = re.compile(r"(?:A|10|K|Q|J|9|8|7)[♣♦♥♠]")


def uniform(view: View, word: np.uint64) -> int:
    return int(word) * view.legal_count >> 64


def played(rules: BesiRules, seed: int, deal: int) -> list[Event]:
    return list(play_deal(rules, [uniform] * rules.seats, ["highest-first"] * rules.seats, seed, deal))


def story(rules: BesiRules, events: list[Event]) -> list[str]:
    return list(tell(events, rules, "A game", 1, 2, ["somebody"] * rules.seats))


def points_told(lines: list[str], brisques: bool = True) -> Counter[int]:
    """What each seat scores by the lines of the play: marked, and (with brisques) in the tricks it takes."""
    points: Counter[int] = Counter()
    for line in lines[: lines.index("The count:")]:
        marked = re.search(r"Seat (\d)\b.*: (\d+) points?\. Score", line)
        taken = re.search(r"Seat (\d) takes it, (\d+) in brisques", line)
        for found in (marked, taken) if brisques else (marked,):
            if found:
                points[int(found[1])] += int(found[2])
    return points


def check_story(rules: BesiRules, events: list[Event]) -> None:
    lines = story(rules, events)
    counts = [event for event in events if isinstance(event, Counted)]
    told = points_told(lines, brisques=rules.game_value == "points")
    assert told == Counter({count.seat: count.points for count in counts if count.points})
    for count in counts:
        (line,) = (line for line in lines if re.match(rf"Seat {count.seat}: groups", line))
        total = int(re.search(r"= (\d+) points?[.;]", line)[1])  # type: ignore[index]
        assert total == count.points == sum(map(int, re.findall(r"(\d+)(?: \+| =)", line)))
    plays = [line for line in lines if " leads " in line and "takes it" in line]
    cards = [str(event.card) for event in events if isinstance(event, Played)]
    assert [card for line in plays for card in SIGN.findall(line)] == cards
    assert Counter(cards) == Counter(map(str, all_cards(rules.copies)))


@pytest.mark.parametrize("game", ["besi-simple", "besi-double", "besi-trois"])
def test_the_points_told_add_up_to_the_count_and_every_card_played_appears(game: str) -> None:
    rules = load(game).besi
    for deal in range(10):
        check_story(rules, played(rules, 3, deal))


@settings(max_examples=50, deadline=None)
@given(rule_sets(), rule_sets(rubicon=True))
def test_any_rules_can_be_told(rules: BesiRules, with_rubicons_own: BesiRules) -> None:
    check_story(rules, played(rules, 1, 0))
    check_story(with_rubicons_own, played(with_rubicons_own, 1, 0))


def small_deal(order: str = "A♣ 7♥ K♥ 10♣ 9♦ 8♦ Q♥ 9♠", **changes: Any) -> list[str]:
    """A pack of eight cards, three a seat and one to draw; with a turn-up, an exchange and a marriage."""
    names = order.split()
    removed = tuple(kind_name(kind) for kind in pack_copies(1) if kind_name(kind) not in names)
    changes = {"packs": 1, "hand_size": 3, "removed": removed} | changes
    rules = BesiRules(**(load("besi-double").besi.model_dump() | changes))
    by_name = {str(card): card for card in all_cards(rules.copies)}
    events = play_shuffled(
        rules,
        [lambda view, word: 0] * rules.seats,
        ["highest-first"] * rules.seats,
        [by_name[name] for name in names],
        lambda seat, trick: 0,
    )
    return list(tell(events, rules, "Besi double", 7, 11, ["club", "random"] * (rules.seats // 2)))


def test_a_story_word_by_word() -> None:
    assert small_deal() == [
        "Besi double, deal 11 of seed 7",
        "Seat 0 (leads): club; Seat 1 (dealer): random.",
        "",
        "Seat 0 is dealt A♣, K♥ 7♥.",
        "Seat 1 is dealt 10♣, 9♦ 8♦.",
        "Q♥ is turned up. Hearts are trump.",
        "The score is what is marked during play; brisques come in the count.",
        "",
        "While the talon lasts:",
        "  1. Seat 0 leads A♣, seat 1 plays 10♣. Seat 0 takes it, 20 in brisques.",
        "    Seat 0 exchanges 7♥ for Q♥: 10 points. Score: seat 0 10, seat 1 0.",
        "    Seat 0 declares trump marriage, K♥ Q♥: 40 points. Score: seat 0 50, seat 1 0.",
        "    Seat 0 draws 9♠, seat 1 draws 7♥.",
        "",
        "The talon is out. The last tricks:",
        "  2. Seat 0 leads 9♠, seat 1 plays 7♥. Seat 1 takes it.",
        "  3. Seat 1 leads 8♦, seat 0 plays K♥. Seat 0 takes it.",
        "  4. Seat 0 leads Q♥, seat 1 plays 9♦. Seat 0 takes it.",
        "    Seat 0 has the last trick: 10 points. Score: seat 0 60, seat 1 0.",
        "",
        "The count:",
        "Seat 0: groups 40 + brisques 20 + sevens 10 + last trick 10 = 80 points.",
        "    Declared: trump marriage once. Held and not declared: nothing.",
        "Seat 1: groups 0 + brisques 0 + sevens 0 + last trick 0 = 0 points.",
        "    Declared: nothing. Held and not declared: nothing.",
    ]


def test_the_first_marriage_that_makes_trump_is_told() -> None:
    lines = small_deal("A♣ Q♥ K♥ 10♣ 9♦ 8♦ 9♠ 8♠", trump_from="first-marriage", seven="none")
    assert "No card is turned up: the first marriage declared makes trump." in lines
    declared = next(place for place, line in enumerate(lines) if "declares trump marriage" in line)
    assert lines[declared + 1] == "    Hearts are trump from now on."
    # No seven scores there, so none is told of.
    assert "Seat 0: groups 40 + brisques 20 + last trick 10 = 70 points." in lines


def test_the_first_quinte_that_makes_trump_is_told() -> None:
    order = "9♣ A♥ 10♥ K♥ Q♥ J♥ 8♣ 9♦ 8♦ 7♦ 9♠ 8♠ 7♠ 7♣"
    rules = {"trump_from": "first-marriage-or-quinte", "seven": "none", "hand_size": 6}
    lines = small_deal(order, **rules)
    assert "No card is turned up: the first marriage or quinte declared makes trump." in lines
    declared = lines.index(
        "    Seat 0 declares trump quinte, A♥ 10♥ K♥ Q♥ J♥: 250 points. Score: seat 0 250, seat 1 0."
    )
    assert lines[declared + 1] == "    Hearts are trump from now on."


CARTE_BLANCHE = {"trump_from": "first-marriage", "seven": "none", "carte_blanche": 50}


def test_carte_blanche_is_told_before_play_and_after_the_draws() -> None:
    lines = small_deal("A♣ 9♥ 8♥ 10♣ 9♦ 8♦ 9♠ 7♠ 8♠ K♠", **CARTE_BLANCHE)
    first = lines.index("While the talon lasts:")
    assert lines[first - 3 : first - 1] == [
        "Seat 0 has carte blanche, no king, queen or jack: 50 points. Score: seat 0 50, seat 1 0.",
        "Seat 1 has carte blanche, no king, queen or jack: 50 points. Score: seat 0 50, seat 1 50.",
    ]
    assert lines[first + 2 : first + 7] == [
        "    Seat 0 draws 9♠, seat 1 draws 7♠.",
        "    Seat 0 shows 9♠, carte blanche still: 50 points. Score: seat 0 100, seat 1 50.",
        "    Seat 1 shows 7♠, carte blanche still: 50 points. Score: seat 0 100, seat 1 100.",
        "  2. Seat 0 leads 9♠, seat 1 plays 7♠. Seat 0 takes it.",
        "    Seat 0 draws 8♠, seat 1 draws K♠.",
    ]
    assert lines[first + 7] == (
        "    Seat 0 shows 8♠, carte blanche still: 50 points. Score: seat 0 150, seat 1 100."
    )


@pytest.mark.parametrize(
    ("points", "brisques", "told"),
    [
        (
            (1510, 1240),
            (100, 220),
            "Both have 1000 or more without brisques: seat 0 wins the game, worth 800 points.",
        ),
        (
            (900, 1500),
            (100, 220),
            "With brisques it is 1000 to 1720: seat 1 wins the game, worth 1200 points.",
        ),
        (
            (1320, 620),
            (160, 160),
            "Seat 1 stays below 1000, brisques included: seat 0 wins the game by the rubicon, "
            "worth 3200 points.",
        ),
        ((1100, 1100), (160, 160), "With brisques it is 1260 to 1260: the game is null."),
    ],
)
def test_the_value_of_a_game_is_told(points: tuple[int, int], brisques: tuple[int, int], told: str) -> None:
    rules = BesiRules(**(load("besi-double").besi.model_dump() | {"game_value": "rubicon"}))
    value = settle(points, brisques).value
    counts = [
        Counted(seat, points[seat], brisques[seat], 0, 0, frozenset(), {}, game_value)
        for seat, game_value in enumerate((value, -value))
    ]
    lines = story(rules, [Dealt(((), ()), all_cards(rules.copies)[0]), *counts])
    note = "The score is what is marked during play; brisques count for no more than the value of the game."
    assert note in lines
    parts = f"groups {points[0]} + sevens 0 + last trick 0 = {points[0]} points; brisques {brisques[0]}."
    assert f"Seat 0: {parts}" in lines
    assert lines[-1] == told


def test_variants_are_told_for_what_they_are() -> None:
    assert any(
        "Seat 0 has the talon's last trick: 10 points." in line for line in small_deal(last_trick_at="talon")
    )
    figures = small_deal(figures=True)
    assert "  3. Seat 1 leads 8♦, seat 0 plays K♥. Seat 0 takes it, 4 in brisques and figures." in figures


def test_partners_lay_down_and_are_added_up() -> None:
    order = "A♣ K♦ Q♦ 8♣ 9♥ 9♦ 9♣ K♥ Q♥ 7♣ 8♥ 8♦ J♥ 9♠ 8♠ 7♠"
    lines = small_deal(order, seats=4, teams=True, lay_down_all=True)
    assert lines[2] == "Seats 0 and 2 play together against seats 1 and 3."
    first = lines.index("While the talon lasts:")
    assert lines[first + 2 : first + 4] == [
        "    Seat 0 lays down plain marriage, K♦ Q♦: 20 points. Score: seats 0 and 2 20, seats 1 and 3 0.",
        "    Seat 2, seat 0's partner, lays down trump marriage, K♥ Q♥: 40 points. "
        "Score: seats 0 and 2 60, seats 1 and 3 0.",
    ]
    rules = BesiRules(**(load("besi-double").besi.model_dump() | {"seats": 4, "teams": True, "packs": 4}))
    events = played(rules, 1, 0)
    points = [event.points for event in events if isinstance(event, Counted)]
    assert story(rules, events)[-2:] == [
        f"Seats 0 and 2 together: {points[0] + points[2]} points.",
        f"Seats 1 and 3 together: {points[1] + points[3]} points.",
    ]
