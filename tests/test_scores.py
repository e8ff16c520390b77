"""What a deal brings, in words and rows: sides, offices, and the value of a game."""

import io

import pytest
from report_samples import frequency, mean, simulation_sample

from reports import rows, tables
from reports.scores import game_sentences, points_sentence
from reports.seats import office, partners, seat_name
from simulate.catalogue import load

RUBICON = load("besi-double", ["trump_from=first-marriage", "seven=none", "game_value=rubicon"])
TEAMS = load("besi-trois", ["packs=4", "seats=4", "teams=true"])


def test_seats_have_offices_in_the_order_of_play():
    assert [office(seat, 2) for seat in range(2)] == ["leader", "dealer"]
    assert [office(seat, 4) for seat in range(4)] == ["leader", "second player", "third player", "dealer"]
    assert [seat_name(seat, 3) for seat in range(3)] == [
        "Seat 0 (leads)",
        "Seat 1 (second)",
        "Seat 2 (dealer)",
    ]
    assert partners([1, 3], 4) == "the second player and the dealer"


def test_partners_score_together():
    document = simulation_sample(TEAMS)
    told = points_sentence(document)
    for team, side in zip(
        document["teams"],
        ("the leader and the third player", "the second player and the dealer"),
        strict=True,
    ):
        assert f"{side} {team['points']['mean']:.1f} ± 1.4 points together" in told
    assert "four sensible players" in told
    assert "more than the mean of the others" in told
    assert game_sentences(document) == []


def test_the_value_of_a_game_is_told():
    document = simulation_sample(RUBICON)
    won, value, apart = game_sentences(document)
    assert won == (
        "A deal is a game: of 200,000, the leader wins 51.00 % (50.78 to 51.22 %) and the dealer wins "
        "48.99 % (48.77 to 49.21 %); null: 1 in 10,000 (1 in 6,900 to 17,900)."
    )
    assert value == (
        "By the value of the game the leader gains 45.6 ± 6.3 on the mean, and the dealer loses as much."
    )
    assert "without brisques" in apart


@pytest.mark.parametrize(
    ("seat_0", "told"),
    [
        (mean(-45.6, 3.2), "the dealer gains 45.6 ± 6.3 on the mean, and the leader loses as much"),
        (mean(2.0, 3.0), "too few to say who gains by them (the leader's mean gain by the value"),
        (mean(800.0, 0.0) | {"low": None, "high": None}, "The game was worth 800.00 to the leader"),
    ],
)
def test_who_gains_by_the_value_of_the_game(seat_0, told):
    document = simulation_sample(RUBICON)
    document["seats"][0]["game_value"] = seat_0
    assert told in game_sentences(document)[1]


def test_no_null_game_is_said_so():
    document = simulation_sample(RUBICON)
    document["games"]["null"] = frequency(0, 200_000)
    assert game_sentences(document)[0].endswith("none was null.")


def test_the_table_and_the_rows_give_the_value_of_the_game():
    document = simulation_sample(RUBICON)
    stream = io.StringIO()
    tables.print_simulation(document, RUBICON, stream)
    (line,) = [line for line in stream.getvalue().splitlines() if "value of the game  " in line]
    assert line.split()[4:] == ["45.6", "±", "6.3", "−45.6", "±", "6.3"]
    by_quantity = {}
    for row in rows.simulate_rows(document):
        by_quantity.setdefault(row["quantity"], []).append((row["seat"], row["estimate"], row["count"]))
    assert by_quantity["game_value"] == [(0, 45.6, None), (1, -45.6, None)]
    assert by_quantity["game_won"] == [(0, 0.51, 102_000), (1, 0.4899, 97_980)]
    assert by_quantity["game_null"] == [(None, 0.0001, 20)]


def test_a_game_of_points_has_no_value_of_its_own():
    quantities = {row["quantity"] for row in rows.simulate_rows(simulation_sample("besi-trois"))}
    assert not quantities & {"game_value", "game_won", "game_null"}
