"""Tables for people, on a terminal or in a pipe: never a figure cut short, no colour in a pipe."""

from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any

from rich.table import Table
from rich.text import Text

from analysis.comparison import is_clear
from reports.bank_words import edge_notes, favour
from reports.changes import change_keys
from reports.compared import caution, worth_sentences
from reports.decision_tables import Grid, decision_parts
from reports.names import english
from reports.numbers import (
    Document,
    change_text,
    estimate,
    exact_chance,
    fixed,
    in_percent,
    interval,
    level_text,
    mean_percent,
    mean_text,
    whole,
)
from reports.printing import make_table, print_parts
from reports.round_robin import against_baseline, many_at_once, result_sentences, seatings_words, told_rows
from reports.rows import PARTS, Row, edge_rows, games_rows, rules_rows
from reports.scores import game_sentences, mirrored
from reports.seats import seat_name
from reports.words import MADE_IN_PLAY, deals_played, figure_of, players_words
from simulate.catalogue import sources
from simulate.rules import Game

PART_NAMES = dict(zip(PARTS, ("all points", "groups", "brisques", "sevens", "last trick"), strict=True))
STATUS_WORDS = {
    "documented": "a source says it",
    "ruling": "ours, on a point that the sources leave open",
    "inferred": "follows from a source's figures",
    "assumed": "no source: a guess that keeps the game playable",
}


def print_games(games: Iterable[Game], stream: IO[str] | None = None) -> None:
    """Print a line for each game."""
    table = make_table(
        "game", "title", "players", "cards", "hand", "draws", "target", "about", right=range(2, 7)
    )
    for row in games_rows(games):
        cells = [row[key] for key in ("players", "cards", "hand", "draws", "target")]
        if row["numbers"] is not None:
            cells[1] = f"{row['numbers']} nos."
        table.add_row(row["game"], row["title"], *map(_plain_cell, cells), row["about"])
    print_parts([table], stream)


def print_rules(game: Game, stream: IO[str] | None = None) -> None:
    """Print every rule parameter with value, source and status, the options, the faults, the sources."""
    table = make_table("parameter", "value", "source", "status", "note")
    rows = rules_rows(game)
    for row in rows:
        name = row["key"] if row["kind"] in ("value", "bet", "example") else f"  {row['kind']}"
        value = f"WRONG: {row['value']}" if row["kind"] == "misreading" else row["value"]
        table.add_row(name, value, row["source"], row["status"], row["note"])
    used = dict.fromkeys(row["source"] for row in rows)
    long_names = sources()
    lines = [f"{game.title} ({game.id}): {game.about}.", table, game.faults, "", "Statuses:"]
    lines += [f"  {status}: {words}" for status, words in STATUS_WORDS.items()]
    lines += ["", "Sources:"]
    lines += [f"  {name}: {long_names.get(name, name)}" for name in used]
    print_parts(lines, stream)


def print_odds(document: Document, game: Game, stream: IO[str] | None = None) -> None:
    """Print what is exact for each group and, where deals were played, the estimates."""
    exact = make_table("group", "value", "dealt", "received", "reachable", right=range(1, 5))
    for entry in document["groups"]:
        cells = [_exact_cell(figure_of(entry, field)) for field in ("dealt", "received", "reachable")]
        exact.add_row(english(entry["group"]), _plain_cell(entry["value"]), *cells)
    parts: list[Any] = [f"{game.title}: exact chances per player and deal.", exact]
    if game.besi.trump_from != "turn-up":
        parts += ["", MADE_IN_PLAY]
    if document["deals"]:
        played = make_table("group", "held", "declared", "anyone holds", "anyone declares", right=range(1, 5))
        for entry in document["groups"]:
            found = (entry["held"], entry["declared"], entry["anyone"]["held"], entry["anyone"]["declared"])
            played.add_row(english(entry["group"]), *map(frequency_cell, found))
        parts += ["", "Estimates: held and declared per player and deal, anyone's per deal.", played]
        parts.append(_played(document, level_text(document["groups"][0]["held"])))
    print_parts(parts, stream)


def print_worth(document: Document, stream: IO[str] | None = None) -> None:
    """Print what a dealt hand is worth: each number of points with its chance."""
    parts: list[Any] = []
    for reading, heading in (("best", "The best single group"), ("all", "All groups laid down")):
        part = document[reading]
        table = make_table("points", "chance", "so many or more", "exactly", right=range(3))
        for line in part["distribution"]:
            chances = exact_chance(line), exact_chance(line["at_least"])
            table.add_row(whole(line["points"]), *chances, line["fraction"])
        figures = f"mean {part['mean']['value']:.4f}, standard deviation {part['sd']:.4f}"
        parts += ["", f"{heading}: {figures}, median {whole(part['median'])} points.", table]
    print_parts(parts, stream)


def print_simulation(document: Document, game: Game, stream: IO[str] | None = None) -> None:
    """Print points and their parts for each seat, groups held and declared, and what leading is worth.

    Where a deal is a game by itself: its value for each seat, and who wins how often.
    """
    seats = document["seats"]
    names = [seat_name(seat["seat"], len(seats)).lower() for seat in seats]
    points = make_table("points a deal", *names, right=range(1, len(seats) + 1))
    for part in PARTS:
        points.add_row(PART_NAMES[part], *(mean_text(seat[part]) for seat in seats))
    if document["games"]:
        points.add_row("value of the game", *(mean_text(seat["game_value"]) for seat in seats))
    parts: list[Any] = [
        f"{game.title}: points a deal, mean ± half the {level_text(document['lead'])} interval.",
        points,
    ]
    lead = document["lead"]
    size, more = (mirrored(lead), "less") if lead["mean"] < 0 else (lead, "more")
    parts.append(f"Seat 0, which leads first, makes {mean_text(size)} points {more} than the others' mean.")
    for team in document["teams"] or ():
        both = " and ".join(str(seat) for seat in team["seats"])
        parts.append(f"Team {team['team']} (seats {both}): {mean_text(team['points'])} points.")
    parts += game_sentences(document)
    for place, name in enumerate(names):
        parts += ["", f"Groups of {name}, per deal.", _groups_table(seats[place]["groups"])]
    parts.append(_played(document, level_text(document["lead"])))
    print_parts(parts, stream)


def print_comparison(document: Document, game: Game, stream: IO[str] | None = None) -> None:
    """Print what every variant changes, in words, in points and group by group."""
    parts: list[Any] = []
    for variant in document["variants"]:
        parts += [*worth_sentences(variant, game), ""]
        if variant["changed"]["count"]:
            parts.append(f"{game.title} without and with {change_keys(variant['with'])}: points a deal.")
            parts += [_points_changes(variant), *_group_changes(variant)]
    level = level_text(document["variants"][0]["points"])
    parts.append(caution(document))
    parts.append(f"{_who_played(document)}; ± half the {level} interval.")
    print_parts(parts, stream)


def print_round_robin(document: Document, game: Game, stream: IO[str] | None = None) -> None:
    """Print what orders or players are worth against each other, in points, deals won, words and groups."""
    rows = told_rows(document, game)
    corrected = [f"at {level_text(rows[0]['points_corrected'])}"] if document["comparisons"] > 1 else []
    more = {"team": "teams", "game_value": "value of the game"}
    there = [key for key in more if rows[0][key] is not None]
    heads = ["points a deal", *corrected, "ahead", "level", "behind", *(more[key] for key in there)]
    what = document["compared"].removesuffix("s")
    table = make_table(what, "against", *heads, right=range(2, 2 + len(heads)))
    for row in rows:
        cells = [f"{change_text(row['points'])} {'*' if row['clear'] else ' '}"]
        cells += [change_text(row["points_corrected"]) for _ in corrected]
        cells += [estimate(row[key]) for key in ("wins", "ties", "losses")]
        cells += [change_text(row[key]) for key in there]
        table.add_row(row["name"], row["against"], *cells)
    parts: list[Any] = [f"{game.title}: each {what} against the others, on the same deals.", table]
    for row in rows:
        parts.append(" ".join(result_sentences(row, document, game)))
    for row in against_baseline(document):
        parts += ["", f"{row['name']} (after) against {row['against']} (before).", *_group_changes(row)]
    parts.append(many_at_once(document))
    parts.append(f"{seatings_words(document)}; ± half the {level_text(rows[0]['points'])} interval.")
    print_parts(parts, stream)


def print_decisions(document: Document, game: Game, stream: IO[str] | None = None) -> None:
    """Print which group is declared first, by the draws left, and what that is worth."""
    parts: list[Any] = []
    for part in decision_parts(document, game):
        if isinstance(part, Grid):
            table = make_table(*part.heads, right=part.right)
            for row in part.rows:
                table.add_row(*row)
            parts.append(table)
        else:
            parts.append(part)
    print_parts(parts, stream)


def print_edges(document: Document, stream: IO[str] | None = None) -> None:
    """Print the house edge of every bet, exact and simulated, and the misreadings, called wrong."""
    table = make_table(
        "game",
        "bet",
        "covers",
        "chance",
        "returns",
        "edge",
        "percent",
        "simulated",
        "sd",
        "status",
        "source",
        right=range(2, 9),
    )
    rows = edge_rows(document)
    for row in rows:
        bet = f"WRONG: {row['bet']}" if row["reading"] == "wrong" else row["bet"]
        simulated = _simulated_cell(row)
        cells = (
            f"{row['covers']} (+{row['stays']})" if row["stays"] else str(row["covers"]),
            exact_chance({"fraction": row["chance_fraction"]}),
            str(row["returns"]),
            row["edge"].replace("-", "−"),
            f"{fixed(row['edge_percent'], 4)} %",
            simulated,
            f"{row['sd']:.3f}",
        )
        table.add_row(row["game"], bet, *cells, row["status"], row["source"])
    parts: list[Any] = [
        "House edge: what the bank keeps of each unit staked. Returns include the stake; sd: standard "
        "deviation of one bet, per unit staked.",
        table,
    ]
    rounds = [row["simulated_n"] for row in rows if row["simulated_n"]]
    if rounds:
        level = f"{100 * rows[0]['simulated_level']:.4g} %"
        parts.append(f"Simulated: {_rounds(rounds[0])}; the bank's mean gain ± half the {level} interval.")
    if any(row["stays"] for row in rows):
        parts.append("(+n): on n numbers more the stake is neither paid nor taken.")
    for bet in (*document["bets"], *document["misreadings"]):
        parts += [f"{bet['bet']} ({bet['game']}) {told}" for told in favour(bet)]
    parts += edge_notes(document)
    print_parts(parts, stream)


def _plain_cell(value: int | str | None) -> str:
    if value is None:
        return "–"
    return value if isinstance(value, str) else whole(value)


def _exact_cell(exact: Document | None) -> str:
    return "–" if exact is None else exact_chance(exact)


def frequency_cell(frequency: Document | None) -> Text:
    """A frequency with its interval below; a dash where there is none."""
    if frequency is None:
        return Text("–")
    return Text(f"{estimate(frequency)}\n").append(interval(frequency), style="dim")


def _groups_table(groups: Sequence[Document]) -> Table:
    table = make_table("group", "held", "declared", "declarations", right=range(1, 4))
    for group in groups:
        cells = (
            frequency_cell(group["held"]),
            frequency_cell(group["declared"]),
            _declarations_cell(group),
        )
        table.add_row(english(group["group"]), *cells)
    return table


def _points_changes(variant: Document) -> Table:
    table = make_table("points a deal", "before", "after", "change", right=range(1, 4))
    seats = len(variant["seats"])
    lines = [("a player", *_three(variant, "points"))]
    for seat in range(seats):
        three = (variant[name][seat] for name in ("seats", "seats_before", "seats_after"))
        lines.append((seat_name(seat, seats).lower(), *three))
    lines.append(("seat 0 less the others' mean", *_three(variant, "lead")))
    if variant["game_value"] is not None:
        lines.append(("value of the game to seat 0", *_three(variant, "game_value")))
    for name, change, before, after in lines:
        table.add_row(name, mean_text(before), mean_text(after), _change_cell(change, change))
    return table


def _group_changes(variant: Document) -> list[Any]:
    changes = [group[quantity] for group in variant["groups"] for quantity in ("held", "declared")]
    if not any(change and (change["mean"] or change["se"]) for change in changes):
        return ["How often groups are held and declared didn't change in any deal."]
    table = make_table(
        "group", "held before", "after", "change", "declared before", "after", "change", right=range(1, 7)
    )
    for group in variant["groups"]:
        cells = []
        for quantity in ("held", "declared"):
            change, before, after = _three(group, quantity)
            cells += [_rate_cell(before), _rate_cell(after)]
            cells.append("–" if change is None else _change_cell(change, in_percent(change)))
        table.add_row(english(group["group"]), *cells)
    return ["Groups per player and deal; changes in percentage points.", table]


def _three(values: Document, name: str) -> tuple[Any, Any, Any]:
    return values[name], values[f"{name}_before"], values[f"{name}_after"]


def _rate_cell(frequency: Document | None) -> str:
    return "–" if frequency is None else estimate(frequency)


def _change_cell(change: Document, shown: Document) -> str:
    return f"{change_text(shown)} {'*' if is_clear(change) else ' '}"


def _declarations_cell(group: Document) -> str:
    if group["declarations"] is None:
        return "–"
    return mean_text(group["declarations"]) if group["declared"]["count"] else "none"


def _played(document: Document, level: str) -> str:
    return f"{_who_played(document)}; second lines: {level} intervals."


def _who_played(document: Document) -> str:
    orders = ", ".join(dict.fromkeys(document["orders"]))
    players = players_words(document["players"])
    return f"{deals_played(document)} of {players}, declaring {orders}, seed {document['seed']}"


def _rounds(number: int) -> str:
    return "1 round" if number == 1 else f"{whole(number)} rounds"


def _simulated_cell(row: Row | Mapping[str, Any]) -> str:
    if row["simulated_mean"] is None:
        return "–"
    return mean_percent({key: row[f"simulated_{key}"] for key in ("mean", "low", "high")})
