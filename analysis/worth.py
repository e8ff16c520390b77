"""What a dealt hand is worth: the exact distribution, by integer counting.

A hand's points depend on how many marriages and quintes each suit makes, how many cards of
each rank there are, how many besi pairs, how many trump sevens. Every suit takes part in the
fours and every rank in the quintes, so hands can be counted neither suit by suit nor rank by
rank. They can once "so many marriages and quintes" is written as a signed sum of "at least
so many" (Möbius inversion): at least i marriages and j quintes of a suit is a threshold for
each of its ranks alone, i kings and queens, j aces, tens and jacks. Under thresholds the
ranks are independent, and few fit into a hand: a suit's take 2i + 3j cards.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import NamedTuple

from analysis.hand_points import LEVELS, NO_TRUMP, HandPoints, best_group, laid_down
from analysis.spreads import Cut, Spread, add, steps
from simulate.cards import ACE, CLUBS, DIAMONDS, EIGHT, HEARTS, JACK, KING, NINE, QUEEN, SEVEN, SPADES, TEN
from simulate.rules import BesiRules

SUITS = range(4)
TOP_RANKS = (ACE, TEN, KING, QUEEN, JACK)
COURT = (KING, QUEEN, JACK)
LOW_RANKS = (NINE, EIGHT, SEVEN)

# At least so many of a thing in each suit; and of marriages and quintes in each suit.
Thresholds = tuple[int, ...]
Corner = tuple[tuple[int, int], ...]


class Worth(NamedTuple):
    """An exact distribution of points.

    Attributes
    ----------
    hands : number of points -> how many hands (with each turn-up, where there is one) are worth them,
        in ascending order.
    total : how many there are in all.
    """

    hands: dict[int, int]
    total: int

    def chance(self, points: int) -> Fraction:
        """Chance of exactly so many points."""
        return Fraction(self.hands.get(points, 0), self.total)

    def at_least(self, points: int) -> Fraction:
        """Chance of so many points or more."""
        return Fraction(sum(count for each, count in self.hands.items() if each >= points), self.total)

    @property
    def mean(self) -> Fraction:
        """Points on average."""
        return Fraction(sum(points * count for points, count in self.hands.items()), self.total)

    @property
    def variance(self) -> Fraction:
        """Mean square of the distance from the mean."""
        squares = sum(points**2 * count for points, count in self.hands.items())
        return Fraction(squares, self.total) - self.mean**2

    @property
    def standard_deviation(self) -> float:
        """Square root of the variance."""
        return sqrt(self.variance)

    @property
    def median(self) -> int:
        """The least number of points that half of all hands or more don't exceed."""
        below = 0
        for points, count in self.hands.items():
            below += count
            if 2 * below >= self.total:
                return points
        raise AssertionError("a distribution holds every hand")


class _Marked(NamedTuple):
    """Selections from some of the cards: with the turn-up elsewhere, and with it among them."""

    kept: Spread
    turned: Spread


class _Deal(NamedTuple):
    """The pack a hand is dealt from, under one trump; `trump` -1 where nothing is turned up."""

    copies: dict[tuple[int, int], int]
    trump: int
    panache: bool
    hand: int


def best(rules: BesiRules) -> Worth:
    """Exact distribution of the value of the best single group in a dealt hand, 0 where there is none.

    Trump is the suit of the turned-up card, which is in no hand. Where nothing is turned up
    every group is worth what it would be if it were declared first. A trump seven counts
    where it is declared like a group.
    """
    return _distribution(rules, best_group)


def all_laid_down(rules: BesiRules) -> Worth:
    """Exact distribution of what a dealt hand scores if all its groups are laid down, highest first.

    As `lay_down_all` plays it, from the dealt hand alone: nothing has been played, drawn or
    exchanged, and no partner adds his. It is told of every game, whether or not the game
    allows more than one group a turn.
    """
    return _distribution(rules, laid_down)


def _distribution(rules: BesiRules, reading: Callable[[BesiRules, int], HandPoints]) -> Worth:
    cards, hand = rules.cards, rules.hand_size
    if rules.trump_from != "turn-up":
        return Worth(_ascending(_count(rules, reading, NO_TRUMP)), comb(cards, hand))
    by_trump: dict[int, Spread] = {}
    for trump in SUITS:
        # Neither clubs nor hearts are in a besi, so one is like the other unless cards were removed.
        twin = CLUBS if trump == HEARTS and _alike(rules, CLUBS, HEARTS) else trump
        by_trump[trump] = by_trump[twin] if twin != trump else _count(rules, reading, trump)
    hands: Spread = {}
    for counts in by_trump.values():
        for points, count in counts.items():
            add(hands, points, count)
    return Worth(_ascending(hands), cards * comb(cards - 1, hand))


def _ascending(hands: Spread) -> dict[int, int]:
    return dict(sorted(hands.items()))


def _alike(rules: BesiRules, one: int, other: int) -> bool:
    copies = rules.copies
    return all(copies[one, rank] == copies[other, rank] for suit, rank in copies if suit == one)


def _count(rules: BesiRules, reading: Callable[[BesiRules, int], HandPoints], trump: int) -> Spread:
    deal = _Deal(rules.copies, trump, rules.panache, rules.hand_size)
    return _count_hands(deal, reading(rules, trump))


def _count_hands(deal: _Deal, points: HandPoints) -> Spread:
    """How many hands, with a turn-up of the trump suit where there is one, make each number of points."""
    spread = _spread(deal, points, without_court=False)
    if points.blanche:
        for plain, polynomial in _spread(deal, points, without_court=True).items():
            add(spread, plain, -polynomial)
            add(spread, points.together(plain, points.blanche), polynomial)
    cut = Cut(deal.hand, sum(deal.copies.values()))
    counts = {each: cut.coefficients(polynomial & cut.mask)[-1] for each, polynomial in spread.items()}
    return {each: count for each, count in counts.items() if count}


def _spread(deal: _Deal, points: HandPoints, without_court: bool) -> Spread:
    """The selections that can be a hand; `without_court` those that have no king, queen or jack."""
    cut = Cut(deal.hand, sum(deal.copies.values()))
    together = points.together

    def join(one: _Marked, other: _Marked) -> _Marked:
        turned = cut.both(one.turned, other.kept, together)
        for each, polynomial in cut.both(one.kept, other.turned, together).items():
            add(turned, each, polynomial)
        return _Marked(cut.both(one.kept, other.kept, together), turned)

    @cache
    def rank(number: int, least: Thresholds) -> _Marked:
        return _rank(deal, points, cut, number, least, without_court)

    @cache
    def kings_and_queens(marriages: Thresholds, pairs: int) -> _Marked:
        return join(rank(KING, marriages), rank(QUEEN, _raised(marriages, SPADES, pairs)))

    @cache
    def aces_tens_jacks(quintes: Thresholds, pairs: int) -> _Marked:
        jacks = rank(JACK, _raised(quintes, DIAMONDS, pairs))
        return join(join(rank(ACE, quintes), rank(TEN, quintes)), jacks)

    by_quintes: dict[Thresholds, list[tuple[Thresholds, Spread]]] = {}
    for corner, weights in _suit_weights(deal, points).items():
        marriages, quintes = (tuple(pair[which] for pair in corner) for which in (0, 1))
        by_quintes.setdefault(quintes, []).append((marriages, weights))

    whole = _Marked({}, {})
    for pairs, besi_weights in enumerate(steps([points.besi(pairs) for pairs in range(LEVELS + 1)])):
        if not besi_weights:
            continue
        for quintes, terms in by_quintes.items():
            some = _Marked({}, {})
            for marriages, weights in terms:
                if _cards_needed(marriages, quintes, pairs) <= deal.hand:
                    _accumulate(some, weights, kings_and_queens(marriages, pairs), points)
            _accumulate(whole, besi_weights, join(some, aces_tens_jacks(quintes, pairs)), points)
    everything = join(whole, _low_cards(deal, points, cut))
    return everything.kept if deal.trump == NO_TRUMP else everything.turned


def _cards_needed(marriages: Thresholds, quintes: Thresholds, pairs: int) -> int:
    """The fewest cards that meet the thresholds of all five ranks."""
    queens, jacks = _raised(marriages, SPADES, pairs), _raised(quintes, DIAMONDS, pairs)
    return sum(marriages) + sum(queens) + 2 * sum(quintes) + sum(jacks)


def _accumulate(total: _Marked, weights: Spread, term: _Marked, points: HandPoints) -> None:
    """Add a term with every weight, its points raised by the weight's."""
    for here, spread in zip(total, term, strict=True):
        for each, weight in weights.items():
            for more, polynomial in spread.items():
                add(here, points.together(each, more), weight * polynomial)


def _raised(least: Thresholds, suit: int, at_least: int) -> Thresholds:
    """The thresholds, that of one suit raised."""
    return (*least[:suit], max(least[suit], at_least), *least[suit + 1 :])


def _rank(
    deal: _Deal, points: HandPoints, cut: Cut, rank: int, least: Thresholds, without_court: bool
) -> _Marked:
    """The cards of a rank, at least so many in each suit, by what their fours score."""
    copies = [deal.copies.get((suit, rank), 0) for suit in SUITS]

    def spread(copies: list[int]) -> Spread:
        if without_court and rank in COURT:
            copies = [0] * len(copies)
        fours = _panache_fours if deal.panache else _any_fours
        return fours(copies, least, [points.four(rank, times) for times in range(deal.hand // 4 + 1)], cut)

    if deal.trump == NO_TRUMP or not copies[deal.trump]:
        return _Marked(spread(copies), {})
    others = [count - (suit == deal.trump) for suit, count in enumerate(copies)]
    turned = {each: copies[deal.trump] * polynomial for each, polynomial in spread(others).items()}
    return _Marked(spread(copies), turned)


def _any_fours(copies: list[int], least: Thresholds, scores: list[int], cut: Cut) -> Spread:
    """Fours of any suits: every four cards of the rank make one."""
    selections = cut.product(cut.at_least(*each) for each in zip(least, copies, strict=True))
    spread: Spread = {}
    for cards, count in enumerate(cut.coefficients(selections)):
        if count:
            add(spread, scores[cards // 4], cut.of_size(cards, count))
    return spread


def _panache_fours(copies: list[int], least: Thresholds, scores: list[int], cut: Cut) -> Spread:
    """Fours of four suits: as many as the suit with the fewest cards of the rank has."""
    spread: Spread = {}
    for fours, weights in enumerate(steps(scores)):
        needs = [max(need, fours) for need in least]
        selections = cut.product(cut.at_least(*each) for each in zip(needs, copies, strict=True))
        for each, weight in weights.items():
            add(spread, each, weight * selections)
    return spread


def _low_cards(deal: _Deal, points: HandPoints, cut: Cut) -> _Marked:
    """Nines, eights and sevens; a trump seven scores where it is declared, the others never."""
    low = sum(deal.copies.get((suit, rank), 0) for suit in SUITS for rank in LOW_RANKS)
    if deal.trump == NO_TRUMP:
        return _Marked({0: cut.at_least(0, low)}, {})
    sevens = deal.copies.get((deal.trump, SEVEN), 0)
    trumps = sum(deal.copies.get((deal.trump, rank), 0) for rank in LOW_RANKS)

    def spread(sevens: int, others: int) -> Spread:
        result: Spread = {}
        for held in range(min(sevens, deal.hand) + 1):
            polynomial = cut.of_size(held, comb(sevens, held)) * cut.at_least(0, others)
            add(result, points.sevens(held), polynomial & cut.mask)
        return result

    turned: Spread = {}
    # The turned-up card is a trump seven, or one of the other low trumps.
    for count, left in ((sevens, (sevens - 1, low - sevens)), (trumps - sevens, (sevens, low - sevens - 1))):
        if count:
            for each, polynomial in spread(*left).items():
                add(turned, each, count * polynomial)
    return _Marked(spread(sevens, low - sevens), turned)


def _suit_weights(deal: _Deal, points: HandPoints) -> dict[Corner, Spread]:
    """Points of marriages and quintes as a signed sum of conditions "at least so many" in each suit.

    Möbius inversion suit by suit. A suit makes no more quintes than marriages, so the counts
    are the pairs (i, j) with j at most i, and a pair's weight takes the points there, less
    those at (i − 1, j) and (i, j − 1), plus those at (i − 1, j − 1), as far as these are such pairs.
    """
    weights: dict[Corner, Spread] = {
        corner: {points.suits(corner): 1} for corner in _corners(deal, SUITS, deal.hand)
    }
    for suit in SUITS:
        weights = {corner: _less_neighbours(weights, corner, suit) for corner in weights}
    return {corner: spread for corner, spread in weights.items() if spread}


def _less_neighbours(weights: dict[Corner, Spread], corner: Corner, suit: int) -> Spread:
    marriages, quintes = corner[suit]
    fewer_marriages = quintes < marriages
    fewer_quintes = quintes > 0
    terms = [(1, marriages, quintes)]
    if fewer_marriages:
        terms.append((-1, marriages - 1, quintes))
    if fewer_quintes:
        terms.append((-1, marriages, quintes - 1))
    if fewer_marriages and fewer_quintes:
        terms.append((1, marriages - 1, quintes - 1))
    spread: Spread = {}
    for sign, i, j in terms:
        for each, weight in weights[(*corner[:suit], (i, j), *corner[suit + 1 :])].items():
            add(spread, each, sign * weight)
    return {each: weight for each, weight in spread.items() if weight}


def _corners(deal: _Deal, suits: range, cards: int) -> Iterator[Corner]:
    """So many marriages and quintes in each of the suits as fit into `cards` cards and the pack."""
    if not suits:
        yield ()
        return
    suit, rest = suits[0], suits[1:]
    most = [deal.copies.get((suit, rank), 0) for rank in TOP_RANKS]
    for marriages in range(min(most[2], most[3]) + 1):
        for quintes in range(min(marriages, *most) + 1):
            left = cards - 2 * marriages - 3 * quintes
            if left >= 0:
                for others in _corners(deal, rest, left):
                    yield ((marriages, quintes), *others)
