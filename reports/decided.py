"""Which group first, in words: rules by the draws left, and whether Hoffmann was right."""

from reports.names import english
from reports.numbers import Document, change_text, level_text, small, whole
from reports.scores import joined, mirrored
from reports.words import deals_played
from simulate.orders import NESTED
from simulate.rules import Game

LOWER, HIGHER = "lower", "higher"
CONVENTIONS = {True: "allowed", False: "forbidden"}


def pair_words(pair: Document, between: str = "before") -> str:
    """A pair by name, the lower group first: ``trump marriage before trump quinte``."""
    apart = not pair["nested"] and (pair["lower"], pair["higher"]) in NESTED
    told = f"{english(pair['lower'])} {between} {english(pair['higher'])}"
    return f"{told} of another suit" if apart else told


def convention_words(table: Document) -> str:
    """What a table's convention says of the lower group."""
    if table["lower_after_higher"]:
        return "the lower group may follow the higher with the same cards"
    return "after the higher group its cards score in no lower one"


def draws_words(fewest: int, most: int, draws: int) -> str:
    """So many draws left, as one says it at the table.

    Parameters
    ----------
    fewest, most : the draws left, the one after the trick just won included.
    draws : how many a deal has.
    """
    if fewest == most == 1:
        return "before the last draw"
    if most >= draws:
        return "at any draw" if fewest == 1 else f"with {fewest} or more draws left"
    if fewest == 1:
        return f"with {most} or fewer draws left"
    return f"with {_between(fewest, most)} draws left"


def advice_sentence(pair: Document, draws: int) -> str:
    """A nested pair's rule for the wall, without figures.

    Parameters
    ----------
    pair : of a `decide` document, with a rule.
    draws : how many draws a deal has.
    """
    lower, higher = english(pair["lower"]), english(pair["higher"])
    runs = pair["rule"]["advice"]
    settled = [run for run in runs if run["first"] is not None]
    if not settled:
        shown = "It makes no difference" if is_nothing(pair) else "No difference could be shown"
        return f"{shown} whether {lower} or {higher} comes first."
    first, second = (lower, higher) if settled[0]["first"] == LOWER else (higher, lower)
    told = [f"{_capital(first)} before {second}{_while(settled[0], draws)}"]
    for run in runs[runs.index(settled[0]) + 1 :]:
        many = _many(run)
        if run["first"] is not None:
            told.append(f"{many} the {_first(pair, run)} first")
        else:
            told.append(f"{many} it can't be told")
    if settled[0] is not runs[0]:
        many = f"with {settled[0]['most'] + 1} or more" if len(told) > 1 else "before that"
        told.append(f"{many} it can't be told")
    return f"{'; '.join(told)}."


def is_nothing(pair: Document) -> bool:
    """Whether the lead was the same either way in every single situation."""
    return pair["lead"] is not None and not pair["lead"]["mean"] and not pair["lead"]["se"]


def figures_sentence(pair: Document, draws: int) -> str:
    """What the advice on a nested pair rests on: for each run of draws its worth, in points of lead."""
    rule = pair["rule"]
    told = [f"{draws_words(run['fewest'], run['most'], draws)} {_worth(pair, run)}" for run in rule["advice"]]
    kept, looked_at = len(rule["kept"]), rule["looked_at"]
    may = f"{small(kept)} may be the best" if kept > 1 else "one is clearly the best"
    seen = _situations(pair["situations"])
    return f"{_capital('; '.join(told))}. Of {looked_at} rules {may}. {_capital(seen)}."


def rare_sentence(table: Document, least: int) -> str:
    """The nested pairs that come together too seldom to be judged; empty where there are none."""
    rare = [
        f"{pair_words(pair, 'or')} ({whole(pair['situations'])})"
        for pair in nested_of(table)
        if not pair["rule"]
    ]
    return f"Fewer than {whole(least)} situations, so not judged: {', '.join(rare)}." if rare else ""


def judged_of(table: Document) -> list[Document]:
    """A table's nested pairs that have a rule."""
    return [pair for pair in nested_of(table) if pair["rule"]]


def hoffmann_sentence(table: Document, draws: int) -> str:
    """Whether Hoffmann was right late in the deal: for how many pairs, from which draw on, by how much."""
    judged = judged_of(table)
    if not judged:
        return "Hoffmann (1909) can't be judged: no pair of his is seen together often enough."
    right = [pair for pair in judged if _late(pair)["first"] == HIGHER]
    wrong = [pair for pair in judged if _late(pair)["first"] == LOWER]
    said = "Hoffmann (1909), who late in a deal puts the higher group first,"
    every = {1: pair_words(judged[0], "and"), 2: "both pairs"}.get(
        len(judged), f"all {small(len(judged))} pairs"
    )
    if all(is_nothing(pair) for pair in judged):
        return f"{said} is neither right nor wrong for {every}: it makes no difference."
    if not right:
        proved = "is wrong" if len(wrong) == len(judged) else "can't be shown right"
        return f"{said} {proved} for {every}."
    many = every if len(right) == len(judged) else f"{small(len(right))} of {small(len(judged))} pairs"
    told = [f"{english(pair['higher'])} {_since(_late(pair), draws)}" for pair in right]
    verdict = f"{said} is right for {many}, in points a situation: {joined(told, 'and')}"
    if wrong:
        verdict += f"; he is wrong for {joined([pair_words(pair, 'and') for pair in wrong], 'and')}"
    return f"{verdict}."


def caveats(document: Document) -> str:
    """What the rules and their figures can bear."""
    level = level_text(_any_mean(document))
    return (
        "A rule puts one group first down to some number of draws left and the other after that. Of all such "
        "rules those may be the best that no other clearly beats (one-sided, 5 % over all the others "
        f"together); only what they agree on is told, with {level} confidence for each pair by itself. Its "
        "figures come from the deals that the rules were judged on, which flatters them a little."
    )


def measure_words(game: Game) -> str:
    """What the lead is measured against."""
    if game.besi.teams:
        return "the points of the declarer's team less the other team's"
    return (
        "the declarer's points less the opponent's"
        if game.besi.seats == 2
        else "the declarer's points less the mean of the others'"
    )


def seated_words(document: Document, table: Document, game: Game) -> str:
    """How many deals were played, and by whom."""
    kinds = {"club": "sensible players", "random": "players who play at random"}
    seats, player = small(game.besi.seats), table["player"]
    who = f"{seats} {kinds[player]}" if player in kinds else f"{seats} players ({player})"
    return f"{deals_played(document)} of {who}, seed {document['seed']}"


def tables_by_player(document: Document) -> dict[str, list[Document]]:
    """The tables of each player: one or both conventions."""
    found: dict[str, list[Document]] = {}
    for table in document["tables"]:
        found.setdefault(table["player"], []).append(table)
    return found


def nested_of(table: Document) -> list[Document]:
    """A table's pairs of which one's cards are part of the other."""
    return [pair for pair in table["pairs"] if pair["nested"]]


def _since(run: Document, draws: int) -> str:
    """From which draw on the higher group goes first, and what that is worth a situation."""
    most, lead = run["most"], run["lead"]
    since = f"from {most} draws left on" if most > 1 else "at the last draw"
    if most >= draws:
        since = "at every draw"
    return since if lead is None else f"{since} ({change_text(mirrored(lead))})"


def _late(pair: Document) -> Document:
    last: Document = pair["rule"]["advice"][-1]
    return last


def _while(run: Document, draws: int) -> str:
    """While a run of draws lasts, as the end of a phrase."""
    fewest, most = run["fewest"], run["most"]
    if most >= draws:
        return ", always" if fewest == 1 else f" while {fewest} or more draws remain"
    if fewest == 1:
        return " before the last draw" if most == 1 else f" once {most} or fewer draws remain"
    return f" with {_between(fewest, most)} draws left"


def _many(run: Document) -> str:
    """A later run of draws, as the beginning of a phrase."""
    fewest, most = run["fewest"], run["most"]
    if fewest > 1:
        return f"with {_between(fewest, most)}"
    return "before the last draw" if most == 1 else f"once {most} or fewer remain"


def _between(fewest: int, most: int) -> str:
    if fewest == most:
        return str(most)
    return f"{fewest} or {most}" if most == fewest + 1 else f"{fewest} to {most}"


def _first(pair: Document, run: Document) -> str:
    return english(pair[run["first"]])


def _worth(pair: Document, run: Document) -> str:
    """What the group advised is worth, or, where none is, the lower one."""
    if run["lead"] is None:
        return f"too few situations ({whole(run['situations'])})" if run["situations"] else "no situation"
    if run["first"] is None:
        return f"not settled (the {english(pair['lower'])} first: {change_text(run['lead'])})"
    lead = run["lead"] if run["first"] == LOWER else mirrored(run["lead"])
    return f"the {_first(pair, run)} first: {change_text(lead)}"


def _situations(number: int) -> str:
    return "1 situation" if number == 1 else f"{whole(number)} situations"


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


def _any_mean(document: Document) -> Document:
    """Some estimate of a document, for its level."""
    return next(pair["arises"] for table in document["tables"] for pair in table["pairs"])
