"""The JSON documents: the contract's fields, from deals whose figures can be worked out by hand."""

import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from statistics import mean, stdev
from typing import Any, NamedTuple

import numpy as np
import pytest

from analysis import documents, exact
from analysis.documents import Run
from analysis.intervals import clopper_pearson, pooled_frequency
from simulate.catalogue import load
from simulate.counters import BIN_POINTS, HISTOGRAM_BINS, PARTS, Totals
from simulate.groups import GROUP_IDS, GROUP_INDEX, GROUPS

EXACT = {"fraction", "probability", "one_in"}
FREQUENCY = {"count", "n", "rate", "low", "high", "level"}
MEAN = {"mean", "se", "n", "low", "high", "level"}
HEAD = {"version", "game", "rules_hash", "stream_version", "seed", "deals", "players", "orders"}
ENTRY = {"group", "value", "unit", "dealt", "received", "reachable", "held", "declared", "anyone"}
HAND = {"arrives", "given", "seen", "draws", "unseen", "trump"}


class Seat(NamedTuple):
    """What one seat did in one deal: group, brisque, seven and last trick points; groups held, declared."""

    parts: tuple[int, int, int, int]
    held: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        return sum(self.parts)


def counted(deals: list[list[Seat]], teams: bool = False) -> Totals:
    """Count deals one by one, the plainest way."""
    seats = len(deals[0])
    zero = Totals.zero(seats)
    a: dict[str, Any] = {
        name: value.copy() for name, value in vars(zero).items() if isinstance(value, np.ndarray)
    }
    lead_sum = lead_square = 0
    for deal in deals:
        for seat, did in enumerate(deal):
            for part, points in enumerate((did.points, *did.parts)):
                a["part_sums"][seat, part] += points
                a["part_squares"][seat, part] += points**2
            for group_id in GROUP_IDS:
                times = did.declared.count(group_id)
                index = GROUP_INDEX[group_id]
                a["held"][seat, index] += group_id in did.held
                a["declared"][seat, index] += times > 0
                a["declarations"][seat, index] += times
                a["declarations_squares"][seat, index] += times**2
            a["histogram"][seat, min(did.points // BIN_POINTS, HISTOGRAM_BINS - 1)] += 1
        for group_id in GROUP_IDS:
            index = GROUP_INDEX[group_id]
            a["held_seats"][index, sum(group_id in did.held for did in deal)] += 1
            a["declared_seats"][index, sum(group_id in did.declared for did in deal)] += 1
        lead = (seats - 1) * deal[0].points - sum(did.points for did in deal[1:])
        lead_sum, lead_square = lead_sum + lead, lead_square + lead**2
        for team in range(2) if teams else ():
            points = deal[team].points + deal[team + 2].points
            a["team_sums"][team] += points
            a["team_squares"][team] += points**2
    return Totals.from_arrays(
        deals=len(deals), lead_sum=lead_sum, lead_square=lead_square, game_sum=0, game_square=0, **a
    )


TROIS_DEALS = [
    [
        Seat((540, 80, 10, 0), ("besi", "besi-double", "marriage"), ("besi", "besi-double")),
        Seat((40, 100, 0, 10), ("besi", "marriage"), ("besi",)),
        Seat((0, 60, 10, 0), ("marriage",)),
    ],
    [
        Seat((60, 90, 0, 0), ("marriage", "four-tens"), ("marriage", "marriage", "marriage")),
        Seat((20, 70, 20, 0), ("marriage",), ("marriage",)),
        Seat((0, 80, 0, 10)),
    ],
    [
        Seat((0, 130, 0, 10), ("besi",)),
        Seat((0, 40, 0, 0)),
        Seat((100, 70, 10, 0), ("four-aces",), ("four-aces",)),
    ],
    [Seat((0, 0, 0, 0)), Seat((40, 240, 0, 0), ("besi",), ("besi",)), Seat((12_000, 0, 0, 10))],
]
GAME = load("besi-trois")
RUN = Run(counted(TROIS_DEALS), 7, 4, ("club", "random", "club"), ("highest-first",) * 3, 1)


def entry(document: dict[str, Any], group_id: str) -> dict[str, Any]:
    return next(group for group in document["groups"] if group["group"] == group_id)


def assert_plain(document: Any) -> None:
    """It is JSON, without NaN or Infinity, and comes back as it was: no tuple, no Fraction."""
    assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_the_hand_made_counters_are_sound() -> None:
    assert Totals.from_json(RUN.totals.to_json()) == RUN.totals


def test_exact_values() -> None:
    assert documents.exact_value(None) is None
    assert documents.exact_value(Fraction(3, 8)) == {"fraction": "3/8", "probability": 0.375, "one_in": 8 / 3}
    assert documents.exact_value(Fraction(0)) == {"fraction": "0/1", "probability": 0.0, "one_in": None}
    assert documents.exact_value(Fraction(1)) == {"fraction": "1/1", "probability": 1.0, "one_in": 1.0}


def test_how_rare_without_playing() -> None:
    document = documents.how_rare(GAME, "besi-triple", None)
    assert_plain(document)
    assert document.keys() == HEAD | ENTRY | HAND
    assert document["dealt"]["fraction"] == "33/33108868"
    assert round(document["dealt"]["one_in"], 2) == 1_003_299.03
    assert document["received"]["fraction"] == "261/267007"
    assert document["reachable"]["fraction"] == "319/267007"
    assert (document["game"], document["group"], document["value"]) == ("besi-trois", "besi-triple", 1500)
    assert document["unit"] == "player-deal"
    assert document["rules_hash"] == GAME.rules_hash
    assert document["version"] == documents.VERSION
    assert document["anyone"] == {"held": None, "declared": None}
    for field in ("held", "declared", "stream_version", "seed", "deals", "players", "orders"):
        assert document[field] is None


def test_how_rare_with_deals_played() -> None:
    document = documents.how_rare(GAME, "besi", RUN)
    assert_plain(document)
    assert (document["stream_version"], document["seed"], document["deals"]) == (1, 7, 4)
    assert document["players"] == ["club", "random", "club"]
    assert document["orders"] == ["highest-first"] * 3
    # Held by two seats in the first deal, by one in the third and the fourth.
    assert document["held"] == pooled_frequency((1, 2, 1, 0))
    assert (document["held"]["count"], document["held"]["n"]) == (4, 12)
    # Declared by two seats in the first deal, by one in the last.
    assert document["declared"] == pooled_frequency((2, 1, 1, 0))
    low, high = clopper_pearson(3, 4)
    expected = {"count": 3, "n": 4, "rate": 0.75, "low": low, "high": high, "level": 0.95}
    assert document["anyone"]["held"] == expected
    assert document["anyone"]["declared"]["count"] == 2
    assert document["anyone"]["declared"]["n"] == 4


def test_a_group_without_value_is_held_and_never_declared() -> None:
    tens = documents.how_rare(GAME, "four-tens", RUN)
    assert tens["value"] is None
    assert tens["declared"] is None
    assert tens["anyone"]["declared"] is None
    assert tens["held"]["count"] == tens["anyone"]["held"]["count"] == 1
    zero_value = documents.how_rare(load("besi-trois", ["four_aces=0"]), "four-aces", RUN)
    assert zero_value["value"] is None
    assert zero_value["declared"] is None


def test_carte_blanche_is_not_counted_where_it_does_not_exist() -> None:
    document = documents.how_rare(GAME, "carte-blanche", RUN)
    for field in ("value", "received", "reachable", "held", "declared"):
        assert document[field] is None
    assert document["anyone"] == {"held": None, "declared": None}


def test_value_is_what_is_scored() -> None:
    doubled = load("besi-trois", ["point_multiplier=2"])
    assert documents.how_rare(doubled, "besi-double", None)["value"] == 1000


@pytest.mark.parametrize("run", [None, RUN])
def test_odds(run: Run | None) -> None:
    document = documents.odds(GAME, run)
    assert_plain(document)
    assert document.keys() == HEAD | {"groups"}
    listed = [group["group"] for group in document["groups"]]
    assert listed == [g for g in GROUP_IDS if g not in ("besi-quadruple", "carte-blanche")]
    for group in document["groups"]:
        assert group.keys() == ENTRY
        assert group == documents.group_entry(GAME, group["group"], run)
        for notion in ("dealt", "received", "reachable"):
            assert group[notion].keys() == EXACT
            value = getattr(exact, notion)(GAME.besi, group["group"])
            assert Fraction(group[notion]["fraction"]) == value
        assert (group["held"] is None) == (run is None)
        if run is not None:
            assert group["held"].keys() == FREQUENCY


def test_odds_list_what_the_pack_can_hold() -> None:
    listed = [group["group"] for group in documents.odds(load("besi-simple"), None)["groups"]]
    assert "besi" in listed
    assert "besi-double" not in listed
    four_packs = load("besi-trois", ["packs=4", "hand_size=12", "seats=4"])
    assert "besi-quadruple" in [group["group"] for group in documents.odds(four_packs, None)["groups"]]


def test_without_a_turn_up_trump_groups_are_not_dealt() -> None:
    borgne = load("besi-double", ["seven=none", "trump_from=first-marriage"])
    document = documents.odds(borgne, None)
    assert entry(document, "trump-marriage")["dealt"] is None
    assert entry(document, "marriage")["dealt"] is not None


def test_simulation_by_hand() -> None:
    document = documents.simulation(GAME, RUN)
    assert_plain(document)
    assert document.keys() == HEAD | {"seats", "teams", "lead", "games"}
    assert document["teams"] is None
    assert document["games"] is None
    for number, seat in enumerate(document["seats"]):
        assert seat.keys() == {"seat", "groups", "points_histogram", "game_value", *PARTS}
        assert seat["game_value"] is None
        assert seat["seat"] == number
        scores = [deal[number] for deal in TROIS_DEALS]
        columns = [[s.points for s in scores]] + [[s.parts[i] for s in scores] for i in range(4)]
        for part, values in zip(PARTS, columns, strict=True):
            assert seat[part].keys() == MEAN
            assert seat[part]["n"] == 4
            assert seat[part]["mean"] == pytest.approx(mean(values))
            assert seat[part]["se"] == pytest.approx(stdev(values) / sqrt(4))
            assert seat[part]["low"] == pytest.approx(mean(values) - 1.959964 * stdev(values) / 2)
    leads = [deal[0].points - (deal[1].points + deal[2].points) / 2 for deal in TROIS_DEALS]
    assert document["lead"]["mean"] == pytest.approx(mean(leads))
    assert document["lead"]["se"] == pytest.approx(stdev(leads) / sqrt(4))


def test_simulation_groups_by_hand() -> None:
    first = documents.simulation(GAME, RUN)["seats"][0]
    assert [g["group"] for g in first["groups"]] == [g for g in GROUP_IDS if exact.holdable(GAME.besi, g)]
    marriage = entry(first, "marriage")
    assert marriage.keys() == {"group", "held", "declared", "declarations"}
    assert (marriage["held"]["count"], marriage["held"]["n"]) == (2, 4)
    assert (marriage["declared"]["count"], marriage["declared"]["n"]) == (1, 4)
    assert (marriage["held"]["low"], marriage["held"]["high"]) == clopper_pearson(2, 4)
    assert marriage["declarations"]["mean"] == 0.75
    assert marriage["declarations"]["se"] == pytest.approx(stdev([0, 3, 0, 0]) / 2)
    tens = entry(first, "four-tens")
    assert tens["held"]["count"] == 1
    assert tens["declared"] is None
    assert tens["declarations"] is None
    triple = entry(first, "besi-triple")
    assert triple["held"]["count"] == 0
    assert triple["held"]["high"] == pytest.approx(1 - 0.025**0.25)


def test_points_histogram_with_its_open_bin() -> None:
    seats = documents.simulation(GAME, RUN)["seats"]
    counts = seats[0]["points_histogram"]["counts"]
    assert seats[0]["points_histogram"]["bin_points"] == 10
    assert {10 * place: count for place, count in enumerate(counts) if count} == {
        0: 1,
        140: 1,
        150: 1,
        630: 1,
    }
    assert len(seats[2]["points_histogram"]["counts"]) == HISTOGRAM_BINS
    assert seats[2]["points_histogram"]["counts"][-1] == 1


def test_teams_by_hand() -> None:
    game = load("besi-trois", ["packs=4", "seats=4", "teams=true"])
    deals = [[Seat((n + 10 * s, 20, 0, 0)) for s in range(4)] for n in (0, 5, 30)]
    run = Run(counted(deals, teams=True), 1, 3, ("random",) * 4, ("highest-first",) * 4, 1)
    document = documents.simulation(game, run)
    assert_plain(document)
    assert [team["seats"] for team in document["teams"]] == [[0, 2], [1, 3]]
    for team in document["teams"]:
        points = [deal[team["team"]].points + deal[team["team"] + 2].points for deal in deals]
        assert team["points"]["mean"] == pytest.approx(mean(points))
        assert team["points"]["se"] == pytest.approx(stdev(points) / sqrt(3))


def test_the_value_of_a_game_by_hand() -> None:
    game = load("besi-double", ["trump_from=first-marriage", "seven=none", "game_value=rubicon"])
    values = (800, -2400, 0, 600, -100)
    empty = counted([[Seat((0, 0, 0, 0)), Seat((0, 0, 0, 0))]] * len(values))
    totals = replace(
        empty,
        game_sum=sum(values),
        game_square=sum(value**2 for value in values),
        games=np.array([2, 2, 1], object),
    )
    document = documents.simulation(game, Run(totals, 1, 5, ("random",) * 2, ("highest-first",) * 2, 1))
    assert_plain(document)
    for seat, sign in zip(document["seats"], (1, -1), strict=True):
        assert seat["game_value"].keys() == MEAN
        assert seat["game_value"]["mean"] == pytest.approx(sign * mean(values))
        assert seat["game_value"]["se"] == pytest.approx(stdev(values) / sqrt(5))
    assert document["games"].keys() == {"won", "null"}
    assert [won["count"] for won in document["games"]["won"]] == [2, 2]
    assert (document["games"]["null"]["count"], document["games"]["null"]["n"]) == (1, 5)
    assert document["games"]["null"].keys() == FREQUENCY


def test_counters_go_with_the_document_that_is_kept() -> None:
    plain, kept = documents.simulation(GAME, RUN), documents.simulation(GAME, RUN, counters=True)
    assert_plain(kept)
    assert "counters" not in plain
    assert {**plain, "counters": RUN.totals.to_json()} == kept
    again = RUN._replace(totals=Totals.from_json(json.loads(json.dumps(kept))["counters"]))
    assert documents.simulation(GAME, again, counters=True) == kept


def test_one_deal_has_no_standard_error() -> None:
    run = RUN._replace(totals=counted(TROIS_DEALS[:1]), deals=1)
    document = documents.simulation(GAME, run)
    assert_plain(document)
    assert document["seats"][0]["points"] == {
        "mean": 630.0, "se": None, "n": 1, "low": None, "high": None, "level": 0.95,
    }  # fmt: skip
    assert_plain(documents.odds(GAME, run))


def test_a_million_million_deals() -> None:
    totals = counted(TROIS_DEALS)
    for _ in range(38):
        totals = totals + totals
    run = RUN._replace(totals=totals, deals=totals.deals)
    assert run.deals > 10**12
    document = documents.simulation(GAME, run)
    assert_plain(document)
    small = documents.simulation(GAME, RUN)
    for seat, before in zip(document["seats"], small["seats"], strict=True):
        assert seat["points"]["mean"] == before["points"]["mean"]
        assert seat["points"]["se"] == pytest.approx(before["points"]["se"] * sqrt(3 / (run.deals - 1)))
    triple = documents.how_rare(GAME, "besi-triple", run)
    assert 0 < triple["held"]["high"] < 1e-11


def test_first_game_that_gives_a_value() -> None:
    expected = {
        "besi": "besi-simple",
        "marriage": "besi-simple",
        "four-tens": "besi-simple",
        "besi-double": "besi-double",
        "besi-triple": "besi-trois",
        "besi-quadruple": "rubicon",
        "carte-blanche": "rubicon",
    }
    assert {group_id: documents.first_value_game(group_id) for group_id in expected} == expected
    for group in GROUPS:
        game_id = documents.first_value_game(group.id)
        assert game_id is not None
        assert load(game_id).besi.value_of(group.id) > 0


@pytest.mark.parametrize("call", ["odds(load('besi-double'), None)", "edges([load('biribi')], None)"])
def test_exact_documents_load_neither_scipy_nor_numba(call: str) -> None:
    code = (
        f"import sys; from analysis.documents import *; from simulate.catalogue import load; {call};"
        "print([m for m in ('numba', 'scipy', 'matplotlib') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
