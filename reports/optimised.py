"""The order that a search found, and what it is worth, in words and tables."""

from typing import IO, Any

from reports.names import english
from reports.numbers import Document, change_text, frequency_text, level_text, mean_text, whole
from reports.printing import make_table, print_parts
from reports.rows import Row
from reports.words import deals_played, players_words
from simulate.rules import Game

# A gain below so many points a deal, a tenth of a brisque, is called small.
SMALL_GAIN = 1.0
_REST = {
    "highest": "the highest",
    "lowest": "the lowest",
    "fragile": "the group of the most cards",
    "none": "nothing",
}


def print_optimised(document: Document, game: Game, stream: IO[str] | None = None) -> None:
    """Print what the order found declares, what it gains, and the races that led to it."""
    parts: list[Any] = [gain_sentence(document["gain"]), "", *order_sentences(document["order"]), ""]
    parts.append(f"Deals in which it gained: {frequency_text(document['wins'])}.")
    parts.append(f"Deals in which it lost: {frequency_text(document['losses'])}.")
    parts += ["", f"{game.title}: the races of the search, points a deal in each one's last round."]
    table = make_table("race", "orders", "rounds", "deals", "winner", "gain", right=(1, 2, 3, 5))
    for race in document["search"]["races"]:
        rounds = race["rounds"]
        cells = [
            whole(rounds[0]["candidates"]) if rounds else "–",
            whole(len(rounds)),
            whole(sum(each["deals"] for each in rounds)),
            candidate_words(race["winner"]),
            f"{_change(race['gain'])} {'*' if race['replaced'] else ' '}",
        ]
        table.add_row(race["stage"], *cells)
    parts.append(table)
    parts.append(
        "A winner takes the place of the order that stood before (*) if it is ahead of it by more than two "
        "standard errors in a last round that it plays alone; an order with one pair less, unless it is as "
        "far behind."
    )
    parts.append(
        f"The gain on top is of {deals_played(document)} of {players_words(document['players'])}, seed "
        f"{document['seed']}, none of which the search, of {whole(document['search']['deals'])} other deals, "
        f"played; ± half the {level_text(document['gain'])} interval."
    )
    print_parts(parts, stream)


def optimised_rows(document: Document) -> list[Row]:
    """A line for the gain on fresh deals, then one for each race.

    `what` is ``gain`` or ``race``. Of a race `name` is its stage, `deals` are those of all its rounds,
    and the gain is the winner's over the order that stood then, in the last round.
    """
    rows = [_row("gain", document["order"]["name"], None, document["gain"], None)]
    for race in document["search"]["races"]:
        deals = sum(each["deals"] for each in race["rounds"])
        winner = candidate_words(race["winner"])
        rows.append(_row("race", race["stage"], winner, race["gain"], race["replaced"]) | {"deals": deals})
    return rows


def gain_sentence(gain: Document) -> str:
    """What an order gains over declaring the highest first, plainly."""
    size = "" if gain["se"] is None else f": {change_text(gain)} points a deal"
    if gain["mean"] == gain["se"] == 0:
        return (
            "No order was found that gains over declaring the highest first: "
            "the one found played every deal alike."
        )
    if gain["low"] is None or gain["low"] <= 0 <= gain["high"]:
        return f"The order found can't be told from declaring the highest first{size}."
    if gain["mean"] < 0:
        return f"The order found loses against declaring the highest first{size}."
    hair = ": beyond luck, but by a hair" if gain["high"] < SMALL_GAIN else ""
    return f"The order found gains {mean_text(gain)} points a deal over declaring the highest first{hair}."


def order_sentences(order: Document) -> list[str]:
    """What an order declares, a line a phase."""
    phases = order["phases"]
    lines = []
    above: int | None = None
    for phase in phases:
        words = f"{_while(phase['draws'], above)}{_phase_words(phase)}."
        lines.append(f"{words[0].upper()}{words[1:]}")
        above = phase["draws"]
    return lines


def candidate_words(candidate: Document) -> str:
    """A candidate in a cell: what comes first, and what goes ahead from how many draws left on."""
    words = [f"{_REST[candidate['rest']]} first"] if candidate["rest"] != "none" else ["nothing declared"]
    words += [
        f"{english(pair['inner'])} ahead of {english(pair['outer'])} ({pair['draws']}+)"
        for pair in candidate["ahead"]
    ]
    return ", ".join(words)


def _while(draws: int, above: int | None) -> str:
    if above is None:
        return f"With {draws} draws left or more: " if draws else ""
    if not draws:
        return "With 1 draw left: " if above == 2 else f"With fewer than {above} draws left: "
    return f"With {draws} {'' if draws == above - 1 else f'to {above - 1} '}draws left: "


def _phase_words(phase: Document) -> str:
    ranked = ", then ".join(english(group_id) for group_id in phase["ranking"])
    rest = f"{_REST[phase['rest']]}{'' if phase['rest'] == 'none' else ' first'}"
    words = f"{ranked}, then {rest}" if ranked else rest
    if not phase["ahead"]:
        return words
    pairs = [f"{english(inner)} ahead of {english(outer)}" for inner, outer in phase["ahead"]]
    return f"{words}, but {', '.join(pairs)}"


def _change(gain: Document | None) -> str:
    return "–" if gain is None else change_text(gain)


def _row(what: str, name: str, winner: str | None, gain: Document | None, replaced: bool | None) -> Row:
    row: Row = {"what": what, "name": name, "winner": winner, "replaced": replaced, "deals": None}
    keys = ("mean", "se", "n", "low", "high", "level")
    return row | {key: None if gain is None else gain[key] for key in keys}
