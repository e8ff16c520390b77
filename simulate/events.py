"""What happens in one deal, as the readable engine tells it: typed events in order."""

from typing import NamedTuple

from simulate.cards import Card
from simulate.view import View


class Dealt(NamedTuple):
    """The hands, seat by seat in hand order, and the card turned up (None without a turn-up)."""

    hands: tuple[tuple[Card, ...], ...]
    turn_up: Card | None


class TurnedSeven(NamedTuple):
    """The dealer turned up a seven and marks `points`."""

    seat: int
    points: int


class Played(NamedTuple):
    """A seat plays a card, having seen `view`."""

    seat: int
    card: Card
    view: View


class TrickWon(NamedTuple):
    """A seat takes a trick and the brisque (and figure) points in it; `number` counts from 0."""

    number: int
    seat: int
    points: int


class SevenScored(NamedTuple):
    """A trump seven scores by winning a trick, or by being declared."""

    seat: int
    card: Card
    points: int
    declared: bool


class Exchanged(NamedTuple):
    """A trick winner exchanges the trump seven `given` for the turn-up `taken`."""

    seat: int
    given: Card
    taken: Card
    points: int


class Declared(NamedTuple):
    """A seat declares a group with these cards; carte blanche with the hand dealt, then each card drawn."""

    seat: int
    group_id: str
    cards: tuple[Card, ...]
    points: int


class Drew(NamedTuple):
    """A seat draws a card from the talon."""

    seat: int
    card: Card


class LastTrick(NamedTuple):
    """A seat scores for the last trick (the end's, or the talon's, by the rules)."""

    seat: int
    points: int


class Counted(NamedTuple):
    """The final count of a seat, in parts, and the groups it held and how often it declared each.

    `game_value` is what the seat gains by the game (what it loses is below zero) where a deal
    is a game by itself, else None.
    """

    seat: int
    group_points: int
    brisque_points: int
    seven_points: int
    last_trick_points: int
    held: frozenset[str]
    declarations: dict[str, int]
    game_value: int | None = None

    @property
    def points(self) -> int:
        """All the seat's points of the deal; without brisques where these only settle a game's value."""
        brisques = self.brisque_points if self.game_value is None else 0
        return self.group_points + brisques + self.seven_points + self.last_trick_points


Event = (
    Dealt | TurnedSeven | Played | TrickWon | SevenScored | Exchanged | Declared | Drew | LastTrick | Counted
)
