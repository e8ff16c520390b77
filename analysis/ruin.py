"""A punter who plays until he has reached a goal or is broke: the exact chances of systems, and the best.

Stakes and purses are whole. A bet's stake is a multiple of its unit, the denominator of what it
returns, so that purses stay whole; who can't stake a unit is broke. No stake is larger than the
purse, nor than what a win needs to reach the goal: a system that asks for more places so much,
and goes on from the stake that was placed. A round in which the stake stays changes nothing, so
it is left out of the chances, and counted again in rounds and stakes.

A system is a Markov chain on its purses (and the next stake, where that matters), solved by sparse
factorisation in floats. What remains in the equations, times the mean number of rounds, bounds
the error: the inverse of I − P has no negative entry, and its rows add up to the mean rounds.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.banking import edge, stay_chance, win_chance
from simulate.rules import BankRules, Bet

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

# Factorising so many equations takes half a minute and two thousand megabytes at worst.
MOST_STATES = 1_200_000
# Below so many states factorising takes no time.
_FEW_STATES = 20_000
_MOST_SWEEPS = 300
GOAL, BROKE = -1, -2


class TooManyStatesError(ValueError):
    """More states than memory allows; the message is one line."""


class Wager(NamedTuple):
    """A bet as a punter meets it: stakes are multiples of `unit`, and `gain` is what a unit wins.

    `win` is the chance to win, given that the stake doesn't stay; `stays` that it does.
    """

    bet: Bet
    unit: int
    gain: int
    win: Fraction
    stays: Fraction
    edge: Fraction

    def most(self, purse: int, goal: int) -> int:
        """The largest stake that makes sense: what the purse allows and the goal still needs."""
        return self.unit * min(purse // self.unit, -((purse - goal) // self.gain))


def wager(numbers: int, bet: Bet) -> Wager | None:
    """The bet as a punter meets it; None where a win gains nothing."""
    if bet.returns <= 1:
        return None
    stays = stay_chance(numbers, bet)
    unit = bet.returns.denominator
    win = win_chance(numbers, bet) / (1 - stays)
    return Wager(bet, unit, bet.returns.numerator - unit, win, stays, edge(numbers, bet))


def wagers(bank: BankRules) -> list[Wager]:
    """Every bet of a game that can gain something, those on any number of numbers included, each once."""
    bets = list(bank.bets)
    if bank.any_numbers is not None:
        bets += [bank.bet_on(count) for count in range(1, bank.numbers + 1)]
    found: dict[tuple[int, int, Fraction], Wager] = {}
    for bet in bets:
        met = wager(bank.numbers, bet)
        if met is not None:
            found.setdefault((met.unit, met.gain, met.win), met)
    return list(found.values())


class System(NamedTuple):
    """How a punter stakes: the first stake, and the next after a win or a loss.

    `first` is in base stakes; None stands for all that makes sense, and so in every round. The next
    stake is told from the one placed and the base stake.
    """

    name: str
    first: int | None
    after_win: Callable[[int, int], int]
    after_loss: Callable[[int, int], int]


SYSTEMS = (
    System("flat", 1, lambda _, base: base, lambda _, base: base),
    System("martingale", 1, lambda _, base: base, lambda placed, _: 2 * placed),
    System(
        "d'alembert", 1, lambda placed, base: max(placed - base, base), lambda placed, base: placed + base
    ),
    System("bold", None, lambda _, base: base, lambda _, base: base),
)
SYSTEM_NAMES = tuple(system.name for system in SYSTEMS)


class Value(NamedTuple):
    """What a way of playing brings: the chance to reach the goal, and means.

    `error` bounds the error of `chance`, None where no bound is known. `left` is the mean purse at the
    end, `staked` the mean of all stakes together.
    """

    chance: float
    error: float | None
    rounds: float
    staked: float
    left: float

    def loss_per_unit(self, purse: int) -> float:
        """What is lost on average of each unit staked."""
        return (purse - self.left) / self.staked


class Chain(NamedTuple):
    """A way of playing as a chain: for each state the stake, the chance to win, and where either leads.

    `won` and `lost` are states, or `GOAL` or `BROKE`; `won_purse` and `lost_purse` the purses there.
    The chain begins in state 0. `stays` is the chance that a round changes nothing. `rank`, where it is
    known, grows along nearly every move, so that the states can be solved one after the other.
    """

    stake: Floats
    win: Floats
    won: Indices
    lost: Indices
    won_purse: Floats
    lost_purse: Floats
    stays: Floats
    rank: Floats | None = None


def evaluate(chain: Chain) -> tuple[Value, Floats]:
    """What a way of playing brings from its first state, and its chance to reach the goal from each."""
    from scipy.sparse import csc_matrix, identity

    states = len(chain.stake)
    lose = 1 - chain.win
    number = np.arange(states)
    goes, falls = chain.won >= 0, chain.lost >= 0
    rows = np.concatenate([number[goes], number[falls]])
    columns = np.concatenate([chain.won[goes], chain.lost[falls]])
    weights = np.concatenate([chain.win[goes], lose[falls]])
    moves = csc_matrix((weights, (rows, columns)), shape=(states, states))
    matrix = identity(states, format="csc") - moves
    reached = chain.win * (chain.won == GOAL) + lose * (chain.lost == GOAL)
    ended = chain.win * ~goes * chain.won_purse + lose * ~falls * chain.lost_purse
    one = 1 / (1 - chain.stays)
    wanted = np.column_stack([reached, np.ones(states), one, chain.stake * one, ended])
    found = None if chain.rank is None or states < _FEW_STATES else _swept(moves, wanted, chain.rank)
    if found is None:
        found = _factorised(matrix, wanted)
    chance, rounds = found[:, 0], found[:, 1]
    missed = np.abs(matrix @ chance - reached).max() + np.finfo(float).eps
    # If the mean rounds solve their equations to within a half, the true ones are at most twice them.
    sure = np.abs(matrix @ rounds - 1).max() <= 0.5 and bool((rounds > 0).all())
    error = float(2 * missed * rounds[0]) if sure else None
    return Value(float(chance[0]), error, *(float(mean) for mean in found[0, 2:])), chance


def _factorised(matrix: Any, wanted: Floats) -> Floats:
    from scipy.sparse.linalg import splu

    solved: Floats = splu(matrix).solve(wanted)
    return solved


def _swept(moves: Any, wanted: Floats, rank: Floats) -> Floats | None:
    """The same by sweeps from the states that come last to the first; None if they don't settle.

    Where almost every move leads to a later state, what remains for the next sweep is small. At
    d'Alembert's progression only stakes that the purse cuts short lead back: a few dozen sweeps
    do, and take seconds where factorising takes a minute.
    """
    from scipy.sparse import csc_matrix, identity
    from scipy.sparse.linalg import splu

    order = np.argsort(-rank, kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    pairs = moves.tocoo()
    rows, columns = place[pairs.row], place[pairs.col]
    ahead = columns < rows
    size = moves.shape
    forward = csc_matrix((pairs.data[ahead], (rows[ahead], columns[ahead])), shape=size)
    back = csc_matrix((pairs.data[~ahead], (rows[~ahead], columns[~ahead])), shape=size).tocsr()
    solver = splu(identity(len(order), format="csc") - forward, permc_spec="NATURAL", diag_pivot_thresh=0)
    known = wanted[order]
    found = solver.solve(known)
    for _ in range(_MOST_SWEEPS):
        following = solver.solve(known + back @ found)
        settled = np.abs(following - found).max(axis=0) <= 1e-15 * np.abs(following).max(axis=0)
        found = following
        if settled.all():
            solved: Floats = found[place]
            return solved
    return None


def system_value(system: System, met: Wager, purse: int, goal: int, base: int) -> Value:
    """What a system brings that plays one bet from `purse` until `goal` or ruin.

    `base` is the base stake, rounded up to a multiple of the bet's unit.

    Raises
    ------
    TooManyStatesError
        There are more states than memory allows.
    """
    if met.most(purse, goal) == 0:
        return Value(0.0, 0.0, 0.0, 0.0, float(purse))
    return evaluate(_chain(system, met, purse, goal, -(-base // met.unit) * met.unit))[0]


def _chain(system: System, met: Wager, purse: int, goal: int, base: int) -> Chain:
    """The states of a system that can be reached, by walking from the first."""
    first = met.most(purse, goal) if system.first is None else min(base, met.most(purse, goal))
    number = {(purse, first): 0}
    states = [(purse, first)]
    won: list[int] = []
    lost: list[int] = []

    def place(after: int, wanted: int) -> int:
        if after >= goal:
            return GOAL
        most = met.most(after, goal)
        if most == 0:
            return BROKE
        state = after, most if system.first is None else min(wanted, most)
        found = number.get(state)
        if found is None:
            found = number[state] = len(states)
            states.append(state)
        return found

    at = 0
    while at < len(states):
        have, stake = states[at]
        won.append(place(have + stake // met.unit * met.gain, system.after_win(stake, base)))
        lost.append(place(have - stake, system.after_loss(stake, base)))
        at += 1
        if len(states) > MOST_STATES:
            raise TooManyStatesError(
                f"{system.name} on {met.bet.name} meets more than {MOST_STATES:,} states of purse and stake"
            )
    purses, stakes = (np.array(column, dtype=float) for column in zip(*states, strict=True))
    return Chain(
        stakes,
        np.full(len(states), float(met.win)),
        np.array(won, dtype=np.int64),
        np.array(lost, dtype=np.int64),
        purses + stakes / met.unit * met.gain,
        purses - stakes,
        np.full(len(states), float(met.stays)),
        # A loss leaves this as it is, since the stake grows by as much as the sum of stakes asks, and
        # puts the smaller purse later; a win makes it grow.
        purses + stakes * (stakes - base) / (2 * base) - purses / (goal + 1),
    )


def fair_bound(purse: int, goal: int, game: Iterable[Wager]) -> Fraction | None:
    """Nobody reaches the goal with a larger chance than purse / goal, unless a bet favours the punter."""
    return Fraction(purse, goal) if all(met.edge >= 0 for met in game) else None
