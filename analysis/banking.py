"""The banking games, exactly: the edge of a bet, its spread, and what the banker makes.

One of `numbers` numbers is drawn; a bet on `covers` of them returns `returns` times the
stake, the stake included, when one of them comes; on `stays` more the stake is given back.
All figures are the bank's, in stakes.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, sqrt
from typing import Any, NamedTuple

from simulate.rules import Bet


def edge(numbers: int, bet: Bet) -> Fraction:
    """House edge: what the bank gains on average, per unit staked."""
    return 1 - win_chance(numbers, bet) * bet.returns - stay_chance(numbers, bet)


def win_chance(numbers: int, bet: Bet, punters: int = 1) -> Fraction:
    """Chance that one of `punters` bets wins, no two of which cover the same number.

    Raises
    ------
    ValueError
        There aren't so many numbers.
    """
    if punters < 1 or punters * bet.covers > numbers:
        raise ValueError(f"punters={punters}: {bet.name} covers {bet.covers}, the game has {numbers} numbers")
    return Fraction(punters * bet.covers, numbers)


def stay_chance(numbers: int, bet: Bet) -> Fraction:
    """Chance that the stake is neither paid nor taken."""
    return Fraction(bet.stays, numbers)


class Left(NamedTuple):
    """What a stake is after so many wins in a row, the winnings left where they are.

    `chance` is that of so many wins; at a fair game the stake would be `fair` then, and `kept` is the share
    of it that the bank keeps (below 0 where the bet pays more than fair).
    """

    wins: int
    becomes: Fraction
    chance: Fraction
    fair: Fraction
    kept: Fraction


def winnings_left(numbers: int, bet: Bet, wins: int) -> Left:
    """What a stake makes whose winnings are left on the bet until it has won `wins` times or lost.

    Rounds in which the stake stays are played again.
    """
    win = win_chance(numbers, bet) / (1 - stay_chance(numbers, bet))
    becomes, fair = bet.returns**wins, 1 / win**wins
    return Left(wins, becomes, win**wins, fair, 1 - becomes / fair)


def standard_deviation(numbers: int, bet: Bet) -> float:
    """Standard deviation of the bank's gain on one bet, per unit staked."""
    stays = stay_chance(numbers, bet)
    back = win_chance(numbers, bet) * bet.returns + stays
    return sqrt(win_chance(numbers, bet) * bet.returns**2 + stays - back**2)


def favours(numbers: int, bet: Bet) -> str:
    """Whom the bet favours in the long run: ``bank``, ``punter`` or ``nobody``."""
    kept = edge(numbers, bet)
    return "bank" if kept > 0 else "punter" if kept < 0 else "nobody"


def banker_spread(
    numbers: int, bet: Bet, rounds: int, probabilities: Sequence[float], punters: int = 1
) -> list[Fraction]:
    """Quantiles of the bank's gain after `rounds` rounds.

    Parameters
    ----------
    numbers, bet : the game and the bet that every punter makes.
    rounds : how often a number is drawn.
    probabilities : of the quantiles, each strictly between 0 and 1.
    punters : each stakes one unit a round, no two on the same number.

    Returns
    -------
    list of Fraction
        For each p the least gain, in stakes, which the bank's gain doesn't exceed with
        a chance of at least p.

    Raises
    ------
    ValueError
        A probability or the number of rounds or punters is out of range.
    """
    chance = float(win_chance(numbers, bet, punters))
    _check_rounds(rounds)
    quantiles = []
    for probability in probabilities:
        if not 0 < probability < 1:
            raise ValueError(f"probability {probability}: it lies strictly between 0 and 1")
        if bet.stays:
            quantiles.append(_quantile_with_stays(numbers, bet, rounds, probability, punters))
            continue
        # The gain falls as hits rise: its quantile belongs to the most hits still that likely.
        hits, beyond = 0, rounds + 1
        while beyond - hits > 1:
            middle = (hits + beyond) // 2
            if chance_of_hits(middle, rounds, chance) >= probability:
                hits = middle
            else:
                beyond = middle
        quantiles.append(punters * rounds - bet.returns * hits)
    return quantiles


def chance_ahead(numbers: int, bet: Bet, rounds: int, punters: int = 1) -> float:
    """Chance that the bank has gained something (being level doesn't count) after `rounds` rounds."""
    _check_rounds(rounds)
    if bet.stays:
        return 1 - _at_most_with_stays(numbers, bet, rounds, Fraction(0), punters)
    least_hits_not_ahead = ceil(punters * rounds / bet.returns)
    return chance_of_fewer_hits(least_hits_not_ahead, rounds, float(win_chance(numbers, bet, punters)))


def chance_of_hits(least: int, rounds: int, chance: float) -> float:
    """Chance of at least `least` hits in `rounds` rounds."""
    if least <= 0 or least > rounds:
        return float(least <= 0)
    if chance >= 1:
        return 1.0
    from scipy.special import betainc

    return float(betainc(least, rounds - least + 1, chance))


def chance_of_fewer_hits(least: int, rounds: int, chance: float) -> float:
    """Chance of fewer than `least` hits in `rounds` rounds, accurate where it is small."""
    if least <= 0 or least > rounds:
        return float(least > rounds)
    if chance >= 1:
        return 0.0
    from scipy.special import betaincc

    return float(betaincc(least, rounds - least + 1, chance))


def _quantile_with_stays(numbers: int, bet: Bet, rounds: int, probability: float, punters: int) -> Fraction:
    """The least gain of the bank that isn't exceeded with a chance of at least `probability`."""
    unit = bet.returns.denominator
    too_low, enough = -rounds * bet.returns.numerator - 1, rounds * unit
    while enough - too_low > 1:
        middle = (too_low + enough) // 2
        gain = Fraction(middle, unit)
        if _at_most_with_stays(numbers, bet, rounds, gain, punters) >= probability:
            enough = middle
        else:
            too_low = middle
    return Fraction(enough, unit)


def _at_most_with_stays(numbers: int, bet: Bet, rounds: int, gain: Fraction, punters: int) -> float:
    """Chance that the bank gains no more than that, where stakes can stay: a mixture over how many do."""
    if punters != 1:
        raise ValueError(f"punters={punters}: where a stake can stay, one punter only is told of")
    import numpy as np
    from scipy.special import betainc

    stayed, weights = _stays(rounds, float(stay_chance(numbers, bet)))
    moved = rounds - stayed
    lost_at_least = moved * gain.denominator - gain.numerator
    # The bank gains the stakes that moved less `returns` for each win.
    least = -(-lost_at_least * bet.returns.denominator // (bet.returns.numerator * gain.denominator))
    chance = float(win_chance(numbers, bet) / (1 - stay_chance(numbers, bet)))
    possible = (least > 0) & (least <= moved)
    wins = np.where(possible, least, 1)
    hits = np.where(possible, betainc(wins, np.maximum(moved - wins + 1, 1), chance), least <= 0)
    return float(weights @ hits)


@lru_cache(maxsize=4)
def _stays(rounds: int, chance: float) -> tuple[Any, Any]:
    """In how many of the rounds a stake may stay, and how likely each number is."""
    import numpy as np
    from scipy.stats import binom

    # Beyond twelve standard deviations nothing weighs anything.
    reach = 12 * (rounds * chance * (1 - chance)) ** 0.5 + 40
    low, high = max(int(rounds * chance - reach), 0), min(int(rounds * chance + reach), rounds)
    stayed = np.arange(low, high + 1)
    return stayed, binom.pmf(stayed, rounds, chance)


def _check_rounds(rounds: int) -> None:
    if rounds < 0:
        raise ValueError(f"rounds={rounds}: rounds can't be fewer than none")
