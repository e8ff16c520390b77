"""Matches: who wins them, how long they take, how often the first deal ends one, from every score.

Two ways to the chance of winning. Matches are played from the first deal to the last; and,
where there are two sides, the chance is worked out backwards from what single deals were seen
to do at every score. The second is far sharper, since each deal counts at all scores; its error
is that of the deals, taken from batches of them. The two must agree.
"""

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from analysis.documents import Document, head
from analysis.intervals import LEVEL, Mean, clopper_pearson, mean, pooled_frequency
from simulate.groups import GROUP_IDS
from simulate.rules import BesiRules, Game

if TYPE_CHECKING:
    # What reads documents of matches need not wait for the compiler to load.
    import numpy as np
    from numpy.typing import NDArray

    from simulate.match_scores import DealCounts, Grid
    from simulate.matches import MatchCounts

    Chances = NDArray[np.float64]

_MOST_STEPS = 15
_QUANTILES = (0.5, 0.9)
_NO_ERROR = 1e-12  # what rounding leaves where all batches agree


class MatchRun(NamedTuple):
    """Matches and deals that were played: their counters, and what makes them repeatable."""

    counts: "MatchCounts"
    deal_counts: "DealCounts"
    grid: "Grid | None"
    period: int
    score: tuple[int, ...]
    seed: int
    deals: int
    players: tuple[str, ...]
    orders: tuple[str, ...]
    stream_version: int


def match_document(game: Game, run: MatchRun, step: int | None) -> Document:
    """The ``match`` document.

    A *place* is where a side sits in the first deal: place 0 leads it, the last one deals it. Every
    match number was played once for each player who may lead first, so ``wins`` of a side are over
    all of these. ``worked_out`` is the same chance from the deals alone, null where there are more
    than two sides or too many scores. ``distinct`` of a number's matches differ in more than the sides'
    names (all of them, unless the players are alike and level); what doesn't tell sides apart is counted
    of these. ``lead`` is what the side that leads first has more of the
    chance than the side that deals first. ``scores`` has the chance of the side that leads the next
    deal, by both scores; ``leader`` is the player who leads it, null where all are alike.

    Parameters
    ----------
    game : with a target.
    run : what was played.
    step : of the table of scores; None for one that suits the target.
    """
    sides = len(run.score)
    worked_out = _WorkedOut(run) if run.grid is not None else None
    steps = None if worked_out is None else step or step_for(game.besi, worked_out.unit)
    return {
        **head(game, run),
        "target": game.besi.target,
        "matches": run.counts.matches,
        "score": list(run.score),
        "alike": run.period == 1,
        "distinct": run.counts.place_wins.shape[1] - 1,
        "sides": [_side(run, side, worked_out) for side in range(sides)],
        "places": [_place(run, place, worked_out) for place in range(sides)],
        "lead": _lead(run, worked_out),
        "length": _length(run),
        "ends": _ends(game.besi, run.counts.ends),
        "first_deal": _first_deal(game.besi, run),
        "step": steps,
        "scores": None if worked_out is None or steps is None else worked_out.scores(game.besi, steps),
    }


def step_for(rules: BesiRules, unit: int) -> int:
    """The smallest round step, a multiple of the unit, that gives a table of at most fifteen scores."""
    assert rules.target is not None
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if step % unit == 0 and -(-rules.target // step) <= _MOST_STEPS:
                return step
        size *= 10
        if size > rules.target:
            return unit * -(-rules.target // (unit * _MOST_STEPS))


class _WorkedOut:
    """The chances by working backwards from all deals, and from each batch of them."""

    def __init__(self, run: MatchRun) -> None:
        from simulate.match_values import chances_of

        assert run.grid is not None
        self.unit, self._run = run.grid.unit, run
        self._size = run.grid.size
        self._all = chances_of(run.deal_counts.together)
        self._batches = [chances_of(batch) for _, batch in sorted(run.deal_counts.batches.items())]

    def estimate(self, of: "Callable[[Chances], float]") -> Mean:
        """What is read from the chances, with the error that the batches show.

        Where all batches say the same, nothing shows an error: then at most the share of deals
        differs that Clopper and Pearson's bound allows where none of them was seen to.
        """
        from scipy.special import stdtrit

        value, seen = float(of(self._all)), [float(of(batch)) for batch in self._batches]
        count, deals = len(seen), self._run.deals
        middle = sum(seen) / count
        se = sqrt(sum((each - middle) ** 2 for each in seen) / (count - 1) / count)
        reach = float(stdtrit(count - 1, (1 + LEVEL) / 2)) * se
        if se < _NO_ERROR:
            reach = clopper_pearson(0, deals)[1]
        return Mean(mean=value, se=se, n=deals, low=value - reach, high=value + reach, level=LEVEL)

    def chance(self, of: "Callable[[Chances], float]") -> Mean:
        """`estimate` of a chance, whose interval stays between 0 and 1."""
        found = self.estimate(of)
        assert found["low"] is not None
        assert found["high"] is not None
        found["low"], found["high"] = max(found["low"], 0.0), min(found["high"], 1.0)
        return found

    def sitting(self, *where: tuple[int, int]) -> Mean:
        """The mean chance of sides that sit at places in the first deal, pairs of side and place."""
        return self.chance(lambda chances: sum(self._of(chances, *each) for each in where) / len(where))

    def lead(self) -> Mean:
        """How much more of the chance the side has that leads the first deal than the one that deals it."""
        both = ((0, 0), (1, 0))
        return self.estimate(lambda chances: sum(self._of(chances, *each) for each in both) - 1)

    def _of(self, chances: "Chances", side: int, place: int) -> float:
        score = [points // self.unit for points in self._run.score]
        led = [leader for leader in range(len(self._run.players)) if (side - leader) % 2 == place]
        won = []
        for leader in led:
            first = leader % 2
            leads = float(chances[leader % self._run.period, score[first], score[1 - first]])
            won.append(leads if place == 0 else 1 - leads)
        return sum(won) / len(won)

    def scores(self, rules: BesiRules, step: int) -> list[Document]:
        """The chance of the side that leads the next deal, for both scores in steps."""
        assert rules.target is not None
        leaders = [None] if self._run.period == 1 else list(range(self._run.period))
        places = range(0, rules.target, step)
        return [
            {
                "leader": leader,
                "score": score,
                "other": other,
                "wins": self.chance(_at(leader or 0, score // self.unit, other // self.unit)),
            }
            for leader in leaders
            for score in places
            for other in places
        ]


def _at(leader: int, score: int, other: int) -> "Callable[[Chances], float]":
    return lambda chances: float(chances[leader, score, other])


def _side(run: MatchRun, side: int, worked_out: _WorkedOut | None) -> Document:
    counts, sides, players = run.counts, len(run.score), len(run.players)
    return {
        "side": side,
        "players": [player for player in range(players) if player % sides == side],
        "wins": pooled_frequency(counts.side_wins[side].tolist()),
        "worked_out": None if worked_out is None else worked_out.sitting((side, 0), (side, 1)),
        "places": [
            {
                "place": place,
                "wins": pooled_frequency(counts.wins[side, place].tolist()),
                "worked_out": None if worked_out is None else worked_out.sitting((side, place)),
            }
            for place in range(sides)
        ],
    }


def _place(run: MatchRun, place: int, worked_out: _WorkedOut | None) -> Document:
    return {
        "place": place,
        "wins": pooled_frequency(run.counts.place_wins[place].tolist()),
        "worked_out": None if worked_out is None else worked_out.sitting((0, place), (1, place)),
    }


def _lead(run: MatchRun, worked_out: _WorkedOut | None) -> Document:
    counts, distinct = run.counts, run.counts.place_wins.shape[1] - 1
    squares = Fraction(counts.lead_square, distinct**2)
    found = mean(Fraction(counts.lead_sum, distinct), squares, counts.matches)
    if worked_out is None:
        return {"played": found, "worked_out": None}
    return {"played": found, "worked_out": worked_out.lead()}


def _length(run: MatchRun) -> Document:
    """Deals of a match: mean, quantiles, and how often a match takes so many; the last bin is open."""
    counts, distinct = run.counts, run.counts.lengths.shape[1] - 1
    matches = distinct * counts.matches
    lengths = [pooled_frequency(row.tolist()) for row in counts.lengths]
    longest = max(deals for deals, found in enumerate(lengths) if found["count"])
    quantiles = {}
    for share in _QUANTILES:
        deals = done = 0
        while done < share * matches:
            done += lengths[deals]["count"]
            deals += 1
        quantiles[f"{share:.0%}"] = deals - 1 if deals < len(lengths) else None
    squares = Fraction(counts.length_square, distinct**2)
    return {
        "deals": mean(Fraction(counts.length_sum, distinct), squares, counts.matches),
        "quantiles": quantiles,
        "distribution": [{"deals": deals, "matches": lengths[deals]} for deals in range(1, longest + 1)],
        "last_is_open": longest == len(lengths) - 1,
    }


def _ends(rules: BesiRules, table: "NDArray[np.int64]") -> Document:
    """How often matches end by each cause that the rules allow, by any, and by any in play."""
    from simulate.match_rules import CAUSES
    from simulate.matches import ANY, AT_ONCE

    found = [pooled_frequency(row.tolist()) for row in table]
    return {
        "any": found[ANY],
        "at_once": found[AT_ONCE],
        "causes": [
            {"cause": cause, "matches": found[place]}
            for place, cause in enumerate(CAUSES)
            if found[place]["count"] or _is_possible(rules, cause)
        ],
    }


def _first_deal(rules: BesiRules, run: MatchRun) -> Document:
    """How often the first deal ends a match, by cause, from the deals; and for which side at which place."""
    from simulate.match_rules import CAUSES

    together = run.deal_counts.together
    sides = len(run.score)
    return {
        **_ends(rules, together.ends),
        "won": [
            {
                "leader": leader,
                "side": side,
                "place": (side - leader) % sides,
                "cause": cause,
                "matches": pooled_frequency([run.deals - count, count]),
            }
            for leader, by_side in enumerate(together.first.tolist())
            for side, counts in enumerate(by_side)
            for cause, count in zip(CAUSES, counts, strict=True)
            if count
        ],
    }


def _is_possible(rules: BesiRules, cause: str) -> bool:
    """Whether a match by these rules may well end so, whether or not it was seen to."""
    assert rules.target is not None
    in_play = rules.win_at_once or rules.count_as_taken
    times, target = rules.point_multiplier, rules.target
    if cause in GROUP_IDS:
        points = times * rules.value_of(cause)
        outright = rules.win_at_once and cause in rules.outright
        return bool(points) and (outright or (in_play and points >= target))
    if cause == "quintes":
        return in_play and 2 * times * max(rules.value_of("quinte"), rules.value_of("trump-quinte")) >= target
    return {"points": in_play, "taken": rules.count_as_taken, "count": True}[cause]
