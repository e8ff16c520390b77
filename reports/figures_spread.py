"""Figures of how the banker's gain spreads: from a table of punters in an evening, and in the long run."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from analysis.banking import banker_spread, chance_ahead, edge
from reports.bank_words import bet_name, nearly
from reports.numbers import Document, amount, ratio, tick, whole
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
    RULE,
    SKY,
    Sheet,
    wrapped,
)
from simulate.rules import Bet, Game

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
ROUNDS_TOLD = (10, 100, 1_000, 10_000, 100_000)
_LONGEST = 20_480
_STEPS, _FEWEST_STEPS = 160, 40
_FAN, _BELOW_FAN = 58.0, 14.0
_HEADS = 2 * LABEL.leading + 1
_NUMBERS_WIDTH, _LEADER = 26.0, 4.0
_HEAD, _ROW = 5.0, 4.6


def spread_height(bet: Bet, game: Game, evening: Document | None) -> float:
    """Millimetres that the fans and the table below them take."""
    fans = 1 if evening is None else 2
    lines = wrapped(_caption(bet, game), CAPTION, A4_WIDTH - 2 * A4_MARGIN)
    table = _HEAD + _ROW * len(ROUNDS_TOLD) + 2
    return fans * (_HEADS + _FAN + _BELOW_FAN) + table + CAPTION.leading * len(lines)


def draw_spread(sheet: Sheet, top: float, bet: Bet, game: Game, evening: Document | None) -> None:
    """Draw exact quantiles of the bank's gain after n rounds, and below them figures for some n.

    Above, where there is the document of an evening, against its table of punters; then against one.
    """
    if evening is not None:
        top = _table_fan(sheet, top, evening)
    numbers = game.bank.numbers
    # A win shifts the gain by `returns`: at multiples of it every gain is one too, and the lines don't saw.
    step = max(round(_LONGEST / _STEPS / bet.returns), 1) * max(round(bet.returns), 1)
    # Where so few would be left, the sawteeth tell more.
    step = step if step <= _LONGEST // _FEWEST_STEPS else _LONGEST // _STEPS
    rounds = list(range(0, _LONGEST + 1, step))
    bands = [banker_spread(numbers, bet, n, QUANTILES) for n in rounds[1:]]
    lines = [[0.0, *(float(band[place]) for band in bands)] for place in range(len(QUANTILES))]
    top = _fan(sheet, top, "In the long run, against one punter", rounds, lines)
    top = _spread_table(sheet, top, bet, game)
    sheet.paragraph(sheet.left, top + 2, _caption(bet, game), CAPTION, sheet.inner)


def _caption(bet: Bet, game: Game) -> str:
    name = bet_name({"bet": bet.name, "status": bet.status})
    told = (
        f"{game.title}, {name}: exact quantiles of the bank's gain; the table is against one punter. "
        "Light: nine outcomes in ten; dark: the middle half. "
        "Ahead: the bank has gained something; being level doesn't count."
    )
    if bet.returns > 2:
        told += f" The lines rise and fall in steps: a win is worth {ratio(bet.returns)} stakes."
    return told


def spread_apart(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """The places nearest to these, in their rising order, that are `least` apart, within `low` and `high`.

    Nearest: with the least sum of squared distances. Where there is no room for all, they fill what there is.
    """
    least = min(least, (high - low) / max(len(places) - 1, 1))
    # Taking off the distances that must be, what is left has only to rise; groups that don't share a mean.
    groups: list[tuple[float, int]] = []
    for number, place in enumerate(places):
        mean, size = place - number * least, 1
        while groups and groups[-1][0] > mean:
            before, count = groups.pop()
            mean, size = (before * count + mean * size) / (count + size), size + count
        groups.append((mean, size))
    room = high - (len(places) - 1) * least
    levels = [min(max(mean, low), room) for mean, size in groups for _ in range(size)]
    return [level + number * least for number, level in enumerate(levels)]


def _table_fan(sheet: Sheet, top: float, evening: Document) -> float:
    rows, punters = evening["bank"]["rounds"], evening["punters"]
    rounds = [0, *(row["rounds"] for row in rows)]
    lines = [
        [0.0, *(one["gain"] for row in rows for one in row["quantiles"] if one["probability"] == probability)]
        for probability in QUANTILES
    ]
    many = "one punter" if punters == 1 else f"{whole(punters)} punters who bet at random"
    title = f"An evening of {whole(rounds[-1])} rounds, against {many}"
    return _fan(sheet, top, title, rounds, lines, by_whom=" by every punter" if punters > 1 else "")


def _fan(
    sheet: Sheet,
    top: float,
    title: str,
    rounds: Sequence[int],
    lines: Sequence[Sequence[float]],
    by_whom: str = "",
) -> float:
    """Draw a band for every quantile; gives the top of what follows."""
    start = sheet.text(sheet.left, top, title, LABEL_BOLD)
    start = sheet.text(sheet.left, start, "the bank's gain, in stakes", LABEL) + 1
    width = sheet.inner - 12 - _NUMBERS_WIDTH
    axes = sheet.axes(sheet.left + 12, start, width, _FAN)
    axes.fill_between(rounds, lines[0], lines[4], color=SKY, alpha=0.45, linewidth=0)
    axes.fill_between(rounds, lines[1], lines[3], color=SKY, linewidth=0)
    axes.plot(rounds, lines[2], color=BLUE, linewidth=1.4)
    axes.axhline(0, color=BLACK, linewidth=0.8)
    axes.set_xlim(0, rounds[-1])
    axes.set_xlabel(f"rounds, one unit staked in each{by_whom}")
    axes.xaxis.set_major_formatter(lambda value, _: whole(round(value)))
    axes.yaxis.set_major_formatter(lambda value, _: tick(value))
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    _label_ends(axes, [line[-1] for line in lines], width)
    return start + _FAN + _BELOW_FAN


def _label_ends(axes: Axes, gains: Sequence[float], width: float) -> None:
    """Say at the right of each line what it is; labels that would touch are moved apart."""
    low, high = axes.get_ylim()
    axes.set_ylim(low, high)
    heights = [(gain - low) / (high - low) * _FAN for gain in gains]
    places = spread_apart(heights, LABEL.leading, LABEL.leading / 2, _FAN - LABEL.leading / 2)
    for height, place, probability in zip(heights, places, QUANTILES, strict=True):
        axes.plot(
            [1, 1 + _LEADER / width],
            [height / _FAN, place / _FAN],
            transform=axes.transAxes,
            clip_on=False,
            color=RULE,
            linewidth=0.5,
        )
        axes.text(
            1 + (_LEADER + 0.6) / width,
            place / _FAN,
            "median" if probability == 0.5 else f"{100 * probability:.0f} % below",
            transform=axes.transAxes,
            va="center_baseline",
            fontproperties=LABEL.font,
            color=GREY,
        )


def _spread_table(sheet: Sheet, top: float, bet: Bet, game: Game) -> float:
    heads = ("rounds", "bank ahead", "1 in 20 below", "median", "1 in 20 above", "mean")
    rights = [sheet.left + sheet.inner * (place + 1) / len(heads) for place in range(len(heads))]
    for right, head in zip(rights, heads, strict=True):
        sheet.text(right, top, head, CELL_BOLD, align="right")
    top += _HEAD
    sheet.rule(sheet.left, sheet.right, top - 0.8)
    numbers = game.bank.numbers
    for n in ROUNDS_TOLD:
        low, median, high = banker_spread(numbers, bet, n, (0.05, 0.5, 0.95))
        mean = n * edge(numbers, bet)
        gains = [amount(gain) for gain in (low, median, high)]
        cells = (whole(n), _ahead(chance_ahead(numbers, bet, n)), *gains, amount(mean, 1))
        for right, cell in zip(rights, cells, strict=True):
            sheet.text(right, top, cell, CELL, align="right")
        top += _ROW
    return top


def _ahead(chance: float) -> str:
    return nearly(chance) if chance >= 1e-8 else "under 0.000001 %"
