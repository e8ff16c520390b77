"""An evening at a banking game, exactly: what a punter and the bank have after some rounds of flat bets.

A gain is counted in stakes. The gains lie on a lattice (`analysis.lattice`), so that the law of many
rounds is a convolution of positive terms: nothing cancels, and how far rounding can move a chance is
known. Where a stake can't stay, the law is binomial.

Punters who bet at random choose their numbers afresh each round, each by himself. Whatever number
is drawn, each of them then covers it with the same chance, independently of the others: the number
of winners is binomial, and a table of m punters over n rounds is one punter over n·m rounds. Where
a bet is laid on one of several fixed places (`Bet.places`), that holds given which kind of number
is drawn (one that some place wins on, one on which a place's stakes stay, or neither); the law of a
round is the mixture.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, exp, log
from typing import NamedTuple

import numpy as np

from analysis.banking import edge, stay_chance, win_chance
from analysis.lattice import Chances, Law, binomial, convolved, on_lattice, power
from simulate.rules import Bet

# Convolving so many outcomes takes a few seconds.
MOST_OUTCOMES = 60_000
MOST_BINOMIAL = 5_000_000
_MOST_WORK = 4e9
_LARGEST = 2**53
# Nearer to a level than this, a chance is worked out in the way whose rounding is known.
_NEAR = 1e-9
# A smaller rate at which a chance sinks can't be told from none.
_HARDLY = 1e-13
_FEWEST_ROWS, _MOST_ROWS = 20, 40


class TooManyOutcomesError(ValueError):
    """More outcomes than memory or patience allow; the message is one line."""


def punter_law(numbers: int, bet: Bet, rounds: int) -> Law:
    """What a punter has gained after `rounds` flat bets of one stake.

    Raises
    ------
    TooManyOutcomesError
        There are more outcomes than can be told apart here.
    """
    bank = table_law(numbers, bet, rounds, 1)
    last = len(bank.chances) - 1
    return bank._replace(start=-(bank.start + bank.step * last), chances=bank.chances[::-1])


def table_law(numbers: int, bet: Bet, rounds: int, punters: int) -> Law:
    """What the bank has gained after `rounds` rounds against punters who bet one stake each at random.

    Raises
    ------
    TooManyOutcomesError
        There are more outcomes than can be told apart here.
    """
    if rounds * punters * max(bet.returns.numerator, bet.returns.denominator) >= _LARGEST:
        raise TooManyOutcomesError(f"a bet that returns {bet.returns} makes gains too large to count")
    if is_binomial(numbers, bet):
        return _binomial_law(numbers, bet, rounds * punters)
    _check_outcomes((_lattice(bet)[2] - 1) * rounds * punters + 1, MOST_OUTCOMES)
    return power(round_law(numbers, bet, punters), rounds)


def round_law(numbers: int, bet: Bet, punters: int) -> Law:
    """What the bank gains in one round against punters who bet one stake each at random.

    Raises
    ------
    TooManyOutcomesError
        There are more outcomes than can be told apart here.
    """
    if is_binomial(numbers, bet):
        return _binomial_law(numbers, bet, punters)
    least, step, count = _lattice(bet)
    start, most = least * punters, (count - 1) * punters + 1
    _check_outcomes(most, MOST_OUTCOMES)
    kinds = _outcomes_by_place(numbers, bet) if bet.places is not None else _outcomes(numbers, bet)
    chances = np.zeros(most)
    roundings, cut = 0, 0.0
    for weight, *one in kinds:
        law = power(_one_stake(bet, one), punters)
        place = (law.start - start) // step
        chances[place : place + len(law.chances)] += float(weight) * law.chances
        # The weight rounds, so does the product, and adding up the kinds.
        roundings, cut = max(roundings, law.roundings + 1 + len(kinds)), cut + law.cut
    return on_lattice(Law(bet.returns.denominator, start, step, chances, roundings, cut))


def is_binomial(numbers: int, bet: Bet) -> bool:
    """Whether the winners of a round, and of many, are binomial: no stake stays, no number is nobody's."""
    return not bet.stays and (bet.places is None or bet.places * bet.covers == numbers)


def laws(numbers: int, bet: Bet, punters: int, step: int, count: int) -> Iterator[Law]:
    """The bank's laws after `step`, 2 · `step` … `count` · `step` rounds.

    Raises
    ------
    TooManyOutcomesError
        There are more outcomes than can be told apart here.
    """
    if is_binomial(numbers, bet):
        for number in range(1, count + 1):
            yield table_law(numbers, bet, step * number, punters)
        return
    law = stride = table_law(numbers, bet, step, punters)
    for number in range(1, count + 1):
        yield law
        if number < count:
            law = convolved(law, stride)


def rows_of(numbers: int, bet: Bet, rounds: int, punters: int) -> Iterator[tuple[int, Law]]:
    """Some twenty to forty numbers of rounds up to `rounds`, itself the last, and the bank's law after each.

    A win shifts a gain by what the bet returns. Of the steps that give so many rows the one is taken whose
    stakes are nearest to a multiple of that: then the rows differ by little but what the rounds bring.

    Raises
    ------
    TooManyOutcomesError
        There are more outcomes than can be told apart here.
    """
    step = _step(bet, rounds, punters) if is_binomial(numbers, bet) else -(-rounds // _MOST_ROWS)
    count = (rounds - 1) // step
    for number, law in enumerate(laws(numbers, bet, punters, step, count), 1):
        yield number * step, law
    yield rounds, table_law(numbers, bet, rounds, punters)


def _step(bet: Bet, rounds: int, punters: int) -> int:
    def off(step: int) -> int:
        over = step * punters * bet.returns.denominator % bet.returns.numerator
        return min(over, bet.returns.numerator - over)

    least = -(-rounds // _MOST_ROWS)
    return min(range(least, max(rounds // _FEWEST_ROWS, least) + 1), key=off)


class Ahead(NamedTuple):
    """After how many rounds the bank is ahead with a given chance: at first, and from then on for good."""

    first: int | None
    for_good: int | None


def rounds_to_be_ahead(numbers: int, bet: Bet, punters: int, level: float) -> Ahead:
    """After how many rounds the bank is ahead (not level) with a chance of at least `level`.

    The chance doesn't grow evenly: it falls whenever one more win of a punter would still leave the bank
    ahead no longer. `first` is the first number of rounds with that chance; `for_good` the first
    from which on every number of rounds has it. Beyond some number of rounds the chance not to be
    ahead is at most r^n, r the least mean of exp(−t · gain) over t (Chernoff's bound), which is below
    1 − `level` for good; all numbers of rounds up to there are looked at.

    Returns
    -------
    Ahead
        None where the bank never gets there, or not within what can be computed.
    """
    if edge(numbers, bet) <= 0:
        return Ahead(None, None)
    one = round_law(numbers, bet, punters)
    furthest = punters * max(Fraction(1), abs(1 - bet.returns))
    last = _chernoff_rounds(one, furthest, 1 - level)
    if is_binomial(numbers, bet):
        if last * punters > MOST_BINOMIAL:
            return Ahead(None, None)
        chances = _binomial_ahead(numbers, bet, punters, last)
        for near in np.flatnonzero(np.abs(chances - level) < _NEAR):
            chances[near] = table_law(numbers, bet, int(near) + 1, punters).above(0)
    else:
        if last**2 * len(one.chances) ** 2 > _MOST_WORK:
            return Ahead(None, None)
        chances = np.array([law.above(0) for law in laws(numbers, bet, punters, 1, last)])
    reached = chances >= level
    missed = np.flatnonzero(~reached)
    first = int(np.argmax(reached)) + 1 if reached.any() else last + 1
    return Ahead(first, int(missed[-1]) + 2 if len(missed) else 1)


def spread_of(numbers: int, bet: Bet, rounds: int, punters: int) -> tuple[float, float]:
    """Mean and standard deviation of the bank's gain against punters who bet at random."""
    one = round_law(numbers, bet, punters)
    variance = float(one.chances @ (one.gains() - one.mean()) ** 2)
    return float(edge(numbers, bet)) * rounds * punters, (rounds * variance) ** 0.5


def _outcomes(numbers: int, bet: Bet) -> list[list[Fraction]]:
    """A weight, and with it the chances that a punter wins, keeps and loses his stake."""
    won, kept = win_chance(numbers, bet), stay_chance(numbers, bet)
    return [[Fraction(1), won, kept, 1 - won - kept]]


def _outcomes_by_place(numbers: int, bet: Bet) -> list[list[Fraction]]:
    """The same for each kind of number drawn, where a punter chooses one of the bet's places at random."""
    places = bet.places or 1
    wins, stays = Fraction(places * bet.covers, numbers), Fraction(places * bet.stays, numbers)
    mine, none = Fraction(1, places), Fraction(0)
    kinds = [
        [wins, mine, none, 1 - mine],
        [stays, none, mine, 1 - mine],
        [1 - wins - stays, none, none, Fraction(1)],
    ]
    return [kind for kind in kinds if kind[0]]


def _lattice(bet: Bet) -> tuple[int, int, int]:
    """The least gain that one stake can bring the bank, in parts of it; how far apart gains lie; how many."""
    unit, won = bet.returns.denominator, bet.returns.denominator - bet.returns.numerator
    least, step = (min(won, 0), 1) if bet.stays else (won, bet.returns.numerator)
    return least, step, (unit - least) // step + 1


def _one_stake(bet: Bet, chances: list[Fraction]) -> Law:
    """What one stake brings the bank, where it is won, kept and lost with these chances."""
    unit, won = bet.returns.denominator, bet.returns.denominator - bet.returns.numerator
    least, step, count = _lattice(bet)
    law = np.zeros(count)
    for gain, chance in zip((won, 0, unit), chances, strict=True):
        if chance:
            law[(gain - least) // step] = float(chance)
    return Law(unit, least, step, law, roundings=1)


def _binomial_law(numbers: int, bet: Bet, bets: int) -> Law:
    _check_outcomes(bets + 1, MOST_BINOMIAL)
    unit, back = bet.returns.denominator, bet.returns.numerator
    won = win_chance(numbers, bet)
    least, chances, roundings, cut = binomial(bets, won.numerator, won.denominator)
    most = least + len(chances) - 1
    return Law(unit, bets * unit - most * back, back, chances[::-1], roundings, cut)


def _binomial_ahead(numbers: int, bet: Bet, punters: int, last: int) -> Chances:
    """The chance that the bank is ahead after 1 … `last` rounds."""
    from scipy.special import betaincc

    bets = punters * np.arange(1, last + 1, dtype=np.int64)
    least = -((-bets * bet.returns.denominator) // bet.returns.numerator)
    possible = least <= bets
    # So many wins leave the bank not ahead; where there can't be so many it is ahead for certain.
    wins = np.where(possible, least, 1)
    chances = betaincc(wins, bets - wins + 1, float(win_chance(numbers, bet)))
    return np.where(possible, chances, 1.0)


def _chernoff_rounds(one: Law, furthest: Fraction, chance: float) -> int:
    """After so many rounds the bank is not ahead with at most that chance, and so for good.

    No gain of a round, even of those cut off, is further from nothing than `furthest`.
    """
    from scipy.optimize import minimize_scalar

    gains = one.gains()
    if gains[0] > 0:
        return 1
    scale = 1 / float(furthest)

    def logarithm(exponent: float) -> float:
        return log(float(one.chances @ np.exp(-exponent * scale * gains)) + one.cut * exp(exponent))

    # Any exponent gives a true bound; the best one the shortest.
    found = minimize_scalar(logarithm, bounds=(0, 50), method="bounded", options={"xatol": 1e-9})
    return ceil(log(chance) / min(found.fun, -_HARDLY))


def _check_outcomes(outcomes: int, most: int) -> None:
    if outcomes > most:
        raise TooManyOutcomesError(
            f"{outcomes:,} outcomes are more than can be told apart ({most:,}): fewer rounds or punters"
        )
