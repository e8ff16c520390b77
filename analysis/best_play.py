"""The best possible way to a goal: dynamic programming over every whole stake and every bet.

Value iteration from below, then policy iteration: the greedy policy is solved exactly, improved
wherever some stake does better, and solved again, until none does. Every policy ends, since each
stake can be lost, or can't but gain. The answer is checked from above: where every bet has an
edge, a stake s loses at least s times the least of them on average, so that v plus a
multiple of the purse can't be gained on by any stake, and bounds the best chance.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from analysis.ruin import BROKE, GOAL, Chain, Floats, Indices, Value, Wager, evaluate

_SWEEPS = 20
_BETTER = 1e-13
_MOST_POLICIES = 200


class Best(NamedTuple):
    """The best possible play from a purse: what it brings, and its first stake.

    `chances` and `moves` are those of every purse below the goal: the chance, the stake, and the bet.
    """

    value: Value
    chances: Floats
    stakes: Indices
    bets: list[Wager | None]


def best_play(game: Sequence[Wager], purse: int, goal: int) -> Best:
    """The best chance to reach `goal` from `purse`, over every bet and whole stake of them."""
    chances = np.zeros(goal + 1)
    chances[goal] = 1
    for _ in range(_SWEEPS):
        chances, stakes, choices = _improved(game, goal, chances)
    value, chances = _solved(game, purse, goal, stakes, choices)
    for _ in range(_MOST_POLICIES):
        better, new_stakes, new_choices = _improved(game, goal, chances)
        gains = better > chances + _BETTER
        if not gains.any():
            break
        stakes, choices = np.where(gains, new_stakes, stakes), np.where(gains, new_choices, choices)
        value, chances = _solved(game, purse, goal, stakes, choices)
    missed = float((better - chances).max())
    value = value._replace(error=_bound(game, purse, missed, value.error))
    return Best(value, chances, stakes, [game[choice] if choice >= 0 else None for choice in choices])


def _improved(game: Sequence[Wager], goal: int, chances: Floats) -> tuple[Floats, Indices, Indices]:
    """For every purse the best chance that one stake makes of those after it, the stake and the bet."""
    best = np.zeros(goal + 1)
    best[goal] = 1
    stakes = np.zeros(goal + 1, dtype=np.int64)
    choices = np.full(goal + 1, -1)
    for choice, met in enumerate(game):
        win, lose = float(met.win), 1 - float(met.win)
        for units in range(1, goal // met.unit + 1):
            stake, gain = units * met.unit, units * met.gain
            # Larger purses would need less than that to reach the goal.
            beyond = min(goal, goal - (units - 1) * met.gain)
            if beyond <= stake:
                break
            after = np.minimum(np.arange(stake + gain, beyond + gain), goal)
            made = win * chances[after] + lose * chances[: beyond - stake]
            better = made > best[stake:beyond]
            where = np.flatnonzero(better) + stake
            best[where] = made[better]
            stakes[where] = stake
            choices[where] = choice
    return best, stakes, choices


def _solved(
    game: Sequence[Wager], purse: int, goal: int, stakes: Indices, choices: Indices
) -> tuple[Value, Floats]:
    """What a policy brings, and its chance from every purse."""
    places = np.flatnonzero(choices >= 0)
    if not len(places) or choices[purse] < 0:
        chances = np.zeros(goal + 1)
        chances[goal] = 1
        return Value(0.0, 0.0, 0.0, 0.0, float(purse)), chances
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
    )
    value, found = evaluate(chain)
    chances = np.zeros(goal + 1)
    chances[goal] = 1
    chances[places] = found
    return value, chances


def _bound(game: Sequence[Wager], purse: int, missed: float, below: float | None) -> float | None:
    """A bound on how far the best chance can be from that of the policy, on either side."""
    least = min((met.edge / (1 - met.stays) * met.unit for met in game), default=None)
    if least is None or least <= 0 or below is None:
        return None
    return below + (max(missed, 0.0) + float(np.finfo(float).eps)) * purse / float(least)
