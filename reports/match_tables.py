"""Tables of matches: chances by side, how matches end, and the chance from every score."""

from typing import IO, Any

from reports.match_words import (
    cause_words,
    match_sentences,
    place_name,
    played_words,
    side_name,
    told_by_side,
)
from reports.numbers import Document, estimate, interval, level_text, mean_percent, whole
from reports.rows import Row
from reports.seats import office
from reports.tables import frequency_cell, make_table, print_parts
from simulate.rules import Game


def print_match(document: Document, game: Game, stream: IO[str] | None = None) -> None:
    """Print a `match` document."""
    parts: list[Any] = [*match_sentences(document, game), ""]
    parts += ["Chance to win, by who leads the first deal.", _chances(document)]
    parts += ["How matches end.", _ends(document)]
    parts += ["Deals that a match takes.", _lengths(document["length"])]
    parts += _scores(document)
    level = level_text(document["places"][0]["wins"])
    parts.append(f"{played_words(document)}; second lines and ±: {level} intervals.")
    print_parts(parts, stream)


def match_rows(document: Document) -> list[Row]:
    """A line for each estimate of a `match` document.

    `quantity` is ``wins`` (of a side, or of a place where `side` is empty; over all places where `place`
    is), ``lead``, ``deals`` (the mean), ``length`` (matches of so many `deals`), ``ends`` and
    ``first_deal`` (by `cause`, ``any`` and ``at_once`` being sums), or ``from_score``; `how` is ``played``
    or ``worked out``.
    """
    rows = []
    for place in document["places"]:
        rows += _both("wins", place, place=place["place"])
    for side in document["sides"]:
        rows += _both("wins", side, side=side["side"])
        for place in side["places"]:
            rows += _both("wins", place, side=side["side"], place=place["place"])
    lead = document["lead"]
    rows += _both("lead", {"wins": lead["played"], "worked_out": lead["worked_out"]})
    length = document["length"]
    rows.append(_row("deals", "played", length["deals"]))
    rows += [
        _row("length", "played", line["matches"], deals=line["deals"]) for line in length["distribution"]
    ]
    for quantity in ("ends", "first_deal"):
        ends = document[quantity]
        for name in ("any", "at_once"):
            rows.append(_row(quantity, "played", ends[name], cause=name))
        for end in ends["causes"]:
            rows.append(_row(quantity, "played", end["matches"], cause=end["cause"]))
    for line in document["scores"] or ():
        where = {key: line[key] for key in ("leader", "score", "other")}
        rows.append(_row("from_score", "worked out", line["wins"], **where))
    return rows


def _both(quantity: str, entry: Document, **where: int) -> list[Row]:
    found = [_row(quantity, "played", entry["wins"], **where)]
    if entry["worked_out"] is not None:
        found.append(_row(quantity, "worked out", entry["worked_out"], **where))
    return found


def _row(quantity: str, how: str, found: Document, **where: Any) -> Row:
    row: Row = {"quantity": quantity, "how": how}
    row |= {key: where.get(key) for key in ("side", "place", "cause", "deals", "leader", "score", "other")}
    row["estimate"] = found["mean"] if "mean" in found else found["rate"]
    return row | {key: found.get(key) for key in ("count", "n", "se", "low", "high", "level")}


def _chances(document: Document) -> Any:
    table = make_table("who", "worked out", "played", right=(1, 2))
    lines = [(place_name(place["place"], document), place) for place in document["places"]]
    if told_by_side(document):
        for side in document["sides"]:
            name = side_name(side, document)
            lines.append((name, side))
            for place in side["places"]:
                where = office(place["place"], len(side["places"]))
                lines.append((f"  {name}, in the first deal {where}", place))
    for name, entry in lines:
        worked_out = "–" if entry["worked_out"] is None else mean_percent(entry["worked_out"])
        table.add_row(name, worked_out, frequency_cell(entry["wins"]))
    return table


def _ends(document: Document) -> Any:
    table = make_table("won by", "any deal", "the first deal", right=(1, 2))
    ends = {end["cause"]: end["matches"] for end in document["ends"]["causes"]}
    first = {end["cause"]: end["matches"] for end in document["first_deal"]["causes"]}
    for cause in dict.fromkeys((*ends, *first)):
        table.add_row(cause_words(cause), frequency_cell(ends.get(cause)), frequency_cell(first.get(cause)))
    cells = (frequency_cell(document[which]["at_once"]) for which in ("ends", "first_deal"))
    table.add_row("all before the final count", *cells)
    table.add_row("all", "100 %", frequency_cell(document["first_deal"]["any"]))
    return table


def _lengths(length: Document) -> Any:
    table = make_table("deals", "matches", "interval", right=range(3))
    for line in length["distribution"]:
        last = line is length["distribution"][-1] and length["last_is_open"]
        found = line["matches"]
        table.add_row(f"{line['deals']}{'+' if last else ''}", estimate(found), interval(found))
    return table


def _scores(document: Document) -> list[Any]:
    if document["scores"] is None:
        return [_no_scores(document)]
    parts: list[Any] = []
    for leader in dict.fromkeys(line["leader"] for line in document["scores"]):
        lines = [line for line in document["scores"] if line["leader"] == leader]
        others = list(dict.fromkeys(line["other"] for line in lines))
        table = make_table("has \\ other has", *map(whole, others), right=range(1 + len(others)))
        for score in others:
            row = [line["wins"] for line in lines if line["score"] == score]
            table.add_row(whole(score), *(percent_of(wins) for wins in row))
        widest = max((line["wins"]["high"] - line["wins"]["low"]) / 2 for line in lines)
        parts += [
            f"Chance in per cent of {leads_next(leader, document)} to win the match, by the scores before "
            f"the deal (half intervals up to {100 * widest:.2g}).",
            table,
        ]
    return parts


def leads_next(leader: int | None, document: Document) -> str:
    """Who leads the next deal: any player, or one by his side."""
    sides, players = len(document["sides"]), document["players"]
    if leader is None:
        return "whoever leads the next deal" if len(players) == sides else "the side that leads the next deal"
    name = side_name(document["sides"][leader % sides], document)
    if len(players) == sides:
        return f"{name}, who leads the next deal,"
    return f"{name}, whose player {leader} ({players[leader]}) leads the next deal,"


def percent_of(wins: Document, decimals: int = 1) -> str:
    """A chance in per cent to so many decimals; what isn't 0 or 100 never reads so."""
    chance, least = 100 * wins["mean"], 10.0**-decimals
    if 0 < chance < least / 2:
        return f"<{least:g}"
    if 100 - least / 2 < chance < 100:
        return f">{100 - least:g}"
    return f"{chance:.{decimals}f}"


def _no_scores(document: Document) -> str:
    if len(document["sides"]) > 2:
        return (
            "Of more than two sides matches are only played: the chance from every score is not worked out, "
            "but --score plays them from any."
        )
    return "No table of scores: there are too many between 0 and the target."
