"""Hand-made scenes for the readable engine: cards and plays written out, one line each."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.besi_table import play_shuffled
from simulate.cards import Card, card_of, parse_kind
from simulate.catalogue import load
from simulate.events import Counted, Declared, Drew, Event, TrickWon
from simulate.rules import BesiRules
from simulate.view import View


def card(text: str) -> Card:
    """``QS`` is the first copy, ``QS'`` the second, and so on."""
    kind = parse_kind(text.rstrip("'"))
    return Card(*kind, text.count("'"))


def cards(text: str) -> list[Card]:
    return [card(word) for word in text.split()]


def legal_of(view: View) -> list[Card]:
    codes = int(view.legal[0]) | int(view.legal[1]) << 64
    return [card_of(codes >> 8 * place & 255) for place in range(view.legal_count)]


def scripted(plays: str) -> Any:
    """A player of the cards written, one a trick; then of whatever is legal first."""
    left = cards(plays)

    def choose(view: View, word: np.uint64) -> int:
        return legal_of(view).index(left.pop(0)) if left else 0

    return choose


def spread(view: View, word: np.uint64) -> int:
    """A player of uniformly random legal cards."""
    return int(word) * view.legal_count >> 64


def rules_for(game: str, **changes: Any) -> BesiRules:
    return BesiRules(**(load(game).besi.model_dump() | changes))


def scene(
    hands: Sequence[str],
    talon: str,
    turn_up: str | None,
    plays: Sequence[str],
    **changes: Any,
) -> list[Event]:
    """Play the cards given; `talon` is drawn from in that order and the turn-up last of all."""
    dealt = [cards(hand) for hand in hands]
    changes = {"seats": len(hands), "hand_size": len(dealt[0]), "packs": 4} | changes
    if turn_up is None:
        changes = {"trump_from": "first-marriage", "seven": "none"} | changes
    # Unvalidated: a scene plays only the cards given, whatever the rules' pack would be.
    rules = BesiRules.model_construct(**(load("besi-double").besi.model_dump() | changes))
    shuffled = [each for hand in dealt for each in hand] + ([card(turn_up)] if turn_up else []) + cards(talon)
    players = [scripted(play) for play in plays] + [scripted("")] * (len(hands) - len(plays))
    orders = ["highest-first"] * len(hands)
    return list(play_shuffled(rules, players, orders, shuffled, lambda seat, trick: 0))


def declared(events: Sequence[Event], seat: int = 0) -> list[tuple[str, int]]:
    said = [event for event in of_type(events, Declared) if event.seat == seat]
    return [(event.group_id, event.points) for event in said]


def of_type(events: Sequence[Event], kind: type) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def winners(events: Sequence[Event]) -> list[int]:
    return [event.seat for event in of_type(events, TrickWon)]


def count_of(events: Sequence[Event], seat: int) -> Counted:
    return next(event for event in of_type(events, Counted) if event.seat == seat)


def leader_with(hand: str, tricks: int, **changes: Any) -> list[tuple[str, int]]:
    """What seat 0 declares when it takes `tricks` tricks of the talon with aces of clubs, beside `hand`."""
    led = " ".join("AC" + "'" * copy for copy in range(tricks))
    others = ["8C", "8D", "8S", "9C", "9D", "9S", "7C", "7D", "7S", "8C'", "8D'", "8S'", "9C'", "9D'", "9S'"]
    size = tricks + len(hand.split())
    blanks = ["7C''", "7D''", "7S''", "8C''", "8D''", "8S''", "9C''"]
    talon = " ".join(blanks[: 2 * tricks - 1])
    return declared(scene([f"{led} {hand}", " ".join(others[:size])], talon, "9H", [led], **changes))


RUBICON: dict[str, Any] = {
    "trump_from": "first-marriage-or-quinte",
    "last_trick_points": 50,
    "lower_after_higher": False,
    "redeclare": True,
    "marriage_exception": True,
    "besi_triple": 1500,
    "besi_quadruple": 4500,
    "carte_blanche": 50,
    "game_value": "rubicon",
}
# What the other seat holds and draws: it takes no trick, declares nothing and has no carte blanche.
BLANKS = [rank + "D" + "'" * copy for copy in range(4) for rank in ("7", "8", "9")]


def rubicon_scene(hands: Sequence[str], talon: str, plays: Sequence[str], **changes: Any) -> list[Event]:
    return scene(hands, talon, None, plays, **(RUBICON | changes))


def tricks_with(hand: str, plays: str, draws: str, **changes: Any) -> list[Event]:
    """Seat 0 leads `plays` and takes every trick of the talon, drawing `draws` in turn."""
    other = ["JC'''", *BLANKS]
    size = len(hand.split())
    talon = [each for pair in zip(draws.split(), BLANKS[::-1], strict=False) for each in pair]
    assert len(plays.split()) == len(draws.split())
    led_to = " ".join(other[1 : 1 + len(plays.split())])
    return rubicon_scene([hand, " ".join(other[:size])], " ".join(talon), [plays, led_to], **changes)


def said(events: Sequence[Event]) -> list[str]:
    """What seat 0 declares after each trick of the talon, with its value; - where nothing."""
    told: list[str] = []
    for event in events:
        if isinstance(event, TrickWon):
            told.append("-")
        elif isinstance(event, Declared) and told:
            assert event.seat == 0
            told[-1] = f"{event.group_id} {event.points}"
    return told[: len(of_type(events, Drew)) // 2]


def said_with(hand: str, plays: str, draws: str, **changes: Any) -> list[str]:
    return said(tricks_with(hand, plays, draws, **changes))


def cards_said(events: Sequence[Event]) -> list[str]:
    return [" ".join(map(card_text, event.cards)) for event in of_type(events, Declared)]


def card_text(each: Any) -> str:
    return str(each) + "'" * each.copy


def shown_to(view: View) -> set[Any]:
    bits = int(view.shown[0]) | int(view.shown[1]) << 64
    return {card_of(code) for code in range(128) if bits >> code & 1}
