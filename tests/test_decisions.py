"""Decision tables: every situation against the readable engine's, and answers that are known by hand."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulate.besi_table import play_shuffled
from simulate.catalogue import change, load
from simulate.decisions import DecisionPlan, Decisions, prepare_decisions, run_decisions
from simulate.groups import GROUPS
from simulate.orders import NESTED
from simulate.rules import BesiRules, Game
from simulate.situations import Pair, pair_table
from tests.forks import Ends, Play, Situation, dealt, situations_of, tally_of
from tests.scenes import card, cards, rules_for, scripted

SEED = 3
MARRIAGE_IN_QUINTE = Pair("trump-marriage", "trump-quinte", nested=True)
BESI_IN_DOUBLE = Pair("besi", "besi-double", nested=True)


def game_with(game_id: str, *changes: str) -> Game:
    return change(load(game_id), changes)


def check_against_the_readable_engine(game: Game, player: str, first: int, count: int) -> int:
    """The core's counters are those of the situations told one by one; the number of these."""
    plan = prepare_decisions(game, player)
    deals = [
        situations_of(game.besi, dealt(game.besi, player, SEED, deal)) for deal in range(first, first + count)
    ]
    for deal, situations in enumerate(deals, first):
        assert plan.decisions(SEED, deal, 1).to_json() == tally_of(plan, [situations]), f"deal {deal}"
    assert plan.decisions(SEED, first, count).to_json() == tally_of(plan, deals)
    return sum(map(len, deals))


@pytest.mark.parametrize(
    ("game_id", "changes", "deals"),
    [
        ("besi-double", ["lower_after_higher=true"], 12),
        ("besi-double", ["lower_after_higher=false"], 12),
        ("besi-trois", ["lower_after_higher=false"], 4),
        ("besi-borgne-3", ["lower_after_higher=true"], 4),
        ("rubicon", [], 1),
    ],
)
def test_every_situation_is_worth_what_the_readable_engine_makes_of_it(
    game_id: str, changes: list[str], deals: int
) -> None:
    assert check_against_the_readable_engine(game_with(game_id, *changes), "club", 0, deals) >= 5


OTHER_GAMES = ["besi-simple", "besi-double", "besi-trois", "besi-quatre", "besi-borgne-2", "besi-borgne-4",
               "besigue", "besigue-sans-retourne", "besigue-quatre"]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("player", ["club", "random"])
@pytest.mark.parametrize("game_id", ["besi-double", "besi-trois", "besi-borgne-2"])
def test_random_players_fork_too(game_id: str, player: str) -> None:
    game = game_with(game_id, "lower_after_higher=false")
    assert check_against_the_readable_engine(game, player, 100, 20) > 3


@pytest.mark.prove
@pytest.mark.parametrize("lower_after_higher", ["true", "false"])
@pytest.mark.parametrize("player", ["club", "random"])
@pytest.mark.parametrize("game_id", OTHER_GAMES)
def test_long_agreement_on_situations(game_id: str, player: str, lower_after_higher: str) -> None:
    game = game_with(game_id, f"lower_after_higher={lower_after_higher}")
    assert check_against_the_readable_engine(game, player, 1000, 100) > 10
