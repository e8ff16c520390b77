"""The games there are: reading rule files, changing parameters, writing files to edit."""

import json
import tomllib
from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from simulate.rules import BankRules, BesiRules, Bet, Game, Provenance, Strict

GAME_IDS = ("besi-simple", "besi-double", "besi-trois", "biribi")
_MAX_FILE_BYTES = 1_000_000


class RulesError(ValueError):
    """A game, a rule file or a rule parameter that can't be accepted; the message is one clear line."""


class _Parameter(Provenance):
    value: Any


class _File(Strict):
    id: str
    family: Literal["besi", "banking"]
    title: str
    about: str = ""
    faults: str = ""
    rules: dict[str, _Parameter]
    bets: tuple[Bet, ...] = ()
    misreadings: tuple[Bet, ...] = ()


def sources() -> dict[str, str]:
    """What the short names of sources stand for."""
    return tomllib.loads((resources.files("simulate") / "games" / "sources.toml").read_text("utf-8"))


def load(game: str, changes: Sequence[str] = (), rules_file: str | None = None) -> Game:
    """The game called `game`, or the one that a file describes, with changed parameters.

    Parameters
    ----------
    game : an id of `GAME_IDS`, or the path of a rule file.
    changes : ``KEY=VALUE`` texts, applied in order.
    rules_file : a rule file to read instead of `game`.

    Raises
    ------
    RulesError
        One line that quotes what was wrong and says what is accepted.
    """
    return change(_parse(*_text(rules_file or game)), changes)


def change(game: Game, changes: Iterable[str]) -> Game:
    """`game` with ``KEY=VALUE`` changes: a recorded option keeps its source, else the value is assumed."""
    values = game.rules.model_dump()
    provenance = dict(game.provenance)
    for text in changes:
        key, sign, written = text.partition("=")
        key = key.strip().replace("-", "_")
        if not sign or not written.strip():
            raise RulesError(f"--set {text!r}: write KEY=VALUE, as hand_size=9")
        if key not in provenance:
            raise RulesError(
                f"--set {text!r}: {game.id} has no parameter {key!r}; it has {', '.join(provenance)}"
            )
        value = _read_value(written.strip(), values[key])
        if _literal(value) == _literal(values[key]):
            continue
        values[key] = value
        provenance[key] = _provenance_of_change(provenance[key], value)
    try:
        rules = type(game.rules)(**values)
    except ValidationError as error:
        raise RulesError(_one_line(error, game.id)) from None
    return game.model_copy(update={"rules": rules, "provenance": provenance})


def to_toml(game: Game) -> str:
    """The game as a rule file, sources and statuses included; reading it back gives the same rules."""
    lines = [
        f"{key} = {_literal(getattr(game, key))}" for key in ("id", "family", "title", "about", "faults")
    ]
    lines += ["", "[rules]"]
    values = game.rules.model_dump()
    for key, origin in game.provenance.items():
        fields = {"value": values[key], "source": origin.source, "status": origin.status}
        if origin.note:
            fields["note"] = origin.note
        if origin.options:
            fields["options"] = [option.model_dump(exclude_defaults=True) for option in origin.options]
        lines.append(f"{key} = {_literal(fields)}")
    if isinstance(game.rules, BankRules):
        for table, bets in (("bets", game.rules.bets), ("misreadings", game.rules.misreadings)):
            for bet in bets:
                lines += ["", f"[[{table}]]"]
                lines += [f"{key} = {_literal(value)}" for key, value in bet.model_dump(mode="json").items()]
    return "\n".join(lines) + "\n"


def _text(game: str) -> tuple[str, str]:
    if game in GAME_IDS:
        return game, (resources.files("simulate") / "games" / f"{game}.toml").read_text("utf-8")
    path = Path(game)
    if not game.endswith(".toml"):
        raise RulesError(
            f"no game {game!r}; games are {', '.join(GAME_IDS)}, or the path of a .toml rule file"
        )
    try:
        if path.stat().st_size > _MAX_FILE_BYTES:
            raise RulesError(
                f"{game!r} is larger than {_MAX_FILE_BYTES} bytes; a rule file is a few thousand"
            )
        return game, path.read_text("utf-8")
    except OSError as error:
        raise RulesError(f"can't read rule file {game!r}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise RulesError(f"rule file {game!r} is not UTF-8 text") from None


def _parse(name: str, text: str) -> Game:
    try:
        file = _File(**tomllib.loads(text))
        values = {key: parameter.value for key, parameter in file.rules.items()}
        rules: BesiRules | BankRules
        if file.family == "banking":
            rules = BankRules(**values, bets=file.bets, misreadings=file.misreadings)
        elif file.bets or file.misreadings:
            raise RulesError(f"{name}: bets belong to family 'banking', not {file.family!r}")
        else:
            rules = BesiRules(**values)
        provenance = {
            key: Provenance(**parameter.model_dump(exclude={"value"}))
            for key, parameter in file.rules.items()
        }
        return Game(
            id=file.id,
            family=file.family,
            title=file.title,
            about=file.about,
            faults=file.faults,
            rules=rules,
            provenance=provenance,
        )
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{name}: not valid TOML: {error}") from None
    except ValidationError as error:
        raise RulesError(_one_line(error, name)) from None


def _provenance_of_change(origin: Provenance, value: Any) -> Provenance:
    for option in origin.options:
        if _literal(option.value) == _literal(value):
            return Provenance(source=option.source, status=option.status, note=option.note)
    return Provenance(source="set by the user", status="assumed")


def _read_value(written: str, current: Any) -> Any:
    if isinstance(current, tuple):
        return tuple(part.strip() for part in written.strip("[]").replace('"', "").split(",") if part.strip())
    try:
        return json.loads(written.replace("_", ""))
    except ValueError:
        return written.strip("\"'")


def _one_line(error: ValidationError, name: str) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    said = first["msg"].removeprefix("Value error, ")
    if first["type"] == "value_error" and not where:
        return f"{name}: {said}"
    if first["type"] == "extra_forbidden":
        return f"{name}: unknown key {where!r}"
    if first["type"] == "missing":
        return f"{name}: parameter {where!r} is missing"
    return f"{name}: {where}={first['input']!r}: {said[0].lower()}{said[1:]}"


def _literal(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_literal(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_literal(item) for item in value) + "]"
    return json.dumps("none" if value is None else value, ensure_ascii=False)
