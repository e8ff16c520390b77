"""The table of what each system reaches of the best possible play, bet by bet, for several purses."""

from collections.abc import Sequence

from reports.bank_words import any_numbers_words, status_behind
from reports.numbers import Document, fixed, whole
from reports.ruin_words import best_begins, left_out_sentences, system_name
from reports.scores import joined
from reports.style import CAPTION, CELL, CELL_BOLD, Letter, Sheet, fitted, wrapped
from simulate.rules import Game

_NAMES, _CHANCE, _SHARE = 37.0, 13.5, 12.5
_LINE, _HEADS = 4.3, 10.0
_MOST_BETS = 12
_NOTHING, _ALL = 0.5e-4, 1e-9


def systems_height(documents: Sequence[Document], game: Game) -> float:
    """Millimetres that the table takes."""
    lines = sum(_lines_of(document) for document in documents)
    caption = wrapped(_caption(documents, game), CAPTION, Sheet().inner)
    return _HEADS + _LINE * lines + 3 + CAPTION.leading * len(caption)


def draw_systems(sheet: Sheet, top: float, documents: Sequence[Document], game: Game) -> None:
    """Tell each system's chance on each bet, and its share of the best possible play's.

    `documents` are `ruin` documents of one game and the same bets, a purse each.
    """
    systems = [best["system"] for best in documents[0]["best_of_system"]]
    rights = [sheet.left + _NAMES + (place + 1) * (_CHANCE + _SHARE) for place in range(len(systems))]
    rights[-1] = sheet.right
    for right, system in zip(rights, systems, strict=True):
        sheet.text(right, top, system_name(system), CELL_BOLD, align="right")
        sheet.text(right - _SHARE, top + _LINE, "chance", CELL, align="right")
        sheet.text(right, top + _LINE, "share", CELL, align="right")
    one = len(_bets(documents[0])) == 1
    if one:
        (bet,) = _bets(documents[0])
        name = fitted(bet["bet"], CELL_BOLD, _NAMES, status_behind(bet))
        sheet.text(sheet.left, top, name, CELL_BOLD)
        sheet.text(sheet.left, top + _LINE, "purse, goal", CELL)
    top += _HEADS
    sheet.rule(sheet.left, rights[-1], top - 1)
    for document in documents:
        purses = f"{whole(document['purse'])} to {whole(document['goal'])}"
        if not one:
            told = f"From {purses}: {best_begins(document)}"
            top = _line(sheet, top, fitted(told, CELL_BOLD, sheet.inner), [], rights, CELL_BOLD)
        best = {(line["system"], line["bet"]) for line in document["best_of_system"]}
        for bet in _bets(document):
            lines = [line for line in document["systems"] if line["bet"] == bet["bet"]]
            cells = [(line, not one and (line["system"], line["bet"]) in best) for line in lines]
            name = purses if one else fitted(bet["bet"], CELL, _NAMES, status_behind(bet))
            top = _line(sheet, top, name, cells, rights, CELL)
    sheet.rule(sheet.left, rights[-1], top)
    sheet.paragraph(sheet.left, top + 2, _caption(documents, game), CAPTION, sheet.inner)


def _line(
    sheet: Sheet,
    top: float,
    name: str,
    cells: Sequence[tuple[Document, bool]],
    rights: Sequence[float],
    letter: Letter,
) -> float:
    sheet.text(sheet.left, top, name, letter)
    for right, (line, is_best) in zip(rights, cells, strict=False):
        bold = CELL_BOLD if is_best else CELL
        sheet.text(right - _SHARE, top, per_cent(line["chance"]), bold, align="right")
        sheet.text(right, top, per_cent(line["share"]), bold, align="right")
    return top + _LINE


def per_cent(chance: float | None) -> str:
    """A chance or a share in per cent, in few letters; no chance short of certain reads 0 or 100."""
    if chance is None:
        return "–"
    if chance == 0:
        return "0"
    if chance < _NOTHING:
        return "<0.01"
    if chance >= 1 - _NOTHING:
        return "100" if chance > 1 - _ALL else ">99.99"
    return fixed(100 * chance, 2)


def _bets(document: Document) -> list[Document]:
    """The bets told of: those that gain something; of many the best of each system and the first."""
    played = {line["bet"] for line in document["systems"]}
    bets = [bet for bet in document["bets"] if bet["bet"] in played]
    best = {line["bet"] for line in document["best_of_system"]}
    first = sorted(bets, key=lambda bet: bet["bet"] not in best)[:_MOST_BETS]
    return [bet for bet in bets if bet in first]


def _lines_of(document: Document) -> int:
    bets = len(_bets(document))
    return bets if bets == 1 else bets + 1


def _caption(documents: Sequence[Document], game: Game) -> str:
    document = documents[0]
    bets = {line["bet"] for line in document["systems"]}
    told = (
        f"{game.title}, in per cent: the chance to reach the goal before ruin, and its share of the best "
        "possible play's chance."
    )
    if len(bets) > 1:
        told += " Bold: the bet on which a system reaches most."
    if len(bets) > _MOST_BETS:
        told += f" Of {len(bets)} bets {_MOST_BETS} are told."
    every = [line for each in documents for line in each["systems"]]
    told += "".join(f" {sentence}" for sentence in left_out_sentences(every))
    shown = {bet["bet"] for bet in _bets(document)}
    if any(line["staked"] == 0 for each in documents for line in each["systems"] if line["bet"] in shown):
        told += " 0: the purse is too small for the bet's stakes, multiples of what it pays in whole units."
    if len(bets) == 1:
        starts = [
            f"with {whole(each['best']['first']['stake'])} from {whole(each['purse'])}"
            for each in documents
            if each["best"]["first"] is not None
        ]
        told += f" The best play on this bet begins {joined(starts, 'and')}."
    return f"{told}{any_numbers_words(game)}"
