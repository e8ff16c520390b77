"""Long runs of both engines, cut into tests that bear the marks `slow` and `prove`."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests.agreement import BESI_GAMES

SEED, PROOF_SEED = 1, 2
PROOF_DEALS = 20_000
# Deals a test, so that workers share a long run evenly.
CHUNKS = {"slow": 1_000, "prove": 5_000}

# Games whose every option is turned, and that are played at most length: one a size of pack, and
# the one that has rules of its own. The others are made of the same options.
TOGGLED_GAMES = ("besi-simple", "besi-double", "besi-trois", "rubicon")
OTHER_GAMES = tuple(game for game in BESI_GAMES if game not in TOGGLED_GAMES)


def runs(mark: str, seed: int, names: Sequence[str], player: str, deals: int) -> Iterator[Any]:
    """Parameters (name, player, seed, first, count), a chunk of deals each, under a mark."""
    for name in names:
        for first in range(0, deals, CHUNKS[mark]):
            count = min(CHUNKS[mark], deals - first)
            yield pytest.param(
                name, player, seed, first, count, marks=getattr(pytest.mark, mark),
                id=f"{name}-{player}-{seed}-{first}+{count}",
            )  # fmt: skip
