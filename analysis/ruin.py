"""A punter who plays until he has reached a goal or is broke: the exact chances of systems, and the best.

Stakes and purses are whole. A bet's stake is a multiple of its unit, the denominator of what it
returns, so that purses stay whole; who can't stake a unit is broke. No stake is larger than the
purse, nor than what a win needs to reach the goal: a system that asks for more places so much,
and goes on from the stake that was placed. A round in which the stake stays changes nothing, so
it is left out of the chances, and counted again in rounds and stakes.

A system is a Markov chain on its purses (and the next stake, where that matters), solved in floats. What
remains in the equations, times the mean number of rounds, bounds the error: the inverse of I − P has no
negative entry, and its rows add up to the mean rounds.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.banking import edge, stay_chance, win_chance
from analysis.chain_solving import UnsolvedError, solve
from simulate.rules import BankRules, Bet

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

# So many take half a minute and more than a gigabyte.
MOST_STATES = 1_200_000
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
    The chain begins in state 0. `stays` is the chance that a round changes nothing. Each of `ranks` may
    grow along nearly every move, so that the states can be solved one after the other. `local` says that
    moves lead so little far that the equations can be factorised, however many they are.
    """

    stake: Floats
    win: Floats
    won: Indices
    lost: Indices
    won_purse: Floats
    lost_purse: Floats
    stays: Floats
    ranks: tuple[Floats, ...] = ()
    local: bool = False


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
    found = solve(moves, wanted, chain.ranks, chain.local)
    chance, rounds = found[:, 0], found[:, 1]
    missed = np.abs(matrix @ chance - reached).max() + np.finfo(float).eps
    # If the mean rounds solve their equations to within a half, the true ones are at most twice them.
    sure = np.abs(matrix @ rounds - 1).max() <= 0.5 and bool((rounds > 0).all())
    error = float(2 * missed * rounds[0]) if sure else None
    return Value(min(max(float(chance[0]), 0.0), 1.0), error, *(float(mean) for mean in found[0, 2:])), chance


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
    chain = _chain(system, met, purse, goal, -(-base // met.unit) * met.unit)
    try:
        return evaluate(chain)[0]
    except UnsolvedError:
        raise TooManyStatesError(
            f"{system.name} on {met.bet.name} has {len(chain.stake):,} states of purse and stake, whose "
            f"equations settle by no steps and would take gigabytes to factorise"
        ) from None


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
                f"{system.name} on {met.bet.name} meets more than {MOST_STATES:,} states of purse and stake, "
                f"which take more than a gigabyte"
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
        (
            # Every loss leads to a smaller purse, and where odds are long there are few wins.
            -purses,
            # In d'Alembert's progression a loss leaves this as it is but for the smaller purse, since the
            # stake grows by as much as the sum of stakes asks; a win makes it grow.
            purses + stakes * (stakes - base) / (2 * base) - purses / (goal + 1),
        ),
        # At even money a win makes good the losses before it, so that it leads next to where they began.
        local=met.gain == met.unit,
    )


def fair_bound(purse: int, goal: int, game: Iterable[Wager]) -> Fraction | None:
    """Nobody reaches the goal with a larger chance than purse / goal, unless a bet favours the punter."""
    return Fraction(purse, goal) if all(met.edge >= 0 for met in game) else None
