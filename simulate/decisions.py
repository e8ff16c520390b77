"""Decision tables: what declaring one group before another is worth, counted in integers."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from simulate.besi import Plan
from simulate.besi_state import new_table
from simulate.checkpoint import Checkpoint, Note, ignore
from simulate.deal_sums import DealSums
from simulate.packing import code_words
from simulate.rules import Game
from simulate.run import Progress, resumable
from simulate.seating import check_names, player_name
from simulate.situations import HIGHEST_FIRST, Pair, pair_table
from simulate.situations_core import Tally, new_scratch, new_tally, play_situations


@dataclass(frozen=True, eq=False)
class Decisions(DealSums):
    """Counters of the situations of `deals` deals, Python integers; the rest as in `Tally`."""

    situations: NDArray[np.object_]
    sums: NDArray[np.object_]
    squares: NDArray[np.object_]
    deal_counts: NDArray[np.object_]
    deal_squares: NDArray[np.object_]
    deal_crossed: NDArray[np.object_]
    products: NDArray[np.object_]
    crossed: NDArray[np.object_]
    together: NDArray[np.object_]

    @classmethod
    def of_tally(cls, deals: int, tally: Tally) -> Self:
        """The counters of a block of deals."""
        return cls(deals, *(array.astype(object) for array in tally))

    @classmethod
    def zero(cls, pairs: int, nested: int, draws: int) -> Self:
        """The counters of no deals at all."""
        return cls.of_tally(0, new_tally(pairs, nested, draws))

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote.

        Raises
        ------
        ValueError
            Something is missing, unknown, misshapen or no integer; the message is one line.
        """
        arrays = cls.saved(saved, "decision counters")
        pairs, draws = (arrays["situations"].shape * 2)[:2]
        nested = len(arrays["products"])
        empty = new_tally(pairs, nested, draws)
        for name, array in arrays.items():
            # An empty list has lost how long its rows would be.
            expected: tuple[int, ...] = getattr(empty, name).shape
            if array.size == 0 and 0 in expected:
                arrays[name] = array.reshape(expected)
            elif array.shape != expected:
                raise ValueError(f"decision counters: {name} has the wrong shape {array.shape}")
        return cls(saved["deals"], **arrays)


class DecisionPlan(Plan):
    """A game to be forked wherever two groups can be declared, one player in all seats, highest-first.

    Attributes
    ----------
    pairs : the pairs asked about, nested ones first.
    nested : how many are nested.
    """

    def __init__(self, game: Game, player: str) -> None:
        seats = game.besi.seats
        super().__init__(game, (player,) * seats, (HIGHEST_FIRST,) * seats)
        table = pair_table(game.besi)
        self.pairs: tuple[Pair, ...] = table.pairs
        self.nested = table.nested
        self._places, self._ranks = table.places, table.ranks
        self._forking = threading.local()

    def decisions(self, seed: int, first: int, count: int) -> Decisions:
        """Play deals first … first + count − 1 with all their forks; safe to call from several threads."""
        if not hasattr(self._forking, "scratch"):
            self._forking.scratch = new_scratch(
                new_table(code_words(self._pack)), self._pack, len(self.pairs)
            )
        tally = new_tally(len(self.pairs), self.nested, self.game.besi.draws)
        # Random words wrap around on purpose; without the JIT numpy would warn of it.
        with np.errstate(over="ignore"):
            play_situations(
                self._rules, self._orders, self._seated.codes, self._shape, self._pack, self._places,
                self._ranks, self.nested, np.uint64(seed), np.uint64(first), count, self._seated.watch,
                self._forking.scratch, tally,
            )  # fmt: skip
        self._refuse_faults(self._forking.scratch.table, seed)
        return Decisions.of_tally(count, tally)


def prepare_decisions(game: Game, player: str) -> DecisionPlan:
    """A plan with that player in every seat.

    Raises
    ------
    RulesError
        There is no such player: one clear line.
    """
    seats = game.besi.seats
    check_names(game, (player,) * seats, (HIGHEST_FIRST,) * seats)
    return DecisionPlan(game, player_name(player))


@dataclass(frozen=True)
class DecisionTables:
    """The counters of several plans over the same deals."""

    tables: tuple[Decisions, ...]

    @classmethod
    def from_json(cls, saved: Any) -> Self:
        """Read what `to_json` wrote.

        Raises
        ------
        ValueError
            It is no list of counters of equally many deals; the message is one line.
        """
        if not isinstance(saved, list) or not saved:
            raise ValueError("decision counters: not a list of tables")
        tables = tuple(Decisions.from_json(each) for each in saved)
        if len({table.deals for table in tables}) > 1:
            raise ValueError("decision counters: tables of different numbers of deals")
        return cls(tables)

    @property
    def deals(self) -> int:
        """How many deals each plan played."""
        return self.tables[0].deals

    def to_json(self) -> Any:
        """Plain integers and nested lists, a table for each plan."""
        return [table.to_json() for table in self.tables]

    def __add__(self, other: Self) -> Self:
        return type(self)(tuple(one + more for one, more in zip(self.tables, other.tables, strict=True)))


def run_decisions(
    plans: Sequence[DecisionPlan],
    seed: int,
    deals: int,
    threads: int,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    note: Note = ignore,
) -> tuple[Decisions, ...]:
    """Play deals 0 … deals − 1 by every plan, with all their forks.

    Parameters
    ----------
    plans : at least one game and player.
    seed, deals, threads, progress, stop, note : as in `simulate.run.run`.

    Returns
    -------
    tuple
        For each plan the counters of all the deals: the same for any number of threads.

    Raises
    ------
    Interrupted
        `stop` was set. What was done is kept, and the same call resumes it.
    """
    played = [(plan.game.rules_hash, plan.players) for plan in plans]
    checkpoint = Checkpoint(("decisions", seed, played), DecisionTables.from_json, note)

    def play(first: int, count: int) -> DecisionTables:
        return DecisionTables(tuple(plan.decisions(seed, first, count) for plan in plans))

    zero = DecisionTables(
        tuple(Decisions.zero(len(plan.pairs), plan.nested, plan.game.besi.draws) for plan in plans)
    )
    return resumable(play, zero, checkpoint, deals, threads, progress, stop).tables
