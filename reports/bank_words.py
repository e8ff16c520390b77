"""Sentences on the banking games: bets, whom they favour, conjectures, and what an evening brings."""

from collections.abc import Sequence
from decimal import ROUND_FLOOR
from fractions import Fraction
from math import ceil, floor, log10

from reports.names import in_text
from reports.numbers import Document, fixed, one_in, percent, power_of_ten, ratio, whole
from reports.scores import joined
from simulate.rules import Game

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
    told = status_word({"status": rule.status})
    return f" Bets on other numbers of numbers, which the best possible play may stake on, are {told}."


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
    words = f"{bet['bet']} ({numbers}, returns {ratio(bet['returns'])}"
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


def rounding_sentence(evenings: Sequence[Document], which: str = "no chance") -> str:
    """How far rounding, and tails that were cut off, can have moved the chances of `evening` documents."""
    relative, cut = (max(one["rounding"][what] for one in evenings) for what in ("relative", "cut"))
    told = f"Rounding can have moved {which} by more than {_at_most(relative)} of it"
    # Where a chance is told as under 1 in 10²⁰, less than that can't show.
    return f"{told}, and tails cut off by no more than {_at_most(cut)}." if cut > _LEAST_TOLD else f"{told}."


def _at_most(bound: float) -> str:
    """A small bound, rounded up to one digit: ``3 × 10⁻¹³``."""
    exponent = floor(log10(bound))
    digit = ceil(bound / 10.0**exponent)
    return f"{digit} × {power_of_ten(exponent)}" if digit < 10 else power_of_ten(exponent + 1)


def bet_name(bet: Document) -> str:
    """A bet's name, with its status unless a source documents it."""
    return f"{bet['bet']}{status_behind(bet)}"


def status_behind(bet: Document) -> str:
    """What stands behind a bet's name unless a source documents it: `` (inferred)``."""
    if bet["status"] == "documented" or "conjecture" in bet["bet"].lower():
        return ""
    return f" ({status_word(bet)})"


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


def status_word(bet: Document) -> str:
    """A status as it is called beside a bet; one that no source bears out is a conjecture."""
    return "a conjecture" if bet["status"] == "assumed" else str(bet["status"])
