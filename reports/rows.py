"""The documents as flat rows, one dictionary a line: what both the tables and the CSV files show."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

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
    or ``misreading`` (a payout given by mistake).
    """
    rows = []
    values = game.rules.model_dump()
    for key, origin in game.provenance.items():
        rows.append(_rule_row(key, "value", values[key], origin.source, origin.status, origin.note))
        for option in origin.options:
            if option.value != values[key]:
                rows.append(_rule_row(key, "option", option.value, option.source, option.status, option.note))
    if isinstance(game.rules, BankRules):
        for kind, bets in (("bet", game.rules.bets), ("misreading", game.rules.misreadings)):
            rows += [_bet_rule_row(kind, bet) for bet in bets]
    return rows


def odds_rows(document: Document) -> list[Row]:
    """A line for each group of an `odds` document, or the one of a `how-rare` document.

    Columns: group, value; fraction, probability and one_in of dealt, received and reachable; count, n,
    rate, low, high and level of held and declared (per player and deal) and of anyone's (per deal).
    """
    return [_odds_row(entry) for entry in document.get("groups", [document])]


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
            row = {key: bet[key] for key in ("game", "bet", "covers", "returns", "edge", "edge_percent")}
            row |= {"reading": reading, "status": bet["status"], "source": bet["source"]}
            rows.append(row | _fields("simulated", bet["simulated"], _MEAN))
    return rows


def _odds_row(entry: Document) -> Row:
    row: Row = {"group": entry["group"], "value": entry["value"]}
    for field in ("dealt", "received", "reachable"):
        row |= _fields(field, entry[field], _EXACT)
    for field in ("held", "declared"):
        row |= _fields(field, entry[field], _FREQUENCY)
    for field in ("held", "declared"):
        row |= _fields(f"anyone_{field}", entry["anyone"][field], _FREQUENCY)
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
    return _rule_row(bet.name, kind, value, bet.source, bet.status, bet.note)


def _rule_value(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ", ".join(str(part) for part in value) or "none"
    return str(value)
