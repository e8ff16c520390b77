"""The README's transcripts are run, and must print what it says; run as a program, this renews them."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import cli

ROOT = Path(__file__).parent.parent
PATH = ROOT / "README.md"
README = PATH.read_text("utf-8")


class Transcript(NamedTuple):
    """A command as the README shows it, and what it shows below; a line `…` stands for any lines."""

    command: str
    output: str


def transcripts(text: str) -> list[Transcript]:
    """The commands of all ```console blocks, each with the lines up to the next prompt."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append(Transcript(command, output))
    return found


def tidy(text: str) -> list[str]:
    """Lines without trailing blanks, and without empty lines at the ends."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n").splitlines()


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether what is shown is what was printed, `…` standing for any lines."""
    pattern = "".join(r"(?:.*\n)*" if line.strip() == "…" else re.escape(line) + "\n" for line in shown)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


def printed_by(command: str) -> str:
    """What a command of the README prints."""
    words = shlex.split(command)
    assert words[0] == "besi"
    done = subprocess.run(
        [sys.executable, "-m", "cli", *words[1:]], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout


def renewed(text: str) -> str:
    """The README's text with every transcript as its command prints it now; those with `…` are left alone."""
    for command, shown in transcripts(text):
        if "…" not in tidy(shown):
            output = "\n".join(tidy(printed_by(command)))
            end = "\n\n" if shown.endswith("\n\n") else "\n"
            text = text.replace(f"$ {command}\n{shown}", f"$ {command}\n{output}{end}")
    return text


@pytest.mark.parametrize("transcript", transcripts(README), ids=lambda transcript: transcript.command)
def test_a_transcript_is_what_the_command_prints(transcript: Transcript) -> None:
    printed = printed_by(transcript.command)
    assert matches(tidy(transcript.output), tidy(printed)), printed


def test_there_are_transcripts_and_none_is_overlooked() -> None:
    assert len(transcripts(README)) >= 5
    assert README.count("\n$ ") == len(transcripts(README))


def test_the_comparison_can_fail() -> None:
    assert matches(["a", "…", "c"], ["a", "b", "b", "c"])
    assert not matches(["a", "c"], ["a", "b", "c"])
    assert not matches(["1 in 1,003,299"], ["1 in 1,003,298"])


def test_every_command_and_the_two_make_targets_are_mentioned() -> None:
    for name in (*cli.main.commands, "make report", "make test"):
        assert name in README, f"{name} isn't in the README"


if __name__ == "__main__":
    PATH.write_text(renewed(README), "utf-8")
