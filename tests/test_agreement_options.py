"""The engines agree whichever option is turned; each does something, those of a match nothing to a deal."""

from functools import cache
from typing import Any

import pytest

from simulate.counters import Totals
from simulate.groups import GROUP_IDS
from simulate.rules import BesiRules
from tests.agreement import BESI_GAMES, check_agreement, plan_for, rules_with
from tests.long_runs import PROOF_DEALS, PROOF_SEED, SEED, TOGGLED_GAMES, runs

# Every parameter that changes what is played, with values that no game has by default.
# Values that a pack or a hand can't have are dropped for the game concerned.
TOGGLES: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("seats", (2, 3, 4)),
    ("packs", (1, 2, 3, 4)),
    ("removed", (("8C", "7D"), ("QS", "JD", "AH"), ("8C", "8C", "9D", "9H", "KS", "QH"))),
    ("hand_size", (1, 5, 9, 16)),
    ("seven", ("none", "exchange", "exchange-or-trick", "exchange-or-declare")),
    ("seven_points", (0, 25)),
    ("turned_seven_points", (0, 25)),
    ("brisque_points", (0, 11)),
    ("figures", (False, True)),
    ("last_trick_points", (0, 25)),
    ("last_trick_at", ("end", "talon")),
    ("must_beat", (False, True)),
    ("panache", (False, True)),
    ("once_per_announcement", (False, True)),
    ("lower_after_higher", (False, True)),
    ("point_multiplier", (2,)),
    ("lay_down_all", (False, True)),
    ("trump_from", ("first-marriage",)),
    ("redeclare", (True,)),
    ("marriage_exception", (False,)),
    ("marriage_cross", (True,)),
    ("game_value", ("points", "rubicon")),
)
# A group with a value loses it, one without gets one.
GROUP_KEYS = tuple(group_id.replace("-", "_") for group_id in GROUP_IDS)
# What only a match looks at: no deal may change with it.
MATCH_ONLY: dict[str, Any] = {
    "outright": ("besi",),
    "target": 10,
    "win_at_once": True,
    "count_as_taken": True,
}
# Rules that come in groups, for they make no sense alone.
TOGETHER: dict[str, dict[str, Any]] = {
    "teams": {"seats": 4, "teams": True, "packs": 4, "hand_size": 12},
    "teams-all-down": {"seats": 4, "teams": True, "packs": 4, "hand_size": 16, "lay_down_all": True},
    "first-marriage": {"trump_from": "first-marriage", "seven": "none"},
    "first-quinte": {"trump_from": "first-marriage-or-quinte", "seven": "none", "trump_quinte": 300},
    "never-again": {"redeclare": False, "marriage_exception": False},
    "again-by-exception": {"redeclare": True, "marriage_exception": True},
    "again-crosswise": {"redeclare": True, "marriage_cross": True, "marriage_exception": True},
    "again-all-down": {"redeclare": True, "marriage_exception": True, "lay_down_all": True},
    "again-higher-bars-lower": {"redeclare": True, "marriage_exception": True, "lower_after_higher": False},
    "first-marriage-all-down": {"trump_from": "first-marriage", "seven": "none", "lay_down_all": True},
    "sevens-all-down": {"seven": "exchange-or-declare", "lay_down_all": True},
    "declared-seven-worth-most": {"seven": "exchange-or-declare", "seven_points": 600},
    "all-worth-the-same": dict.fromkeys(GROUP_KEYS, 40),
    "higher-bars-lower": {
        "lower_after_higher": False,
        "once_per_announcement": True,
        "besi": 500,
        "besi_double": 40,
    },
}


def possible(game: str, changes: dict[str, Any]) -> BesiRules | None:
    """The game's rules changed, unless nothing changes or no such game can be dealt."""
    try:
        changed = rules_with(game, **changes)
    except ValueError:
        return None
    return None if changed == rules_with(game) else changed


def _label(changes: dict[str, Any]) -> str:
    return ",".join(f"{key}={'+'.join(v) if isinstance(v, tuple) else v}" for key, v in changes.items())


@cache
def toggled() -> dict[str, BesiRules]:
    """Rules by name of game and change, one for every option of every parameter."""
    found = {}
    for game in TOGGLED_GAMES:
        for key, values in TOGGLES:
            for value in values:
                rules = possible(game, {key: value})
                if rules is not None:
                    found[f"{game}-{_label({key: value})}"] = rules
        for key in GROUP_KEYS:
            value = 30 if getattr(rules_with(game), key) is None else None
            found[f"{game}-{key}={value}"] = rules_with(game, **{key: value})
        for name, changes in TOGETHER.items():
            rules = possible(game, changes)
            if rules is not None:
                found[f"{game}-{name}"] = rules
    return found


@pytest.mark.parametrize("name", toggled())
def test_engines_agree_with_an_option_toggled(name: str) -> None:
    rules = toggled()[name]
    check_agreement(rules, ("random",) * rules.seats, SEED, 0, 8)
    check_agreement(rules, ("club",) * rules.seats, SEED, 8, 2)


@pytest.mark.parametrize(
    ("name", "player", "seed", "first", "count"),
    [
        *runs("slow", SEED, list(toggled()), "random", 300),
        *runs("slow", SEED, list(toggled()), "club", 30),
        *runs("prove", PROOF_SEED, list(toggled()), "random", PROOF_DEALS),
        *runs("prove", PROOF_SEED, list(toggled()), "club", PROOF_DEALS),
    ],
)
def test_engines_agree_with_an_option_toggled_at_length(
    name: str, player: str, seed: int, first: int, count: int
) -> None:
    rules = toggled()[name]
    check_agreement(rules, (player,) * rules.seats, seed, first, count)


def test_no_parameter_is_forgotten() -> None:
    alone = {key for key, _ in TOGGLES} | {*GROUP_KEYS}
    changes = {name.removeprefix(f"{game}-") for game in TOGGLED_GAMES for name in toggled()}
    for key in alone:
        assert any(change.startswith(f"{key}=") for change in changes)
    assert TOGETHER.keys() <= changes
    together = {key for together in TOGETHER.values() for key in together}
    assert alone | together | MATCH_ONLY.keys() == set(BesiRules.model_fields)


CANNOT_MATTER = {
    # nothing is turned up and sevens score nothing
    "rubicon-seven_points=25",
    "rubicon-turned_seven_points=25",
    # one pack: four of a rank are of four suits, nothing can be announced twice, and the
    # one trump seven is exchanged before it could be declared
    "besi-simple-panache=True",
    "besi-simple-once_per_announcement=True",
    "besi-simple-seven=exchange-or-declare",
    # more cards than the pack has
    "besi-simple-besi_double=30",
    "besi-simple-besi_triple=30",
    "besi-simple-besi_quadruple=30",
    "besi-double-besi_triple=30",
    "besi-double-besi_quadruple=30",
    "besi-trois-besi_quadruple=30",
}


def test_every_option_changes_the_counters() -> None:
    idle = set()
    for name, rules in toggled().items():
        game = next(game for game in TOGGLED_GAMES if name.startswith(game))
        # Few deals show most changes; groups that are rare want many.
        changes = (
            _totals(rules, player, deals) != _totals(rules_with(game), player, deals)
            for player, deals in (("random", 500), ("club", 500), ("random", 20_000), ("club", 20_000))
        )
        if rules.seats == rules_with(game).seats and not any(changes):
            idle.add(name)
    assert idle == CANNOT_MATTER


def _totals(rules: BesiRules, player: str, deals: int) -> Totals:
    return plan_for(rules, (player,) * rules.seats).play(SEED, 0, deals)


@pytest.mark.parametrize("game", BESI_GAMES)
def test_what_only_a_match_looks_at_changes_no_deal(game: str) -> None:
    players = ("club",) * rules_with(game).seats
    played = plan_for(rules_with(game), players).play(SEED, 0, 500)
    for key, value in MATCH_ONLY.items():
        assert plan_for(rules_with(game, **{key: value}), players).play(SEED, 0, 500) == played
