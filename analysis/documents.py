"""The JSON documents: plain dictionaries made of rules, exact figures and counters.

A field that doesn't exist for a game, or that nothing was played for, is null and never
missing. Frequencies, means and their intervals come from `analysis.intervals`.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import metadata
from typing import Any, NamedTuple, Protocol

from analysis import arrival, banking, exact
from analysis import worth as hand_worth
from analysis.arrival import Hand
from analysis.intervals import Frequency, Mean, frequency, mean, pooled_frequency
from simulate.cards import SUITS, kind_name
from simulate.catalogue import GAME_IDS, load
from simulate.counters import BIN_POINTS, PARTS, TEAMS, Totals
from simulate.groups import GROUP_IDS, GROUP_INDEX
from simulate.rules import Bet, Game

Document = dict[str, Any]


class Drawn(NamedTuple):
    """Rounds of a banking game: how many a bet won, how many were drawn, and in how many its stake stayed."""

    wins: int
    rounds: int
    stays: int = 0


# By game id and name of the bet.
Simulated = Mapping[tuple[str, str], Drawn]


def _version() -> str:
    try:
        return metadata.version("besi")
    except metadata.PackageNotFoundError:
        return "0+uninstalled"


VERSION = _version()


class Played(Protocol):
    """What makes deals that were played repeatable."""

    @property
    def seed(self) -> int: ...
    @property
    def deals(self) -> int: ...
    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def orders(self) -> tuple[str, ...]: ...
    @property
    def stream_version(self) -> int: ...


class Run(NamedTuple):
    """Deals that were played: their counters, and what makes them repeatable."""

    totals: Totals
    seed: int
    deals: int
    players: tuple[str, ...]
    orders: tuple[str, ...]
    stream_version: int


def first_value_game(group_id: str) -> str | None:
    """The first game that gives the group a value, None where none does."""
    for game_id in GAME_IDS:
        game = load(game_id)
        if game.family == "besi" and game.besi.value_of(group_id):
            return game_id
    return None


def exact_value(value: Fraction | None) -> Document | None:
    """A fraction as text, as a float, and as "one in" (null for what never happens)."""
    if value is None:
        return None
    return {
        "fraction": _fraction(value),
        "probability": float(value),
        "one_in": float(1 / value) if value else None,
    }


def group_entry(game: Game, group_id: str, run: Run | None) -> Document:
    """How often a group of the game is dealt, received, reachable, held and declared."""
    rules = game.besi
    index = GROUP_INDEX[group_id]
    value = rules.point_multiplier * rules.value_of(group_id)
    held = declared = held_anyone = declared_anyone = None
    if run is not None and is_counted(game, group_id):
        held, held_anyone = _over_seats(run.totals.held_seats[index].tolist())
        if value:
            declared, declared_anyone = _over_seats(run.totals.declared_seats[index].tolist())
    return {
        "group": group_id,
        "value": value or None,
        "unit": "player-deal",
        "dealt": exact_value(exact.dealt(rules, group_id)),
        "received": exact_value(exact.received(rules, group_id)),
        "reachable": exact_value(exact.reachable(rules, group_id)),
        "held": held,
        "declared": declared,
        "anyone": {"held": held_anyone, "declared": declared_anyone},
    }


def how_rare(game: Game, group_id: str, run: Run | None, hand: Hand | None = None) -> Document:
    """The ``how-rare`` document: one group of one game; of a hand in progress too, if one is given.

    Raises
    ------
    analysis.arrival.HandError
        The question can't be asked of that hand.
    """
    return {
        **head(game, run),
        **group_entry(game, group_id, run),
        **_arrival(game, group_id, hand),
    }


def odds(game: Game, run: Run | None) -> Document:
    """The ``odds`` document: every group whose cards the pack can hold, in canonical order."""
    return {**head(game, run), "groups": [group_entry(game, group_id, run) for group_id in groups_of(game)]}


def worth(game: Game) -> Document:
    """The ``worth`` document: what a dealt hand is worth, its best group alone and all laid down."""
    return {
        **head(game, None),
        "best": _distribution(hand_worth.best(game.besi)),
        "all": _distribution(hand_worth.all_laid_down(game.besi)),
    }


def rules(game: Game) -> Document:
    """The `rules` document: every parameter with its value, source, status and recorded options.

    Values are JSON's own: numbers, true and false, lists, null for none.
    """
    values = game.rules.model_dump(mode="json")
    parameters = [
        {"key": key, "value": values[key], **origin.model_dump(mode="json")}
        for key, origin in game.provenance.items()
    ]
    return {
        **head(game, None),
        "title": game.title,
        "about": game.about,
        "parameters": parameters,
        "any_numbers": values.get("any_numbers"),
        "bets": values.get("bets"),
        "misreadings": values.get("misreadings"),
        "example": None if game.example is None else game.example.model_dump(mode="json"),
        "faults": game.faults,
    }


def simulation(game: Game, run: Run, counters: bool = False) -> Document:
    """The ``simulate`` document; with `counters`, the integers too that it was made from.

    Beyond the points of each seat and team it gives `lead`, the points of seat 0 less the
    mean of the others', per deal, and each seat's histogram of points (the last bin open).
    Where a deal is a game by itself, as at Rubicon, it gives the value of the game for each
    seat and how often each won it; brisques are then no part of the points.
    """
    totals, others = run.totals, game.besi.seats - 1
    document = {
        **head(game, run),
        "seats": [_seat(game, totals, seat) for seat in range(game.besi.seats)],
        "teams": [_team(totals, team) for team in range(TEAMS)] if game.besi.teams else None,
        "lead": mean(Fraction(totals.lead_sum, others), Fraction(totals.lead_square, others**2), run.deals),
        "games": _games(totals) if _is_a_game(game) else None,
    }
    if counters:
        document["counters"] = totals.to_json()
    return document


def edges(
    games: Sequence[Game],
    simulated: Simulated | None,
    *,
    seed: int | None = None,
    stream_version: int | None = None,
) -> Document:
    """The ``edge`` document: every bet of the banking games, and the misreadings beside them.

    Parameters
    ----------
    games : banking games.
    simulated : by game id and name of the bet, the rounds drawn; None where none were.
    seed, stream_version : what the rounds were played with.
    """
    rounds = {drawn.rounds for drawn in (simulated or {}).values()}
    only = games[0] if len(games) == 1 else None
    return {
        "version": VERSION,
        "game": only.id if only else None,
        "rules_hash": only.rules_hash if only else None,
        "stream_version": stream_version,
        "seed": seed,
        "deals": rounds.pop() if len(rounds) == 1 else None,
        "players": None,
        "orders": None,
        "bets": [bet_entry(game, bet, simulated) for game in games for bet in game.bank.bets],
        "misreadings": [
            _misreading(bet_entry(game, bet, simulated)) for game in games for bet in game.bank.misreadings
        ],
    }


def bank_gain(returns: Fraction, drawn: Drawn) -> Mean:
    """The bank's gain per unit staked, from the rounds drawn.

    A sample in which the punter always or never won shows no spread. The gain falls evenly
    with the chance of a hit, so the interval of that chance gives the gain's; the standard
    error is null. (Where a stake can stay, the chance to lose would widen it: it is left out.)
    """
    hits, rounds, stays = drawn
    total = rounds - stays - returns * hits
    gain = mean(total, rounds - stays - hits + (1 - returns) ** 2 * hits, rounds)
    if hits in (0, rounds) and rounds:
        chance = frequency(hits, rounds)
        gain["se"] = None
        gain["low"], gain["high"] = (1 - float(returns) * chance[end] for end in ("high", "low"))
    return gain


def head(game: Game | None, run: Played | None) -> Document:
    """What every document begins with: what was played, by whom, from which seed; null where nothing was.

    `game` is None in a document of several games.
    """
    return {
        "version": VERSION,
        "game": game.id if game else None,
        "rules_hash": game.rules_hash if game else None,
        "stream_version": run.stream_version if run else None,
        "seed": run.seed if run else None,
        "deals": run.deals if run else None,
        "players": list(run.players) if run else None,
        "orders": list(run.orders) if run else None,
    }


def groups_of(game: Game) -> list[str]:
    """The groups whose cards the game's pack can hold, in canonical order."""
    return [group_id for group_id in GROUP_IDS if exact.holdable(game.besi, group_id)]


def is_counted(game: Game, group_id: str) -> bool:
    """Play counts every group but carte blanche where the rules don't know it."""
    return group_id != "carte-blanche" or exact.holdable(game.besi, group_id)


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _distribution(worth: hand_worth.Worth) -> Document:
    return {
        "mean": {"fraction": _fraction(worth.mean), "value": float(worth.mean)},
        "sd": worth.standard_deviation,
        "median": worth.median,
        "distribution": [
            {
                "points": points,
                **(exact_value(worth.chance(points)) or {}),
                "at_least": exact_value(worth.at_least(points)),
            }
            for points in worth.hands
        ],
    }


def _arrival(game: Game, group_id: str, hand: Hand | None) -> Document:
    """The chance that what a hand in progress lacks arrives, and what is known; null without a hand."""
    if hand is None:
        return dict.fromkeys(("arrives", "given", "seen", "draws", "unseen", "trump"))
    return {
        "arrives": exact_value(arrival.arrives(game.besi, group_id, hand)),
        "given": [kind_name(kind) for kind in hand.given],
        "seen": [kind_name(kind) for kind in hand.seen],
        "draws": arrival.draws_of(game.besi, hand),
        "unseen": sum(arrival.unseen(game.besi, hand).values()),
        "trump": None if hand.trump is None else SUITS[hand.trump],
    }


def _over_seats(deals_by_seats: list[int]) -> tuple[Frequency, Frequency]:
    """A frequency per player-deal, and that of deals in which at least one seat had a hit."""
    deals = sum(deals_by_seats)
    return pooled_frequency(deals_by_seats), frequency(deals - deals_by_seats[0], deals)


def _seat(game: Game, totals: Totals, seat: int) -> Document:
    sums, squares = totals.part_sums[seat], totals.part_squares[seat]
    return {
        "seat": seat,
        **{part: mean(sums[i], squares[i], totals.deals) for i, part in enumerate(PARTS)},
        "game_value": _game_value(totals, seat) if _is_a_game(game) else None,
        "points_histogram": {"bin_points": BIN_POINTS, "counts": totals.points_histogram(seat)},
        "groups": [_seat_group(game, totals, seat, group_id) for group_id in groups_of(game)],
    }


def _seat_group(game: Game, totals: Totals, seat: int, group_id: str) -> Document:
    index, deals = GROUP_INDEX[group_id], totals.deals
    has_value = game.besi.value_of(group_id) > 0
    times, squares = totals.declarations[seat, index], totals.declarations_squares[seat, index]
    return {
        "group": group_id,
        "held": frequency(totals.held[seat, index], deals),
        "declared": frequency(totals.declared[seat, index], deals) if has_value else None,
        "declarations": mean(times, squares, deals) if has_value else None,
    }


def _is_a_game(game: Game) -> bool:
    """Whether a deal is a game by itself, with a value."""
    return game.besi.game_value == "rubicon"


def _game_value(totals: Totals, seat: int) -> Mean:
    """What the seat gains by a game: what one gains the other loses."""
    gained = -totals.game_sum if seat else totals.game_sum
    return mean(gained, totals.game_square, totals.deals)


def _games(totals: Totals) -> Document:
    """How often each seat won the game, and how often it was null."""
    *won, null = (frequency(count, totals.deals) for count in totals.games)
    return {"won": won, "null": null}


def _team(totals: Totals, team: int) -> Document:
    return {
        "team": team,
        "seats": [team, team + 2],
        "points": mean(totals.team_sums[team], totals.team_squares[team], totals.deals),
    }


def bet_entry(game: Game, bet: Bet, simulated: Simulated | None) -> Document:
    """A bet as the ``edge`` document tells it."""
    edge = banking.edge(game.bank.numbers, bet)
    drawn = (simulated or {}).get((game.id, bet.name))
    whole = bet.returns.denominator == 1
    return {
        "game": game.id,
        "bet": bet.name,
        "covers": bet.covers,
        "stays": bet.stays,
        "chance": exact_value(banking.win_chance(game.bank.numbers, bet)),
        "returns": int(bet.returns) if whole else _fraction(bet.returns),
        "edge": _fraction(edge),
        "edge_percent": float(100 * edge),
        "sd": banking.standard_deviation(game.bank.numbers, bet),
        "favours": banking.favours(game.bank.numbers, bet),
        "status": bet.status,
        "source": bet.source,
        "note": bet.note,
        "simulated": bank_gain(bet.returns, drawn) if drawn else None,
    }


def _misreading(entry: Document) -> Document:
    """A misreading never goes without being called wrong, whatever the rule file's note says."""
    if "wrong" not in entry["note"].lower():
        entry["note"] = f"wrong: {entry['note']}".rstrip(": ")
    return entry
