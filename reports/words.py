"""How rare a group is, in words: one sentence to quote, then what each figure means."""

from fractions import Fraction
from typing import NamedTuple

from reports import familiar
from reports.names import group_words
from reports.numbers import (
    Document,
    deals_words,
    estimate,
    exact_chance,
    frequency_text,
    interval,
    level_text,
    one_in,
    percent,
    significant,
    small,
    whole,
)
from simulate.rules import Game

DEALS_AN_EVENING = 20
OFTEN = 0.2
FEW_HITS = 20
_KINDS_OF_PLAYER = {"club": "sensible players", "random": "players who play at random"}


class Notion(NamedTuple):
    """One of the five ways in which a group can come to a player: its field, and what it means."""

    field: str
    meaning: str


EXACT_NOTIONS = (
    Notion("dealt", "the dealt hand contains it"),
    Notion("received", "all its cards come to the player, dealt or drawn"),
    Notion("reachable", "the most that any way of playing could hold it"),
)
PLAYED_NOTIONS = (
    Notion("held", "at some moment the hand contains it"),
    Notion("declared", "the player scores it at least once"),
)


def how_rare_text(document: Document, game: Game) -> list[str]:
    """A `how-rare` document as paragraphs; the first is one sentence that can be quoted by itself.

    Parameters
    ----------
    document : the `how-rare` document of a group; simulated or exact only.
    game : the game that it was made for.

    Returns
    -------
    Paragraphs without line breaks; an empty one separates blocks.
    """
    paragraphs = [quotable(document, game)]
    if _nobody(document):
        paragraphs.append(nobody_sentence(document))
    paragraphs += ["", _about(document, game)]
    for notion in EXACT_NOTIONS:
        paragraphs.append(_exact_line(notion, document[notion.field]))
    if document["deals"]:
        paragraphs += ["", _who_played(document)]
        for notion in PLAYED_NOTIONS:
            paragraphs.append(_played_line(notion, document))
        if document["anyone"]["held"] is not None:
            paragraphs.append(_anyone_line(document))
    chance = quoted_chance(document)
    if chance:
        paragraphs += ["", f"Something familiar: that is {familiar.compared(chance)}."]
    return paragraphs


def quotable(document: Document, game: Game) -> str:
    """The answer in one sentence, fit for a novel.

    What happens at the table where deals were played and it happened; else the exact chance.
    """
    a_group = group_words(document["group"]).a_group
    verb, frequency = _at_the_table(document)
    if frequency is not None and frequency["count"]:
        table = f"At a table of {players_words(document['players'])}"
        return f"{table} somebody {verb} {a_group} {_how_often(frequency)}."
    dealt, reachable = document["dealt"], document["reachable"]
    if dealt is not None and Fraction(dealt["fraction"]):
        return f"A player is dealt {a_group} {_exactly_how_often(Fraction(dealt['fraction']))}."
    if reachable is not None and Fraction(reachable["fraction"]):
        most = _exactly_how_often(Fraction(reachable["fraction"]))
        return f"However he plays, a player holds {a_group} at most {most}."
    if dealt is None and reachable is None:
        return f"How often a player holds {a_group} has no exact answer here; play deals to estimate it."
    return f"At {game.title[0].lower()}{game.title[1:]} no player can ever hold {a_group}."


def quoted_chance(document: Document) -> Fraction | float | None:
    """The chance that the quotable sentence speaks of; None where it is 0 or unknown."""
    frequency = _at_the_table(document)[1]
    if frequency is not None and frequency["count"]:
        rate: float = frequency["rate"]
        return rate
    for field in ("dealt", "reachable"):
        if document[field] is not None and Fraction(document[field]["fraction"]):
            return Fraction(document[field]["fraction"])
    return None


def nobody_sentence(document: Document) -> str:
    """What it means that in all the deals played it never happened."""
    verb, frequency = _at_the_table(document)
    assert frequency is not None
    done = "declared" if verb == "declares" else "held"
    a_group = group_words(document["group"]).a_group
    bound = interval(frequency).removeprefix("below 1 in ")
    players = players_words(document["players"])
    return (
        f"In {whole(document['deals'])} deals of {players} nobody {done} {a_group}; "
        f"so it is rarer than once in {bound} deals, with {level_text(frequency)} confidence."
    )


def players_words(players: tuple[str, ...] | list[str]) -> str:
    """Who sits at the table: ``three sensible players``, ``two players (club, random)``."""
    if len(set(players)) == 1 and players[0] in _KINDS_OF_PLAYER:
        return f"{small(len(players))} {_KINDS_OF_PLAYER[players[0]]}"
    return f"{small(len(players))} players ({', '.join(players)})"


def _at_the_table(document: Document) -> tuple[str, Document | None]:
    """What somebody at the table does with the group, and how often; a group without value is only held."""
    if document["anyone"]["declared"] is not None:
        return "declares", document["anyone"]["declared"]
    return "holds", document["anyone"]["held"]


def _nobody(document: Document) -> bool:
    frequency = _at_the_table(document)[1]
    return frequency is not None and not frequency["count"]


def _how_often(frequency: Document) -> str:
    """An estimate in round words, deals and evenings of twenty; from few hits, one digit."""
    rate = frequency["rate"]
    if rate >= OFTEN:
        return f"in {round(100 * rate)} % of deals" if rate < 0.995 else "in nearly every deal"
    deals = significant(1 / rate, 1 if frequency["count"] < FEW_HITS else 2)
    an_evening = DEALS_AN_EVENING / deals
    evenings = significant(deals / DEALS_AN_EVENING, 2)
    if an_evening >= 1.5:
        times = round(an_evening)
        often = "twice" if times == 2 else f"{small(times)} times"
        return f"about once in {deals_words(round(deals))} deals, some {often} in an evening of twenty"
    if evenings < 1.5:
        return f"about once in {deals_words(round(deals))} deals, or in an evening of twenty"
    many = small(round(evenings)) if evenings < 12.5 else deals_words(round(evenings))
    return f"about once in {deals_words(round(deals))} deals, some {many} evenings of twenty"


def _exactly_how_often(chance: Fraction) -> str:
    if chance >= OFTEN:
        return f"in {percent(float(chance))} of deals"
    return f"once {one_in(chance).removeprefix('1 ')} deals"


def _about(document: Document, game: Game) -> str:
    words = group_words(document["group"])
    name = words.a_group.removeprefix("a ")
    value = document["value"]
    worth = "without value in this game" if value is None else f"{whole(value)} points"
    outright = ", and wins the game outright" if document["group"] in game.besi.outright else ""
    return (
        f"{name[0].upper()}{name[1:]} at {game.title} ({words.cards}; {worth}{outright}). "
        "Chances are per player and deal."
    )


def _exact_line(notion: Notion, exact: Document | None) -> str:
    name = notion.field.capitalize()
    if exact is None:
        return f"{name} ({notion.meaning}): no exact figure in this game."
    return f"{name} ({notion.meaning}): {exact_chance(exact)}, exactly {exact['fraction']}."


def _who_played(document: Document) -> str:
    orders = ", ".join(dict.fromkeys(document["orders"]))
    return (
        f"Estimated from {whole(document['deals'])} deals of {players_words(document['players'])}, "
        f"declaring {orders}, seed {document['seed']}:"
    )


def _played_line(notion: Notion, document: Document) -> str:
    name = notion.field.capitalize()
    frequency = document[notion.field]
    if frequency is None and notion.field == "held":
        return f"{name}: not counted in this game."
    if frequency is None:
        return f"{name}: never, since it has no value in this game."
    return f"{name} ({notion.meaning}): {frequency_text(frequency)}."


def _anyone_line(document: Document) -> str:
    held, declared = document["anyone"]["held"], document["anyone"]["declared"]
    told = f"Anyone at the table, per deal: holds it {_phrase(held)}"
    if declared is not None:
        told += f"; declares it {_phrase(declared)}"
    return f"{told}."


def _phrase(frequency: Document) -> str:
    text = frequency_text(frequency)
    if frequency["count"] == 0:
        return text.replace("none in", "in none of", 1)
    return f"in {text}" if "%" in estimate(frequency) else text
