"""The two engines side by side: one deal, or a range of deals, played by both and compared.

Whatever the readable engine tells is written as the rows that the fast core logs, so that
two deals agree exactly when two lists of numbers are equal.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.besi import Plan, shape_of
from simulate.besi_count import play_logged
from simulate.besi_state import DECLARATIONS, DECLARED, HELD, MAX_SEATS, PARTS, new_table
from simulate.besi_table import play_deal
from simulate.besi_table_order import by_order
from simulate.besi_table_value import settle
from simulate.catalogue import GAME_IDS, load
from simulate.counters import BIN_POINTS, HISTOGRAM_BINS, Totals
from simulate.deal_log import (
    EVENT_DECLARED,
    EVENT_DREW,
    EVENT_EXCHANGED,
    EVENT_LAST_TRICK,
    EVENT_PLAYED,
    EVENT_SEVEN,
    EVENT_TRICK,
    EVENT_TURNED_SEVEN,
    empty_log,
    pair_digest,
    rows_digests,
    view_numbers,
)
from simulate.events import (
    Counted,
    Dealt,
    Declared,
    Drew,
    Event,
    Exchanged,
    LastTrick,
    Played,
    SevenScored,
    TrickWon,
    TurnedSeven,
)
from simulate.groups import GROUP_IDS, GROUP_INDEX, GROUPS
from simulate.jit import kernel
from simulate.order_texts import order_of
from simulate.orders import Order, seat_tables
from simulate.packing import BESI, CARTE_BLANCHE, FOUR, MARRIAGE, QUINTE, code_words, pack, pack_codes
from simulate.players import chooser, seated
from simulate.rules import BesiRules, Game
from simulate.view import View

BESI_GAMES = tuple(game_id for game_id in GAME_IDS if load(game_id).family == "besi")
EVENT_NAMES = {
    EVENT_TURNED_SEVEN: "a seven turned up",
    EVENT_PLAYED: "a card played",
    EVENT_TRICK: "a trick won",
    EVENT_SEVEN: "a seven scored",
    EVENT_EXCHANGED: "an exchange",
    EVENT_DECLARED: "a declaration",
    EVENT_DREW: "a card drawn",
    EVENT_LAST_TRICK: "the last trick",
}
Row = tuple[int, ...]
HIGHEST = ("highest-first",)
# The players that everything is tried with; the others where it is about them.
COMMON_PLAYERS = ("random", "club")


class SeatCount(NamedTuple):
    """A seat's counters after one deal: the parts of its points, groups held and declared, how often."""

    parts: tuple[int, ...]
    held: frozenset[str]
    declared: frozenset[str]
    declarations: dict[str, int]


class DealTold(NamedTuple):
    """One deal: what happened, row by row, and each seat's counters."""

    rows: list[Row]
    counts: list[SeatCount]


def rules_with(game: str, **changes: Any) -> BesiRules:
    """The rules of a game with parameters changed, validated again."""
    return BesiRules(**(load(game).besi.model_dump() | changes))


def plan_for(rules: BesiRules, players: Sequence[str], orders: Sequence[Order | str] = ()) -> Plan:
    """A plan to play any rules, those too that users can't play yet; the highest first by default."""
    game: Game = load("besi-simple").model_copy(update={"rules": rules})
    return Plan(game, tuple(players), tuple(orders) or HIGHEST * rules.seats)


@kernel
def _cards_digest(low: Any, high: Any) -> Any:
    return pair_digest(low, high)


class Core:
    """The fast core, called deal by deal with a log."""

    def __init__(self, rules: BesiRules, players: Sequence[str], orders: Sequence[Order | str] = ()) -> None:
        packed = pack(rules)
        self._watch = seated(rules, players).watching
        self._seats = rules.seats
        self._pack = pack_codes(rules)
        self._arguments = (
            packed,
            seat_tables(packed, [order_of(order) for order in orders or HIGHEST * rules.seats]),
            seated(rules, players).codes,
            shape_of(self._pack),
            self._pack,
        )

    def play(self, seed: int, deal: int) -> DealTold:
        """Play one deal on a table that no deal was played on before."""
        table, log = new_table(code_words(self._pack)), empty_log()
        with np.errstate(over="ignore"):
            play_logged(
                *self._arguments, table, self._pack.copy(), np.uint64(seed), np.uint64(deal), self._watch, log
            )
        rows = [tuple(row) for row in log[1 : int(log[0, 0]) + 1].tolist()]
        return DealTold(rows, [_core_count(table, seat) for seat in range(self._seats)])


def _core_count(table: NDArray[np.uint64], seat: int) -> SeatCount:
    def groups_of(mask: int) -> frozenset[str]:
        assert mask < 1 << len(GROUPS)
        return frozenset(group_id for index, group_id in enumerate(GROUP_IDS) if mask >> index & 1)

    times = {
        group_id: int(table[int(DECLARATIONS) + MAX_SEATS * index + seat])
        for index, group_id in enumerate(GROUP_IDS)
    }
    return SeatCount(
        tuple(int(table[int(row) + seat]) for row in PARTS),
        groups_of(int(table[int(HELD) + seat])),
        groups_of(int(table[int(DECLARED) + seat])),
        {group_id: count for group_id, count in times.items() if count},
    )


class Readable:
    """The readable engine, deal by deal, in the same words."""

    def __init__(self, rules: BesiRules, players: Sequence[str], orders: Sequence[Order | str] = ()) -> None:
        self._rules, self._choosers = rules, [chooser(rules, player) for player in players]
        self._orders = [by_order(order_of(order)) for order in orders or HIGHEST * rules.seats]

    def events(self, seed: int, deal: int) -> list[Event]:
        """What happens in one deal."""
        # The players' arithmetic on words wraps around on purpose.
        with np.errstate(over="ignore"):
            return list(play_deal(self._rules, self._choosers, self._orders, seed, deal))

    def play(self, seed: int, deal: int) -> DealTold:
        """Play one deal."""
        events = self.events(seed, deal)
        return DealTold(
            list(_rows(events)), [_readable_count(event) for event in events if isinstance(event, Counted)]
        )


def digests_of(views: Sequence[View]) -> list[int]:
    """What stands for each view in the core's log."""
    numbers = np.array([view_numbers(view) for view in views], np.uint64)
    digests = np.zeros(len(views), np.int64)
    with np.errstate(over="ignore"):
        rows_digests(numbers, digests)
    told: list[int] = digests.tolist()
    return told


def _rows(events: Sequence[Event]) -> Iterator[Row]:
    digests = iter(digests_of([event.view for event in events if isinstance(event, Played)]))
    for event in events:
        match event:
            case Dealt() | Counted():
                pass
            case TurnedSeven():
                yield EVENT_TURNED_SEVEN, event.seat, event.points, 0, 0
            case Played():
                yield EVENT_PLAYED, event.seat, event.card.code, next(digests), 0
            case TrickWon():
                yield EVENT_TRICK, event.seat, event.number, event.points, 0
            case SevenScored():
                yield EVENT_SEVEN, event.seat, event.card.code, event.points, int(event.declared)
            case Exchanged():
                yield EVENT_EXCHANGED, event.seat, event.given.code, event.taken.code, event.points
            case Declared():
                low, high = code_words(np.array([card.code for card in event.cards], np.uint8))
                yield (
                    EVENT_DECLARED,
                    event.seat,
                    _instance(event),
                    event.points,
                    int(_cards_digest(low, high)),
                )
            case Drew():
                yield EVENT_DREW, event.seat, event.card.code, 0, 0
            case LastTrick():
                yield EVENT_LAST_TRICK, event.seat, event.points, 0, 0


def _instance(event: Declared) -> int:
    group = GROUPS[GROUP_INDEX[event.group_id]]
    if group.shape == "besi":
        return BESI + group.level - 1
    if group.shape == "four":
        return FOUR + group.rank
    if group.shape == "carte-blanche":
        return CARTE_BLANCHE
    return (MARRIAGE if group.shape == "marriage" else QUINTE) + event.cards[0].suit


def _readable_count(event: Counted) -> SeatCount:
    declarations = {group_id: count for group_id, count in event.declarations.items() if count}
    return SeatCount(
        (event.group_points, event.brisque_points, event.seven_points, event.last_trick_points),
        event.held,
        frozenset(declarations),
        declarations,
    )


def difference(one: DealTold, other: DealTold) -> str | None:
    """Where two tellings of a deal part, in a line; None if they are the same to the last figure."""
    for number, (row, other_row) in enumerate(zip(one.rows, other.rows, strict=False)):
        if row != other_row:
            return f"event {number} ({EVENT_NAMES[row[0]]}): core {row}, readable {other_row}"
    if len(one.rows) != len(other.rows):
        return f"core tells {len(one.rows)} events, readable {len(other.rows)}"
    for seat, (count, other_count) in enumerate(zip(one.counts, other.counts, strict=True)):
        for name, value in count._asdict().items():
            if value != getattr(other_count, name):
                return f"seat {seat}, {name}: core {value}, readable {getattr(other_count, name)}"
    return None


def totals_of(deals: Sequence[Sequence[SeatCount]], rules: BesiRules) -> Totals:
    """The counters of a run, added up one deal after the other in plain integers."""
    seats, groups = rules.seats, len(GROUPS)

    def zeros(*shape: int) -> NDArray[np.object_]:
        return np.zeros(shape, np.int64).astype(object)

    sums, squares = zeros(seats, 1 + len(PARTS)), zeros(seats, 1 + len(PARTS))
    held, declared, times, time_squares = (zeros(seats, groups) for _ in range(4))
    held_seats, declared_seats = zeros(groups, seats + 1), zeros(groups, seats + 1)
    team_sums, team_squares = zeros(2), zeros(2)
    histogram = np.zeros((seats, HISTOGRAM_BINS), np.int64)
    lead_sum = lead_square = game_sum = game_square = 0
    games, is_game = zeros(3), rules.game_value == "rubicon"
    for counts in deals:
        brisques = [count.parts[1] for count in counts]
        points = [sum(count.parts) - is_game * taken for count, taken in zip(counts, brisques, strict=True)]
        if is_game:
            value = settle(points, brisques).value
            game_sum, game_square = game_sum + value, game_square + value**2
            games[0 if value > 0 else 1 if value < 0 else 2] += 1
        for seat, count in enumerate(counts):
            for part, value in enumerate((points[seat], *count.parts)):
                sums[seat, part] += value
                squares[seat, part] += value**2
            histogram[seat, min(points[seat] // BIN_POINTS, HISTOGRAM_BINS - 1)] += 1
            for index, group_id in enumerate(GROUP_IDS):
                held[seat, index] += group_id in count.held
                declared[seat, index] += group_id in count.declared
                times[seat, index] += count.declarations.get(group_id, 0)
                time_squares[seat, index] += count.declarations.get(group_id, 0) ** 2
        for index, group_id in enumerate(GROUP_IDS):
            held_seats[index, sum(group_id in count.held for count in counts)] += 1
            declared_seats[index, sum(group_id in count.declared for count in counts)] += 1
        lead = (seats - 1) * points[0] - sum(points[1:])
        lead_sum, lead_square = lead_sum + lead, lead_square + lead**2
        if rules.teams:
            for team, made in enumerate((points[0] + points[2], points[1] + points[3])):
                team_sums[team] += made
                team_squares[team] += made**2
    return Totals.from_arrays(
        deals=len(deals), lead_sum=lead_sum, lead_square=lead_square, part_sums=sums, part_squares=squares,
        held=held, declared=declared, declarations=times, declarations_squares=time_squares,
        held_seats=held_seats, declared_seats=declared_seats, team_sums=team_sums, team_squares=team_squares,
        histogram=histogram, game_sum=game_sum, game_square=game_square, games=games,
    )  # fmt: skip


def check_agreement(
    rules: BesiRules,
    players: Sequence[str],
    seed: int,
    first: int,
    count: int,
    orders: Sequence[Order | str] = (),
) -> None:
    """Play deals `first` … `first + count - 1` in both engines and compare all that there is to compare.

    Every event of every deal, what each seat saw before it played, each seat's counters; then
    the counters of the whole range, which the core plays by the way that no log is kept of.
    """
    core, readable = Core(rules, players, orders), Readable(rules, players, orders)
    counts = []
    for deal in range(first, first + count):
        told = readable.play(seed, deal)
        found = difference(core.play(seed, deal), told)
        assert found is None, f"seed {seed}, deal {deal}, {'/'.join(players)}, {orders}: {found}; {rules!r}"
        counts.append(told.counts)
    by_core = plan_for(rules, players, orders).play(seed, first, count).to_json()
    by_table = totals_of(counts, rules).to_json()
    for name, value in by_table.items():
        assert by_core[name] == value, (
            f"seed {seed}, deals {first}+{count}, {'/'.join(players)}: {name}; {rules!r}"
        )
    assert by_core.keys() == by_table.keys()
