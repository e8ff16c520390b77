"""Sentences on the banking games: whom a bet favours, and what is no more than a conjecture."""

import math
from collections.abc import Sequence
from decimal import ROUND_FLOOR
from fractions import Fraction
from math import ceil, floor, log10

from analysis.ruin import SYSTEM_NAMES
from reports.names import in_text
from reports.numbers import PERCENT_FROM, Document, fixed, one_in, percent, power_of_ten, significant, whole
from reports.scores import joined
from simulate.rules import Game

_ROUNDING, _ALL = 1e-13, 1e-9
_HALF_A_DIGIT = 0.5e-4
_SMALL, _LEAST_TOLD = 1e-5, 1e-20


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


def bets_words(bets: Sequence[Document]) -> str:
    """Several bets in a row: ``2, 3 and 4 numbers`` where that is what they are called."""
    if all(bet["bet"] == f"{bet['covers']} numbers" for bet in bets):
        return f"{joined([str(bet['covers']) for bet in bets], 'and')} numbers"
    return joined([bet["bet"] for bet in bets], "and")


def edge_notes(document: Document) -> list[str]:
    """The notes of an `edge` document's bets, misreadings last; one that several bets share is told once."""
    alike: dict[tuple[str, str], list[Document]] = {}
    for bet in (*document["bets"], *document["misreadings"]):
        if bet["note"]:
            alike.setdefault((bet["game"], bet["note"]), []).append(bet)
    return [f"{bets_words(bets)} ({game}): {note}." for (game, note), bets in alike.items()]


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


def conjectures(game: Game) -> str:
    """What a caption says of a game's bets whose returns no source gives; empty where there are none."""
    guessed = [bet.name for bet in game.bank.bets if bet.status == "assumed"]
    if not guessed:
        return ""
    return f" No source gives what is returned on {joined(guessed, 'and')}: a conjecture."


def any_numbers_words(game: Game) -> str:
    """What a caption says that names bets with their statuses, of the bets without names; or nothing."""
    rule = game.bank.any_numbers
    if rule is None or rule.status == "documented":
        return ""
    told = _status_word({"status": rule.status})
    return f" Bets on other numbers of numbers, which the best possible play may stake on, are {told}."


def best_begins(document: Document) -> str:
    """The best chance of a `ruin` document and how the play begins, for the middle of a sentence."""
    first = document["best"]["first"]
    if first is None:
        return "no play reaches the goal"
    return (
        f"the best possible play {share_text(document['best']['chance'])}, beginning with "
        f"{whole(first['stake'])} on {_numbers_of(first)}"
    )


def statuses(game: Game) -> str:
    """What a caption says of all bets of a game whose returns no source gives as they are, `any_numbers` too.

    Empty where there are none.
    """
    rule = game.bank.any_numbers
    guessed = conjectures(game)
    if rule is not None and rule.status == "assumed":
        guessed += " What is returned on any other number of numbers is a conjecture too."
    inferred = [{"bet": bet.name, "covers": bet.covers} for bet in game.bank.bets if bet.status == "inferred"]
    told = [bets_words(inferred)] if inferred else []
    if rule is not None and rule.status == "inferred":
        told.append("any other number of them")
    return guessed + (
        f" Inferred from the sources: what is returned on {', or on '.join(told)}." if told else ""
    )


def bet_words(bet: Document) -> str:
    """A bet with what it returns, and what must be said of it, for the middle of a sentence."""
    numbers = "one number" if bet["covers"] == 1 else f"{bet['covers']} numbers"
    if bet["stays"]:
        numbers += f", the stake stays on {bet['stays']} more"
    words = f"{bet['bet']} ({numbers}, returns {bet['returns']}"
    if bet["status"] != "documented":
        words += ": a conjecture" if bet["status"] == "assumed" else f": {bet['status']}"
    return f"{words})"


def ahead_sentence(document: Document, at_first: bool = True) -> str:
    """After how many rounds the bank of an `evening` document is ahead for good, and when it first is."""
    ahead, punters = document["bank"]["ahead_for_good"], document["punters"]
    level = f"{100 * ahead['level']:.4g} %"
    against = f"Against {'one punter' if punters == 1 else f'{whole(punters)} punters'} the bank is"
    if ahead["rounds"] is None:
        if document["bet"]["favours"] == "bank":
            return f"{against} ahead with {level} only after more rounds than can be looked at."
        return f"{against} never ahead with {level} for good: the bet doesn't favour it."
    after = rounds_words(ahead["rounds"])
    told = f"{against} ahead with a chance of at least {level} after {after}, and after any number beyond"
    if at_first and ahead["first"] < ahead["rounds"]:
        told += (
            f". So it is after {rounds_words(ahead['first'])} at first, but the chance sinks again from "
            "round to round until the stakes taken pay for one win more"
        )
    return f"{told}."


def rounds_words(rounds: int) -> str:
    """``one round``, ``1,680 rounds``."""
    return "one round" if rounds == 1 else f"{whole(rounds)} rounds"


def capital_sentence(document: Document) -> str:
    """What a bank needs, or how likely the ruin of the one given is."""
    capital = document["bank"]["capital"]
    stakes, ruin = whole(capital["stakes"]), _ruin(capital["ruin"])
    if capital["given"]:
        return f"A bank of {stakes} stakes can't pay at some time of the evening with a chance of {ruin}."
    level = f"{100 * capital['level']:.4g} %"
    if not capital["stakes"]:
        return f"Even a bank that begins with nothing is ruined with less than {level} ({ruin})."
    return f"A bank of {stakes} stakes or more is ruined with less than {level} ({ruin})."


def _ruin(chance: float) -> str:
    if chance < _LEAST_TOLD:
        return f"under 1 in {power_of_ten(20)}"
    # Rounded down, so that a chance below a level isn't shown as if it reached it.
    return one_in(chance) if chance < _SMALL else f"{fixed(100 * chance, 4, ROUND_FLOOR)} %"


def rounding_sentence(document: Document) -> str:
    """How far rounding can have moved the chances of an `evening` document."""
    return f"Rounding can have moved no chance by more than {rounding_words([document])} of it."


def rounding_words(evenings: Sequence[Document]) -> str:
    """The largest share by which rounding can have moved a chance of `evening` documents: ``3 × 10⁻¹³``."""
    relative = max(one["rounding"]["relative"] for one in evenings)
    exponent = floor(log10(relative))
    share = ceil(relative / 10.0**exponent)
    return f"{share} × {power_of_ten(exponent)}" if share < 10 else power_of_ten(exponent + 1)


def system_name(system: str) -> str:
    """A system as it is written for people: ``d'Alembert``."""
    return "d'Alembert" if system == "d'alembert" else system


def bet_name(bet: Document) -> str:
    """A bet's name, with its status unless a source documents it."""
    if bet["status"] == "documented" or "conjecture" in bet["bet"].lower():
        return str(bet["bet"])
    return f"{bet['bet']} ({_status_word(bet)})"


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
        where = best["bet"] if best["status"] == "documented" else f"{best['bet']}, {_status_word(best)}"
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


def statuses_sentences(bets: Sequence[Document]) -> list[str]:
    """What must be said of bets whose returns no source gives as they are."""
    said = []
    inferred = [bet for bet in bets if bet["status"] == "inferred"]
    if inferred:
        said.append(f"Inferred from the sources: what is returned on {bets_words(inferred)}.")
    guessed = [bet for bet in bets if bet["status"] == "assumed"]
    said += [f"{bet['bet']} is a conjecture: no source gives what it returns." for bet in guessed]
    return said


def nearly(chance: float) -> str:
    """A chance in per cent; so near to certain, digits would only tell of rounding."""
    return percent(chance) if not 0 < 1 - chance < 1e-8 else "over 99.999999 %"


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
    return numbers if bet["status"] == "documented" else f"{numbers} ({_status_word(bet)})"


def _status_word(bet: Document) -> str:
    return "a conjecture" if bet["status"] == "assumed" else str(bet["status"])
