"""The best possible way to a goal: dynamic programming over every whole stake and every bet.

Policy iteration: the greedy policy is solved exactly, improved wherever some stake does better, and
solved again, until none does. Every policy ends, since each stake can be lost, or can't but gain. It
begins with the answer for purses and goal of half the size. The answer is checked from above: as no
stake gains more than so much on it, no play does better than by that times the rounds it takes.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from analysis.ruin import BROKE, GOAL, Chain, Floats, Indices, Value, Wager, evaluate, fair_bound

_SWEEPS = 20
# So few purses are as good a start as none.
_FEW = 100
_BETTER = 1e-13
_MOST_POLICIES = 200


class Best(NamedTuple):
    """The best possible play from a purse: what it brings, and its first stake.

    `chances`, `stakes` and `bets` are those of every purse.
    """

    value: Value
    chances: Floats
    stakes: Indices
    bets: list[Wager | None]


def best_play(game: Sequence[Wager], purse: int, goal: int) -> Best:
    """The best chance to reach `goal` from `purse`, over every bet and whole stake of them."""
    chances, stakes, choices = _improved(game, goal, _first_guess(game, goal))
    value, chances = _solved(game, purse, goal, stakes, choices)
    for _ in range(_MOST_POLICIES):
        better, new_stakes, new_choices = _improved(game, goal, chances)
        gains = better > chances + _BETTER
        if not gains.any():
            break
        stakes, choices = np.where(gains, new_stakes, stakes), np.where(gains, new_choices, choices)
        value, chances = _solved(game, purse, goal, stakes, choices)
    missed = float((better - chances).max())
    value = value._replace(error=_bound(game, purse, goal, value, missed))
    return Best(value, chances, stakes, [game[choice] if choice >= 0 else None for choice in choices])


def _first_guess(game: Sequence[Wager], goal: int) -> Floats:
    """The chances by the best play with purses and goal of half the size, and so on down to few."""
    if goal <= _FEW:
        chances = np.zeros(goal + 1)
        chances[goal] = 1
        for _ in range(_SWEEPS):
            chances = _improved(game, goal, chances)[0]
        return chances
    half = (goal + 1) // 2
    coarse = best_play(game, half // 2, half).chances
    guess: Floats = np.interp(np.arange(goal + 1) * (half / goal), np.arange(half + 1), coarse)
    return guess


def _improved(game: Sequence[Wager], goal: int, chances: Floats) -> tuple[Floats, Indices, Indices]:
    """For every purse the best chance that one stake makes of those after it, the stake and the bet."""
    best = np.zeros(goal + 1)
    best[goal] = 1
    stakes = np.zeros(goal + 1, dtype=np.int64)
    choices = np.full(goal + 1, -1)
    # Whatever is won beyond the goal, the goal is reached.
    beyond_goal = np.concatenate([chances, np.ones(goal)])
    made_of, lost_of = np.empty(goal), np.empty(goal)
    for choice, met in enumerate(game):
        win, lose = float(met.win), 1 - float(met.win)
        most = min(met.gain, goal)
        for units in range(1, goal // met.unit + 1):
            stake, gain = units * met.unit, units * most
            # Larger purses would need less than that to reach the goal.
            beyond = min(goal, goal - (units - 1) * most)
            size = beyond - stake
            if size <= 0:
                break
            made = np.multiply(beyond_goal[stake + gain : beyond + gain], win, out=made_of[:size])
            made += np.multiply(chances[:size], lose, out=lost_of[:size])
            better = made > best[stake:beyond]
            if better.any():
                where = np.flatnonzero(better) + stake
                best[where] = made[better]
                stakes[where] = stake
                choices[where] = choice
    return best, stakes, choices


def _solved(
    game: Sequence[Wager], purse: int, goal: int, stakes: Indices, choices: Indices
) -> tuple[Value, Floats]:
    """What a policy brings, and its chance from every purse."""
    chances = np.zeros(goal + 1)
    chances[goal] = 1
    places = np.flatnonzero(choices >= 0)
    if not len(places):
        return _nothing(purse), chances
    if choices[purse] >= 0:
        # The chain begins in the purse asked about.
        places = np.concatenate([[purse], places[places != purse]])
    number = np.full(goal + 1, BROKE)
    number[places] = np.arange(len(places))
    number[goal] = GOAL
    chosen = [game[choice] for choice in choices[places]]
    staked = stakes[places]
    # Python's integers: what a bet returns may have eighteen digits.
    won = [
        int(place) + int(stake) // met.unit * met.gain
        for place, stake, met in zip(places, staked, chosen, strict=True)
    ]
    chain = Chain(
        staked.astype(float),
        np.array([float(met.win) for met in chosen]),
        number[[min(purse_won, goal) for purse_won in won]],
        number[places - staked],
        np.array(won, dtype=float),
        (places - staked).astype(float),
        np.array([float(met.stays) for met in chosen]),
        # Every loss leads to a smaller purse, and there are few wins.
        (-places.astype(float),),
    )
    value, chances[places] = evaluate(chain)
    return value if choices[purse] >= 0 else _nothing(purse), chances


def _nothing(purse: int) -> Value:
    """What it brings not to play."""
    return Value(0.0, 0.0, 0.0, 0.0, float(purse))


def _bound(game: Sequence[Wager], purse: int, goal: int, value: Value, missed: float) -> float | None:
    """A bound on how far the best chance can be from that of the policy, on either side.

    No stake makes more than `missed` of the chances, so no play does better than by that times its mean
    number of stakes.
    """
    if all(met.unit > purse for met in game):
        return 0.0
    rounds = _most_rounds(game, purse, goal)
    if rounds is None or value.error is None:
        return None
    above = (max(missed, 0.0) + 2 * float(np.finfo(float).eps)) * rounds
    fair = fair_bound(purse, goal, game)
    if fair is not None:
        above = min(above, max(float(fair) - value.chance, 0.0) + float(np.finfo(float).eps))
    return max(value.error, min(above, 1 - value.chance))


def _most_rounds(game: Sequence[Wager], purse: int, goal: int) -> float | None:
    """No play takes more rounds than that on average; None where none is known.

    What falls by at least 1 a round on average and is never negative, begins with as much as that: a
    multiple of the purse, of purse · (A − purse), or of A − purse², for an A that no purse exceeds.
    """
    largest = goal - 1 + max(met.gain for met in game)
    # The mean square of what a stake gains or loses.
    least = min(met.win * met.gain**2 + (1 - met.win) * met.unit**2 for met in game)
    edges = [met.edge / (1 - met.stays) * met.unit for met in game]
    known = []
    if min(edges) > 0:
        known.append(purse / min(edges))
    if min(edges) >= 0:
        known.append(purse * (max(largest, 2 * goal) - purse) / least)
    if max(edges) <= 0:
        known.append((largest**2 - purse**2) / least)
    return float(min(known)) if known else None
