"""Figures of a banking game: the edge of each bet."""

from itertools import pairwise

from reports.bank_words import status_word
from reports.cells import cells_height, draw_cells
from reports.familiar_edges import edges_beside, familiar_games
from reports.numbers import Document, amount, fixed, ratio, whole
from reports.pages import Column
from reports.style import (
    A4_MARGIN,
    A4_WIDTH,
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
    fitted,
    wrapped,
)
from simulate.rules import Game

_BAR_PITCH, _BAR = 11.4, 4.8
_BESIDE_PITCH, _BESIDE_BAR = 5.2, 4.2
_BELOW_BARS, _SOURCE, _LONGEST_FRACTION = 12.0, 45.0, 20
# So many fill a page, with the table of the familiar games.
_MOST_BARS = 8
_FAMILIAR = (
    Column("familiar game", 33),
    Column("edge", 14, "right"),
    Column("per cent", 14, "right"),
    Column("how it follows", 56),
    Column("published", 20, "right"),
    Column("where", 33),
)


def edge_parts(document: Document) -> list[Document]:
    """An `edge` document in parts, each of no more bets than a page has room for, misreadings last."""
    bets = [("bets", bet) for bet in document["bets"]] + [
        ("misreadings", bet) for bet in document["misreadings"]
    ]
    count = -(-len(bets) // _MOST_BARS)
    ends = [len(bets) * number // count for number in range(count + 1)]
    return [
        {
            **document,
            **{
                kind: [bet for which, bet in bets[first:end] if which == kind]
                for kind in ("bets", "misreadings")
            },
        }
        for first, end in pairwise(ends)
    ]


def edges_height(document: Document, game: Game, explained: bool = True) -> float:
    """Millimetres that the bars of the edges take, with the table of the familiar games if `explained`."""
    lines = len(wrapped(_edges_caption(document, game, explained), CAPTION, A4_WIDTH - 2 * A4_MARGIN))
    height = _bars_height(document, game) + _BELOW_BARS + lines * CAPTION.leading
    return height + (3 + cells_height(_FAMILIAR, _familiar_rows()) if explained else 0)


def draw_edges(sheet: Sheet, top: float, document: Document, game: Game, explained: bool = True) -> None:
    """Draw the house edge of each bet, the simulated one too; misreadings are hatched and called wrong.

    Beside them stand other games' edges; if `explained` a table tells how the familiar ones follow, and
    what is published of them.
    """
    bets = [(bet, False) for bet in document["bets"]] + [(bet, True) for bet in document["misreadings"]]
    beside = edges_beside(game.id)
    height = _bars_height(document, game)
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
    gives = " (below 0: gives)" if left < 0 else ""
    axes.set_xlabel(f"house edge: per cent of every stake that the bank keeps{gives}")
    for place, (bet, wrong) in enumerate(bets):
        middle = place * _BAR_PITCH + 7.4
        letter = LABEL if wrong else LABEL_BOLD
        name = f"WRONG reading: {bet['bet']}" if wrong else bet["bet"]
        exact = f": {_edge(bet)}, a win returns {ratio(bet['returns'])}"
        axes.annotate(
            fitted(name, letter, sheet.inner - 3, exact if wrong else f" ({_origin(bet)}){exact}"),
            xy=(left, middle - 3.4),
            xytext=(3, 0),
            textcoords="offset points",
            va="baseline",
            fontproperties=letter.font,
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
            one.what,
            xy=(left, middle),
            xytext=(3, 0),
            textcoords="offset points",
            va="center_baseline",
            fontproperties=LABEL.font,
        )
    caption = _edges_caption(document, game, explained)
    top = sheet.paragraph(sheet.left, top + height + _BELOW_BARS, caption, CAPTION, sheet.inner)
    if explained:
        draw_cells(sheet, sheet.left, top + 3, _FAMILIAR, _familiar_rows())


def _edge(bet: Document) -> str:
    told, share = ratio(bet["edge"]), f"{amount(bet['edge_percent'], 3)} %"
    return f"{told} = {share}" if len(told) <= _LONGEST_FRACTION else share


def _origin(bet: Document) -> str:
    status = bet["status"] if "conjecture" in bet["bet"].lower() else status_word(bet)
    return f"{status}, {fitted(bet['source'], LABEL_BOLD, _SOURCE)}"


def _bars_height(document: Document, game: Game) -> float:
    bets = len(document["bets"]) + len(document["misreadings"])
    return bets * _BAR_PITCH + len(edges_beside(game.id)) * _BESIDE_PITCH


def _edges_caption(document: Document, game: Game, explained: bool) -> str:
    told = (
        f"{game.title}: returns include the stake. Grey, to set beside: other games of this program, and "
        "familiar ones, counted from what they pay unless said otherwise."
    )
    played = next(bet["simulated"] for bet in (*document["bets"], *document["misreadings"]))
    if played is not None:
        told += f" Dot and line: {whole(played['n'])} simulated rounds, with the 95 % interval."
    if not explained:
        told += " The first banking game's chart tells how the familiar ones follow."
    return told


def _familiar_rows() -> list[list[str]]:
    rows = []
    for one in familiar_games():
        counted = [str(one.edge), f"{fixed(float(100 * one.edge), 2)} %"] if one.counted else ["–", "–"]
        rows.append([one.game, *counted, one.how, one.published, one.source])
    return rows
