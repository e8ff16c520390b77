"""Figures of systems that play to a goal or ruin: their chances from each purse, and what they lose."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from reports.bank_words import any_numbers_words, nearly, status_behind, statuses
from reports.log_axis import draw_amounts
from reports.numbers import Document, fixed, tick, whole
from reports.ruin_words import system_name
from reports.style import (
    A4_MARGIN,
    A4_WIDTH,
    BLACK,
    BLUE,
    CAPTION,
    GREEN,
    GREY,
    LABEL,
    LABEL_BOLD,
    ORANGE,
    PURPLE,
    RULE,
    VERMILLION,
    Sheet,
    fitted,
    width_of,
    wrapped,
)
from simulate.rules import Game

# Two bets fill a page; one leaves room for what systems reach and lose.
_CURVES = {1: 43.0, 2: 57.0}
_GAP, _TITLES, _BELOW = 16.0, 9.0, 12.0
_ROWS = {1: 8.0}
_ROW, _NAMES, _BETWEEN, _LEVEL = 10.0, 28.0, 8.0, 4.2
_STAKES_SHARE = 0.63
_MOST_NAMED = 8
_AIR = 1.2
_LOOKS: dict[str, tuple[str, str, Any]] = {
    "flat": (BLUE, "o", "-"),
    "martingale": (VERMILLION, "s", (0, (5, 1.5))),
    "d'alembert": (GREEN, "^", (0, (2, 1.5))),
    "bold": (ORANGE, "D", (0, (6, 1.5, 1.5, 1.5))),
    "best on this bet": (PURPLE, "v", "-"),
}
_BEST, _FAIR = "best possible play", "purse by goal"

Mark = tuple[float, str]


def curves_height(document: Document, game: Game) -> float:
    """Millimetres that the curves of ruin take."""
    panels = len(document["panels"])
    caption = _caption_height(_curves_caption(document, game))
    return 6 + panels * (_TITLES + _CURVES[panels] + _BELOW) + 1 + caption


def draw_curves(sheet: Sheet, top: float, document: Document, game: Game) -> None:
    """Draw each system's chance to reach the goal from every purse, and as a share of the best play's."""
    best, goal, purses = document["best"], document["goal"], document["purses"]
    width, height = (sheet.inner - 8 - _GAP) / 2, _CURVES[len(document["panels"])]
    left, right = sheet.left + 8, sheet.left + 8 + width + _GAP
    top = _curves_legend(sheet, top, [line["system"] for line in document["panels"][0]["lines"]])
    # At the goal the chance is 1, however far below that it is a unit before.
    before = slice(0, goal)
    for panel in document["panels"]:
        name = fitted(panel["bet"], LABEL_BOLD, sheet.inner - 8, status_behind(panel))
        sheet.text(left, top, name, LABEL_BOLD)
        start = top + _TITLES
        sheet.text(left, start - 4.5, "chance to reach the goal, in per cent", LABEL)
        sheet.text(right, start - 4.5, "share of the best possible play, in per cent", LABEL)
        chances, shares = (sheet.axes(place, start, width, height) for place in (left, right))
        chances.plot([0, goal], [0, 100], color=GREY, linewidth=0.9, linestyle=":")
        made = [100 * chance for chance in best["chances"][before]]
        chances.plot(best["purses"][before], made, color=BLACK, linewidth=1.8)
        shares.axhline(100, color=BLACK, linewidth=1.8)
        for axes, field in ((chances, "chances"), (shares, "shares")):
            for place, line in enumerate(panel["lines"]):
                colour, marker, style = _LOOKS[line["system"]]
                axes.plot(
                    purses,
                    [math.nan if value is None else 100 * value for value in line[field]],
                    color=colour,
                    linestyle=style,
                    marker=marker,
                    # Each system marks other purses, so that no marker hides another's.
                    markevery=(place, len(panel["lines"])),
                    markersize=3.6,
                    linewidth=1.1,
                    zorder=3,
                    clip_on=False,
                )
            axes.set_xlim(0, goal)
            axes.set_ylim(0, 102)
            axes.set_yticks(range(0, 101, 20))
            axes.grid()
            axes.set_axisbelow(True)
            axes.set_xlabel(f"purse; the goal is {whole(goal)}")
        top = start + height + _BELOW
    sheet.paragraph(sheet.left, top + 1, _curves_caption(document, game), CAPTION, sheet.inner)


def _curves_caption(document: Document, game: Game) -> str:
    best, step = document["best"], document["purses"][0]
    bets = "the one bet" if best["bets"] == 1 else f"all {best['bets']} bets"
    told = f"{game.title}. Black: the best possible play, over {bets} and every whole stake. "
    if document["bounded"]:
        told += "Dotted: purse by goal, which no play at a fair game exceeds. "
    else:
        told += "Dotted: purse by goal, no bound where a bet pays the punter more than fair. "
    purses = "purse" if step == 1 else f"purse that is a multiple of {step}"
    told += (
        f"Systems are worked out from every {purses} and marked at some; base stake 1, or the least above it "
        "that the bet pays in whole units; stakes are cut to the purse and to what the goal needs."
    )
    return told + any_numbers_words(game)


def losses_height(document: Document, game: Game) -> float:
    """Millimetres that the losses against the stakes take."""
    lines = [line for line in document["systems"] if line["staked"]]
    rows = len({line["system"] for line in lines}) * _row_height(lines)
    return _edges_height(document) + rows + _BELOW + 1 + _caption_height(_losses_caption(document, game))


def _row_height(lines: Sequence[Document]) -> float:
    return _ROWS.get(len({line["bet"] for line in lines}), _ROW)


def draw_losses(sheet: Sheet, top: float, document: Document, game: Game) -> None:
    """Draw what each system stakes on each bet, and what it loses of each unit staked: the edge, always."""
    lines = [line for line in document["systems"] if line["staked"]]
    systems = list(dict.fromkeys(line["system"] for line in lines))
    bets = len({line["bet"] for line in lines})
    row = _row_height(lines)
    height = row * len(systems)
    room = sheet.inner - _NAMES - _BETWEEN
    wide, narrow = _STAKES_SHARE * room, (1 - _STAKES_SHARE) * room
    start = top + _edges_height(document)
    stakes = sheet.axes(sheet.left + _NAMES, start, wide, height)
    losses = sheet.axes(sheet.right - narrow, start, narrow, height)
    amounts = [line["staked"] for line in lines]
    low, high = draw_amounts(stakes, min(amounts), max(amounts), wide)
    least, most = _ends([line["edge"] for line in lines])
    losses.set_xlim(least, most)
    losses.xaxis.set_major_locator(MaxNLocator(5 if most - least < 1e4 else 2))
    losses.xaxis.set_major_formatter(lambda value, _: tick(value))
    _edge_lines(sheet, losses, sheet.right - narrow, narrow, start, document)
    for place, system in enumerate(systems):
        middle = place + 0.68
        sheet.text(sheet.left, start + middle * row - 1.8, system_name(system), LABEL)
        its = [line for line in lines if line["system"] == system]
        for axes in (stakes, losses):
            axes.axhline(middle, color=RULE, linewidth=0.5, zorder=1)
        colour, marker, _ = _LOOKS[system]
        look: dict[str, Any] = {"color": colour, "marker": marker, "markersize": 5, "linestyle": "none"}
        look |= {"markeredgecolor": "white", "markeredgewidth": 0.5, "zorder": 4, "clip_on": False}
        staked = [line["staked"] for line in its]
        stakes.plot(staked, [middle] * len(its), **look)
        lost = [100 * line["loss_per_unit"] for line in its]
        losses.plot(lost, [middle] * len(its), **look)
        scale = wide / math.log(high / low)
        names = (
            [whole(round(amount)) for amount in staked]
            if bets == 1
            else [whole(line["covers"]) for line in its]
        )
        marks = [(scale * math.log(amount / low), name) for amount, name in zip(staked, names, strict=True)]
        _name_marks(stakes, wide, place + 0.3, marks, bets)
        if bets > 1:
            per_unit = narrow / (most - least)
            marks = [(per_unit * (loss - least), name) for loss, name in zip(lost, names, strict=True)]
            _name_marks(losses, narrow, place + 0.3, marks, bets)
    for axes in (stakes, losses):
        axes.set_ylim(len(systems), 0)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
    stakes.set_xlabel("all stakes of the evening together, on the mean")
    losses.set_xlabel("lost per unit (< 0: gained), in %" if least < 0 else "lost per unit staked, in %")
    caption = _losses_caption(document, game)
    sheet.paragraph(sheet.left, start + height + _BELOW + 1, caption, CAPTION, sheet.inner)


def _losses_caption(document: Document, game: Game) -> str:
    best = document["best"]
    bets = {line["bet"] for line in document["systems"] if line["staked"]}
    told = (
        "At the marks: how much that is."
        if len(bets) == 1
        else "A mark for each bet, with how many numbers it covers."
    )
    same = {line["edge"] for line in document["systems"] if line["staked"]}
    edge = "the edge" if len(same) == 1 else "the edge of the bet"
    reached = nearly(best["chance"]) if best["chance"] else "no chance"
    return (
        f"{game.title}, from {whole(document['purse'])} to {whole(document['goal'])} or ruin. Left: systems "
        f"differ in how much they stake on the way. {told} Right: whatever the system, what is lost on the "
        f"mean of each unit staked is {edge} (the line). The best possible play reaches the goal with "
        f"{reached} and stakes {fixed(best['staked'], 1)} on the mean.{statuses(game)}"
    )


def _ends(edges: Sequence[float]) -> tuple[float, float]:
    """Per cent from below the least edge, or 0, to above the largest."""
    least, most = 100 * min(0.0, *edges), 100 * max(0.0, *edges)
    if least == most:
        return -1.0, 1.0
    return _AIR * least, (_AIR * most if most else -(_AIR - 1) * least)


def _edge_words(document: Document) -> list[tuple[float, str]]:
    """The edges of the bets drawn, in per cent, each once, and what is written at them."""
    drawn = {line["bet"] for line in document["systems"] if line["staked"]}
    edges = sorted({Fraction(bet["edge"]) for bet in document["bets"] if bet["bet"] in drawn})
    shares = [float(100 * edge) for edge in edges]
    texts = [f"{edge} = {fixed(share, 2)} %" for edge, share in zip(edges, shares, strict=True)]
    return [
        (share, text.replace("-", "−") if share else "0: a fair bet")
        for share, text in zip(shares, texts, strict=True)
    ]


def _edges_height(document: Document) -> float:
    # However many edges there are, the first and the last are told in two lines.
    return 2 + _LEVEL * min(len(_edge_words(document)), 2)


def _edge_lines(
    sheet: Sheet, axes: Axes, left: float, width: float, start: float, document: Document
) -> None:
    words = _edge_words(document)
    least, most = axes.get_xlim()
    for share, _ in words:
        axes.axvline(share, color=BLACK, linewidth=1.3, zorder=2)
    told = words if len(words) < 3 else [words[0], (words[-1][0], f"… {words[-1][1]}")]
    for level, (share, text) in enumerate(told):
        half = width_of(text, LABEL_BOLD) / 2
        middle = left + width * (share - least) / (most - least)
        middle = min(max(middle, left + half), left + width - half)
        sheet.text(middle, start - 1 - _LEVEL * (len(told) - level), text, LABEL_BOLD, align="center")


def _name_marks(axes: Axes, width: float, level: float, marks: Sequence[Mark], bets: int) -> None:
    """Write the names above their marks, those together that would touch; marks are in millimetres."""
    low, high = axes.get_xlim()
    for cluster in clusters(marks, width, bets):
        text = _text(cluster, width, bets)
        middle = _middle(cluster, text, width) / width
        across = low * (high / low) ** middle if axes.get_xscale() == "log" else low + (high - low) * middle
        axes.text(
            across,
            level,
            text,
            ha="center",
            va="center_baseline",
            fontproperties=LABEL.font,
            zorder=5,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
        )


def clusters(marks: Sequence[Mark], width: float, bets: int) -> list[list[Mark]]:
    """Marks from left to right, those together whose names would touch above an axis of that width."""
    found: list[list[Mark]] = []
    for mark in sorted(marks, key=lambda mark: mark[0]):
        found.append([mark])
        while len(found) > 1 and _touch(found[-2], found[-1], width, bets):
            found[-2:] = [found[-2] + found[-1]]
    return found


def _touch(one: list[Mark], other: list[Mark], width: float, bets: int) -> bool:
    texts = _text(one, width, bets), _text(other, width, bets)
    apart = _middle(other, texts[1], width) - _middle(one, texts[0], width)
    return apart < (width_of(texts[0], LABEL) + width_of(texts[1], LABEL)) / 2 + 1.5


def _text(cluster: list[Mark], width: float, bets: int) -> str:
    names = list(dict.fromkeys(name for _, name in cluster))
    if len(cluster) == bets > 1 and max(place for place, _ in cluster) - cluster[0][0] < 1e-6 * width:
        return f"all {bets} bets"
    text = ", ".join(names)
    if len(names) > _MOST_NAMED or width_of(text, LABEL) > width:
        return f"{len(cluster)} bets"
    return text


def _middle(cluster: list[Mark], text: str, width: float) -> float:
    half = width_of(text, LABEL) / 2
    middle = (cluster[0][0] + cluster[-1][0]) / 2
    return min(max(middle, half), width - half)


def _caption_height(text: str) -> float:
    return CAPTION.leading * len(wrapped(text, CAPTION, A4_WIDTH - 2 * A4_MARGIN))


def _curves_legend(sheet: Sheet, top: float, systems: Sequence[str]) -> float:
    key = sheet.axes(sheet.left, top, sheet.inner, 4)
    key.set_xlim(0, sheet.inner)
    key.set_ylim(0, 4)
    key.axis("off")
    looks: list[tuple[str, dict[str, Any]]] = [(_BEST, {"color": BLACK, "linewidth": 1.8})]
    looks += [
        (
            system_name(system),
            {
                "color": _LOOKS[system][0],
                "marker": _LOOKS[system][1],
                "linestyle": _LOOKS[system][2],
                "linewidth": 1.1,
                "markersize": 3.6,
            },
        )
        for system in systems
    ]
    looks.append((_FAIR, {"color": GREY, "linewidth": 0.9, "linestyle": ":"}))
    left = 0.0
    for name, look in looks:
        key.plot([left, left + 4, left + 8], [2, 2, 2], markevery=[1], **look)
        sheet.text(sheet.left + left + 9.5, top + 0.4, name, LABEL)
        left += 9.5 + width_of(name, LABEL) + 4
    return top + 6
