"""Deals that wait for a seat to declare, from which tests play on, hidden cards moved elsewhere or not."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.besi_fork import ASKED, CHOICE, NOTHING, OFFERS, PLACE, TRICK, TURNED, new_fork
from simulate.besi_play_on import begin, margin, play_on
from simulate.besi_rollout import deal_anew, decide
from simulate.besi_state import HAND, HINTS, ORDER, PAIR, SEEN, SHOWN, SLOT, new_table
from simulate.forked import ForkedPlan
from simulate.jit import kernel
from simulate.packing import code_words
from simulate.rules import BesiRules
from tests.test_contest import game_of

SEED = 8


@kernel
def play_to_turn(rules: Any, orders: Any, players: Any, shape: Any, pack: Any, table: Any, deck: Any,
                 seed: Any, deal: Any, asked: Any, turn: Any, fork: Any) -> Any:  # fmt: skip
    """Play a deal up to a turn of the seats asked; whether it was reached."""
    begin(rules, shape, pack, table, deck, seed, deal, asked, fork)
    for _ in range(turn):
        if not play_on(rules, orders, players, shape, table, deck, seed, deal, (None, None), fork):
            return False
    return True


@kernel
def anew(rules: Any, shape: Any, table: Any, deck: Any, seat: Any, fork: Any, key: Any, pool: Any,
         hand: Any) -> None:  # fmt: skip
    """Deal anew what a seat can't see."""
    deal_anew(rules, shape, table, deck, seat, fork[PLACE], fork[TURNED], fork[TRICK], key, pool, hand)


@kernel
def play_out(rules: Any, orders: Any, players: Any, shape: Any, table: Any, deck: Any, seed: Any, deal: Any,
             fork: Any, seat: Any) -> Any:  # fmt: skip
    """Play a deal to its end; the seat's margin."""
    play_on(rules, orders, players, shape, table, deck, seed, deal, (None, None), fork)
    return margin(rules, table, seat)


@kernel
def decided(rules: Any, orders: Any, players: Any, shape: Any, tables: Any, decks: Any, forks: Any, seed: Any,
            deal: Any, seat: Any, rollouts: Any, caution: Any, pool: Any, hand: Any, options: Any,
            sums: Any) -> Any:  # fmt: skip
    """What the seat decides by rollouts."""
    return decide(
        rules, orders, players, shape, tables, decks, forks, seed, deal, seat, (None, None), rollouts,
        caution, pool, hand, options, sums,
    )  # fmt: skip


class Paused(NamedTuple):
    """A deal that waits for a seat to declare."""

    plan: ForkedPlan
    deal: int
    seat: int
    table: NDArray[np.uint64]
    deck: NDArray[np.uint8]
    fork: NDArray[np.int64]

    def copy(self) -> "Paused":
        return self._replace(table=self.table.copy(), deck=self.deck.copy(), fork=self.fork.copy())

    def words(self, row: np.uint64, seat: int = 0) -> int:
        """A pair of words as one integer."""
        return int(self.table[int(row) + seat]) | int(self.table[int(row + PAIR) + seat]) << 64

    def others(self) -> list[int]:
        return [seat for seat in range(self.plan.game.besi.seats) if seat != self.seat]

    def slots(self, seat: int) -> list[int]:
        """The codes in the slots of a hand but that of the card played to this trick."""
        order, free = self.words(ORDER, seat), int(self.table[int(SLOT) + seat])
        size = self.plan.game.besi.hand_size
        return [order >> 8 * slot & 255 for slot in range(size) if slot != free]

    def talon(self) -> list[int]:
        return self.deck[int(self.fork[PLACE]) :].tolist()

    def options(self) -> list[int]:
        """What the seat may declare, and declaring nothing."""
        return [*codes(int(self.fork[OFFERS])), NOTHING]

    def margin_with(self, choice: int, seed: int, deal: int) -> int:
        """The seat's margin in the end, if it declares this now, and then by the order like everybody."""
        other, plan = self.copy(), self.plan
        other.fork[ASKED], other.fork[CHOICE] = 0, choice
        with np.errstate(over="ignore"):
            margin = play_out(
                plan._rules, plan._orders, plan._seated.codes, plan._shape, other.table, other.deck,
                np.uint64(seed), np.uint64(deal), other.fork, np.uint64(self.seat),
            )  # fmt: skip
        return int(margin)

    def anew(self, key: int) -> "Paused":
        """The same turn with the cards that the seat can't see dealt anew."""
        other, plan = self.copy(), self.plan
        with np.errstate(over="ignore"):
            anew(
                plan._rules, plan._shape, other.table, other.deck, np.uint64(self.seat), other.fork,
                np.uint64(key), self.deck.copy(), np.zeros(16, np.uint8),
            )  # fmt: skip
        return other


def codes(word: int) -> list[int]:
    return [code for code in range(128) if word >> code & 1]


def paused(rules: BesiRules, deal: int, turn: int = 2, player: str = "club", seat: int = 0) -> Paused | None:
    """The given turn of a seat that may declare; None where the deal has fewer."""
    plan = ForkedPlan(game_of(rules), (player,) * rules.seats)
    table, deck, fork = new_table(code_words(plan._pack)), plan._pack.copy(), new_fork()
    with np.errstate(over="ignore"):
        reached = play_to_turn(
            plan._rules, plan._orders, plan._seated.codes, plan._shape, plan._pack, table, deck,
            np.uint64(SEED), np.uint64(deal), np.int64(1 << seat), turn, fork,
        )  # fmt: skip
    return Paused(plan, deal, seat, table, deck, fork) if reached else None


def some_paused(rules: BesiRules, count: int, **extra: Any) -> list[Paused]:
    turns = (paused(rules, deal, **extra) for deal in range(200))
    return [turn for turn in turns if turn is not None][:count]


def turns_of(rules: BesiRules, deal: int, player: str) -> list[Paused]:
    """All turns of a deal in which seat 0 may declare, then all of seat 1."""
    found = []
    for seat in (0, 1):
        number = 1
        while (turn := paused(rules, deal, number, player, seat)) is not None:
            found.append(turn)
            number += 1
    return found


def with_other_hidden_cards(turn: Paused, shift: int) -> Paused:
    """The same view, with every hidden card elsewhere: hands and talon written anew, card by card."""
    other = turn.copy()
    hidden = [
        (seat, slot)
        for seat in turn.others()
        for slot in range(turn.plan.game.besi.hand_size)
        if slot != int(turn.table[int(SLOT) + seat])
        and not turn.words(SHOWN, seat) >> (turn.words(ORDER, seat) >> 8 * slot & 255) & 1
    ]
    cards = [turn.words(ORDER, seat) >> 8 * slot & 255 for seat, slot in hidden] + turn.talon()
    cards = cards[shift:] + cards[:shift]
    for seat, slot in hidden:
        row = int(ORDER) + seat + (slot >> 3) * int(PAIR)
        word, code = int(other.table[row]), cards.pop(0)
        other.table[row] = np.uint64(word & ~(255 << 8 * (slot & 7)) | code << 8 * (slot & 7))
    other.deck[int(turn.fork[PLACE]) :] = cards
    for seat in turn.others():
        held = sum(1 << code for code in other.slots(seat))
        other.table[int(HAND) + seat] = np.uint64(held & (1 << 64) - 1)
        other.table[int(HAND + PAIR) + seat] = np.uint64(held >> 64)
        # What the core noticed in the hidden hands is theirs too.
        other.table[int(HINTS) + seat], other.table[int(SEEN) + seat] = np.uint64(shift), np.uint64(shift)
    return other
