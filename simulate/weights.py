"""What `tuned` weighs cards by: the layout of its numbers, the games' files, which game takes which.

All numbers are tenths of a point. A file is TOML: a table ``weights`` of named tables, and
``provenance``, where they come from (`simulate.training`).
"""

import json
import math
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.rules import BesiRules

BUCKETS = 4  # by draws left: 1, 2 to 3, 4 to 8, more
EAGERNESS = 8  # what could be declared at once: nothing, under 60, under 200, more; so many for the last draw
STRENGTHS = 4  # stronger cards of the suit unseen: none, 1 to 2, 3 to 5, more

# Keeping a card: what it is by itself [trump][rank]; as part of a marriage [trump][partner in hand,
# several or one still unseen]; of a quinte [trump][ranks in hand], of a four [rank][cards in hand],
# of a besi [level][cards lacking], where the rest can still come; a trump seven that may be
# exchanged; a second copy. Playing it: leading [trump][strength], with a brisque [trump]; taking a
# trick [seats still to come or none], for each point on the table, with a brisque, and
# throwing a brisque away.
LAYOUT: dict[str, tuple[int, ...]] = {
    "base": (BUCKETS, 2, 8),
    "marriage": (BUCKETS, 2, 3),
    "quinte": (BUCKETS, 2, 5),
    "four": (BUCKETS, 5, 4),
    "besi": (BUCKETS, 4, 4),
    "seven": (BUCKETS,),
    "spare": (BUCKETS,),
    "lead": (EAGERNESS, 2, STRENGTHS),
    "lead_brisque": (2,),
    "take": (EAGERNESS, 2),
    "take_point": (2,),
    "take_brisque": (2,),
    "lose_brisque": (1,),
}
_SIZES = {name: math.prod(shape) for name, shape in LAYOUT.items()}
WEIGHTS = sum(_SIZES.values())
PLACES = {name: sum(list(_SIZES.values())[:place]) for place, name in enumerate(LAYOUT)}
# Where the core finds them: `expanded` adds up what it looks up together, the rest as above.
# Alone [bucket][trump][rank][cards of a four in hand, 0: none of it can be had]; suited
# [bucket][trump][spare][marriage][cards of a quinte].
_EXPANDED_SIZES = {
    "alone": BUCKETS * 2 * 8 * 8,
    "suited": BUCKETS * 2 * 2 * 4 * 8,
    "besi": BUCKETS * 16,
    "seven": BUCKETS,
    "lead": EAGERNESS * 2 * STRENGTHS,
    "lead_brisque": 4,
    "take": EAGERNESS * 2,
    "take_point": 2,
    "take_brisque": 2,
    "lose_brisque": 1,
}
EXPANDED = {name: sum(list(_EXPANDED_SIZES.values())[:place]) for place, name in enumerate(_EXPANDED_SIZES)}
TRAINED = ("besi-simple", "besi-double", "besi-trois", "besigue")


def nearest_game(rules: BesiRules) -> str:
    """The game of `TRAINED` whose weights rules like these take: that which pays for the same groups."""
    if rules.packs == 1:
        return "besi-simple"
    if rules.once_per_announcement:
        return "besigue"
    return "besi-trois" if rules.besi_triple else "besi-double"


@lru_cache(maxsize=len(TRAINED))
def weights_of(game: str) -> NDArray[np.int64]:
    """The weights of a trained game, in the places of `PLACES`; not to be written to."""
    text = (resources.files("simulate") / "trained" / f"{game}.toml").read_text("utf-8")
    weights = from_tables(tomllib.loads(text)["weights"])
    weights.flags.writeable = False
    return weights


def from_tables(tables: Mapping[str, Any]) -> NDArray[np.int64]:
    """Weights in a row out of their named tables.

    Raises
    ------
    ValueError
        A table is missing, unknown, misshapen, or holds something other than integers.
    """
    if set(tables) != set(LAYOUT):
        raise ValueError(f"weights are the tables {', '.join(LAYOUT)}")
    parts = []
    for name, shape in LAYOUT.items():
        table = np.array(tables[name])
        if table.shape != shape or table.dtype != np.int64:
            raise ValueError(f"{name}: integers of shape {shape}, not {table.dtype} of shape {table.shape}")
        parts.append(table.ravel())
    return np.concatenate(parts)


def expanded(weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """Weights in a row as the core looks them up."""
    tables = {
        name: weights[PLACES[name] : PLACES[name] + _SIZES[name]].reshape(shape)
        for name, shape in LAYOUT.items()
    }
    alone = np.zeros((BUCKETS, 2, 8, 8), np.int64)
    alone[:] = tables["base"][..., None]
    alone[:, :, :5, 1:5] += tables["four"][:, None]
    suited = np.zeros((BUCKETS, 2, 2, 4, 8), np.int64)
    suited[:, :, :, 1:] += tables["marriage"][:, :, None, :, None]
    suited[..., 1:6] += tables["quinte"][:, :, None, None]
    suited[:, :, 1] += tables["spare"][:, None, None, None]
    lead_brisque = np.zeros((2, 2), np.int64)
    lead_brisque[:, 1] = tables["lead_brisque"]
    same = {name: tables[name] for name in EXPANDED if name in tables}
    parts = same | {"alone": alone, "suited": suited, "lead_brisque": lead_brisque}
    return np.concatenate([parts[name].ravel() for name in EXPANDED])


def to_tables(weights: NDArray[np.int64]) -> dict[str, Any]:
    """The named tables of weights in a row, as nested lists."""
    return {
        name: weights[PLACES[name] : PLACES[name] + _SIZES[name]].reshape(shape).tolist()
        for name, shape in LAYOUT.items()
    }


def to_toml(weights: NDArray[np.int64], provenance: Mapping[str, str | int]) -> str:
    """A file of weights, with where they come from."""
    lines = ["# What tuned weighs cards by, in tenths of a point; simulate/weights.py says what is what."]
    lines += ["", "[provenance]", *(f"{key} = {json.dumps(value)}" for key, value in provenance.items())]
    lines += ["", "[weights]"]
    for name, table in to_tables(weights).items():
        lines += [f"{name} = {_rows(table, '')}"]
    return "\n".join(lines) + "\n"


def _rows(table: list[Any], indent: str) -> str:
    """A nested list, each innermost one on a line of its own."""
    if not isinstance(table[0], list):
        return json.dumps(table)
    deeper = indent + "  "
    rows = ",\n".join(deeper + _rows(row, deeper) for row in table)
    return f"[\n{rows},\n{indent}]"
