"""Well-known chances from even down to one in ten million million, to set beside a group's.

Every chance is computed exactly from the game or the count that it belongs to; lotteries
by their published numbers of balls.
"""

import math
from fractions import Fraction
from math import comb
from typing import NamedTuple

from reports.numbers import one_in, percent, significant, small

PERCENT_FROM = Fraction(1, 10)
_HANDS = comb(52, 5)
_DEALS_AT_BRIDGE = comb(52, 13)


class Familiar(NamedTuple):
    """Something that people know, as a phrase, and its exact chance."""

    what: str
    chance: Fraction


def _birthday(people: int) -> Fraction:
    different = Fraction(math.perm(365, people), 365**people)
    return 1 - different


def _lottery(numbers: int, drawn: int, extra_balls: int) -> Fraction:
    return Fraction(1, comb(numbers, drawn) * extra_balls)


def _heads(tosses: int) -> Familiar:
    return Familiar(f"{small(tosses)} heads in a row", Fraction(1, 2**tosses))


def _sixes(dice: int) -> Familiar:
    return Familiar(f"{small(dice)} sixes in one throw of {small(dice)} dice", Fraction(1, 6**dice))


FAMILIAR: tuple[Familiar, ...] = (
    Familiar("not throwing a double six with two dice", Fraction(35, 36)),
    Familiar("a die that doesn't show a six", Fraction(5, 6)),
    Familiar("two people in a room of thirty sharing a birthday", _birthday(30)),
    Familiar("at least one six in six throws of a die", 1 - Fraction(5, 6) ** 6),
    Familiar("at least one six in four throws of a die", 1 - Fraction(5, 6) ** 4),
    Familiar("heads at the toss of a coin", Fraction(1, 2)),
    Familiar(
        "a pair, no more, in a dealt poker hand", Fraction(13 * comb(4, 2) * comb(12, 3) * 4**3, _HANDS)
    ),
    Familiar("a die that shows five or six", Fraction(1, 3)),
    Familiar("drawing a heart from a pack", Fraction(1, 4)),
    Familiar("throwing a six with one die", Fraction(1, 6)),
    _heads(3),
    Familiar("two people in a party of ten sharing a birthday", _birthday(10)),
    Familiar("drawing an ace from a pack of 52", Fraction(1, 13)),
    Familiar("two pairs in a dealt poker hand", Fraction(comb(13, 2) * comb(4, 2) ** 2 * 44, _HANDS)),
    Familiar("your number at roulette", Fraction(1, 37)),
    Familiar("drawing a named card from a pack of 52", Fraction(1, 52)),
    _heads(7),
    Familiar("a pair of aces as the two hidden cards at hold'em", Fraction(comb(4, 2), comb(52, 2))),
    Familiar("a stranger sharing your birthday", Fraction(1, 365)),
    Familiar("a full house in a dealt poker hand", Fraction(13 * comb(4, 3) * 12 * comb(4, 2), _HANDS)),
    _heads(10),
    Familiar("your number at roulette twice running", Fraction(1, 37**2)),
    Familiar("a bridge hand with no card above nine", Fraction(comb(32, 13), _DEALS_AT_BRIDGE)),
    Familiar("four of a kind in a dealt poker hand", Fraction(13 * 48, _HANDS)),
    Familiar("guessing a code of four digits", Fraction(1, 10**4)),
    Familiar("the four aces as the first four cards of a pack of 32", Fraction(1, comb(32, 4))),
    Familiar("your number at roulette three times running", Fraction(1, 37**3)),
    Familiar("a straight flush, royal or not, in a dealt poker hand", Fraction(40, _HANDS)),
    Familiar("two strangers both sharing your birthday", Fraction(1, 365**2)),
    Familiar("the four aces as the first four cards of a pack of 52", Fraction(1, comb(52, 4))),
    Familiar("a royal flush in a dealt poker hand", Fraction(4, _HANDS)),
    _heads(20),
    Familiar("your number at roulette four times running", Fraction(1, 37**4)),
    _sixes(9),
    Familiar("the jackpot of the French Loto with one ticket", _lottery(49, 5, 10)),
    Familiar("three strangers all sharing your birthday", Fraction(1, 365**3)),
    Familiar("the EuroMillions jackpot with one ticket", _lottery(50, 5, comb(12, 2))),
    Familiar("the Powerball jackpot with one ticket", _lottery(69, 5, 26)),
    _heads(30),
    _sixes(12),
    Familiar("your number at roulette six times running", Fraction(1, 37**6)),
    Familiar("four strangers all sharing your birthday", Fraction(1, 365**4)),
    _heads(36),
    Familiar("a bridge hand of thirteen cards of one suit", Fraction(4, _DEALS_AT_BRIDGE)),
    Familiar("a bridge hand of the thirteen spades", Fraction(1, _DEALS_AT_BRIDGE)),
    Familiar("your number at roulette eight times running", Fraction(1, 37**8)),
    Familiar("five strangers all sharing your birthday", Fraction(1, 365**5)),
    _heads(43),
)


def nearest(chance: Fraction | float) -> Familiar:
    """The familiar chance nearest to `chance` on the log scale.

    Raises
    ------
    ValueError
        The chance is not above 0.
    """
    if chance <= 0:
        raise ValueError(f"nothing is as rare as a chance of {chance}")
    return min(FAMILIAR, key=lambda known: abs(math.log(known.chance) - math.log(chance)))


def compared(chance: Fraction | float) -> str:
    """A clause that sets `chance` beside the nearest familiar one, saying by how much they differ.

    ``about as likely as twenty heads in a row (1 in 1,048,576)``.
    """
    known = nearest(chance)
    shown = percent(float(known.chance)) if known.chance >= PERCENT_FROM else one_in(known.chance)
    ratio = float(chance / known.chance)
    if 0.9 <= ratio <= 1.1:
        how = "about as likely as"
    elif ratio > 1:
        how = f"{significant(ratio, 2):g} times as likely as"
    else:
        how = f"{significant(1 / ratio, 2):g} times rarer than"
    return f"{how} {known.what} ({shown})"
