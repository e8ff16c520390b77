"""Rules as data: frozen, validated models of the games' TOML files.

Every parameter has a value, a source and a status. A ruling settles a point that the
sources leave open; an option is another value that a source records. Unknown keys,
values out of range and impossible games are refused with one clear line.
"""

import hashlib
import json
import re
from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    model_validator,
)

from simulate.cards import pack_copies, parse_kind
from simulate.groups import GROUP_IDS

Status = Literal["documented", "ruling", "inferred", "assumed"]
Points = Annotated[StrictInt, Field(ge=0, le=10_000)]


# A return as people write it; an exponent could ask for a number that fills the memory.
_RETURN = re.compile(r"\d{1,18}(/[1-9]\d{0,17})?|\d{1,9}\.\d{1,9}", re.ASCII)


def _none_word(value: Any) -> Any:
    return None if value == "none" else value


def _worth_nothing(value: Any) -> Any:
    return None if value == "none" or (type(value) is int and value == 0) else value


def _empty_list(value: Any) -> Any:
    return () if value == "none" else value


def _names_cards(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        parse_kind(name)
    return names


def _names_groups(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if name not in GROUP_IDS:
            raise ValueError(f"{name!r} names no group; groups are {', '.join(GROUP_IDS)}")
    return names


def _on_one_line(text: str) -> str:
    if not text.strip() or not text.isprintable():
        raise ValueError("takes a text on one line, without control characters")
    return text.strip()


def _on_a_line_or_none(text: str) -> str:
    return _on_one_line(text) if text.strip() else ""


def _at_most(most: int) -> AfterValidator:
    def check(text: str) -> str:
        if len(text) > most:
            raise ValueError(f"takes at most {most:,} characters, not {len(text):,}")
        return text

    return AfterValidator(check)


# Told in the middle of sentences and on the lines of tables.
Line = Annotated[str, AfterValidator(_on_one_line)]
# What has a line of a figure to itself, what stands on one beside others, and what fills a part of a page.
Name = Annotated[Line, _at_most(80)]
Word = Annotated[Line, _at_most(20)]
Text = Annotated[Line, _at_most(1_200)]
Note = Annotated[str, AfterValidator(_on_a_line_or_none)]
GroupValue = Annotated[Annotated[StrictInt, Field(ge=1, le=10_000)] | None, BeforeValidator(_worth_nothing)]
Target = Annotated[Annotated[StrictInt, Field(ge=1, le=1_000_000)] | None, BeforeValidator(_none_word)]
Cards = Annotated[tuple[str, ...], BeforeValidator(_empty_list), AfterValidator(_names_cards)]
Groups = Annotated[tuple[str, ...], BeforeValidator(_empty_list), AfterValidator(_names_groups)]


class Strict(BaseModel):
    """Base of every model here: frozen, and an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Option(Strict):
    """Another value of a parameter that a source records."""

    value: Any
    source: str
    status: Status
    note: str = ""


class Provenance(Strict):
    """Where a parameter's value comes from."""

    source: str
    status: Status
    note: str = ""
    options: tuple[Option, ...] = ()


class BesiRules(Strict):
    """Every rule parameter of the besi and bésigue family; a group worth nothing has None."""

    seats: StrictInt = Field(ge=2, le=4)
    teams: StrictBool
    packs: StrictInt = Field(ge=1, le=4)
    removed: Cards
    hand_size: StrictInt = Field(ge=1, le=16)
    trump_from: Literal["turn-up", "first-marriage", "first-marriage-or-quinte"]
    seven: Literal["none", "exchange", "exchange-or-trick", "exchange-or-declare"]
    seven_points: Points
    turned_seven_points: Points
    brisque_points: Points
    figures: StrictBool
    last_trick_points: Points
    last_trick_at: Literal["end", "talon"]
    must_beat: StrictBool
    panache: StrictBool
    once_per_announcement: StrictBool
    lower_after_higher: StrictBool
    lay_down_all: StrictBool
    redeclare: StrictBool
    marriage_exception: StrictBool
    marriage_cross: StrictBool
    point_multiplier: StrictInt = Field(ge=1, le=4)
    marriage: GroupValue
    trump_marriage: GroupValue
    besi: GroupValue
    besi_double: GroupValue
    besi_triple: GroupValue
    besi_quadruple: GroupValue
    four_aces: GroupValue
    four_kings: GroupValue
    four_queens: GroupValue
    four_jacks: GroupValue
    four_tens: GroupValue
    trump_quinte: GroupValue
    quinte: GroupValue
    carte_blanche: GroupValue
    outright: Groups
    target: Target
    win_at_once: StrictBool
    count_as_taken: StrictBool
    game_value: Literal["points", "rubicon"]

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.teams and self.seats != 4:
            raise ValueError(f"teams=true with seats={self.seats}: partners need four seats")
        if self.trump_from != "turn-up" and self.seven != "none":
            raise ValueError(
                f'seven="{self.seven}" with trump_from="{self.trump_from}": no turn-up to exchange for'
            )
        for key in ("marriage_exception", "marriage_cross"):
            if getattr(self, key) and not self.redeclare:
                raise ValueError(f"{key}=true with redeclare=false: it is an exception to declaring again")
        if self.game_value == "rubicon" and self.seats != 2:
            raise ValueError(f'game_value="rubicon" with seats={self.seats}: it is a game of two')
        dealt, turned = self.seats * self.hand_size, int(self.trump_from == "turn-up")
        if dealt + turned > self.cards:
            raise ValueError(
                f"hand_size={self.hand_size}, seats={self.seats}: {dealt + turned} cards are dealt and "
                f"turned, but the pack has {self.cards}"
            )
        if self.talon % self.seats or self.talon < self.seats:
            raise ValueError(
                f"hand_size={self.hand_size}, seats={self.seats}: the talon's {self.talon} cards "
                f"cannot be shared evenly, at least one each"
            )
        return self

    @property
    def copies(self) -> dict[tuple[int, int], int]:
        """Copies of each (suit, rank) in the pack."""
        return pack_copies(self.packs, self.removed)

    @property
    def cards(self) -> int:
        """Cards in the pack."""
        return sum(self.copies.values())

    @property
    def talon(self) -> int:
        """Cards left after the deal, the turned-up card among them."""
        return self.cards - self.seats * self.hand_size

    @property
    def draws(self) -> int:
        """Cards that each player draws."""
        return self.talon // self.seats

    def value_of(self, group_id: str) -> int:
        """Points for a group, 0 where it has no value."""
        return getattr(self, group_id.replace("-", "_")) or 0


def _exact_return(value: Any) -> Fraction:
    # A float counts as it is written: 62.4 is 312/5, not the binary fraction next to it.
    text = str(value)
    if not _RETURN.fullmatch(text) or not Fraction(text):
        raise ValueError("takes a number above 0, as 64, 62.5 or 64/3")
    return Fraction(text)


Return = Annotated[Fraction, BeforeValidator(_exact_return)]


class Bet(Strict):
    """A bet of a banking game.

    It wins on `covers` numbers and returns `returns` times the stake then, the stake included; on
    `stays` more the stake is neither paid nor taken. `places` tells of a bet that is laid on one of so
    many fixed places of the board, no two of which share a number; none: on numbers of one's choice.
    """

    name: Name
    covers: StrictInt = Field(ge=1)
    stays: StrictInt = Field(default=0, ge=0)
    places: Annotated[Annotated[StrictInt, Field(ge=1)] | None, BeforeValidator(_none_word)] = None
    returns: Return
    source: Line
    status: Status
    note: Note = ""


class AnyNumbers(Strict):
    """A rule for bets on as many numbers as one likes: on k of them the bank returns `returns` / k."""

    returns: Return
    source: Line
    status: Status
    note: Note = ""


class Example(Strict):
    """A worked example of winnings left on the number of a banking game's first bet.

    `words` tell of it, `coin` is what a stake is in it. It changes no rule.
    """

    title: Name
    coin: Word = "stake"
    words: Text
    source: Line
    status: Status


class BankRules(Strict):
    """A banking game: one of `numbers` numbers is drawn, the bank pays the bets that cover it.

    `misreadings` are payouts that later writers give by mistake: shown, and called wrong.
    """

    numbers: StrictInt = Field(ge=2, le=10_000)
    any_numbers: AnyNumbers | None = None
    bets: tuple[Bet, ...]
    misreadings: tuple[Bet, ...] = ()

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if not self.bets:
            raise ValueError("a banking game needs a bet: a table [[bets]]")
        names = set()
        for bet in (*self.bets, *self.misreadings):
            if bet.name in names:
                raise ValueError(f"more than one bet is called {bet.name!r}")
            names.add(bet.name)
            self._check_room(bet)
        return self

    def _check_room(self, bet: Bet) -> None:
        if bet.covers > self.numbers:
            raise ValueError(f"bet {bet.name!r} covers {bet.covers} numbers, but the game has {self.numbers}")
        if bet.covers + bet.stays > self.numbers:
            raise ValueError(
                f"bet {bet.name!r} wins on {bet.covers} numbers and stays on {bet.stays}, "
                f"but the game has {self.numbers}"
            )
        if bet.places is not None and bet.places * (bet.covers + bet.stays) > self.numbers:
            raise ValueError(
                f"bet {bet.name!r} has {bet.places} places of {bet.covers + bet.stays} numbers each, "
                f"but the game has {self.numbers} numbers"
            )

    def bet_on(self, count: int) -> Bet:
        """The bet on `count` numbers of one's choice.

        Raises
        ------
        ValueError
            The game has no rule for such bets, or not so many numbers.
        """
        if self.any_numbers is None:
            raise ValueError("no rule tells what a bet on several numbers returns")
        if not 1 <= count <= self.numbers:
            raise ValueError(f"a bet on {count} numbers, but the game has {self.numbers}")
        rule = self.any_numbers
        return Bet(
            name="1 number" if count == 1 else f"{count} numbers",
            covers=count,
            returns=rule.returns / count,
            source=rule.source,
            status=rule.status,
            note=rule.note,
        )


class Game(Strict):
    """A game: its names, its rules, and where each parameter comes from."""

    id: str
    family: Literal["besi", "banking"]
    title: str
    about: str
    faults: str
    rules: BesiRules | BankRules
    provenance: dict[str, Provenance]
    example: Example | None = None

    @property
    def besi(self) -> BesiRules:
        """The rules, where the game is of the besi family."""
        assert isinstance(self.rules, BesiRules)
        return self.rules

    @property
    def bank(self) -> BankRules:
        """The rules, where the game is a banking game."""
        assert isinstance(self.rules, BankRules)
        return self.rules

    @property
    def rules_hash(self) -> str:
        """16 hex digits of what changes play: every parameter's value, no name, source or note."""
        plain = self.rules.model_dump(mode="json")
        any_numbers = plain.get("any_numbers")
        for bet in (*plain.get("bets", ()), *plain.get("misreadings", ()), *filter(None, [any_numbers])):
            for word in ("name", "source", "status", "note"):
                bet.pop(word, None)
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:16]
