"""The commands of the banking games: edges of every game and of a user's own, and what is refused."""

import csv
import io
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from analysis import ruin, ruin_document
from simulate.catalogue import load, to_toml
from tests.command_line import answer, besi, check_refused, modules_after

WHEEL = """id = "wheel"
family = "banking"
title = "A wheel"
[rules]
numbers = { value = 37, source = "a friend's wheel", status = "documented" }
[[bets]]
name = "a number"
covers = 1
returns = "36"
source = "a friend's wheel"
status = "documented"
"""


def csv_rows(*words: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(besi(*words, "--csv").stdout)))


@pytest.fixture
def wheel(tmp_path: Path) -> str:
    (tmp_path / "wheel.toml").write_text(WHEEL)
    return str(tmp_path / "wheel.toml")


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


# An evening, and ruin


def test_an_evening_exact_and_played() -> None:
    document = answer("evening", "biribi", "--deals", "2k", "--seed", "5", "--rounds", "64", "--punters", "3")
    assert (document["game"], document["rounds"], document["punters"], document["deals"]) == (
        "biribi",
        64,
        3,
        2000,
    )
    punter, bank = document["punter"], document["bank"]
    # In 64 rounds one win brings the punter level, two put him ahead.
    never, once = (69 / 70) ** 64, 64 * 69**63 / 70**64
    assert (punter["behind"], punter["level"]) == pytest.approx((never, once))
    assert punter["ahead"] == pytest.approx(1 - never - once)
    assert bank["mean"] == pytest.approx(3 * 64 * 6 / 70)
    low, high = (punter["simulated"]["level"][end] for end in ("low", "high"))
    assert low < punter["level"] < high
    assert sum(line["probability"] for line in punter["distribution"]) == pytest.approx(1)
    assert bank["capital"]["ruin"] < 0.01
    assert bank["capital"]["simulated"]["n"] == 2000


def test_an_exact_evening_imports_no_numba_and_is_told() -> None:
    modules = modules_after("evening", "belle", "--exact", "--rounds", "20", "--bank", "30")
    assert not {"numba", "matplotlib"} & modules
    told = besi("evening", "belle", "--exact", "--rounds", "20", "--bank", "30").stdout
    assert "conjecture" in told.splitlines()[0]
    assert "A bank of 30 stakes can't pay" in told
    assert "played" not in told


def test_an_evening_as_csv_is_the_punters_distribution() -> None:
    rows = list(
        csv.DictReader(
            io.StringIO(besi("evening", "roulette-1798", "--exact", "--rounds", "3", "--csv").stdout)
        )
    )
    assert [float(row["gain"]) for row in rows] == [-3, -2, -1, 0, 1, 2, 3]
    assert float(rows[0]["at_least"]) == pytest.approx(1)
    assert float(rows[-1]["probability"]) == pytest.approx((19 / 40) ** 3)


def test_tables_of_a_conjecture_call_it_one_in_every_row() -> None:
    for words in (
        ("edge", "belle", "--exact"),
        ("evening", "belle", "--exact", "--rounds", "3"),
        ("ruin", "belle", "--purse", "3"),
    ):
        rows = csv_rows(*words)
        assert rows
        assert {(row["bet"], row["status"]) for row in rows} == {("plein (conjecture: 96)", "assumed")}


@pytest.mark.parametrize("returns", ["48", "37", "1", "1/2", "50000", "999999999/300000007"])
def test_a_report_and_a_table_of_any_return(wheel: str, tmp_path: Path, returns: str) -> None:
    Path(wheel).write_text(WHEEL.replace('"36"', f'"{returns}"'))
    out = tmp_path / "wheel.pdf"
    written = besi("report", "--rules", wheel, "--exact", "--out", str(out))
    assert written.exit_code == 0, repr(written.exception)
    assert out.stat().st_size
    words = ("ruin", "--rules", wheel, "--purse", "3", "--csv")
    if returns in ("1", "1/2"):
        check_refused(besi(*words), ["no bet asked for gains anything"])
    else:
        assert len(besi(*words).stdout.splitlines()) == 6


def test_a_report_tells_what_each_system_reaches(tmp_path: Path) -> None:
    assert besi("report", "belle", "--exact", "--out", str(tmp_path / "belle")).exit_code == 0
    names = {path.name for path in (tmp_path / "belle").iterdir()}
    assert {"belle-ruin.png", "belle-systems.png", "belle-losses.png"} <= names


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
    from analysis import ruin

    monkeypatch.setattr(ruin, "MOST_STATES", 60)
    words = ("ruin", "roulette-1798", "--purse", "20", "--goal", "60")
    told = besi(*words).stdout
    assert re.search(r"couleur +d'Alembert +not worked out +– +– +– +– +2\.50 %", told)
    assert "Not worked out: d'alembert on couleur meets more than 60 states" in told
    (best,) = [best for best in answer(*words)["best_of_system"] if best["system"] == "d'alembert"]
    assert best["bet"] is best["chance"] is None
    assert best["not_worked_out"] == ["couleur"]
    several = besi("ruin", "biribi", "--purse", "20").stdout
    assert "That leaves out what isn't worked out, as told below." in several
    assert "Not worked out: d'alembert on 16 numbers meets more than 60 states" in several


def test_ruin_of_one_bet_is_told_and_imports_nothing_heavy() -> None:
    told = besi("ruin", "belle", "--purse", "100", "--bet", "plein").stdout
    assert "is a conjecture" in told
    assert "from 100 to 200 or ruin" in told
    assert not {"numba", "matplotlib"} & modules_after("ruin", "biribi", "--purse", "3", "--covers", "5")
    rows = list(
        csv.DictReader(io.StringIO(besi("ruin", "biribi", "--purse", "10", "--covers", "5", "--csv").stdout))
    )
    assert {row["bet"] for row in rows} == {"5 numbers"}


def test_a_chance_smaller_than_its_error_is_told_as_a_bound() -> None:
    told = besi("ruin", "biribi", "--purse", "300", "--bet", "32").stdout
    flat = next(line for line in told.splitlines() if re.search(r" flat  +", line))
    assert re.search(r"under 1 in [\d,]{13,}", flat)


def test_a_users_wheel_has_evenings_and_ruin(wheel: str) -> None:
    assert answer("evening", wheel, "--exact", "--rounds", "36")["punter"]["level"] == pytest.approx(
        36 * 36**35 / 37**36
    )
    assert answer("ruin", wheel, "--purse", "1", "--goal", "36")["best"]["chance"] == pytest.approx(1 / 37)


def test_a_wheel_that_favours_the_punter_is_never_ahead(wheel: str) -> None:
    Path(wheel).write_text(WHEEL.replace('"36"', '"38"'))
    document = answer("ruin", wheel, "--purse", "10", "--goal", "20")
    assert document["fair"] is None
    # Of ten units each is staked by itself, and any win is enough.
    assert document["best"]["chance"] == pytest.approx(1 - (36 / 37) ** 10)
    assert document["best"]["error"] < 1e-12
    assert answer("evening", wheel, "--exact")["bank"]["ahead_for_good"]["rounds"] is None
    assert "never ahead" in besi("evening", wheel, "--exact").stdout


def test_the_banks_gain_after_some_rounds(wheel: str) -> None:
    document = answer("evening", wheel, "--exact", "--rounds", "90", "--punters", "2")
    rows = document["bank"]["rounds"]
    assert 20 <= len(rows) <= 40
    assert [row["rounds"] for row in rows] == sorted({row["rounds"] for row in rows})
    last = rows[-1]
    assert last["rounds"] == 90
    for key in ("mean", "ahead", "level", "behind", "quantiles"):
        assert last[key] == document["bank"][key]
    for row in rows:
        assert row["mean"] == pytest.approx(2 * row["rounds"] / 37)
        assert row["ahead"] + row["level"] + row["behind"] == pytest.approx(1)
    first = rows[0]
    none = (36 / 37) ** (2 * first["rounds"])
    assert first["quantiles"][-1]["gain"] == 2 * first["rounds"], "nobody has won"
    assert first["ahead"] == pytest.approx(none), "one win costs more than the bank has taken"
    told = besi("evening", wheel, "--exact", "--rounds", "90", "--punters", "2").stdout
    table = told[told.index("What the bank has gained") : told.index("What the punter has gained")]
    lines = [line.split() for line in table.splitlines()[4:] if line.strip()]
    assert len(lines) == 6
    by_rounds = {str(row["rounds"]): row for row in rows}
    for line in lines:
        row = by_rounds[line[0]]
        gains = [f"{one['gain']:,.0f}".replace("-", "−") for one in row["quantiles"]]
        assert line[-7:] == gains
    assert "Rounding can have moved no chance by more than" in told


@pytest.mark.parametrize(
    ("returns", "extra", "said"),
    [
        ("37", [], "never ahead with 99 % for good"),
        ("1/2", [], "Even a bank that begins with nothing is ruined with less than 1 % (under 1 in 10²⁰)"),
        ("38", ["--rounds", "1"], "A wheel, a number (one number, returns 38): one round, one stake"),
        ("36", ["--bank", "1000000000"], "with a chance of under 1 in 10²⁰"),
    ],
)
def test_odd_evenings_are_told_sensibly(wheel: str, returns: str, extra: list[str], said: str) -> None:
    Path(wheel).write_text(WHEEL.replace('"36"', f'"{returns}"'))
    result = besi("evening", wheel, "--exact", *extra)
    assert result.exit_code == 0, repr(result.exception)
    assert said in result.stdout
    assert "nan" not in result.stdout


def test_all_numbers_at_once_and_one_evening() -> None:
    document = answer("evening", "biribi", "--covers", "70", "--exact", "--rounds", "7")
    assert document["punter"]["sd"] == pytest.approx(0, abs=1e-9)
    assert [one["gain"] for one in document["bank"]["quantiles"]] == pytest.approx([6.0] * 7)
    assert "In one evening played" in besi("evening", "biribi", "--deals", "1", "--rounds", "3").stdout


def test_what_is_lost_to_a_generous_bank_is_told_as_a_gain(wheel: str) -> None:
    from analysis import documents
    from reports.chapters import BankReport, bank_answer

    Path(wheel).write_text(WHEEL.replace('"36"', '"74"'))
    game = load(wheel)
    told = " ".join(one.text for one in bank_answer(BankReport(game, documents.edges([game], None))))
    assert "the bank loses 1, 100.00 %: 37 of each 37 staked" in told
    line = next(line for line in besi("edge", wheel, "--exact").stdout.splitlines() if "a number" in line)
    assert "−1/1" in line
    assert "-1" not in line


FAIR = WHEEL.replace("covers = 1", "covers = 18").replace('"36"', '"2"').replace("37", "36")


@pytest.mark.parametrize(
    ("rules", "options", "said"),
    [
        (WHEEL, ["--deals", "50k", "--threads", "64"], r"besi: interrupted after [\d,]+ of 50,000 evenings"),
        (FAIR, ["--exact"], "besi: interrupted"),
    ],
)
def test_the_largest_evenings_answer_an_interruption_at_once(
    tmp_path: Path, rules: str, options: list[str], said: str
) -> None:
    """A small wheel needs its capital found soon; a fair one at the largest table takes a minute for that."""
    assert besi("evening", "biribi", "--deals", "10").exit_code == 0
    path = tmp_path / "wheel.toml"
    path.write_text(rules)
    command = [sys.executable, "-m", "cli", "evening", str(path), "--rounds", "100000", "--punters", "49"]
    bank = ["--bank", "1000"] if "--deals" in options else []
    for seconds in (3, 8, 16, 32):
        with subprocess.Popen(
            [*command, *options, *bank], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as running:
            time.sleep(seconds)
            begun = time.monotonic()
            running.send_signal(signal.SIGINT)
            stdout, stderr = running.communicate(timeout=60)
            took = time.monotonic() - begun
        assert running.returncode == 130, stderr
        assert (stdout, stderr.count("\n")) == ("", 1)
        assert took < 3
        if re.fullmatch(said, stderr.strip()):
            return
    raise AssertionError(f"nothing was played in 32 seconds: {stderr}")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["evening", "biribi", "--bet", "cheval"], ["'cheval'", "plein"]),
        (["evening", "biribi", "--bet", "plein", "--covers", "2"], ["'plein'", "give one"]),
        (["evening", "biribi", "--rounds", "0"], ["'0'", "1 to 100000"]),
        (["evening", "biribi", "--rounds", "100000", "--punters", "1000"], ["100000", "fewer rounds"]),
        (["evening", "besi-double"], ["'besi-double'"]),
        (["evening", "biribi", "--punters", "1000000"], ["'1000000'", "1 to 1000"]),
        (["evening", "biribi", "--bank", "-1"], ["'-1'", "of stakes"]),
        (["evening", "biribi", "--covers", "71"], ["71 numbers", "has 70"]),
        (["evening", "biribi", "--bet", "plien"], ["'plien'", "did you mean plein"]),
        (["evening", "biribi", "--json", "--csv"], ["--json and --csv"]),
        (["ruin", "biribi", "--purse", "50", "--goal", "40"], ["--goal 40", "purse of 50"]),
        (["ruin", "biribi", "--purse", "50000"], ["--purse 50000", "20,000", "25.0 times"]),
        (["ruin", "biribi", "--purse", "5", "--goal", "40000"], ["--goal 40000", "20,000", "4.0 times"]),
        (["ruin", "biribi", "--purse", "5", "--stake", "6"], ["--stake 6", "purse of 5"]),
        (["ruin", "biribi", "--purse", "5", "--stake", "0"], ["'0'"]),
        (["ruin", "biribi", "--purse", "5", "--bet", "plien"], ["'plien'", "did you mean plein"]),
        (["ruin", "biribi", "--purse", "5", "--covers", "71"], ["--covers 71", "70"]),
        (["ruin", "belle", "--purse", "5", "--covers", "2"], ["--covers 2", "belle"]),
        (["ruin", "biribi", "--purse", "5", "--covers", "70", "--csv"], ["70 numbers", "no table"]),
        (["ruin", "biribi", "--purse", "5", "--json", "--csv"], ["--json and --csv"]),
        (["ruin", "besi-double", "--purse", "5"], ["'besi-double'"]),
        (["ruin", "biribi", "--purse", "10", "--goal", "10"], ["--goal 10", "purse of 10"]),
        (["ruin", "biribi"], ["--purse"]),
        *((["ruin", "biribi", "--purse", purse], [repr(purse)]) for purse in ("0", "-1", "1.5", "abc", "")),
    ],
)
def test_evening_and_ruin_refuse(words: list[str], said: list[str]) -> None:
    check_refused(besi(*words), said)


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
    assert "Not worked out: d'alembert on couleur meets more than 150 states" in " ".join(told.split())


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
    with subprocess.Popen(
        [sys.executable, "-m", "cli", "ruin", "biribi", "--purse", "5000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        time.sleep(seconds)
        running.send_signal(signal.SIGINT)
        stdout, stderr = running.communicate(timeout=60)
    assert (running.returncode, stdout, stderr) == (130, "", "besi: interrupted\n")
