"""Running commands in tests, in this process and in others."""

import csv
import io
import json
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

from click.testing import CliRunner, Result

from cli import main

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


def csv_rows(*words: str) -> list[dict[str, str]]:
    """The rows of a command's table as CSV."""
    return list(csv.DictReader(io.StringIO(besi(*words, "--csv").stdout)))


def check_refused(result: Result, said: Sequence[str]) -> None:
    """Wrong words got exit code 2 and one line on standard error, which says all of that."""
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    assert result.stderr.startswith("besi: ")
    assert result.stderr.count("\n") == 1
    for part in said:
        assert part in result.stderr


def interrupted_after(seconds: float, *words: str, **extra) -> tuple[int, str, str]:
    """Exit code, standard output and error of a command that is sent Ctrl-C after so many seconds."""
    with subprocess.Popen(
        [sys.executable, "-m", "cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **extra,
    ) as running:
        time.sleep(seconds)
        running.send_signal(signal.SIGINT)
        stdout, stderr = running.communicate(timeout=60)
    return running.returncode, stdout, stderr


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
