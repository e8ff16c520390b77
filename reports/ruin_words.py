"""Sentences on ways to a goal or ruin: the best possible play, systems beside it, and how sure it is."""

import math
from collections.abc import Sequence
from fractions import Fraction

from analysis.ruin import SYSTEM_NAMES
from reports.bank_words import bet_name, nearly, status_word
from reports.numbers import PERCENT_FROM, Document, fixed, one_in, percent, significant, whole
from reports.scores import joined

_ROUNDING, _ALL = 1e-13, 1e-9
_HALF_A_DIGIT = 0.5e-4


def system_name(system: str) -> str:
    """A system as it is written for people: ``d'Alembert``."""
    return "d'Alembert" if system == "d'alembert" else system


def chance_text(chance: float, error: float | None = None) -> str:
    """A chance of a `ruin` document, no surer than the bound on its error."""
    # So small a chance may come out of its equations as a little less than nothing.
    if error is not None and chance != 0 and chance < 100 * error:
        return f"under {one_in(significant(max(chance, 0) + error, 1))}"
    if chance <= 0:
        return "–"
    if chance >= PERCENT_FROM:
        return "100 %" if chance > 1 - _ROUNDING else percent(chance)
    return one_in(chance)


def share_text(share: float) -> str:
    """A share of the best chance, with two decimals, and more where they would make it nothing or all."""
    if share == 0:
        return "0 %"
    if share < _HALF_A_DIGIT:
        return "under 0.01 %"
    if share > 1 - _ALL:
        return "100 %"
    return f"{fixed(100 * share, 2)} %" if share < 1 - _HALF_A_DIGIT else percent(share)


def precision_sentence(document: Document) -> str:
    """How the chances of a `ruin` document were found, and how far rounding can have changed them."""
    found = [("the best possible play", document["best"])]
    found += [(system_name(line["system"]), line) for line in document["systems"]]
    reached = [(name, line["error"]) for name, line in found if line["chance"]]
    known = [error for _, error in reached if error is not None]
    unknown = list(dict.fromkeys(name for name, error in reached if error is None))
    said = "Worked out, not simulated"
    if known:
        places = -math.ceil(math.log10(100 * max(known)))
        said += f": rounding changes no chance by more than {fixed(10.0**-places, places)} %"
    if unknown:
        said += f"; for {joined(unknown, 'and')} no bound on it is known"
    return f"{said}."


def best_sentences(document: Document) -> list[str]:
    """The best chance of a `ruin` document, how it begins, and what each system reaches of it."""
    best, fair = document["best"], document["fair"]
    if not best["bets"]:
        return ["No bet of the game gains anything, so no play reaches the goal."]
    first = best["first"]
    if first is None:
        purse = whole(document["purse"])
        return [
            f"From a purse of {purse} no bet of the game can be made: what a win returns is whole only of "
            "larger stakes. So no play reaches the goal."
        ]
    chance = best["chance"]
    reached = f"{fixed(100 * chance, 4)} %" if chance >= 1e-4 else chance_text(chance, best["error"])
    bets = "the one bet" if best["bets"] == 1 else f"all {best['bets']} bets"
    said = [
        f"The best possible play reaches it with a chance of {reached}, over {bets} and every whole stake. "
        f"It begins with {whole(first['stake'])} on {_numbers_of(first)}.",
        *systems_sentences(document),
    ]
    if fair is None:
        said.append("A bet pays the punter more than fair, so purse by goal is no bound here.")
    else:
        said.append(f"No play at a fair game would do better than {fixed(100 * fair, 4)} %, purse by goal.")
    return said


def best_begins(document: Document) -> str:
    """The best chance of a `ruin` document and how the play begins, for the middle of a sentence."""
    first = document["best"]["first"]
    if first is None:
        return "no play reaches the goal"
    return (
        f"the best possible play {share_text(document['best']['chance'])}, beginning with "
        f"{whole(first['stake'])} on {_numbers_of(first)}"
    )


def systems_sentences(document: Document) -> list[str]:
    """What each system of a `ruin` document reaches of the best chance, on the bet that suits it best."""
    bets = {line["bet"]: line for line in document["systems"] if line["chance"] != 0}
    told = [best for best in document["best_of_system"] if best["bet"] is not None]
    if not told:
        return []
    if len(bets) == 1:
        (bet,) = bets.values()
        if document["best"]["bets"] == 1:
            # The best play is that on this bet.
            told = [best for best in told if best["system"] in SYSTEM_NAMES]
        shares = [f"{system_name(best['system'])} {share_text(best['share'])}" for best in told]
        return [f"Of that chance, on {bet_name(bet)}: {', '.join(shares)}."]
    shares = []
    for best in told:
        where = best["bet"] if best["status"] == "documented" else f"{best['bet']}, {status_word(best)}"
        shares.append(f"{system_name(best['system'])} {share_text(best['share'])} ({where})")
    said = [f"Of that chance each system reaches at most: {', '.join(shares)}."]
    if any(best["not_worked_out"] for best in document["best_of_system"]):
        said.append("That leaves out what isn't worked out, as told below.")
    return said


def loss_words(document: Document) -> tuple[str, int, str]:
    """How a `ruin` document's losses are to be told, by whom its bets favour.

    Returns
    -------
    The word of the column, the sign that its figures take, and the sentence below the table.
    """
    edges = [line["edge"] for line in document["systems"]]
    if all(edge > 0 for edge in edges):
        return "lost per unit", 1, "Lost per unit staked is the edge, whatever the system."
    if all(edge < 0 for edge in edges):
        told = "An edge below 0 is the punter's: it is gained per unit staked, whatever the system."
        return "gained per unit", -1, told
    if not any(edges):
        return (
            "lost per unit",
            1,
            "The edge is 0: on the mean nothing is lost or gained, whatever the system.",
        )
    told = "Lost per unit staked is the bet's edge, whatever the system; less than 0 is gained."
    return "lost per unit", 1, told


def unplayed_sentences(document: Document) -> list[str]:
    """Why bets asked about have no line in a `ruin` document's table: they gain nothing, or can't be made."""
    said = []
    for bet in document["bets"]:
        lines = [line for line in document["systems"] if line["bet"] == bet["bet"]]
        returns = Fraction(bet["returns"])
        if not lines:
            back = "no more than the stake" if returns == 1 else f"{returns} of the stake"
            said.append(f"{bet['bet']}: nothing can be gained, for a win returns {back}.")
        elif all(line["chance"] == 0 and not line["staked"] for line in lines):
            said.append(
                f"{bet['bet']}: the purse of {whole(document['purse'])} is too small. A win returns "
                f"{returns} times the stake, so stakes are multiples of {whole(returns.denominator)}."
            )
    return said


def left_out_sentences(lines: Sequence[Document]) -> list[str]:
    """Why lines of a `ruin` document have no chance, each reason once."""
    notes = dict.fromkeys(
        line["note"].replace(line["system"], system_name(line["system"]), 1) for line in lines if line["note"]
    )
    return [f"Not worked out: {note}." for note in notes]


def doubling_sentence(document: Document) -> str:
    """The best chance of a `ruin` document, and the best of the systems beside it."""
    best = document["best"]["chance"]
    told = [one for one in document["best_of_system"] if one["chance"] and one["system"] in SYSTEM_NAMES]
    if not best or not told:
        return ""
    system = max(told, key=lambda one: one["chance"])
    purse, goal = whole(document["purse"]), whole(document["goal"])
    return (
        f"From {purse} to {goal} or ruin, the best possible play gets there with {nearly(best)}; of flat "
        f"stakes, martingale, d'Alembert's progression and bold play the best is "
        f"{system_name(system['system'])} on {bet_name(system)}, {nearly(system['chance'])}."
    )


def _numbers_of(bet: Document) -> str:
    numbers = "one number" if bet["covers"] == 1 else f"{bet['covers']} numbers"
    return numbers if bet["status"] == "documented" else f"{numbers} ({status_word(bet)})"
