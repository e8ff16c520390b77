"""Sentences on the banking games: whom a bet favours, and what is no more than a conjecture."""

from collections.abc import Sequence
from fractions import Fraction

from reports.names import in_text
from reports.numbers import Document, fixed
from reports.scores import joined
from simulate.rules import Game


def favour(bet: Document) -> list[str]:
    """What must be said of a bet of an `edge` document that isn't the bank's usual one.

    A bet that pays the punter more than fair, or exactly fair, and one that is a conjecture.
    """
    said = []
    if bet["status"] == "assumed" and not any(
        word in bet["note"].lower() for word in ("wrong", "conjecture")
    ):
        said.append("is a conjecture: no source gives what it returns.")
    if bet["favours"] == "punter":
        loss = fixed(-float(100 * Fraction(bet["edge"])), 4)
        said.append(f"pays the punter more than fair: the bank loses {loss} % of every stake.")
    elif bet["favours"] == "nobody":
        said.append("is fair: neither side gains in the long run.")
    return said


def edge_notes(document: Document) -> list[str]:
    """The notes of an `edge` document's bets, misreadings last; one that several bets share is told once."""
    names: dict[tuple[str, str], list[str]] = {}
    for bet in (*document["bets"], *document["misreadings"]):
        if bet["note"]:
            names.setdefault((bet["game"], bet["note"]), []).append(bet["bet"])
    return [f"{joined(bets, 'and')} ({game}): {note}." for (game, note), bets in names.items()]


def banks_sentence(banks: Sequence[tuple[Game, Document]]) -> str:
    """What the bank keeps at each of several games, by the first bet of its `edge` document."""
    told = []
    for game, document in banks:
        bet = document["bets"][0]
        kept = f"{bet['edge']}, {fixed(bet['edge_percent'], 2)} %, at {in_text(game.title)}"
        told.append(
            f"{kept} (a conjecture: no source gives what it pays)" if bet["status"] == "assumed" else kept
        )
    return f"Of every stake the bank keeps {'; '.join(told)}."
