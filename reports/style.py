"""The look of printed things: paper, fonts, colours, and a sheet measured in millimetres.

Colours are Okabe and Ito's palette, which readers with any colour vision tell apart; each
series has a marker of its own besides.
"""

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.lines import Line2D
from matplotlib.textpath import text_to_path
from matplotlib.ticker import StrMethodFormatter

MM_PER_INCH = 25.4
POINTS_PER_MM = 72 / MM_PER_INCH
A4_WIDTH, A4_HEIGHT, A4_MARGIN = 210.0, 297.0, 20.0
PICTURE_MARGIN = 6.0
PNG_DPI = 160

BLACK, GREY, PALE, RULE = "#1a1a1a", "#555555", "#f3f1ec", "#9a958a"
ORANGE, SKY, GREEN = "#E69F00", "#56B4E9", "#009E73"
BLUE, VERMILLION, PURPLE = "#0072B2", "#D55E00", "#CC79A7"

_NO_BREAK = "\N{NO-BREAK SPACE}"
_NUMBERS = re.compile(r"(?<=\d) (?=[±%])|(?<=±) (?=\d)")

_PARAMETERS: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "axes.linewidth": 0.6,
    "axes.edgecolor": RULE,
    "axes.labelsize": 8.5,
    "axes.labelcolor": BLACK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "grid.color": "#d8d4ca",
    "grid.linewidth": 0.5,
    "hatch.linewidth": 0.6,
    "text.color": BLACK,
    "pdf.fonttype": 42,
    "text.parse_math": False,
    "svg.hashsalt": "besi",
}


class Letter(NamedTuple):
    """How a piece of text is set; sizes in points."""

    size: float
    family: str = "DejaVu Serif"
    weight: str = "normal"
    slant: Literal["normal", "italic"] = "normal"
    colour: str = BLACK
    lines_apart: float = 1.4

    @property
    def leading(self) -> float:
        """Millimetres from one line to the next."""
        return self.lines_apart * self.size / POINTS_PER_MM

    @property
    def font(self) -> FontProperties:
        """The same for matplotlib."""
        return FontProperties(family=self.family, size=self.size, weight=self.weight, style=self.slant)


TITLE = Letter(22, weight="bold")
HEADING = Letter(14, weight="bold")
SUBHEADING = Letter(10.5, weight="bold")
BODY = Letter(10)
SENTENCE = Letter(10.5, slant="italic")
CAPTION = Letter(8.5, slant="italic", colour=GREY)
RUNNING = Letter(8.5, colour=GREY)
MONO = Letter(8.5, family="DejaVu Sans Mono")
CELL = Letter(8, family="DejaVu Sans", lines_apart=1.25)
CELL_TIGHT = CELL._replace(lines_apart=1.17)
CELL_BOLD = CELL._replace(weight="bold")
LABEL = Letter(8, family="DejaVu Sans")
LABEL_BOLD = LABEL._replace(weight="bold", size=8.5)


@contextmanager
def printed() -> Iterator[None]:
    """The house style for everything drawn inside, whatever the user's own settings are."""
    with matplotlib.rc_context(), warnings.catch_warnings():
        # Of letters that the fonts lack `missing_letters` tells, once.
        warnings.filterwarnings("ignore", message=r"Glyph \d+ .* missing from font")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_PARAMETERS)
        yield


def missing_letters(text: str) -> str:
    """The letters of a text that the fonts lack, each once: boxes stand for them."""
    fonts = (findfont(FontProperties(family=letter.family)) for letter in (BODY, LABEL, MONO))
    drawn = [get_font(font).get_charmap() for font in fonts]
    return "".join(dict.fromkeys(one for one in text if any(ord(one) not in font for font in drawn)))


def separate_thousands(axes: Axes) -> None:
    """Write the numbers of an axis across as the text does: ``1,500``."""
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,g}"))


@lru_cache(maxsize=20_000)
def width_of(text: str, letter: Letter) -> float:
    """Width of a line of text in millimetres."""
    width: float = text_to_path.get_text_width_height_descent(text, letter.font, ismath=False)[0]
    return width / POINTS_PER_MM


def wrapped(text: str, letter: Letter, width: float) -> list[str]:
    """`text` in lines of at most `width` millimetres; a word that is too long is cut.

    A number stays on the line of its ``%`` and of what is behind its ``±``, where the width allows.
    """
    lines, line = [], ""
    for word in _words(text, letter, width):
        longer = f"{line} {word}" if line else word
        if width_of(longer, letter) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while width_of(word, letter) > width:
            fits = max(n for n in range(1, len(word)) if n == 1 or width_of(word[:n], letter) <= width)
            lines.append(word[:fits])
            word = word[fits:]
        line = word
    return [*lines, line]


def fitted(text: str, letter: Letter, width: float, behind: str = "") -> str:
    """`text` and what is `behind` it, the text cut short with an ellipsis where they are too wide."""
    width -= width_of(behind, letter)
    if width_of(text, letter) <= width:
        return f"{text}{behind}"
    fits = max(n for n in range(len(text)) if n == 0 or width_of(f"{text[:n].rstrip()}…", letter) <= width)
    return f"{text[:fits].rstrip()}…{behind}"


def _words(text: str, letter: Letter, width: float) -> Iterator[str]:
    """What a line may end with: words, and numbers with their signs if these are no wider than a line."""
    for word in _NUMBERS.sub(_NO_BREAK, text).split(" "):
        spaced = word.replace(_NO_BREAK, " ")
        yield from [spaced] if width_of(spaced, letter) <= width else spaced.split(" ")


class Sheet:
    """A white sheet; places are millimetres from its top left corner."""

    def __init__(self, width: float = A4_WIDTH, height: float = A4_HEIGHT, margin: float = A4_MARGIN) -> None:
        self.width, self.height = width, height
        self.left, self.right = margin, width - margin
        self.top, self.bottom = margin, height - margin
        self.figure = Figure(figsize=(width / MM_PER_INCH, height / MM_PER_INCH), facecolor="white")
        FigureCanvasAgg(self.figure)

    @property
    def inner(self) -> float:
        """Width between the margins."""
        return self.right - self.left

    def text(self, left: float, top: float, text: str, letter: Letter, align: str = "left") -> float:
        """Set one line whose ascenders touch `top`; gives the top of the next line."""
        baseline = top + letter.size / POINTS_PER_MM
        self.figure.text(
            left / self.width,
            1 - baseline / self.height,
            text,
            ha=align,
            va="baseline",
            color=letter.colour,
            fontproperties=letter.font,
        )
        return top + letter.leading

    def upright(self, middle: float, foot: float, text: str, letter: Letter) -> None:
        """Set one line that reads upwards from `foot`, centred on `middle`."""
        self.figure.text(
            middle / self.width,
            1 - foot / self.height,
            text,
            ha="center",
            va="bottom",
            rotation=90,
            color=letter.colour,
            fontproperties=letter.font,
        )

    def paragraph(self, left: float, top: float, text: str, letter: Letter, width: float) -> float:
        """Set text in lines of at most `width`; gives the top of what follows."""
        for line in wrapped(text, letter, width):
            top = self.text(left, top, line, letter)
        return top

    def rule(self, left: float, right: float, top: float, weight: float = 0.6) -> None:
        """Draw a horizontal rule."""
        level = 1 - top / self.height
        ends = [left / self.width, right / self.width]
        self.figure.add_artist(Line2D(ends, [level, level], color=RULE, linewidth=weight))

    def axes(self, left: float, top: float, width: float, height: float, **options: Any) -> Axes:
        """Axes whose data area is that rectangle."""
        bottom = 1 - (top + height) / self.height
        return self.figure.add_axes(
            (left / self.width, bottom, width / self.width, height / self.height), **options
        )
