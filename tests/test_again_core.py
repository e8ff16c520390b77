"""Declaring again, core against readable engine: one seat alone, with nothing but cards of groups.

In whole deals what these rules are about is rare: two marriages of a suit that stand, crossed,
broken, married again. Here a seat declares, plays and draws as it likes, and after every act
both engines must offer the same and keep the same cards from serving.
"""

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from simulate.besi import shape_of
from simulate.besi_again import forget_combinations
from simulate.besi_core import _put_down
from simulate.besi_declare import _available, _declare_group
from simulate.besi_state import (
    GROUP_POINTS,
    HAND,
    MOST_STANDING,
    PAIR,
    SHOWN,
    STANDING,
    USED_MARRIAGE,
    USES,
    new_table,
    notice,
    notice_card,
)
from simulate.besi_table import lay_out, put_down
from simulate.besi_table_declare import declare_first, offers_of
from simulate.besi_table_state import Table, as_words, note_held
from simulate.cards import Card, all_cards, parse_kind
from simulate.jit import kernel
from simulate.packing import VALUED, code_words, pack, pack_codes
from simulate.rules import BesiRules
from tests.agreement import rules_with

SEAT = np.uint64(0)
MOST_IN_HAND = 16
# The cards with which each table plays: kings and queens alone, whole suits, those of besi.
TALONS = {"court": "KC QC KD QD KS QS", "quintes": "AC 10C KC QC JC KD QD", "besi": "QS JD KS QC JS"}
SWITCHES = ("marriage_exception", "marriage_cross", "lower_after_higher")


@kernel
def _begin(rules: Any, shape: Any, table: Any) -> None:
    forget_combinations(table, SEAT)
    notice(rules, shape, table, SEAT)


@kernel
def _offered(rules: Any, shape: Any, table: Any, trump: Any) -> Any:
    return _available(rules, shape, table, SEAT, trump)


@kernel
def _declare(rules: Any, shape: Any, table: Any, instance: Any, trump: Any) -> Any:
    return _declare_group(rules, shape, table, SEAT, instance, trump, None)


@kernel
def _play(rules: Any, shape: Any, table: Any, code: Any) -> None:
    _put_down(rules, shape, table, SEAT, code, True)


@kernel
def _take(rules: Any, shape: Any, table: Any, code: Any) -> None:
    notice_card(rules, shape, table, SEAT, code)


class CoreSeat:
    """Seat 0 in the fast core, alone at the table."""

    def __init__(self, rules: BesiRules) -> None:
        self._rules, codes = pack(rules), pack_codes(rules)
        self._shape = shape_of(codes)
        self.table, self.trump = new_table(code_words(codes)), -1

    def begin(self, hand: Sequence[Card]) -> None:
        """A new deal on the same table, on which the last one was played to its end."""
        for row in (HAND, SHOWN):
            self.table[row], self.table[row + PAIR] = as_words(hand if row == HAND else [])
        for use in range(USES):
            place = USED_MARRIAGE + np.uint64(8 * use)
            self.table[place], self.table[place + PAIR] = 0, 0
        self.table[GROUP_POINTS], self.trump = 0, -1
        _begin(self._rules, self._shape, self.table)

    def offered(self) -> int:
        """Bit mask of what may be declared for points."""
        worth = int(self._rules[int(VALUED) + self.trump + 1])
        return int(_offered(self._rules, self._shape, self.table, self.trump)) & worth

    def declare(self, instance: int) -> None:
        self.trump = int(_declare(self._rules, self._shape, self.table, instance, self.trump))

    def play(self, card: Card) -> None:
        _play(self._rules, self._shape, self.table, np.uint64(card.code))

    def draw(self, card: Card) -> None:
        low, high = as_words([card])
        self.table[HAND] |= low
        self.table[HAND + PAIR] |= high
        _take(self._rules, self._shape, self.table, np.uint64(card.code))

    def told(self) -> tuple[Any, ...]:
        """What is offered, trump, points, cards shown, cards used by kind of use."""
        rows = [SHOWN, *(USED_MARRIAGE + np.uint64(8 * use) for use in range(USES))]
        cards = [(int(self.table[row]), int(self.table[row + PAIR])) for row in rows]
        return self.offered(), self.trump, int(self.table[GROUP_POINTS]), *cards


def readable_table(rules: BesiRules, hand: Sequence[Card]) -> Table:
    """The readable engine's table, where seat 0 has these cards and nobody else any."""
    table = lay_out(rules, [lambda view, word: 0] * 2, ["highest-first"] * 2, all_cards(rules.copies), int)
    table.seats[0].hand, table.seats[1].hand = list(hand), []
    note_held(table, table.seats[0])
    return table


def readable_told(table: Table) -> tuple[Any, ...]:
    """The same as `CoreSeat.told`."""
    seat = table.seats[0]
    cards = [as_words(seat.known), *seat.used_words]
    offered = sum(1 << offer.number for offer in offers_of(table, 0))
    return offered, table.trump, seat.group_points, *((int(low), int(high)) for low, high in cards)


def check_deal(core: CoreSeat, rules: BesiRules, cards: list[Card], chance: Random) -> dict[str, int]:
    """Declare, play and draw by chance until no card is left; counts what marriages came about."""
    chance.shuffle(cards)
    hand, talon = cards[:MOST_IN_HAND], cards[MOST_IN_HAND:]
    table = readable_table(rules, hand)
    seat = table.seats[0]
    core.begin(hand)
    told = {"crossed": 0, "by right": 0}
    while seat.hand:
        assert core.told() == readable_told(table), rules
        assert core.table[STANDING] <= MOST_STANDING
        offers = offers_of(table, 0)
        if offers and chance.random() < 0.7:
            chosen = chance.choice(offers)
            again = chosen.use == "marriage" and not seat.used["marriage"].isdisjoint(chosen.cards)
            told["by right"] += chosen.by_right
            told["crossed"] += again and not chosen.by_right
            table.orders = [lambda given, trump, draws_left, chosen=chosen: chosen] * 2
            declare_first(table, 0, offers)
            core.declare(chosen.number)
            continue
        played = chance.choice(seat.hand)
        put_down(table, seat, played)
        core.play(played)
        if talon:
            drawn = talon.pop()
            seat.hand.append(drawn)
            note_held(table, seat, drawn)
            core.draw(drawn)
    assert core.table[STANDING] == 0
    return told


def cards_of(rules: BesiRules, kinds: str) -> list[Card]:
    wanted = {parse_kind(kind) for kind in kinds.split()}
    return [card for card in all_cards(rules.copies) if card.kind in wanted]


@pytest.mark.parametrize("kinds", TALONS)
@pytest.mark.parametrize("switches", list(product((False, True), repeat=3)), ids=str)
@pytest.mark.parametrize("packs", [2, 4])
def test_engines_offer_and_bar_the_same(kinds: str, switches: tuple[bool, ...], packs: int) -> None:
    by_switch = dict(zip(SWITCHES, switches, strict=True))
    rules = rules_with("rubicon", packs=packs, carte_blanche=None, **by_switch)
    core, chance, seen = CoreSeat(rules), Random(f"{kinds} {switches}"), {"crossed": 0, "by right": 0}
    with np.errstate(over="ignore"):
        for _ in range(3 * packs):
            for what, times in check_deal(core, rules, cards_of(rules, TALONS[kinds]), chance).items():
                seen[what] += times
    if kinds != "besi":
        assert (seen["by right"] > 0) == rules.marriage_exception
        assert (seen["crossed"] > 0) == rules.marriage_cross
