"""Figures of an evening at a banking game: what a punter has, and what a table brings the bank."""

from itertools import pairwise

from reports.bank_words import ahead_sentence, bet_words, capital_sentence, nearly, rounds_words
from reports.numbers import Document, amount, frequency_text, mean_phrase, whole
from reports.style import (
    A4_MARGIN,
    A4_WIDTH,
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
    wrapped,
)
from simulate.rules import Game

_BARS = 62.0
_BELOW_BARS = 13.0
_SHOWN = 0.0005
_SMALLEST = 1e-8


def evening_height(document: Document, game: Game) -> float:
    """Millimetres that the distribution of an evening takes."""
    lines = wrapped(_caption(document, game), CAPTION, A4_WIDTH - 2 * A4_MARGIN)
    return LABEL.leading + 1 + _BARS + _BELOW_BARS + CAPTION.leading * len(lines)


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
    axes.set_xlabel(f"what the punter has gained after {rounds_words(document['rounds'])}, in stakes")
    axes.grid(axis="y", zorder=0)
    separate_thousands(axes)
    caption = _caption(document, game)
    sheet.paragraph(sheet.left, start + _BARS + _BELOW_BARS, caption, CAPTION, sheet.inner)


def _caption(document: Document, game: Game) -> str:
    punter = document["punter"]
    return (
        f"{game.title}, {bet_words(document['bet'])}: the exact result of {rounds_words(document['rounds'])} "
        f"at one stake each. The punter is ahead with {_chance(punter['ahead'])} (orange), level with "
        f"{_chance(punter['level'])}, behind with {_chance(punter['behind'])} (blue). Dashed: the mean, "
        f"{amount(punter['mean'], 2)}. {_table_of_punters(document)}"
    )


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
            f"{frequency_text(seen['ahead'])}, and gained on the mean {mean_phrase(seen['gain'], 'stakes')}."
        )
    return told


def _chance(chance: float) -> str:
    return nearly(chance) if chance == 0 or chance >= _SMALLEST else f"under {100 * _SMALLEST:.6f} %"
