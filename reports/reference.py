"""What could be gained by declaring otherwise, and how much of it an order gains, in words and a table."""

from decimal import ROUND_CEILING, ROUND_FLOOR
from typing import IO, Any

from reports.numbers import Document, change_text, fixed, level_text, mean_text, whole
from reports.printing import make_table, print_parts
from reports.rows import Row
from reports.words import deals_played, players_words
from simulate.rules import Game

# The estimates of the document, with what they are called.
_POINTS = (
    ("gain", "trying every choice"),
    ("order_gain", "the order"),
    ("left", "trying every choice, less the order"),
)
_DECISIONS = ("decided", "otherwise", "for_nothing")


def print_reference(document: Document, game: Game, stream: IO[str] | None = None) -> None:
    """Print what the reference gains, what the order gains, and the share of the one in the other."""
    parts: list[Any] = [*reference_sentences(document), ""]
    parts.append(f"{game.title}: points a deal gained over declaring {document['baseline']}.")
    table = make_table("who gains", "points a deal", right=(1,))
    for key, words in _POINTS:
        name = f"the order {document['order']}" if key == "order_gain" else words
        table.add_row(name, change_text(document[key]))
    parts.append(table)
    decided, otherwise, for_nothing = (mean_text(document[key]) for key in _DECISIONS)
    parts.append(
        f"A player decides {decided} declarations a deal, {otherwise} of them otherwise than by the highest "
        f"first, {for_nothing} by declaring nothing where he could."
    )
    parts.append(
        f"Each choice was played on {whole(document['rollouts'])} times over cards dealt anew wherever the "
        f"declarer can't see them; the highest first stood unless a choice was better by more than "
        f"{document['caution']:g} standard errors."
    )
    parts.append(
        f"{deals_played(document)} of {players_words(document['players'])}, seed {document['seed']}; ± half "
        f"the {level_text(document['gain'])} interval."
    )
    print_parts(parts, stream)


def reference_sentences(document: Document) -> list[str]:
    """What trying every choice gains, and how much of that the order does; plainly where it isn't clear."""
    gain, share = document["gain"], document["share"]
    if gain["low"] is None or gain["low"] <= 0:
        told = "" if gain["se"] is None else f": {change_text(gain)} points a deal"
        first = f"What trying every choice gains over the highest first can't be told from luck{told}."
    else:
        first = f"Trying every choice gains {mean_text(gain)} points a deal over the highest first."
    if share is None:
        return [first, "So how much of it the order gains can't be told."]
    low, high = fixed(100 * share["low"], 0, ROUND_FLOOR), fixed(100 * share["high"], 0, ROUND_CEILING)
    second = (
        f"The order {document['order']} gains {fixed(100 * share['ratio'], 0)} % of that, between {low} and "
        f"{high} % ({level_text(share)} interval)."
    )
    return [first, second]


def reference_rows(document: Document) -> list[Row]:
    """A line for each estimate: `quantity` (the fields of the document), `estimate`, its error and interval.

    `share` has no standard error; where there is no share its figures are empty.
    """
    rows = [_row(key, document[key], "mean") for key, _ in _POINTS]
    rows.append(_row("share", document["share"], "ratio"))
    return rows + [_row(key, document[key], "mean") for key in _DECISIONS]


def _row(quantity: str, estimated: Document | None, middle: str) -> Row:
    values = estimated or {}
    row: Row = {"quantity": quantity, "estimate": values.get(middle)}
    return row | {key: values.get(key) for key in ("se", "n", "low", "high", "level")}
