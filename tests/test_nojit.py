"""The compiled code is plain Python that gives the same integers when nothing is compiled.

This process and one started with the compiler the other way round play the same deals; run
under ``NUMBA_DISABLE_JIT=1`` it's the other one that compiles.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulate.banking_core import hits
from simulate.catalogue import load
from simulate.decisions import prepare_decisions
from simulate.jit import JIT_OFF
from simulate.match_scores import Grid, count_deals
from simulate.matches import run_matches
from tests.agreement import BESI_GAMES, Core, plan_for, rules_with
from tests.match_games import table_of

# Rules under which code runs that the games don't run by themselves.
RARELY_RUN: dict[str, dict[str, Any]] = {
    "panache": {"panache": True, "once_per_announcement": True},
    "declared sevens": {"seven": "exchange-or-declare", "figures": True},
    "no seven, higher bars lower": {"seven": "none", "lower_after_higher": False, "last_trick_at": "talon"},
    "teams, all laid down": {"seats": 4, "teams": True, "packs": 4, "hand_size": 12, "lay_down_all": True},
    "no turn-up": {"trump_from": "first-marriage", "seven": "none", "must_beat": False},
}
SEED = 3
FORKED = ("besi-double", "besi-trois")


def figures() -> dict[str, Any]:
    """Counters of a few deals of each game by each player, a deal's log, and a bet's hits."""
    found: dict[str, Any] = {}
    for game in BESI_GAMES:
        rules = rules_with(game)
        for player in ("random", "club"):
            players = (player,) * rules.seats
            found[f"{game} {player}"] = plan_for(rules, players).play(SEED, 0, 20).to_json()
        mixed = tuple(("random", "club")[seat % 2] for seat in range(rules.seats))
        found[f"{game} mixed"] = plan_for(rules, mixed).play(SEED, 2**64 - 5, 4).to_json()
        weighing = tuple(("tuned", "hoarder")[seat % 2] for seat in range(rules.seats))
        found[f"{game} weighing"] = plan_for(rules, weighing).play(SEED, 0, 3).to_json()
        # A deal that no two games play alike; besigue-sans-retourne plays many as besi-borgne-2-double does.
        found[f"{game} log"] = Core(rules, mixed).play(SEED, 7).rows
    for name, changes in RARELY_RUN.items():
        rules = rules_with("besi-double", **changes)
        players = tuple(("club", "random")[seat % 2] for seat in range(rules.seats))
        found[name] = plan_for(rules, players).play(SEED, 0, 6).to_json()
        found[f"{name} marks"] = plan_for(rules, players).marks(SEED, np.array([2], np.uint64)).marks.tolist()
        found[f"{name} log"] = Core(rules, players).play(SEED, 1).rows
    for game in FORKED:
        found[f"{game} forked"] = prepare_decisions(load(game), "club").decisions(SEED, 0, 10).to_json()
    table = table_of(rules_with("besi-simple"), "club", "random")
    found["matches"] = run_matches(table, SEED, (300, 400), 4, threads=1).to_json()
    found["deals of matches"] = count_deals(table, Grid(10, 50), SEED, (0, 0), 0, 4).brought.tolist()
    found["biribi"] = [
        hits(70, 1, seed, first, 300) for seed in (0, 2**64 - 1) for first in (0, 5, 2**64 - 150)
    ]
    return found


@pytest.fixture(scope="module")
def both() -> tuple[dict[str, Any], dict[str, Any]]:
    """The figures of this process and of one with the compiler the other way round."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0" if JIT_OFF else "1"}
    code = (
        "import json; from simulate.jit import JIT_OFF; from tests.test_nojit import figures;"
        "print(json.dumps([JIT_OFF, figures()]))"
    )
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=Path(__file__).parents[1],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr
    other_is_off, other = json.loads(ran.stdout)
    assert other_is_off is not JIT_OFF
    return json.loads(json.dumps(figures())), other


@pytest.mark.parametrize(
    "name",
    [
        *(f"{game} {what}" for game in BESI_GAMES for what in ("random", "club", "mixed", "weighing", "log")),
        *(f"{name}{what}" for name in RARELY_RUN for what in ("", " log")),
        *(f"{game} forked" for game in FORKED),
        "biribi",
    ],
)
def test_figures_are_the_same_with_and_without_the_compiler(
    both: tuple[dict[str, Any], dict[str, Any]], name: str
) -> None:
    here, there = both
    assert here[name] == there[name]


def test_everything_was_compared_and_is_not_all_alike(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    here, there = both
    assert here.keys() == there.keys()
    told = [json.dumps(value) for value in here.values()]
    assert len(set(told)) == len(told)
    assert any(here["biribi"])
