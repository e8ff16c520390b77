"""What a ``decide`` document says to people: sentences, and grids for `reports.tables` to print."""

from collections.abc import Sequence
from typing import NamedTuple

from reports.decided import (
    CONVENTIONS,
    advice_sentence,
    caveats,
    convention_words,
    draws_words,
    figures_sentence,
    hoffmann_sentence,
    judged_of,
    measure_words,
    nested_of,
    pair_words,
    rare_sentence,
    seated_words,
    tables_by_player,
)
from reports.numbers import Document, change_text, level_text, mean_text, whole
from simulate.rules import Game

BLANK = "–"


class Grid(NamedTuple):
    """A table: its heads, the columns that hold figures, its rows."""

    heads: Sequence[str]
    right: Sequence[int]
    rows: Sequence[Sequence[str]]


def decision_parts(document: Document, game: Game) -> list[str | Grid]:
    """The whole document for people: for each player verdict and rules, nested pairs, other pairs."""
    parts: list[str | Grid] = []
    for tables in tables_by_player(document).values():
        if parts:
            parts.append("")
        parts += _of_player(document, tables, game)
    return parts


def _of_player(document: Document, tables: Sequence[Document], game: Game) -> list[str | Grid]:
    draws = game.besi.draws
    level = level_text(tables[0]["pairs"][0]["arises"])
    parts: list[str | Grid] = [
        f"{game.title}: which group first? {seated_words(document, tables[0], game)}, "
        "declaring highest-first from the next trick on.",
    ]
    if nested_of(tables[0]):
        for table in tables:
            rule = f"lower_after_higher={str(table['lower_after_higher']).lower()}"
            parts += ["", f"Where {convention_words(table)} ({rule}):", hoffmann_sentence(table, draws)]
            for pair in judged_of(table):
                parts.append(f"- {advice_sentence(pair, draws)}")
                parts.append(f"  {figures_sentence(pair, draws)}")
            if too_rare := rare_sentence(table, document["least"]):
                parts.append(too_rare)
        parts.append("")
        parts.append(caveats(document))
    parts += [
        "",
        "Worth of declaring the first-named group first, by the draws left: points of lead a situation "
        f"({measure_words(game)}), ± half the {level} interval; below 0 the other should go first. "
        f"{BLANK}: fewer than {whole(document['least'])} situations.",
    ]
    if nested_of(tables[0]):
        parts.append(_nested_grid(tables, draws))
    others, rare = _others_grid(tables)
    if others.rows:
        parts += ["Groups of which neither is part of the other, or of two suits:", others]
    if rare:
        parts.append(f"Too seldom together to tell ({len(rare)}): {', '.join(rare)}.")
    return parts


def _nested_grid(tables: Sequence[Document], draws: int) -> Grid:
    """Nested pairs by bands of draws left, the conventions below each other."""
    bands = nested_of(tables[0])[0]["bands"]
    heads = ["pair", "lower after", "a deal"]
    heads += [_band_head(band["fewest"], band["most"], draws) for band in bands]
    heads.append("all")
    rows = []
    for place, pair in enumerate(nested_of(tables[0])):
        for table in tables:
            each = nested_of(table)[place]
            rows.append(
                [
                    pair_words(pair) if table is tables[0] else "",
                    CONVENTIONS[table["lower_after_higher"]],
                    mean_text(each["arises"]),
                    *(_cell(band["lead"]) for band in each["bands"]),
                    _cell(each["lead"]),
                ]
            )
    return Grid(heads, range(2, len(heads)), rows)


def _others_grid(tables: Sequence[Document]) -> tuple[Grid, list[str]]:
    """The other pairs, the conventions side by side; and the names of those too rare for a figure."""
    ways = [CONVENTIONS[table["lower_after_higher"]] for table in tables]
    heads = ["pair", *(f"a deal ({way})" for way in ways), *(f"lead ({way})" for way in ways)]
    rows, rare = [], []
    for pairs in zip(*(table["pairs"] for table in tables), strict=True):
        if pairs[0]["nested"]:
            continue
        if all(pair["lead"] is None for pair in pairs):
            rare.append(pair_words(pairs[0]))
            continue
        told = [*(mean_text(pair["arises"]) for pair in pairs), *(_cell(pair["lead"]) for pair in pairs)]
        rows.append([pair_words(pairs[0]), *told])
    return Grid(heads, range(1, len(heads)), rows), rare


def _band_head(fewest: int, most: int, draws: int) -> str:
    words = draws_words(fewest, most, draws)
    return {"at any draw": "all draws", "before the last draw": "last draw"}.get(
        words, words.removeprefix("with ").removesuffix(" left")
    )


def _cell(lead: Document | None) -> str:
    return BLANK if lead is None else change_text(lead)
