"""Figures of a banking game: the edge of each bet."""

from reports.familiar_edges import edges_beside
from reports.numbers import Document, fixed, whole
from reports.style import (
    BLACK,
    BLUE,
    CAPTION,
    LABEL,
    LABEL_BOLD,
    ORANGE,
    RULE,
    SKY,
    VERMILLION,
    Sheet,
)
from simulate.rules import Game

_BAR_PITCH, _BAR = 14.0, 6.0
_BESIDE_PITCH, _BESIDE_BAR = 6.0, 4.4


def edges_height(document: Document) -> float:
    """Millimetres that the bars of the edges take."""
    beside = len(edges_beside(document["bets"][0]["game"])) * _BESIDE_PITCH
    return (len(document["bets"]) + len(document["misreadings"])) * _BAR_PITCH + beside + 30


def draw_edges(sheet: Sheet, top: float, document: Document, game: Game) -> None:
    """Draw the house edge of each bet, the simulated one too; misreadings are hatched and called wrong."""
    bets = [(bet, False) for bet in document["bets"]] + [(bet, True) for bet in document["misreadings"]]
    beside = edges_beside(game.id)
    height = len(bets) * _BAR_PITCH + len(beside) * _BESIDE_PITCH
    axes = sheet.axes(sheet.left, top, sheet.inner, height)
    ends = [float(100 * one.edge) for one in beside]
    ends += [bet["edge_percent"] for bet, _ in bets]
    for bet, _ in bets:
        if bet["simulated"] is not None and bet["simulated"]["low"] is not None:
            ends += [100 * bet["simulated"]["low"], 100 * bet["simulated"]["high"]]
    # Labels begin at the left edge: from nothing they would leave the sheet where a bet pays more than fair.
    left = min(0, *ends)
    axes.set_xlim(left, max(ends) * 1.15)
    axes.set_ylim(height, 0)
    axes.set_yticks([])
    axes.set_xlabel("house edge: per cent of every stake that the bank keeps")
    for place, (bet, wrong) in enumerate(bets):
        middle = place * _BAR_PITCH + 9
        name = f"WRONG reading: {bet['bet']}" if wrong else f"{bet['bet']} ({bet['status']}, {bet['source']})"
        exact = f"{name}: {bet['edge']} = {fixed(bet['edge_percent'], 3)} %, a win returns {bet['returns']}"
        axes.annotate(
            exact,
            xy=(left, middle - 4.4),
            xytext=(3, 0),
            textcoords="offset points",
            va="baseline",
            fontproperties=(LABEL if wrong else LABEL_BOLD).font,
        )
        axes.barh(
            middle,
            bet["edge_percent"],
            height=_BAR,
            color="white" if wrong else SKY,
            edgecolor=VERMILLION if wrong else BLUE,
            hatch="///" if wrong else "",
            linewidth=0.8,
        )
        simulated = bet["simulated"]
        if simulated is not None and simulated["low"] is not None:
            low, high = 100 * simulated["low"], 100 * simulated["high"]
            axes.plot([low, high], [middle, middle], color=BLACK, linewidth=1.2)
            axes.plot(
                [100 * simulated["mean"]],
                [middle],
                marker="o",
                color=ORANGE,
                markersize=5,
                markeredgecolor=BLACK,
                markeredgewidth=0.5,
            )
    for place, one in enumerate(beside):
        middle = len(bets) * _BAR_PITCH + (place + 0.55) * _BESIDE_PITCH
        share = float(100 * one.edge)
        axes.barh(middle, share, height=_BESIDE_BAR, color=RULE, alpha=0.4, linewidth=0)
        axes.annotate(
            f"{one.what}: {fixed(share, 2)} %",
            xy=(left, middle),
            xytext=(3, 0),
            textcoords="offset points",
            va="center_baseline",
            fontproperties=LABEL.font,
        )
    caption = (
        f"{game.title}: returns include the stake. Grey, to set beside: other games of this program, and "
        "familiar ones, counted from what they pay."
    )
    played = document["bets"][0]["simulated"]
    if played is not None:
        caption += f" Dot and line: {whole(played['n'])} simulated rounds, with the 95 % interval."
    sheet.paragraph(sheet.left, top + height + 12, caption, CAPTION, sheet.inner)
