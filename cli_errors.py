"""What can go wrong on the command line: one line on standard error, and an exit code."""

import difflib
import errno
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import click


class CannotBeDone(click.ClickException):
    """What was asked is meaningful, but the machine or a file doesn't allow it: exit code 1."""

    exit_code = 1


class Stopped(CannotBeDone):
    """The user interrupted it."""

    exit_code = 130


@contextmanager
def _told_when_interrupted() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        # If it broke off an exec of text, as imports have them, `python -m` would end by the signal and
        # not with the exit code; the next exec of text makes it forget that.
        exec("")
        raise Stopped("interrupted") from None


class Program(click.Group):
    """A group of commands whose every error is one line on standard error and an exit code.

    0 done; 2 the words or values given are wrong; 1 it could not be done; 130 interrupted.
    """

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or refuse its name with the nearest ones."""
        if not args[0].startswith("-") and args[0] not in self.commands:
            names = sorted(self.commands)
            raise click.UsageError(
                f"no command {args[0]!r}{nearest(args[0], names)}; commands are {', '.join(names)}"
            )
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the words before a command; an interruption is told as in `invoke`."""
        with _told_when_interrupted():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; click's own answer to an interruption would take a second line."""
        with _told_when_interrupted():
            return super().invoke(ctx)

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run the program and leave with its exit code."""
        extra["standalone_mode"] = False
        if sys.stdout is None:
            fail("can't write standard output: it is closed", 1)
        write_utf8()
        try:
            result = super().main(*args, **extra)
            sys.stdout.flush()
        except click.ClickException as error:
            fail(refusal(error), error.exit_code)
        except BrokenPipeError:
            abandon_stdout()
            sys.exit(1)
        except OSError as error:
            # Standard output's own buffer may be what could not be written.
            abandon_stdout()
            fail(f"can't read or write {error.filename or 'standard output'}: {said(error)}", 1)
        except MemoryError:
            fail("not enough memory", 1)
        except ValueError as error:
            if not is_rules_error(error):
                raise
            fail(str(error), 2)
        sys.exit(result if isinstance(result, int) else 0)


def refusal(error: click.ClickException) -> str:
    """What click or a command refuses; where click doesn't, it says what would be accepted."""
    message = error.format_message()
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        options = [name for param in error.ctx.command.get_params(error.ctx) for name in param.opts]
        return f"{message} Options are {', '.join(name for name in options if name.startswith('--'))}"
    if type(error) in (click.UsageError, click.MissingParameter) and message[:1].isupper():
        path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "besi"
        return f"{message} ({path} --help tells what is accepted)"
    return message


def is_rules_error(error: ValueError) -> bool:
    """Whether a ValueError is a refusal of rules, meant for the user, and no bug."""
    catalogue = sys.modules.get("simulate.catalogue")
    return catalogue is not None and isinstance(error, catalogue.RulesError)


def said(error: OSError) -> str:
    """What the system said of a file, in a few words."""
    return "the disk is full" if error.errno == errno.ENOSPC else error.strerror or str(error)


def fail(message: str, exit_code: int) -> NoReturn:
    """Say what was wrong, in one line on standard error, and leave."""
    line = " ".join(message.split())
    try:
        click.echo(f"besi: {line}", err=True)
    finally:
        sys.exit(exit_code)


def write_utf8() -> None:
    """Write standard output in UTF-8 wherever it goes: other encodings lack the suits and tables' lines."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def abandon_stdout() -> None:
    """Let the interpreter's last flush go nowhere, after standard output failed."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return


def nearest(name: str, names: Sequence[str]) -> str:
    """A phrase with the names most like `name`, empty if none is."""
    close = difflib.get_close_matches(name.lower(), names, n=2, cutoff=0.6)
    return f"; did you mean {' or '.join(close)}?" if close else ""
