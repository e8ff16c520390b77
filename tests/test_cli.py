"""The command line: what it prints and where, its exit codes, and its one line for every error."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli import main
from cli_errors import nearest
from cli_options import MAX_SEED, Deals

PLAYED = ["--deals", "300", "--seed", "5"]
KEYS = {"version", "game", "rules_hash", "stream_version", "seed", "deals", "players", "orders"}


def besi(*words: str) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, words, prog_name="besi")


def answer(*words: str) -> dict:
    """The JSON document of a command that must succeed."""
    result = besi(*words, "--json")
    assert result.exit_code == 0, result.stderr or repr(result.exception)
    return json.loads(result.stdout)


def process(*words: str, **extra) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    return subprocess.run([sys.executable, "-m", "cli", *words], capture_output=True, text=True, **extra)


def modules_after(*words: str) -> set[str]:
    """The modules that a process has imported once it answered a command."""
    code = (
        "import sys, cli\n"
        f"try:\n    cli.main({list(words)!r}, prog_name='besi')\n"
        "except SystemExit as leaving:\n    assert not leaving.code, leaving.code\n"
        "print('\\n', *sorted(sys.modules), sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split("\n\n")[-1].split())


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
    ],
    ids=" ".join,
)
def test_exact_answers_import_neither_numba_nor_matplotlib(words: list[str]) -> None:
    modules = modules_after(*words)
    assert "simulate.catalogue" in modules
    assert modules.isdisjoint({"numba", "matplotlib"})


def test_how_rare_besi_triple_is_exact() -> None:
    document = answer("how-rare", "besi", "triple", "--exact")
    assert document["game"] == "besi-trois"
    assert document["dealt"]["fraction"] == "33/33108868"
    assert document["received"]["fraction"] == "261/267007"
    assert document["reachable"]["fraction"] == "319/267007"
    assert document["dealt"]["one_in"] == pytest.approx(1_003_299.03)
    assert document["held"] is document["declared"] is document["anyone"]["held"] is None
    assert document.keys() >= KEYS


@pytest.mark.parametrize(
    "words", [["besi", "triple"], ["besi triple"], ["besi-triple"], ["Triple", "bésigue"]]
)
def test_a_group_is_asked_for_in_several_ways(words: list[str]) -> None:
    assert answer("how-rare", *words, "--exact") == answer("how-rare", "besi-triple", "--exact")


def test_the_default_game_is_the_first_that_gives_the_group_a_value() -> None:
    assert answer("how-rare", "besi", "--exact")["game"] == "besi-simple"
    assert answer("how-rare", "besi", "double", "--exact")["game"] == "besi-double"
    assert answer("how-rare", "besi", "double", "--game", "besi-trois", "--exact")["game"] == "besi-trois"


def test_how_rare_in_words_says_the_figures() -> None:
    result = besi("how-rare", "besi", "triple", "--exact")
    assert result.exit_code == 0
    for figure in ("1,003,299", "33/33108868", "261/267007", "319/267007"):
        assert figure in result.stdout


def test_exact_is_the_same_as_no_deals() -> None:
    assert besi("odds", "besi-simple", "--exact").stdout == besi("odds", "besi-simple", "--deals", "0").stdout


def test_edge_is_exact_and_the_misreading_is_called_wrong() -> None:
    document = answer("edge", "--exact")
    (plein,) = document["bets"]
    assert (plein["edge"], plein["returns"], plein["simulated"]) == ("3/35", 64, None)
    assert plein["edge_percent"] == pytest.approx(60 / 7)
    assert "wrong" in besi("edge", "--exact").stdout.lower()


def test_edge_simulated_agrees_with_the_exact_edge() -> None:
    document = answer("edge", "--deals", "200k", "--seed", "3")
    (plein,) = document["bets"]
    found = plein["simulated"]
    assert found["n"] == 200_000
    assert abs(found["mean"] - 3 / 35) < 4.5 * found["se"]


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


def test_one_deal_is_told_in_the_singular() -> None:
    told = besi("simulate", "besi-simple", "--deals", "1", "--seed", "3").stdout
    assert "1 deal of two" in " ".join(told.split())
    assert "Simulated: 1 round;" in besi("edge", "--deals", "1").stdout


def test_a_leader_behind_makes_less_and_not_more_of_a_negative_number() -> None:
    told = besi("simulate", "besi-simple", "--deals", "200", "--player", "random,club").stdout
    assert re.search(r"Seat 0, which leads first, makes \d[^−]* points less than", told)


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
    result = besi(*words)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    assert result.stderr.startswith("besi: ")
    assert result.stderr.count("\n") == 1
    for part in said:
        assert part in result.stderr


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


def test_threads_do_not_change_a_bit() -> None:
    one = besi("simulate", "besi-trois", *PLAYED, "--threads", "1", "--json")
    two = besi("simulate", "besi-trois", *PLAYED, "--threads", "2", "--json")
    assert one.exit_code == 0
    assert one.stdout == two.stdout


def test_a_simulation_says_what_it_played() -> None:
    document = answer("simulate", "besi-double", *PLAYED, "--player", "club,random")
    assert document.keys() >= KEYS | {"seats", "teams"}
    assert (document["seed"], document["deals"]) == (5, 300)
    assert document["players"] == ["club", "random"]
    assert document["orders"] == ["highest-first", "highest-first"]
    assert document["teams"] is None
    other = answer("simulate", "besi-double", "--deals", "300", "--seed", "6", "--player", "club,random")
    assert other["seats"] != document["seats"], "a seed must matter"


def test_odds_and_how_rare_show_the_same_estimates() -> None:
    table = answer("odds", "besi-trois", *PLAYED)["groups"]
    alone = answer("how-rare", "besi", "double", "--game", "besi-trois", *PLAYED)
    (entry,) = [group for group in table if group["group"] == "besi-double"]
    assert {key: alone[key] for key in entry} == entry
    assert entry["held"]["n"] == 900


def test_a_result_is_kept_with_its_counters(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    shown = answer("simulate", "besi-simple", *PLAYED, "--out", str(path))
    kept = json.loads(path.read_text())
    assert kept.pop("counters")["deals"] == 300
    assert kept == shown
    assert [file.name for file in tmp_path.iterdir()] == ["figures.json"]
    assert besi("simulate", "besi-simple", *PLAYED, "--out", str(tmp_path / "figures.csv")).exit_code == 0
    rows = list(csv.DictReader((tmp_path / "figures.csv").read_text().splitlines()))
    assert float(rows[0]["estimate"]) == shown["seats"][0]["points"]["mean"]


@pytest.mark.parametrize(
    "place", ["missing/figures.json", "folder.json", "/proc/figures.json", "/dev/full/a.json"]
)
def test_a_result_that_cannot_be_kept_is_refused_before_playing(place: str, tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    begun = time.monotonic()
    result = besi("simulate", "besi-trois", "--deals", "1e12", "--out", str(tmp_path / place))
    assert time.monotonic() - begun < 60
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert Path(place).name in result.stderr


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


@pytest.mark.parametrize("seed", [0, 2**63, MAX_SEED])
def test_every_seed_can_be_played(seed: int) -> None:
    assert answer("simulate", "besi-simple", "--deals", "20", "--seed", str(seed))["seed"] == seed
    assert answer("edge", "--deals", "20", "--seed", str(seed))["seed"] == seed


def test_a_deal_is_told_and_its_events_are_data() -> None:
    told = besi("replay", "besi-simple", "--seed", "5", "--deal", "3").stdout
    assert "deal 3 of seed 5" in told
    document = answer("replay", "besi-simple", "--seed", "5", "--deal", "3")
    events = document["events"]
    assert events[0]["event"] == "dealt"
    assert [len(hand) for hand in events[0]["hands"]] == [6, 6]
    played = [event["card"] for event in events if event["event"] == "played"]
    assert len(played) == len(set(played)) == 32
    assert answer("replay", "besi-simple", "--seed", "5", "--deal", "4")["events"] != events


def test_a_replayed_deal_is_one_of_the_simulated_ones() -> None:
    events = answer("replay", "besi-double", "--seed", "9", "--deal", "0")["events"]
    seats = answer("simulate", "besi-double", "--seed", "9", "--deals", "1")["seats"]
    for counted in (event for event in events if event["event"] == "counted"):
        for part in ("group_points", "brisque_points", "seven_points", "last_trick_points"):
            assert counted[part] == seats[counted["seat"]][part]["mean"]


def test_a_report_may_be_pages_a_picture_or_a_folder(tmp_path: Path) -> None:
    words = ["report", "biribi", "--exact", "--out"]
    for name, beginning in (("one.pdf", b"%PDF"), ("one.png", b"\x89PNG")):
        result = besi(*words, str(tmp_path / name))
        assert result.exit_code == 0
        assert result.stdout == f"{tmp_path / name}\n"
        assert (tmp_path / name).read_bytes().startswith(beginning)
    folder = tmp_path / "figures"
    written = besi(*words, str(folder)).stdout.split()
    assert sorted(written) == sorted(map(str, folder.iterdir()))
    assert {Path(name).suffix for name in written} == {".png"}
    refused = besi(*words, str(tmp_path / "one.jpeg"))
    assert refused.exit_code == 2
    assert "one.jpeg" in refused.stderr


def test_the_book_of_all_games_takes_no_names(tmp_path: Path) -> None:
    out = str(tmp_path / "map.png")
    for words in (["besi-simple"], ["--rules", "mine.toml"]):
        refused = besi("report", "--all", *words, "--exact", "--out", out)
        assert refused.exit_code == 2
        assert refused.stdout == ""
        assert " ".join(words) in refused.stderr
        assert refused.stderr.count("\n") == 1
    result = besi("report", "--all", "--exact", "--out", out)
    assert result.exit_code == 0
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


def interrupted(command: list[str], environment: dict[str, str]) -> str:
    """What a command says that is interrupted while it plays; a slow machine is given more time."""
    for seconds in (2, 4, 8, 16):
        with subprocess.Popen(
            [sys.executable, "-m", "cli", *command],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as running:
            time.sleep(seconds)
            running.send_signal(signal.SIGINT)
            stdout, stderr = running.communicate(timeout=60)
        assert running.returncode == 130, stderr
        assert stdout == ""
        assert stderr.count("\n") == 1
        if "goes on from there" in stderr:
            return stderr
    raise AssertionError(f"nothing was played in 16 seconds: {stderr}")


def test_an_interrupted_simulation_leaves_nothing_half_written_and_can_be_resumed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    path = out / "figures.json"
    # This process has compiled the core, and its folder of compiled code is inherited;
    # what is kept of runs is not shared.
    assert besi("simulate", "besi-simple", "--deals", "10").exit_code == 0
    environment = {**os.environ, "BESI_CACHE": str(tmp_path / "cache")}
    command = ["simulate", "besi-simple", "--seed", "77", "--threads", "2", "--out", str(path), "--deals"]
    said = interrupted([*command, "1e12"], environment)
    assert list(out.iterdir()) == []
    done = int(re.search(r"after ([\d,]+) of", said)[1].replace(",", ""))
    more = str(done + 1000)
    resumed = process(*command, more, env=environment)
    assert resumed.returncode == 0, resumed.stderr
    assert resumed.stderr == f"besi: resuming an interrupted run after {done:,} of {int(more):,} deals\n"
    once_resumed = path.read_bytes()
    path.unlink()
    uninterrupted = process(*command, more, env=environment)
    assert uninterrupted.stderr == ""
    assert path.read_bytes() == once_resumed
    assert uninterrupted.stdout == resumed.stdout
