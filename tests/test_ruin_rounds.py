"""Systems followed round by round from the first stake: a second way to their figures, at the sizes shown.

Nothing of `analysis.ruin` is used but its answer. The rules are written anew for whole arrays of purses
and stakes, and the chances of all of them are carried on until next to nobody is still playing.
"""

from fractions import Fraction
from math import ceil
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from analysis.ruin import SYSTEMS, system_value, wager
from simulate.rules import Bet

BY_NAME = {system.name: system for system in SYSTEMS}
ALIVE = 1e-13
# States that are met less often than so are left out.
NEXT_TO_NEVER = 1e-23


class Table(NamedTuple):
    """A bet: of so many numbers it wins on some, and keeps the stake on others."""

    numbers: int
    covers: int
    returns: Fraction
    stays: int = 0


class Brought(NamedTuple):
    chance: float
    rounds: float
    staked: float
    left: float


def at_biribi(covers: int) -> Table:
    return Table(70, covers, Fraction(64, covers))


COLOUR = Table(40, 19, Fraction(2), stays=1)


def allowed(purse: NDArray, wanted: NDArray, goal: int, returns: Fraction) -> NDArray:
    """The stake placed: whole units, no more than the purse and than a win needs to reach the goal."""
    unit = returns.denominator
    gained_by_a_unit = returns.numerator - returns.denominator
    units = np.minimum(purse // unit, (goal - purse + gained_by_a_unit - 1) // gained_by_a_unit)
    return np.minimum(wanted, unit * units)


def next_stakes(name: str, placed: NDArray, base: int, everything: int) -> tuple[NDArray, NDArray]:
    """What the system stakes next after a win and after a loss, as far as that is allowed."""
    same, double = np.full_like(placed, base), 2 * placed
    return {
        "flat": (same, same),
        "martingale": (same, double),
        "d'alembert": (np.maximum(placed - base, base), placed + base),
        "bold": (np.full_like(placed, everything), np.full_like(placed, everything)),
    }[name]


def followed(name: str, table: Table, purse: int, goal: int, base: int = 1) -> Brought:
    """The law of purse and stake, round after round."""
    unit = table.returns.denominator
    base = unit * ceil(base / unit)
    everything = goal * unit
    first = int(allowed(np.array([purse]), np.array([everything if name == "bold" else base]), goal,
                        table.returns)[0])  # fmt: skip
    # A state is purse · width + stake. The states met so far are kept in order.
    width = goal
    met = np.array([purse * width + first])
    newest = met
    while len(newest):
        won, lost = moves(name, newest, width, table, goal, base, everything)[:2]
        reached = np.unique(np.concatenate([won[won >= 0], lost[lost >= 0]]))
        newest = np.setdiff1d(reached, met, assume_unique=True)
        met = np.union1d(met, newest)
    won, lost, won_purse, lost_purse = moves(name, met, width, table, goal, base, everything)
    stake = met % width
    count = len(met)
    # Place `count` is that of those who play no more.
    to_won = np.where(won >= 0, np.searchsorted(met, won), count)
    to_lost = np.where(lost >= 0, np.searchsorted(met, lost), count)
    win, stay = table.covers / table.numbers, table.stays / table.numbers
    lose = (table.numbers - table.covers - table.stays) / table.numbers
    ends_won, ends_lost = won < 0, lost < 0
    playing = np.zeros(count)
    playing[np.searchsorted(met, purse * width + first)] = 1
    # How often each state was met; everything asked for follows from that.
    visits = np.zeros(count)
    dropped = 0.0
    while playing.sum() >= ALIVE:
        likely = np.flatnonzero(playing > NEXT_TO_NEVER)
        here = playing[likely]
        dropped += playing.sum() - here.sum()
        visits[likely] += here
        following = np.bincount(to_won[likely], win * here, count + 1)
        following += np.bincount(to_lost[likely], lose * here, count + 1)
        following[likely] += stay * here
        playing = following[:count]
    assert dropped < ALIVE
    return Brought(
        win * visits[ends_won & (won_purse >= goal)].sum(),
        visits.sum(),
        visits @ stake,
        win * (visits * won_purse)[ends_won].sum() + lose * (visits * lost_purse)[ends_lost].sum(),
    )


def moves(
    name: str, states: NDArray, width: int, table: Table, goal: int, base: int, everything: int
) -> tuple[NDArray, NDArray, NDArray, NDArray]:
    """Where a win and a loss lead, −1 where they end it, and the purses there."""
    purse, stake = states // width, states % width
    unit = table.returns.denominator
    after = (purse - stake + stake // unit * table.returns.numerator, purse - stake)
    led = []
    for have, wanted in zip(after, next_stakes(name, stake, base, everything), strict=True):
        placed = allowed(have, wanted, goal, table.returns)
        led.append(np.where((have >= goal) | (have < unit), -1, have * width + placed))
    return led[0], led[1], after[0], after[1]


TABLES = {
    "plein": at_biribi(1),
    "2 numbers": at_biribi(2),
    "3 numbers": at_biribi(3),
    "4 numbers": at_biribi(4),
    "8 numbers": at_biribi(8),
    "16 numbers": at_biribi(16),
    "32 numbers": at_biribi(32),
    "a colour": COLOUR,
}


def told(name: str, table: Table, purse: int, goal: int, base: int = 1) -> Brought:
    """The same by the product."""
    bet = Bet(
        name="a bet",
        covers=table.covers,
        stays=table.stays,
        returns=table.returns,
        source="test",
        status="assumed",
    )
    met = wager(table.numbers, bet)
    assert met is not None
    value = system_value(BY_NAME[name], met, purse, goal, base)
    return Brought(value.chance, value.rounds, value.staked, value.left)


def check(name: str, table: Table, purse: int, goal: int) -> None:
    ours, theirs = followed(name, table, purse, goal), told(name, table, purse, goal)
    assert theirs.chance == pytest.approx(ours.chance, rel=1e-9, abs=1e-11)
    assert theirs[1:3] == pytest.approx(ours[1:3], rel=1e-9)
    assert theirs.left == pytest.approx(ours.left, rel=1e-9, abs=1e-7)
    edge = 1 - (table.covers * table.returns + table.stays) / table.numbers
    assert purse - ours.left == pytest.approx(float(edge) * ours.staked, rel=1e-9)


@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize("bet", TABLES)
def test_doubling_a_hundred_round_by_round(bet: str, name: str) -> None:
    check(name, TABLES[bet], 100, 200)


# A thousand: what takes ten seconds or more is left to the long proofs. D'Alembert's progression on half
# the board has 750,000 states and would take an hour; it is followed from two hundred.
LONG = {
    *(("d'alembert", bet) for bet in ("8 numbers", "16 numbers")),
    *((name, "a colour") for name in ("flat", "martingale")),
}
TOO_LONG = {("d'alembert", bet) for bet in ("32 numbers", "a colour")}


@pytest.mark.parametrize(
    ("name", "bet"),
    [
        pytest.param(name, bet, marks=pytest.mark.prove if (name, bet) in LONG else pytest.mark.slow)
        for name in BY_NAME
        for bet in TABLES
        if (name, bet) not in TOO_LONG
    ],
)
def test_doubling_a_thousand_round_by_round(name: str, bet: str) -> None:
    check(name, TABLES[bet], 1000, 2000)


@pytest.mark.prove
@pytest.mark.parametrize(("name", "bet"), sorted(TOO_LONG))
def test_doubling_two_hundred_round_by_round(name: str, bet: str) -> None:
    check(name, TABLES[bet], 200, 400)


@pytest.mark.parametrize("name", BY_NAME)
def test_a_small_change_of_the_rules_would_be_seen_round_by_round(name: str) -> None:
    """A number that returned 65, and a system a unit richer, are told apart."""
    ours = followed(name, TABLES["plein"], 100, 200)
    assert abs(told(name, Table(70, 1, Fraction(65)), 100, 200).chance - ours.chance) > 1e-4
    assert abs(told(name, TABLES["plein"], 101, 200).chance - ours.chance) > 1e-4


# Played


def play(
    name: str, table: Table, purse: int, goal: int, punters: int, seed: int
) -> tuple[NDArray, NDArray, NDArray]:
    """Whether each of many punters reached the goal, his rounds, and what he staked in all."""
    random = np.random.default_rng(seed)
    everything = 10**6
    have = np.full(punters, purse)
    stake = allowed(have, np.full(punters, everything if name == "bold" else 1), goal, table.returns)
    rounds, staked = np.zeros(punters, dtype=np.int64), np.zeros(punters, dtype=np.int64)
    playing = np.arange(punters)
    while len(playing):
        rounds[playing] += 1
        staked[playing] += stake[playing]
        placed = stake[playing]
        wins = random.integers(table.numbers, size=len(playing)) < table.covers
        have[playing] += np.where(wins, placed * int(table.returns - 1), -placed)
        after_win, after_loss = next_stakes(name, placed, 1, everything)
        wanted = np.where(wins, after_win, after_loss)
        stake[playing] = allowed(have[playing], wanted, goal, table.returns)
        playing = playing[(have[playing] > 0) & (have[playing] < goal)]
    return have >= goal, rounds, staked


def far(value: float, played: NDArray) -> bool:
    """Whether the mean of what was played is more than four standard errors away."""
    error = played.std(ddof=1) / len(played) ** 0.5
    return abs(played.mean() - value) > 4 * error


@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize("bet", ["plein", "4 numbers", "16 numbers", "32 numbers"])
def test_doubling_ten_played_two_hundred_thousand_times(bet: str, name: str) -> None:
    table = TABLES[bet]
    reached, rounds, staked = play(name, table, 10, 20, 200_000, seed=17)
    value = told(name, table, 10, 20)
    assert not far(value.chance, reached)
    assert not far(value.staked, staked)
    if rounds.std():
        assert not far(value.rounds, rounds)
    # Were a number drawn of 72, or a purse of 11 brought, it would show.
    assert far(told(name, table._replace(numbers=72), 10, 20).chance, reached)
    assert far(told(name, table, 11, 20).chance, reached)


# Of any game


@st.composite
def tables(draw: st.DrawFn) -> Table:
    numbers = draw(st.integers(2, 40))
    covers = draw(st.integers(1, numbers - 1))
    stays = draw(st.integers(0, min(2, numbers - covers - 1)))
    unit = draw(st.integers(1, 4))
    return Table(numbers, covers, Fraction(draw(st.integers(unit + 1, 12 * unit)), unit), stays)


@settings(deadline=None, max_examples=150)
@given(tables(), st.integers(1, 60), st.integers(1, 60), st.integers(1, 5), st.sampled_from(sorted(BY_NAME)))
def test_what_is_lost_of_each_unit_staked_is_the_edge_in_any_game(
    table: Table, purse: int, further: int, base: int, name: str
) -> None:
    value = told(name, table, purse, purse + further, base)
    edge = 1 - (table.covers * table.returns + table.stays) / table.numbers
    scale = max(value.staked, value.left, 1)
    assert purse - value.left == pytest.approx(float(edge) * value.staked, abs=1e-9 * scale)
    assert 0 <= value.chance <= 1
    assert value.left >= value.chance * (purse + further) * (1 - 1e-9)


@settings(deadline=None, max_examples=40)
@given(tables(), st.integers(1, 20), st.integers(1, 20), st.integers(1, 3), st.sampled_from(sorted(BY_NAME)))
def test_any_game_round_by_round(table: Table, purse: int, further: int, base: int, name: str) -> None:
    if purse < table.returns.denominator:
        assert told(name, table, purse, purse + further, base) == (0, 0, 0, purse)
        return
    ours, theirs = (way(name, table, purse, purse + further, base) for way in (followed, told))
    assert theirs == pytest.approx(ours, rel=1e-9, abs=1e-9)
