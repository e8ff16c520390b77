"""Tables on a terminal, in a pipe and as CSV."""

import csv
import io

import pytest
from report_samples import edge_sample, how_rare_sample, odds_sample, simulation_sample
from rich.console import Console

from analysis import documents
from reports import printing, rows, tables
from simulate.catalogue import GAME_IDS, change, load


def printed(print_table, *arguments):
    stream = io.StringIO()
    print_table(*arguments, stream)
    return stream.getvalue()


def read(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_games():
    games = [load(game_id) for game_id in GAME_IDS]
    text = printed(tables.print_games, games)
    for game in games:
        assert game.id in text
        assert game.title in text
    assert "70 nos." in text
    by_id = {row["game"]: row for row in read(rows.csv_text(rows.games_rows(games)))}
    assert by_id["besi-trois"]["cards"] == "96"
    assert by_id["besi-trois"]["draws"] == "20"
    assert by_id["biribi"]["numbers"] == "70"
    assert by_id["biribi"]["hand"] == ""


def test_rules_show_value_source_and_status_of_every_parameter():
    game = load("besi-double")
    text = printed(tables.print_rules, game)
    lines = {line.split()[0]: line.split() for line in text.splitlines() if line.strip()}
    for key, origin in game.provenance.items():
        assert origin.status in lines[key], key
        assert origin.source in lines[key], key
    assert game.faults in " ".join(text.split())
    assert "encyclopedia article BESI" in text


def test_rules_never_show_a_users_value_as_documented():
    rules = rows.rules_rows(change(load("besi-double"), ["besi=41"]))
    (besi,) = [row for row in rules if row["key"] == "besi" and row["kind"] == "value"]
    assert (besi["value"], besi["status"], besi["source"]) == ("41", "assumed", "set by the user")


def test_options_are_not_shown_as_in_force():
    rules = rows.rules_rows(load("besi-double"))
    kinds = {(row["key"], row["value"]): row["kind"] for row in rules}
    assert kinds["lower_after_higher", "true"] == "value"
    assert kinds["lower_after_higher", "false"] == "option"


def test_odds_table_and_csv():
    document = odds_sample("besi-trois")
    text = printed(tables.print_odds, document, load("besi-trois"))
    assert "besi triple" in text
    assert "1 in 1,003,299" in text
    assert "none in 600,000" in text
    assert "below 1 in 162,000" in text
    table = {row["group"]: row for row in read(rows.csv_text(rows.odds_rows(document)))}
    assert list(table) == [entry["group"] for entry in document["groups"]]
    assert table["besi-triple"]["held_count"] == "0"
    assert float(table["besi-triple"]["held_high"]) > 0
    assert table["four-tens"]["declared_rate"] == ""
    assert table["besi-double"]["dealt_fraction"] == document["groups"][3]["dealt"]["fraction"]


def test_exact_odds_have_no_estimates():
    text = printed(tables.print_odds, odds_sample("besi-simple", None), load("besi-simple"))
    assert "anyone" not in text
    assert "Estimates" not in text


def test_how_rare_is_one_row():
    (row,) = rows.odds_rows(how_rare_sample())
    assert row["dealt_fraction"] == "33/33108868"
    assert row["anyone_declared_n"] == 12_000_000


def test_simulation_table_and_csv():
    document = simulation_sample("besi-trois")
    text = printed(tables.print_simulation, document, load("besi-trois"))
    for part in ("all points", "groups", "brisques", "sevens", "last trick"):
        assert part in text
    assert "47.00 ± 0.20" in text
    assert "makes 3.21 ± 0.79 points more" in text
    assert "200,000 deals of three sensible players, declaring highest-first, seed 7" in text
    table = read(rows.csv_text(rows.simulate_rows(document)))
    triple = [line for line in text.splitlines() if line.strip().startswith("besi triple")]
    assert [line.split()[-1] for line in triple] == ["none"] * 3
    lead = [row for row in table if row["quantity"] == "lead"]
    assert float(lead[0]["estimate"]) == 3.21
    brisques = {row["seat"]: float(row["estimate"]) for row in table if row["quantity"] == "brisque_points"}
    assert brisques == {"0": 48.0, "1": 47.0, "2": 46.0}


def test_teams_are_told():
    document = simulation_sample("besi-double")
    points = document["seats"][0]["points"]
    document["teams"] = [{"team": 0, "seats": [0, 2], "points": points}]
    assert "Team 0 (seats 0 and 2)" in printed(tables.print_simulation, document, load("besi-double"))
    assert rows.simulate_rows(document)[-1]["seat"] == "team 0"


def test_edges_call_the_misreading_wrong():
    text = printed(tables.print_edges, edge_sample())
    right, wrong = [line for line in text.splitlines() if line.strip().startswith("biribi")]
    assert "3/35" in right
    assert "8.5714 %" in right
    assert "8.6 ± 1.5 %" in right
    assert "WRONG" not in right
    assert "WRONG" in wrong
    assert "1/14" in wrong
    table = read(rows.csv_text(rows.edge_rows(edge_sample(simulated=False))))
    assert [row["reading"] for row in table] == ["right", "wrong"]
    assert table[0]["simulated_mean"] == ""


def test_a_pipe_gets_no_colour():
    text = printed(tables.print_odds, odds_sample("besi-trois"), load("besi-trois"))
    assert "\x1b" not in text


@pytest.mark.parametrize("game_id", ["besi-simple", "besi-double", "besi-trois"])
def test_no_figure_is_cut_at_a_hundred_columns(game_id, monkeypatch):
    class HundredColumns(Console):
        def __init__(self, **options):
            super().__init__(**{**options, "width": 100})

    monkeypatch.setattr(printing, "Console", HundredColumns)
    game = load(game_id)
    document, simulated = odds_sample(game_id), simulation_sample(game_id)
    text = printed(tables.print_odds, document, game) + printed(tables.print_simulation, simulated, game)
    text += printed(tables.print_games, [game]) + printed(tables.print_rules, game)
    text += printed(tables.print_edges, edge_sample())
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 100
    for entry in document["groups"]:
        for frequency in (entry["held"], entry["anyone"]["held"]):
            assert tables.estimate(frequency) in text
            assert tables.interval(frequency) in text


def test_the_odds_say_where_trump_is_made_in_play():
    said = "Trump is made in play"
    for game_id in GAME_IDS:
        game = load(game_id)
        if game.family == "besi":
            text = printed(tables.print_odds, documents.odds(game, None), game)
            assert (said in text) == (game.besi.trump_from != "turn-up"), game_id
