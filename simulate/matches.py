"""Matches played from the first deal to the last, and counted: integers only.

Matches of a block go forward together, a deal at a time, each deal of those that aren't over
played by the plan of whoever leads it. Match m is played once for each player who may lead
its first deal, on the same cards, so that the luck of the cards drops out of what leading is
worth. A match is a function of the seed and its number.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from simulate.besi import Plan, prepare
from simulate.checkpoint import Checkpoint, Note, ignore
from simulate.match_core import new_room, settle
from simulate.match_rules import CAUSES, MOST_DEALS, by_seat, deal_numbers, pack_match, side_count
from simulate.rules import Game
from simulate.run import Progress, resumable

LENGTH_BINS = 64  # by number of deals, the last one open
# Beside the causes: matches ended by any of them, and by any but the final count.
ANY, AT_ONCE = len(CAUSES), len(CAUSES) + 1


class Table:
    """Players with their orders, who change seats from deal to deal of a match.

    Attributes
    ----------
    game : the game, with a target.
    players, orders : names, one for each player; player 0 is the first of them.
    period : after how many players the names repeat themselves: 1 where all are alike.
    """

    def __init__(self, game: Game, players: tuple[str, ...], orders: tuple[str, ...]) -> None:
        named = list(zip(players, orders, strict=True))
        self.game, self.players = game, players
        self.period = next(step for step in range(1, len(named) + 1) if named[step:] + named[:step] == named)
        self._plans = [
            prepare(game, by_seat(players, leader), by_seat(orders, leader)) for leader in range(self.period)
        ]
        self.orders = self._plans[0].orders

    def plan(self, leader: int) -> Plan:
        """How a deal is played that this player leads."""
        return self._plans[leader % self.period]

    def repeats(self, scores: Sequence[int]) -> int:
        """After how many players matches from these scores repeat themselves, with the sides renamed."""
        sides, seats = len(scores), len(self.players)
        steps = range(self.period, seats + 1, self.period)
        return next(step for step in steps if by_seat(tuple(scores), step % sides) == tuple(scores))


@dataclass(frozen=True, eq=False)
class MatchCounts:
    """Counters of matches 0 … `matches` − 1, each played once for every player who may lead first.

    Attributes
    ----------
    matches : how many numbers; each stands for as many matches as there are seats.
    side_wins : [side][k], numbers of which the side won exactly k matches.
    wins : [side][place][k], likewise, of the matches in which the side sat there in the first deal:
        place 0 led it, the last one dealt it.

    What doesn't tell sides apart is counted of *distinct* matches only: where all players are alike,
    and level, a number stands for one match with the sides renamed.

    place_wins : [place][k], numbers of which exactly k distinct matches were won from there.
    lead_sum, lead_square : distinct matches won from place 0 less those won from the last place, and
        squares.
    lengths : [deals][k], numbers of which exactly k matches took so many deals; `LENGTH_BINS`
        bins, the last one open.
    length_sum, length_square : deals of all distinct matches of a number together, and their squares.
    ends : [cause][k], numbers of which exactly k matches ended by the cause, `ANY` and `AT_ONCE`
        after the causes.
    """

    matches: int
    side_wins: NDArray[np.int64]
    wins: NDArray[np.int64]
    place_wins: NDArray[np.int64]
    lead_sum: int
    lead_square: int
    lengths: NDArray[np.int64]
    length_sum: int
    length_square: int
    ends: NDArray[np.int64]

    @classmethod
    def zero(cls, seats: int, sides: int, distinct: int) -> Self:
        """The counters of no matches."""
        none = np.zeros((seats, 0), np.int64)
        return cls.of_played(Played(none, none, none), sides, distinct)

    @classmethod
    def of_played(cls, played: "Played", sides: int, distinct: int) -> Self:
        """Count matches that were played, of which those of the first `distinct` leaders are distinct."""
        leaders = np.arange(len(played.winners))
        sat = [[(side - leaders) % sides == place for place in range(sides)] for side in range(sides)]
        wins = [
            [by_number(played.winners[there], sides)[side] for there in places]
            for side, places in enumerate(sat)
        ]
        deals, causes = played.deals[:distinct], played.causes[:distinct]
        places = (played.winners[:distinct] - leaders[:distinct, None]) % sides
        lead = (places == 0).sum(axis=0) - (places == sides - 1).sum(axis=0)
        together = deals.sum(axis=0)
        return cls(
            matches=len(together),
            side_wins=by_number(played.winners, sides),
            wins=np.array(wins),
            place_wins=by_number(places, sides),
            lead_sum=int(lead.sum()),
            lead_square=int((lead * lead).sum()),
            lengths=by_number(np.minimum(deals, LENGTH_BINS - 1), LENGTH_BINS),
            length_sum=int(together.sum()),
            length_square=int((together * together).sum()),
            ends=ends_by_number(causes),
        )

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote.

        Raises
        ------
        ValueError
            Something is missing, unknown, misshapen or no integer; the message is one line.
        """
        names = [field.name for field in fields(cls)]
        if not isinstance(saved, Mapping) or sorted(saved) != sorted(names):
            raise ValueError(f"match counters: not a table of {', '.join(names)}")
        values: dict[str, Any] = {
            name: value if type(value) is int else np.array(value, np.int64) for name, value in saved.items()
        }
        if any(np.ndim(values[name]) != 2 for name in ("side_wins", "place_wins")):
            raise ValueError("match counters: no tables of sides and places")
        sides, seats = values["side_wins"].shape[0], values["side_wins"].shape[1] - 1
        none = cls.zero(seats, sides, values["place_wins"].shape[1] - 1)
        shapes = {field.name: np.shape(getattr(none, field.name)) for field in fields(cls)}
        for name, value in values.items():
            if np.shape(value) != shapes[name]:
                raise ValueError(f"match counters: {name} has the wrong shape {np.shape(value)}")
        return cls(**values)

    @property
    def deals(self) -> int:
        """What a run counts as it goes: the numbers of matches."""
        return self.matches

    def to_json(self) -> dict[str, Any]:
        """Plain integers and nested lists."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value if type(value) is int else value.tolist() for name, value in values.items()}

    def __add__(self, other: Self) -> Self:
        return type(self)(**{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MatchCounts) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


class Played(NamedTuple):
    """Matches that were played, [leader of the first deal][match]: winning side, cause, deals."""

    winners: NDArray[np.int64]
    causes: NDArray[np.int64]
    deals: NDArray[np.int64]


def by_number(found: NDArray[np.int64], kinds: int) -> NDArray[np.int64]:
    """[kind][k]: in how many columns a kind is found exactly k times."""
    most = len(found)
    times = [(found == kind).sum(axis=0) for kind in range(kinds)]
    return np.stack([np.bincount(each, minlength=most + 1) for each in times])


def ends_by_number(causes: NDArray[np.int64]) -> NDArray[np.int64]:
    """[cause][k]: in how many columns exactly k matches ended by a cause; then by any, and by any in play."""
    groups = np.stack([causes >= 0, (causes >= 0) & (causes != CAUSES.index("count"))])
    together = [by_number(np.where(ended, 0, -1), 1)[0] for ended in groups]
    return np.concatenate([by_number(causes, len(CAUSES)), together])


def play_matches(table: Table, seed: int, scores: Sequence[int], first: int, count: int) -> Played:
    """Play matches `first` … `first + count - 1`, each led by every player; safe in several threads.

    Parameters
    ----------
    table : who plays.
    seed : with the match's number it settles every card and every choice.
    scores : of each side, before the first deal.
    first, count : the matches.
    """
    seats, sides = table.game.besi.seats, side_count(table.game.besi)
    step = table.repeats(scores)
    played = [_play_led_by(table, seed, scores, first, count, leader) for leader in range(step)]
    by_leader = []
    for leader in range(seats):
        same = played[leader % step]
        by_leader.append(same._replace(winners=(same.winners + leader - leader % step) % sides))
    return Played(*(np.stack(each) for each in zip(*by_leader, strict=True)))


def _play_led_by(
    table: Table, seed: int, scores: Sequence[int], first: int, count: int, leader: int
) -> Played:
    rules = pack_match(table.game.besi)
    score = np.tile(np.array(scores, np.int64), (count, 1))
    winners, causes, deals = np.full(count, -1), np.full(count, -1), np.zeros(count, np.int64)
    numbers = np.arange(count, dtype=np.uint64) + np.uint64(first)
    going, room = np.arange(count), new_room()
    for deal in range(MOST_DEALS):
        if not len(going):
            break
        led_by = (leader + deal) % table.game.besi.seats
        marks, ends = table.plan(led_by).marks(seed, deal_numbers(numbers[going], deal))
        settle(rules, marks, ends, led_by, going, score, winners, causes, room)
        deals[going] += 1
        going = going[winners[going] < 0]
    return Played(winners, causes, deals)


def run_matches(
    table: Table,
    seed: int,
    scores: Sequence[int],
    matches: int,
    threads: int,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    note: Note = ignore,
) -> MatchCounts:
    """Play matches 0 … matches − 1, each once for every player who may lead its first deal.

    Parameters
    ----------
    table : who plays.
    seed, threads, progress, stop, note : as in `simulate.run.run`.
    scores : of each side, before the first deal.
    matches : at least 1.

    Returns
    -------
    MatchCounts
        The same for any number of threads.

    Raises
    ------
    Interrupted
        `stop` was set. What was done is kept, and the same call resumes it.
    """
    identity = ("match", table.game.rules_hash, seed, table.players, table.orders, tuple(scores))
    checkpoint = Checkpoint(identity, MatchCounts.from_json, note, "matches")
    sides, distinct = len(scores), table.repeats(scores)

    def play(first: int, count: int) -> MatchCounts:
        return MatchCounts.of_played(play_matches(table, seed, scores, first, count), sides, distinct)

    zero = MatchCounts.zero(len(table.players), sides, distinct)
    return resumable(play, zero, checkpoint, matches, threads, progress, stop)
