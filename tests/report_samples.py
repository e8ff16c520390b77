"""Hand-made documents in the shape that the program produces, for the tests of what people read.

Their chances are made up, save those that a test quotes; counts agree with each other.
"""

import math
from fractions import Fraction
from typing import Any

from analysis.exact import holdable
from simulate.catalogue import load
from simulate.groups import GROUP_IDS, GROUP_INDEX, GROUPS
from simulate.rules import Game

DEALS = 200_000
_MADE_UP = (
    Fraction(70201, 736281),
    Fraction(1, 9),
    Fraction(15, 496),
    Fraction(5, 45384),
    Fraction(33, 33108868),
)
_NEVER_HELD = ("besi-triple", "besi-quadruple")


def exact(chance: Fraction | None) -> dict[str, Any] | None:
    if chance is None:
        return None
    one_in = None if chance == 0 else float(1 / chance)
    return {
        "fraction": f"{chance.numerator}/{chance.denominator}",
        "probability": float(chance),
        "one_in": one_in,
    }


def frequency(count: int, n: int) -> dict[str, Any]:
    rate = count / n
    half = 1.96 * math.sqrt(rate * (1 - rate) / n)
    low, high = max(rate - half, rate / 50), min(rate + half, 1.0)
    if count == 0:
        low, high = 0.0, 1 - 0.025 ** (1 / n)
    return {"count": count, "n": n, "rate": rate, "low": low, "high": high, "level": 0.95}


def mean(value: float, se: float, n: int = DEALS) -> dict[str, Any]:
    return {
        "mean": value,
        "se": se,
        "n": n,
        "low": value - 1.96 * se,
        "high": value + 1.96 * se,
        "level": 0.95,
    }


def run_fields(game: Game, deals: int | None, player: str = "club") -> dict[str, Any]:
    seats = game.besi.seats
    fields = {"version": "0.1.0", "game": game.id, "rules_hash": game.rules_hash}
    if deals is None:
        return fields | dict.fromkeys(("stream_version", "seed", "deals", "players", "orders"))
    return fields | {
        "stream_version": 1,
        "seed": 7,
        "deals": deals,
        "players": [player] * seats,
        "orders": ["highest-first"] * seats,
    }


def entry(
    game: Game,
    group: str,
    dealt: Fraction | None,
    held: float = 0.0,
    declared: float | None = None,
    deals: int | None = DEALS,
) -> dict[str, Any]:
    """A group's fields: `held` and `declared` are rates per player and deal."""
    seats = game.besi.seats
    value = game.besi.value_of(group) or None
    reachable = None if dealt is None else min(dealt * 400, (1 + dealt) / 2)
    fields: dict[str, Any] = {
        "group": group,
        "value": value,
        "unit": "player-deal",
        "dealt": exact(dealt),
        "received": exact(None if reachable is None else reachable * Fraction(4, 5)),
        "reachable": exact(reachable),
        "held": None,
        "declared": None,
        "anyone": {"held": None, "declared": None},
    }
    if deals is None:
        return fields
    fields["held"] = frequency(round(held * deals * seats), deals * seats)
    fields["anyone"]["held"] = frequency(round((1 - (1 - held) ** seats) * deals), deals)
    if value is not None and declared is not None:
        fields["declared"] = frequency(round(declared * deals * seats), deals * seats)
        fields["anyone"]["declared"] = frequency(round((1 - (1 - declared) ** seats) * deals), deals)
    return fields


def how_rare_sample(
    game_id: str = "besi-trois",
    group: str = "besi-triple",
    dealt: Fraction | None = Fraction(33, 33108868),
    held: float = 1 / 20_000,
    declared: float | None = 1 / 36_000,
    deals: int | None = 12_000_000,
    player: str = "club",
) -> dict[str, Any]:
    game = load(game_id)
    return run_fields(game, deals, player) | entry(game, group, dealt, held, declared, deals)


def odds_sample(game: str | Game, deals: int | None = DEALS) -> dict[str, Any]:
    """Every group that the game's pack can hold; the rarest is never held."""
    game = load(game) if isinstance(game, str) else game
    before_trump = game.besi.trump_from != "turn-up"
    entries = []
    for place, group in enumerate(group for group in GROUP_IDS if holdable(game.besi, group)):
        dealt = _MADE_UP[place % len(_MADE_UP)]
        held = 0.0 if group in _NEVER_HELD else float(min(dealt * 300, Fraction(2, 3)))
        of_group = entry(game, group, dealt, held, held * 0.8, deals)
        if group == "carte-blanche":
            of_group |= {"received": None, "reachable": None}
        elif before_trump and GROUPS[GROUP_INDEX[group]].trump:
            of_group |= {"dealt": None}
        entries.append(of_group)
    return run_fields(game, deals) | {"groups": entries}


def simulation_sample(game: str | Game) -> dict[str, Any]:
    game = load(game) if isinstance(game, str) else game
    rubicon = game.besi.game_value == "rubicon"
    seats = [_seat(game, seat, rubicon) for seat in range(game.besi.seats)]
    teams = None
    if game.besi.teams:
        teams = [
            {"team": team, "seats": [team, team + 2], "points": mean(sums, 0.7)}
            for team, sums in enumerate(_pairs([seat["points"]["mean"] for seat in seats]))
        ]
    games = None
    if rubicon:
        won = [frequency(round(DEALS * share), DEALS) for share in (0.51, 0.4899)]
        games = {"won": won, "null": frequency(round(DEALS * 0.0001), DEALS)}
    told = {"seats": seats, "teams": teams, "lead": mean(3.21, 0.4), "games": games}
    return run_fields(game, DEALS) | told


def _pairs(values: list[float]) -> list[float]:
    return [values[0] + values[2], values[1] + values[3]]


def _seat(game: Game, seat: int, rubicon: bool) -> dict[str, Any]:
    groups = []
    for group in odds_sample(game)["groups"]:
        rate = group["declared"] and group["declared"]["rate"]
        declarations = mean(rate * 1.1, 0.001) if rate is not None else None
        of_seat = {
            key: group[key] and frequency(group[key]["count"], DEALS * game.besi.seats)
            for key in ("held", "declared")
        }
        groups.append({"group": group["group"], "declarations": declarations} | of_seat)
    scored = sum(
        game.besi.value_of(group["group"]) * group["declarations"]["mean"]
        for group in groups
        if group["declarations"]
    )
    counts = [round(3_000 * math.exp(-(((place - 25 - seat) / 14) ** 2))) for place in range(90)]
    brisques = 48.0 - seat
    return {
        "seat": seat,
        "points": mean(scored + 12.0 + seat + (0 if rubicon else brisques), 0.4),
        "group_points": mean(scored, 0.38),
        "brisque_points": mean(brisques, 0.1),
        "seven_points": mean(6.0 + seat, 0.02),
        "last_trick_points": mean(6.0, 0.02),
        "game_value": mean(-45.6 if seat else 45.6, 3.2) if rubicon else None,
        "groups": groups,
        "points_histogram": {"bin_points": 10, "counts": counts},
    }


def edge_sample(simulated: bool = True) -> dict[str, Any]:
    game = load("biribi")
    right = {
        "game": "biribi",
        "bet": "plein",
        "covers": 1,
        "stays": 0,
        "chance": exact(Fraction(1, 70)),
        "returns": 64,
        "edge": "3/35",
        "edge_percent": 100 * 3 / 35,
        "sd": 7.594,
        "favours": "bank",
        "status": "documented",
        "source": "S1",
        "note": game.bank.bets[0].note,
        "simulated": mean(0.0861, 0.0076, 1_000_000) if simulated else None,
    }
    wrong = right | {
        "bet": game.bank.misreadings[0].name,
        "returns": 65,
        "edge": "1/14",
        "edge_percent": 100 / 14,
        "status": "assumed",
        "source": "later writers",
        "note": game.bank.misreadings[0].note,
        "simulated": None,
    }
    fields = {"version": "0.1.0", "game": "biribi", "rules_hash": game.rules_hash, "stream_version": 1}
    fields |= {"seed": 7, "deals": 1_000_000 if simulated else None, "players": None, "orders": None}
    return fields | {"bets": [right], "misreadings": [wrong]}
