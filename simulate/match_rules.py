"""Matches: what the rules make of them, who sits where, and which deals they are made of.

Deal k of match m (both from 0) has the number 2^40 + 2^14 m + k, beyond all deals that a
simulation plays, so it can be replayed by itself. Player p, who sits in seat p if player 0
leads the first deal, sits in seat (p - s - k) mod n at deal k of a match in which player s
leads the first deal: the deal passes on, so who led deals the next one.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.catalogue import RulesError
from simulate.groups import GROUP_IDS, GROUP_INDEX
from simulate.packing import (
    CARTE_BLANCHE_VALUE,
    GROUP_OF,
    LAST_TRICK_VALUE,
    RANK_VALUES,
    SEVEN_VALUE,
    TURNED_SEVEN_VALUE,
    VALUES,
    pack,
)
from simulate.rules import BesiRules, Game

FIRST_DEAL = 1 << 40
STRIDE_BITS = 14
# A match of more deals would run into the next one's; rules that allow it are refused.
MOST_DEALS = 10_000
# How a match is won: by a group that wins outright or makes the target alone, by quintes that
# make it together, by other points marked in play, by brisques counted as taken, by the final count.
CAUSES = (*GROUP_IDS, "quintes", "points", "taken", "count")
AS_TAKEN_FROM = 100  # `count_as_taken`: so far from the target, or nearer

# Places in the packed rules of a match.
TARGET, AT_ONCE, AS_TAKEN, OUTRIGHT, SIDES, SEATS = (np.uint64(place) for place in range(6))


def side_count(rules: BesiRules) -> int:
    """The sides of a match: two teams, or the players."""
    return 2 if rules.teams else rules.seats


def sure_points(rules: BesiRules) -> int:
    """The points that all players together make in every deal, by brisques, figures and the last trick."""
    packed = pack(rules)
    of_cards = sum(count * packed[RANK_VALUES + np.uint64(rank)] for (_, rank), count in rules.copies.items())
    return int(of_cards + packed[LAST_TRICK_VALUE])


def point_unit(rules: BesiRules) -> int:
    """The largest number of points that divides all points of the rules; 0 where nothing scores."""
    packed = pack(rules)
    singles = (SEVEN_VALUE, TURNED_SEVEN_VALUE, LAST_TRICK_VALUE, CARTE_BLANCHE_VALUE)
    ranges = packed[RANK_VALUES : RANK_VALUES + np.uint64(8)], packed[VALUES:GROUP_OF]
    return int(np.gcd.reduce(np.concatenate([*ranges, [packed[single] for single in singles]])))


def check_match(game: Game) -> None:
    """See that a match can be played.

    Raises
    ------
    RulesError
        The game has no target, or a match to it might never end: one clear line.
    """
    rules = game.besi
    if rules.game_value == "rubicon":
        raise RulesError(
            f"{game.id}: a deal is a game by itself, so there is no match; besi simulate {game.id} tells who "
            f"wins it"
        )
    if rules.target is None:
        raise RulesError(f"{game.id} has no target to play a match to: give one with --set target=N")
    sure, sides = sure_points(rules), side_count(rules)
    if not sure:
        raise RulesError(
            f"brisque_points={rules.brisque_points}, last_trick_points={rules.last_trick_points}: "
            f"a deal may bring nobody anything, and a match might never end"
        )
    longest = (sides * (rules.target - 1)) // sure + 1
    if longest > MOST_DEALS:
        raise RulesError(
            f"target={rules.target}: a match can take {longest:,} deals; at most {MOST_DEALS:,} are played"
        )


def pack_match(rules: BesiRules) -> NDArray[np.int64]:
    """What matches look at, as integers for the core."""
    assert rules.target is not None
    packed = np.zeros(6, np.int64)
    packed[TARGET], packed[AT_ONCE], packed[AS_TAKEN] = rules.target, rules.win_at_once, rules.count_as_taken
    packed[OUTRIGHT] = sum(1 << GROUP_INDEX[group_id] for group_id in set(rules.outright))
    packed[SIDES], packed[SEATS] = side_count(rules), rules.seats
    return packed


def deal_numbers(matches: NDArray[np.uint64], deal: int) -> NDArray[np.uint64]:
    """The numbers of the deals that are deal `deal` of these matches."""
    return np.uint64(FIRST_DEAL + deal) + (matches << np.uint64(STRIDE_BITS))


def by_seat(names: tuple[Any, ...], leader: int) -> tuple[Any, ...]:
    """What belongs to each player, seat by seat when player `leader` leads."""
    return (*names[leader:], *names[:leader])
