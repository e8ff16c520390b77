"""Orders or players compared, in words: a sentence for each result, and what many of them can bear."""

import re
from itertools import permutations

from analysis.comparison import CLEAR_SE
from reports.numbers import Document, change_text, estimate, fixed, level_text, mean_text, small, whole
from reports.words import deals_played
from simulate.rules import Game

# Below so many deals that came out differently, a normal interval of their mean is rough.
FEW_DEALS = 20
_HASH = re.compile(r"@[0-9a-f]{12}$")


def without_hash(name: str) -> str:
    """The name of an order or player without the hash of what it was read from: ``best``."""
    return _HASH.sub("", name)


def told_rows(document: Document, game: Game) -> list[Document]:
    """The rows of a `compare` document that tell something of their own, in its order.

    Of two players the one way round says all; it is told of those who were named later, so that
    the baseline is what the others are measured by.
    """
    pairs = permutations(range(len(document["contestants"])), 2)
    return [
        row
        for (first, second), row in zip(pairs, document["rows"], strict=True)
        if game.besi.seats > 2 or first > second
    ]


def against_baseline(document: Document) -> list[Document]:
    """The row of each contestant but the first against the first."""
    pairs = permutations(range(len(document["contestants"])), 2)
    return [row for (_, second), row in zip(pairs, document["rows"], strict=True) if second == 0]


def result_sentences(row: Document, document: Document, game: Game) -> list[str]:
    """What a row says, the first sentence fit to be quoted by itself.

    Parameters
    ----------
    row : one of the `rows` of a `compare` document.
    document : the document.
    game : the game that was played.
    """
    verdict = _points_sentence(row, document, game)
    deals = row["ties"]["n"]
    if row["points"]["se"] is None or row["ties"]["count"] == deals:
        return [verdict]
    sentences = [f"{verdict.removesuffix('.')}; {_deals(row)}.", *_rough(row)]
    if row["game_value"] is not None:
        sentences.append(f"The value of the game to the first: {change_text(row['game_value'])} points.")
    if row["team"] is not None:
        team = change_text(row["team"])
        sentences.append(f"Two of the first in one team against two of the second: {team} points a deal.")
    return sentences


def _points_sentence(row: Document, document: Document, game: Game) -> str:
    """What a row says in points, in one sentence; as in `result_sentences`."""
    deals = row["ties"]["n"]
    who, points = _who(row, document, game), row["points"]
    if points["se"] is None:
        return f"{who}: {change_text(points)} points in the one deal played, which tells little."
    if row["ties"]["count"] == deals:
        return f"{who}: exactly 0 points apart in every one of {whole(deals)} deals."
    return f"{_verdict(row, document, game)}."


def in_points(row: Document, document: Document, game: Game) -> str:
    """What a row says in points, and if its interval is rough that it is."""
    return " ".join([_points_sentence(row, document, game), *_rough(row)])


def _rough(row: Document) -> list[str]:
    """The sentence that calls an interval rough which few deals decide; none where it isn't."""
    differing = row["wins"]["count"] + row["losses"]["count"]
    if not 0 < differing < FEW_DEALS <= row["ties"]["n"]:
        return []
    what = "deal was" if differing == 1 else "deals were"
    return [f"Only {small(differing)} {what} not level: too few for the intervals to be relied on."]


def many_at_once(document: Document) -> str:
    """What the marks mean, and the corrected intervals where there is more than one comparison."""
    row = document["rows"][0]
    level, plain = level_text(row["points_corrected"]), level_text(row["points"])
    marked = f"* marks points whose {level} interval leaves out 0"
    comparisons = document["comparisons"]
    if comparisons > 1:
        marked += (
            f": {small(comparisons)} comparisons are made at once, and all their intervals at that level "
            f"hold together with {plain} confidence (Bonferroni)"
        )
    return f"{marked}. In tables of groups it marks changes of more than {small(CLEAR_SE)} standard errors."


def seatings_words(document: Document) -> str:
    """What was played, by whom: ``200,000 deals in each of two seatings; player club, seed 1``."""
    by_order = document["compared"] == "orders"
    same = document["players"][0] if by_order else document["orders"][0]
    who = f"players all {same}" if by_order else f"all declaring {same}"
    seatings = small(document["seatings"])
    each = "one seating" if document["seatings"] == 1 else f"each of {seatings} seatings"
    return f"{deals_played(document)} in {each}, {who}, seed {document['seed']}"


def what_points_are(document: Document, game: Game, against: str) -> str:
    """What the points of a contestant against another are, in a caption behind a colon."""
    plays = "declares" if document["compared"] == "orders" else "plays like"
    other = _declared(against, document)
    if game.besi.seats == 2:
        return (
            f"by how many points a deal a player who {plays} so is ahead of one who {plays} {other}, each in "
            "either seat on the same cards."
        )
    return (
        f"how many points a deal more a player makes who {plays} so, alone among others of whom each "
        f"{plays} {other}, than one of these in that seat on the same cards, averaged over the seats."
    )


def _who(row: Document, document: Document, game: Game) -> str:
    """What is compared with what, as the head of a sentence."""
    if game.besi.seats == 2:
        return " against ".join(_two(row, document))
    first, second = (_declared(row[key], document) for key in ("name", "against"))
    if document["compared"] == "orders":
        return f"Declaring {first} among players who all declare {second}"
    return f"Playing like {first} among players all like {second}"


def _two(row: Document, document: Document) -> tuple[str, str]:
    """The two players of a row."""
    first, second = (_declared(row[key], document) for key in ("name", "against"))
    plays = "who declares" if document["compared"] == "orders" else "like"
    return f"A player {plays} {first}", f"one {plays} {second}"


def _declared(name: str, document: Document) -> str:
    """A contestant in a sentence: of the orders ``none`` declares nothing; hashes are for the tables."""
    return "nothing" if document["compared"] == "orders" and name == "none" else without_hash(name)


def _verdict(row: Document, document: Document, game: Game) -> str:
    """What the points say: of two how far one is ahead, of more what being the only one brings."""
    who, points = _who(row, document, game), row["points"]
    if points["low"] <= 0 <= points["high"]:
        return f"{who}: no difference that can be told from luck, {change_text(points)} points a deal"
    size = mean_text(points).lstrip("−") if points["high"] > points["low"] else fixed(abs(points["mean"]), 2)
    more = points["mean"] > 0
    if game.besi.seats == 2:
        first, second = _two(row, document)
        verdict = f"{first} is {size} points a deal {'ahead of' if more else 'behind'} {second}"
    else:
        verdict = f"{who} {'brings' if more else 'costs'} {size} points a deal"
    if row["clear"]:
        return verdict
    return f"{verdict}, which may be luck among {small(document['comparisons'])} comparisons"


def _deals(row: Document) -> str:
    won, level, lost = (estimate(row[key]) for key in ("wins", "ties", "losses"))
    return f"of the deals {won} ahead, {level} level, {lost} behind"
