"""Rules packed for the engines: one NamedTuple of integers and small tables, passed whole.

An *instance* is a group in a given suit or rank: 0..3 marriage of a suit, 4..7 quinte of
a suit, 8..12 four aces, tens, kings, queens, jacks, 13..16 besi of level 1..4, 17 a
declared trump seven. Tables have a row for each state of the trump: 0 before there is
one, 1 + suit after.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.cards import JACK, KING, QUEEN, SUITS, all_cards
from simulate.groups import GROUP_INDEX
from simulate.rules import BesiRules

MARRIAGE, QUINTE, FOUR, BESI, SEVEN_DECLARED = 0, 4, 8, 13, 17
INSTANCES = 18
TRUMP_STATES = 1 + len(SUITS)
SEVEN_RULES = ("none", "exchange", "exchange-or-trick", "exchange-or-declare")
FOUR_IDS = ("four-aces", "four-tens", "four-kings", "four-queens", "four-jacks")
BESI_IDS = ("besi", "besi-double", "besi-triple", "besi-quadruple")


class Packed(NamedTuple):
    """The rules that the engines and the players read; points are multiplied already.

    `values` and `groups` have a row for each state of the trump and a column for each
    instance: points (0: never declared), and the group's place in canonical order (-1: none).
    """

    seats: int
    cards: int
    hand_size: int
    draws: int
    turn_up: int
    seven: int
    seven_points: int
    turned_seven_points: int
    last_trick_points: int
    last_trick_at_talon: int
    must_beat: int
    panache: int
    once_per_announcement: int
    lower_after_higher: int
    lay_down_all: int
    teams: int
    rank_points: NDArray[np.int64]
    values: NDArray[np.int64]
    groups: NDArray[np.int64]
    pack: NDArray[np.uint8]


def instance_group(instance: int, trump: int) -> str | None:
    """The id of the group that an instance is when `trump` (-1: none yet) is trump; None for a seven."""
    if instance < QUINTE:
        return "trump-marriage" if instance - MARRIAGE == trump else "marriage"
    if instance < FOUR:
        return "trump-quinte" if instance - QUINTE == trump else "quinte"
    if instance < BESI:
        return FOUR_IDS[instance - FOUR]
    return BESI_IDS[instance - BESI] if instance < SEVEN_DECLARED else None


def instance_value(rules: BesiRules, instance: int, trump: int) -> int:
    """Points for declaring an instance under that trump; before there is one a marriage makes it."""
    if instance == SEVEN_DECLARED:
        return rules.seven_points if rules.seven == "exchange-or-declare" else 0
    group = instance_group(instance, trump)
    if trump < 0 and group == "marriage":
        group = "trump-marriage"
    if trump < 0 and group == "quinte" and rules.trump_from == "first-marriage-or-quinte":
        group = "trump-quinte"
    assert group is not None
    return rules.value_of(group)


def pack(rules: BesiRules) -> Packed:
    """Pack validated rules."""
    times = rules.point_multiplier
    rank_points = np.zeros(8, np.int64)
    rank_points[:2] = rules.brisque_points
    if rules.figures:
        rank_points[KING], rank_points[QUEEN], rank_points[JACK] = 4, 3, 2
    values = np.zeros((TRUMP_STATES, INSTANCES), np.int64)
    groups = np.full((TRUMP_STATES, INSTANCES), -1, np.int64)
    for state in range(TRUMP_STATES):
        for instance in range(INSTANCES):
            values[state, instance] = times * instance_value(rules, instance, state - 1)
            group = instance_group(instance, state - 1)
            groups[state, instance] = -1 if group is None else GROUP_INDEX[group]
    return Packed(
        seats=rules.seats,
        cards=rules.cards,
        hand_size=rules.hand_size,
        draws=rules.draws,
        turn_up=int(rules.trump_from == "turn-up"),
        seven=SEVEN_RULES.index(rules.seven),
        seven_points=times * rules.seven_points,
        turned_seven_points=times * rules.turned_seven_points,
        last_trick_points=times * rules.last_trick_points,
        last_trick_at_talon=int(rules.last_trick_at == "talon"),
        must_beat=int(rules.must_beat),
        panache=int(rules.panache),
        once_per_announcement=int(rules.once_per_announcement),
        lower_after_higher=int(rules.lower_after_higher),
        lay_down_all=int(rules.lay_down_all),
        teams=int(rules.teams),
        rank_points=times * rank_points,
        values=values,
        groups=groups,
        pack=np.array([card.code for card in all_cards(rules.copies)], np.uint8),
    )
