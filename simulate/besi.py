"""Playing a game of the besi family: names of players and orders in, integer counters out."""

import threading

import numpy as np
from numpy.typing import NDArray

from simulate.besi_count import ROW, counted, new_counts, play_block, play_rows
from simulate.besi_marks import new_marks, play_marks
from simulate.besi_state import FAULT, FAULT_DEAL, new_table
from simulate.besi_table import play_deal
from simulate.catalogue import RulesError
from simulate.counters import Totals
from simulate.marks import Marks
from simulate.order_texts import order_of
from simulate.orders import Order, seat_tables
from simulate.packing import code_words, pack, pack_codes
from simulate.players import Seated, chooser, seated
from simulate.rules import Game
from simulate.seating import check_names
from simulate.weights import expanded

_WORD_CODES = 64


class Plan:
    """A game with a player and a declaration order in each seat, ready to be played.

    Attributes
    ----------
    game : the game.
    players, orders : names, one a seat; an order read from a file with a hash of what it says.
    """

    def __init__(self, game: Game, players: tuple[str, ...], orders: tuple[str | Order, ...]) -> None:
        read = tuple(order_of(order) for order in orders)
        self.game, self.players = game, players
        self.orders = tuple(order.name for order in read)
        rules = game.besi
        self._rules = pack(rules)
        self._pack = pack_codes(rules)
        self._orders = seat_tables(self._rules, read)
        self._seated = seated(rules, players)
        self._shape = shape_of(self._pack)
        self._scratch = threading.local()

    def take_weights(self, weights: NDArray[np.int64]) -> None:
        """Let the `tuned` players weigh by these, a row a seat, instead of the game's own."""
        rows = np.stack([expanded(row) for row in weights])
        self._seated = Seated(self._seated.codes, (rows, None))

    def play(self, seed: int, first: int, count: int) -> Totals:
        """Play deals first … first + count − 1; safe to call from several threads."""
        counts = new_counts()
        self._lay_out()
        # Random words wrap around on purpose; without the JIT numpy would warn of it.
        with np.errstate(over="ignore"):
            play_block(
                self._rules, self._orders, self._seated.codes, self._shape, self._pack, self._scratch.table,
                self._scratch.deck, np.uint64(seed), np.uint64(first), count, self._seated.watch, counts,
            )  # fmt: skip
        self._refuse_faults(self._scratch.table, seed)
        arrays = counted(counts, self.game.besi.seats)
        deals, (lead_sum, lead_square) = arrays.pop("deals")[0], arrays.pop("lead")
        game_sum, game_square = arrays.pop("game")
        return Totals.from_arrays(
            deals=deals, lead_sum=lead_sum, lead_square=lead_square, game_sum=game_sum,
            game_square=game_square, **arrays,
        )  # fmt: skip

    def rows(self, seed: int, first: int, count: int) -> NDArray[np.int64]:
        """Play deals first … first + count − 1 and keep each by itself.

        Returns
        -------
        Integers [deal][seat][field], the fields named by `simulate.besi_count.ROW`; held and
        declared are bit masks of the groups in canonical order.
        """
        rows = np.zeros((count, self.game.besi.seats, len(ROW)), np.int64)
        self._lay_out()
        with np.errstate(over="ignore"):
            play_rows(
                self._rules, self._orders, self._seated.codes, self._shape, self._pack, self._scratch.table,
                self._scratch.deck, np.uint64(seed), np.uint64(first), self._seated.watch, rows,
            )  # fmt: skip
        self._refuse_faults(self._scratch.table, seed)
        return rows

    def marks(self, seed: int, deals: NDArray[np.uint64]) -> Marks:
        """Play the deals of these numbers, at least one, and keep the marks of each."""
        self._lay_out()
        found, all_ends, done, before = [], [], 0, 0
        while done < len(deals):
            marks, ends = new_marks(len(deals) - done), np.zeros(len(deals) - done, np.int64)
            with np.errstate(over="ignore"):
                played = play_marks(
                    self._rules, self._orders, self._seated.codes, self._shape, self._pack,
                    self._scratch.table, self._scratch.deck, np.uint64(seed), deals[done:],
                    self._seated.watch, marks, ends,
                )  # fmt: skip
            self._refuse_faults(self._scratch.table, seed)
            found.append(marks[1 : int(marks[0])])
            all_ends.append(ends[:played] - 1 + before)
            done, before = done + played, before + len(found[-1])
        return Marks(np.concatenate(found), np.concatenate(all_ends))

    def _refuse_faults(self, table: NDArray[np.uint64], seed: int) -> None:
        """Raise a RulesError where a user's own player failed: the deal is told again, to say where.

        Where it failed only after other declarations than the order's, no more than the deal is known.
        """
        if not table[FAULT]:
            return
        deal = int(table[FAULT_DEAL])
        table[FAULT] = 0
        rules = self.game.besi
        choosers = [chooser(rules, player) for player in self.players]
        try:
            for _ in play_deal(rules, choosers, self.orders, seed, deal):
                pass
        except RulesError as error:
            raise RulesError(f"{error}; deal {deal} of seed {seed}") from None
        raise RulesError(
            f"{', '.join(dict.fromkeys(self.players))}: an answer was no position in the legal list, in deal "
            f"{deal} of seed {seed} after another declaration than the order's"
        )

    def _lay_out(self) -> None:
        """See that this thread has a table and a deck to play on."""
        if not hasattr(self._scratch, "table"):
            self._scratch.table = new_table(code_words(self._pack))
            self._scratch.deck = self._pack.copy()


def shape_of(codes: NDArray[np.uint8]) -> tuple[int, ...]:
    """A tuple as long as the number of words that a hand of these cards needs.

    It goes by the codes, not by how many cards there are: of three packs with most cards
    removed, third copies lie in the second word.
    """
    return (0,) if codes.max() < _WORD_CODES else (0, 0)


def prepare(game: Game, players: tuple[str, ...], orders: tuple[str, ...]) -> Plan:
    """A plan to play the game; `players` and `orders` name one a seat.

    Raises
    ------
    RulesError
        A player or an order is unknown, or there isn't one for each seat: one clear line.
    """
    check_names(game, players, orders)
    return Plan(game, players, orders)
