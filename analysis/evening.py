"""An evening at a banking game, exactly: what a punter and the bank have after some rounds of flat bets.

A gain is counted in stakes. The gains that a law knows lie on a lattice, so that the law of many
rounds is a convolution over whole numbers: every term of it is positive, so nothing cancels and
each chance keeps nearly all digits of a float. Where a stake can't stay, the law is binomial.

Punters who bet at random choose their numbers afresh each round, each by himself. Whatever number
is drawn, each of them then covers it with the same chance, independently of the others: the number
of winners is binomial, and a table of m punters over n rounds is one punter over n·m rounds. Where
a bet is laid on one of several fixed places (`Bet.places`), that holds given which kind of number
is drawn (one that some place wins on, one on which a place's stakes stay, or neither); the law of a
round is the mixture.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from math import ceil, gcd, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.banking import edge, stay_chance, win_chance
from simulate.rules import Bet

Chances = NDArray[np.float64]

# Convolving so many outcomes takes a few seconds.
MOST_OUTCOMES = 60_000
MOST_BINOMIAL = 5_000_000
_MOST_WORK = 4e9
_NEGLIGIBLE = 1e-20
_LARGEST = 2**53


class TooManyOutcomesError(ValueError):
    """More outcomes than memory or patience allow; the message is one line."""


class Law(NamedTuple):
    """The chances of gains `start`, `start + step` …, as whole multiples of 1/`unit` stake."""

    unit: int
    start: int
    step: int
    chances: Chances

    def gain(self, place: int) -> Fraction:
        """The gain, in stakes, whose chance stands at that place."""
        return Fraction(self.start + self.step * place, self.unit)

    def below(self, gain: Fraction | int) -> float:
        """Chance of a smaller gain."""
        return float(self.chances[: self._places_below(Fraction(gain))].sum())

    def above(self, gain: Fraction | int) -> float:
        """Chance of a larger gain."""
        places = self._places_below(Fraction(gain))
        exact = places < len(self.chances) and self.gain(places) == gain
        return float(self.chances[places + exact :].sum())

    def exactly(self, gain: Fraction | int) -> float:
        """Chance of that very gain."""
        place = self._places_below(Fraction(gain))
        found = place < len(self.chances) and self.gain(place) == gain
        return float(self.chances[place]) if found else 0.0

    def quantile(self, probability: float) -> Fraction:
        """The least gain that isn't exceeded with a chance of at least `probability`."""
        place = int(np.searchsorted(np.cumsum(self.chances), probability))
        return self.gain(min(place, len(self.chances) - 1))

    def mean(self) -> float:
        """The mean gain, in stakes."""
        places = np.arange(len(self.chances))
        return float((self.start + self.step * (self.chances @ places)) / self.unit)

    def _places_below(self, gain: Fraction) -> int:
        return min(max(ceil((gain * self.unit - self.start) / self.step), 0), len(self.chances))


def punter_law(numbers: int, bet: Bet, rounds: int) -> Law:
    """What a punter has gained after `rounds` flat bets of one stake.

    Raises
    ------
    TooManyOutcomesError
        There are more outcomes than can be told apart here.
    """
    bank = table_law(numbers, bet, rounds, 1)
    last = len(bank.chances) - 1
    return Law(bank.unit, -(bank.start + bank.step * last), bank.step, bank.chances[::-1])


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
    one = round_law(numbers, bet, punters)
    _check_outcomes((len(one.chances) - 1) * rounds + 1, MOST_OUTCOMES)
    return Law(one.unit, one.start * rounds, one.step, _power(one.chances, rounds))


def round_law(numbers: int, bet: Bet, punters: int) -> Law:
    """What the bank gains in one round against punters who bet one stake each at random."""
    unit, won, kept = bet.returns.denominator, bet.returns.denominator - bet.returns.numerator, 0
    lost = unit
    chances = _independent(won, kept, lost, _outcomes(numbers, bet)[0][1:], punters)
    if bet.places is not None:
        mixture = [
            (weight, _independent(won, kept, lost, one, punters))
            for weight, *one in _outcomes_by_place(numbers, bet)
        ]
        chances = {}
        for weight, law in mixture:
            for gain, chance in law.items():
                chances[gain] = chances.get(gain, 0.0) + weight * chance
    return _on_lattice(unit, chances)


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
            chances = np.convolve(law.chances, stride.chances)
            law, _ = trimmed(law._replace(start=law.start + stride.start, chances=chances))


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
    last = _chernoff_rounds(one, 1 - level)
    if is_binomial(numbers, bet):
        if last * punters > MOST_BINOMIAL:
            return Ahead(None, None)
        chances = _binomial_ahead(numbers, bet, punters, last)
    else:
        if last**2 * len(one.chances) ** 2 > _MOST_WORK:
            return Ahead(None, None)
        chances = np.array([law.above(0) for law in laws(numbers, bet, punters, 1, last)])
    reached = chances >= level
    missed = np.flatnonzero(~reached)
    first = int(np.argmax(reached)) + 1 if reached.any() else last + 1
    return Ahead(first, int(missed[-1]) + 2 if len(missed) else 1)


def ruin_chance(one: Law, rounds: int, capital: int) -> float:
    """Chance that a bank of `capital` stakes can't pay in one of `rounds` rounds.

    It can't when its capital would fall below nothing. A dynamic program over the rounds: chances
    of what the bank has, as far as it could always pay.
    """
    # After j rounds the gain is j · start + step · place; the least place is kept beside the chances.
    alive, place, ruined = np.ones(1), 0, 0.0
    floor = -capital * one.unit
    for number in range(1, rounds + 1):
        alive = np.convolve(alive, one.chances)
        least = -((one.start * number - floor) // one.step)
        gone = min(max(least - place, 0), len(alive))
        ruined += float(alive[:gone].sum())
        alive, place = alive[gone:], place + gone
        if not len(alive):
            break
        heavy = np.flatnonzero(alive > _NEGLIGIBLE)
        if len(heavy):
            # What is cut off above can hardly be ruined; below, it is counted as if it were.
            ruined += float(alive[: heavy[0]].sum())
            alive, place = alive[heavy[0] : heavy[-1] + 1], place + int(heavy[0])
    return ruined


def capital_needed(one: Law, rounds: int, level: float) -> int:
    """The fewest whole stakes with which the chance of ruin in `rounds` rounds is below `level`."""
    enough = 1
    while ruin_chance(one, rounds, enough) >= level:
        enough *= 2
    short = enough // 2 if enough > 1 else -1
    while enough - short > 1:
        middle = (enough + short) // 2
        if ruin_chance(one, rounds, middle) < level:
            enough = middle
        else:
            short = middle
    return enough


def spread_of(numbers: int, bet: Bet, rounds: int, punters: int) -> tuple[float, float]:
    """Mean and standard deviation of the bank's gain against punters who bet at random."""
    one = round_law(numbers, bet, punters)
    gains = (one.start + one.step * np.arange(len(one.chances))) / one.unit
    variance = float(one.chances @ (gains - one.mean()) ** 2)
    return float(edge(numbers, bet)) * rounds * punters, (rounds * variance) ** 0.5


def trimmed(law: Law) -> tuple[Law, float]:
    """The law without the tails that hardly weigh anything, and what they weigh."""
    heavy = np.flatnonzero(law.chances > _NEGLIGIBLE)
    first, last = int(heavy[0]), int(heavy[-1])
    kept = law.chances[first : last + 1]
    cut = float(law.chances[:first].sum() + law.chances[last + 1 :].sum())
    return law._replace(start=law.start + law.step * first, chances=kept), cut


def _outcomes(numbers: int, bet: Bet) -> list[tuple[float, float, float, float]]:
    """A weight, and with it the chances that a punter wins, keeps and loses his stake."""
    won, kept = float(win_chance(numbers, bet)), float(stay_chance(numbers, bet))
    return [(1.0, won, kept, float(1 - win_chance(numbers, bet) - stay_chance(numbers, bet)))]


def _outcomes_by_place(numbers: int, bet: Bet) -> list[tuple[float, float, float, float]]:
    """The same for each kind of number drawn, where a punter chooses one of the bet's places at random."""
    places = bet.places or 1
    wins, stays = Fraction(places * bet.covers, numbers), Fraction(places * bet.stays, numbers)
    mine = 1 / places
    return [
        (float(wins), mine, 0.0, 1 - mine),
        (float(stays), 0.0, mine, 1 - mine),
        (float(1 - wins - stays), 0.0, 0.0, 1.0),
    ]


def _independent(won: int, kept: int, lost: int, chances: Sequence[float], punters: int) -> dict[int, float]:
    """What the bank gains from punters each of whom wins, keeps or loses by himself."""
    law = {0: 1.0}
    for _ in range(punters):
        following: dict[int, float] = {}
        for gain, chance in law.items():
            for change, likely in zip((won, kept, lost), chances, strict=True):
                if likely:
                    following[gain + change] = following.get(gain + change, 0.0) + chance * likely
        law = following
    return law


def _on_lattice(unit: int, chances: dict[int, float]) -> Law:
    gains = sorted(chances)
    step = reduce(gcd, (gain - gains[0] for gain in gains)) or 1
    found = np.zeros((gains[-1] - gains[0]) // step + 1)
    for gain, chance in chances.items():
        found[(gain - gains[0]) // step] += chance
    return Law(unit, gains[0], step, found)


def _power(chances: Chances, exponent: int) -> Chances:
    """The `exponent`-fold convolution of chances with themselves."""
    result = np.ones(1)
    while exponent:
        if exponent & 1:
            result = np.convolve(result, chances)
        exponent >>= 1
        if exponent:
            chances = np.convolve(chances, chances)
    return result


def _binomial_law(numbers: int, bet: Bet, bets: int) -> Law:
    _check_outcomes(bets + 1, MOST_BINOMIAL)
    from scipy.stats import binom

    hits = np.arange(bets + 1)
    chances = binom.pmf(hits, bets, float(win_chance(numbers, bet)))
    unit, back = bet.returns.denominator, bet.returns.numerator
    return Law(unit, bets * (unit - back), back, chances[::-1])


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


def _chernoff_rounds(one: Law, chance: float) -> int:
    """After so many rounds the bank is not ahead with at most that chance, and so for good."""
    from scipy.optimize import minimize_scalar

    gains = (one.start + one.step * np.arange(len(one.chances))) / one.unit
    if gains[0] > 0:
        return 1
    scale = 1 / max(-gains[0], gains[-1])

    def logarithm(exponent: float) -> float:
        return log(float(one.chances @ np.exp(-exponent * scale * gains)))

    # Any exponent gives a true bound; the best one the shortest.
    found = minimize_scalar(logarithm, bounds=(0, 50), method="bounded", options={"xatol": 1e-9})
    return ceil(log(chance) / found.fun)


def _check_outcomes(outcomes: int, most: int) -> None:
    if outcomes > most:
        raise TooManyOutcomesError(
            f"{outcomes:,} outcomes are more than can be told apart ({most:,}): fewer rounds or punters"
        )
