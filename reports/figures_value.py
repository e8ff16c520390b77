"""Where a deal is a game by itself: who wins how often."""

from reports.numbers import Document, fixed, frequency_text, level_text
from reports.scores import value_sentence
from reports.seats import office
from reports.style import BLACK, BLUE, CAPTION, GREY, LABEL, LABEL_BOLD, ORANGE, Sheet
from simulate.rules import Game

_ROW, _BAR, _NAMES, _AXIS = 11.0, 5.0, 33.0, 12.0


def games_height(document: Document) -> float:
    """Millimetres that the bars of the games take."""
    return _ROW * len(_ends(document)) + _AXIS + 16


def draw_games(sheet: Sheet, top: float, document: Document, game: Game) -> None:
    """Draw a bar for each way in which a game can end, its interval, and what the game is worth."""
    ends = _ends(document)
    height = _ROW * len(ends)
    axes = sheet.axes(sheet.left + _NAMES, top, sheet.inner - _NAMES, height)
    axes.set_xlim(0, 100)
    axes.set_ylim(height, 0)
    axes.set_yticks([])
    axes.set_xlabel("% of games")
    axes.grid(axis="x", zorder=0)
    for place, (name, found, colour) in enumerate(ends):
        sheet.text(sheet.left, top + place * _ROW + 6, name, LABEL_BOLD)
        sheet.text(sheet.left + _NAMES + 1, top + place * _ROW + 1, frequency_text(found), LABEL)
        middle = place * _ROW + 5.5 + _BAR / 2
        axes.barh(middle, 100 * found["rate"], height=_BAR, color=colour, zorder=2)
        axes.plot(
            [100 * found["low"], 100 * found["high"]], [middle] * 2, color=BLACK, linewidth=1.2, zorder=3
        )
    value = document["seats"][0]["game_value"]
    caption = f"{game.title}: black bars are {level_text(ends[0][1])} intervals. {value_sentence(value)}"
    if value["se"] is not None:
        spread = fixed(value["se"] * value["n"] ** 0.5, 0)
        caption += f" One game's value has a standard deviation of {spread}."
    sheet.paragraph(sheet.left, top + height + _AXIS, caption, CAPTION, sheet.inner)


def _ends(document: Document) -> list[tuple[str, Document, str]]:
    seats, games = document["seats"], document["games"]
    won = [
        (f"the {office(seat['seat'], len(seats))} wins", found, colour)
        for seat, found, colour in zip(seats, games["won"], (BLUE, ORANGE), strict=True)
    ]
    return [*won, ("null", games["null"], GREY)]
