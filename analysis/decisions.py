"""Decision tables: what declaring one group before another is worth, by the draws left.

A cell is a pair of groups with so many draws left. No two of its situations come from one deal,
so they are independent and their mean has the usual interval. What is pooled over draws has
several situations of a deal, which are not: there the deal is the unit, and the mean is a ratio
of sums over deals (`analysis.intervals.ratio`).
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis import exact
from analysis.documents import Document, head
from analysis.intervals import Mean, frequency, mean, ratio
from analysis.thresholds import Judged, Side, judge
from simulate.rules import BesiRules, Game

if TYPE_CHECKING:
    # What reads decision tables need not wait for the compiler to load.
    from simulate.decisions import Decisions
    from simulate.situations import Pair

LEAST = 1000
# Draws left in bands fixed beforehand, each about twice as long as the next: their figures are not flattered
# by having been chosen for them.
BANDS = ((1, 1), (2, 4), (5, 8), (9, 16), (17, 63))
_MEASURES = ("lead", "points")


class Decided(NamedTuple):
    """A game whose deals were forked, with one player in all seats: the pairs asked about, the counters."""

    game: Game
    player: str
    pairs: "tuple[Pair, ...]"
    decisions: "Decisions"


class Decisive(NamedTuple):
    """What makes the deals of some decision tables repeatable."""

    seed: int
    deals: int
    players: tuple[str, ...]
    orders: tuple[str, ...]
    stream_version: int


def decision(game: Game, tables: Sequence[Decided], played: Decisive, least: int = LEAST) -> Document:
    """The ``decide`` document.

    `tables` has one entry for each convention on `lower_after_higher` and each player. In it `pairs`
    have the lower group of the two, the higher one, and whether they are `nested` (the cards of one
    part of the other); `lead` and `points` are what declaring the lower one first is worth to the
    declarer, in points a situation: against the mean of the others (of teams: against the other
    team), and by himself. `draws` has the same by the draws left. Nested pairs have `bands`, the
    same over several numbers of draws, and a `rule`: the best rule with one threshold, the rules
    `kept` that may be the best, and `advice`, what all the kept ones agree on.

    Parameters
    ----------
    game : the game as it was asked about.
    tables : the deals of each convention and player.
    played : what they have in common.
    least : cells with fewer situations stay blank, that is null.
    """
    players = {decided.player for decided in tables}
    document = {**head(game, played), "least": least, "tables": [_table(each, least) for each in tables]}
    return document if len(players) == 1 else document | {"players": None}


def possible(rules: BesiRules, pair: "Pair") -> bool:
    """Whether the pack has the cards of both groups of a pair."""
    return exact.holdable(rules, pair.lower) and exact.holdable(rules, pair.higher)


def _table(decided: Decided, least: int) -> Document:
    rules = decided.game.besi
    return {
        "lower_after_higher": rules.lower_after_higher,
        "rules_hash": decided.game.rules_hash,
        "player": decided.player,
        "pairs": [
            _pair(rules, pair, _Cells(decided.decisions, place, rules, least))
            for place, pair in enumerate(decided.pairs)
            if possible(rules, pair)
        ],
    }


def _pair(rules: BesiRules, pair: "Pair", cells: "_Cells") -> Document:
    values = [rules.point_multiplier * rules.value_of(group_id) for group_id in (pair.lower, pair.higher)]
    return {
        "lower": pair.lower,
        "higher": pair.higher,
        "nested": pair.nested,
        "lower_value": values[0],
        "higher_value": values[1],
        **cells.pooled(),
        "bands": cells.bands() if pair.nested else None,
        "draws": cells.by_draws(),
        "rule": cells.rule() if pair.nested else None,
    }


class _Cells:
    """The counters of one pair, read as frequencies and means."""

    def __init__(self, decisions: "Decisions", place: int, rules: BesiRules, least: int) -> None:
        self._all = decisions
        self._place = place
        self._deals = decisions.deals
        self._least = least
        # The lead is counted against all the others; divided by their number it is against their mean.
        self._per = (1 if rules.teams else rules.seats - 1, 1)
        self._counts: list[int] = decisions.situations[place].tolist()
        self._draws = len(self._counts)

    def pooled(self) -> Document:
        """All situations, whatever the draws left."""
        counters, place = self._all, self._place
        count, counts = sum(self._counts), counters.deal_counts[place]
        means: Document = {}
        for measure, name in enumerate(_MEASURES):
            per = self._per[measure]
            means[name] = self._enough(
                count,
                ratio(
                    Fraction(sum(counters.sums[place, measure].tolist()), per),
                    count,
                    Fraction(counters.deal_squares[place, measure], per**2),
                    Fraction(counters.deal_crossed[place, measure], per),
                    counts,
                ),
            )
        return {"situations": count, "arises": mean(count, counts, self._deals), **means}

    def by_draws(self) -> list[Document]:
        """Each number of draws left, the most first."""
        return [self._cell(draws) for draws in range(self._draws, 0, -1)]

    def bands(self) -> list[Document]:
        """The bands fixed beforehand, as far as the game's draws go, the most draws first."""
        within = [(fewest, min(most, self._draws)) for fewest, most in BANDS if fewest <= self._draws]
        return [self._band(*band) for band in reversed(within)]

    def rule(self) -> Document | None:
        """The best rule with one threshold, and what may be said of it; null where the pair is too rare."""
        if sum(self._counts) < self._least or self._deals < 2:
            return None
        sums = self._all.sums[self._place, 0].astype(float)
        judged = judge(sums, self._all.products[self._place].astype(float), self._deals)
        best = judged.rules[judged.best]
        return {
            "best": {**best._asdict(), "gain": self._gain(judged, judged.best)},
            "looked_at": len(judged.rules),
            "kept": [
                {**judged.rules[place]._asdict(), "gain": self._gain(judged, place)} for place in judged.kept
            ],
            "advice": self._advice(judged),
        }

    def _gain(self, judged: Judged, place: int) -> Mean:
        """What a rule brings a deal more than always declaring the higher group first."""
        rule = judged.rules[place]
        chosen = [left for left in range(self._draws) if rule.first(left + 1) == "lower"]
        total = sum(self._all.sums[self._place, 0, chosen].tolist())
        squares = int(self._all.products[self._place][np.ix_(chosen, chosen)].sum())
        return mean(Fraction(total, self._per[0]), Fraction(squares, self._per[0] ** 2), self._deals)

    def _advice(self, judged: Judged) -> list[Document]:
        """Runs of draws left with the same advice, the most draws first, and the lead in each.

        Where a run has fewer situations than asked for, nothing is advised.
        """
        sides = [judged.advice(draws) for draws in range(1, self._draws + 1)]
        for fewest, most in _runs(sides):
            if self._band(fewest, most)["lead"] is None:
                sides[fewest - 1 : most] = [None] * (most - fewest + 1)
        return [
            {"first": sides[fewest - 1], **self._band(fewest, most)} for fewest, most in _runs(sides)[::-1]
        ]

    def _band(self, fewest: int, most: int) -> Document:
        """Situations with so many draws left, of a nested pair."""
        band, place, per = slice(fewest - 1, most), self._place, self._per[0]
        count = sum(self._counts[band])
        together, crossed, products = (
            int(matrix[place][band, band].sum())
            for matrix in (self._all.together, self._all.crossed, self._all.products)
        )
        total = sum(self._all.sums[place, 0, band].tolist())
        lead = ratio(
            Fraction(total, per), count, Fraction(products, per**2), Fraction(crossed, per), together
        )
        return {
            "fewest": fewest,
            "most": most,
            "situations": count,
            "lead": self._enough(count, lead),
        }

    def _cell(self, draws: int) -> Document:
        count, at = self._counts[draws - 1], draws - 1
        means: Document = {}
        for measure, name in enumerate(_MEASURES):
            per = self._per[measure]
            total = self._all.sums[self._place, measure, at]
            squares = self._all.squares[self._place, measure, at]
            means[name] = self._enough(count, mean(Fraction(total, per), Fraction(squares, per**2), count))
        return {"draws": draws, "arises": frequency(count, self._deals), **means}

    def _enough(self, count: int, figure: Mean) -> Mean | None:
        """A figure, null where it has fewer situations than asked for."""
        return figure if count >= max(self._least, 1) else None


def _runs(sides: Sequence[Side | None]) -> list[tuple[int, int]]:
    """The fewest and the most draws left of each run of the same side, the fewest draws first."""
    ends = [draws for draws in range(1, len(sides)) if sides[draws] != sides[draws - 1]]
    return [(fewest + 1, most) for fewest, most in pairwise([0, *ends, len(sides)])]
