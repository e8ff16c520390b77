"""A hand in words: what it is worth when dealt, and how often what it lacks still comes."""

from fractions import Fraction

from reports.names import group, group_words, in_text
from reports.numbers import PERCENT_FROM, Document, decimals_for, exact_chance, fixed, one_in, percent, whole
from reports.words import how_rare_text
from simulate.rules import Game


def worth_text(document: Document, game: Game) -> list[str]:
    """A `worth` document in sentences, the first to be quoted by itself; its tables come after."""
    best, laid_down = document["best"], document["all"]
    nothing = next((line for line in laid_down["distribution"] if line["points"] == 0), None)
    empty = f"nothing that scores in {percent(nothing['probability'])} of" if nothing else "something in all"
    quoted = (
        f"A hand dealt at {in_text(game.title)} holds {empty} deals; on average its best group is worth "
        f"{_mean(best)} points, and all its groups together {_mean(laid_down)}."
    )
    return [quoted, "", *_how_it_is_counted(game)]


def arrival_text(document: Document, game: Game) -> list[str]:
    """A `how-rare` document of a hand in progress as paragraphs; what is true of any hand comes after.

    Returns
    -------
    Paragraphs without line breaks, the first a sentence to be quoted; an empty one separates blocks.
    """
    lines = [
        _arrival_sentence(document),
        "",
        f"Arrives (the cards named and those drawn make it): {_exactly(document['arrives'])}.",
        _reckoning(document["draws"], document["unseen"]),
    ]
    if document["seen"]:
        lines.append(f"Seen elsewhere, so they can't come: {' '.join(document['seen'])}.")
    if group(document["group"]).suit_ranks:
        trump = document["trump"]
        lines.append(f"Trump: {trump}." if trump else "Trump isn't known, so every suit counts as plain.")
    return [*lines, "", *how_rare_text(document, game)]


def _arrival_sentence(document: Document) -> str:
    a_group = group_words(document["group"]).a_group
    given = f"{' '.join(document['given'])} in hand" if document["given"] else "no card of it named in hand"
    situation = f"With {given} and {_cards(document['draws'])} still to draw,"
    chance = Fraction(document["arrives"]["fraction"])
    if chance == 0:
        return f"{situation} {a_group} can't be had any more."
    if chance == 1:
        return f"{situation} {a_group} is certain."
    often = one_in(chance).replace("1 in", "one time in")
    if chance >= PERCENT_FROM:
        often = f"{percent(float(chance))} of the time"
    return f"{situation} a player gets {a_group} {often}."


def _reckoning(draws: int, unseen: int) -> str:
    if not draws:
        return "No card is drawn any more."
    return (
        f"Reckoned as if the draws were any {whole(draws)} of the {whole(unseen)} cards that aren't named. "
        "Cards in hand that aren't named count as cards that may still come: name the whole hand for the "
        "sharpest figure."
    )


def trump_sentence(game: Game) -> str:
    """What trump is when a hand is valued as dealt."""
    return {
        "turn-up": "Trump is the suit of the turned-up card, which is in no hand.",
        "first-marriage": "The first marriage makes trump and counts as a trump marriage.",
        "first-marriage-or-quinte": "The first marriage or quinte makes trump and counts as one of trumps.",
    }[game.besi.trump_from]


def _how_it_is_counted(game: Game) -> list[str]:
    lower = "may" if game.besi.lower_after_higher else "may not"
    return [
        f"Exact, over every hand that can be dealt, before a card is played. {trump_sentence(game)}",
        f"Laid down means one group after another, the highest first; a card used in a larger group {lower} "
        "serve in a smaller one afterwards.",
    ]


def _mean(part: Document) -> str:
    """A mean of points to a decimal; a small one to two digits, so that it doesn't read 0.0."""
    mean: float = part["mean"]["value"]
    return fixed(mean, 1 if mean >= 1 or not mean else decimals_for(mean))


def _exactly(exact: Document) -> str:
    chance = Fraction(exact["fraction"])
    if chance in (0, 1):
        return "certain" if chance else "impossible"
    return f"{exact_chance(exact)}, exactly {exact['fraction']}"


def _cards(number: int) -> str:
    if not number:
        return "no card"
    return "1 card" if number == 1 else f"{whole(number)} cards"
