"""The front of the book of all games: the answer over all of them, and a table of the games."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from reports.bank_words import banks_sentence
from reports.chapters import BankReport, Bundle, GameReport, Told, bank_answer
from reports.figures_games import Played, brisques_apart, mean_of_seats, points_of_a_player
from reports.names import english, in_text
from reports.numbers import Document, exact_chance, mean_text, whole
from reports.pages import Column, Pages
from reports.rows import games_rows
from reports.scores import joined
from reports.style import BODY, CAPTION, CELL, MONO, SENTENCE, TITLE, Sheet
from reports.words import quotable

_PAGE = Column("page", 10, "right")
_GAME, _GAME_ALONE = Column("game", 48), Column("game", 98)
_FACTS = (
    Column("players", 13.5, "right"),
    Column("cards", 14, "right"),
    Column("hand", 10.5, "right"),
    Column("draws", 12, "right"),
    Column("target", 12, "right"),
)
_PLAYED = (Column("points", 24, "right"), Column("advantage", 26, "right"))

Place = tuple[Sheet, float]


def front_page(pages: Pages, bundles: Sequence[Bundle], command: str) -> list[Place]:
    """The book's page one; where each game's page number is to be set once it is known."""
    pages.new_page()
    pages.line("Besi and its kin, game by game", TITLE)
    pages.sheet.rule(pages.sheet.left, pages.sheet.right, pages.top + 1, weight=1.2)
    pages.space(5)
    pages.subheading("What was asked")
    pages.paragraph(_question(bundles))
    pages.paragraph(command, MONO)
    pages.subheading("The answer")
    for told in _answer(bundles):
        pages.paragraph(*told)
    pages.subheading("The games")
    return _games_table(pages, bundles)


def set_page_numbers(places: Sequence[Place], numbers: Sequence[int]) -> None:
    """Set the page that each game begins on in the table of the games."""
    for (sheet, top), number in zip(places, numbers, strict=True):
        sheet.text(sheet.right - 3, top, str(number), CELL, align="right")


def played_games(bundles: Sequence[Bundle]) -> list[Played]:
    """The games of which deals were played."""
    return [
        Played(bundle.game, bundle.simulation)
        for bundle in bundles
        if isinstance(bundle, GameReport) and bundle.simulation is not None
    ]


def _question(bundles: Sequence[Bundle]) -> str:
    banks = [in_text(bundle.game.title) for bundle in bundles if isinstance(bundle, BankReport)]
    asked = (
        "How rare is each group of cards in each of these games, what does a deal bring, and what is it "
        "worth to lead first?"
    )
    return f"{asked} What does the bank make at {joined(banks, 'or')}?" if banks else asked


def _answer(bundles: Sequence[Bundle]) -> Iterator[Told]:
    games = [bundle for bundle in bundles if isinstance(bundle, GameReport)]
    played = played_games(bundles)
    if games:
        yield from _rarest(games)
    if played:
        yield Told(f"{_points_sentence(played)} {_lead_sentence(played)}")
    banks = [bundle for bundle in bundles if isinstance(bundle, BankReport)]
    if len(banks) == 1:
        yield Told(banks[0].game.title, BODY._replace(weight="bold"), after=0.5)
        yield from bank_answer(banks[0])
    elif banks:
        yield Told(banks_sentence([(bundle.game, bundle.edges) for bundle in banks]))


def _rarest(games: Sequence[GameReport]) -> Iterator[Told]:
    """The group that is dealt most rarely of all that a game pays for, and how often play brings it."""
    paid = [
        (Fraction(entry["dealt"]["fraction"]), bundle, entry)
        for bundle in games
        for entry in bundle.odds["groups"]
        if entry["value"] is not None and entry["dealt"] is not None and Fraction(entry["dealt"]["fraction"])
    ]
    if not paid:
        return
    _, bundle, entry = min(paid, key=lambda one: one[0])
    title = in_text(bundle.game.title)
    yield Told(
        "Of all that these games pay for, nothing is dealt more rarely than the "
        f"{english(entry['group'])} of {title}, worth {whole(entry['value'])} points: "
        f"{exact_chance(entry['dealt'])}.",
        SENTENCE,
    )
    if bundle.simulation is not None:
        yield Told(quotable({**bundle.odds, **entry}, bundle.game), SENTENCE)


def _points_sentence(played: Sequence[Played]) -> str:
    ordered = sorted(played, key=lambda line: mean_of_seats(line.simulation, "points"))
    (least, poorest), (most, richest) = (
        (mean_text(points_of_a_player(line.simulation)), in_text(line.game.title))
        for line in (ordered[0], ordered[-1])
    )
    apart = brisques_apart(played)
    return (
        f"A deal brings a player most at {richest}, {most} points on the mean, and least at "
        f"{poorest}, {least}.{apart and ' '}{apart}"
    )


def _lead_sentence(played: Sequence[Played]) -> str:
    """Where leading first helps most and where it hurts most, of what the deals can tell."""
    shares = {
        line.game.title: line.simulation["lead"]["mean"] / mean_of_seats(line.simulation, "points")
        for line in played
        if _is_sure(line.simulation["lead"])
    }
    leads = {line.game.title: line.simulation["lead"] for line in played}
    told = []
    for words, sign in (("helps", 1), ("hurts", -1)):
        of_sign = [title for title, share in shares.items() if sign * share > 0]
        if of_sign:
            title = max(of_sign, key=lambda title: sign * shares[title])
            told.append(f"{words} most at {in_text(title)} ({mean_text(leads[title])} points a deal)")
    if not told:
        return "These deals are too few to say where leading first is an advantage."
    return (
        f"Leading first {joined(told, 'and')}, in proportion to what a player makes: the leader's points "
        "less the mean of the others'."
    )


def _is_sure(lead: Document) -> bool:
    """Whether it is three standard errors from none; at two, chance alone would do for one game in twenty."""
    return bool(lead["se"]) and abs(lead["mean"]) > 3 * lead["se"]


def _games_table(pages: Pages, bundles: Sequence[Bundle]) -> list[Place]:
    played = {line.game.id: line.simulation for line in played_games(bundles)}
    columns = [_GAME, *_FACTS, *_PLAYED, _PAGE] if played else [_GAME_ALONE, *_FACTS, _PAGE]
    rows = []
    for row in games_rows([bundle.game for bundle in bundles]):
        cells = [row["title"], *(_cell(row[key]) for key in ("players", "cards", "hand", "draws", "target"))]
        if row["numbers"] is not None:
            cells[2] = f"{row['numbers']} nos."
        if played:
            cells += _played_cells(played.get(row["game"]))
        rows.append([*cells, ""])
    places = pages.table(columns, rows)
    caption = "Target: points that win a match; at Rubicon bézique each deal is a game."
    if played:
        caption = (
            "Points: a player's mean in a deal. Advantage of leading first: the leader's points less the "
            "mean of the others'. With half a 95 % interval each, which for points is an upper bound."
        )
    pages.paragraph(caption, CAPTION)
    return places


def _played_cells(simulation: Document | None) -> tuple[str, str]:
    if simulation is None:
        return "–", "–"
    return mean_text(points_of_a_player(simulation)), mean_text(simulation["lead"])


def _cell(value: int | None) -> str:
    return "–" if value is None else whole(value)
