"""What the commands on banking games print: an evening, and ways to a goal."""

from collections.abc import Sequence
from typing import IO, Any

from reports.bank_words import (
    ahead_sentence,
    bet_name,
    bet_words,
    capital_sentence,
    rounding_sentence,
    rounds_words,
    statuses_sentences,
)
from reports.numbers import (
    PERCENT_FROM,
    Document,
    fixed,
    frequency_text,
    mean_phrase,
    one_in,
    percent,
    whole,
)
from reports.printing import make_table, print_parts
from reports.ruin_words import (
    best_sentences,
    chance_text,
    left_out_sentences,
    loss_words,
    precision_sentence,
    share_text,
    system_name,
    unplayed_sentences,
)
from simulate.rules import Game

_MOST_LINES = 25
_LEAST = 1e-7
_ROUNDING = 1e-13
_SHARES = (0.05, 0.1, 0.25, 0.5, 0.75, 1.0)


def print_evening(document: Document, game: Game, stream: IO[str] | None = None) -> None:
    """Print what a punter and the bank have after an evening, exact and simulated."""
    punter, bank = document["punter"], document["bank"]
    rounds, punters = rounds_words(document["rounds"]), document["punters"]
    many = "one punter" if punters == 1 else f"{whole(punters)} punters, each betting at random"
    parts: list[Any] = [
        f"{game.title}, {bet_words(document['bet'])}: {rounds}, one stake a round. Exact.",
        _sides(punter, bank, many),
        f"What the bank has gained against {many}, after some rounds:",
        _rows(bank["rounds"]),
        "What the punter has gained:",
        _distribution(punter["distribution"]),
        ahead_sentence(document),
        capital_sentence(document),
    ]
    parts.append(rounding_sentence([document]))
    if punter["simulated"]:
        parts += _simulated(document)
    print_parts(parts, stream)


def print_ruin(document: Document, game: Game, stream: IO[str] | None = None) -> None:
    """Print the chances of each system on each bet, and of the best possible play."""
    purse, goal = whole(document["purse"]), whole(document["goal"])
    told = [line for line in document["systems"] if line["chance"] is None or line["staked"]]
    parts: list[Any] = [
        f"{game.title}: from {purse} to {goal} or ruin, in whole units. {precision_sentence(document)}",
        *best_sentences(document),
    ]
    if told:
        word, sign, sentence = loss_words(document)
        parts += [
            _systems(told, word, sign),
            f"Base stake {whole(document['stake'])}, or the least above it that the bet pays in whole units. "
            "No stake is larger than the purse, nor than what a win needs to reach the goal; a progression "
            f"goes on from the stake placed. Rounds and staked: means. {sentence}",
        ]
    parts += left_out_sentences(told)
    print_parts([*parts, *unplayed_sentences(document), *statuses_sentences(document["bets"])], stream)


def _systems(lines: Sequence[Document], word: str, sign: int) -> Any:
    made = make_table(
        "bet", "system", "chance", "of the best", "rounds", "staked", word, "edge", right=range(2, 8)
    )
    for line in lines:
        edge = _percent(line["edge"])
        if line["chance"] is None:
            made.add_row(bet_name(line), system_name(line["system"]), "not worked out", *["–"] * 4, edge)
            continue
        made.add_row(
            bet_name(line),
            system_name(line["system"]),
            chance_text(line["chance"], line["error"]),
            "–" if line["share"] is None else share_text(line["share"]),
            fixed(line["rounds"], 1),
            fixed(line["staked"], 1),
            "–" if line["loss_per_unit"] is None else _percent(sign * line["loss_per_unit"]),
            edge,
        )
    return made


def _percent(share: float) -> str:
    return f"{fixed(100 * share, 2)} %"


def _sides(punter: Document, bank: Document, many: str) -> Any:
    made = make_table("gain, in stakes", "a punter", f"the bank against {many}", right=(1, 2))
    for what, key in (("mean", "mean"), ("standard deviation", "sd")):
        made.add_row(what, fixed(punter[key], 2), fixed(bank[key], 2))
    for what, key in (("ahead", "ahead"), ("level", "level"), ("behind", "behind")):
        made.add_row(f"chance to be {what}", _chance(punter[key]), _chance(bank[key]))
    for mine, its in zip(punter["quantiles"], bank["quantiles"], strict=True):
        what = "median" if mine["probability"] == 0.5 else f"{100 * mine['probability']:.0f} % have at most"
        made.add_row(what, _gain(mine["gain"]), _gain(its["gain"]))
    return made


def _rows(rows: Sequence[Document]) -> Any:
    """Some of the rows, those nearest to these shares of the evening."""
    told = {
        min(rows, key=lambda row: abs(row["rounds"] - share * rows[-1]["rounds"]))["rounds"]
        for share in _SHARES
    }
    quantiles = [one["probability"] for one in rows[0]["quantiles"]]
    heads = ["median" if one == 0.5 else f"{100 * one:.0f} % at most" for one in quantiles]
    made = make_table("rounds", "mean", "ahead", *heads, right=range(len(heads) + 3))
    for row in rows:
        if row["rounds"] in told:
            gains = [_gain(one["gain"]) for one in row["quantiles"]]
            made.add_row(whole(row["rounds"]), fixed(row["mean"], 2), _chance(row["ahead"]), *gains)
    return made


def _distribution(lines: Sequence[Document]) -> Any:
    """The likeliest results, those beyond on either side together."""
    made = make_table("gain, in stakes", "chance", "at least so much", right=(0, 1, 2))
    told = [
        line for line in lines if min(line["at_least"], 1 - line["at_least"] + line["probability"]) >= _LEAST
    ]
    best = max(range(len(told)), key=lambda place: told[place]["probability"])
    first = min(max(best - _MOST_LINES // 2, 0), max(len(told) - _MOST_LINES, 0))
    told = told[first : first + _MOST_LINES]
    before, after = 1 - told[0]["at_least"], told[-1]["at_least"] - told[-1]["probability"]
    if before > _ROUNDING:
        made.add_row("less", _chance(before), "100 %")
    for line in told:
        made.add_row(_gain(line["gain"]), _chance(line["probability"]), _chance(line["at_least"]))
    if after > _ROUNDING:
        made.add_row("more", _chance(after), _chance(after))
    return made


def _simulated(document: Document) -> list[str]:
    punter, bank = document["punter"]["simulated"], document["bank"]["simulated"]
    ruin = document["bank"]["capital"]["simulated"]
    stakes = whole(document["bank"]["capital"]["stakes"])
    evenings = "one evening" if document["deals"] == 1 else f"{whole(document['deals'])} evenings"
    return [
        f"In {evenings} played, seed {document['seed']}:",
        f"A punter was ahead in {frequency_text(punter['ahead'])}; "
        f"his mean gain was {mean_phrase(punter['gain'], 'stakes')}.",
        f"The bank was ahead in {frequency_text(bank['ahead'])}; "
        f"its mean gain was {mean_phrase(bank['gain'], 'stakes')}.",
        f"A bank of {stakes} stakes was ruined in {frequency_text(ruin)}.",
    ]


def _gain(gain: float) -> str:
    return fixed(gain, 0) if gain == int(gain) else fixed(gain, 2)


def _chance(chance: float) -> str:
    """A chance of floats added up, which may miss 0 and 1 by a little."""
    if chance < _ROUNDING:
        return "–"
    if chance >= PERCENT_FROM:
        return "100 %" if chance > 1 - _ROUNDING else percent(chance)
    return one_in(chance)
