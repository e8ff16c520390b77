"""Rules packed for the engines: one array of integers, small tables included, passed whole.

An *instance* is a group in a given suit or rank: 0..3 marriage of a suit, 4..7 quinte of
a suit, 8..12 four aces, tens, kings, queens, jacks, 13..16 besi of level 1..4, 17 a
declared trump seven. Tables have a row for each state of the trump: 0 before there is
one, 1 + suit after.
"""

import numpy as np
from numpy.typing import NDArray

from simulate.cards import JACK, KING, QUEEN, SUITS, all_cards
from simulate.groups import GROUP_INDEX
from simulate.rules import BesiRules

MARRIAGE, QUINTE, FOUR, BESI, SEVEN_DECLARED = 0, 4, 8, 13, 17
INSTANCES = 18
CARTE_BLANCHE = 18  # declared without a trick, so no instance of the tables; its number in logs
TRUMP_STATES = 1 + len(SUITS)
NO_SEVEN, EXCHANGE, EXCHANGE_OR_TRICK, EXCHANGE_OR_DECLARE = range(4)
SEVEN_RULES = ("none", "exchange", "exchange-or-trick", "exchange-or-declare")
FOUR_IDS = ("four-aces", "four-tens", "four-kings", "four-queens", "four-jacks")
BESI_IDS = ("besi", "besi-double", "besi-triple", "besi-quadruple")


# Places in the packed rules. A flat array of integers, since a NamedTuple of arrays passed to
# a jitted function costs time at every call, and records cost seconds of compile time.
(
    SEATS,
    CARDS,
    HAND_SIZE,
    DRAWS,
    TURN_UP,
    SEVEN_RULE,
    SEVEN_VALUE,
    TURNED_SEVEN_VALUE,
    LAST_TRICK_VALUE,
    LAST_TRICK_AT_TALON,
    MUST_BEAT,
    PANACHE,
    ONCE_PER_ANNOUNCEMENT,
    LOWER_AFTER_HIGHER,
    LAY_DOWN_ALL,
    TEAMS,
    QUINTE_MAKES_TRUMP,
    REDECLARE,
    MARRIAGE_EXCEPTION,
    MARRIAGE_CROSS,
    CARTE_BLANCHE_VALUE,
    RUBICON,
) = (np.uint64(place) for place in range(22))
RANK_VALUES = np.uint64(22)  # points of a card taken in a trick, by rank
VALUES = np.uint64(30)  # points of an instance, INSTANCES a row of the trump's states
GROUP_OF = VALUES + np.uint64(TRUMP_STATES * INSTANCES)  # its group's place in canonical order, -1: none
VALUED = GROUP_OF + np.uint64(TRUMP_STATES * INSTANCES)  # bit mask of instances with points, by state
FOUR_BYTES = VALUED + np.uint64(TRUMP_STATES)  # bytes of the ranks of which four are worth something
PACKED_SIZE = int(FOUR_BYTES) + 1

Packed = NDArray[np.int64]


def instance_group(instance: int, trump: int) -> str | None:
    """The id of the group that an instance is when `trump` (-1: none yet) is trump; None for a seven."""
    if instance < QUINTE:
        return "trump-marriage" if instance - MARRIAGE == trump else "marriage"
    if instance < FOUR:
        return "trump-quinte" if instance - QUINTE == trump else "quinte"
    if instance < BESI:
        return FOUR_IDS[instance - FOUR]
    return BESI_IDS[instance - BESI] if instance < SEVEN_DECLARED else None


def offered_as(instance: int, trump: int, quinte_makes_trump: bool) -> str | None:
    """The id of the group that an instance counts as when declared; None for a seven.

    Before there is a trump a marriage makes it, and by some rules a quinte too.
    """
    group = instance_group(instance, trump)
    if trump < 0 and (group == "marriage" or (group == "quinte" and quinte_makes_trump)):
        return f"trump-{group}"
    return group


def instance_value(rules: BesiRules, instance: int, trump: int) -> int:
    """Points for declaring an instance under that trump."""
    group = offered_as(instance, trump, rules.trump_from == "first-marriage-or-quinte")
    if group is None:
        return rules.seven_points if rules.seven == "exchange-or-declare" else 0
    return rules.value_of(group)


def pack(rules: BesiRules) -> Packed:
    """Pack validated rules into one array of integers; points are multiplied already."""
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
    packed = np.zeros(PACKED_SIZE, np.int64)
    packed[SEATS], packed[CARDS] = rules.seats, rules.cards
    packed[HAND_SIZE], packed[DRAWS] = rules.hand_size, rules.draws
    packed[TURN_UP] = rules.trump_from == "turn-up"
    packed[SEVEN_RULE] = SEVEN_RULES.index(rules.seven)
    packed[SEVEN_VALUE] = times * rules.seven_points
    packed[TURNED_SEVEN_VALUE] = times * rules.turned_seven_points
    packed[LAST_TRICK_VALUE] = times * rules.last_trick_points
    packed[LAST_TRICK_AT_TALON] = rules.last_trick_at == "talon"
    packed[MUST_BEAT], packed[PANACHE] = rules.must_beat, rules.panache
    packed[ONCE_PER_ANNOUNCEMENT] = rules.once_per_announcement
    packed[LOWER_AFTER_HIGHER] = rules.lower_after_higher
    packed[LAY_DOWN_ALL], packed[TEAMS] = rules.lay_down_all, rules.teams
    packed[QUINTE_MAKES_TRUMP] = rules.trump_from == "first-marriage-or-quinte"
    packed[REDECLARE], packed[MARRIAGE_EXCEPTION] = rules.redeclare, rules.marriage_exception
    packed[MARRIAGE_CROSS] = rules.marriage_cross
    packed[CARTE_BLANCHE_VALUE] = times * rules.value_of("carte-blanche")
    packed[RUBICON] = rules.game_value == "rubicon"
    packed[RANK_VALUES : RANK_VALUES + np.uint64(8)] = times * rank_points
    packed[VALUES:GROUP_OF] = values.ravel()
    packed[GROUP_OF:VALUED] = groups.ravel()
    for state in range(TRUMP_STATES):
        packed[int(VALUED) + state] = sum(1 << i for i in range(INSTANCES) if values[state, i] > 0)
    packed[FOUR_BYTES] = sum(0xFF << 8 * rank for rank in range(5) if values[0, FOUR + rank] > 0)
    return packed


def pack_codes(rules: BesiRules) -> NDArray[np.uint8]:
    """The codes of all cards of the pack, in their order before shuffling."""
    return np.array([card.code for card in all_cards(rules.copies)], np.uint8)


def code_words(codes: NDArray[np.uint8]) -> tuple[np.uint64, np.uint64]:
    """A set of cards as a pair of words."""
    low = sum(1 << int(code) for code in codes if code < 64)
    high = sum(1 << int(code) - 64 for code in codes if code >= 64)
    return np.uint64(low), np.uint64(high)
