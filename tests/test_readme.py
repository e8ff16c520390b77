"""The README's transcripts are run, and must print what it says; run as a program, this renews them.

They are run where nothing but the README's own rule files are: those that commands of the README
write with ``>``, each edited as the diff after it says.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
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


def printed_by(command: str, folder: Path) -> str:
    """What a command of the README prints in that folder."""
    words = shlex.split(command)
    assert words[0] == "besi"
    done = subprocess.run(
        [sys.executable, "-m", "cli", *words[1:]],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def edited(text: str, diff: str) -> str:
    """The text with the lines of a diff replaced; what is taken out must be there, once."""
    lines = text.splitlines()
    for old, new in re.findall(r"^-(.*)\n\+(.*)$", diff, re.MULTILINE):
        assert lines.count(old) == 1, f"{old!r} isn't a line of the rule file"
        lines[lines.index(old)] = new
    return "\n".join(lines) + "\n"


def write_rule_files(text: str, folder: Path) -> None:
    """Write the README's rule files into the folder, and edit each by the diff that follows it."""
    wanted = [command for command, _ in transcripts(text) if ">" in command]
    diffs = re.findall(r"^```diff\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    for written, diff in zip(wanted, diffs, strict=True):
        command, name = written.split(" > ")
        assert len(re.findall("^[+-]", diff, re.MULTILINE)) == 2 * len(
            re.findall(r"^-.*\n\+", diff, re.MULTILINE)
        )
        (folder / name).write_text(edited(printed_by(command, folder), diff), "utf-8")


def write_player(text: str, folder: Path) -> None:
    """Write the README's player of one's own into the folder, under the name that its first line says."""
    ((block, name),) = re.findall(r"^```python\n(# (\S+\.py)\n.*?)^```$", text, re.DOTALL | re.MULTILINE)
    (folder / name).write_text(block, "utf-8")


def renewed(text: str, folder: Path) -> str:
    """The README's text with every transcript as its command prints it now; those with `…` are left alone."""
    for command, shown in transcripts(text):
        if "…" not in tidy(shown) and ">" not in command:
            output = "\n".join(tidy(printed_by(command, folder)))
            end = "\n\n" if shown.endswith("\n\n") else "\n"
            text = text.replace(f"$ {command}\n{shown}", f"$ {command}\n{output}{end}")
    return text


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the README's commands are run, its rule files written and edited."""
    path = tmp_path_factory.mktemp("readme")
    write_rule_files(README, path)
    write_player(README, path)
    yield path
    assert {file.suffix for file in path.iterdir()} == {".py", ".toml"}


@pytest.mark.parametrize(
    "transcript",
    [transcript for transcript in transcripts(README) if ">" not in transcript.command],
    ids=lambda transcript: transcript.command,
)
def test_a_transcript_is_what_the_command_prints(transcript: Transcript, folder: Path) -> None:
    printed = printed_by(transcript.command, folder)
    assert matches(tidy(transcript.output), tidy(printed)), printed


def test_there_are_transcripts_and_none_is_overlooked() -> None:
    assert len(transcripts(README)) >= 5
    assert README.count("\n$ ") == len(transcripts(README))


def test_the_comparison_can_fail() -> None:
    assert matches(["a", "…", "c"], ["a", "b", "b", "c"])
    assert not matches(["a", "c"], ["a", "b", "c"])
    assert not matches(["1 in 1,003,299"], ["1 in 1,003,298"])


def test_an_edit_of_what_is_not_there_is_noticed() -> None:
    assert edited("a\nb\n", "-b\n+c\n") == "a\nc\n"
    with pytest.raises(AssertionError, match="isn't a line"):
        edited("a\nb\n", "-c\n+d\n")


def test_every_command_and_the_two_make_targets_are_mentioned() -> None:
    for name in (*cli.main.commands, "make report", "make test"):
        assert name in README, f"{name} isn't in the README"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        write_rule_files(README, Path(place))
        write_player(README, Path(place))
        PATH.write_text(renewed(README, Path(place)), "utf-8")
