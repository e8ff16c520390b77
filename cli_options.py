"""What the commands share: values read from words, stacks of options, results printed and kept."""

import json
import os
import re
import secrets
import tempfile
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from cli_errors import CannotBeDone, nearest, said

if TYPE_CHECKING:
    from simulate.rules import Game

MAX_DEALS = 10**12
MAX_SEED = 2**64 - 1
MAX_THREADS = 1024
DEFAULT_DEALS = "1M"
DEFAULT_PLAYER = "club"
DEFAULT_ORDER = "highest-first"

_ROOM_FOR_A_RESULT = 1 << 18
_DEALS = re.compile(r"(\d[\d_]*(?:\.\d+)?)(?:[eE]\+?(\d{1,3}))?([kKmM]?)", re.ASCII)
_DECIMALS = re.compile(r"\d{1,9}(?:\.\d{1,9})?", re.ASCII)
_INTEGER = re.compile(r"\d[\d_]*", re.ASCII)
_MULTIPLES = {"": 1, "k": 1000, "m": 10**6}

Command = TypeVar("Command", bound=Callable[..., Any])


class _Value(click.ParamType):  # type: ignore[type-arg]
    """A value whose refusal quotes it and says what is accepted."""

    accepted = ""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ARG002
        """What a word on the command line stands for; a default may be no word."""
        return self.read(value.strip()) if isinstance(value, str) else value

    def read(self, text: str) -> Any:
        """The value that `text` writes."""
        raise NotImplementedError

    def refuse(self, text: str) -> NoReturn:
        """Say that `text` isn't what is accepted here."""
        raise click.BadParameter(f"{text!r} isn't {self.accepted}")

    def whole_number(self, text: str, high: int) -> int:
        """The whole number that `text` writes, at most `high`."""
        # A number of very many digits could not be read in reasonable time.
        if not _INTEGER.fullmatch(text) or len(text) > 60 or int(text.replace("_", "")) > high:
            self.refuse(text)
        return int(text.replace("_", ""))


class Deals(_Value):
    """A number of deals (or of matches), written 2000000, 2_000_000, 2e6 or 2M."""

    name = "N"

    def __init__(self, what: str = "deals", most: int = MAX_DEALS) -> None:
        power = f"10^{len(str(most)) - 1}"
        self.accepted = f"a whole number of {what} from 0 to {power}, as 2000000, 2_000_000, 2e6 or 2M"
        self._most = most

    def read(self, text: str) -> int:
        match = _DEALS.fullmatch(text)
        if match is None or len(text) > 60:
            self.refuse(text)
        digits, exponent, multiple = match.groups()
        exact = Decimal(digits.replace("_", "")).scaleb(int(exponent or 0)) * _MULTIPLES[multiple.lower()]
        if exact > self._most or exact != int(exact):
            self.refuse(text)
        return int(exact)


class Seed(_Value):
    """A seed, or the word random."""

    name = "N"
    accepted = "a whole number from 0 to 2^64 - 1, or the word random"

    def read(self, text: str) -> int:
        if text.lower() != "random":
            return self.whole_number(text, MAX_SEED)
        seed = secrets.randbelow(MAX_SEED + 1)
        click.echo(f"besi: --seed {seed}", err=True)
        return seed


class Count(_Value):
    """A whole number from `low` to `high`."""

    name = "N"

    def __init__(self, what: str, low: int, high: int) -> None:
        self.accepted = f"a whole number {what}, {low} to {high}"
        self._low = low
        self._high = high

    def read(self, text: str) -> int:
        number = self.whole_number(text, self._high)
        if number < self._low:
            self.refuse(text)
        return number


class Points(_Value):
    """Points of each side, with commas between."""

    name = "N,N…"
    accepted = "points of each side with commas between, as 500,300"

    def read(self, text: str) -> tuple[int, ...]:
        parts = [part.strip() for part in text.split(",")]
        if not all(_INTEGER.fullmatch(part) for part in parts):
            self.refuse(text)
        return tuple(self.whole_number(part, MAX_DEALS) for part in parts)


class Number(_Value):
    """A number from 0 to `high`, in decimals."""

    name = "X"

    def __init__(self, what: str, high: int) -> None:
        self.accepted = f"a number {what}, 0 to {high}, as 2 or 2.5"
        self._high = high

    def read(self, text: str) -> float:
        if not _DECIMALS.fullmatch(text) or float(text) > self._high:
            self.refuse(text)
        return float(text)


class Names(_Value):
    """One name, or several with commas between; one for each seat, unless `accepted` says otherwise."""

    name = "NAME[,NAME…]"
    accepted = "a name, or one for each seat with commas between, as club,random"

    def __init__(self, accepted: str = accepted) -> None:
        self.accepted = accepted

    def read(self, text: str) -> tuple[str, ...]:
        names = tuple(name.strip() for name in text.split(","))
        if not all(names):
            self.refuse(text)
        return names


class Cards(_Value):
    """Cards, with blanks or commas between them; the word none for no card."""

    name = "CARDS"

    def read(self, text: str) -> tuple[tuple[int, int], ...]:
        from simulate.cards import parse_kind

        names = text.replace(",", " ").split()
        if not names:
            raise click.BadParameter(f"{text!r} names no card; write rank and suit, as 'QS QS 10D', or none")
        if text.lower() == "none":
            return ()
        try:
            return tuple(parse_kind(name) for name in names)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None


class Suit(_Value):
    """A suit: its letter, its sign or its name."""

    name = "SUIT"
    accepted = "a suit: C, D, H or S, ♣, ♦, ♥ or ♠, clubs, diamonds, hearts or spades"

    def read(self, text: str) -> int:
        from simulate.cards import SUIT_LETTERS, SUIT_SIGNS, SUITS

        suits = {
            name: suit
            for names in (SUIT_LETTERS.lower(), SUIT_SIGNS, SUITS)
            for suit, name in enumerate(names)
        }
        # The name may stand in the singular; "s" by itself is spades, and no plural of nothing.
        suit = suits.get(text.lower(), suits.get(f"{text.lower()}s") if text else None)
        if suit is None:
            self.refuse(text)
        return suit


def stack(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one decorator, in the order of the help."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
csv_option = click.option("--csv", "as_csv", is_flag=True, help="The table as comma-separated values.")
seed_option = click.option(
    "--seed",
    type=Seed(),
    default="1",
    show_default=True,
    help="A whole number, or random, which prints its choice.",
)
threads_option = click.option(
    "--threads",
    type=Count("of threads", 1, MAX_THREADS),
    default=cores,
    show_default="all cores",
    help="How many deals are played at the same time; it never changes a figure.",
)
rule_options = stack(
    click.option(
        "--set",
        "changes",
        multiple=True,
        metavar="KEY=VALUE",
        help="Change a rule parameter; repeatable.",
    ),
    click.option("--rules", "rules_file", metavar="FILE.toml", help="A rule file of yours, instead of GAME."),
)
player_options = stack(
    click.option(
        "--player",
        "players",
        type=Names(),
        default=DEFAULT_PLAYER,
        show_default=True,
        help="Who plays: one name, or one for each seat.",
    ),
    click.option(
        "--order",
        "orders",
        type=Names(),
        default=DEFAULT_ORDER,
        show_default=True,
        help="Which group is declared first: one name, or one for each seat.",
    ),
)
run_options = stack(
    click.option(
        "--deals",
        type=Deals(),
        default=DEFAULT_DEALS,
        show_default=True,
        help="How many deals to play: 2000000, 2_000_000, 2e6, 2M.",
    ),
    click.option("--exact", is_flag=True, help="Only what is exact; the same as --deals 0."),
    seed_option,
    threads_option,
)
game_argument = click.argument("name", metavar="[GAME]", required=False)


def json_text(document: Any) -> str:
    """A JSON document, in ASCII, which every terminal and pipe can carry."""
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def print_json(document: Any) -> None:
    """Print one JSON document."""
    click.echo(json_text(document), nl=False)


def table_format(as_json: bool, as_csv: bool, as_toml: bool = False) -> str:
    """Which of ``json``, ``csv``, ``toml`` and ``table`` (the default) is to be printed; two are refused."""
    asked = [form for form, wanted in (("json", as_json), ("csv", as_csv), ("toml", as_toml)) if wanted]
    if len(asked) > 1:
        raise click.UsageError(f"--{asked[0]} and --{asked[1]}: standard output can carry only one of them")
    return asked[0] if asked else "table"


def result_path(out: str, endings: Sequence[str]) -> Path:
    """The path of a result, once it is clear that it can be written.

    Raises
    ------
    click.UsageError
        The name ends otherwise than in one of `endings`.
    CannotBeDone
        It can't be written.
    """
    path = Path(out)
    if path.suffix.lower() not in endings:
        raise click.UsageError(f"--out {out!r}: the name must end in {' or '.join(endings)}")
    check_writable(path)
    return path


def report_path(out: str) -> Path:
    """The path of a report: a .pdf or .png file, or a folder, made if need be; once it can be written.

    Raises
    ------
    click.UsageError
        The name ends otherwise.
    CannotBeDone
        It can't be written.
    """
    path = Path(out)
    if path.suffix and not path.is_dir():
        return result_path(out, (".pdf", ".png"))
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotBeDone(f"can't make the folder {out!r}: {said(error)}") from None
    check_writable(path / "figure.png")
    return path


def check_writable(path: Path) -> None:
    """Refuse a file that can't be written before hours are spent on what belongs in it.

    Raises
    ------
    CannotBeDone
        The folder is missing or closed to us, the path is a folder, or the disk is full.
    """
    if path.is_dir():
        raise CannotBeDone(f"can't write {str(path)!r}: it is a folder")
    try:
        with tempfile.TemporaryFile(dir=path.parent) as file:
            file.write(bytes(_ROOM_FOR_A_RESULT))
            file.flush()
    except OSError as error:
        raise CannotBeDone(f"can't write {str(path)!r}: {said(error)}") from None


def load_game(
    name: str | None, changes: Sequence[str], rules_file: str | None, family: str | None = None
) -> "Game":
    """The game of a command line; with `family`, one of that family.

    Raises
    ------
    click.UsageError
        Neither a game nor a rule file was given, the name is of no game, or the command isn't for it.
    simulate.catalogue.RulesError
        The rules can't be accepted.
    """
    from simulate import catalogue

    if rules_file is None:
        if name is None:
            games = ", ".join(catalogue.ids_of(family))
            raise click.UsageError(f"which GAME? One of {games}, or --rules FILE.toml")
        if name not in catalogue.GAME_IDS and not name.endswith(".toml"):
            ids = catalogue.ids_of(family)
            raise click.UsageError(
                f"no game {name!r}; games are {', '.join(ids)}, or the path of a .toml rule file"
                f"{nearest(name, ids)}"
            )
    game = catalogue.load(name or "", changes, rules_file)
    if family == "besi" and game.family != "besi":
        raise click.UsageError(f"{game.id!r} is a banking game, without hands or deals: ask besi edge")
    if family == "banking" and game.family != "banking":
        raise click.UsageError(
            f"{game.id!r} isn't a banking game and has no house edge: ask besi simulate or odds, or name "
            f"one of {', '.join(catalogue.ids_of(family))}"
        )
    return game


def each_seat(option: str, names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """One name for each seat: a single name is everybody's."""
    if len(names) not in (1, seats):
        raise click.UsageError(
            f"{option} {','.join(names)!r} names {len(names)} seats; the game has {seats}: "
            f"give one name, or {seats} with commas between"
        )
    return names if len(names) == seats else names * seats
