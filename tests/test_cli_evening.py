"""``besi evening``: what a punter and the bank have after some rounds, and what is refused."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command_line import answer, besi, check_refused, csv_rows, modules_after
from tests.wheels import WHEEL


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
    rows = csv_rows("evening", "roulette-1798", "--exact", "--rounds", "3")
    assert [float(row["gain"]) for row in rows] == [-3, -2, -1, 0, 1, 2, 3]
    assert float(rows[0]["at_least"]) == pytest.approx(1)
    assert float(rows[-1]["probability"]) == pytest.approx((19 / 40) ** 3)


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


FAIR = WHEEL.replace("covers = 1", "covers = 18").replace('"36"', '"2"').replace("37", "36")


@pytest.mark.slow
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
        (["biribi", "--bet", "cheval"], ["'cheval'", "plein"]),
        (["biribi", "--bet", "plein", "--covers", "2"], ["'plein'", "give one"]),
        (["biribi", "--rounds", "0"], ["'0'", "1 to 100000"]),
        (["biribi", "--rounds", "100000", "--punters", "1000"], ["100000", "fewer rounds"]),
        (["besi-double"], ["'besi-double'", "biribi, biribi-36, belle, roulette-1798"]),
        ([], ["which GAME? One of biribi, biribi-36, belle, roulette-1798, or"]),
        (["birbi"], ["'birbi'", "games are biribi, biribi-36,", "did you mean biribi"]),
        (["biribi", "--punters", "1000000"], ["'1000000'", "1 to 1000"]),
        (["biribi", "--bank", "-1"], ["'-1'", "of stakes"]),
        (["biribi", "--covers", "71"], ["71 numbers", "has 70"]),
        (["biribi", "--bet", "plien"], ["'plien'", "did you mean plein"]),
        (["biribi", "--json", "--csv"], ["--json and --csv"]),
    ],
)
def test_evening_refuses(words: list[str], said: list[str]) -> None:
    check_refused(besi("evening", *words), said)
