"""What orders or players are worth against each other: the document of a round robin.

Differences are taken deal by deal, on the same cards. Many are looked at at once, so each is
also given with the interval that Bonferroni's inequality asks for ("Teoria statistica delle
classi", 1936): the chance of an error shared out evenly among the comparisons.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from analysis.documents import Document, groups_of, head, is_counted
from analysis.intervals import LEVEL, Frequency, Mean, frequency, frequency_of_deals, mean
from simulate.groups import GROUP_INDEX
from simulate.rules import Game

if TYPE_CHECKING:
    # What reads round robins need not wait for the compiler to load.
    from simulate.round_robin import RoundRobin, Schedule


class Contested(NamedTuple):
    """Deals that were played by everyone against everyone, and what makes them repeatable.

    `names` are the contestants' in the order in which they were named, the first the
    baseline; `players` are one a seat or the contestants', and so are `orders`.
    """

    robin: "RoundRobin"
    schedule: "Schedule"
    names: tuple[str, ...]
    compared: Literal["orders", "players"]
    seed: int
    deals: int
    players: tuple[str, ...]
    orders: tuple[str, ...]
    stream_version: int


def round_robin(game: Game, contested: Contested) -> Document:
    """The ``compare`` document of orders or players: a row for each contestant against each other.

    `points` is by how many points a deal `name` is ahead of `against`: of two players, each
    in either seat, the mean difference; of more, what one `name` among players who are all
    `against` makes, averaged over the seats, less what `against` makes there when all are
    `against`. `wins`, `ties` and `losses` are the deals in which that is above 0, 0 and below.
    `points_corrected` is the same mean with its interval at `corrected_level`, the level for
    each of `comparisons` made at once (of two players one stands for both ways round); `clear`
    says whether it leaves out 0.
    `game_value` is what `name` gains from `against` where a deal is a game; `team` by how many
    points a team of two `name` is ahead of a team of two `against`, each team in either place.
    `groups`: how often `name` held and declared each group, per player and deal (`…_after`),
    how often `against` did (`…_before`), and the change, deal by deal. Each of `seatings`
    ways to sit down played all the deals.
    """
    count = len(contested.names)
    comparisons = len(contested.schedule.contests)
    level = 1 - (1 - LEVEL) / comparisons
    return {
        **head(game, contested),
        "baseline": contested.names[0],
        "variants": None,
        "compared": contested.compared,
        "contestants": list(contested.names),
        "seatings": len(contested.schedule.seatings),
        "comparisons": comparisons,
        "corrected_level": level,
        "rows": [
            _Row(game, contested, first, second).document(level)
            for first, second in permutations(range(count), 2)
        ],
    }


def leaves_out_zero(estimated: Mapping[str, Any]) -> bool:
    """Whether the interval of a mean leaves out 0; that of a single deal, which has none, never does."""
    return estimated["low"] is not None and bool(estimated["low"] > 0 or estimated["high"] < 0)


class _Row:
    """One way round of a contest: its counters, signs changed where it was counted the other way."""

    def __init__(self, game: Game, contested: Contested, first: int, second: int) -> None:
        pairs = [(contest.first, contest.second) for contest in contested.schedule.contests]
        self._mirrored = (first, second) not in pairs
        self._place = pairs.index((second, first) if self._mirrored else (first, second))
        self._game, self._robin = game, contested.robin
        self._names = contested.names[first], contested.names[second]

    def document(self, level: float) -> Document:
        from simulate.round_robin import GAME_VALUE, POINTS, TEAM, TEAM_SEATINGS

        robin, seats = self._robin, self._game.besi.seats
        won, lost = robin.wins[self._place], robin.losses[self._place]
        wins, losses = (lost, won) if self._mirrored else (won, lost)
        corrected = self._mean(POINTS, seats, level)
        is_game = self._game.besi.game_value == "rubicon"
        return {
            "name": self._names[0],
            "against": self._names[1],
            "points": self._mean(POINTS, seats),
            "points_corrected": corrected,
            "clear": leaves_out_zero(corrected),
            "wins": frequency(wins, robin.deals),
            "ties": frequency(robin.deals - wins - losses, robin.deals),
            "losses": frequency(losses, robin.deals),
            "game_value": self._mean(GAME_VALUE, seats) if is_game else None,
            "team": self._mean(TEAM, TEAM_SEATINGS) if self._game.besi.teams else None,
            "groups": [self._group(group_id) for group_id in groups_of(self._game)],
        }

    def _group(self, group_id: str) -> Document:
        """How often both held and declared a group, null where that isn't counted or never happens."""
        from simulate.round_robin import DECLARED, HELD

        valued = self._game.besi.value_of(group_id) > 0
        known = {"held": is_counted(self._game, group_id), "declared": valued}
        entry: Document = {"group": group_id}
        for name, quantity in (("held", HELD), ("declared", DECLARED)):
            figures = self._frequencies(quantity, GROUP_INDEX[group_id]) if known[name] else (None,) * 3
            entry |= dict(zip((name, f"{name}_before", f"{name}_after"), figures, strict=True))
        return entry

    def _frequencies(self, quantity: int, group: int) -> tuple[Mean, Frequency, Frequency]:
        """The mean change per seat of a number of seats, and the second's and the first's frequency."""
        from simulate.round_robin import CHANGE, FIRST, SECOND, group_measure

        seats = self._game.besi.seats
        sides = (FIRST, SECOND) if self._mirrored else (SECOND, FIRST)
        sums, squares = self._robin.sums[self._place], self._robin.squares[self._place]
        before, after = (
            frequency_of_deals(sums[measure], squares[measure], self._robin.deals, seats)
            for measure in (group_measure(side, quantity, group) for side in sides)
        )
        return self._mean(group_measure(CHANGE, quantity, group), seats), before, after

    def _mean(self, measure: int, per: int, level: float = LEVEL) -> Mean:
        """The mean of a measure that changes its sign with the way round."""
        total, squares = (of[self._place, measure] for of in (self._robin.sums, self._robin.squares))
        total = -total if self._mirrored else total
        return mean(Fraction(total, per), Fraction(squares, per**2), self._robin.deals, level)
