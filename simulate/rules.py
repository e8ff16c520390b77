"""Rules as data: frozen, validated models of the games' TOML files.

Every parameter has a value, a source and a status. A ruling settles a point that the
sources leave open; an option is another value that a source records. Unknown keys,
values out of range and impossible games are refused with one clear line.
"""

import hashlib
import json
from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    field_validator,
    model_validator,
)

from simulate.cards import pack_copies, parse_kind
from simulate.groups import GROUP_IDS

Status = Literal["documented", "ruling", "inferred", "assumed"]
Points = Annotated[StrictInt, Field(ge=0, le=10_000)]


def _none_word(value: Any) -> Any:
    return None if value == "none" else value


NoneWord = BeforeValidator(_none_word)
GroupValue = Annotated[Annotated[StrictInt, Field(ge=0, le=10_000)] | None, NoneWord]
Target = Annotated[Annotated[StrictInt, Field(ge=1, le=1_000_000)] | None, NoneWord]


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
    """Every rule parameter of the besi and bésigue family; a group without value has 0 or None."""

    seats: StrictInt = Field(ge=2, le=4)
    teams: StrictBool
    packs: StrictInt = Field(ge=1, le=4)
    removed: tuple[str, ...]
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
    outright: tuple[str, ...]
    target: Target
    win_at_once: StrictBool
    count_as_taken: StrictBool
    game_value: Literal["points", "rubicon"]

    @field_validator("removed", "outright", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value

    @model_validator(mode="after")
    def _possible(self) -> Self:
        for text in self.removed:
            parse_kind(text)
        unknown = [name for name in self.outright if name not in GROUP_IDS]
        if unknown:
            raise ValueError(f"outright names no group: {unknown[0]!r}; groups are {', '.join(GROUP_IDS)}")
        if self.teams and self.seats != 4:
            raise ValueError(f"teams=true with seats={self.seats}: partners need four seats")
        if self.trump_from != "turn-up" and self.seven != "none":
            raise ValueError(
                f'seven="{self.seven}" with trump_from="{self.trump_from}": no turn-up to exchange for'
            )
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


class Bet(Strict):
    """A bet of a banking game: `covers` numbers, `returns` (stake included) times the stake on a win."""

    name: str
    covers: StrictInt = Field(ge=1)
    returns: Fraction
    source: str
    status: Status
    note: str = ""

    @field_validator("returns", mode="before")
    @classmethod
    def _fraction(cls, value: Any) -> Fraction:
        try:
            return Fraction(value)
        except (ZeroDivisionError, TypeError):
            raise ValueError("a return is a whole number or a fraction, as 64 or 64/3") from None


class BankRules(Strict):
    """A banking game: one of `numbers` numbers is drawn, the bank pays the bets that cover it.

    `misreadings` are payouts that later writers give by mistake: shown, and called wrong.
    """

    numbers: StrictInt = Field(ge=2, le=10_000)
    bets: tuple[Bet, ...]
    misreadings: tuple[Bet, ...] = ()

    @model_validator(mode="after")
    def _possible(self) -> Self:
        for bet in (*self.bets, *self.misreadings):
            if bet.covers > self.numbers:
                raise ValueError(
                    f"bet {bet.name!r} covers {bet.covers} numbers, but the game has {self.numbers}"
                )
            if bet.returns <= 0:
                raise ValueError(f"bet {bet.name!r} returns {bet.returns}; a return is above 0")
        return self


class Game(Strict):
    """A game: its names, its rules, and where each parameter comes from."""

    id: str
    family: Literal["besi", "banking"]
    title: str
    about: str
    faults: str
    rules: BesiRules | BankRules
    provenance: dict[str, Provenance]

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
        for bet in (*plain.get("bets", ()), *plain.get("misreadings", ())):
            for note in ("source", "status", "note"):
                del bet[note]
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:16]
