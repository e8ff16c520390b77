"""The chance to win a match of two sides from every score before a deal, by working backwards.

With p, q the scores of the side that leads and of the other, and what the deals of its leader
were seen to do, V(p, q) = [deals that win + sum over what others bring (i, j) of
(1 - V'(q + j, p + i))] / deals, V' being that of the next leader, who sits on the other side.
Every deal brings somebody something (`simulate.match_rules.check_match`), so scores of a
higher sum come first and nothing is left to be solved.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.jit import kernel
from simulate.match_scores import Batch


@kernel
def _work_backwards(won: Any, starts: Any, brought: Any, deals: Any, chances: Any) -> None:
    leaders, count = chances.shape[0], chances.shape[1]
    for total in range(2 * count - 2, -1, -1):
        for score in range(max(0, total - count + 1), min(total, count - 1) + 1):
            other = total - score
            for leader in range(leaders):
                after = (leader + 1) % leaders
                lost, going = 0.0, np.int64(0)
                for place in range(starts[leader], starts[leader + 1]):
                    if score + brought[place, 0] >= count:
                        break
                    if other + brought[place, 1] < count:
                        going += brought[place, 2]
                        lost += (
                            brought[place, 2]
                            * chances[after, other + brought[place, 1], score + brought[place, 0]]
                        )
                chances[leader, score, other] = (won[leader, score, other] + going - lost) / deals[leader]


def chances_of(batch: Batch) -> NDArray[np.float64]:
    """The chance of the side that leads the next deal to win the match.

    Parameters
    ----------
    batch : counters of deals, at least one a leader.

    Returns
    -------
    [leader][score of the leader's side][score of the other side], scores in units.
    """
    count = batch.brought.shape[1]
    won = batch.wins.cumsum(axis=1).cumsum(axis=2)[:, :count, :count]
    lists = [np.column_stack([*np.nonzero(table), table[np.nonzero(table)]]) for table in batch.brought]
    starts = np.concatenate([[0], np.cumsum([len(each) for each in lists])])
    chances = np.zeros(batch.brought.shape)
    _work_backwards(np.ascontiguousarray(won), starts, np.concatenate(lists), batch.deals, chances)
    return chances
