"""``besi ruin``: systems and the best possible play, from a purse to a goal, and what is refused."""

import re
from pathlib import Path

import pytest

from analysis import ruin, ruin_document
from tests.command_line import answer, besi, check_refused, csv_rows, interrupted_after, modules_after
from tests.wheels import WHEEL


def test_ruin_tells_every_system_as_a_share_of_the_best() -> None:
    document = answer("ruin", "biribi", "--purse", "10", "--goal", "20")
    best = document["best"]
    assert best["first"] == {"bet": "24 numbers", "covers": 24, "status": "inferred", "stake": 6}
    assert document["fair"] == 0.5
    systems = {(line["system"], line["bet"]): line for line in document["systems"]}
    assert len(systems) == 5 * 7
    assert systems["bold", "32 numbers"]["chance"] == pytest.approx(32 / 70)
    for line in systems.values():
        assert line["share"] == pytest.approx(line["chance"] / best["chance"])
        assert line["loss_per_unit"] == pytest.approx(6 / 70)
    assert document["deals"] is None


def test_the_best_bet_of_each_system_is_told() -> None:
    document = answer("ruin", "biribi", "--purse", "10")
    told = {best.pop("system"): best for best in document["best_of_system"]}
    assert list(told) == ["flat", "martingale", "d'alembert", "bold", "best on this bet"]
    for system, best in told.items():
        its = [line for line in document["systems"] if line["system"] == system]
        assert best["chance"] == max(line["chance"] for line in its)
        (line,) = [line for line in its if line["bet"] == best["bet"]]
        assert best == {key: line[key] for key in ("bet", "covers", "status", "chance", "share")} | {
            "not_worked_out": []
        }
    assert (told["bold"]["covers"], told["bold"]["chance"]) == (32, pytest.approx(32 / 70))
    printed = " ".join(besi("ruin", "biribi", "--purse", "10").stdout.split())
    share = 100 * told["flat"]["share"]
    assert f"Of that chance each system reaches at most: flat {share:.2f} % (8 numbers, inferred)" in printed
    assert "bold 99.44 % (32 numbers, inferred)" in printed


def test_of_one_bet_the_shares_of_the_systems_are_told_in_one_line() -> None:
    told = besi("ruin", "roulette-1798", "--purse", "10").stdout
    odds = 20 / 19
    flat = 100 * (1 - odds**10) / (1 - odds**20) / (19 / 39)
    assert f"Of that chance, on couleur: flat {flat:.2f} %, martingale " in told
    assert "bold 100 %.\n" in told


def test_ruin_says_how_far_rounding_goes() -> None:
    document = answer("ruin", "biribi-36", "--purse", "100")
    error = max(line["error"] for line in (document["best"], *document["systems"]))
    told = besi("ruin", "biribi-36", "--purse", "100").stdout
    found = re.search(r"rounding changes no chance by more than (0\.0*1) %", told)
    assert found is not None
    assert error <= float(found[1]) / 100 < 10 * error


def test_ruin_without_anything_to_gain_has_words_and_no_table(wheel: str) -> None:
    Path(wheel).write_text(WHEEL.replace('"36"', '"1"'))
    told = besi("ruin", wheel, "--purse", "5").stdout
    assert "No bet of the game gains anything" in told
    assert "a number: nothing can be gained, for a win returns no more than the stake." in told
    Path(wheel).write_text(WHEEL.replace('"36"', '"1000000000000/7"'))
    small = besi("ruin", wheel, "--purse", "5").stdout
    assert "so stakes are multiples of 7." in small
    assert "no play reaches the goal" in small
    wide = besi("ruin", "biribi", "--purse", "5", "--covers", "70").stdout
    assert "70 numbers: nothing can be gained, for a win returns 32/35 of the stake." in wide
    for words in (told, small, wide):
        assert "─" not in words
    assert answer("ruin", wheel, "--purse", "5")["best_of_system"][0]["bet"] is None


def test_ruin_at_a_fair_bet_and_a_better_one(wheel: str) -> None:
    Path(wheel).write_text(WHEEL.replace('"36"', '"38"'))
    told = besi("ruin", wheel, "--purse", "100").stdout
    assert "gained per unit" in told
    assert "lost per unit" not in told
    assert re.search(r" flat .* 2\.70 %  −2\.70 %", told)
    assert "so purse by goal is no bound here." in told
    Path(wheel).write_text(WHEEL.replace('"36"', '"37"'))
    fair = besi("ruin", wheel, "--purse", "100").stdout
    assert re.search(r" flat .* 0\.00 %  0\.00 %", fair)
    assert "on the mean nothing is lost or gained, whatever the system" in fair


def test_what_is_not_worked_out_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruin, "MOST_STATES", 60)
    words = ("ruin", "roulette-1798", "--purse", "20", "--goal", "60")
    told = besi(*words).stdout
    assert re.search(r"couleur +d'Alembert +not worked out +– +– +– +– +2\.50 %", told)
    assert "Not worked out: d'Alembert on couleur meets more than 60 states" in told
    (best,) = [best for best in answer(*words)["best_of_system"] if best["system"] == "d'alembert"]
    assert best["bet"] is best["chance"] is None
    assert best["not_worked_out"] == ["couleur"]
    several = besi("ruin", "biribi", "--purse", "20").stdout
    assert "That leaves out what isn't worked out, as told below." in several
    assert "Not worked out: d'Alembert on 16 numbers meets more than 60 states" in several


def test_ruin_of_one_bet_is_told_and_imports_nothing_heavy() -> None:
    told = besi("ruin", "belle", "--purse", "100", "--bet", "plein").stdout
    assert "is a conjecture" in told
    assert "from 100 to 200 or ruin" in told
    assert not {"numba", "matplotlib"} & modules_after("ruin", "biribi", "--purse", "3", "--covers", "5")
    rows = csv_rows("ruin", "biribi", "--purse", "10", "--covers", "5")
    assert {row["bet"] for row in rows} == {"5 numbers"}


def test_a_chance_smaller_than_its_error_is_told_as_a_bound() -> None:
    told = besi("ruin", "biribi", "--purse", "300", "--bet", "32").stdout
    flat = next(line for line in told.splitlines() if re.search(r" flat  +", line))
    assert re.search(r"under 1 in [\d,]{13,}", flat)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["biribi", "--purse", "50", "--goal", "40"], ["--goal 40", "purse of 50"]),
        (["biribi", "--purse", "50000"], ["--purse 50000", "20,000", "25.0 times"]),
        (["biribi", "--purse", "5", "--goal", "40000"], ["--goal 40000", "20,000", "4.0 times"]),
        (["biribi", "--purse", "5", "--stake", "6"], ["--stake 6", "purse of 5"]),
        (["biribi", "--purse", "5", "--stake", "0"], ["'0'"]),
        (["biribi", "--purse", "5", "--bet", "plien"], ["'plien'", "did you mean plein"]),
        (["biribi", "--purse", "5", "--covers", "71"], ["--covers 71", "70"]),
        (["belle", "--purse", "5", "--covers", "2"], ["--covers 2", "belle"]),
        (["biribi", "--purse", "5", "--covers", "70", "--csv"], ["70 numbers", "no table"]),
        (["biribi", "--purse", "5", "--json", "--csv"], ["--json and --csv"]),
        (["besi-double", "--purse", "5"], ["'besi-double'"]),
        (["biribi", "--purse", "10", "--goal", "10"], ["--goal 10", "purse of 10"]),
        (["biribi"], ["--purse"]),
        *((["biribi", "--purse", purse], [repr(purse)]) for purse in ("0", "-1", "1.5", "abc", "")),
    ],
)
def test_ruin_refuses(words: list[str], said: list[str]) -> None:
    check_refused(besi("ruin", *words), said)


def test_ruin_knows_no_bound_where_bets_favour_either_side(wheel: str) -> None:
    other = WHEEL[WHEEL.index("[[bets]]") :].replace('"a number"', '"another"')
    Path(wheel).write_text(WHEEL + other.replace('"36"', '"38"'))
    document = answer("ruin", wheel, "--purse", "3", "--goal", "20")
    assert (document["fair"], document["best"]["error"]) == (None, None)
    assert "surely right" not in besi("ruin", wheel, "--purse", "3", "--goal", "20").stdout


def test_ruin_leaves_out_what_takes_more_memory_than_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruin, "MOST_STATES", 150)
    document = answer("ruin", "roulette-1798", "--purse", "60")
    notes = {line["system"]: line["note"] for line in document["systems"] if line["note"]}
    assert set(notes) == {"martingale", "d'alembert"}
    assert "d'alembert on couleur meets more than 150 states" in notes["d'alembert"]
    chances = {line["system"]: line["chance"] for line in document["systems"] if not line["note"]}
    assert chances["bold"] == pytest.approx(19 / 39)
    assert chances["flat"] > 0
    told = besi("ruin", "roulette-1798", "--purse", "60").stdout
    assert "Not worked out: d'Alembert on couleur meets more than 150 states" in " ".join(told.split())


def test_ruin_goes_on_where_memory_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_memory(system: ruin.System, *others: object) -> ruin.Value:
        if system.name == "flat":
            raise MemoryError
        return value_of(system, *others)

    value_of = ruin_document.system_value
    monkeypatch.setattr(ruin_document, "system_value", without_memory)
    result = besi("ruin", "roulette-1798", "--purse", "10")
    assert result.exit_code == 0
    assert "Not worked out: flat on couleur takes more memory than there is." in result.stdout
    assert "48.7 %" in result.stdout


def test_a_game_of_many_bets_has_a_lower_limit(wheel: str) -> None:
    numbers = 'any_numbers = { returns = "9000", source = "a wheel", status = "assumed" }\n'
    Path(wheel).write_text(numbers + WHEEL.replace("37", "9500").replace('"36"', '"9000"'))
    (most,) = re.findall(r"goals to ([\d,]+) are", besi("ruin", wheel, "--purse", "10000").stderr)
    assert 5_000 < int(most.replace(",", "")) < 10_000


@pytest.mark.parametrize("seconds", [2, 5])
def test_ruin_interrupted_says_so_in_one_line(seconds: int) -> None:
    told = interrupted_after(seconds, "ruin", "biribi", "--purse", "5000")
    assert told == (130, "", "besi: interrupted\n")
