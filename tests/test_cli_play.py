"""The commands that play: simulate, replay and edge; what is kept of a run, and a run interrupted."""

import csv
import json
import os
import re
import time
from pathlib import Path
from typing import Any

import click
import pytest
from numba import njit

import cli_play
from cli_errors import Stopped
from cli_options import MAX_SEED
from simulate.jit import JIT_OFF
from simulate.run import Interrupted
from tests.command_line import KEYS, PLAYED, answer, besi, interrupted_after, process


def test_edge_is_exact_and_the_misreading_is_called_wrong() -> None:
    document = answer("edge", "--exact")
    plein = document["bets"][0]
    assert (plein["edge"], plein["returns"], plein["simulated"]) == ("3/35", 64, None)
    assert plein["edge_percent"] == pytest.approx(60 / 7)
    assert "wrong" in besi("edge", "--exact").stdout.lower()


def test_edge_simulated_agrees_with_the_exact_edge() -> None:
    document = answer("edge", "biribi", "--deals", "200k", "--seed", "3")
    plein = document["bets"][0]
    found = plein["simulated"]
    assert found["n"] == 200_000
    assert abs(found["mean"] - 3 / 35) < 4.5 * found["se"]


def test_one_deal_is_told_in_the_singular() -> None:
    told = besi("simulate", "besi-simple", "--deals", "1", "--seed", "3").stdout
    assert "1 deal of two" in " ".join(told.split())
    assert "Simulated: 1 round;" in besi("edge", "--deals", "1").stdout


def test_a_leader_behind_makes_less_and_not_more_of_a_negative_number() -> None:
    told = besi("simulate", "besi-simple", "--deals", "200", "--player", "random,club").stdout
    assert re.search(r"Seat 0, which leads first, makes \d[^−]* points less than", told)


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


def interrupted(command: list[str], environment: dict[str, str]) -> str:
    """What a command says that is interrupted while it plays; a slow machine is given more time."""
    for seconds in (2, 4, 8, 16):
        code, stdout, stderr = interrupted_after(seconds, *command, env=environment)
        assert code == 130, stderr
        assert stdout == ""
        assert stderr.count("\n") == 1
        if "goes on from there" in stderr:
            return stderr
    raise AssertionError(f"nothing was played in 16 seconds: {stderr}")


def test_a_search_interrupted_of_which_nobody_knows_the_end_says_what_it_played() -> None:
    with pytest.raises(Stopped) as stopped, cli_play.playing("deals", 10**6):
        raise Interrupted(12_345, None, kept=True)
    assert stopped.value.exit_code == 130
    assert str(stopped.value) == "interrupted after 12,345 deals; the same command goes on from there"


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


@pytest.mark.skipif(JIT_OFF, reason="without the compiler there is nothing to wait for")
def test_whatever_has_to_be_compiled_is_waited_for_with_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli_play, "PATIENCE", 0)

    def said_for(kernel: Any) -> str:
        with cli_play.saying_if_compiling():
            assert kernel(21) == 42
        return capsys.readouterr().err

    kernels = [njit(lambda number: 2 * number) for _ in range(3)]
    said = "besi: compiling what plays, once on this machine (some 20 s for each kind of play) …\n"
    assert said_for(kernels[0]) == said
    assert said_for(kernels[0]) == ""
    with click.Context(click.Command("simulate")):
        assert [said_for(kernel) for kernel in kernels[1:]] == [said, ""], "once a command"


def test_a_document_tells_an_order_file_by_its_content_and_gives_the_same_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[[phase]]\nranking = ["besi"]\n')
    words = ("simulate", "besi-double", *PLAYED, "--player", "random", "--order")
    document = answer(*words, str(path))
    (name, other) = document["orders"]
    assert name == other
    assert re.fullmatch(re.escape(str(path)) + "@[0-9a-f]{12}", name)
    assert answer(*words, name) == document
    assert answer(*words, "besi")["seats"] == document["seats"]
    assert answer(*words, "highest-first")["seats"] != document["seats"]
    path.write_text('[[phase]]\nranking = ["four-jacks"]\n')
    assert "was changed since" in besi(*words, name).stderr
