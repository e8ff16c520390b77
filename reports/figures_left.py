"""Figures of winnings left on a number: the table of a game, and a worked example with its ladder."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from matplotlib.axes import Axes

from analysis.banking import favours, winnings_left
from analysis.ruin import SYSTEM_NAMES
from reports.bank_words import bet_name, status_word
from reports.cells import cells_height, draw_cells
from reports.numbers import Document, fixed, one_in, whole
from reports.pages import Column
from reports.ruin_words import system_name
from reports.style import (
    A4_MARGIN,
    A4_WIDTH,
    BLACK,
    BLUE,
    BODY,
    CAPTION,
    LABEL,
    LABEL_BOLD,
    ORANGE,
    SKY,
    VERMILLION,
    Letter,
    Sheet,
    wrapped,
)
from simulate.catalogue import sources
from simulate.rules import Bet, Example, Game

_WINS = (1, 2, 3)
_LADDER, _FOOT = 38.0, 10.0
_WIDTH = 0.56
_TEXT = BODY._replace(size=9)
_LONGEST_FRACTION = 11
_ROUNDING = 1e-9
# As wide as the page, where the table stands alone.
_APART = (26, 34, 34, 32, 44)


class Shown(NamedTuple):
    """What the page of an example shows: its bet, and a `ruin` document from one stake to what two wins make,
    None where that was not worked out."""

    bet: Bet
    ruin: Document | None


def parlay_height(bet: Bet, game: Game) -> float:
    """Millimetres that the table of winnings left on a number takes."""
    table = cells_height(_columns("stake", bet, game, _APART), _rows(bet, game))
    return table + 2 + _lines(_left_words(bet, game), CAPTION)


def draw_parlay(sheet: Sheet, top: float, bet: Bet, game: Game) -> None:
    """Tell what a stake becomes whose winnings are left on the number, and what that costs."""
    top = draw_cells(sheet, sheet.left, top, _columns("stake", bet, game, _APART), _rows(bet, game)) + 2
    sheet.paragraph(sheet.left, top, _left_words(bet, game), CAPTION, sheet.inner)


def example_height(shown: Shown, game: Game, example: Example) -> float:
    """Millimetres that a worked example takes."""
    tables = cells_height(_columns(example.coin, shown.bet, game), _rows(shown.bet, game))
    if shown.ruin is not None:
        tables = max(tables, cells_height(_ways_columns(shown.ruin), _ways(shown, game)))
    told = sum(_lines(words, _TEXT) for words in (_intro(example), _meaning(shown, game, example)))
    return told + _LADDER + _FOOT + 8 + tables + 3


def draw_example(sheet: Sheet, top: float, shown: Shown, game: Game) -> None:
    """Draw an example of a rule file: its words, the ladder, what it means, other ways to the same goal."""
    example = game.example
    assert example is not None
    top = sheet.paragraph(sheet.left, top, _intro(example), _TEXT, sheet.inner) + 2
    _draw_ladder(sheet, top, shown.bet, game, example.coin)
    top += _LADDER + _FOOT + 2
    top = sheet.paragraph(sheet.left, top, _meaning(shown, game, example), _TEXT, sheet.inner) + 2
    columns = _columns(example.coin, shown.bet, game)
    draw_cells(sheet, sheet.left, top, columns, _rows(shown.bet, game))
    if shown.ruin is not None:
        ways = _ways_columns(shown.ruin)
        left = sheet.right - sum(column.width for column in ways)
        draw_cells(sheet, left, top, ways, _ways(shown, game))


def _draw_ladder(sheet: Sheet, top: float, bet: Bet, game: Game, coin: str) -> None:
    """A column for each number of wins, as high as a fair game would pay; the bank's part is set apart."""
    axes = sheet.axes(sheet.left, top, sheet.inner, _LADDER)
    steps = [winnings_left(game.bank.numbers, bet, wins) for wins in (0, *_WINS)]
    paid = [100 * float(1 - step.kept) for step in steps]
    highest = max(100.0, *paid)
    axes.set_xlim(-0.5, len(steps) - 0.5)
    axes.set_ylim(0, 1.32 * highest)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.bar(range(len(steps)), paid, width=_WIDTH, color=SKY, edgecolor=BLUE, linewidth=0.8)
    for place, (step, share) in enumerate(zip(steps, paid, strict=True)):
        if step.kept > 0:
            axes.bar(
                place,
                100 - share,
                bottom=share,
                width=_WIDTH,
                color=ORANGE,
                edgecolor=VERMILLION,
                linewidth=0.8,
            )
        ceiling = max(100.0, share)
        made = f"{_number(step.becomes)} {_coins(coin, step.becomes)}"
        _label(axes, place, ceiling + 0.18 * highest, made, LABEL_BOLD)
        if place:
            _label(axes, place, ceiling + 0.04 * highest, f"of {_number(step.fair)} at equal stakes")
            part = f"{_whose(bet, game)}\n{fixed(100 * float(abs(step.kept)), 2)} %"
            _label(axes, place, min(share, 100.0) - 0.23 * highest, part)
            axes.annotate(
                "",
                xy=(place - _WIDTH / 2, 0.35 * highest),
                xytext=(place - 1 + _WIDTH / 2, 0.35 * highest),
                arrowprops={"arrowstyle": "->", "color": BLACK, "linewidth": 0.9},
            )
            _label(axes, place - 0.5, 0.4 * highest, one_in(steps[1].chance))
    ticks = ["the stake"] + [f"{step.wins} in a row\n{one_in(step.chance)}" for step in steps[1:]]
    ticks[1] = f"1 win\n{one_in(steps[1].chance)}"
    axes.set_xticks(range(len(steps)), ticks)
    axes.tick_params(axis="x", length=0)


def _label(axes: Axes, across: float, level: float, text: str, letter: Letter = LABEL) -> None:
    axes.text(across, level, text, ha="center", va="baseline", fontproperties=letter.font)


def _columns(
    coin: str, bet: Bet, game: Game, widths: Sequence[float] = (14, 20, 19.5, 13.5, 30.5)
) -> list[Column]:
    heads = ("wins in a row", f"one {coin} becomes", "chance", "fair return", _whose(bet, game))
    return [Column(head, width, "right") for head, width in zip(heads, widths, strict=True)]


def _rows(bet: Bet, game: Game) -> list[list[str]]:
    rows = []
    for wins in _WINS:
        step = winnings_left(game.bank.numbers, bet, wins)
        chance = one_in(step.chance)
        rows.append([whole(wins), _number(step.becomes), chance, _number(step.fair), _kept(abs(step.kept))])
    return rows


def _ways_columns(document: Document) -> list[Column]:
    goal = f"from {whole(document['purse'])} to {whole(document['goal'])} or ruin"
    return [Column(goal, 30), Column("chance", 22.5, "right"), Column("of the best", 17.5, "right")]


def _ways(shown: Shown, game: Game) -> list[list[str]]:
    """Ways to what two wins make, each with its chance as a share of the best possible play's."""
    assert shown.ruin is not None
    best = shown.ruin["best"]["chance"]
    left = float(winnings_left(game.bank.numbers, shown.bet, 2).chance)
    told = [("winnings left", left)]
    told += [
        (system_name(line["system"]), line["chance"])
        for line in shown.ruin["systems"]
        if line["system"] in SYSTEM_NAMES and line["chance"]
    ]
    return [
        *([way, one_in(chance), f"{fixed(100 * chance / best, 2)} %"] for way, chance in told),
        ["best possible play", one_in(best), "100.00 %"],
    ]


def _intro(example: Example) -> str:
    return f"{example.words} ({sources().get(example.source, example.source)}; {example.status}.)"


def _whose(bet: Bet, game: Game) -> str:
    """Whose the part is that a return differs by from a fair one: the bank's, or given away by it."""
    return "the bank gives" if favours(game.bank.numbers, bet) == "punter" else "the bank keeps"


def _meaning(shown: Shown, game: Game, example: Example) -> str:
    once, twice = (winnings_left(game.bank.numbers, shown.bet, wins) for wins in (1, 2))
    made = f"{_number(twice.becomes)} {_coins(example.coin, twice.becomes)}"
    does = "keeps" if once.kept >= 0 else "gives away"
    told = (
        f"Two wins in a row make {made} of one, once in {_number(twice.fair)} tries. With equal stakes "
        f"({_number(once.fair)} returned) they would make {_number(twice.fair)}. Each time the bank {does} "
        f"its edge of all that lies there: {_kept(abs(once.kept))} of the fair return by the first win, "
        f"{_kept(abs(twice.kept))} by the second."
    )
    if shown.bet.status != "documented":
        told += f" What {shown.bet.name} returns is {status_word({'status': shown.bet.status})}."
    if shown.ruin is not None:
        best = shown.ruin["best"]["chance"]
        share = float(twice.chance) / best
        told += f" From {whole(shown.ruin['purse'])} to {whole(shown.ruin['goal'])} or ruin, "
        told += (
            "no way of playing does better than leaving the winnings."
            if share > 1 - _ROUNDING
            else f"leaving the winnings has {fixed(100 * share, 2)} % of the best possible play's chance."
        )
    return told


def _left_words(bet: Bet, game: Game) -> str:
    once, twice = (winnings_left(game.bank.numbers, bet, wins) for wins in (1, 2))
    does = "keeps" if once.kept >= 0 else "gives away"
    told = (
        f"{game.title}, {bet_name({'bet': bet.name, 'status': bet.status})}: the winnings stay on the number "
        f"and must win again. Two wins in a row make {_number(once.becomes)}² = {_number(twice.becomes)} of "
        f"one stake; each time the bank {does} its edge of all that lies there."
    )
    if bet.note:
        told += f" Its rules say of the bet: {bet.note}."
    return told


def _lines(text: str, letter: Letter) -> float:
    """Millimetres that a paragraph takes across a page."""
    return len(wrapped(text, letter, A4_WIDTH - 2 * A4_MARGIN)) * letter.leading


def _kept(share: Fraction) -> str:
    told = f"{fixed(100 * float(share), 2)} %"
    return f"{share} = {told}" if len(str(share)) <= _LONGEST_FRACTION else told


def _coins(coin: str, count: Fraction) -> str:
    return coin if count == 1 else f"{coin}s"


def _number(value: Fraction) -> str:
    return whole(int(value)) if value.denominator == 1 else fixed(float(value), 2)
