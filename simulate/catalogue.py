"""The games there are: reading rule files, changing parameters, writing files to edit."""

import json
import stat
import tomllib
from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, Field, ValidationError, create_model

from simulate.rules import (
    AnyNumbers,
    BankRules,
    BesiRules,
    Bet,
    Example,
    Game,
    Line,
    Option,
    Provenance,
    Strict,
)

GAME_IDS = (
    "besi-simple",
    "besi-double",
    "besi-trois",
    "besi-quatre",
    "besi-borgne-2",
    "besi-borgne-2-double",
    "besi-borgne-3",
    "besi-borgne-4",
    "besigue",
    "besigue-trois",
    "besigue-quatre",
    "besigue-sans-retourne",
    "besigue-panache",
    "besigue-xix",
    "besigue-xix-double",
    "rubicon",
    "biribi",
    "biribi-36",
    "belle",
    "roulette-1798",
)
# What a report is about when no game is named: a chapter each of every game would be a thick book.
MAIN_GAMES = ("besi-simple", "besi-double", "besi-trois", "biribi")
BY_USER = "set by the user"
_MAX_FILE_BYTES = 1_000_000
_MOST_QUOTED = 60
_HEAD = "# Give every value that you change a source of your own, and a status that is true of it."


Model = TypeVar("Model", bound=BaseModel)


class RulesError(ValueError):
    """A game, a rule file or a rule parameter that can't be accepted; the message is one clear line."""

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


class _Parameter(Provenance):
    value: Any


class _File(Strict):
    # Results and pictures are named after a game, so its id has to do in a file's name.
    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$")]
    family: Literal["besi", "banking"]
    title: Line
    about: str = ""
    faults: str = ""
    rules: dict[str, _Parameter]
    any_numbers: AnyNumbers | None = None
    bets: tuple[Bet, ...] = ()
    misreadings: tuple[Bet, ...] = ()
    example: Example | None = None


def sources() -> dict[str, str]:
    """What the short names of sources stand for."""
    return tomllib.loads((resources.files("simulate") / "games" / "sources.toml").read_text("utf-8"))


def ids_of(family: str | None) -> list[str]:
    """The ids of the games of a family, or of all where none is named."""
    return [game for game in GAME_IDS if family is None or load(game).family == family]


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


def change(game: Game, changes: Iterable[str], option: str = "--set") -> Game:
    """The game with ``KEY=VALUE`` changes, the last of a key counting.

    What is refused is quoted with the option that it was given with.

    A value that an option records has the option's source and status; any other is assumed. The
    value that it replaced is from then on an option. A game whose rules are changed loses its example.

    Raises
    ------
    RulesError
        One line that quotes what was wrong and says what is accepted.
    """
    before = game.rules.model_dump()
    values = dict(before)
    for text in changes:
        key, sign, written = text.partition("=")
        key = key.strip().replace("-", "_")
        if not sign or not written.strip():
            raise RulesError(f"{option} {_quoted(text)}: write KEY=VALUE, as hand_size=9")
        if key not in game.provenance:
            raise RulesError(
                f"{option} {_quoted(text)}: {game.id} has no parameter {_quoted(key)}; "
                f"it has {', '.join(game.provenance)}"
            )
        values[key] = _read_value(written.strip(), before[key])
    rules = _validated(type(game.rules), values, game.id)
    after = rules.model_dump()
    provenance = {
        key: origin if after[key] == before[key] else _replaced(origin, before[key], after[key])
        for key, origin in game.provenance.items()
    }
    # What an example tells is of the rules that it was written for.
    example = game.example if after == before else None
    return game.model_copy(update={"rules": rules, "provenance": provenance, "example": example})


def with_bets_on(game: Game, counts: Iterable[int]) -> Game:
    """The banking game with bets on so many numbers beside its own, where it hasn't them already.

    Raises
    ------
    RulesError
        It has no rule for such bets, or not so many numbers.
    """
    bets = list(game.bank.bets)
    for count in counts:
        try:
            bet = game.bank.bet_on(count)
        except ValueError as error:
            raise RulesError(f"--covers {count}: {game.id}: {error}") from None
        if all((one.covers, one.stays, one.returns) != (bet.covers, 0, bet.returns) for one in bets):
            bets.append(bet)
    return game.model_copy(update={"rules": game.bank.model_copy(update={"bets": tuple(bets)})})


def to_toml(game: Game) -> str:
    """The game as a rule file, sources and statuses included; reading it back gives the same rules."""
    names = ("id", "family", "title", "about", "faults")
    lines = [_HEAD, *(f"{key} = {_literal(getattr(game, key))}" for key in names), "", "[rules]"]
    values = game.rules.model_dump()
    for key, origin in game.provenance.items():
        fields = {"value": values[key], "source": origin.source, "status": origin.status}
        if origin.note:
            fields["note"] = origin.note
        if origin.options:
            fields["options"] = [option.model_dump(exclude_defaults=True) for option in origin.options]
        lines.append(f"{key} = {_literal(fields)}")
    if isinstance(game.rules, BankRules):
        if game.rules.any_numbers is not None:
            lines += ["", "[any_numbers]"]
            fields = game.rules.any_numbers.model_dump(mode="json")
            lines += [f"{key} = {_literal(value)}" for key, value in fields.items()]
        for table, bets in (("bets", game.rules.bets), ("misreadings", game.rules.misreadings)):
            for bet in bets:
                lines += ["", f"[[{table}]]"]
                lines += [f"{key} = {_literal(value)}" for key, value in bet.model_dump(mode="json").items()]
    if game.example is not None:
        lines += ["", "[example]"]
        lines += [f"{key} = {_literal(value)}" for key, value in game.example.model_dump().items()]
    return "\n".join(lines) + "\n"


def _text(game: str) -> tuple[str, str]:
    if game in GAME_IDS:
        return game, (resources.files("simulate") / "games" / f"{game}.toml").read_text("utf-8")
    if not game.endswith(".toml"):
        raise RulesError(
            f"no game {game!r}; games are {', '.join(GAME_IDS)}, or the path of a .toml rule file"
        )
    return game, file_text(game, "rule file")


def file_text(name: str, kind: str) -> str:
    """The text of a file of the user's; `kind` is what it is called in refusals.

    Raises
    ------
    RulesError
        It can't be read as a text of no great length: one line.
    """
    path = Path(name)
    if "\0" in name:
        raise RulesError(f"can't read {kind} {name!r}: no file has such a name")
    try:
        found = path.stat()
        # A pipe or a device could keep the reader waiting for ever.
        if not stat.S_ISREG(found.st_mode):
            raise RulesError(f"can't read {kind} {name!r}: it is no file")
        if found.st_size > _MAX_FILE_BYTES:
            raise RulesError(f"{name!r} is larger than {_MAX_FILE_BYTES} bytes; a {kind} is a few thousand")
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise RulesError(f"can't read {kind} {name!r}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise RulesError(f"{kind} {name!r} is not UTF-8 text") from None


def parsed(model: type[Model], name: str, text: str) -> Model:
    """A TOML text, called `name` in refusals, as a model.

    Raises
    ------
    RulesError
        It isn't TOML, or the model doesn't accept it: one line.
    """
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise RulesError(f"{name}: not valid TOML: lists or tables nested too deep") from None
    except ValueError as error:
        raise RulesError(f"{name}: not valid TOML: {error}") from None
    return _validated(model, table, name)


def _parse(name: str, text: str) -> Game:
    file = parsed(_File, name, text)
    values = {key: parameter.value for key, parameter in file.rules.items()}
    bets: dict[str, Any] = {
        "any_numbers": file.any_numbers,
        "bets": file.bets,
        "misreadings": file.misreadings,
    }
    model: type[BesiRules] | type[BankRules] = BesiRules
    if file.family == "banking":
        if misplaced := bets.keys() & values.keys():
            table = "[any_numbers]" if min(misplaced) == "any_numbers" else f"[[{min(misplaced)}]]"
            raise RulesError(f"{name}: {min(misplaced)} is a table of its own, {table}, no rule")
        values, model = values | bets, BankRules
    elif any(bets.values()) or file.example is not None:
        belongs = "bets belong" if any(bets.values()) else "an example belongs"
        raise RulesError(f"{name}: {belongs} to family 'banking', not {file.family!r}")
    rules = _validated(model, values, name)
    if file.example is not None and (bet := file.bets[0]).covers != 1:
        raise RulesError(
            f"{name}: example: its winnings are left on one number, but the first bet, {bet.name!r}, "
            f"covers {bet.covers}"
        )
    return Game(
        **{key: getattr(file, key) for key in ("id", "family", "title", "about", "faults")},
        rules=rules,
        provenance={key: _provenance(name, model, key, origin) for key, origin in file.rules.items()},
        example=file.example,
    )


def _provenance(
    name: str, model: type[BesiRules] | type[BankRules], key: str, origin: Provenance
) -> Provenance:
    """Where a parameter comes from; the parameter must take the value of each option."""
    options = []
    for option in origin.options:
        # A model of this parameter alone, since an option may need others to go with it.
        fields: dict[str, Any] = {key: (model.model_fields[key].annotation, model.model_fields[key])}
        alone = create_model("Alone", **fields)
        value = getattr(_validated(alone, {key: option.value}, f"{name}: option of {key}"), key)
        options.append(option.model_copy(update={"value": value}))
    return Provenance(source=origin.source, status=origin.status, note=origin.note, options=tuple(options))


def _replaced(origin: Provenance, old: Any, new: Any) -> Provenance:
    others = [option for option in origin.options if option.value != new]
    if origin.source != BY_USER:
        others.insert(0, Option(value=old, source=origin.source, status=origin.status, note=origin.note))
    for option in origin.options:
        if option.value == new:
            return Provenance(
                source=option.source, status=option.status, note=option.note, options=tuple(others)
            )
    return Provenance(source=BY_USER, status="assumed", options=tuple(others))


def _read_value(written: str, current: Any) -> Any:
    if isinstance(current, tuple):
        if written == "none":
            return ()
        return tuple(part.strip() for part in written.strip("[]").replace('"', "").split(",") if part.strip())
    try:
        return json.loads(written.replace("_", ""))
    except (ValueError, RecursionError):
        return written.strip("\"'")


def _validated(model: type[Model], values: dict[str, Any], name: str) -> Model:
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise RulesError(f"{name}: {_refusal(error, model)}") from None


def _refusal(error: ValidationError, model: type[BaseModel]) -> str:
    """What was wrong first, its value quoted, and what is accepted, in plain words."""
    first = error.errors()[0]
    where, said = first["loc"], first["msg"].removeprefix("Value error, ")
    if not where:
        return said
    key = ".".join(str(part) for part in where)
    if first["type"] == "extra_forbidden":
        return f"unknown key {_quoted(key)}; keys are {', '.join(_schema(model, where[:-1])['properties'])}"
    if first["type"] == "missing":
        return f"{key} is missing; it takes {_accepted(_schema(model, where))}"
    if first["type"] != "value_error":
        said = f"takes {_accepted(_schema(model, where))}"
    return f"{key}={_quoted(first['input'])}: {said}"


def _schema(model: type[BaseModel], where: tuple[int | str, ...]) -> dict[str, Any]:
    """The JSON schema of a place in a model."""
    node = whole = model.model_json_schema()
    for part in where:
        if "prefixItems" in node and isinstance(part, int):
            node = node["prefixItems"][part]
        else:
            node = node.get("properties", {}).get(part) or node.get("additionalProperties") or node["items"]
        # A table that may be left out: no file can write that it is none.
        node = next((one for one in node.get("anyOf", ()) if "$ref" in one), node)
        if "$ref" in node:
            node = whole["$defs"][node["$ref"].removeprefix("#/$defs/")]
    return node


def _accepted(schema: dict[str, Any]) -> str:
    """What a JSON schema accepts, in plain words."""
    if "anyOf" in schema:
        return " or ".join(_accepted(part) for part in schema["anyOf"])
    if "enum" in schema:
        return "one of " + ", ".join(schema["enum"])
    if "pattern" in schema:
        return "letters, digits, - and _, at most 60 of them"
    if schema.get("type") == "integer":
        upper = f"to {schema['maximum']}" if "maximum" in schema else "up"
        return f"a whole number from {schema['minimum']} {upper}"
    return _ACCEPTED.get(schema.get("type", ""), "a value")


_ACCEPTED = {
    "boolean": "true or false",
    "null": "none",
    "number": "a number",
    "string": "text in quotation marks",
    "array": "a list in square brackets",
    "object": "a table, each of its keys with a value",
}


def _quoted(value: Any) -> str:
    """A value as a person wrote it, on one line and not too long."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        value = list(value)
    try:
        text = repr(value) if isinstance(value, str | list | dict) else str(value)
    except ValueError:
        return "a number too large to write"
    return text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}…"


def _literal(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_literal(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_literal(item) for item in value) + "]"
    # JSON's texts are TOML's, but for the delete character, which TOML wants escaped.
    return json.dumps("none" if value is None else value, ensure_ascii=False).replace("\x7f", "\\u007f")
