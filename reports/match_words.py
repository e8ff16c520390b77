"""A match in words: who wins it, in how many deals, how often the first deal is enough."""

from reports.names import english, in_text
from reports.numbers import (
    Document,
    estimate,
    frequency_text,
    interval,
    level_text,
    mean_percent,
    mean_text,
    whole,
)
from reports.scores import joined
from reports.seats import office
from reports.words import players_words
from simulate.groups import GROUP_IDS
from simulate.rules import Game

_TWO = 2


def match_sentences(document: Document, game: Game) -> list[str]:
    """A `match` document as sentences, the first fit to be quoted by itself."""
    told = [quotable(document, game), *_both_ways(document)]
    told += [_length_sentence(document["length"]), first_deal_sentence(document)]
    return told


def quotable(document: Document, game: Game) -> str:
    """Who wins a match, in a sentence: by where he sits, and where the players differ by who he is."""
    where = f"At {in_text(game.title)} to {whole(document['target'])}"
    if told_by_side(document):
        return f"{where}, {joined(_by_side(document), 'and')}."
    places = document["places"]
    names = [place_name(place["place"], document) for place in places]
    found = document["lead"]["worked_out"] or document["lead"]["played"]
    chances = [f"{name} wins {chance_text(place)}" for name, place in zip(names, places, strict=True)]
    if found["low"] is None or found["low"] <= 0 <= found["high"]:
        verdict = (
            f"whether it helps to lead or to deal first can't be told from luck: {joined(chances, 'and')}"
        )
        return f"{where}, {verdict}."
    better = 0 if found["mean"] > 0 else len(places) - 1
    others = [
        f"{name} {chance_text(place)}"
        for name, place in zip(names, places, strict=True)
        if place["place"] != better
    ]
    told = f"{where}, {names[better]} wins {chance_text(places[better])} of matches"
    return f"{told}, and {others[0]}." if len(others) == 1 else f"{told}, {joined(others, 'and')}."


def told_by_side(document: Document) -> bool:
    """Whether the sides differ, in their players or in their scores, so that it matters who is who."""
    return not document["alike"] or len(set(document["score"])) > 1


def place_name(place: int, document: Document) -> str:
    """Who sits at a place in the first deal: ``the player who leads first``; of four, a side."""
    sides, seats = len(document["places"]), len(document["players"])
    if seats > sides:
        return "the side that leads first" if place == 0 else "the side that deals first"
    if place == 0:
        return "the player who leads first"
    return "the player who deals first" if place == sides - 1 else f"the {office(place, sides)}"


def side_name(side: Document, document: Document) -> str:
    """A side by its letter and its players: ``A (club)``, ``B (club and random)``."""
    names = dict.fromkeys(document["players"][player] for player in side["players"])
    return f"{'ABCD'[side['side']]} ({joined(list(names), 'and')})"


def chance_text(entry: Document) -> str:
    """The chance of a side or place: worked out where it can be, else played: ``50.2 ± 0.1 %``."""
    if entry["worked_out"] is not None:
        return mean_percent(entry["worked_out"])
    return f"{estimate(entry['wins'])} ({interval(entry['wins'])})"


def cause_words(cause: str) -> str:
    """How a match ends: by a group, or by what else makes the target."""
    if cause in GROUP_IDS:
        return english(cause)
    return {
        "quintes": "two quintes or more together",
        "points": "points marked in play",
        "taken": "brisques counted as taken",
        "count": "the final count",
    }[cause]


def score_text(document: Document) -> str:
    """The scores before the first deal, A's first: ``500 to 300``."""
    return " to ".join(whole(points) for points in document["score"])


def first_deal_sentence(document: Document) -> str:
    """How often the first deal wins the match, by which cause, and how often before the final count."""
    first, score = document["first_deal"], document["score"]
    start = f"From {score_text(document)} the" if any(score) else "The"
    if not first["any"]["count"]:
        found = f"{interval(first['any'])} ({level_text(first['any'])} confidence)"
        return f"{start} first deal never won the match in {whole(first['any']['n'])} deals, so {found}."
    told = f"{start} first deal wins the match {how_often(first['any'])}"
    causes = [(cause_words(end["cause"]), end["matches"]) for end in first["causes"]]
    seen = [f"by {words} {_short(found)}" for words, found in causes if found["count"]]
    never = [words for words, found in causes if not found["count"]]
    parts = [joined(seen, "and")] if seen else []
    parts += [f"never by {joined(never, 'or')}"] if never else []
    told += f": {'; '.join(parts)}."
    at_once = [words for words, found in causes if found["count"] and words != cause_words("count")]
    if not 0 < first["at_once"]["count"] < first["any"]["count"]:
        return told
    if len(at_once) == 1:
        return f"{told} By {at_once[0]} it is won d'emblée, before the final count."
    return f"{told} D'emblée, before the final count, it is won {how_often(first['at_once'])}."


def how_often(found: Document) -> str:
    """A frequency that isn't 0, with its interval, inside a sentence: ``in 12.3 % …``, ``once in 84.0 …``."""
    text = frequency_text(found)
    return f"once {text.removeprefix('1 ')}" if text.startswith("1 in") else f"in {text}"


def played_words(document: Document) -> str:
    """What was played: matches and deals, by whom, from which seed."""
    orders = ", ".join(dict.fromkeys(document["orders"]))
    matches = whole(document["matches"])
    if document["distinct"] > 1:
        total = whole(document["distinct"] * document["matches"])
        matches = f"{total} matches, {matches} for every one of {document['distinct']} who may lead first"
    else:
        matches = f"{matches} matches"
    return (
        f"{matches}, and {whole(document['deals'])} deals looked at by themselves, of "
        f"{players_words(document['players'])}, declaring {orders}, seed {document['seed']}"
    )


def _by_side(document: Document) -> list[str]:
    told = []
    for side in document["sides"]:
        where = [
            f"{chance_text(place)} {'leading' if place['place'] == 0 else 'dealing'} first"
            for place in side["places"]
        ]
        detail = f" ({', '.join(where)})" if len(where) == _TWO else ""
        told.append(f"{side_name(side, document)} wins {chance_text(side)} of matches{detail}")
    if any(document["score"]):
        told[0] = f"from {score_text(document)}, {told[0]}"
    return told


def _both_ways(document: Document) -> list[str]:
    """The two ways to the chance side by side, where there are two."""
    by_side = told_by_side(document)
    place = document["sides"][0]["places"][0] if by_side else document["places"][0]
    if place["worked_out"] is None:
        return []
    who = place_name(0, document)
    if by_side:
        who = f"{side_name(document['sides'][0], document)}, leading first,"
    return [
        f"Matches played to the end: {who} wins {frequency_text(place['wins'])}. Worked out backwards "
        f"from single deals: {mean_percent(place['worked_out'])}."
    ]


def _length_sentence(length: Document) -> str:
    quantiles = length["quantiles"]
    told = f"A match takes {mean_text(length['deals'])} deals on the mean"
    if None in quantiles.values():
        return f"{told}."
    return f"{told}; half of them are over after {quantiles['50%']}, nine in ten after {quantiles['90%']}."


def _short(found: Document) -> str:
    return f"{estimate(found)} ({interval(found)})" if found["count"] else estimate(found)
