"""The documents as flat rows, one dictionary a line: what both the tables and the CSV files show."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from analysis.comparison import is_clear
from reports.changes import change_keys
from reports.numbers import Document
from simulate.rules import BankRules, Bet, Game

Row = dict[str, Any]
PARTS = ("points", "group_points", "brisque_points", "seven_points", "last_trick_points")
_FREQUENCY = ("count", "n", "rate", "low", "high", "level")
_MEAN = ("mean", "se", "n", "low", "high", "level")
_EXACT = ("fraction", "probability", "one_in")


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as CSV with a header line; what is null is empty.

    Raises
    ------
    ValueError
        There are no rows.
    """
    if not rows:
        raise ValueError("no rows to write as CSV")
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def games_rows(games: Iterable[Game]) -> list[Row]:
    """A line for each game: id, title, family, players, cards, hand, draws, target, about.

    A banking game has `numbers` instead of cards; what a game lacks is None.
    """
    rows = []
    for game in games:
        row: Row = {"game": game.id, "title": game.title, "family": game.family}
        if isinstance(game.rules, BankRules):
            row |= {"players": None, "cards": None, "hand": None, "draws": None, "target": None}
            row |= {"numbers": game.rules.numbers}
        else:
            rules = game.rules
            row |= {"players": rules.seats, "cards": rules.cards, "hand": rules.hand_size}
            row |= {"draws": rules.draws, "target": rules.target, "numbers": None}
        rows.append(row | {"about": game.about})
    return rows


def rules_rows(game: Game) -> list[Row]:
    """A line for each rule parameter, option and bet: key, kind, value, source, status, note.

    `kind` says what the line is: ``value`` (in force), ``option`` (recorded, not in force), ``bet``,
    ``misreading`` (a payout given by mistake), or ``example`` (a worked one, no rule).
    """
    rows = []
    values = game.rules.model_dump()
    for key, origin in game.provenance.items():
        rows.append(_rule_row(key, "value", values[key], origin.source, origin.status, origin.note))
        for option in origin.options:
            if option.value != values[key]:
                rows.append(_rule_row(key, "option", option.value, option.source, option.status, option.note))
    if isinstance(game.rules, BankRules):
        rule = game.rules.any_numbers
        if rule is not None:
            value = f"on k numbers returns {rule.returns}/k times the stake"
            rows.append(_rule_row("any numbers", "bet", value, rule.source, rule.status, rule.note))
        for kind, bets in (("bet", game.rules.bets), ("misreading", game.rules.misreadings)):
            rows += [_bet_rule_row(kind, bet) for bet in bets]
    told = game.example
    if told is not None:
        rows.append(_rule_row("example", "example", told.title, told.source, told.status, told.words))
    return rows


def odds_rows(document: Document) -> list[Row]:
    """A line for each group of an `odds` document, or the one of a `how-rare` document.

    Columns: group, value; fraction, probability and one_in of dealt, received and reachable; count, n,
    rate, low, high and level of held and declared (per player and deal) and of anyone's (per deal).
    A `how-rare` document of a hand in progress adds fraction, probability and one_in of arrives.
    """
    return [_odds_row(entry) for entry in document.get("groups", [document])]


def worth_rows(document: Document) -> list[Row]:
    """A line for each number of points of a `worth` document: its chance, and that of so many or more.

    `reading` is ``best`` (the best single group) or ``all`` (every group laid down).
    """
    return [
        {"reading": reading, "points": line["points"]}
        | {key: line[key] for key in _EXACT}
        | _fields("at_least", line["at_least"], _EXACT)
        for reading in ("best", "all")
        for line in document[reading]["distribution"]
    ]


def simulate_rows(document: Document) -> list[Row]:
    """A line for each estimate of a `simulate` document: seat, quantity, group, then the estimate.

    `quantity` is a part of the score, ``held``, ``declared``, ``declarations``, ``lead`` (seat 0's points
    minus the mean of the others'), ``team_points``, or where a deal is a game by itself ``game_value``,
    ``game_won`` and ``game_null`` (of no seat); `estimate` is a rate or a mean.
    """
    rows = []
    for seat in document["seats"]:
        for part in PARTS:
            rows.append(_estimate_row(seat["seat"], part, None, seat[part]))
        for group in seat["groups"]:
            for quantity in ("held", "declared", "declarations"):
                if group[quantity] is not None:
                    rows.append(_estimate_row(seat["seat"], quantity, group["group"], group[quantity]))
    rows.append(_estimate_row(0, "lead", None, document["lead"]))
    for team in document["teams"] or ():
        rows.append(_estimate_row(f"team {team['team']}", "team_points", None, team["points"]))
    if document["games"]:
        for seat, won in zip(document["seats"], document["games"]["won"], strict=True):
            rows.append(_estimate_row(seat["seat"], "game_value", None, seat["game_value"]))
            rows.append(_estimate_row(seat["seat"], "game_won", None, won))
        rows.append(_estimate_row(None, "game_null", None, document["games"]["null"]))
    return rows


def edge_rows(document: Document) -> list[Row]:
    """A line for each bet of an `edge` document, the misreadings below, their `reading` being ``wrong``."""
    rows = []
    for reading, bets in (("right", document["bets"]), ("wrong", document["misreadings"])):
        for bet in bets:
            row = {key: bet[key] for key in ("game", "bet", "covers", "stays", "returns")}
            row |= _fields("chance", bet["chance"], _EXACT)
            row |= {key: bet[key] for key in ("edge", "edge_percent", "sd", "favours")}
            row |= {"reading": reading, "status": bet["status"], "source": bet["source"]}
            rows.append(row | _fields("simulated", bet["simulated"], _MEAN))
    return rows


def comparison_rows(document: Document) -> list[Row]:
    """A line for each change of a `compare` document: variant, quantity, seat, group, before, after, change.

    `quantity` is ``points`` (of a seat, or of a player on the average where `seat` is empty), ``lead``,
    ``game_value``, ``held`` or ``declared``; `before` and `after` are means or rates, `change` a mean with
    its error and interval, `clear` whether it is further from 0 than luck easily brings it.
    """
    return [row for variant in document["variants"] for row in _variant_rows(variant)]


def round_robin_rows(document: Document) -> list[Row]:
    """A line for each estimate of a `compare` document of orders or players.

    `quantity` is ``points``, ``team`` or ``game_value`` (means), ``wins``, ``ties`` or ``losses`` (rates), or
    ``held`` or ``declared``, where `before` and `after` are the rates of `against` and of `name`, and
    `estimate` is their mean change. `corrected_low`, `corrected_high` and `clear` are of the points alone.
    """
    return [line for row in document["rows"] for line in _contest_rows(row)]


def _contest_rows(row: Document) -> list[Row]:
    corrected = row["points_corrected"]
    marks = {"corrected_low": corrected["low"], "corrected_high": corrected["high"], "clear": row["clear"]}
    lines = []
    for quantity in ("points", "wins", "ties", "losses", "team", "game_value"):
        if row[quantity] is not None:
            of_points = marks if quantity == "points" else dict.fromkeys(marks)
            lines.append(_contest_row(row, quantity, None, row[quantity], None, None) | of_points)
    for group in row["groups"]:
        for quantity in ("held", "declared"):
            if group[quantity] is not None:
                line = _contest_row(row, quantity, group["group"], *_three(group, quantity))
                lines.append(line | dict.fromkeys(marks))
    return lines


def _contest_row(
    row: Document, quantity: str, group: str | None, estimated: Any, before: Any, after: Any
) -> Row:
    line: Row = {"name": row["name"], "against": row["against"], "quantity": quantity, "group": group}
    line |= {"before": _middle(before), "after": _middle(after), "estimate": _middle(estimated)}
    return line | {key: estimated.get(key) for key in ("se", "count", "n", "low", "high", "level")}


def decision_rows(document: Document) -> list[Row]:
    """A line for each cell of a `decide` document, and for each pair over all draws.

    Columns: player, lower_after_higher, lower, higher, nested; `fewest` and `most`, the draws left;
    situations; `arises`, how many of them a deal; `first`, the group to be declared first where that is
    settled; mean, se, low, high and level of `lead` and `points`, what declaring the lower group first
    is worth.
    """
    rows = []
    for table in document["tables"]:
        for pair in table["pairs"]:
            row: Row = {key: table[key] for key in ("player", "lower_after_higher")}
            row |= {key: pair[key] for key in ("lower", "higher", "nested")}
            rows.append(row | _decision_row(1, len(pair["draws"]), pair["arises"]["mean"], None, pair))
            for cell in pair["draws"]:
                draws, rate = cell["draws"], cell["arises"]["rate"]
                rows.append(row | _decision_row(draws, draws, rate, _settled(pair, draws), cell))
    return rows


def _decision_row(fewest: int, most: int, arises: float, first: str | None, cell: Document) -> Row:
    count = cell["situations"] if "situations" in cell else cell["arises"]["count"]
    row: Row = {"fewest": fewest, "most": most, "situations": count, "arises": arises, "first": first}
    for measure in ("lead", "points"):
        row |= _fields(measure, cell[measure], ("mean", "se", "low", "high", "level"))
    return row


def _settled(pair: Document, draws: int) -> str | None:
    """The group that a nested pair's kept rules agree to put first with so many draws left."""
    runs = pair["rule"]["advice"] if pair["rule"] else []
    sides = [run["first"] for run in runs if run["fewest"] <= draws <= run["most"] and run["first"]]
    return pair[sides[0]] if sides else None


def _variant_rows(variant: Document) -> list[Row]:
    name = change_keys(variant["with"])
    rows = [_change_row(name, "points", None, None, *_three(variant, "points"))]
    for seat, change in enumerate(variant["seats"]):
        before, after = variant["seats_before"][seat], variant["seats_after"][seat]
        rows.append(_change_row(name, "points", seat, None, change, before, after))
    rows.append(_change_row(name, "lead", 0, None, *_three(variant, "lead")))
    if variant["game_value"] is not None:
        rows.append(_change_row(name, "game_value", 0, None, *_three(variant, "game_value")))
    for group in variant["groups"]:
        for quantity in ("held", "declared"):
            if group[quantity] is not None:
                rows.append(_change_row(name, quantity, None, group["group"], *_three(group, quantity)))
    return rows


def _three(values: Document, name: str) -> tuple[Any, Any, Any]:
    return values[name], values[f"{name}_before"], values[f"{name}_after"]


def _change_row(
    variant: str, quantity: str, seat: int | None, group: str | None, change: Any, before: Any, after: Any
) -> Row:
    row: Row = {"variant": variant, "quantity": quantity, "seat": seat, "group": group}
    row |= {"before": _middle(before), "after": _middle(after), "change": change["mean"]}
    return (
        row | {key: change[key] for key in ("se", "n", "low", "high", "level")} | {"clear": is_clear(change)}
    )


def _middle(estimated: Document | None) -> float | None:
    if estimated is None:
        return None
    middle: float | None = estimated["mean"] if "mean" in estimated else estimated["rate"]
    return middle


def _odds_row(entry: Document) -> Row:
    row: Row = {"group": entry["group"], "value": entry["value"]}
    for field in ("dealt", "received", "reachable"):
        row |= _fields(field, entry[field], _EXACT)
    for field in ("held", "declared"):
        row |= _fields(field, entry[field], _FREQUENCY)
    for field in ("held", "declared"):
        row |= _fields(f"anyone_{field}", entry["anyone"][field], _FREQUENCY)
    if entry.get("arrives"):
        row |= _fields("arrives", entry["arrives"], _EXACT)
    return row


def _fields(name: str, values: Document | None, keys: Iterable[str]) -> Row:
    return {f"{name}_{key}": None if values is None else values[key] for key in keys}


def _estimate_row(seat: int | str | None, quantity: str, group: str | None, estimated: Document) -> Row:
    row: Row = {"seat": seat, "quantity": quantity, "group": group}
    row |= {"estimate": estimated["mean"] if "mean" in estimated else estimated["rate"]}
    row |= {key: estimated.get(key) for key in ("se", "count", "n", "low", "high", "level")}
    return row


def _rule_row(key: str, kind: str, value: Any, source: str, status: str, note: str) -> Row:
    return {
        "key": key,
        "kind": kind,
        "value": _rule_value(value),
        "source": source,
        "status": status,
        "note": note,
    }


def _bet_rule_row(kind: str, bet: Bet) -> Row:
    numbers = "one number" if bet.covers == 1 else f"{bet.covers} numbers"
    value = f"{numbers}, returns {bet.returns} times the stake"
    if bet.stays:
        value += f"; on {bet.stays} more the stake stays"
    return _rule_row(bet.name, kind, value, bet.source, bet.status, bet.note)


def _rule_value(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ", ".join(str(part) for part in value) or "none"
    return str(value)
