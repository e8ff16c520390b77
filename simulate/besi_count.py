"""Counting what deals bring: the block kernel of the besi family, integers only."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.besi_core import play_deal
from simulate.besi_state import BRISQUE_POINTS, DECLARATIONS, DECLARED, HELD, MAX_SEATS, PARTS, U0, U1, U2
from simulate.besi_value import rubicon_value
from simulate.bits import lowest
from simulate.groups import GROUPS
from simulate.jit import inlined, kernel, separate
from simulate.packing import RUBICON, SEATS, TEAMS

PART_COUNT = 1 + len(PARTS)
BIN_POINTS = 10
GROUP_COUNT = len(GROUPS)
HISTOGRAM_BINS = 1024


# Counters of a block of deals, named as in `simulate.counters.Totals`, with room for four
# seats, so that one kernel serves every number of them. The squares of points fit in int64
# for blocks of up to 2^20 deals of 10^6 points.
_SHAPES: dict[str, tuple[int, ...]] = {
    "deals": (1,),
    "part_sums": (MAX_SEATS, PART_COUNT),
    "part_squares": (MAX_SEATS, PART_COUNT),
    "held": (MAX_SEATS, GROUP_COUNT),
    "declared": (MAX_SEATS, GROUP_COUNT),
    "declarations": (MAX_SEATS, GROUP_COUNT),
    "declarations_squares": (MAX_SEATS, GROUP_COUNT),
    "held_seats": (GROUP_COUNT, MAX_SEATS + 1),
    "declared_seats": (GROUP_COUNT, MAX_SEATS + 1),
    "lead": (2,),
    "team_sums": (2,),
    "team_squares": (2,),
    "histogram": (MAX_SEATS, HISTOGRAM_BINS),
    "game": (2,),
    "games": (3,),
}
COUNTS = np.dtype([(name, np.int64, shape) for name, shape in _SHAPES.items()])


def new_counts() -> Any:
    """A record of counters at zero."""
    return np.zeros(1, COUNTS).view(np.recarray)[0]


def counted(counts: Any, seats: int) -> dict[str, NDArray[np.int64]]:
    """The counters by name, with as many seats as play; `deals`, `lead` and `game` as arrays too."""
    arrays = {name: counts[name] for name in COUNTS.names or ()}
    for name, shape in _SHAPES.items():
        if shape[0] == MAX_SEATS:
            arrays[name] = arrays[name][:seats]
    for name in ("held_seats", "declared_seats"):
        arrays[name] = arrays[name][:, : seats + 1]
    return arrays


@separate
def _count_groups(table: Any, row: Any, seats: Any, per_seat: Any, by_seats: Any) -> None:
    """Add one deal's groups, a bit mask a seat, to the counts per seat and by number of seats."""
    everyone = U0
    for number in range(seats):
        seat = np.uint64(number)
        left = table[row + seat]
        everyone |= left
        while left:
            per_seat[seat, np.uint64(lowest(left))] += 1
            left &= left - U1
    while everyone:
        group = np.uint64(lowest(everyone))
        everyone &= everyone - U1
        count = U0
        for number in range(seats):
            count += (table[row + np.uint64(number)] >> group) & U1
        by_seats[group, count] += 1


@inlined
def points_of(rules: Any, table: Any, seat: Any) -> Any:
    """A seat's points of the deal: all parts, or all but brisques where these only settle a game's value."""
    points = np.int64(0)
    for row in PARTS:
        if row != BRISQUE_POINTS or not rules[RUBICON]:
            points += np.int64(table[row + seat])
    return points


@inlined
def _game_value(rules: Any, table: Any) -> Any:
    """What seat 0 gains from the game where a deal is a game; 0 elsewhere."""
    if not rules[RUBICON]:
        return np.int64(0)
    return rubicon_value(
        points_of(rules, table, U0), points_of(rules, table, U1),
        np.int64(table[BRISQUE_POINTS]), np.int64(table[BRISQUE_POINTS + U1]),
    )  # fmt: skip


@separate
def _count_points(rules: Any, table: Any, counts: Any) -> None:
    """Add one deal's points, in all, by part, by team, and the lead of seat 0."""
    seats = rules[SEATS]
    lead = first_team = second_team = np.int64(0)
    for number in range(seats):
        seat = np.uint64(number)
        points = points_of(rules, table, seat)
        part = U1
        for row in PARTS:
            value = np.int64(table[row + seat])
            counts.part_sums[seat, part] += value
            counts.part_squares[seat, part] += value * value
            part += U1
        counts.part_sums[seat, U0] += points
        counts.part_squares[seat, U0] += points * points
        points_bin = points // BIN_POINTS
        if points_bin >= HISTOGRAM_BINS:
            points_bin = np.int64(HISTOGRAM_BINS - 1)
        counts.histogram[seat, np.uint64(points_bin)] += 1
        lead += points * (seats - 1) if number == 0 else -points
        if number & 1:
            second_team += points
        else:
            first_team += points
    counts.lead[U0] += lead
    counts.lead[U1] += lead * lead
    if rules[TEAMS]:
        counts.team_sums[U0] += first_team
        counts.team_sums[U1] += second_team
        counts.team_squares[U0] += first_team * first_team
        counts.team_squares[U1] += second_team * second_team
    if rules[RUBICON]:
        game = _game_value(rules, table)
        counts.game[U0] += game
        counts.game[U1] += game * game
        counts.games[U0 if game > 0 else U1 if game < 0 else U2] += 1


@separate
def _count_declarations(seats: Any, table: Any, counts: Any) -> None:
    """Add how often each seat declared each group, and clear the table's tally."""
    for number in range(seats):
        seat = np.uint64(number)
        left = table[DECLARED + seat]
        while left:
            group = np.uint64(lowest(left))
            left &= left - U1
            place = DECLARATIONS + (group << U2) + seat
            times = np.int64(table[place])
            table[place] = U0
            counts.declarations[seat, group] += times
            counts.declarations_squares[seat, group] += times * times


@separate
def _count_nobody(seats: Any, deals: Any, by_seats: Any) -> None:
    """Set the number of deals in which no seat held (or declared) a group."""
    for group in range(GROUP_COUNT):
        some = np.int64(0)
        for number in range(1, seats + 1):
            some += by_seats[group, number]
        by_seats[group, 0] = deals - some


@kernel
def play_block(rules: Any, orders: Any, players: Any, shape: Any, pack: Any, table: Any, deck: Any, seed: Any,
               first: Any, count: Any, watch: Any, counts: Any) -> None:  # fmt: skip
    """Play deals `first` … `first + count - 1` and add them to `counts`.

    Parameters
    ----------
    rules, pack : packed rules and the codes of the cards (`simulate.packing`).
    orders : one table of instances a seat (`simulate.orders`).
    players : the seats' player codes (`simulate.players`).
    shape : a tuple as long as the number of words per hand.
    table, deck : scratch arrays of this thread.
    seed, first, count : the seed and the range of deals.
    watch : None when every player is `random`, else what players need (`simulate.players.Seated`).
    counts : a record of dtype `COUNTS`.
    """
    for number in range(count):
        play_deal(
            rules, orders, players, shape, pack, table, deck, seed, first + np.uint64(number), watch, None
        )
        _count_points(rules, table, counts)
        _count_declarations(rules[SEATS], table, counts)
        _count_groups(table, HELD, rules[SEATS], counts.held, counts.held_seats)
        _count_groups(table, DECLARED, rules[SEATS], counts.declared, counts.declared_seats)
    counts.deals[U0] += count
    _count_nobody(rules[SEATS], counts.deals[U0], counts.held_seats)
    _count_nobody(rules[SEATS], counts.deals[U0], counts.declared_seats)


# A row of `play_rows`: what one seat brought home from one deal.
ROW = ("points", "group_points", "brisque_points", "seven_points", "last_trick_points", "held", "declared",
       "game_value")  # fmt: skip


@kernel
def play_rows(rules: Any, orders: Any, players: Any, shape: Any, pack: Any, table: Any, deck: Any, seed: Any,
              first: Any, watch: Any, rows: Any) -> None:  # fmt: skip
    """Play deals from `first` on and write down each by itself, for comparing deal with deal.

    Parameters as in `play_block`; `rows` is [deal][seat][field of `ROW`], `held` and `declared`
    being bit masks of groups in canonical order.
    """
    for number in range(len(rows)):
        play_deal(
            rules, orders, players, shape, pack, table, deck, seed, first + np.uint64(number), watch, None
        )
        game = _game_value(rules, table)
        for place in range(rules[SEATS]):
            seat = np.uint64(place)
            row = rows[number, seat]
            row[U0] = points_of(rules, table, seat)
            part = U1
            for points in PARTS:
                row[part] = np.int64(table[points + seat])
                part += U1
            row[part], row[part + U1] = np.int64(table[HELD + seat]), np.int64(table[DECLARED + seat])
            row[part + U2] = game if place == 0 else -game
            for group in range(GROUP_COUNT):
                table[DECLARATIONS + (np.uint64(group) << U2) + seat] = U0


@kernel
def play_logged(
    rules: Any, orders: Any, players: Any, shape: Any, pack: Any, table: Any, deck: Any, seed: Any,
    deal: Any, watch: Any, log: Any,
) -> None:  # fmt: skip
    """Play one deal and record all of it in `log` (`simulate.deal_log`); `watch` is no None here."""
    play_deal(rules, orders, players, shape, pack, table, deck, seed, np.uint64(deal), watch, log)
