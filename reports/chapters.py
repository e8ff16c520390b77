"""The text of the report: the answer on page one, a game's odds, and how the figures were made."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from reports.bank_words import ahead_sentence, bets_words, favour, rounding_sentence
from reports.familiar_edges import familiar_sources
from reports.names import english, in_text
from reports.numbers import (
    Document,
    estimate,
    exact_chance,
    fixed,
    interval,
    level_text,
    mean_percent,
    ratio,
    whole,
)
from reports.pages import ROOM_OF_A_PAGE, Column, Pages, paragraph_height, table_height
from reports.rows import rules_rows
from reports.ruin_words import doubling_sentence
from reports.scores import game_sentences, joined, points_sentence
from reports.strategy import Strategy, strategy_sentences
from reports.style import BODY, CAPTION, CELL_TIGHT, MONO, SENTENCE, TITLE, Letter
from reports.words import (
    EXACT_NOTIONS,
    MADE_IN_PLAY,
    PLAYED_NOTIONS,
    figure_of,
    nobody_sentence,
    players_words,
    quotable,
)
from simulate.catalogue import sources
from simulate.rules import Game

_MOST_SENTENCES = 3
_RULES = (
    Column("parameter", 39),
    Column("value", 28),
    Column("source, status", 28),
    Column("notes and options", 75),
)
_STATUS_WORDS = (
    "documented: a source says it; ruling: ours, on a point that the sources leave open; inferred: follows "
    "from a source's figures; assumed: no source, a guess that keeps the game playable."
)


_MADE_OF_DEALS = (
    "Dealt, received, reachable and every house edge are exact: counted in whole numbers, one fraction "
    "at the end. Held, declared and points are estimates from deals played to the last trick. "
    "Each deal's cards and choices are random words addressed by seed and number of the deal, so the "
    "same seed gives the same figures whatever the machine or the number of threads.",
    "Intervals: Clopper and Pearson's for a frequency per deal; for one pooled over the seats, whose "
    "cards come from one pack, from the variance of the count per deal; normal for means.",
)
_MADE_OF_ROUNDS = (
    "Every house edge is exact: counted in whole numbers, one fraction at the end. The numbers drawn in "
    "simulated rounds are random words addressed by seed and number of the round, so the same seed gives "
    "the same figures whatever the machine or the number of threads.",
    "Intervals: Clopper and Pearson's for a frequency; normal for means.",
)


class GameReport(NamedTuple):
    """A game of the besi family with its documents: `odds`, `worth`; where deals were played `simulate`, and
    unless it is a short report what its chapter on strategy tells."""

    game: Game
    odds: dict[str, Any]
    simulation: dict[str, Any] | None
    worth: dict[str, Any] | None = None
    strategy: Strategy | None = None


class BankReport(NamedTuple):
    """A banking game with its documents: `edge`, and, where made, `evening` and the curves of ruin.

    `doublings` are `ruin` documents, a purse each; `example` is the one from a stake to what it makes in
    the game's worked example.
    """

    game: Game
    edges: dict[str, Any]
    evening: dict[str, Any] | None = None
    curves: dict[str, Any] | None = None
    doublings: Sequence[dict[str, Any]] = ()
    example: dict[str, Any] | None = None

    @property
    def ruin(self) -> dict[str, Any] | None:
        """The `ruin` document of the largest purse, the one that is told in words and by its losses."""
        return self.doublings[-1] if self.doublings else None


Bundle = GameReport | BankReport


class Told(NamedTuple):
    """A paragraph, as `Pages.paragraph` takes it."""

    text: str
    letter: Letter = BODY
    indent: float = 0.0
    after: float = 2.0


def answer_page(pages: Pages, bundles: Sequence[Bundle], command: str) -> None:
    """Page one: what was asked, and the answer in plain words with the key figures."""
    pages.new_page()
    pages.line(_title(bundles), TITLE)
    pages.sheet.rule(pages.sheet.left, pages.sheet.right, pages.top + 1, weight=1.2)
    pages.space(5)
    pages.subheading("What was asked")
    pages.paragraph(_question(bundles))
    pages.paragraph(command, MONO)
    pages.subheading("The answer")
    answers = _answers_that_fit(bundles, pages.room)
    for answer in answers:
        # Where page one is too small for all, the page breaks between games.
        pages.need(_height(answer))
        for told in answer:
            pages.paragraph(*told)
        pages.space(2)


def odds_page(pages: Pages, bundle: GameReport) -> None:
    """The table of a game's odds, and what its words mean."""
    document = bundle.odds
    pages.new_page()
    pages.heading(f"{bundle.game.title}: the odds of every group")
    columns = [Column("group", 30), Column("value", 35, "right")]
    columns += [Column(notion.field, 35, "right") for notion in EXACT_NOTIONS]
    rows = [_exact_cells(entry) for entry in document["groups"]]
    pages.table(columns, rows)
    if document["deals"]:
        pages.space(3)
        played = [Column("group", 30), Column("held", 35, "right"), Column("declared", 35, "right")]
        played += [Column("anyone holds", 35, "right"), Column("anyone declares", 35, "right")]
        pages.table(played, [_played_cells(entry) for entry in document["groups"]])
    notions = (*EXACT_NOTIONS, *(PLAYED_NOTIONS if document["deals"] else ()))
    meanings = "; ".join(f"{notion.field}: {notion.meaning}" for notion in notions) + "."
    if bundle.game.besi.trump_from != "turn-up":
        meanings += f" {MADE_IN_PLAY}"
    if bundle.game.besi.panache:
        meanings += " A four is of four different suits."
    pages.paragraph(meanings, CAPTION)
    unit = "Chances are per player and deal, anyone's per deal: from 10 % up in per cent, below 1 in so many."
    if document["deals"]:
        unit += " Fainter lines are 95 % intervals; what was never seen has an upper bound."
    pages.paragraph(unit, CAPTION)


def made_pages(pages: Pages, bundles: Sequence[Bundle], command: str) -> None:
    """How the figures were made: the runs, then the rules of each game with sources and statuses."""
    pages.new_page()
    pages.heading("How the figures were made")
    pages.paragraph("The command:", after=0.5)
    pages.paragraph(command, MONO)
    dealt = any(isinstance(bundle, GameReport) for bundle in bundles)
    for words in _MADE_OF_DEALS if dealt else _MADE_OF_ROUNDS:
        pages.paragraph(words)
    if any(isinstance(bundle, BankReport) and bundle.ruin for bundle in bundles):
        pages.paragraph(
            "An evening is a convolution of its rounds, a system a Markov chain solved whole, and the best "
            "play dynamic programming over every purse, bet and stake: exact but for rounding, which is "
            "bounded (besi ruin tells by how much for systems and the best play)."
        )
    evenings = [one.evening for one in bundles if isinstance(one, BankReport) and one.evening]
    if evenings:
        pages.paragraph(rounding_sentence(evenings, "no chance of an evening"))
    if any(isinstance(bundle, GameReport) and bundle.strategy for bundle in bundles):
        pages.paragraph(
            "Orders and players are compared on the same cards, each in every seat; the differences are "
            "taken deal by deal. In decision tables a deal is played on from the same moment both ways. "
            "Matches are played to the end, and worked out backwards from single deals. All these are of "
            "fewer deals than the rest; their pages say how many."
        )
    columns = [Column("game", 41), Column("deals or rounds" if dealt else "rounds", 28, "right")]
    columns.append(Column("seed", 12))
    if dealt:
        columns += [Column("players", 35), Column("declaring", 22)]
    columns.append(Column("rules hash", 32))
    pages.table(columns, [_run_cells(bundle, dealt) for bundle in bundles])
    document = _document(bundles[0])
    stream = next((_document(b)["stream_version"] for b in bundles if _document(b)["stream_version"]), None)
    version = f"besi {document['version']}"
    pages.paragraph(version if stream is None else f"{version}; version {stream} of the random words.")
    pages.subheading("Statuses and sources")
    pages.paragraph(_STATUS_WORDS)
    long_names = sources()
    used = dict.fromkeys(row["source"] for bundle in bundles for row in rules_rows(bundle.game))
    for name in used:
        if name in long_names:
            pages.paragraph(f"{name}: {long_names[name]}.", after=0.5)
    if any(isinstance(bundle, BankReport) for bundle in bundles):
        pages.paragraph(f"Familiar games' edges: {'; '.join(familiar_sources())}.", after=0.5)
    for bundle in sorted(bundles, key=lambda bundle: isinstance(bundle, GameReport)):
        _rules_pages(pages, bundle.game)


def _rules_pages(pages: Pages, game: Game) -> None:
    """A game's rules: on one page where they fit on one, else from here on."""
    cells = _rules_cells(game)
    height = 12 + table_height(_RULES, cells, CELL_TIGHT) + paragraph_height(game.faults, CAPTION)
    if pages.room < height + 6 and (height <= ROOM_OF_A_PAGE or pages.room < 80):
        pages.new_page()
    else:
        pages.space(6)
    title = f"The rules of {in_text(game.title)}"
    pages.heading(title)
    pages.table(_RULES, cells, CELL_TIGHT, f"{title}, continued")
    pages.paragraph(game.faults, CAPTION)


def _rules_cells(game: Game) -> list[list[str]]:
    """A line for each rule and bet; what else a source gives for a rule is told in its notes.

    A note that several in a row share is told once.
    """
    cells: list[list[str]] = []
    before = ""
    for row in rules_rows(game):
        origin = f"{row['source']}, {row['status']}"
        if row["kind"] == "option":
            told = f"option {row['value']} ({origin})" + (f": {row['note']}" if row["note"] else "")
            cells[-1][3] = "; ".join(note for note in (cells[-1][3], told) if note)
        elif row["kind"] == "misreading":
            cells.append(["– misreading", f"WRONG: {row['value']}", origin, row["note"]])
        else:
            note = "as above" if row["note"] and row["note"] == before else row["note"]
            cells.append([row["key"], row["value"], origin, note])
            before = row["note"]
    return cells


def _title(bundles: Sequence[Bundle]) -> str:
    kinds = {type(bundle) for bundle in bundles}
    if kinds == {GameReport}:
        return "How rare is every group"
    return "What the bank keeps" if kinds == {BankReport} else "How rare, and what the bank keeps"


def _question(bundles: Sequence[Bundle]) -> str:
    games = [bundle.game.title for bundle in bundles if isinstance(bundle, GameReport)]
    banks = [bundle.game.title for bundle in bundles if isinstance(bundle, BankReport)]
    asked = []
    if games:
        asked.append(
            f"How often does a player of {_listed(games)} come by each group of cards, how often is it "
            "declared, and what does a deal bring?"
        )
    if any(isinstance(bundle, GameReport) and bundle.strategy is not None for bundle in bundles):
        asked.append("What should be declared first, who plays best, and who wins a match?")
    if banks:
        asked.append(f"What does the bank make at {_listed(banks)}?")
    return " ".join(asked)


def _listed(names: Sequence[str]) -> str:
    return joined([in_text(name) for name in names], "or")


def _answers_that_fit(bundles: Sequence[Bundle], room: float) -> list[list[Told]]:
    """Each game's answer, with as many sentences on its groups as page one has room for."""
    for sentences in range(_MOST_SENTENCES, 0, -1):
        answers = [_answer(bundle, sentences) for bundle in bundles]
        if sum(2 + _height(answer) for answer in answers) <= room:
            break
    return answers


def _height(answer: Sequence[Told]) -> float:
    return sum(paragraph_height(*told) for told in answer)


def _answer(bundle: Bundle, sentences: int) -> list[Told]:
    title = Told(bundle.game.title, BODY._replace(weight="bold"), after=0.5)
    if isinstance(bundle, BankReport):
        return [title, *bank_answer(bundle)]
    return [title, *_game_answer(bundle, sentences)]


def _game_answer(bundle: GameReport, sentences: int) -> Iterator[Told]:
    for entry in _most_wanted(bundle.odds)[:sentences]:
        told = {**bundle.odds, **entry}
        yield Told(quotable(told, bundle.game), SENTENCE, indent=5, after=0.6)
        declared = entry["anyone"]["declared"]
        if declared is not None and not declared["count"]:
            yield Told(nobody_sentence(told), indent=5, after=0.6)
    if bundle.simulation is not None:
        brought = [points_sentence(bundle.simulation), *game_sentences(bundle.simulation)]
        yield Told(" ".join(brought), indent=5)
    if bundle.strategy is not None:
        for sentence in strategy_sentences(bundle.strategy, bundle.game):
            yield Told(sentence, indent=5)


def _most_wanted(document: Document) -> list[Document]:
    """The groups of highest value; of equal ones the rarer to be dealt."""
    valued = [entry for entry in document["groups"] if entry["value"] is not None]

    def want(entry: Document) -> tuple[int, float]:
        return -entry["value"], 0.0 if entry["dealt"] is None else entry["dealt"]["probability"]

    return sorted(valued, key=want)


def bank_answer(bundle: BankReport) -> Iterator[Told]:
    """What the bank keeps of every stake, seen in play where rounds were drawn, and the wrong reading."""
    numbers = bundle.game.bank.numbers
    alike = [list(bets) for _, bets in groupby(bundle.edges["bets"], key=lambda bet: bet["edge"])]
    for bet, *others in alike:
        edge = Fraction(bet["edge"])
        verb = "keeps" if edge >= 0 else "loses"
        kept, share = numbers * abs(edge), fixed(abs(bet["edge_percent"]), 2)
        told = f"Of every stake on {bet['bet']} the bank {verb} {ratio(abs(edge))}, {share} %: "
        told += f"{ratio(kept)} of each {whole(numbers)} staked."
        if others:
            names = bets_words(others)
            told += (
                f" So it does on {names} ({', '.join(dict.fromkeys(other['status'] for other in others))})."
            )
        yield Told(told, SENTENCE, indent=5, after=0.6)
        said = [f"{bet['bet']} {words}" for words in favour(bet)]
        if bet["status"] == "assumed" and bet["note"]:
            said.append(f"{bet['bet']}: {bet['note']}.")
        played = bet["simulated"]
        if played is not None and played["low"] is not None:
            which = f" on {bet['bet']}" if len(alike) > 1 or others else ""
            gained = played["mean"] >= 0
            lost = {"mean": -played["mean"], "low": -played["high"], "high": -played["low"]}
            said.append(
                f"In {whole(played['n'])} simulated rounds it {'kept' if gained else 'lost'} "
                f"{mean_percent(played if gained else lost)} of the stakes{which} "
                f"({level_text(played)} interval)."
            )
        if said:
            yield Told(" ".join(said), indent=5, after=0.6)
    said = [
        ahead_sentence(bundle.evening, at_first=False) if bundle.evening else "",
        doubling_sentence(bundle.ruin) if bundle.ruin else "",
    ]
    for bet in bundle.edges["misreadings"]:
        share = f"{bet['edge']}, {fixed(bet['edge_percent'], 2)} %"
        said.append(f"The reading “{bet['bet']}”, by which it would keep {share}, is wrong.")
    if any(said):
        yield Told(" ".join(filter(None, said)), indent=5, after=0.6)


def _exact_cells(entry: Document) -> tuple[str, ...]:
    value = "–" if entry["value"] is None else whole(entry["value"])
    exact = (figure_of(entry, notion.field) for notion in EXACT_NOTIONS)
    return english(entry["group"]), value, *("–" if one is None else exact_chance(one) for one in exact)


def _played_cells(entry: Document) -> tuple[str, ...]:
    found = (entry["held"], entry["declared"], entry["anyone"]["held"], entry["anyone"]["declared"])
    cells = ("–" if one is None else f"{estimate(one)}\n{interval(one)}" for one in found)
    return english(entry["group"]), *cells


def _document(bundle: Bundle) -> Document:
    return bundle.edges if isinstance(bundle, BankReport) else bundle.odds


def _run_cells(bundle: Bundle, dealt: bool) -> tuple[str, ...]:
    document = _document(bundle)
    deals = "exact only" if not document["deals"] else whole(document["deals"])
    seed = "–" if document["seed"] is None else str(document["seed"])
    players = "–" if not document["players"] else players_words(document["players"])
    orders = "–" if not document["orders"] else ", ".join(dict.fromkeys(document["orders"]))
    seats = (players, orders) if dealt else ()
    return bundle.game.title, deals, seed, *seats, document["rules_hash"] or "–"
