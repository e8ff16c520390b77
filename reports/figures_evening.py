"""Figures of an evening at a banking game: what a punter has, and what a table brings the bank."""

from itertools import pairwise

from reports.bank_words import ahead_sentence, bet_words, capital_sentence
from reports.numbers import Document, fixed, frequency_text, level_text, mean_text, percent, whole
from reports.style import (
    BLACK,
    BLUE,
    CAPTION,
    GREY,
    LABEL,
    ORANGE,
    SKY,
    VERMILLION,
    Sheet,
    separate_thousands,
)
from simulate.rules import Game

_BARS = 62.0
_SHOWN = 0.0005


def evening_height() -> float:
    """Millimetres that the distribution of an evening takes."""
    return _BARS + 52


def draw_evening(sheet: Sheet, top: float, document: Document, game: Game) -> None:
    """Draw the exact chance of each result of a punter's evening; three colours tell who is ahead."""
    punter = document["punter"]
    lines = [line for line in punter["distribution"] if line["probability"] >= _SHOWN]
    start = sheet.text(sheet.left, top, "chance, in per cent", LABEL) + 1
    axes = sheet.axes(sheet.left + 10, start, sheet.inner - 10, _BARS)
    gains = [line["gain"] for line in lines]
    apart = min((after - before for before, after in pairwise(gains)), default=1.0)
    axes.bar(
        gains,
        [100 * line["probability"] for line in lines],
        width=0.8 * apart,
        color=[SKY if gain < 0 else GREY if gain == 0 else ORANGE for gain in gains],
        edgecolor=[BLUE if gain < 0 else BLACK if gain == 0 else VERMILLION for gain in gains],
        linewidth=0.5,
        zorder=2,
    )
    axes.axvline(punter["mean"], color=BLACK, linewidth=1.2, linestyle="--", zorder=3)
    rounds = whole(document["rounds"])
    axes.set_xlabel(f"what the punter has gained after {rounds} rounds, in stakes")
    axes.grid(axis="y", zorder=0)
    separate_thousands(axes)
    told = (
        f"{game.title}, {bet_words(document['bet'])}: the exact result of {rounds} rounds at one stake each. "
        f"The punter is ahead with {_chance(punter['ahead'])} (orange), level with "
        f"{_chance(punter['level'])}, behind with {_chance(punter['behind'])} (blue). Dashed: the mean, "
        f"{fixed(punter['mean'], 2)}. {_table_of_punters(document)}"
    )
    sheet.paragraph(sheet.left, start + _BARS + 13, told, CAPTION, sheet.inner)


def _table_of_punters(document: Document) -> str:
    bank = document["bank"]
    many = (
        "one punter"
        if document["punters"] == 1
        else f"{whole(document['punters'])} punters who bet at random"
    )
    told = (
        f"Against {many} the bank is ahead with {_chance(bank['ahead'])}. "
        f"{ahead_sentence(document)} {capital_sentence(document)}"
    )
    seen = document["punter"]["simulated"]
    if seen is not None:
        told += (
            f" In {whole(document['deals'])} evenings played the punter was ahead in "
            f"{frequency_text(seen['ahead'])}, and gained {mean_text(seen['gain'])} stakes on the mean "
            f"({level_text(seen['gain'])} interval)."
        )
    return told


def _chance(chance: float) -> str:
    return percent(chance) if 1e-12 < chance < 1 - 1e-12 else f"{100 * round(chance)} %"
