"""The table of checks, `tests/CHECKS.md`: what it names exists, and no rule parameter is missing from it."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from simulate.catalogue import GAME_IDS
from simulate.rules import BesiRules

TESTS = Path(__file__).parent
TEXT = (TESTS / "CHECKS.md").read_text("utf-8")
HEAD = "| rule | source | parameters | tests |"


class Check(NamedTuple):
    """A row of the table: a rule, where it comes from, its parameters, the tests that check it."""

    rule: str
    source: str
    parameters: list[str]
    tests: list[str]


def names(cell: str) -> list[str]:
    """The names in a cell, each between backticks."""
    return re.findall(r"`([^`]+)`", cell)


def checks(text: str) -> list[Check]:
    """The rows of all tables."""
    rows = []
    for line in text.splitlines():
        if line.startswith("| ") and line != HEAD:
            rule, source, parameters, tests = (cell.strip() for cell in line.strip("|").split("|"))
            rows.append(Check(rule, source, names(parameters), names(tests)))
    return rows


def written_tests() -> set[str]:
    """The names of all tests that there are."""
    return {
        name
        for path in TESTS.glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)\(", path.read_text("utf-8"), re.MULTILINE)
    }


CHECKS = checks(TEXT)
WRITTEN = written_tests()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.rule[:60])
def test_every_rule_has_a_source_and_tests_that_exist(check: Check) -> None:
    assert check.rule
    assert check.source
    assert check.tests
    assert not [name for name in check.tests if name not in WRITTEN]
    assert set(check.parameters) <= set(BesiRules.model_fields)


def test_every_test_and_file_named_beside_the_tables_exists() -> None:
    beside = [line for line in TEXT.splitlines() if not line.startswith("|")]
    for name in names("\n".join(beside)):
        if name.startswith("test_"):
            assert name in WRITTEN
        elif name.startswith("tests/"):
            assert (TESTS.parent / name).is_file()


def test_every_parameter_and_every_game_of_the_family_is_in_the_table() -> None:
    assert {parameter for check in CHECKS for parameter in check.parameters} == set(BesiRules.model_fields)
    for game_id in GAME_IDS:
        assert f"`{game_id}`" in TEXT or game_id.startswith("besi-borgne-"), game_id
    assert TEXT.count("## ") == TEXT.count(HEAD)


def test_a_missing_test_would_be_noticed() -> None:
    (row,) = checks(f"{HEAD}\n|---|---|---|---|\n| a rule | S0 | `seats` | `test_of_nothing` |\n")
    assert row == Check("a rule", "S0", ["seats"], ["test_of_nothing"])
    assert row.tests[0] not in WRITTEN
    assert len(CHECKS) > 90
