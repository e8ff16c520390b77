"""The best chances that are shown, proved in whole numbers, for every bet and whole stake.

Values of all purses are rounded to multiples of 2⁻⁴⁸. If no stake gains on them, each purse raised a
little, nothing does better than they say; if the stakes that are called best hold them, lowered a
little, these do as well. Both are looked at exactly, in integers of 64 bits, and the games are written
down here once more.
"""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from analysis.best_play import best_play
from analysis.ruin import wagers
from simulate.catalogue import load

ONE = 2**48
# What a unit of the purse is raised by, and a mean round lowered by; both in 2⁻⁴⁸.
RAISED, LOWERED = 1_000, 10
# Mean rounds are counted in sixteenths, so that rounding them up costs less than a round.
PART = 16


class Chance(NamedTuple):
    """A bet: it wins in `wins` of `of` rounds that change anything, and what stakes of a unit win."""

    wins: int
    of: int
    unit: int
    gain: int


def at(numbers: int, returned: int) -> list[Chance]:
    """Bets on every number of numbers, where k return returned / k."""
    pays = [(count, Fraction(returned, count)) for count in range(1, returned)]
    return [Chance(count, numbers, pay.denominator, pay.numerator - pay.denominator) for count, pay in pays]


GAMES = {
    "biribi": at(70, 64),
    "biribi-36": at(36, 32)[:1],
    "belle": at(104, 96)[:1],
    "roulette-1798": [Chance(19, 39, 1, 1)],
}
SHOWN = {
    ("biribi", 10): "45.970",
    ("biribi", 100): "46.626",
    ("biribi", 1000): "46.808",
    ("biribi-36", 100): "43.075",
    ("belle", 100): "39.262",
    ("roulette-1798", 100): "48.718",
}


class Claimed(NamedTuple):
    """What the product says: chances of all purses to the goal, in 2⁻⁴⁸, and its bet and stake of each."""

    goal: int
    chances: NDArray
    stakes: NDArray
    bets: list[Chance | None]
    chance: float


@cache
def claimed(game_id: str, purse: int) -> Claimed:
    bank = load(game_id).bank
    best = best_play(wagers(bank), purse, 2 * purse)
    bets = [
        None
        if met is None
        else Chance(
            int(met.win.numerator),
            int(met.win.denominator),
            met.unit,
            met.gain,
        )
        for met in best.bets
    ]
    rounded = np.rint(best.chances * ONE).astype(np.int64)
    return Claimed(2 * purse, rounded, best.stakes, bets, best.value.chance)


def gained_on(game: list[Chance], chances: NDArray) -> bool:
    """Whether some stake, however large, makes more of the chances than they are, each purse raised."""
    goal = len(chances) - 1
    raised = chances + RAISED * np.arange(goal + 1)
    assert raised[0] >= 0
    assert raised[goal] >= ONE
    for bet in game:
        for units in range(1, (goal - 1) // bet.unit + 1):
            purses = np.arange(units * bet.unit, goal)
            won = raised[np.minimum(purses + units * bet.gain, goal)]
            lost = raised[purses - units * bet.unit]
            if (bet.wins * won + (bet.of - bet.wins) * lost > bet.of * raised[purses]).any():
                return True
    return False


def held(game: list[Chance], claim: Claimed, chances: NDArray) -> NDArray | None:
    """What the stakes called best surely bring, in 2⁻⁴⁸; None if they don't hold the chances."""
    goal = claim.goal
    rounds = mean_rounds(claim)
    lowered = chances - LOWERED * rounds
    lowered[goal] = min(chances[goal], ONE)
    lowered[0] = min(chances[0], 0)
    for purse in range(1, goal):
        bet, stake = claim.bets[purse], int(claim.stakes[purse])
        if bet is None:
            # Nothing is staked, so nothing is reached.
            if lowered[purse] > 0:
                return None
            continue
        assert any(Fraction(bet.wins, bet.of) == Fraction(one.wins, one.of)
                   and (bet.unit, bet.gain) == (one.unit, one.gain) for one in game)  # fmt: skip
        assert stake % bet.unit == 0
        assert 0 < stake <= purse
        won, lost = min(purse + stake // bet.unit * bet.gain, goal), purse - stake
        lose = bet.of - bet.wins
        # On average more than half a round is over, so that the play ends with certainty.
        assert bet.wins * rounds[won] + lose * rounds[lost] <= bet.of * (rounds[purse] - PART // 2)
        if bet.wins * lowered[won] + lose * lowered[lost] < bet.of * lowered[purse]:
            return None
    return lowered


def mean_rounds(claim: Claimed) -> NDArray:
    """Mean rounds left of each purse by the stakes called best, in sixteenths, rounded up."""
    goal = claim.goal
    equations, ones = np.eye(goal + 1), np.zeros(goal + 1)
    for purse in range(1, goal):
        bet, stake = claim.bets[purse], int(claim.stakes[purse])
        if bet is not None:
            ones[purse] = 1
            won = min(purse + stake // bet.unit * bet.gain, goal)
            equations[purse, won] -= bet.wins / bet.of
            equations[purse, purse - stake] -= 1 - bet.wins / bet.of
    rounds = np.ceil(PART * np.linalg.solve(equations, ones)).astype(np.int64)
    rounds[[0, goal]] = 0
    return rounds


@pytest.mark.parametrize(("game_id", "purse"), SHOWN)
def test_the_best_chances_shown_are_proved_in_integers(game_id: str, purse: int) -> None:
    claim = claimed(game_id, purse)
    lowered = held(GAMES[game_id], claim, claim.chances)
    assert lowered is not None
    assert not gained_on(GAMES[game_id], claim.chances)
    low = Fraction(int(lowered[purse]), ONE)
    high = Fraction(int(claim.chances[purse]) + RAISED * purse, ONE)
    assert low <= claim.chance <= high
    assert high - low < Fraction(purse, 10**11)
    # Both ends are what is shown.
    shown = SHOWN[game_id, purse]
    assert [f"{100 * float(end):.3f}" for end in (low, high)] == [shown, shown]


@pytest.mark.parametrize(("game_id", "purse"), SHOWN)
def test_a_value_a_millionth_off_is_proved_by_nothing(game_id: str, purse: int) -> None:
    claim, game = claimed(game_id, purse), GAMES[game_id]
    for at_purse in {purse, claim.goal // 3, claim.goal - 3}:
        off = np.zeros_like(claim.chances)
        off[at_purse] = round(ONE / 1e6)
        assert held(game, claim, claim.chances + off) is None
        assert gained_on(game, claim.chances - off)


def test_a_bet_that_returns_a_unit_more_gains_on_the_best_chances() -> None:
    """Neither 65 on a number nor 64/k without the 3 is what was proved."""
    claim = claimed("biribi", 100)
    assert gained_on([*GAMES["biribi"], Chance(1, 70, 1, 64)], claim.chances)
    assert gained_on([Chance(9, 70, 1, 7)], claim.chances)
