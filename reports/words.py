"""How rare a group is, in words: one sentence to quote, then what each figure means."""

from fractions import Fraction
from typing import NamedTuple

from reports import familiar
from reports.names import group, group_words, in_text
from reports.numbers import (
    Document,
    deals_words,
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
_KINDS_OF_PLAYER = {
    "club": "sensible players",
    "hoarder": "hoarders",
    "random": "players who play at random",
    "tuned": "tuned players",
}


class Notion(NamedTuple):
    """One of the five ways in which a group can come to a player: its field, and what it means."""

    field: str
    meaning: str


EXACT_NOTIONS = (
    Notion("dealt", "in the hand as dealt"),
    Notion("received", "every card of it comes to the player, dealt or drawn"),
    Notion("reachable", "no way of playing holds it more often"),
)
PLAYED_NOTIONS = (
    Notion("held", "in the hand at some moment"),
    Notion("declared", "scored at least once"),
)


MADE_IN_PLAY = (
    "Trump is made in play: a trump group is received as if trump had been drawn beforehand, and is "
    "neither dealt nor bounded by what is reachable."
)


def figure_of(entry: Document, field: str) -> Document | None:
    """A figure of a group, None where there is none, or where it would mislead.

    What is reachable bounds what is held. Of a trump group it is none where nothing is turned
    up: then its chance goes by a trump drawn apart, and players make trump of what they hold.
    """
    made_in_play = group(entry["group"]).trump and entry["dealt"] is None
    exact: Document | None = None if field == "reachable" and made_in_play else entry[field]
    return exact


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
    quoted = _quoted(document, game)
    paragraphs = [quoted.sentence]
    played = document["deals"] and not _impossible(document)
    if played and _nobody(document):
        paragraphs.append(nobody_sentence(document))
    paragraphs += ["", _about(document, game)]
    for notion in EXACT_NOTIONS:
        paragraphs.append(_exact_line(notion, figure_of(document, notion.field)))
    if played:
        paragraphs += ["", _who_played(document)]
        for notion in PLAYED_NOTIONS:
            paragraphs.append(_played_line(notion, document))
        paragraphs += _anyone_lines(document)
    if quoted.chance:
        paragraphs += ["", f"Something familiar: {quoted.event} is {familiar.compared(quoted.chance)}."]
    return paragraphs


class Quoted(NamedTuple):
    """The answer in a sentence, the event that it speaks of, and its chance, None if 0 or unknown."""

    sentence: str
    event: str
    chance: Fraction | float | None


def quotable(document: Document, game: Game) -> str:
    """The answer in one sentence, fit for a novel.

    What happens at the table where deals were played and it happened; else the exact chance.
    """
    return _quoted(document, game).sentence


def _quoted(document: Document, game: Game) -> Quoted:
    a_group = group_words(document["group"]).a_group
    verb, frequency = _at_the_table(document)
    if frequency is not None and frequency["count"]:
        table = f"At a table of {players_words(document['players'])}"
        sentence = f"{table} somebody {verb} {a_group} {_how_often(frequency)}."
        return Quoted(sentence, f"a deal in which somebody {verb} {a_group}", frequency["rate"])
    dealt, reachable, received = (figure_of(document, field) for field in ("dealt", "reachable", "received"))
    if dealt is not None and Fraction(dealt["fraction"]):
        chance = Fraction(dealt["fraction"])
        return Quoted(
            f"A player is dealt {a_group} {_exactly_how_often(chance)}.", f"being dealt {a_group}", chance
        )
    if reachable is not None and Fraction(reachable["fraction"]):
        chance = Fraction(reachable["fraction"])
        sentence = f"However he plays, a player holds {a_group} at most {_exactly_how_often(chance)}."
        return Quoted(sentence, f"holding {a_group}, at the most,", chance)
    if reachable is None and received is not None and Fraction(received["fraction"]):
        chance = Fraction(received["fraction"])
        sentence = f"Had the suit of trumps been drawn beforehand, a player would receive {a_group} "
        return Quoted(f"{sentence}{_exactly_how_often(chance)}.", f"receiving {a_group}", chance)
    if dealt is None and reachable is None:
        sentence = f"How often a player holds {a_group} has no exact answer here; play deals to estimate it."
        return Quoted(sentence, "", None)
    return Quoted(f"At {in_text(game.title)} no player can ever hold {a_group}.", "", None)


def nobody_sentence(document: Document) -> str:
    """What it means that in all the deals played it never happened."""
    verb, frequency = _at_the_table(document)
    assert frequency is not None
    done = "declared" if verb == "declares" else "held"
    a_group = group_words(document["group"]).a_group
    bound = interval(frequency).removeprefix("below 1 in ")
    players = players_words(document["players"])
    return (
        f"In {deals_played(document)} of {players} nobody {done} {a_group}; "
        f"so that is rarer than once in {bound} deals, with {level_text(frequency)} confidence."
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


def _impossible(document: Document) -> bool:
    reachable = figure_of(document, "reachable")
    return reachable is not None and not Fraction(reachable["fraction"])


def _how_often(frequency: Document) -> str:
    """An estimate in round words, deals and evenings of twenty; from few hits, one digit."""
    rate = frequency["rate"]
    if rate >= OFTEN:
        return f"in {round(100 * rate)} % of deals" if rate < 0.995 else "in nearly every deal"
    deals = significant(1 / rate, 1 if frequency["count"] < FEW_HITS else 2)
    return f"about once in {deals_words(round(deals))} deals, {_in_evenings(deals)} of twenty"


def _in_evenings(deals: float) -> str:
    """What once in so many deals makes of an evening, or how many evenings it takes."""
    an_evening = DEALS_AN_EVENING / deals
    if an_evening >= 1.75:
        times = round(an_evening)
        return f"or {'twice' if times == 2 else f'{small(times)} times'} in an evening"
    if an_evening > 1.25:
        return "once or twice in an evening"
    evenings = significant(deals / DEALS_AN_EVENING, 2)
    if evenings <= 1.25:
        return "or once in an evening"
    if evenings < 1.75:
        return "or once in one and a half evenings"
    return f"some {small(round(evenings)) if evenings < 12.5 else deals_words(round(evenings))} evenings"


def _exactly_how_often(chance: Fraction) -> str:
    if chance >= OFTEN:
        return f"in {percent(float(chance))} of deals"
    return f"once {one_in(chance).removeprefix('1 ')} deals"


def _about(document: Document, game: Game) -> str:
    words = group_words(document["group"])
    name = words.a_group.removeprefix("a ")
    cards = words.cards
    if group(document["group"]).shape == "four":
        cards = "of four different suits" if game.besi.panache or game.besi.packs == 1 else "of any suits"
    value = document["value"]
    worth = "without value in this game" if value is None else f"{whole(value)} points"
    outright = ", and wins the game outright" if document["group"] in game.besi.outright else ""
    return (
        f"{name[0].upper()}{name[1:]} at {in_text(game.title)} ({cards}; {worth}{outright}). "
        "Chances are per player and deal."
    )


def _exact_line(notion: Notion, exact: Document | None) -> str:
    name = notion.field.capitalize()
    if exact is None and notion.field == "reachable":
        return f"{name} ({notion.meaning}): no such bound in this game."
    if exact is None:
        return f"{name} ({notion.meaning}): no exact figure in this game."
    if not Fraction(exact["fraction"]):
        return f"{name} ({notion.meaning}): impossible."
    return f"{name} ({notion.meaning}): {exact_chance(exact)}, exactly {exact['fraction']}."


def _who_played(document: Document) -> str:
    orders = ", ".join(dict.fromkeys(document["orders"]))
    return (
        f"Estimated from {deals_played(document)} of {players_words(document['players'])}, "
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


def _anyone_lines(document: Document) -> list[str]:
    return [
        f"{field.capitalize()} by anyone (at least one of the players, per deal): {frequency_text(found)}."
        for field, found in document["anyone"].items()
        if found is not None
    ]


def deals_played(document: Document) -> str:
    """How many deals were played: ``3,000 deals``."""
    deals = document["deals"]
    return "1 deal" if deals == 1 else f"{whole(deals)} deals"
