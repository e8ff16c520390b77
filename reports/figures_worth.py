"""What a dealt hand is worth, exactly: its best group alone, and all its groups laid down."""

import math
from collections.abc import Iterable, Sequence

from reports.hand_words import trump_sentence
from reports.log_axis import draw_across, ticks
from reports.names import english
from reports.numbers import Document, exact_chance, fixed, power_of_ten, whole
from reports.style import (
    BLACK,
    BLUE,
    CAPTION,
    GREY,
    LABEL,
    LABEL_BOLD,
    PALE,
    VERMILLION,
    Sheet,
    separate_thousands,
    width_of,
    wrapped,
)
from simulate.rules import Game

# Before there is a trump: what a hand may declare of trumps is then of any suit, and stands in for
# the plain group.
_OF_ANY_SUIT = {
    "turn-up": {},
    "first-marriage": {"trump-marriage": "marriage", "marriage": None, "trump-quinte": None},
    "first-marriage-or-quinte": {
        "trump-marriage": "marriage",
        "marriage": None,
        "trump-quinte": "quinte",
        "quinte": None,
    },
}
_NAMES, _ROW = 66.0, 6.0
_CURVES = 78.0
_LEGEND = 11.0
_LEAST_DECADES, _MOST_DECADES = 2, 12
_MOST_TICKS = 5
_LARGEST_WRITTEN_OUT = 4


def worth_height(document: Document, odds: Document, game: Game) -> float:
    """Millimetres that the figure takes."""
    return 6 + _rows_height(document, odds, game) + 14 + _LEGEND + _CURVES + 28


def draw_worth(sheet: Sheet, top: float, document: Document, odds: Document, game: Game) -> None:
    """Draw what the best group of a hand is worth how often, and how often a hand is worth so much or more.

    Parameters
    ----------
    document : the `worth` document of the game.
    odds : its `odds` document, for the groups that have a value.
    """
    sheet.text(sheet.left, top, "The best single group in the hand, in points", LABEL_BOLD)
    top += 6
    _draw_best(sheet, top, document["best"]["distribution"], odds, game)
    top += _rows_height(document, odds, game) + 14
    sheet.text(sheet.left, top, "A hand worth so many points or more", LABEL_BOLD)
    _curve_legend(sheet, top + 5, document)
    top += _LEGEND
    cut = _draw_curves(sheet, top, document)
    caption = (
        f"{game.title}: exact chances over every hand that can be dealt, before a card is played. "
        f"{trump_sentence(game)} Laid down: one group after another, the highest first."
    )
    if cut:
        caption += f" The curves go on below 1 in {power_of_ten(_MOST_DECADES)}."
    sheet.paragraph(sheet.left, top + _CURVES + 12, caption, CAPTION, sheet.inner)


def _draw_best(sheet: Sheet, top: float, lines: Sequence[Document], odds: Document, game: Game) -> None:
    """A line for each value, rarer to the right as in the chart of the groups."""
    names = [_named(line["points"], odds, game) for line in lines]
    heights = [_height(name) for name in names]
    width = sheet.inner - _NAMES
    axes = sheet.axes(sheet.left + _NAMES, top, width, sum(heights))
    decades = _decades(line["one_in"] for line in lines)
    draw_across(axes, decades, _MOST_TICKS, _LARGEST_WRITTEN_OUT)
    axes.set_ylim(sum(heights), 0)
    level = 0.0
    for place, (line, name, height) in enumerate(zip(lines, names, heights, strict=True)):
        if place % 2 == 0:
            axes.axhspan(level, level + height, color=PALE, zorder=0, linewidth=0)
        _set_name(sheet, top + level, height, line["points"], name)
        axes.plot(
            [line["one_in"]],
            [level + height / 2],
            marker="s",
            color=BLUE,
            markersize=5,
            markeredgecolor=BLACK,
            markeredgewidth=0.4,
            zorder=3,
        )
        chance = exact_chance(line)
        left_mm = math.log10(line["one_in"] / 0.8) * width / (decades - math.log10(0.8))
        side = 1 if left_mm + width_of(chance, LABEL) + 4 < width else -1
        axes.annotate(
            chance,
            xy=(line["one_in"], level + height / 2),
            xytext=(side * 5, 0),
            textcoords="offset points",
            ha="left" if side == 1 else "right",
            va="center_baseline",
            fontproperties=LABEL.font,
            zorder=4,
        )
        level += height


def _draw_curves(sheet: Sheet, top: float, document: Document) -> bool:
    """Draw both tails as steps; tells whether they go on below the lower edge."""
    axes = sheet.axes(sheet.left + 24, top, sheet.inner - 24, _CURVES)
    lines = {key: document[key]["distribution"] for key in ("best", "all")}
    rarest = _decades(line["at_least"]["one_in"] for of_key in lines.values() for line in of_key)
    decades = min(rarest, _MOST_DECADES)
    for key, colour, weight, style in (("best", BLUE, 1.4, "-"), ("all", VERMILLION, 1.4, (0, (4, 1.5)))):
        points = [line["points"] for line in lines[key]]
        odds = [line["at_least"]["one_in"] for line in lines[key]]
        # So many points or more: constant up to each value, rarer beyond it.
        axes.step([0, *points], [1, *odds], where="pre", color=colour, linewidth=weight, linestyle=style)
    axes.set_yscale("log")
    axes.set_ylim(10**decades, 0.8)
    axes.set_yticks(*ticks(decades, _MOST_TICKS, _LARGEST_WRITTEN_OUT))
    axes.minorticks_off()
    axes.set_xlim(0, _right_end(lines["all"], 10**decades))
    axes.set_xlabel("points")
    separate_thousands(axes)
    axes.grid(zorder=0)
    return rarest > decades


def _right_end(lines: Sequence[Document], rarest: float) -> float:
    shown = [line["points"] for line in lines if line["at_least"]["one_in"] <= rarest]
    return float(max(shown[-1], 10) * 1.03)


def _curve_legend(sheet: Sheet, top: float, document: Document) -> None:
    left = sheet.left
    for key, name, colour, style in (
        ("best", "best group", BLUE, "-"),
        ("all", "all laid down", VERMILLION, (0, (4, 1.5))),
    ):
        axes = sheet.axes(left, top + 0.4, 8, 3)
        axes.axis("off")
        axes.plot([0, 1], [0, 0], color=colour, linewidth=1.4, linestyle=style)
        of_key = document[key]
        spread = fixed(of_key["sd"], 1)
        text = f"{name}: mean {fixed(of_key['mean']['value'], 1)}, standard deviation {spread}"
        sheet.text(left + 9.5, top, text, LABEL)
        left += 9.5 + width_of(text, LABEL) + 6


def _named(points: int, odds: Document, game: Game) -> str:
    """The groups that are worth so many points in a hand as dealt."""
    if points == 0:
        return "nothing that scores"
    of_any_suit = _OF_ANY_SUIT[game.besi.trump_from]
    worth_it = [entry["group"] for entry in odds["groups"] if entry["value"] == points]
    names = [of_any_suit[group] if group in of_any_suit else english(group) for group in worth_it]
    return ", ".join(name for name in names if name)


def _height(name: str) -> float:
    return _ROW + (len(_name_lines(name)) - 1) * LABEL.leading


def _name_lines(name: str) -> list[str]:
    return wrapped(name, LABEL, _NAMES - 14)


def _rows_height(document: Document, odds: Document, game: Game) -> float:
    return sum(_height(_named(line["points"], odds, game)) for line in document["best"]["distribution"])


def _set_name(sheet: Sheet, top: float, height: float, points: int, name: str) -> None:
    lines = _name_lines(name)
    top += (height - len(lines) * LABEL.leading) / 2 + 0.4
    sheet.text(sheet.left + 10, top, whole(points), LABEL_BOLD._replace(size=8), align="right")
    for line in lines:
        top = sheet.text(sheet.left + 12, top, line, LABEL._replace(colour=GREY))


def _decades(odds: Iterable[float]) -> int:
    return max(_LEAST_DECADES, math.ceil(math.log10(max(odds)) + 0.05))
