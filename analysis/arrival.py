"""The chance that a hand in progress gets the cards that it lacks for a group: exact counting.

The cards still to be drawn are taken as a uniform subset of all cards that aren't named.
Cards in hand that aren't named count among these, as if they could still be drawn: so the
figure is sharpest, and exactly true of one who knows no more, if the whole hand is named.
"""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from analysis.exact import ALL_SUITS, Kind, chance, containing, suits_that_count
from simulate.cards import kind_name
from simulate.groups import GROUP_INDEX, GROUPS, Group
from simulate.rules import BesiRules


class HandError(ValueError):
    """A question that can't be asked of a hand; the message is one clear line."""


class Hand(NamedTuple):
    """What is known of a hand in progress.

    Attributes
    ----------
    given : cards in hand, those that matter or all.
    seen : cards seen elsewhere: played, shown by others, turned up. They can't be drawn any more.
    draws : cards that the player still draws; None: all the draws of the game.
    trump : suit of trump, None where it isn't said.
    """

    given: tuple[Kind, ...]
    seen: tuple[Kind, ...] = ()
    draws: int | None = None
    trump: int | None = None


def arrives(rules: BesiRules, group_id: str, hand: Hand) -> Fraction:
    """Chance that the cards given and those drawn together contain the group.

    Parameters
    ----------
    rules : the game.
    group_id : the group; not carte blanche, which is a matter of the deal.
    hand : what is known. Without a turn-up and with no trump named every suit counts as plain.

    Raises
    ------
    HandError
        More cards are named than there are, or there is no telling which suits count.
    """
    group = GROUPS[GROUP_INDEX[group_id]]
    suits = _suits(rules, group, hand.trump)
    left = unseen(rules, hand)
    fits = containing(group, left, suits, rules.panache, Counter(hand.given))
    return chance(fits, sum(left.values()), draws_of(rules, hand))


def draws_of(rules: BesiRules, hand: Hand) -> int:
    """How many cards the player still draws.

    Raises
    ------
    HandError
        The game has fewer draws, or fewer cards are unseen.
    """
    draws, left = rules.draws if hand.draws is None else hand.draws, sum(unseen(rules, hand).values())
    if draws > rules.draws:
        raise HandError(f"--draws {draws}: a player of this game draws {rules.draws} cards in all")
    if draws > left:
        raise HandError(f"--draws {draws}: only {left} cards are neither in --given nor in --seen")
    return draws


def unseen(rules: BesiRules, hand: Hand) -> dict[Kind, int]:
    """How many copies of each kind are neither in hand nor seen.

    Raises
    ------
    HandError
        More cards are given than a hand holds, or more copies of a card named than the pack has.
    """
    if len(hand.given) > rules.hand_size:
        raise HandError(
            f"--given {' '.join(map(kind_name, hand.given))!r} is {len(hand.given)} cards; "
            f"a hand of this game holds {rules.hand_size}"
        )
    copies, named = rules.copies, Counter((*hand.given, *hand.seen))
    for kind, count in named.items():
        if count > copies[kind]:
            there = copies[kind] or "none"
            raise HandError(
                f"--given and --seen name {kind_name(kind)} {_times(count)}; the pack has {there}"
            )
    return {kind: count - named[kind] for kind, count in copies.items()}


def _suits(rules: BesiRules, group: Group, trump: int | None) -> tuple[int, ...]:
    """The suits in which a marriage or quinte is the group that is asked about."""
    if group.shape == "carte-blanche":
        raise HandError("carte blanche is a matter of the deal: no card that is drawn makes one")
    if not group.suit_ranks:
        return tuple(ALL_SUITS)
    if trump is not None:
        return suits_that_count(group, trump)
    if group.trump or rules.trump_from == "turn-up":
        raise HandError(f"{group.id!r} depends on trump: give its suit with --trump C, D, H or S")
    return tuple(ALL_SUITS)


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
