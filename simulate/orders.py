"""Declaration orders: which group a trick winner declares first, as tables for the engines."""

import numpy as np
from numpy.typing import NDArray

from simulate.packing import GROUP_OF, INSTANCES, SEVEN_DECLARED, TRUMP_STATES, VALUED, VALUES, Packed

ORDERS = ("highest-first",)


def order_table(packed: Packed, order: str) -> NDArray[np.int64]:
    """Instances in the order in which they are declared, a row for each state of the trump.

    ``highest-first``: highest value under the trump in force, ties to the earlier group in
    canonical order, then the first suit (`rules`' own custom, S0). A declared seven ranks
    after every other group (Hof). Instances without value are left out; rows end with -1.

    Raises
    ------
    ValueError
        There is no such order.
    """
    if order not in ORDERS:
        raise ValueError(f"no order {order!r}; orders are {', '.join(ORDERS)}")
    all_values = packed[VALUES:GROUP_OF].reshape(TRUMP_STATES, INSTANCES)
    all_groups = packed[GROUP_OF:VALUED].reshape(TRUMP_STATES, INSTANCES)
    table = np.full((TRUMP_STATES, INSTANCES), -1, np.int64)
    for state in range(TRUMP_STATES):
        values, groups = all_values[state], all_groups[state]
        scoring = [instance for instance in range(INSTANCES) if values[instance] > 0]
        scoring.sort(key=lambda i: (i == SEVEN_DECLARED, -values[i], groups[i], i))
        table[state, : len(scoring)] = scoring
    return table
