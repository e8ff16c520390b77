"""Figures of systems that play to a goal or ruin: their chances from each purse, and what they lose."""

from reports.bank_words import conjectures, nearly
from reports.numbers import Document, fixed, whole
from reports.style import (
    BLACK,
    BLUE,
    CAPTION,
    GREEN,
    GREY,
    LABEL,
    LABEL_BOLD,
    ORANGE,
    PURPLE,
    VERMILLION,
    Sheet,
    width_of,
)
from simulate.rules import Game

_CURVES, _LOSSES = 66.0, 58.0
_GAP = 16.0
_LOOKS = {
    "flat": (BLUE, "o"),
    "martingale": (VERMILLION, "s"),
    "d'alembert": (GREEN, "^"),
    "bold": (ORANGE, "D"),
    "best on this bet": (PURPLE, "v"),
}


def curves_height() -> float:
    """Millimetres that the curves of ruin take."""
    return _CURVES + 40


def draw_curves(sheet: Sheet, top: float, document: Document, game: Game) -> None:
    """Draw each system's chance to reach the goal from every purse, and the best play's."""
    panels = document["panels"]
    width = (sheet.inner - 10 - _GAP * (len(panels) - 1)) / len(panels)
    top = _legend(sheet, top, [line["system"] for line in panels[0]["lines"]])
    best = document["best"]
    for place, panel in enumerate(panels):
        left = sheet.left + 10 + place * (width + _GAP)
        start = sheet.text(left, top, panel["bet"], LABEL_BOLD) + 1
        axes = sheet.axes(left, start, width, _CURVES)
        axes.plot([0, document["goal"]], [0, 100], color=GREY, linewidth=0.8, linestyle=":")
        axes.plot(best["purses"], [100 * chance for chance in best["chances"]], color=BLACK, linewidth=1.8)
        for line in panel["lines"]:
            colour, marker = _LOOKS[line["system"]]
            chances = [100 * chance for chance in line["chances"]]
            axes.plot(
                document["purses"],
                chances,
                color=colour,
                marker=marker,
                markersize=3.2,
                linewidth=0.9,
                zorder=3,
            )
        axes.set_xlim(0, document["goal"])
        axes.set_ylim(0, 100)
        axes.grid()
        axes.set_axisbelow(True)
        axes.set_xlabel(f"purse; the goal is {whole(document['goal'])}")
        if place == 0:
            axes.set_ylabel("chance to reach it, in per cent")
    caption = (
        f"{game.title}: exact. Black: the best possible play, over every bet and whole stake. Dotted: purse "
        "by goal, which no play at a fair game exceeds. Base stake 1, or the least above it that the bet "
        f"pays in whole units; stakes are cut to the purse and to what the goal needs.{conjectures(game)}"
    )
    sheet.paragraph(sheet.left, start + _CURVES + 13, caption, CAPTION, sheet.inner)


def losses_height() -> float:
    """Millimetres that the losses against the stakes take."""
    return _LOSSES + 40


def draw_losses(sheet: Sheet, top: float, document: Document, game: Game) -> None:
    """Draw what each system loses on the mean against what it stakes: all lie on the line of the edge."""
    lines = [line for line in document["systems"] if line["staked"]]
    top = _legend(sheet, top, list(dict.fromkeys(line["system"] for line in lines)))
    # Where every bet pays more than fair, what is lost on the mean is a gain.
    gains = all(line["edge"] < 0 for line in lines)
    sign, what = (-1, "mean gain") if gains else (1, "mean loss")
    start = sheet.text(sheet.left, top, what, LABEL) + 1
    axes = sheet.axes(sheet.left + 12, start, sheet.inner - 12, _LOSSES)
    stakes = [line["staked"] for line in lines]
    ends = [min(stakes) / 1.5, max(stakes) * 1.5]
    for share in sorted({line["edge"] for line in lines}):
        axes.plot(ends, [sign * share * end for end in ends], color=BLACK, linewidth=0.9)
    losses = [sign * (document["purse"] - line["left"]) for line in lines]
    for line, lost in zip(lines, losses, strict=True):
        colour, marker = _LOOKS[line["system"]]
        axes.plot([line["staked"]], [lost], marker=marker, color=colour, markersize=4.5, linestyle="none")
    # Where one bet is fair, or only some pay more than that, a loss has no place on a scale of powers of ten.
    scale = "log" if min(losses) > 1e-9 * document["purse"] else "linear"
    axes.set_xscale(scale)
    axes.set_yscale(scale)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:,g}".replace("-", "−"))
        axis.set_minor_formatter(lambda *_: "")
    axes.set_xlim(*ends)
    scales = " (both scales in powers of ten)" if scale == "log" else ""
    axes.set_xlabel(f"all stakes of the evening together, on the mean{scales}")
    axes.grid()
    axes.set_axisbelow(True)
    best = document["best"]
    reached = nearly(best["chance"]) if best["chance"] else "no chance"
    caption = (
        f"{game.title}, from {whole(document['purse'])} to {whole(document['goal'])} or ruin, each system on "
        f"each bet: whatever the system, the {what} is the edge of what is staked (the line). Systems "
        "differ only in how much they stake on the way. The best possible play reaches the goal with "
        f"{reached} and stakes {fixed(best['staked'], 1)}.{conjectures(game)}"
    )
    sheet.paragraph(sheet.left, start + _LOSSES + 13, caption, CAPTION, sheet.inner)


def _legend(sheet: Sheet, top: float, systems: list[str]) -> float:
    left = sheet.left
    key = sheet.axes(sheet.left, top, sheet.inner, 4)
    key.set_xlim(0, sheet.inner)
    key.set_ylim(0, 4)
    key.axis("off")
    for system in systems:
        colour, marker = _LOOKS[system]
        key.plot(
            [left - sheet.left + 1.5], [2], marker=marker, color=colour, markersize=4.5, linestyle="none"
        )
        sheet.text(left + 4, top + 0.4, system, LABEL)
        left += 4 + width_of(system, LABEL) + 6
    return top + 6
