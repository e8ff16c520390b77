"""``besi edge``: edges of every game and of a user's own, and what is refused."""

from pathlib import Path

import pytest

from simulate.catalogue import load, to_toml
from tests.command_line import answer, besi, check_refused, csv_rows
from tests.wheels import WHEEL


def test_edge_of_every_game_is_in_one_table() -> None:
    bets = answer("edge", "--exact")["bets"]
    assert {bet["game"] for bet in bets} == {"biribi", "biribi-36", "belle", "roulette-1798"}
    edges = {(bet["game"], bet["covers"]): bet["edge"] for bet in bets}
    assert edges["biribi", 3] == edges["biribi", 1] == "3/35"
    assert (edges["biribi-36", 1], edges["belle", 1], edges["roulette-1798", 19]) == ("1/9", "1/13", "1/40")


def test_edge_adds_the_bet_on_as_many_numbers_as_asked() -> None:
    bets = answer("edge", "biribi", "--exact", "--covers", "5", "--covers", "2")["bets"]
    (five,) = [bet for bet in bets if bet["covers"] == 5]
    assert (five["returns"], five["edge"], five["status"]) == ("64/5", "3/35", "inferred")
    assert [bet["covers"] for bet in bets] == [1, 2, 3, 4, 8, 16, 32, 5], "2 numbers are there already"


@pytest.mark.parametrize("words", [["edge", "--exact"], ["edge", "--exact", "--csv"], ["rules", "belle"]])
def test_the_conjecture_is_called_one_in_every_output(words: list[str]) -> None:
    lines = besi(*words).stdout.splitlines()
    told = [line for line in lines if line.strip().startswith(("belle,", "belle ", "plein"))]
    assert any("conjecture" in line for line in told)
    assert all("conjecture" in line for line in told if "belle" in line or words[0] == "rules")


def test_edge_of_a_users_wheel(wheel: str) -> None:
    (bet,) = answer("edge", wheel, "--exact")["bets"]
    assert (bet["edge"], bet["favours"]) == ("1/37", "bank")


def test_a_bet_that_favours_the_punter_is_said_to(wheel: str) -> None:
    Path(wheel).write_text(WHEEL.replace('"36"', '"38"'))
    told = besi("edge", wheel, "--exact").stdout
    assert "pays the punter more than fair: the bank loses 2.7027 % of every stake" in told
    assert answer("edge", wheel, "--exact")["bets"][0]["favours"] == "punter"
    Path(wheel).write_text(WHEEL.replace('"36"', '"37"'))
    assert "is fair" in besi("edge", wheel, "--exact").stdout


def test_a_stake_that_stays_is_simulated_too() -> None:
    (bet,) = answer("edge", "roulette-1798", "--deals", "2M", "--seed", "3")["bets"]
    simulated = bet["simulated"]
    assert abs(simulated["mean"] - 1 / 40) < 5 * simulated["se"]
    assert simulated["se"] == pytest.approx(bet["sd"] / 2_000_000**0.5, rel=0.01)


def test_a_line_of_the_table_for_each_bet() -> None:
    rows = csv_rows("edge", "--exact")
    (colour,) = [row for row in rows if row["game"] == "roulette-1798"]
    assert (colour["covers"], colour["stays"], colour["chance_fraction"]) == ("19", "1", "19/40")
    assert float(colour["sd"]) == pytest.approx(0.987, abs=0.001)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["biribi", "--covers", "71"], ["71 numbers", "has 70"]),
        (["biribi", "--covers", "0"], ["'0'", "1 to 10000"]),
        (["belle", "--covers", "2"], ["--covers 2", "belle", "no rule"]),
        (["--covers", "2"], ["--covers 2", "at which GAME?"]),
        (["besi-double"], ["'besi-double'", "no house edge"]),
    ],
)
def test_edge_refuses(words: list[str], said: list[str]) -> None:
    check_refused(besi("edge", *words, "--exact"), said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("stays = 1", "stays = 22", ["'couleur'", "wins on 19", "stays on 22", "40"]),
        ("stays = 1", "stays = -1", ["stays=-1", "from 0 up"]),
        ("places = 2", "places = 3", ["3 places of 20", "40"]),
        ("covers = 19", "covers = 41", ["covers 41", "40"]),
    ],
)
def test_impossible_bets_are_refused(old: str, new: str, said: list[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(to_toml(load("roulette-1798")).replace(old, new))
    check_refused(besi("edge", str(path), "--exact"), said)


def test_what_is_lost_to_a_generous_bank_is_told_as_a_gain(wheel: str) -> None:
    from analysis import documents
    from reports.chapters import BankReport, bank_answer

    Path(wheel).write_text(WHEEL.replace('"36"', '"74"'))
    game = load(wheel)
    edges = documents.edges([game], None)
    simulated = {"mean": -0.95, "se": 0.1, "low": -1.15, "high": -0.75, "n": 2000, "level": 0.95}
    edges["bets"][0]["simulated"] = simulated
    told = " ".join(one.text for one in bank_answer(BankReport(game, edges)))
    assert "the bank loses 1, 100.00 %: 37 of each 37 staked" in told
    assert "In 2,000 simulated rounds it lost 95 ± 20 % of the stakes" in told
    line = next(line for line in besi("edge", wheel, "--exact").stdout.splitlines() if "a number" in line)
    assert "−1/1" in line
    assert "-1" not in line


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "a number"', 'name = ""', ["bets.0.name=''", "one line"]),
        ('name = "a number"', 'name = "a\\nnumber"', ["bets.0.name='a\\nnumber'", "one line"]),
        ('name = "a number"', 'name = "\\u202Ea number"', ["bets.0.name", "control characters"]),
        ('name = "a number"', f'name = "{81 * "x"}"', ["bets.0.name='xxx", "at most 80 characters, not 81"]),
        ('returns = "36"\nsource = "a friend\'s wheel"', 'returns = "36"\nsource = ""', ["bets.0.source=''"]),
        ('returns = "36"', 'note = "a\\tb"\nreturns = "36"', ["bets.0.note='a\\tb'", "one line"]),
    ],
)
def test_names_that_no_table_can_tell_are_refused(old: str, new: str, said: list[str], wheel: str) -> None:
    assert old in WHEEL
    Path(wheel).write_text(WHEEL.replace(old, new))
    check_refused(besi("edge", wheel, "--exact"), said)
    Path(wheel).write_text(WHEEL.replace("a number", "номер ۷ 🎲"))
    assert answer("edge", wheel, "--exact")["bets"][0]["bet"] == "номер ۷ 🎲"
