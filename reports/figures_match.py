"""Matches in pictures: the chance to win from every score, and by what the first deal wins."""

import math
from collections.abc import Sequence
from functools import partial

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from reports.figures_compare import ink_on
from reports.match_tables import leads_next, percent_of
from reports.match_words import cause_words, first_deal_sentence
from reports.numbers import Document, estimate, level_text, small, whole
from reports.pages import paragraph_height
from reports.pictures import Picture
from reports.style import BLACK, BLUE, CAPTION, HEADING, LABEL, LABEL_BOLD, Sheet, separate_thousands
from reports.words import players_words
from simulate.rules import Game

# Two maps, each of another leader, fit on a page.
_ON_A_PAGE = 2
_ONE_MAP, _OF_SEVERAL = 118.0, 84.0
_MAP_LEFT, _MAP_HEAD, _MAP_FOOT = 20.0, 14.0, 8.0
_ROOM_FOR_DECIMAL, _ROOM_FOR_TEXT = 9.5, 6.0  # millimetres of a cell
_NAMES, _ROW, _BAR, _FIGURES = 50.0, 9.0, 4.5, 30.0
_AXIS, _BELOW = 12.0, 6.0
_HEADING = 10.0


def map_height(document: Document, game: Game, leaders: Sequence[int | None]) -> float:
    """Millimetres that the maps of scores of these leaders take."""
    caption = paragraph_height(_map_caption(document, game), CAPTION, after=_BELOW)
    return len(leaders) * (_MAP_HEAD + _map_side(document) + _MAP_FOOT) + caption


def draw_map(sheet: Sheet, top: float, document: Document, game: Game, leaders: Sequence[int | None]) -> None:
    """Draw the chance of the side that leads the next deal, by its score (down) and the other's (across)."""
    side, width = _map_side(document), sheet.inner - _MAP_LEFT
    for leader in leaders:
        lines = [line for line in document["scores"] if line["leader"] == leader]
        sheet.text(sheet.left, top, f"Chance of {leads_next(leader, document)} to win, in %", LABEL_BOLD)
        axes = sheet.axes(sheet.left + _MAP_LEFT, top + _MAP_HEAD, width, side)
        _draw_cells(axes, lines, width)
        top += _MAP_HEAD + side + _MAP_FOOT
    sheet.paragraph(sheet.left, top, _map_caption(document, game), CAPTION, sheet.inner)


def causes_height(document: Document, game: Game) -> float:
    """Millimetres that the bars of causes take."""
    caption = paragraph_height(_causes_caption(document, game), CAPTION, after=_BELOW)
    return _ROW * len(_causes(document)) + _AXIS + caption


def draw_causes(sheet: Sheet, top: float, document: Document, game: Game) -> None:
    """Draw a bar for each way in which the first deal wins the match, with its interval."""
    causes = _causes(document)
    height = _ROW * len(causes)
    width = sheet.inner - _NAMES - _FIGURES
    axes = sheet.axes(sheet.left + _NAMES, top, width, height)
    axes.set_ylim(height, 0)
    axes.set_yticks([])
    axes.set_xlabel("won by the first deal, % of all matches")
    axes.grid(axis="x", zorder=0)
    for place, (name, found) in enumerate(causes):
        middle = (place + 0.5) * _ROW
        sheet.text(sheet.left, top + middle - 1.6, name, LABEL)
        sheet.text(sheet.right, top + middle - 1.6, f"{estimate(found)}", LABEL, align="right")
        if found["count"]:
            axes.barh(middle, 100 * found["rate"], height=_BAR, color=BLUE, zorder=2)
        ends = [100 * found["low"], 100 * found["high"]]
        axes.plot(ends, [middle, middle], color=BLACK, linewidth=1.2, zorder=3)
    axes.set_xlim(left=0)
    separate_thousands(axes)
    sheet.paragraph(sheet.left, top + height + _AXIS, _causes_caption(document, game), CAPTION, sheet.inner)


def pictures(document: Document, game: Game) -> list[Picture]:
    """The figures of a `match` document: maps of scores where there are any, two in one; and the causes."""
    causes = Picture(
        f"{game.id}-first-deal",
        f"{game.title}: by what the first deal wins the match",
        causes_height(document, game),
        partial(draw_causes, document=document, game=game),
    )
    leaders = list(dict.fromkeys(line["leader"] for line in document["scores"] or ()))
    maps = []
    for first in range(0, len(leaders), _ON_A_PAGE):
        some = leaders[first : first + _ON_A_PAGE]
        maps.append(
            Picture(
                f"{game.id}-scores{f'-{first + 1}' if first else ''}",
                f"{game.title}: the chance to win from every score{', continued' if first else ''}",
                map_height(document, game, some),
                partial(draw_map, document=document, game=game, leaders=some),
            )
        )
    return [*maps, causes]


def match_picture(document: Document, game: Game) -> Picture:
    """The figures of a `match` document in one, below each other."""
    drawn = pictures(document, game)

    def draw(sheet: Sheet, top: float) -> None:
        for picture in drawn:
            sheet.text(sheet.left, top, picture.heading, HEADING)
            picture.draw(sheet, top + _HEADING)
            top += _HEADING + picture.height

    height = sum(_HEADING + picture.height for picture in drawn)
    return Picture(f"{game.id}-match", f"{game.title}: matches", height, draw)


def _map_caption(document: Document, game: Game) -> str:
    level = level_text(document["scores"][0]["wins"])
    widest = max((line["wins"]["high"] - line["wins"]["low"]) / 2 for line in document["scores"])
    return (
        f"{game.title} to {whole(document['target'])}: worked out from {_deals_words(document)}; "
        f"half {level} intervals are at most {100 * widest:.2g} percentage points. The darker, the surer to "
        "lose; 0 and 100: not once otherwise in these deals."
    )


def _causes_caption(document: Document, game: Game) -> str:
    first = document["first_deal"]
    leaders = first["any"]["n"] // document["deals"]
    led = f", each played once for every one of {small(leaders)} who may lead" if leaders > 1 else ""
    return (
        f"{game.title} to {whole(document['target'])}, from {_deals_words(document)}{led}. "
        f"{first_deal_sentence(document)} Black bars are {level_text(first['any'])} intervals."
    )


def _deals_words(document: Document) -> str:
    who, seed = players_words(document["players"]), document["seed"]
    return f"{whole(document['deals'])} deals of {who}, seed {seed}"


def _map_side(document: Document) -> float:
    return _ONE_MAP if document["alike"] else _OF_SEVERAL


def _causes(document: Document) -> list[tuple[str, Document]]:
    first = document["first_deal"]
    return [(_short_cause(end["cause"]), end["matches"]) for end in first["causes"]]


def _short_cause(cause: str) -> str:
    return "quintes together" if cause == "quintes" else cause_words(cause)


def _draw_cells(axes: Axes, lines: Sequence[Document], width: float) -> None:
    """A cell for each pair of scores, its chance in it where there is room."""
    scores = list(dict.fromkeys(line["other"] for line in lines))
    count, room = len(scores), width / len(scores)
    axes.set_xlim(0, count)
    axes.set_ylim(count, 0)
    named = range(0, count, math.ceil(_ROOM_FOR_DECIMAL / room))
    axes.set_xticks([place + 0.5 for place in named], [whole(scores[place]) for place in named])
    axes.set_yticks([place + 0.5 for place in named], [whole(scores[place]) for place in named])
    axes.tick_params(length=0)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlabel("the other has")
    axes.set_ylabel("has")
    for spine in axes.spines.values():
        spine.set_visible(False)
    for line in lines:
        across, down = scores.index(line["other"]), scores.index(line["score"])
        colour = to_hex(colormaps["cividis"](line["wins"]["mean"]))
        axes.add_patch(Rectangle((across, down), 1, 1, facecolor=colour, edgecolor="white", linewidth=0.8))
        if room >= _ROOM_FOR_TEXT:
            text = percent_of(line["wins"], 1 if room >= _ROOM_FOR_DECIMAL else 0)
            axes.text(
                across + 0.5, down + 0.5, text, color=ink_on(colour), ha="center", va="center_baseline",
                fontproperties=LABEL._replace(size=7.5).font,
            )  # fmt: skip
