"""Figures of a banking game: the edge of each bet, and how the banker's gain spreads."""

from analysis.banking import banker_spread, chance_ahead, edge
from reports.cells import cells_height, draw_cells
from reports.familiar_edges import edges_beside, familiar_games
from reports.numbers import Document, fixed, percent, whole
from reports.pages import Column
from reports.style import (
    A4_MARGIN,
    A4_WIDTH,
    BLACK,
    BLUE,
    CAPTION,
    CELL,
    CELL_BOLD,
    GREY,
    LABEL,
    LABEL_BOLD,
    ORANGE,
    RULE,
    SKY,
    VERMILLION,
    Sheet,
    wrapped,
)
from simulate.rules import Bet, Game

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
ROUNDS_TOLD = (10, 100, 1_000, 10_000, 100_000)
_LONGEST = 20_480
_STEPS = 160
_FAN = 78.0
_BAR_PITCH, _BAR = 11.4, 4.8
_BESIDE_PITCH, _BESIDE_BAR = 5.2, 4.2
_BELOW_BARS = 12.0
_FAMILIAR = (
    Column("familiar game", 33),
    Column("edge", 14, "right"),
    Column("per cent", 14, "right"),
    Column("how it follows", 56),
    Column("published", 20, "right"),
    Column("where", 33),
)
_NUMBERS_WIDTH = 26.0


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
    axes.set_xlabel("house edge: per cent of every stake that the bank keeps")
    for place, (bet, wrong) in enumerate(bets):
        middle = place * _BAR_PITCH + 7.4
        name = f"WRONG reading: {bet['bet']}" if wrong else f"{bet['bet']} ({bet['status']}, {bet['source']})"
        exact = f"{name}: {bet['edge']} = {fixed(bet['edge_percent'], 3)} %, a win returns {bet['returns']}"
        axes.annotate(
            exact,
            xy=(left, middle - 3.4),
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


def _bars_height(document: Document, game: Game) -> float:
    bets = len(document["bets"]) + len(document["misreadings"])
    return bets * _BAR_PITCH + len(edges_beside(game.id)) * _BESIDE_PITCH


def _edges_caption(document: Document, game: Game, explained: bool) -> str:
    told = (
        f"{game.title}: returns include the stake. Grey, to set beside: other games of this program, and "
        "familiar ones, counted from what they pay unless said otherwise."
    )
    played = document["bets"][0]["simulated"]
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


def spread_height() -> float:
    """Millimetres that the fan chart and its table take."""
    return _FAN + 62


def draw_spread(sheet: Sheet, top: float, bet: Bet, game: Game) -> None:
    """Draw exact quantiles of the bank's gain after n rounds, and below them figures for some n."""
    numbers = game.bank.numbers
    # A win shifts the gain by `returns`: at multiples of it every gain is one too, and the lines don't saw.
    step = max(round(_LONGEST / _STEPS / bet.returns), 1) * max(round(bet.returns), 1)
    step = min(step, _LONGEST)
    rounds = list(range(step, _LONGEST + 1, step))
    bands = [banker_spread(numbers, bet, n, QUANTILES) for n in rounds]
    lines = [[float(band[place]) for band in bands] for place in range(len(QUANTILES))]
    start = sheet.text(sheet.left, top, "the bank's gain, in stakes", LABEL) + 1
    axes = sheet.axes(sheet.left + 12, start, sheet.inner - 12 - _NUMBERS_WIDTH, _FAN)
    axes.fill_between(rounds, lines[0], lines[4], color=SKY, alpha=0.45, linewidth=0)
    axes.fill_between(rounds, lines[1], lines[3], color=SKY, linewidth=0)
    axes.plot(rounds, lines[2], color=BLUE, linewidth=1.4)
    axes.axhline(0, color=BLACK, linewidth=0.8)
    axes.set_xlim(0, rounds[-1])
    axes.set_xlabel("rounds, one unit staked in each")
    axes.xaxis.set_major_formatter(lambda value, _: whole(round(value)))
    axes.yaxis.set_major_formatter(lambda value, _: fixed(value, 0))
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    for line, probability in zip(lines, QUANTILES, strict=True):
        said = "median" if probability == 0.5 else f"{100 * probability:.0f} % below"
        axes.annotate(
            said,
            xy=(rounds[-1], line[-1]),
            xytext=(4, 0),
            textcoords="offset points",
            va="center_baseline",
            fontproperties=LABEL.font,
            color=GREY,
        )
    top = _spread_table(sheet, start + _FAN + 14, bet, game)
    caption = (
        f"{game.title}, {bet.name}: exact quantiles of the bank's gain against one punter. "
        "Light: nine outcomes in ten; dark: the middle half. "
        "Ahead: the bank has gained something; being level doesn't count."
    )
    sheet.paragraph(sheet.left, top + 2, caption, CAPTION, sheet.inner)


def _spread_table(sheet: Sheet, top: float, bet: Bet, game: Game) -> float:
    heads = ("rounds", "bank ahead", "1 in 20 below", "median", "1 in 20 above", "mean")
    rights = [sheet.left + sheet.inner * (place + 1) / len(heads) for place in range(len(heads))]
    for right, head in zip(rights, heads, strict=True):
        sheet.text(right, top, head, CELL_BOLD, align="right")
    top += 5
    sheet.rule(sheet.left, sheet.right, top - 0.8)
    numbers = game.bank.numbers
    for n in ROUNDS_TOLD:
        low, median, high = banker_spread(numbers, bet, n, (0.05, 0.5, 0.95))
        mean = n * edge(numbers, bet)
        gains = [fixed(float(gain), 0) for gain in (low, median, high)]
        cells = (whole(n), _ahead(chance_ahead(numbers, bet, n)), *gains, fixed(float(mean), 1))
        for right, cell in zip(rights, cells, strict=True):
            sheet.text(right, top, cell, CELL, align="right")
        top += 4.6
    return top


def _ahead(chance: float) -> str:
    # So near to certain, digits only tell of rounding.
    if chance < 1e-8:
        return "under 0.000001 %"
    return percent(chance) if 1 - chance > 1e-8 else "over 99.999999 %"
