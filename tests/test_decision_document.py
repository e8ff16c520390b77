"""The decide document: its figures against situations that were made up, one by one."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from analysis.decisions import BANDS, Decided, Decisive, decision, possible
from simulate.catalogue import change, load
from simulate.decisions import DecisionPlan, Decisions, prepare_decisions
from simulate.rules import Game
from tests.forks import Situation, tally_of

DEALS = 1200


def made_up(plan: DecisionPlan, seed: int) -> list[list[Situation]]:
    """Deals with situations of three pairs, better early for the first of them; of a deal alike."""
    rng = np.random.default_rng(seed)
    deals = []
    for _ in range(DEALS):
        shared, situations = int(rng.integers(-30, 31)), []
        for place, pair in enumerate((plan.pairs[0], plan.pairs[1], plan.pairs[plan.nested + 3])):
            for draws in range(1, 21):
                if rng.random() < (0.15, 0.001, 0.05)[place]:
                    gain = (
                        shared + int(rng.integers(-20, 21)) + ((-40 if draws < 6 else 20) if place < 2 else 3)
                    )
                    situations.append(Situation(pair, draws, 6 * gain, gain - 5))
        deals.append(situations)
    return deals


def document_of(game: Game, deals: list[list[Situation]], least: int) -> dict[str, Any]:
    plan = prepare_decisions(game, "club")
    counters = Decisions.from_json(tally_of(plan, deals))
    seats = game.besi.seats
    played = Decisive(1, len(deals), ("club",) * seats, ("highest-first",) * seats, 1)
    return decision(game, [Decided(game, "club", plan.pairs, counters)], played, least)


@pytest.mark.parametrize("game_id", ["besi-double", "besi-trois", "besi-quatre"])
def test_every_figure_is_that_of_the_situations_counted_one_by_one(game_id: str) -> None:
    game = load(game_id)
    plan = prepare_decisions(game, "club")
    deals = made_up(plan, 3)
    (table,) = document_of(game, deals, 60)["tables"]
    # Leads are counted against all the others together, told against their mean; of teams as they are.
    per = {"besi-double": 1, "besi-trois": 2, "besi-quatre": 1}[game_id]
    assert len(table["pairs"]) == sum(possible(game.besi, pair) for pair in plan.pairs)
    for entry in table["pairs"]:
        pair = (entry["lower"], entry["higher"], entry["nested"])
        mine = [[one for one in deal if one.pair == pair] for deal in deals]
        every = [one for deal in mine for one in deal]
        assert entry["situations"] == len(every)
        assert entry["arises"]["mean"] == pytest.approx(len(every) / DEALS)
        assert entry["arises"]["se"] == pytest.approx(
            np.std([len(deal) for deal in mine], ddof=1) / DEALS**0.5
        )
        assert (entry["lead"] is None) == (len(every) < 60)
        assert (entry["rule"] is None) == (len(every) < 60 or not entry["nested"])
        for cell in entry["draws"]:
            leads = [one.lead / per for one in every if one.draws == cell["draws"]]
            assert cell["arises"]["count"] == len(leads)
            assert cell["arises"]["n"] == DEALS
            assert (cell["lead"] is None) == (cell["points"] is None) == (len(leads) < 60)
            if cell["lead"] is not None:
                assert cell["lead"]["mean"] == pytest.approx(np.mean(leads))
                assert cell["lead"]["se"] == pytest.approx(np.std(leads, ddof=1) / len(leads) ** 0.5)
                own = [one.points for one in every if one.draws == cell["draws"]]
                assert cell["points"]["mean"] == pytest.approx(np.mean(own))
        spans = [(entry, 1, 63)]
        spans += [(band, band["fewest"], band["most"]) for band in entry["bands"] or ()]
        if entry["rule"]:
            spans += [(run, run["fewest"], run["most"]) for run in entry["rule"]["advice"]]
        for told, fewest, most in spans:
            chosen = [[one.lead / per for one in deal if fewest <= one.draws <= most] for deal in mine]
            check_pooled(told, chosen, 60)
    first = table["pairs"][0]["rule"]
    assert first["best"]["early"] == "lower"
    assert first["best"]["draws"] == 6
    assert {run["first"] for run in first["advice"]} >= {"lower", "higher"}


def check_pooled(told: dict[str, Any], deals: list[list[float]], least: int) -> None:
    """A figure over several numbers of draws is the mean, its error that of deals."""
    values = [value for deal in deals for value in deal]
    assert told["situations"] == len(values)
    assert (told["lead"] is None) == (len(values) < least)
    if told["lead"] is not None:
        middle = float(np.mean(values))
        off = [sum(deal) - middle * len(deal) for deal in deals]
        assert told["lead"]["mean"] == pytest.approx(middle)
        expected = sum(value**2 for value in off) ** 0.5 / (len(values) * (len(values) - 1)) ** 0.5
        assert told["lead"]["se"] == pytest.approx(expected)


def test_rules_gain_against_the_higher_group_always_first() -> None:
    game = load("besi-double")
    deals = made_up(prepare_decisions(game, "club"), 4)
    rule = document_of(game, deals, 60)["tables"][0]["pairs"][0]["rule"]
    pair = prepare_decisions(game, "club").pairs[0]
    for kept in (rule["best"], *rule["kept"]):
        early, at = kept["early"] == "lower", kept["draws"]
        gains = [
            sum(one.lead for one in deal if one.pair == pair and (one.draws >= at) == early) for deal in deals
        ]
        assert kept["gain"]["mean"] == pytest.approx(np.mean(gains))
        assert kept["gain"]["se"] == pytest.approx(np.std(gains, ddof=1) / DEALS**0.5)
    assert rule["looked_at"] == 2 * 24
    assert rule["best"]["gain"]["mean"] > 0


def test_bands_are_of_all_draws_and_the_advice_too() -> None:
    game = load("besi-double")
    (table,) = document_of(game, made_up(prepare_decisions(game, "club"), 5), 60)["tables"]
    for spans in (table["pairs"][0]["bands"], table["pairs"][0]["rule"]["advice"]):
        told = [draws for span in spans for draws in range(span["most"], span["fewest"] - 1, -1)]
        assert told == list(range(24, 0, -1))
    assert BANDS[0] == (1, 1)


def test_nothing_is_advised_on_fewer_situations_than_asked_for() -> None:
    game = load("besi-double")
    decisions = made_up(prepare_decisions(game, "club"), 5)
    few, many = (document_of(game, decisions, least)["tables"][0]["pairs"][0]["rule"] for least in (1, 900))
    assert few["kept"] == many["kept"]
    thin = [run for run in few["advice"] if run["first"] and run["situations"] < 900]
    assert thin, "otherwise this shows nothing"
    for run in many["advice"]:
        assert run["first"] is None or run["situations"] >= 900
    sides = [run["first"] for run in many["advice"]]
    assert all(one != other for one, other in pairwise(sides)), "runs of the same advice are one"
    for run in thin:
        (now,) = [each for each in many["advice"] if each["fewest"] <= run["fewest"] <= each["most"]]
        assert now["first"] is None


def test_groups_that_the_pack_cannot_hold_are_left_out() -> None:
    game = change(load("besi-simple"), ["besi_double=500"])
    plan = prepare_decisions(game, "club")
    assert any(pair.higher == "besi-double" for pair in plan.pairs)
    (table,) = document_of(game, [[]] * 5, 1)["tables"]
    assert not any("besi-double" in (pair["lower"], pair["higher"]) for pair in table["pairs"])
    assert all(pair["rule"] is None and pair["lead"] is None for pair in table["pairs"])


def test_several_players_are_told_by_table_only() -> None:
    game = load("besi-double")
    plan = prepare_decisions(game, "club")
    counters = Decisions.from_json(tally_of(plan, [[]] * 5))
    tables = [Decided(game, player, plan.pairs, counters) for player in ("club", "random")]
    played = Decisive(1, 5, ("club",) * 2, ("highest-first",) * 2, 1)
    document = decision(game, tables, played)
    assert document["players"] is None
    assert [table["player"] for table in document["tables"]] == ["club", "random"]
    assert decision(game, tables[:1], played)["players"] == ["club", "club"]
