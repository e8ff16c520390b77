"""What a rule is worth, in words: one sentence to quote, and what the figures beside it can bear."""

from analysis.comparison import CLEAR_SE
from reports.changes import MATCH_ONLY, changes_said
from reports.numbers import (
    Document,
    change_text,
    fixed,
    frequency_text,
    interval,
    level_text,
    mean_text,
    small,
    whole,
)
from simulate.rules import Game

# Two-sided normal tail beyond three standard errors: 0.0027.
_LUCKY_CLEAR = 370
# Below so many deals that differ, a normal interval of their mean is rough.
FEW_DEALS = 20


def worth_sentences(variant: Document, game: Game) -> list[str]:
    """What a variant of the game changes, the first sentence fit to be quoted by itself.

    Parameters
    ----------
    variant : one of the `variants` of a `compare` document.
    game : the baseline.
    """
    what = changes_said(game.besi, variant["with"])
    changed = variant["changed"]
    if not changed["count"]:
        return [_nothing(what, variant)]
    several = len(variant["with"]) > 1
    sentences = [_points(what, several, variant)]
    sentences.append(_lead(variant["lead"]))
    if variant["game_value"] is not None:
        sentences.append(_game_value(variant["game_value"]))
    if changed["count"] < FEW_DEALS <= changed["n"]:
        deals = "deal" if changed["count"] == 1 else "deals"
        sentences.append(
            f"Only {small(changed['count'])} {deals} came out differently for anybody: too few for the "
            "intervals to be relied on."
        )
    elif changed["count"] < changed["n"]:
        sentences.append(f"Deals that came out differently for anybody: {frequency_text(changed)}.")
    if "game_value" in variant["with"]:
        sentences.append(
            "One of the two counts brisques among the points, the other only in the game's value."
        )
    if not variant["same_pack"]:
        sentences.append(
            "The packs differ, so the cards of a deal do too: its number and seed are all that pairs it."
        )
    return sentences


def caution(document: Document) -> str:
    """What many intervals at once are worth: how many changes are given, and how many are clear."""
    variants = document["variants"]
    looked_at, clear = (sum(variant[key] for variant in variants) for key in ("looked_at", "clear"))
    lie = "lies" if clear == 1 else "lie"
    return (
        f"{looked_at} changes are looked at at once; {clear} of them {lie} more than {small(CLEAR_SE)} "
        f"standard errors from 0 (*), where luck alone puts one in {_LUCKY_CLEAR}. One "
        f"{level_text(variants[0]['points'])} interval in 20 misses the true value."
    )


def _nothing(what: str, variant: Document) -> str:
    changed = variant["changed"]
    sentence = f"{_capital(what)} changed nothing in {_deals(changed['n'])}: every difference is exactly 0"
    if MATCH_ONLY.issuperset(variant["with"]):
        return f"{sentence}, since it matters only in a match; a deal is played to its last trick."
    bound = interval(changed).removeprefix("below ")
    return f"{sentence}; so it changes fewer deals than {bound}, with {level_text(changed)} confidence."


def _points(what: str, several: bool, variant: Document) -> str:
    points = variant["points"]
    what, s = _capital(what), "" if several else "s"
    if points["se"] is None:
        return f"{what}: {change_text(points)} points a player in the one deal played, which tells little."
    if not points["mean"] and not points["se"]:
        return f"{what} leave{s} the points of all players together as they were in every deal."
    if points["low"] <= 0 <= points["high"]:
        return (
            f"{what} make{s} no difference to a player's points that {_deals(points['n'])} can tell from "
            f"luck: {change_text(points)} a deal."
        )
    verb = "bring" if points["mean"] > 0 else "cost"
    return f"{what} {verb}{s} a player {_size(points)} points a deal."


def _lead(lead: Document) -> str:
    before = "The player who leads first"
    if lead["se"] is None:
        return f"{before}: {change_text(lead)} points against the others' mean."
    if not lead["mean"] and not lead["se"]:
        return f"{before} neither gains nor loses by it against the others' mean, in any deal."
    if lead["low"] <= 0 <= lead["high"]:
        return (
            "Whether it helps the player who leads first can't be told from luck: "
            f"{change_text(lead)} points a deal against the others' mean."
        )
    verb = "gains" if lead["mean"] > 0 else "loses"
    return f"{before} {verb} {_size(lead)} points a deal by it against the others' mean."


def _game_value(value: Document) -> str:
    return f"The value of a game, to the player who leads first: {change_text(value)} points."


def _size(change: Document) -> str:
    """A change without its sign, which the verb says."""
    if change["high"] <= change["low"]:
        return f"exactly {fixed(abs(change['mean']), 2)}"
    return mean_text(change).lstrip("−")


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


def _deals(deals: int) -> str:
    return "1 deal" if deals == 1 else f"{whole(deals)} deals"
