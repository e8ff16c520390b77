"""The command line: where it prints what, its exit codes, and its one line for every error."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli_errors import nearest
from cli_options import MAX_SEED, Deals
from tests.command_line import KEYS, PLAYED, answer, besi, check_refused, modules_after, process


def test_help_imports_nothing_heavy() -> None:
    for words in (["--help"], ["simulate", "--help"], ["report", "--help"]):
        assert modules_after(*words).isdisjoint(
            {"numba", "numpy", "pydantic", "pandas", "matplotlib", "scipy", "rich"}
        )


@pytest.mark.parametrize(
    "words",
    [
        ["how-rare", "besi", "triple", "--exact"],
        ["how-rare", "four aces", "--exact", "--json"],
        ["odds", "besi-double", "--exact"],
        ["odds", "besi-double", "--deals", "0", "--csv"],
        ["edge", "--exact"],
        ["edge", "biribi", "--exact", "--json"],
        ["games"],
        ["rules", "besi-trois"],
        ["rules", "biribi", "--toml"],
        ["worth", "rubicon"],
        ["how-rare", "besi", "triple", "--given", "QS QS JD", "--draws", "14"],
    ],
    ids=" ".join,
)
def test_exact_answers_import_neither_numba_nor_matplotlib(words: list[str]) -> None:
    modules = modules_after(*words)
    assert "simulate.catalogue" in modules
    assert modules.isdisjoint({"numba", "matplotlib"})


def test_rules_can_be_printed_edited_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(besi("rules", "besi-double", "--toml").stdout)
    original = answer("odds", "besi-double", "--exact")
    for again in (answer("odds", "--rules", str(path), "--exact"), answer("odds", str(path), "--exact")):
        assert again["groups"] == original["groups"]
        assert again["rules_hash"] == original["rules_hash"]
    changed = answer("odds", "besi-double", "--set", "hand_size=9", "--set", "packs=2", "--exact")
    assert changed["rules_hash"] != original["rules_hash"]
    path.write_text(path.read_text().replace("hand_size = { value = 8", "hand_size = { value = 9"))
    assert answer("odds", "--rules", str(path), "--exact")["groups"] == changed["groups"]


def test_tables_are_there_as_csv() -> None:
    for words in (["games"], ["rules", "biribi"], ["odds", "besi-simple", "--exact"], ["edge", "--exact"]):
        rows = list(csv.DictReader(io.StringIO(besi(*words, "--csv").stdout)))
        assert rows
        assert all(None not in row and None not in row.values() for row in rows)


def test_every_document_says_its_version_and_what_was_played() -> None:
    games = answer("games")
    assert games.keys() == KEYS | {"games"}
    assert games["version"]
    assert games["game"] is games["rules_hash"] is None, "it is of several games"
    told = answer("replay", "besi-simple", "--player", "random")
    assert told.keys() == KEYS | {"deal", "events"}
    assert (told["deals"], told["deal"]) == (1, 0)


def test_bare_besi_and_version_say_what_there_is() -> None:
    assert "how-rare" in besi().stdout
    assert re.fullmatch(r"besi \d\S+\n", besi("--version").stdout)


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ("2000000", 2_000_000),
        ("2_000_000", 2_000_000),
        ("2e6", 2_000_000),
        ("2E+6", 2_000_000),
        ("2M", 2_000_000),
        ("2.5M", 2_500_000),
        ("20k", 20_000),
        ("0", 0),
        ("1e12", 10**12),
    ],
)
def test_deals_are_read(text: str, deals: int) -> None:
    assert Deals().convert(text, None, None) == deals


WRONG = [
    (["simulat"], ["'simulat'", "simulate"]),
    (["odds", "besi-troi"], ["'besi-troi'", "besi-trois"]),
    (["odds", ""], ["''", "besi-simple"]),
    (["odds"], ["GAME", "besi-simple", "--rules"]),
    (["odds", "no-such.toml"], ["'no-such.toml'"]),
    (["odds", "besi-trois", "--seeds", "1"], ["--seeds", "--seed"]),
    (["odds", "besi-trois", "more"], ["more"]),
    (["odds", "besi-trois", "--json", "--csv"], ["--json", "--csv"]),
    (["odds", "biribi"], ["'biribi'", "besi edge"]),
    (["simulate", "biribi"], ["'biribi'", "besi edge"]),
    (["simulate", "besi-trois", "--exact"], ["--deals"]),
    (["edge", "besi-trois"], ["'besi-trois'"]),
    (["how-rare"], ["GROUP"]),
    (["how-rare", "besi", "tripel"], ["tripel", "besi-triple"]),
    (["how-rare", "besi", "--game", "biribi"], ["'biribi'"]),
    (["rules", "besi-trois", "--set", "hand_sizes=9"], ["hand_sizes", "hand_size"]),
    (["rules", "besi-trois", "--set", "hand_size"], ["KEY=VALUE"]),
    (["rules", "besi-trois", "--set", "hand_size=99"], ["99", "16"]),
    (["rules", "besi-double", "--set", "seats=3"], ["seats=3", "40 cards"]),
    (["simulate", "besi-trois", "--player", "clubs"], ["'clubs'", "club"]),
    (["simulate", "besi-trois", "--player", "club,random"], ["club,random", "3"]),
    (["simulate", "besi-trois", "--player", "club,,club"], ["club,,club"]),
    (["simulate", "besi-trois", "--order", "lowest"], ["'lowest'", "highest-first"]),
    (["odds", "besi-trois", "--exact", "--player", "clubs"], ["'clubs'", "club"]),
    (["how-rare", "besi", "--exact", "--order", "lowest"], ["'lowest'", "highest-first"]),
    (["simulate", "besi-trois", "--out", "figures.pdf"], ["figures.pdf", ".json"]),
    *[
        (["odds", "besi-trois", option, text], [repr(text), option])
        for option, texts in {
            "--deals": ["-5", "abc", "2.5", "1e40", "1e-3", "", "2 M", "٣", "1e999", "nan", "9" * 70],
            "--seed": ["-1", str(MAX_SEED + 1), "abc", "1.0", "", "9" * 5000],
            "--threads": ["0", "-1", "abc", "1.5", "99999999"],
        }.items()
        for text in texts
    ],
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=lambda part: " ".join(part)[:60])
def test_wrong_words_get_one_line_and_exit_code_2(words: list[str], said: list[str]) -> None:
    check_refused(besi(*words), said)


def test_an_error_in_a_process_is_one_line_without_traceback() -> None:
    done = process("odds", "besi\ntrois")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_the_nearest_names_come_first_and_strangers_not_at_all() -> None:
    assert nearest("besi-troi", ["biribi", "besi-trois"]) == "; did you mean besi-trois?"
    assert nearest("zzz", ["biribi", "besi-trois"]) == ""


def test_json_stands_alone_on_standard_output() -> None:
    done = process("simulate", "besi-simple", *PLAYED, "--seed", "random", "--json")
    assert done.returncode == 0
    assert f"--seed {json.loads(done.stdout)['seed']}" in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize("words", [["games"], ["how-rare", "besi", "--exact"], ["rules", "biribi", "--csv"]])
def test_a_locale_without_the_suits_breaks_nothing(words: list[str], encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cli", *words],
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == besi(*words).stdout


def test_a_closed_standard_output_is_said_in_one_line() -> None:
    command = [sys.executable, "-c", "import cli; cli.main(['games'])"]
    close = "import os, sys; os.close(1); os.execv(sys.argv[1], sys.argv[1:])"
    done = subprocess.run([sys.executable, "-c", close, *command], stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert done.stderr == "besi: can't write standard output: it is closed\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_behind_standard_output_is_said_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cli", "games"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert done.stderr == "besi: can't read or write standard output: the disk is full\n"


def test_a_reader_that_leaves_early_hears_nothing() -> None:
    command = [sys.executable, "-m", "cli", "rules", "besi-trois"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 1


BROKEN_OFF = """
import click
from cli_errors import Program

@click.group(cls=Program)
def main(): ...

@main.command()
def go():
    exec("raise KeyboardInterrupt")

main()
"""


def test_an_interruption_in_the_middle_of_an_import_has_its_exit_code_too(tmp_path: Path) -> None:
    """Imports exec text, and an exec of text broken off makes `python -m` end by the signal."""
    (tmp_path / "broken_off.py").write_text(BROKEN_OFF)
    path = os.pathsep.join([str(tmp_path), *sys.path])
    result = subprocess.run(
        [sys.executable, "-m", "broken_off", "go"],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (130, "besi: interrupted\n")


@pytest.mark.parametrize("where", ["click.Group.make_context", "click.Group.resolve_command"])
def test_an_interruption_before_a_command_runs_is_told_in_a_line(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*others: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(where, interrupted)
    result = besi("edge", "--exact")
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "besi: interrupted\n")
