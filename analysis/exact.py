"""How often a group is dealt, received or reachable: exact counting, one fraction at the end.

A *polynomial* here is a list of integers over some of the pack's cards: coefficient k
counts the k-card selections of those cards that satisfy a condition, so its length is the
number of those cards plus one. Conditions on disjoint sets of cards multiply. The cards
that no condition touches come in only at the end, as a binomial coefficient.

The three notions differ in the cards that are looked at:

dealt      the dealt hand; trump is the suit of the turned-up card, which is in no hand.
received   the hand and the draws, by convention a uniform subset of the pack; trump is
           the suit of an independent uniform card.
reachable  a uniform subset of that size of the cards that aren't turned up, together with
           the turned-up card: whatever the players do, a seat holds no other cards.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from types import MappingProxyType
from typing import NamedTuple

from simulate.cards import JACK, KING, QUEEN
from simulate.groups import BESI_KINDS, GROUP_INDEX, GROUPS, Group
from simulate.rules import BesiRules

Kind = tuple[int, int]
Polynomial = list[int]
COURT_RANKS = (KING, QUEEN, JACK)
ALL_SUITS = range(4)


class Dealing(NamedTuple):
    """What the counting needs of a game: the pack, the hand, the draws of a seat, two rules.

    `panache` asks for four different suits in a four of a rank.
    """

    copies: Mapping[Kind, int]
    hand: int
    draws: int
    turn_up: bool
    panache: bool


def dealing(rules: BesiRules) -> Dealing:
    """What the counting needs of a game's rules."""
    return Dealing(rules.copies, rules.hand_size, rules.draws, rules.trump_from == "turn-up", rules.panache)


def dealt(rules: BesiRules, group_id: str) -> Fraction | None:
    """Chance that a dealt hand contains the group; None for trump groups where nothing is turned up."""
    return dealt_in(dealing(rules), GROUPS[GROUP_INDEX[group_id]])


def received(rules: BesiRules, group_id: str) -> Fraction | None:
    """Chance that a seat's hand and draws contain the group; None for carte blanche, a matter of the deal."""
    return received_in(dealing(rules), GROUPS[GROUP_INDEX[group_id]])


def reachable(rules: BesiRules, group_id: str) -> Fraction | None:
    """Upper bound of the chance to hold the group, whoever plays how; None for carte blanche."""
    return reachable_in(dealing(rules), GROUPS[GROUP_INDEX[group_id]])


def holdable(rules: BesiRules, group_id: str) -> bool:
    """Whether the pack has the group's cards; carte blanche exists only where the rules give it a value."""
    group = GROUPS[GROUP_INDEX[group_id]]
    if group.shape == "carte-blanche":
        return rules.value_of(group_id) > 0
    return any(containing(group, rules.copies, ALL_SUITS, rules.panache))


def dealt_in(game: Dealing, group: Group) -> Fraction | None:
    """`dealt` for a pack given by its copies of each kind."""
    if not game.turn_up and group.trump:
        return None
    if not game.turn_up or not group.suit_ranks:
        return chance(containing(group, game.copies, ALL_SUITS, game.panache), _cards(game.copies), game.hand)
    favourable = 0
    for turned, count in _turnable(game.copies):
        others = {**game.copies, turned: count - 1}
        fits = containing(group, others, suits_that_count(group, turned[0]), game.panache)
        favourable += count * selections(fits, _cards(others), game.hand)
    return Fraction(favourable, _cards(game.copies) * comb(_cards(game.copies) - 1, game.hand))


def received_in(game: Dealing, group: Group) -> Fraction | None:
    """`received` for a pack given by its copies of each kind.

    Where nothing is turned up, every suit counts as plain.
    """
    if group.shape == "carte-blanche":
        return None
    cards, size = _cards(game.copies), game.hand + game.draws
    if not group.suit_ranks or not (game.turn_up or group.trump):
        return chance(containing(group, game.copies, ALL_SUITS, game.panache), cards, size)
    favourable = 0
    for trump in ALL_SUITS:
        fits = containing(group, game.copies, suits_that_count(group, trump), game.panache)
        trumps = sum(count for (suit, _), count in game.copies.items() if suit == trump)
        favourable += trumps * selections(fits, cards, size)
    return Fraction(favourable, cards * comb(cards, size))


def reachable_in(game: Dealing, group: Group) -> Fraction | None:
    """`reachable` for a pack given by its copies of each kind.

    Where nothing is turned up it equals `received`. For a trump group that is the
    convention of an independent trump, no bound on what a player can bring about who
    makes trump himself.
    """
    if group.shape == "carte-blanche":
        return None
    if not game.turn_up:
        return received_in(game, group)
    cards, size = _cards(game.copies), game.hand + game.draws
    favourable = 0
    for turned, count in _turnable(game.copies):
        others = {**game.copies, turned: count - 1}
        fits = containing(group, others, suits_that_count(group, turned[0]), game.panache, {turned: 1})
        favourable += count * selections(fits, cards - 1, size)
    return Fraction(favourable, cards * comb(cards - 1, size))


def suits_that_count(group: Group, trump: int) -> tuple[int, ...]:
    """The suits in which a marriage or quinte is this group when `trump` is trump."""
    return tuple(suit for suit in ALL_SUITS if (suit == trump) == group.trump)


def containing(
    group: Group,
    copies: Mapping[Kind, int],
    suits: Iterable[int],
    panache: bool,
    besides: Mapping[Kind, int] = MappingProxyType({}),
) -> Polynomial:
    """Selections that contain the group, as a polynomial over the cards of the kinds it needs.

    Parameters
    ----------
    group : what is to be contained.
    copies : copies of each kind that can be selected.
    suits : for marriages and quintes, the suits that count.
    panache : whether a four needs four different suits.
    besides : cards of each kind that are there in any case and aren't among `copies`.
    """

    def available(kind: Kind) -> int:
        return copies.get(kind, 0)

    def lacking(kind: Kind, need: int) -> int:
        return need - besides.get(kind, 0)

    if group.shape == "carte-blanche":
        return none_of(sum(available((suit, rank)) for suit in ALL_SUITS for rank in COURT_RANKS))
    if group.shape == "besi":
        return product(at_least(lacking(kind, group.level), available(kind)) for kind in BESI_KINDS)
    if group.shape == "four":
        kinds = [(suit, group.rank) for suit in ALL_SUITS]
        if panache:
            return product(at_least(lacking(kind, 1), available(kind)) for kind in kinds)
        return at_least(4 - sum(besides.get(kind, 0) for kind in kinds), sum(map(available, kinds)))
    # Hands with the group in two suits must count once: count those that have it in none.
    incomplete = []
    for suit in suits:
        kinds = [(suit, rank) for rank in group.suit_ranks]
        complete = product(at_least(lacking(kind, 1), available(kind)) for kind in kinds)
        incomplete.append(complement(complete))
    return complement(product(incomplete))


def at_least(need: int, cards: int) -> Polynomial:
    """Selections from `cards` cards that have at least `need` of them."""
    return [comb(cards, k) if k >= need else 0 for k in range(cards + 1)]


def none_of(cards: int) -> Polynomial:
    """Selections that have none of `cards` cards."""
    return [1] + [0] * cards


def complement(polynomial: Polynomial) -> Polynomial:
    """Selections that don't satisfy the condition."""
    cards = len(polynomial) - 1
    return [comb(cards, k) - count for k, count in enumerate(polynomial)]


def product(factors: Iterable[Polynomial]) -> Polynomial:
    """Selections that satisfy several conditions on disjoint sets of cards."""
    result = [1]
    for factor in factors:
        longer = [0] * (len(result) + len(factor) - 1)
        for i, a in enumerate(result):
            for j, b in enumerate(factor):
                longer[i + j] += a * b
        result = longer
    return result


def selections(polynomial: Polynomial, cards: int, size: int) -> int:
    """How many `size`-card subsets of a pack of `cards` cards satisfy the condition."""
    free = cards - (len(polynomial) - 1)
    return sum(count * comb(free, size - k) for k, count in enumerate(polynomial) if k <= size)


def chance(polynomial: Polynomial, cards: int, size: int) -> Fraction:
    """Chance that a uniform `size`-card subset of a pack of `cards` cards satisfies the condition."""
    return Fraction(selections(polynomial, cards, size), comb(cards, size))


def _cards(copies: Mapping[Kind, int]) -> int:
    return sum(copies.values())


def _turnable(copies: Mapping[Kind, int]) -> list[tuple[Kind, int]]:
    return [(kind, count) for kind, count in copies.items() if count > 0]
