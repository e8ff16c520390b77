"""The comparison of rules: its document, its words and tables, and the command."""

import csv
import io
import json
import math
import re
from typing import Any

import numpy as np
import pytest

from analysis import documents
from analysis.comparison import CLEAR_SE, Compared, comparison, is_clear
from reports import tables
from reports.changes import change_keys, changes_said
from reports.compared import caution, worth_sentences
from reports.rows import comparison_rows, csv_text
from simulate import besi
from simulate.besi_count import ROW
from simulate.catalogue import change, load
from simulate.counters import Totals
from simulate.groups import GROUP_INDEX
from simulate.paired import Paired, run_paired
from simulate.rules import Game
from simulate.streams import STREAM_VERSION

HEAD = {"version", "game", "rules_hash", "stream_version", "seed", "deals", "players", "orders"}
THREE = ("points", "seats", "lead", "game_value")


def document_of(game: Game, variants: list[Game], paired: Paired) -> dict[str, Any]:
    players = ("random",) * game.besi.seats
    orders = ("highest-first",) * game.besi.seats
    return comparison(game, variants, Compared(paired, 5, paired.deals, players, orders, STREAM_VERSION))


def played(game: Game, *variants: str, deals: int = 300) -> dict[str, Any]:
    """The document of single changes to a game, and of that many random deals."""
    others = [change(game, [variant]) for variant in variants]
    names = ("random",) * game.besi.seats, ("highest-first",) * game.besi.seats
    paired = run_paired([besi.prepare(each, *names) for each in (game, *others)], 5, deals, 2)
    return document_of(game, others, paired)


def made_up(
    game: Game, variant: Game, *changes: tuple[int, int, str, int], deals: int = 1000
) -> dict[str, Any]:
    """The document of blank deals but for fields of the variant: (deals from 0, seat, field, value)."""
    rows = [np.zeros((deals, game.besi.seats, len(ROW)), np.int64) for _ in range(2)]
    for until, seat, field, value in changes:
        rows[1][:until, seat, ROW.index(field)] += value
    return document_of(game, [variant], Paired.of_rows(rows))


def sentences(document: dict[str, Any]) -> list[str]:
    return worth_sentences(document["variants"][0], load(document["game"]))


def test_before_and_after_are_what_runs_by_themselves_give() -> None:
    game = load("besi-trois")
    variant = change(game, ["besi_triple=none"])
    entry = played(game, "besi_triple=none")["variants"][0]
    for side, each in (("before", game), ("after", variant)):
        plan = besi.prepare(each, ("random",) * 3, ("highest-first",) * 3)
        run = documents.Run(plan.play(5, 0, 300), 5, 300, plan.players, plan.orders, STREAM_VERSION)
        alone = documents.simulation(each, run)
        assert entry[f"seats_{side}"] == [seat["points"] for seat in alone["seats"]]
        assert entry[f"lead_{side}"] == alone["lead"]
        mean_points = np.mean([seat["points"]["mean"] for seat in alone["seats"]])
        assert entry[f"points_{side}"]["mean"] == pytest.approx(mean_points)
        for mine, group in zip(entry["groups"], documents.odds(each, run)["groups"], strict=True):
            assert mine["group"] == group["group"]
            assert mine[f"held_{side}"] == group["held"]
            assert mine[f"declared_{side}"] == group["declared"]


def test_changes_are_after_less_before() -> None:
    entry = played(load("besi-trois"), "hand_size=8")["variants"][0]
    for name in ("points", "lead"):
        change_of_means = entry[f"{name}_after"]["mean"] - entry[f"{name}_before"]["mean"]
        assert entry[name]["mean"] == pytest.approx(change_of_means)
    for seat in range(3):
        difference = entry["seats_after"][seat]["mean"] - entry["seats_before"][seat]["mean"]
        assert entry["seats"][seat]["mean"] == pytest.approx(difference)
    for group in entry["groups"]:
        difference = group["held_after"]["rate"] - group["held_before"]["rate"]
        assert group["held"]["mean"] == pytest.approx(difference, abs=1e-12)
        if group["declared_before"] and group["declared_after"]:
            difference = group["declared_after"]["rate"] - group["declared_before"]["rate"]
            assert group["declared"]["mean"] == pytest.approx(difference, abs=1e-12)


def test_every_field_is_there_and_what_does_not_exist_is_null() -> None:
    document = played(load("besi-double"), "brisque_points=20", "four_tens=20")
    assert document.keys() == HEAD | {"baseline", "variants", "rows"}
    assert (document["baseline"], document["rows"]) == ("besi-double", None)
    brisques, tens = document["variants"]
    assert brisques.keys() == {
        "with",
        "rules_hash",
        "same_pack",
        "changed",
        "groups",
        "looked_at",
        "clear",
    } | {f"{name}{side}" for name in THREE for side in ("", "_before", "_after")}
    assert brisques["with"] == {"brisque_points": 20}
    assert brisques["rules_hash"] == change(load("besi-double"), ["brisque_points=20"]).rules_hash
    assert brisques["game_value"] is brisques["game_value_before"] is None
    assert brisques["points"]["mean"] == 80
    assert brisques["points"]["se"] == 0
    assert all(group["held"]["mean"] == group["held"]["se"] == 0 for group in brisques["groups"])
    by_group = {group["group"]: group for group in brisques["groups"]}
    assert by_group["four-tens"]["declared"] is by_group["four-tens"]["declared_after"] is None
    assert "besi-triple" not in by_group
    assert "carte-blanche" not in by_group
    paid = {group["group"]: group for group in tens["groups"]}["four-tens"]
    assert paid["declared_before"] is None
    assert paid["declared"]["mean"] == pytest.approx(paid["declared_after"]["rate"])
    assert json.loads(json.dumps(document)) == document


def test_groups_that_only_one_pack_can_hold_have_one_side_null() -> None:
    document = played(load("besi-double"), "packs=3")
    (entry,) = document["variants"]
    (triple,) = [group for group in entry["groups"] if group["group"] == "besi-triple"]
    assert triple["held_before"] is None
    assert triple["held_after"]["n"] == 600
    assert triple["held"]["mean"] == triple["held_after"]["rate"]
    assert entry["same_pack"] is False
    assert played(load("besi-double"), "hand_size=9")["variants"][0]["same_pack"] is True


def test_carte_blanche_is_not_compared_with_deals_that_did_not_count_it() -> None:
    document = played(load("besi-double"), "carte_blanche=50")
    blanche = document["variants"][0]["groups"][-1]
    assert blanche["group"] == "carte-blanche"
    assert blanche["held"] is blanche["held_before"] is None
    assert blanche["held_after"] is not None
    assert blanche["declared"]["mean"] == blanche["declared_after"]["rate"]


def test_the_value_of_a_game_is_compared_where_both_have_one() -> None:
    game = change(load("besi-double"), ["game_value=rubicon"])
    document = played(game, "besi_double=100", "game_value=points")
    valued, pointed = document["variants"]
    plan = besi.prepare(game, ("random",) * 2, ("highest-first",) * 2)
    totals = plan.play(5, 0, 300)
    assert totals.game_square > 0
    assert valued["game_value_before"]["mean"] == pytest.approx(totals.game_sum / 300)
    difference = valued["game_value_after"]["mean"] - valued["game_value_before"]["mean"]
    assert valued["game_value"]["mean"] == pytest.approx(difference)
    assert pointed["game_value"] is pointed["game_value_after"] is None
    assert pointed["game_value_before"] == valued["game_value_before"]


def test_clear_changes_are_counted_by_their_standard_errors() -> None:
    (entry,) = played(load("besi-double"), "brisque_points=20", deals=1000)["variants"]
    changes = [entry["points"], *entry["seats"], entry["lead"]]
    for group in entry["groups"]:
        changes += [group[name] for name in ("held", "declared") if group[name]]
    assert entry["looked_at"] == len(changes) == 4 + 11 + 10
    clear = [each for each in changes if each["se"] is not None and abs(each["mean"]) > CLEAR_SE * each["se"]]
    assert entry["clear"] == len(clear) >= 3
    assert is_clear({"mean": 3.01, "se": 1.0})
    assert not is_clear({"mean": -2.99, "se": 1.0})
    assert is_clear({"mean": 1.0, "se": 0.0})
    assert not is_clear({"mean": 0.0, "se": 0.0})
    assert not is_clear({"mean": 9.0, "se": None})


DOUBLE = load("besi-double")
NO_LOWER = change(DOUBLE, ["lower_after_higher=false"])


def test_a_cost_a_gain_and_what_luck_may_have_done() -> None:
    cost = sentences(made_up(DOUBLE, NO_LOWER, (500, 0, "points", -20), (250, 1, "points", -10)))
    assert re.fullmatch(
        r"Forbidding the lower group after the higher costs a player 6\.2\d ± 0\.\d\d points a deal\.",
        cost[0],
    )
    assert re.match(r"The player who leads first loses 7\.\d\d ± 0\.\d\d points", cost[1])
    assert cost[2].startswith("Deals that came out differently for anybody: 50")
    gain = sentences(made_up(DOUBLE, NO_LOWER, (500, 0, "points", 20)))
    assert "after the higher brings a player 5.0" in gain[0]
    assert "leads first gains 10.0" in gain[1]
    luck = sentences(made_up(DOUBLE, NO_LOWER, (3, 0, "points", 20)))
    assert (
        "makes no difference to a player's points that 1,000 deals can tell from luck: +0.030 ± 0.034"
        in luck[0]
    )
    assert luck[1].startswith("Whether it helps the player who leads first can't be told from luck: +0.060")
    assert luck[2].startswith("Only three deals came out differently")


def test_the_same_in_every_deal_is_said_exactly() -> None:
    exact = sentences(made_up(DOUBLE, NO_LOWER, (1000, 0, "points", 80), (1000, 1, "points", 80)))
    assert exact[0].endswith("brings a player exactly 80.00 points a deal.")
    assert exact[1].startswith("The player who leads first neither gains nor loses by it")
    assert len(exact) == 2, "every deal differed: no share of deals to tell"
    taken = sentences(made_up(DOUBLE, NO_LOWER, (500, 0, "points", 10), (500, 1, "points", -10)))
    assert taken[0].endswith("leaves the points of all players together as they were in every deal.")


def test_nothing_is_exactly_nothing_with_a_bound_on_what_may_come() -> None:
    document = made_up(DOUBLE, NO_LOWER)
    assert document["variants"][0]["points"] == {
        "mean": 0, "se": 0, "n": 1000, "low": 0, "high": 0, "level": 0.95,
    }  # fmt: skip
    assert document["variants"][0]["clear"] == 0
    (nothing,) = sentences(document)
    # 0 hits in n deals: Clopper and Pearson's bound is 1 - 0.025^(1/n).
    bound = math.floor(1 / (1 - 0.025 ** (1 / 1000)))
    assert nothing == (
        "Forbidding the lower group after the higher changed nothing in 1,000 deals: every difference is "
        f"exactly 0; so it changes fewer deals than 1 in {bound}, with 95 % confidence."
    )
    (match_only,) = sentences(made_up(DOUBLE, change(DOUBLE, ["target=1500", "win_at_once=false"])))
    assert "matters only in a match" in match_only
    assert "confidence" not in match_only


def test_one_deal_tells_little_and_says_so() -> None:
    document = made_up(DOUBLE, NO_LOWER, (1, 0, "points", 80), deals=1)
    assert document["variants"][0]["points"]["se"] is None
    assert "+40.00 points a player in the one deal played" in sentences(document)[0]
    stream = io.StringIO()
    tables.print_comparison(document, DOUBLE, stream)
    assert "+80.00" in stream.getvalue()
    assert "*" not in stream.getvalue().split("changes are looked at")[0]


def test_other_packs_and_games_of_value_are_mentioned() -> None:
    packs = made_up(DOUBLE, change(DOUBLE, ["packs=3"]), (1000, 0, "points", 1))
    assert "packs differ" in sentences(packs)[-1]
    rubicon = change(DOUBLE, ["game_value=rubicon"])
    counted_otherwise = made_up(DOUBLE, rubicon, (1000, 0, "points", 1))
    assert sentences(counted_otherwise)[-1].startswith("One of the two counts brisques among the points")
    valued = made_up(rubicon, change(rubicon, ["besi=50"]), (300, 0, "game_value", 500))
    assert any(
        text.startswith("The value of a game, to the player who leads first: +150")
        for text in sentences(valued)
    )


@pytest.mark.parametrize(
    ("changes", "said", "keys"),
    [
        (["hand_size=9"], "dealing hands of 9 instead of 8", "hand_size=9"),
        (["besi_double=400"], "paying 400 instead of 500 for a besi double", "besi_double=400"),
        (["four_tens=20"], "paying 20 instead of nothing for four tens", "four_tens=20"),
        (["besi=0"], "paying nothing instead of 40 for a besi", "besi=none"),
        (["figures=true"], "counting kings, queens and jacks in tricks", "figures=true"),
        (["seven=exchange"], "setting seven=exchange instead of exchange-or-trick", "seven=exchange"),
        (
            ["removed=8C,8D"],
            "setting removed=8C,8D instead of none",
            "removed=8C,8D",
        ),
        (
            ["must_beat=false", "panache=true", "packs=3"],
            "playing with 3 instead of 2 packs, not having to beat in the last tricks and asking for four "
            "different suits in a four",
            "packs=3,must_beat=false,panache=true",
        ),
    ],
)  # fmt: skip
def test_changes_are_said_as_people_say_them(changes: list[str], said: str, keys: str) -> None:
    entry = made_up(DOUBLE, change(DOUBLE, changes))["variants"][0]
    assert changes_said(DOUBLE.besi, entry["with"]) == said
    assert change_keys(entry["with"]) == keys


def test_several_changes_take_the_plural() -> None:
    variant = change(DOUBLE, ["besi=50", "quinte=100"])
    text = sentences(made_up(DOUBLE, variant, (500, 0, "points", -20)))[0]
    assert text.startswith(
        "Paying 50 instead of 40 for a besi and paying 100 instead of 150 for a plain quinte cost a"
    )


def test_the_caution_counts_all_changes() -> None:
    document = made_up(DOUBLE, NO_LOWER, (500, 0, "points", 20))
    looked_at = document["variants"][0]["looked_at"]
    assert caution(document).startswith(
        f"{looked_at} changes are looked at at once; 3 of them lie more than three"
    )


def test_tables_show_every_change_and_mark_the_clear_ones() -> None:
    document = played(DOUBLE, "brisque_points=20", "target=1500", deals=500)
    stream = io.StringIO()
    tables.print_comparison(document, DOUBLE, stream)
    text = stream.getvalue()
    assert "+80.00 *" in text
    assert "seat 1 (dealer)" in text
    assert "didn't change in any deal" in text
    assert text.count("Besi double without and with ") == 1, "a table of zeros for target"
    held = made_up(DOUBLE, NO_LOWER, (500, 0, "held", 1 << GROUP_INDEX["besi"]))
    stream = io.StringIO()
    tables.print_comparison(held, DOUBLE, stream)
    (line,) = [line for line in stream.getvalue().splitlines() if line.strip().startswith("besi  ")]
    assert "none in 2,000" in line
    assert "25.0" in line
    assert "+25.0 ± 1.6 *" in line


def test_rows_are_csv_with_a_line_for_every_change() -> None:
    document = played(DOUBLE, "four_tens=20", "lower_after_higher=false")
    lines = list(csv.DictReader(io.StringIO(csv_text(comparison_rows(document)))))
    assert len(lines) == sum(variant["looked_at"] for variant in document["variants"])
    first = lines[0]
    assert (first["variant"], first["quantity"], first["seat"]) == ("four_tens=20", "points", "")
    assert float(first["change"]) == document["variants"][0]["points"]["mean"]
    tens = [line for line in lines if line["group"] == "four-tens" and line["quantity"] == "declared"]
    assert [line["before"] for line in tens] == [""]


def test_totals_and_paired_counters_are_no_checkpoint_of_each_other() -> None:
    with pytest.raises(ValueError, match="paired counters"):
        Paired.from_json(Totals.zero(2).to_json())
    with pytest.raises(ValueError, match="counters"):
        Totals.from_json(Paired.zero(2, 1).to_json())
